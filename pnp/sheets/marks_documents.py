"""Documents that say what stands in which box, for any game whose sheets can be counted.

    game = "coin-rush"
    [[sheets]]
    player = "Ana"
    marks = { r1.coins = 5, fails = 2 }

`marks` of a sheet are those of the game's main sheet, on a pad of the table those of the player's column; the name of a
sheet before them means another one, and `marks` of the whole document a pad that everybody shares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.edition import Edition
from pnp.games.codec import FieldRule, Mark, Marks
from pnp.games.document import player_of, sheets_of
from pnp.games.game import Counted, Game, Papers
from pnp.games.paper import MarkCheck
from pnp.games.verdict import Verdict
from pnp.sheets.labels import COLUMN
from pnp.strict import Table, near, shown
from pnp.words import LANGUAGE, Words, say

Sheets = Mapping[str, Mapping[str, FieldRule]]


def is_one(data: Mapping[str, Any]) -> bool:
    """Whether a document speaks of marks."""
    sheets = data.get("sheets")
    rows = [row for row in sheets if isinstance(row, dict)] if isinstance(sheets, list) else []
    return any("marks" in row for row in (data, *rows))


def read(table: Table, sheets: Sheets, players: tuple[int, int]) -> Papers:
    """The paper that a document of marks describes; what is wrong goes to the table's faults."""
    main = next((name for name, fields in sheets.items() if len(fields) > 1), next(iter(sheets)))
    names: list[str] = []
    shared: dict[str, dict[str, Mark]] = {}
    own: list[dict[str, dict[str, Mark]]] = []
    rows = sheets_of(table)
    table.whole("players", len(rows), min(players[0], len(rows)), players[1])
    if len(rows) > players[1]:
        table.fault(say("too-many-sheets", sheets=len(rows), players=players[1]), "sheets")
    for number, row in enumerate(rows, 1):
        names.append(player_of(row, number))
        own.append({})
        for sheet, id, mark in _given(row, sheets, main, f"p{number}."):
            is_column = sheet == main and COLUMN.match(id) is not None
            (shared if is_column else own[-1]).setdefault(sheet, {})[id] = mark
        if row is not table:
            row.close()
    if "sheets" in table:
        for sheet, id, mark in _given(table, sheets, main, ""):
            shared.setdefault(sheet, {})[id] = mark
    return Papers(tuple(names), shared, tuple(own))


def _given(row: Table, sheets: Sheets, main: str, column: str) -> list[tuple[str, str, Mark]]:
    """The marks of a row of the document: sheet, field and mark; those that can't be are faults."""
    given = row.table("marks")
    if given is None:
        return []
    found = []
    for key, value in given.data.items():
        by_sheet = key in sheets and isinstance(value, dict)
        sheet, marks = (key, value) if by_sheet else (main, {key: value})
        check = MarkCheck(sheets[sheet])
        for id, mark in _flat(marks):
            # A column is the player's own; the ids of a sheet that has none are those of the sheet.
            full = column + id if column + id in sheets[sheet] else id
            if full not in sheets[sheet]:
                close = near(id, [known.removeprefix(column) for known in sheets[sheet]])
                given.fault(say("no-such-field", id=shown(id), sheet=sheet, near=close))
            elif allowed := check.fault(full, mark):
                given.fault(say("no-such-mark", id=id, mark=shown(mark), allowed=allowed))
            else:
                found.append((sheet, full, mark))
    return found


def _flat(marks: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    """Ids and marks of tables in tables: TOML makes a table of each dot.

    >>> _flat({"r1": {"tours": 5}, "total": 7})
    [('r1.tours', 5), ('total', 7)]
    """
    found: list[tuple[str, Any]] = []
    for key, value in marks.items():
        found += _flat(value, f"{before}{key}.") if isinstance(value, dict) else [(before + key, value)]
    return found


class MarksGame(Game):
    """A game whose documents are marks on its sheets, counted by its rules."""

    def read(self, table: Table, edition: Edition) -> Papers:
        if self.count is None:
            table.fault(say("no-pad", game=repr(edition.game)), "marks")
        return read(table, self.fields(edition), self.PLAYERS)

    def judge(self, document: Papers, edition: Edition) -> Verdict:
        return self._counted(document, edition).verdict

    def _counted(self, document: Papers, edition: Edition) -> Counted:
        made: Counted = self.count(document, edition)
        return made

    def marks(self, document: Papers, edition: Edition) -> list[tuple[str, Marks]]:
        """The sheets with what follows from the marks, and the names where the sheets have a place for them."""
        counted, sheets = self._counted(document, edition), self.fields(edition)
        filled: list[tuple[str, Marks]] = []
        for name in dict.fromkeys([*document.table, *counted.table]):
            named = {
                f"p{n}.name": player for n, player in enumerate(document.players, 1) if f"p{n}.name" in sheets[name]
            }
            filled.append((name, {**named, **counted.table.get(name, {}), **document.table.get(name, {})}))
        for player, own, due in zip(document.players, document.own, counted.own, strict=True):
            for name in dict.fromkeys([*own, *due]):
                named = {"name": player} if "name" in sheets[name] else {}
                filled.append((name, {**named, **due.get(name, {}), **own.get(name, {})}))
        return filled


class ByMarks(MarksGame):
    """Another game, whose documents are marks this time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.TITLE, self.PLAYERS, self.count = game.TITLE, game.PLAYERS, game.count

    def fields(self, edition: Edition) -> Sheets:
        return self.game.fields(edition)

    def words(self, language: str = LANGUAGE) -> Words:
        return self.game.words(language)
