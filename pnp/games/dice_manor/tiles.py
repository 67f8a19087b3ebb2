"""Tiles as people type them: cells, doors and slots, how a tile is turned and where it lies.

A cell is `"x,y"`, x to the right and y up. A door is a cell and a side, `"1,0 N"`, or the side alone at cell
0,0. A slot is the number it takes, `4`, one of two numbers, `"3/4"`, or `"any"`. A tile of two rooms has a
list of cells and one of slots for each room, or one item for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from pnp.games.dice_manor.rules import DIE, Rules, complain
from pnp.strict import Fault, Table, as_text, as_whole, near, shown, wrong
from pnp.words import say

T = TypeVar("T")
Point = tuple[int, int]
Door = tuple[Point, str]
Slot = frozenset[int]

SIDES = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
TURNS = (0, 90, 180, 270)
ANY: Slot = frozenset(DIE)
FARTHEST = 99


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies unturned: the cells of each room, the doors, and each room's slots where known."""

    type: str
    color: str
    rooms: tuple[tuple[Point, ...], ...]
    doors: frozenset[Door]
    slots: tuple[tuple[Slot, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile in a manor: turned clockwise about its cell 0,0, which lies `at` a place; `built` in a round."""

    tile: Tile
    at: Point
    turned: int = 0
    name: str = ""
    built: int = 1


def cell_text(point: Point) -> str:
    """A cell as it is typed.

    >>> cell_text(parse_cell("-1, 2"))
    '-1,2'
    """
    return f"{point[0]},{point[1]}"


def parse_cell(value: Any) -> Point:
    """A cell from `"x,y"` or `[x, y]`."""
    if isinstance(value, list) and len(value) == 2:
        x, y = (as_whole(part, -FARTHEST, FARTHEST) for part in value)
        return x, y
    found = re.fullmatch(r"\s*(-?[0-9]{1,2})\s*,\s*(-?[0-9]{1,2})\s*", value) if isinstance(value, str) else None
    if not found:
        wrong("no-cell", value=shown(value))
    return int(found[1]), int(found[2])


def parse_door(value: Any) -> Door:
    """A door from a cell and a side, or from the side alone.

    >>> parse_door("1,0 N"), parse_door("w")
    (((1, 0), 'N'), ((0, 0), 'W'))
    """
    found = re.fullmatch(r"\s*(?:(\S.*?)\s+)?([NESWnesw])\s*", as_text(value))
    if not found:
        wrong("no-door", value=shown(value))
    return parse_cell(found[1]) if found[1] else (0, 0), found[2].upper()


def parse_slot(value: Any) -> Slot:
    """The numbers that a slot takes.

    >>> sorted(parse_slot("3/4")), parse_slot("any") == ANY
    ([3, 4], True)
    """
    if value == "any":
        return ANY
    if isinstance(value, str) and re.fullmatch(r"[1-6](/[1-6])*", value):
        return frozenset(int(number) for number in value.split("/"))
    if isinstance(value, str):
        wrong("no-slot", value=shown(value))
    return frozenset({as_whole(value, DIE[0], DIE[-1])})


def slot_text(slot: Slot) -> str:
    """A slot as it is typed, every number of it."""
    return "/".join(map(str, sorted(slot)))


def across(door: Door) -> Door:
    """The same doorway seen from its other side.

    >>> across(((0, 0), "N"))
    ((0, 1), 'S')
    """
    (x, y), side = door
    dx, dy = SIDES[side]
    return (x + dx, y + dy), "NESW"[("NESW".index(side) + 2) % 4]


def turned(point: Point, angle: int) -> Point:
    """A cell after turning clockwise about 0,0.

    >>> turned((1, 0), 90), turned((1, 2), 180)
    ((0, -1), (-1, -2))
    """
    x, y = point
    for _ in range(angle // 90):
        x, y = y, -x
    return x, y


def laid(point: Point, placed: Placed) -> Point:
    """Where a cell of a tile lies in the manor."""
    x, y = turned(point, placed.turned)
    return x + placed.at[0], y + placed.at[1]


def laid_door(door: Door, placed: Placed) -> Door:
    """Where a door of a tile lies in the manor, and which way it faces.

    >>> laid_door(((1, 0), "N"), Placed(Tile("office", "red", (((1, 0),),), frozenset()), (5, 5), 90))
    ((5, 4), 'E')
    """
    return laid(door[0], placed), "NESW"[("NESW".index(door[1]) + placed.turned // 90) % 4]


def in_one_piece(cells: Collection[Point]) -> bool:
    """Whether one can go from each cell to each other one across their sides."""
    left = set(cells)
    edge = [left.pop()] if left else []
    while edge:
        cell = edge.pop()
        beside = {across((cell, side))[0] for side in SIDES} & left
        left -= beside
        edge += beside
    return not left


def read_tile(table: Table, rules: Rules) -> Tile:
    """A tile from its keys; what is wrong goes to the table's faults."""
    kind, color = table.text("type"), table.text("color")
    known = rules.types.get(kind)
    rooms = known.rooms if known else None
    cells = _by_room(table, "cells", parse_cell, rooms, [[(0, 0)]])
    if rooms and len(cells) != rooms:
        table.fault(say("cells-of-each", type=kind, rooms=rooms), "cells")
    _check_cells(table, cells)
    doors = _read_doors(table, cells)
    slots: list[list[Slot]] | None = None
    if "slots" in table:
        slots = _by_room(table, "slots", parse_slot, len(cells), [])
        least, most = rules.slots
        for n in (len(room) for room in slots if not least <= len(room) <= most):
            table.fault(say("slots-of-room", n=n, least=least, most=most), "slots")
    elif known and known.any_die:
        slots = [[ANY] for _ in cells]
    by_room = None if slots is None else tuple(map(tuple, slots))
    return Tile(kind, color, tuple(map(tuple, cells)), doors, by_room)


def _by_room(
    table: Table, key: str, read: Callable[[Any], T], rooms: int | None, default: list[list[T]]
) -> list[list[T]]:
    """The items of each room: a list for each, one plain list for a single room, or one item for each."""
    values = table.raw(key, None)
    if values is None:
        return default
    if not isinstance(values, list) or not 0 < len(values) <= FARTHEST:
        table.fault(say("no-list.items", value=shown(values), most=FARTHEST), key)
        return default
    nested = all(isinstance(value, list) for value in values)
    groups = values if nested else [values] if rooms in (None, 1) else [[value] for value in values]
    if rooms is not None and len(groups) != rooms:
        table.fault(say("rooms-of-tile", n=len(groups), rooms=rooms), key)
        return default
    return [[item for value in group for item in _one(table, key, read, value)] for group in groups]


def _one(table: Table, key: str, read: Callable[[Any], T], value: Any) -> Iterable[T]:
    before = len(table.faults)
    item: Any = table.item(value, None, read, key)
    return [item] if len(table.faults) == before else []


def _check_cells(table: Table, cells: list[list[Point]]) -> None:
    every = [cell for room in cells for cell in room]
    twice = [cell for cell in every if every.count(cell) > 1]
    if not all(cells):
        table.fault(say("room-without-cell"), "cells")
    if twice:
        table.fault(say("cell-twice", cell=cell_text(twice[0])), "cells")
    if not all(map(in_one_piece, [every, *cells])):
        table.fault(say("not-in-one-piece"), "cells")


def _read_doors(table: Table, cells: list[list[Point]]) -> frozenset[Door]:
    """The doors of a tile; one between two of its rooms is given from either side and counts from both."""
    room_of = {cell: number for number, room in enumerate(cells) for cell in room}
    doors: set[Door] = set()
    for door in table.items("doors", parse_door, most=4 * FARTHEST):
        cell, side = door
        beyond = across(door)
        if cell not in room_of:
            table.fault(say("door-elsewhere", door=f"{cell_text(cell)} {side}"), "doors")
        elif room_of.get(beyond[0]) == room_of[cell]:
            table.fault(say("door-inside", door=f"{cell_text(cell)} {side}"), "doors")
        else:
            doors |= {door, beyond} if beyond[0] in room_of else {door}
    return frozenset(doors)


def _described(rules: Rules, faults: list[Fault]) -> Table:
    """The tiles that the edition describes, by their names, as a table to read."""
    value = rules.edition["tiles"]
    return Table(value if isinstance(value, dict) else {}, faults, ("tiles",))


def tiles_of(rules: Rules) -> dict[str, Tile]:
    """The tiles that the edition describes, by their names."""
    faults: list[Fault] = []
    rows = _described(rules, faults)
    found = {name: read_tile(row, rules) for name in rows.data if (row := rows.table(name)) is not None}
    complain(faults, rules.edition)
    return found


def read_placed(table: Table, rules: Rules) -> Placed | None:
    """A tile of a manor, described on the spot or named from the edition; None where it can't be read."""
    before = len(table.faults)
    name = table.text("tile", "")
    tile = _named(table, name, rules) if name else read_tile(table, rules)
    at: Point = (0, 0)
    if "at" in table:
        at = table.item(table.raw("at"), at, parse_cell, "at")
    else:
        table.fault(say("missing.at"))
    angle = table.item(table.raw("turned", 0), 0, _as_turn, "turned")
    built = table.whole("round", 1, 1, rules.rounds)
    table.close()
    return Placed(tile, at, angle, name, built) if tile and len(table.faults) == before else None


def _named(table: Table, name: str, rules: Rules) -> Tile | None:
    faults: list[Fault] = []
    tiles = _described(rules, faults)
    row = tiles.table(name)
    if row is None:
        table.fault(say("no-such-tile", name=shown(name), near=near(name, tiles.data)), "tile")
        return None
    tile = read_tile(row, rules)
    row.close()
    complain(faults, rules.edition)
    return tile


def _as_turn(value: Any) -> int:
    angle = as_whole(value)
    if angle not in TURNS:
        wrong("no-turn", angle=angle, turns=TURNS)
    return angle
