"""The rules of {title}: what may stand on a sheet, and what it is worth.

Ten rounds. Each round everybody writes the sum of two dice; a sum higher than the one before earns a coin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, FieldRule, Marks, Papers
from pnp.games.verdict import Line, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_whole

TITLE = "{title}"
PLAYERS = (1, 6)
ROUNDS = 10
LINES = ("coins", "last")


class Sheet(NamedTuple):
    """What a player wrote."""

    player: str
    rolls: tuple[int, ...]
    written: Any


def fields(edition: Edition) -> dict[str, dict[str, FieldRule]]:
    """The fields of each sheet: the same ids as in the layout."""
    del edition
    play = {{"name": FieldRule("text")}}
    play |= {{f"rolls.{{n}}": FieldRule("number") for n in range(1, ROUNDS + 1)}}
    play |= {{f"coins.{{n}}": FieldRule("cross") for n in range(1, ROUNDS)}}
    play |= {{f"score.{{line}}": FieldRule("number") for line in (*LINES, "total")}}
    return {{"play": play}}


def read(table: Table, edition: Edition) -> tuple[Sheet, ...]:
    """The sheets of a document; what can't be understood goes to the table's faults."""
    del edition
    rows = sheets_of(table)
    players_of(table, len(rows), *PLAYERS)
    sheets = []
    for number, row in enumerate(rows, 1):
        rolls = row.items("rolls", as_whole, [], most=100)
        sheets.append(Sheet(player_of(row, number), tuple(rolls), written_of(row, LINES)))
        if row is not table:
            row.close()
    return tuple(sheets)


def coins(rolls: tuple[int, ...]) -> int:
    """How often a roll is higher than the one before it.

    >>> coins((3, 7, 7, 12))
    2
    """
    return sum(later > earlier for earlier, later in zip(rolls, rolls[1:], strict=False))


def score(sheet: Sheet) -> Score:
    """The points by line, each with its reason."""
    climbs = coins(sheet.rolls)
    last = sheet.rolls[-1] if len(sheet.rolls) == ROUNDS else 0
    return Score(
        (
            Line("coins", climbs, f"{{climbs}} climbs"),
            Line("last", 5 if last == 12 else 0, f"the last roll is {{last or 'still to come'}}"),
        )
    )


def problems(sheet: Sheet) -> list[Problem]:
    """What is against the rules on a sheet: a code, a place, and what is allowed."""
    found = [
        Problem("no-such-roll", f"rolls {{n}}", f"rolls {{n}}: {{roll}} can't be rolled; two dice give 2 to 12")
        for n, roll in enumerate(sheet.rolls, 1)
        if not 2 <= roll <= 12
    ]
    if len(sheet.rolls) > ROUNDS:
        found.append(Problem("too-many-rolls", "rolls", f"rolls: {{len(sheet.rolls)}} written; there are {{ROUNDS}} rounds"))
    return found + wrong_sums(sheet.written, score(sheet))


def judge(document: tuple[Sheet, ...], edition: Edition) -> Verdict:
    """What the rules say of a document."""
    del edition
    sheets = tuple(SheetVerdict(s.player, tuple(problems(s)), (), score(s)) for s in document)
    totals = [(sheet.player, sheet.score.total) for sheet in sheets]
    return Verdict("{name}", sheets, (), ranking(totals, [()] * len(totals), lambda _: ""))


def marks(document: tuple[Sheet, ...], edition: Edition) -> list[tuple[str, Marks]]:
    """The sheets filled in, for printing."""
    del edition
    filled: list[tuple[str, Marks]] = []
    for sheet in document:
        points = score(sheet)
        found: dict[str, Any] = {{"name": sheet.player, "score.total": points.total}}
        found |= {{f"rolls.{{n}}": roll for n, roll in enumerate(sheet.rolls[:ROUNDS], 1)}}
        found |= {{f"coins.{{n}}": True for n in range(1, min(coins(sheet.rolls), ROUNDS - 1) + 1)}}
        found |= {{f"score.{{line.name}}": line.points for line in points.lines}}
        filled.append(("play", found))
    return filled


def count(papers: Papers, edition: Edition) -> Counted:
    """The other way round: what sheets on paper come to, and what their score boxes should say."""
    document = []
    for seat, player in enumerate(papers.players):
        paper: dict[str, Any] = dict(papers.own[seat].get("play", {{}}))
        rolls = tuple(paper[id] for n in range(1, ROUNDS + 1) if (id := f"rolls.{{n}}") in paper)
        written = {{line: paper[id] for line in (*LINES, "total") if (id := f"score.{{line}}") in paper}}
        document.append(Sheet(player, rolls, written or None))
    due = []
    for sheet, filled in marks(tuple(document), edition):
        due.append({{sheet: {{id: mark for id, mark in filled.items() if id.startswith("score.")}}}})
    return Counted(judge(tuple(document), edition), {{}}, tuple(due))
