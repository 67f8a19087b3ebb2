"""The sheets of Dice Manor: which field holds what, the pad filled in, and what paper comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from pnp.errors import Problem, problem
from pnp.games.codec import Codec, Columns, Crosses, FieldRule, Mark, Marks, Number, Numbers, Part, Text
from pnp.games.dice_manor.problems import sheet_problems
from pnp.games.dice_manor.rules import LINES, NAME, PLAYERS, ROUND_LINES, Rules, by_dice
from pnp.games.dice_manor.sheet import (
    Document,
    Round,
    Sheet,
    built,
    count_colors,
    count_rooms,
    largest_lines,
    leftovers_line,
    majority_lines,
    opening_line,
    rank,
    round_lines,
    scores,
    sum_lines,
)
from pnp.games.game import Counted, Papers
from pnp.games.paper import as_written, impossible, outside, own_sheet
from pnp.games.verdict import Line, Score, SheetVerdict, Verdict, wrong_sums
from pnp.words import Said, say

_REST = tuple(line for line in (*LINES, "total") if line not in ROUND_LINES)
_MOST_DICE = 50
"""Nobody has as many; an edition in which somebody has is spared the sums of all possible tours."""


class Paths(Part):
    """Tours of one round: the dice of each path in a box of its own, one after the other.

    >>> Paths("tours.r1", 3).value({"tours.r1.1": 3, "tours.r1.3": 1})
    (3, 1)
    """

    empty: tuple[int, ...] = ()

    def __init__(self, id: str, boxes: int) -> None:
        self.fields = {f"{id}.{box}": FieldRule("number") for box in range(1, boxes + 1)}

    def marks(self, value: Sequence[int]) -> dict[str, Mark]:
        return dict(zip(self.fields, value, strict=False))

    def value(self, marks: Marks) -> tuple[int, ...]:
        return tuple(dice for id in self.fields if type(dice := marks.get(id)) is int and dice > 0)


class Tokens(Part):
    """Tokens in boxes of their own: a stroke for one gained, a second one when it is spent; the strokes of each box."""

    empty: tuple[int, ...] = ()

    def __init__(self, id: str, boxes: int) -> None:
        self.fields = {f"{id}.{box}": FieldRule("tally", most=2) for box in range(1, boxes + 1)}

    def marks(self, value: Sequence[int]) -> dict[str, Mark]:
        return {id: strokes for id, strokes in zip(self.fields, value, strict=False) if strokes}

    def value(self, marks: Marks) -> tuple[int, ...]:
        strokes = [mark if type(mark := marks.get(id)) is int else 0 for id in self.fields]
        return tuple(strokes) if any(strokes) else ()


@lru_cache(maxsize=32)
def sheets(rules: Rules) -> Mapping[str, Codec]:
    """The table's score pad, a player's tracker, paper for a plan, a summary."""
    rounds = [f"r{number}" for number in range(1, rules.rounds + 1)]
    points: dict[str, Any] = {name: Numbers({f"{name}.{line}": line for line in ROUND_LINES}) for name in rounds}
    tours: dict[str, Any] = {name: Paths(f"tours.{name}", rules.tour_boxes) for name in rounds}
    column = Codec(
        name=Text("name"),
        **points,
        lines=Numbers(_REST),
        colors=Numbers({f"rooms.{color}": color for color in rules.colors}),
        rooms=Number("rooms.all"),
        unhappy=Number("unhappy"),
    )
    pad = Codec(columns=Columns([f"p{seat}" for seat in range(1, PLAYERS[1] + 1)], column))
    tracker = Codec(
        name=Text("name"),
        inspiration=Tokens("inspiration", rules.inspiration_boxes),
        advertising=Crosses(f"advertising.{space}" for space in range(1, rules.spaces + 1)),
        bonus=Crosses(f"bonus-dice.{die}" for die in range(1, rules.bonus_dice + 1)),
        **tours,
        opening=Paths("tours.opening", rules.tour_boxes),
    )
    return {"score": pad, "tracker": tracker, "plan": Codec(name=Text("name")), "summary": Codec()}


def marks(document: Document, rules: Rules) -> list[tuple[str, Marks]]:
    """The score pad of the table, filled in."""
    columns = []
    for sheet, score in zip(document.sheets, scores(document, rules), strict=True):
        tiles = built(sheet, rules)
        columns.append(
            {
                "name": sheet.player,
                **{f"r{number}": _points(lines) for number, lines in enumerate(score.rounds, 1)},
                "lines": {**_points(score.lines), "total": score.total},
                "colors": count_colors(tiles, rules),
                "rooms": count_rooms(tiles, rules),
                "unhappy": sheet.unhappy,
            }
        )
    return [("score", sheets(rules)["score"].marks({"columns": columns}))]


def _points(lines: Sequence[Line]) -> dict[str, int]:
    return {line.name: line.points for line in lines}


# ---------------------------------------------------------------------- what paper comes to


class Column(NamedTuple):
    """A player's column of the pad, and what the tracker says of tours and tokens."""

    rounds: tuple[Mapping[str, int], ...]
    lines: Mapping[str, int]
    colors: Mapping[str, int]
    rooms: int | None
    tracked: Sheet
    tokens: bool


def count(papers: Papers, rules: Rules) -> Counted:
    """What the score pad comes to; majorities need the rooms of everybody, and count as written until then."""
    pad: Sequence[dict[str, Any]] = sheets(rules)["score"].value(papers.table.get("score", {}))["columns"]
    empty = sheets(rules)["score"].parts["columns"].empty
    table = [
        _column(player, (*pad, *empty)[min(seat, len(pad))], own_sheet(papers, seat, "tracker"), rules)
        for seat, player in enumerate(papers.players)
    ]
    shared = _shared(table, rules)
    mine = [{name: lines[seat] for name, lines in shared.items()} for seat in range(len(table))]
    scored = [_score(column, lines, rules) for column, lines in zip(table, mine, strict=True)]
    notes = _incomplete(table, shared)
    verdicts = tuple(
        SheetVerdict(column.tracked.player, tuple(_problems(column, score, rules)), notes, score)
        for column, score in zip(table, scored, strict=True)
    )
    document = Document(len(table), tuple(column.tracked for column in table))
    places = rank(document, [column.rooms or 0 for column in table], scored, rules)
    due = [_due(column, score, [*shared]) for column, score in zip(table, scored, strict=True)]
    filled = sheets(rules)["score"].marks({"columns": due})
    return Counted(Verdict(NAME, verdicts, (), places), {"score": filled}, tuple({} for _ in table))


def _column(player: str, pad: Mapping[str, Any], tracker: Marks, rules: Rules) -> Column:
    tracked = sheets(rules)["tracker"].value(tracker)
    rounds = [f"r{number}" for number in range(1, rules.rounds + 1)]
    sheet = Sheet(
        player,
        rounds=tuple(Round(tracked[name]) for name in rounds),
        opening=tracked["opening"] or None,
        unhappy=pad["unhappy"] or 0,
        inspiration=tracked["inspiration"].count(1),
    )
    written = tuple(pad[name] for name in rounds)
    return Column(written, pad["lines"], pad["colors"], pad["rooms"], sheet, bool(tracked["inspiration"]))


def _shared(table: Sequence[Column], rules: Rules) -> dict[str, list[Line]]:
    """The lines in which the players are compared, where everybody's rooms are written."""
    players = [column.tracked.player for column in table]
    found: dict[str, list[Line]] = {}
    if len(table) < PLAYERS[0]:
        return found
    if all(column.colors for column in table):
        found["majority"] = majority_lines(players, [Counter(column.colors) for column in table], rules)
    rooms = [column.rooms for column in table if column.rooms is not None]
    if len(rooms) == len(table):
        found["largest"] = largest_lines(players, rooms, rules)
    return found


def _incomplete(table: Sequence[Column], shared: Mapping[str, Any]) -> tuple[Said, ...]:
    missing = tuple(name for name in ("majority", "largest") if name not in shared)
    if not missing or not any(column.colors or column.rooms is not None for column in table):
        return ()
    return (say("incomplete-table.paper", lines=missing),)


def _score(column: Column, shared: Mapping[str, Line], rules: Rules) -> Score:
    sheet = column.tracked
    both = enumerate(zip(column.rounds, sheet.rounds, strict=True), 1)
    begun = max((number for number, (written, walked) in both if written or walked.tours), default=0)
    rounds = tuple(_round(column, number, rules) for number in range(begun))
    known = dict(shared)
    if sheet.opening:
        known["opening"] = opening_line(sheet, rules)
    if column.tokens:
        known["inspiration"] = leftovers_line(sheet, rules)
    rest = [known.get(name) or as_written(name, column.lines.get(name)) for name in _REST if name != "total"]
    return Score((*sum_lines(rounds), *rest), rounds)


def _round(column: Column, number: int, rules: Rules) -> tuple[Line, ...]:
    """The lines of a round: tours and dice by the tracker where it has them, else as written."""
    row = column.tracked.rounds[number]
    written = tuple(as_written(name, column.rounds[number].get(name)) for name in ROUND_LINES)
    if not row.tours:
        return written
    tours, dice, _ = round_lines(row, column.tracked, number, rules)
    return tours, dice, written[-1]


def _due(column: Column, score: Score, shared: Sequence[str]) -> dict[str, Any]:
    """What follows from the rooms, from the tracker, and the total."""
    follows = {*shared, *(["opening"] if column.tracked.opening else []), *(["inspiration"] if column.tokens else [])}
    lines = {line.name: line.points for line in score.lines if line.name in follows}
    walked = {
        f"r{number}": _points(lines[:2])
        for number, (lines, row) in enumerate(zip(score.rounds, column.tracked.rounds, strict=False), 1)
        if row.tours
    }
    return {**walked, "lines": {**lines, "total": score.total}}


# ---------------------------------------------------------------------- what paper can't say


def _problems(column: Column, score: Score, rules: Rules) -> Iterator[Problem]:
    sheet = column.tracked
    # Guests are compared with dice, and those are on a tracker alone.
    yield from sheet_problems(sheet if sheet.opening else replace(sheet, unhappy=0), (), rules)
    for where, written in _numbers(column):
        yield from outside(where, written, 0)
    for color, rooms in column.colors.items():
        if column.rooms is not None and rooms > column.rooms:
            where = say("place.color", color=color)
            yield problem("rooms-differ.paper", where, n=rooms, all=column.rooms, color=color)
    written, known = column.lines.get("diversity"), tuple(sorted(set(rules.diversity.values())))
    if written is not None and written not in known and {*range(len(rules.types) + 1)} <= rules.diversity.keys():
        yield problem("wrong-diversity.paper", say("place.line", line="diversity"), written=written, known=known)
    if rules.all_dice <= _MOST_DICE:
        yield from _tours_impossible(column, rules)
    yield from wrong_sums({**column.lines, "rounds": column.rounds[: len(score.rounds)]}, score)


def _numbers(column: Column) -> Iterator[tuple[Said, int | None]]:
    """Every number on the pad, with its place for people."""
    for number, row in enumerate(column.rounds, 1):
        yield from ((say("place.round", line=name, round=number), points) for name, points in row.items())
    yield from ((say("place.line", line=name), points) for name, points in column.lines.items())
    yield from ((say("place.color", color=color), rooms) for color, rooms in column.colors.items())
    yield say("place.all-rooms"), column.rooms
    yield say("place.line", line="unhappy"), column.tracked.unhappy


@lru_cache(maxsize=32)
def tour_sums(dice: int, rewards: tuple[int, ...]) -> list[set[int]]:
    """What tours can bring with 0, 1, 2, … dice in all, on however many paths.

    >>> tour_sums(3, (0, 2, 5))
    [{0}, {0}, {0, 2}, {0, 2, 5}]
    """
    found = [{0}]
    for total in range(1, dice + 1):
        paths = range(1, total + 1)
        found.append({by_dice(path, rewards) + rest for path in paths for rest in found[total - path]})
    return found


def _tours_impossible(column: Column, rules: Rules) -> Iterator[Problem]:
    """Points that no tours give, of rounds and openings that no tracker explains."""
    sums = tour_sums(rules.all_dice, rules.tour_rewards)
    for number, (written, row) in enumerate(zip(column.rounds, column.tracked.rounds, strict=True), 1):
        tours, dice = written.get("tours"), written.get("dice")
        if row.tours or dice is None:
            continue
        paid = {count * rules.die_in_round: count for count in range(rules.all_dice, -1, -1)}
        if dice not in paid:
            yield from outside(say("place.round", line="dice", round=number), dice, min(0, dice), max(paid))
        elif tours is not None and tours not in sums[paid[dice]] and rules.die_in_round:
            allowed = say("possible.tours", dice=paid[dice], points=tuple(sorted(sums[paid[dice]])))
            yield impossible(say("place.round", line="tours", round=number), tours, allowed)
    opening = column.lines.get("opening")
    if opening is not None and opening > 0 and not column.tracked.opening:
        every = set(chain.from_iterable({s + n * rules.die_in_opening for s in row} for n, row in enumerate(sums)))
        if opening not in every:
            yield impossible(say("place.opening"), opening, say("possible.opening", dice=rules.all_dice))
