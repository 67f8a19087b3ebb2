"""The plan of a manor: which rooms join, and what breaks the building rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from pnp.errors import Problem, one_line, problem
from pnp.games.dice_manor.rules import Rules, complain
from pnp.games.dice_manor.tiles import (
    ANY,
    TURNS,
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
from pnp.words import Said, say

ENTRANCE = "entrance"


@dataclass(frozen=True, slots=True)
class Room:
    """A room where it lies; tile 0 is the entrance, the others are numbered in the order of the plan."""

    tile: int
    label: Said
    color: str
    cells: tuple[Point, ...]
    doors: frozenset[Door]
    slots: tuple[Slot, ...] | None
    built: int


@dataclass(frozen=True)
class Plan:
    """The rooms of a manor, the entrance first, and its front door."""

    rooms: tuple[Room, ...]
    front: Door

    @property
    def kept_free(self) -> Point:
        """The cell outside the front door."""
        return across(self.front)[0]

    @cached_property
    def holders(self) -> dict[Point, list[int]]:
        """The rooms that lie on each cell, by their index."""
        found: dict[Point, list[int]] = defaultdict(list)
        for index, room in enumerate(self.rooms):
            for cell in room.cells:
                found[cell].append(index)
        return dict(found)

    @cached_property
    def links(self) -> tuple[frozenset[int], ...]:
        """For each room the rooms that a door joins it to, by their index."""
        at_door: dict[Door, set[int]] = defaultdict(set)
        for index, room in enumerate(self.rooms):
            for door in room.doors:
                at_door[door].add(index)
        return tuple(
            frozenset(other for door in room.doors for other in at_door.get(across(door), ()) if other != index)
            for index, room in enumerate(self.rooms)
        )

    def room_at(self, cell: Point) -> int | None:
        """The first room on a cell, by its index."""
        return self.holders.get(cell, [None])[0]


class Flaw(NamedTuple):
    """A problem and the cells it is at."""

    problem: Problem
    cells: tuple[Point, ...]


@lru_cache(maxsize=256)
def plan_of(placed: tuple[Placed, ...], rules: Rules) -> Plan:
    """The plan of the tiles of a manor around the edition's entrance, which lies unturned at 0,0."""
    entrance, front = _entrance(rules)
    rooms = _rooms(0, Placed(entrance, (0, 0), built=0))
    for number, tile in enumerate(placed, 1):
        rooms += _rooms(number, tile)
    return Plan(tuple(rooms), front)


@lru_cache(maxsize=32)
def _entrance(rules: Rules) -> tuple[Tile, Door]:
    faults: list[Fault] = []
    value = rules.edition["entrance"]
    row = Table({"type": ENTRANCE, "color": "", **(value if isinstance(value, dict) else {})}, faults, (ENTRANCE,))
    front = row.item(row.raw("front"), ((0, 0), "S"), parse_door, "front")
    tile = read_tile(row, rules)
    row.close()
    complain(faults, rules.edition)
    return tile, front


def _rooms(number: int, placed: Placed) -> list[Room]:
    label, tile = _label(number, placed), placed.tile
    slots: Sequence[tuple[Slot, ...] | None] = tile.slots or [(ANY,) if number == 0 else None] * len(tile.rooms)
    return [
        Room(number, label, tile.color, cells, doors, mine, placed.built)
        for (cells, doors), mine in zip(_lies(placed), slots, strict=True)
    ]


@lru_cache(maxsize=4096)
def _lies(placed: Placed) -> list[tuple[tuple[Point, ...], frozenset[Door]]]:
    """The cells and doors of each room of a tile where it lies."""
    rooms = [tuple(laid(cell, placed) for cell in unturned) for unturned in placed.tile.rooms]
    doors = [laid_door(door, placed) for door in placed.tile.doors]
    return [(cells, frozenset(door for door in doors if door[0] in cells)) for cells in rooms]


@lru_cache(maxsize=4096)
def _label(number: int, placed: Placed) -> Said:
    if number == 0:
        return say("place.entrance")
    if placed.name:
        return say("place.tile", number=number, name=one_line(placed.name, 40))
    color, kind = (one_line(text, 40) for text in (placed.tile.color, placed.tile.type))
    return say("place.tile-of", number=number, color=color, type=kind)


def flaws(plan: Plan) -> Iterator[Flaw]:
    """Everything in a plan that breaks the building rules."""
    return chain(_overlaps(plan), _front_door(plan), _doors_at_walls(plan), _unconnected(plan))


def _overlaps(plan: Plan) -> Iterator[Flaw]:
    for cell, there in plan.holders.items():
        first, *others = (plan.rooms[index] for index in there)
        for room in others:
            yield Flaw(problem("overlap", room.label, cell=cell_text(cell), by=first.label), (cell,))


def _front_door(plan: Plan) -> Iterator[Flaw]:
    free = plan.kept_free
    for index in plan.holders.get(free, ()):
        if plan.rooms[index].tile != 0:
            yield Flaw(problem("front-door-blocked", plan.rooms[index].label, cell=cell_text(free)), (free,))


def _doors_at_walls(plan: Plan) -> Iterator[Flaw]:
    for room in plan.rooms:
        for door in sorted(room.doors):
            beyond = across(door)
            for other in (plan.rooms[index] for index in plan.holders.get(beyond[0], ())):
                # Whatever faces the front door is already wrong for lying there.
                if other is room or beyond in other.doors or (other.tile == 0 and beyond == plan.front):
                    continue
                where = f"{cell_text(door[0])} {door[1]}"
                yield Flaw(problem("door-meets-wall", room.label, door=where, wall=other.label), (door[0], beyond[0]))


def _unconnected(plan: Plan) -> Iterator[Flaw]:
    by_tile: dict[int, list[int]] = defaultdict(list)
    for index, room in enumerate(plan.rooms):
        by_tile[room.tile].append(index)
    reached, edge = {0}, [0]
    while edge:
        here = edge.pop()
        beside = {plan.rooms[other].tile for index in by_tile[here] for other in plan.links[index]} - reached
        reached |= beside
        edge += beside
    for tile in sorted(set(by_tile) - reached):
        rooms = [plan.rooms[index] for index in by_tile[tile]]
        cells = tuple(cell for room in rooms for cell in room.cells)
        yield Flaw(problem("not-connected", rooms[0].label), cells)


def touched(plan: Plan) -> dict[int, tuple[frozenset[str], ...]]:
    """For each tile but the entrance, the colors of the other tiles that each of its rooms is joined to by a door."""
    found: dict[int, list[frozenset[str]]] = defaultdict(list)
    for room, joined in zip(plan.rooms, plan.links, strict=True):
        if room.tile:
            beside = (plan.rooms[other] for other in joined)
            found[room.tile].append(frozenset(other.color for other in beside if other.tile))
    return {tile: tuple(colors) for tile, colors in found.items()}


@lru_cache(maxsize=256)
def spots(placed: tuple[Placed, ...], tile: Tile, name: str, built: int, rules: Rules) -> tuple[Placed, ...]:
    """Every place where a tile may be built: a door of it meets one that leads outside."""
    plan = plan_of(placed, rules)
    ways = {across(door) for room in plan.rooms for door in room.doors}
    tried: dict[tuple[Point, int], None] = {}
    for (x, y), side in sorted(way for way in ways if way[0] not in plan.holders):
        for angle in TURNS:
            for (dx, dy), facing in [laid_door(door, Placed(tile, (0, 0), angle)) for door in sorted(tile.doors)]:
                if facing == side:
                    tried[(x - dx, y - dy), angle] = None
    every = (Placed(tile, at, angle, name, built) for at, angle in tried)
    return tuple(spot for spot in every if next(flaws(plan_of((*placed, spot), rules)), None) is None)
