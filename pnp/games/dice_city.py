"""Dice City: cities of two to four players, the piles they drew from, and who built the new capital."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._city import (
    CitySheet,
    completed_rows,
    drawn,
    location_cards,
    location_vp,
    overdrawn,
    pile_sizes,
    read_sheet,
    score,
    supplies,
)
from pnp.games._city_box import Box, open_box
from pnp.games._city_verdict import city_fields, city_marks, judge_sheet
from pnp.games.document import players_of, sheets_of
from pnp.games.game import Counted, FieldRule, Mark, Marks, Papers
from pnp.games.verdict import Rank, Verdict, ranking
from pnp.strict import Table

TITLE = "Dice City"
PLAYERS = (2, 4)

_ENDS = ("bandits", "ships", "deck", "rows")


@dataclass(frozen=True, slots=True)
class CityTable:
    """The sheets of a table in turn order; `stated` is false where nobody said how many played."""

    players: int
    sheets: tuple[CitySheet, ...]
    stated: bool = True

    @property
    def complete(self) -> bool:
        return len(self.sheets) == self.players


def fields(edition: Edition) -> dict[str, dict[str, FieldRule]]:
    """The score pad for the table, a city for each player, and a summary without fields."""
    box = open_box(edition)
    numbers = ("tokens", "ships", "bandits", *box.rows, "total")
    pad: dict[str, FieldRule] = {}
    for seat in range(1, PLAYERS[1] + 1):
        pad[f"p{seat}.name"] = FieldRule("text")
        pad |= {f"p{seat}.{name}": FieldRule("number") for name in numbers}
    pad |= {place: FieldRule("cross") for place in _pile_boxes(box)}
    pad |= {f"ends.{end}": FieldRule("cross") for end in _ENDS}
    return {"score": pad, "city": city_fields(box), "summary": {}}


def _pile_boxes(box: Box, taken: Sequence[CitySheet] | None = None) -> list[str]:
    """The boxes of every pile with the most players, or those of the cards that were taken."""
    places = []
    for kind, sizes in pile_sizes(box, PLAYERS[1]).items():
        counts = Counter(vp for sheet in taken or () for vp in _cards(sheet, kind))
        for vp, size in sizes.items():
            crossed = size if taken is None else min(size, counts[vp])
            places += [f"piles.{kind.removesuffix('s')}{vp}.{number}" for number in range(1, crossed + 1)]
    return places


def _cards(sheet: CitySheet, kind: str) -> tuple[int, ...]:
    return sheet.ships if kind == "ships" else sheet.bandits


def read(table: Table, edition: Edition) -> CityTable:
    """The sheets of a document; what can't be understood goes to the table's faults."""
    box = open_box(edition)
    tables = sheets_of(table)
    stated = "players" in table or len(tables) >= PLAYERS[0]
    players = players_of(table, len(tables), *PLAYERS)
    sheets = tuple(read_sheet(sheet, number, box) for number, sheet in enumerate(tables, 1))
    for sheet in tables:
        if sheet is not table:
            sheet.close()
    # A lone sheet may come from a table of any size, so only the largest one's piles can be held against it.
    return CityTable(players if stated else PLAYERS[1], sheets, stated)


def judge(document: CityTable, edition: Edition) -> Verdict:
    """What the rules say of a table: each city, the piles they share, the end and the ranking."""
    box = open_box(edition)
    limits = supplies(box, document.players)
    notes = _end_notes(document, box)
    verdicts = tuple(
        judge_sheet(sheet, box, limits, notes=[*_fewest_players(document, sheet, box), *notes[number]])
        for number, sheet in enumerate(document.sheets)
    )
    alone = {problem.where for verdict in verdicts for problem in verdict.problems}
    problems = [p for p in table_problems(document.sheets, box, document.players) if p.where not in alone]
    return Verdict("dice-city", verdicts, tuple(problems), rank(document.sheets, box))


def table_problems(sheets: Iterable[CitySheet], box: Box, players: int) -> list[Problem]:
    """Each pile or card of which the players together have more than there are."""
    together: Counter[str] = sum((drawn(sheet, box) for sheet in sheets), Counter())
    shared = {name: limit for name, limit in supplies(box, players).items() if not limit.each_board}
    return overdrawn(together, shared)


def _fewest_players(document: CityTable, sheet: CitySheet, box: Box) -> list[Note]:
    """A note where a lone sheet would be over a pile's size at a smaller table."""
    if document.stated:
        return []
    over = overdrawn(drawn(sheet, box), supplies(box, PLAYERS[0]))
    wheres = ", ".join(problem.where for problem in over if problem.code == "too-many-cards")
    said = f"players: not given, so {document.players} are assumed; too many for {PLAYERS[0]}: {wheres}"
    return [Note("players-assumed", said)] if wheres else []


def end_conditions(sheets: Sequence[CitySheet], box: Box, players: int) -> tuple[str, ...]:
    """Which ends the sheets show: `bandits`, `ships`, and `rows` where a player may choose to end it."""
    sizes = pile_sizes(box, players)
    needed = {"bandits": box.empty_bandits, "ships": box.empty_ships}
    ends = []
    for kind, piles in needed.items():
        counts = Counter(vp for sheet in sheets for vp in _cards(sheet, kind))
        if sum(counts[vp] >= size for vp, size in sizes[kind].items()) >= piles:
            ends.append(kind)
    if any(len(completed_rows(sheet.city, box)) >= box.full_rows for sheet in sheets):
        ends.append("rows")
    return tuple(ends)


def _end_notes(document: CityTable, box: Box) -> list[list[Note]]:
    """Why the game may have ended, for each sheet; what concerns the whole table is said on the first one."""
    notes: list[list[Note]] = [[] for _ in document.sheets]
    ends = end_conditions(document.sheets, box, document.players)
    words = {
        "bandits": f"the end: {box.empty_bandits} bandit piles are empty",
        "ships": f"the end: {box.empty_ships} or more ship piles are empty",
    }
    notes[0] += [Note("end-condition", words[end]) for end in ends if end in words]
    for number, sheet in enumerate(document.sheets):
        rows = completed_rows(sheet.city, box)
        if len(rows) >= box.full_rows:
            said = f"the end: {', '.join(rows)} are filled and active, so {sheet.player} may end the game"
            notes[number].append(Note("end-condition", said))
    if document.complete and not ends:
        said = "the end: no sheet shows why the game ended; only an empty location deck leaves no trace"
        notes[0].append(Note("no-end-condition", said))
    return notes


def rank(sheets: Sequence[CitySheet], box: Box, totals: Sequence[int] | None = None) -> tuple[Rank, ...]:
    """The players from first to last, by their scores or other totals; their order decides what nothing else does."""
    words = {
        "location-cards": "location cards",
        "ships-and-bandits": "VP from ships and bandits",
        "turn-order": "nearer to the starting player",
    }
    rows, keys = [], []
    for number, sheet in enumerate(sheets):
        steps = {
            "location-cards": location_cards(sheet.city, box),
            "ships-and-bandits": sum(sheet.ships) + sum(sheet.bandits),
            "turn-order": -number,
        }
        rows.append((sheet.player, score(sheet, box).total if totals is None else totals[number]))
        keys.append(tuple(steps[step] for step in box.tiebreaks))
    return ranking(rows, keys, lambda step: words[box.tiebreaks[step]])


def marks(document: CityTable, edition: Edition) -> list[tuple[str, Marks]]:
    """The score pad of the table, filled in, and the city of each player."""
    return filled(document, open_box(edition))


def filled(document: CityTable, box: Box) -> list[tuple[str, Marks]]:
    """The marks of a table by what is in the box."""
    pad: dict[str, Mark] = dict.fromkeys(_pile_boxes(box, document.sheets), True)
    # Full rows end the game only where their player wants it, which no document says.
    ends = end_conditions(document.sheets, box, document.players)
    pad |= {f"ends.{end}": True for end in ends if end != "rows"}
    for seat, sheet in enumerate(document.sheets, 1):
        result = score(sheet, box)
        rows = {row: sum(location_vp(at, box) for at in places) for row, places in sheet.city.items()}
        lines = {line.name: line.points for line in result.lines if line.name != "locations"}
        pad |= {f"p{seat}.{name}": mark for name, mark in {**lines, **rows, "total": result.total}.items()}
        pad[f"p{seat}.name"] = sheet.player
    return [("score", pad), *(("city", city_marks(sheet, box)) for sheet in document.sheets)]


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad and the cities come to as they are filled in on paper."""
    from pnp.games import _city_paper

    return _city_paper.count(papers, edition)


def __getattr__(name: str) -> object:
    """`play`, the playing of the game, which is loaded when somebody plays."""
    if name != "play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pnp.games import _city_play

    return _city_play
