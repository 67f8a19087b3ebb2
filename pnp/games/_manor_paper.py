"""The score pad of Dice Manor: majorities by everybody's rooms, tours by the trackers, the rest as written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._manor_bids import by_dice
from pnp.games._manor_box import Box, open_box
from pnp.games._manor_checks import problem, sheet_problems
from pnp.games._manor_score import (
    largest_lines,
    leftovers_line,
    majority_lines,
    opening_line,
    round_lines,
    sum_lines,
)
from pnp.games._manor_sheet import LINES, PLAYERS, ROUND_LINES, Document, Round, Sheet
from pnp.games._paper import as_written, columns, impossible, number, numbers, outside, own_sheet
from pnp.games.dice_manor import NAME, rank
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.verdict import Line, Score, SheetVerdict, Verdict, wrong_sums

_MOST_DICE = 50
"""Nobody has as many; an edition in which somebody has is spared the sums of all possible tours."""


class Column(NamedTuple):
    """A player's column of the pad, and what the tracker says of tours and tokens."""

    pad: Marks
    tracked: Sheet
    tokens: bool

    @property
    def colors(self) -> Counter[str]:
        return Counter(numbers(self.pad, {id: id.removeprefix("rooms.") for id in self.pad if _is_color(id)}))

    @property
    def rooms(self) -> int | None:
        return number(self.pad, "rooms.all")


def _is_color(id: str) -> bool:
    return id.startswith("rooms.") and id != "rooms.all"


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad comes to; majorities need the rooms of everybody, and count as written until then."""
    box = open_box(edition)
    table = [
        _column(player, pad, own_sheet(papers, seat, "tracker"), box)
        for seat, (player, pad) in enumerate(zip(papers.players, columns(papers, "score"), strict=True))
    ]
    shared = _shared(table, box)
    mine = [{name: lines[seat] for name, lines in shared.items()} for seat in range(len(table))]
    scored = [_score(column, lines, box) for column, lines in zip(table, mine, strict=True)]
    notes = _incomplete(table, shared)
    sheets = tuple(
        SheetVerdict(column.tracked.player, tuple(_problems(column, score, box)), notes, score)
        for column, score in zip(table, scored, strict=True)
    )
    document = Document(len(table), tuple(column.tracked for column in table))
    places = rank(document, [column.rooms or 0 for column in table], scored, box)
    due: dict[str, Mark] = {}
    for seat, (column, score) in enumerate(zip(table, scored, strict=True), 1):
        due |= {f"p{seat}.{id}": points for id, points in _due(column, score, [*shared], box).items()}
    return Counted(Verdict(NAME, sheets, (), places), {"score": due}, tuple({} for _ in table))


def _column(player: str, pad: Marks, tracker: Marks, box: Box) -> Column:
    walked = [_tours(tracker, f"r{each}", box) for each in range(1, box.rounds + 1)]
    tokens = {id: mark for id, mark in tracker.items() if id.startswith("inspiration.")}
    sheet = Sheet(
        player,
        rounds=tuple(Round(tours) for tours in walked),
        opening=_tours(tracker, "opening", box) or None,
        unhappy=number(pad, "unhappy") or 0,
        # One stroke for a token gained, a second one when it is spent.
        inspiration=sum(strokes == 1 for strokes in tokens.values()),
    )
    return Column(pad, sheet, bool(tokens))


def _tours(tracker: Marks, when: str, box: Box) -> tuple[int, ...]:
    paths = (number(tracker, f"tours.{when}.{place}") or 0 for place in range(1, box.tour_boxes + 1))
    return tuple(dice for dice in paths if dice > 0)


def _shared(table: Sequence[Column], box: Box) -> dict[str, list[Line]]:
    """The lines in which the players are compared, where everybody's rooms are written."""
    players = [column.tracked.player for column in table]
    found: dict[str, list[Line]] = {}
    if len(table) < PLAYERS[0]:
        return found
    if all(column.colors for column in table):
        found["majority"] = majority_lines(players, [column.colors for column in table], box)
    rooms = [column.rooms for column in table if column.rooms is not None]
    if len(rooms) == len(table):
        found["largest"] = largest_lines(players, rooms, box)
    return found


def _incomplete(table: Sequence[Column], shared: Mapping[str, Any]) -> tuple[Note, ...]:
    missing = [name for name in ("majority", "largest") if name not in shared]
    if not missing or not any(column.colors or column.rooms is not None for column in table):
        return ()
    message = f"{', '.join(missing)}: not everybody's rooms are written; until then it counts as written"
    return (Note("incomplete-table", message),)


def _score(column: Column, shared: Mapping[str, Line], box: Box) -> Score:
    pad, sheet = column.pad, column.tracked
    begun = [
        each
        for each in range(1, box.rounds + 1)
        if sheet.rounds[each - 1].tours or any(id.startswith(f"r{each}.") for id in pad)
    ]
    rounds = tuple(_round(column, each, box) for each in range(1, max(begun, default=0) + 1))
    known = dict(shared)
    if sheet.opening:
        known["opening"] = opening_line(sheet, box)
    if column.tokens:
        known["inspiration"] = leftovers_line(sheet, box)
    rest = [known.get(name) or as_written(name, number(pad, name)) for name in LINES if name not in ROUND_LINES]
    return Score((*sum_lines(rounds), *rest), rounds)


def _round(column: Column, each: int, box: Box) -> tuple[Line, ...]:
    """The lines of a round: tours and dice by the tracker where it has them, else as written."""
    row = column.tracked.rounds[each - 1]
    written = tuple(as_written(name, number(column.pad, f"r{each}.{name}")) for name in ROUND_LINES)
    if not row.tours:
        return written
    tours, dice, _ = round_lines(row, column.tracked, each - 1, box)
    return tours, dice, written[-1]


def _due(column: Column, score: Score, shared: Sequence[str], box: Box) -> dict[str, Mark]:
    """What follows from the rooms, from the tracker, and the total."""
    follows = {*shared, *(["opening"] if column.tracked.opening else []), *(["inspiration"] if column.tokens else [])}
    due: dict[str, Mark] = {line.name: line.points for line in score.lines if line.name in follows}
    for each, lines in enumerate(score.rounds[: box.rounds], 1):
        if column.tracked.rounds[each - 1].tours:
            due |= {f"r{each}.{line.name}": line.points for line in lines[:2]}
    return {**due, "total": score.total}


def _problems(column: Column, score: Score, box: Box) -> Iterator[Problem]:
    pad, sheet = column.pad, column.tracked
    # Guests are compared with dice, and those are on a tracker alone.
    yield from sheet_problems(sheet if sheet.opening else replace(sheet, unhappy=0), (), box)
    for id in pad:
        yield from outside(_place(id), number(pad, id), 0)
    yield from _rooms(column)
    yield from _diversity(pad, box)
    if box.all_dice <= _MOST_DICE:
        yield from _tours_impossible(column, box)
    rounds = [numbers(pad, {f"r{each}.{name}": name for name in ROUND_LINES}) for each in range(1, box.rounds + 1)]
    written: dict[str, Any] = numbers(pad, [name for name in (*LINES, "total") if name not in ROUND_LINES])
    yield from wrong_sums({**written, "rounds": rounds[: len(score.rounds)]}, score)


def _place(id: str) -> str:
    """A field for people.

    >>> _place("r2.tours"), _place("rooms.red"), _place("opening")
    ('tours round 2', 'rooms red', 'opening')
    """
    first, _, rest = id.partition(".")
    return f"{rest} round {first[1:]}" if rest and first[1:].isdecimal() else id.replace(".", " ")


def _rooms(column: Column) -> Iterator[Problem]:
    for color, rooms in column.colors.items():
        if column.rooms is not None and rooms > column.rooms:
            message = f"{rooms} of {column.rooms} rooms are {color}; no color can have more rooms than the manor"
            yield problem("rooms-differ", f"rooms {color}", message)


def _diversity(pad: Marks, box: Box) -> Iterator[Problem]:
    """Points for diversity that no number of room types gives, where all of them are known."""
    written, known = number(pad, "diversity"), sorted(set(box.diversity.values()))
    if written is not None and written not in known and {*range(len(box.types) + 1)} <= box.diversity.keys():
        yield problem("wrong-diversity", "diversity", f"{written} written; room types give {_or(known)}")


def tour_sums(dice: int, rewards: Sequence[int]) -> list[set[int]]:
    """What tours can bring with 0, 1, 2, … dice in all, on however many paths.

    >>> tour_sums(3, [0, 2, 5])
    [{0}, {0}, {0, 2}, {0, 2, 5}]
    """
    found = [{0}]
    for total in range(1, dice + 1):
        paths = range(1, total + 1)
        found.append({by_dice(path, rewards) + rest for path in paths for rest in found[total - path]})
    return found


def _tours_impossible(column: Column, box: Box) -> Iterator[Problem]:
    """Points that no tours give, of rounds and openings that no tracker explains."""
    sums, pad = tour_sums(box.all_dice, box.tour_rewards), column.pad
    for each, row in enumerate(column.tracked.rounds, 1):
        tours, dice = number(pad, f"r{each}.tours"), number(pad, f"r{each}.dice")
        if row.tours or dice is None:
            continue
        paid = {count * box.die_in_round: count for count in range(box.all_dice, -1, -1)}
        if dice not in paid:
            yield from outside(f"dice round {each}", dice, min(0, dice), max(paid))
        elif tours is not None and tours not in sums[paid[dice]] and box.die_in_round:
            allowed = f"{paid[dice]} dice on tours give {_or(sorted(sums[paid[dice]]))}"
            yield impossible(f"tours round {each}", tours, allowed)
    opening = number(pad, "opening")
    if opening is not None and opening > 0 and not column.tracked.opening:
        every = set(chain.from_iterable({s + n * box.die_in_opening for s in row} for n, row in enumerate(sums)))
        if opening not in every:
            yield impossible("opening", opening, f"no tours of up to {box.all_dice} dice give that")


def _or(values: Sequence[int]) -> str:
    return " or ".join(filter(None, [", ".join(map(str, values[:-1])), str(values[-1])]))
