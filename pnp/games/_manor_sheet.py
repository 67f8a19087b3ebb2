"""Sheet documents of Dice Manor, read strictly into frozen values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pnp.edition import Edition
from pnp.games._manor_box import MOST, Box, open_box
from pnp.games._manor_plan import plan_of, touched
from pnp.games._manor_tiles import DIE, Placed, parse_cell, read_placed
from pnp.games._manor_walks import OPENING, Walk
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.strict import Table, as_text, as_whole, shown

PLAYERS = (2, 4)
ROUND_LINES = ("tours", "dice", "advertising")
LINES = (*ROUND_LINES, "opening", "majority", "diversity", "inspiration", "largest")


MAGIC_TOO = {"purple": "magic"}
"""The rulebook calls magic rooms by their color too."""


@dataclass(frozen=True, slots=True)
class RoomTile:
    """A tile somebody built: its type and color, and what each room touches (one set stands for all)."""

    type: str
    color: str
    touches: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """What one player did in a round: dice on each path, Prestige of each advertising space."""

    tours: tuple[int, ...] = ()
    advertising: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet as written; None where something was left out."""

    player: str
    rooms: tuple[RoomTile, ...] | None = None
    rounds: tuple[Round, ...] = ()
    opening: tuple[int, ...] | None = None
    unhappy: int = 0
    inspiration: int = 0
    diversity: int | None = None
    written: int | Mapping[str, Any] | None = None
    manor: tuple[Placed, ...] = ()
    walks: tuple[Walk, ...] = ()

    @property
    def lists_rooms(self) -> bool:
        """Whether the sheet says which rooms there are; one that says nothing may have any."""
        return self.rooms is not None or bool(self.manor)


@dataclass(frozen=True, slots=True)
class Document:
    """The sheets of a table, and how many play at it."""

    players: int
    sheets: tuple[Sheet, ...]

    @property
    def complete(self) -> bool:
        return len(self.sheets) == self.players


def read(table: Table, edition: Edition) -> Document:
    """A document from its keys; what is wrong goes to the table's faults."""
    box = open_box(edition)
    value = edition["tiles"]
    tiles = Table(value if isinstance(value, dict) else {}, table.faults, ("tiles of the edition",))
    tables = sheets_of(table)
    players = players_of(table, len(tables), *PLAYERS)
    sheets = []
    for number, sheet in enumerate(tables, 1):
        sheets.append(_sheet(sheet, number, box, tiles))
        if sheet is not table:
            sheet.close()
    return Document(players, tuple(sheets))


def _sheet(sheet: Table, number: int, box: Box, tiles: Table) -> Sheet:
    rooms = tuple(_room(row) for row in sheet.tables("rooms", most=MOST)) if "rooms" in sheet else None
    placed = [read_placed(row, box, tiles) for row in sheet.tables("manor", most=MOST)]
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
        walks=tuple(_walk(row, box) for row in sheet.tables("walks", most=MOST)),
    )


def _room(row: Table) -> RoomTile:
    tile = RoomTile(row.text("type"), MAGIC_TOO.get(color := row.text("color"), color), _touches(row))
    row.close()
    return tile


def _touches(row: Table) -> tuple[frozenset[str], ...]:
    """Colors, the same for each room of the tile, or a list of them for each room."""
    values = row.raw("touches", [])
    if isinstance(values, list) and values and all(isinstance(value, list) for value in values):
        return tuple(frozenset(_color(row, color) for color in value) for value in values[:MOST])
    return (frozenset(row.items("touches", as_text, [])),)


def _color(row: Table, value: Any) -> str:
    return row.item(value, "", as_text, "touches")


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


def _walk(row: Table, box: Box) -> Walk:
    number = row.item(row.raw("round"), 1, partial(_as_round, box=box), "round")
    path = tuple(row.items("path", parse_cell, most=MOST))
    if not path and "path" in row.data:
        row.fault("a path without a cell; at least one is needed", "path")
    walk = Walk(number, row.whole("die", low=DIE[0], high=DIE[-1]), path)
    row.close()
    return walk


def _as_round(value: Any, box: Box) -> int:
    if value == OPENING:
        return box.rounds + 1
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= box.rounds:
        raise ValueError(f"{shown(value)} is not a round; 1 to {box.rounds} and {OPENING!r} are allowed")
    return value


def built(sheet: Sheet, edition: Edition, box: Box) -> tuple[RoomTile, ...]:
    """The tiles of a manor: those of its plan where there is one, else those that are listed."""
    if not sheet.manor:
        return sheet.rooms or ()
    near = touched(plan_of(sheet.manor, edition, box))
    return tuple(
        RoomTile(placed.tile.type, placed.tile.color, near[number]) for number, placed in enumerate(sheet.manor, 1)
    )


def rooms_in(tile: RoomTile, box: Box) -> int:
    return box.types[tile.type].rooms if tile.type in box.types else 1


def count_rooms(tiles: tuple[RoomTile, ...], box: Box) -> int:
    """All rooms of a manor but its entrance."""
    return sum(rooms_in(tile, box) for tile in tiles)


def count_colors(tiles: tuple[RoomTile, ...], box: Box) -> Counter[str]:
    """Rooms of each color; a magic room counts once for each color it touches, and magic is none of them."""
    counts: Counter[str] = Counter()
    for tile in tiles:
        rooms = rooms_in(tile, box)
        if tile.color != box.magic:
            counts[tile.color] += rooms
            continue
        each = tile.touches if len(tile.touches) == rooms else tile.touches[:1] * rooms
        counts.update(color for touched_colors in each for color in touched_colors)
    del counts[box.magic]
    return Counter({**dict.fromkeys(box.colors, 0), **counts})
