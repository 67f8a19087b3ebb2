"""Sheet documents of Dice Manor: read strictly into sheets, and sheets written as documents."""

from __future__ import annotations

from functools import partial
from typing import Any

from pnp.games.dice_manor.rules import DIE, LINES, MAGIC_TOO, MOST, NAME, PLAYERS, ROUND_LINES, Rules
from pnp.games.dice_manor.sheet import Document, RoomTile, Round, Sheet
from pnp.games.dice_manor.tiles import Placed, parse_cell, read_placed
from pnp.games.dice_manor.tours import OPENING, Walk
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.strict import Table, as_text, as_whole, shown, wrong
from pnp.words import say


def read(table: Table, rules: Rules) -> Document:
    """A document from its keys; what is wrong goes to the table's faults."""
    tables = sheets_of(table)
    players = players_of(table, len(tables), *PLAYERS)
    sheets = []
    for number, sheet in enumerate(tables, 1):
        sheets.append(_sheet(sheet, number, rules))
        if sheet is not table:
            sheet.close()
    return Document(players, tuple(sheets))


def _sheet(sheet: Table, number: int, rules: Rules) -> Sheet:
    rooms = tuple(_room(row) for row in sheet.tables("rooms", most=MOST)) if "rooms" in sheet else None
    placed = [read_placed(row, rules) for row in sheet.tables("manor", most=MOST)]
    return Sheet(
        player=player_of(sheet, number),
        rooms=rooms,
        rounds=tuple(_round(row) for row in sheet.tables("rounds", most=MOST)),
        opening=_opening(sheet),
        unhappy=sheet.whole("unhappy", 0, 0, MOST),
        inspiration=sheet.whole("inspiration", 0, 0, MOST),
        diversity=sheet.whole("diversity", 0, 0, MOST) if "diversity" in sheet else None,
        written=written_of(sheet, LINES, ROUND_LINES),
        manor=tuple(tile for tile in placed if tile),
        walks=tuple(_walk(row, rules) for row in sheet.tables("walks", most=MOST)),
    )


def _room(row: Table) -> RoomTile:
    tile = RoomTile(row.text("type"), MAGIC_TOO.get(color := row.text("color"), color), _touches(row))
    row.close()
    return tile


def _touches(row: Table) -> tuple[frozenset[str], ...]:
    """Colors, the same for each room of the tile, or a list of them for each room."""
    values = row.raw("touches", [])
    if isinstance(values, list) and values and all(isinstance(value, list) for value in values):
        each = [[row.item(color, "", as_text, "touches") for color in value] for value in values[:MOST]]
        return tuple(map(frozenset, each))
    colors = frozenset(row.items("touches", as_text, []))
    return (colors,) if "touches" in row.data else ()


def _round(row: Table) -> Round:
    prestige = row.items("advertising", partial(as_whole, low=0, high=MOST), [], most=MOST)
    found = Round(_tours(row), tuple(prestige))
    row.close()
    return found


def _opening(sheet: Table) -> tuple[int, ...] | None:
    row = sheet.table("opening")
    if row is None:
        return None
    tours = _tours(row)
    row.close()
    return tours


def _tours(row: Table) -> tuple[int, ...]:
    return tuple(row.items("tours", partial(as_whole, low=1, high=MOST), [], most=MOST))


def _walk(row: Table, rules: Rules) -> Walk:
    number = row.item(row.raw("round"), 1, partial(_as_round, rules=rules), "round")
    path = tuple(row.items("path", parse_cell, most=MOST))
    if not path and "path" in row.data:
        row.fault(say("path-without-cell"), "path")
    walk = Walk(number, row.whole("die", low=DIE[0], high=DIE[-1]), path)
    row.close()
    return walk


def _as_round(value: Any, rules: Rules) -> int:
    if value == OPENING:
        return rules.rounds + 1
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= rules.rounds:
        wrong("no-round-number", value=shown(value), rounds=rules.rounds, opening=repr(OPENING))
    return value


def as_document(document: Document, rules: Rules) -> dict[str, Any]:
    """Sheets as the document that reads as them again."""
    sheets = [_as_sheet(sheet, rules) for sheet in document.sheets]
    return {"game": NAME, "players": document.players, "sheets": sheets}


def _as_sheet(sheet: Sheet, rules: Rules) -> dict[str, Any]:
    rows = [{"tours": list(row.tours), "advertising": list(row.advertising)} for row in sheet.rounds]
    found: dict[str, Any] = {"player": sheet.player, "inspiration": sheet.inspiration, "rounds": rows}
    if sheet.rooms is None:
        found["manor"] = [as_placed(tile) for tile in sheet.manor]
        found["walks"] = [as_walk(walk, rules) for walk in sheet.walks]
    else:
        found["rooms"] = [_as_room(room) for room in sheet.rooms]
    if sheet.opening is not None:
        found |= {"opening": {"tours": list(sheet.opening)}, "unhappy": sheet.unhappy}
    return found if sheet.diversity is None else {**found, "diversity": sheet.diversity}


def as_placed(placed: Placed) -> dict[str, Any]:
    """A tile of a plan, named from the edition, as it stands in a document."""
    return {"tile": placed.name, "at": list(placed.at), "turned": placed.turned, "round": placed.built}


def as_walk(walk: Walk, rules: Rules) -> dict[str, Any]:
    """A walk as it stands in a document."""
    when = walk.round if walk.round <= rules.rounds else OPENING
    return {"round": when, "die": walk.die, "path": [list(cell) for cell in walk.path]}


def _as_room(room: RoomTile) -> dict[str, Any]:
    touches: list[Any] = [sorted(colors) for colors in room.touches]
    row = {"type": room.type, "color": room.color}
    return {**row, "touches": touches if len(touches) > 1 else touches[0]} if touches else row
