"""The keys that the sheet documents of all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.strict import Table, as_name, as_whole
from pnp.words import say


def sheets_of(table: Table) -> list[Table]:
    """The sheets of a document: its `sheets`, or the document itself where one sheet stands at the top."""
    if "sheets" in table:
        sheets = table.tables("sheets", most=100)
        if not sheets:
            table.fault(say("no-sheet"), "sheets")
        return sheets
    return [table]


def players_of(table: Table, sheets: int, low: int, high: int) -> int:
    """How many sit at the table: `players`, or as many as there are sheets, within what the game allows."""
    players = table.whole("players", min(max(low, sheets), high), low, high)
    if sheets > players:
        table.fault(say("too-many-sheets", sheets=sheets, players=players), "sheets")
    return players


def player_of(sheet: Table, number: int) -> str:
    """The player's name, or `player 1` where none is given."""
    default = f"player {number}"
    return sheet.item(sheet.raw("player", default), default, as_name, "player")


def written_of(sheet: Table, lines: Sequence[str], rounds: Sequence[str] = ()) -> int | Mapping[str, Any] | None:
    """What the player wrote down: a number for the total, or a table of lines (with `rounds` where a game has them)."""
    value = sheet.raw("written", None)
    if value is None:
        return None
    if not isinstance(value, dict):
        return sheet.item(value, None, as_whole, "written")
    table = sheet.table("written")
    assert table is not None
    answer: dict[str, Any] = {name: table.whole(name) for name in (*lines, "total") if name in table}
    if rounds and "rounds" in table:
        answer["rounds"] = []
        for row in table.tables("rounds"):
            answer["rounds"].append({name: row.whole(name) for name in (*rounds, "total") if name in row})
            row.close()
    table.close()
    return answer
