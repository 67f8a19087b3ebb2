"""The plan of a manor: which rooms join, and what breaks the building rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.edition import Edition
from pnp.errors import InputError, Problem, one_line
from pnp.games._manor_box import Box
from pnp.games._manor_tiles import (
    ANY,
    Door,
    Placed,
    Point,
    Slot,
    Tile,
    across,
    cell_text,
    laid,
    laid_door,
    parse_door,
    read_tile,
)
from pnp.strict import Fault, Table

ENTRANCE = "entrance"


@dataclass(frozen=True, slots=True)
class Room:
    """A room where it lies; tile 0 is the entrance, the others are numbered in the order of the plan."""

    tile: int
    label: str
    type: str
    color: str
    cells: tuple[Point, ...]
    doors: frozenset[Door]
    slots: tuple[Slot, ...] | None
    built: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The rooms of a manor, the entrance first, and its front door."""

    rooms: tuple[Room, ...]
    front: Door

    @property
    def kept_free(self) -> Point:
        """The cell outside the front door."""
        return across(self.front)[0]


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem and the cells it is at."""

    problem: Problem
    cells: tuple[Point, ...]


def flaw(code: str, where: str, message: str, *cells: Point) -> Flaw:
    return Flaw(Problem(code, where, f"{where}: {message}"), cells)


def plan_of(placed: Sequence[Placed], edition: Edition, box: Box) -> Plan:
    """The plan of the tiles of a manor around the edition's entrance, which lies unturned at 0,0."""
    entrance, front = _entrance(edition, box)
    rooms = _rooms(0, Placed(entrance, (0, 0), built=0))
    for number, tile in enumerate(placed, 1):
        rooms += _rooms(number, tile)
    return Plan(tuple(rooms), front)


def _entrance(edition: Edition, box: Box) -> tuple[Tile, Door]:
    faults: list[Fault] = []
    value = edition["entrance"]
    row = Table({"type": ENTRANCE, "color": "", **(value if isinstance(value, dict) else {})}, faults, (ENTRANCE,))
    front = row.item(row.raw("front"), ((0, 0), "S"), parse_door, "front")
    tile = read_tile(row, box)
    row.close()
    if faults:
        raise InputError(f"{edition.game}: edition data, {faults[0]}")
    return tile, front


def _rooms(number: int, placed: Placed) -> list[Room]:
    tile = placed.tile
    label = ENTRANCE if number == 0 else f"tile {number} ({one_line(placed.name or f'{tile.color} {tile.type}', 40)})"
    doors = [laid_door(door, placed) for door in tile.doors]
    found = []
    for index, unturned in enumerate(tile.rooms):
        cells = tuple(laid(cell, placed) for cell in unturned)
        mine = frozenset(door for door in doors if door[0] in cells)
        slots = tile.slots[index] if tile.slots is not None else (ANY,) if number == 0 else None
        found.append(Room(number, label, tile.type, tile.color, cells, mine, slots, placed.built))
    return found


def links(plan: Plan) -> tuple[frozenset[int], ...]:
    """For each room the rooms that a door joins it to, by their index in the plan."""
    at_door: dict[Door, set[int]] = defaultdict(set)
    for index, room in enumerate(plan.rooms):
        for door in room.doors:
            at_door[door].add(index)
    return tuple(
        frozenset(other for door in room.doors for other in at_door.get(across(door), ()) if other != index)
        for index, room in enumerate(plan.rooms)
    )


def flaws(plan: Plan) -> list[Flaw]:
    """Everything in a plan that breaks the building rules."""
    return [*_overlaps(plan), *_front_door(plan), *_doors_at_walls(plan), *_unconnected(plan)]


def _holders(plan: Plan) -> dict[Point, list[Room]]:
    found: dict[Point, list[Room]] = defaultdict(list)
    for room in plan.rooms:
        for cell in room.cells:
            found[cell].append(room)
    return found


def _overlaps(plan: Plan) -> list[Flaw]:
    found = []
    for cell, rooms in _holders(plan).items():
        for room in rooms[1:]:
            taken = f"cell {cell_text(cell)} is taken by {rooms[0].label}; a cell holds one room"
            found.append(flaw("overlap", room.label, taken, cell))
    return found


def _front_door(plan: Plan) -> list[Flaw]:
    free = plan.kept_free
    message = f"it lies on {cell_text(free)}, outside the front door; that cell is kept empty"
    return [
        flaw("front-door-blocked", room.label, message, free)
        for room in plan.rooms
        if room.tile != 0 and free in room.cells
    ]


def _doors_at_walls(plan: Plan) -> list[Flaw]:
    holders = _holders(plan)
    found = []
    for room in plan.rooms:
        for door in sorted(room.doors):
            beyond = across(door)
            for other in holders.get(beyond[0], ()):
                # Whatever faces the front door is already wrong for lying there.
                if other is room or beyond in other.doors or (other.tile == 0 and beyond == plan.front):
                    continue
                message = f"the door at {cell_text(door[0])} {door[1]} meets a wall of {other.label}"
                allowed = "a door meets a door or opens onto empty ground"
                found.append(flaw("door-meets-wall", room.label, f"{message}; {allowed}", door[0], beyond[0]))
    return found


def _unconnected(plan: Plan) -> list[Flaw]:
    joined = links(plan)
    tile_of = [room.tile for room in plan.rooms]
    reached, edge = {0}, [0]
    while edge:
        here = edge.pop()
        near = {tile_of[other] for index in _indexes(tile_of, here) for other in joined[index]} - reached
        reached |= near
        edge += near
    message = "no way through doors leads from the entrance to it; each tile is built door to door with another"
    found = []
    for tile in sorted(set(tile_of) - reached):
        rooms = [plan.rooms[index] for index in _indexes(tile_of, tile)]
        found.append(flaw("not-connected", rooms[0].label, message, *(cell for room in rooms for cell in room.cells)))
    return found


def _indexes(tile_of: Sequence[int], tile: int) -> list[int]:
    return [index for index, number in enumerate(tile_of) if number == tile]


def touched(plan: Plan) -> dict[int, tuple[frozenset[str], ...]]:
    """For each tile but the entrance, the colors of the other tiles that each of its rooms is joined to by a door."""
    joined = links(plan)
    found: dict[int, list[frozenset[str]]] = defaultdict(list)
    for index, room in enumerate(plan.rooms):
        if room.tile:
            near = (plan.rooms[other] for other in joined[index])
            found[room.tile].append(frozenset(other.color for other in near if other.tile))
    return {tile: tuple(colors) for tile, colors in found.items()}
