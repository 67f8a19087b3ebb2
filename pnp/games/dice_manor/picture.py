"""The plan of a manor as a picture: a letter for each tile, `#` for walls, `+` for doors, `.` kept free."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_uppercase

from pnp.games.dice_manor.plan import Plan, Room
from pnp.games.dice_manor.tiles import SIDES, Point, across
from pnp.games.verdict import Cell, Picture
from pnp.words import say

WIDEST = 30
FRONT = "^"


def picture_of(plan: Plan, bad: Collection[Point] = ()) -> Picture | None:
    """A plan seen from above, north at the top; None where it is too scattered to be drawn.

    Between two cells lies a cell for what parts them, so the fine grid has twice the plan's columns and rows.
    """
    every = [*plan.holders, plan.kept_free]
    left, right = min(x for x, _ in every), max(x for x, _ in every)
    low, high = min(y for _, y in every), max(y for _, y in every)
    if right - left >= WIDEST or high - low >= WIDEST:
        return None
    ink = _ink(plan)
    marked = {(2 * x, 2 * y) for x, y in bad}
    rows = []
    for y in range(2 * high + 1, 2 * low - 2, -1):
        cells = (Cell(ink.get((x, y), " "), (x, y) in marked) for x in range(2 * left - 1, 2 * right + 2))
        rows.append((str(y // 2) if y % 2 == 0 else "", tuple(cells)))
    columns = tuple(str(x // 2) if x % 2 == 0 else "" for x in range(2 * left - 1, 2 * right + 2))
    named = {letter(room.tile): room.label for room in plan.rooms}
    below = [say("line-below.tile", letter=mark, label=label) for mark, label in named.items()]
    return Picture(tuple(rows), columns, (*below, say("line-below.signs")))


def letter(tile: int) -> str:
    """The letter of a tile in a picture.

    >>> letter(0), letter(1), letter(26), letter(27)
    ('@', 'A', 'Z', 'a')
    """
    letters = "@" + ascii_uppercase + ascii_uppercase.lower()
    return letters[tile] if tile < len(letters) else "?"


def _ink(plan: Plan) -> dict[Point, str]:
    """What is drawn where, on the fine grid: walls first, then what covers them."""
    ink: dict[Point, str] = {}
    for x, y in plan.holders:
        ink |= {(2 * x + dx, 2 * y + dy): "#" for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    for room in plan.rooms:
        ink |= _inside(room)
    doors = [(door, "+") for room in plan.rooms for door in room.doors]
    for ((x, y), side), mark in [*doors, (plan.front, FRONT)]:
        dx, dy = SIDES[side]
        ink[2 * x + dx, 2 * y + dy] = mark
    ink.setdefault((2 * plan.kept_free[0], 2 * plan.kept_free[1]), ".")
    return ink


def _inside(room: Room) -> dict[Point, str]:
    """The floor of a room: its cells and where they join."""
    mark, cells = letter(room.tile), set(room.cells)
    ink = {(2 * x, 2 * y): mark for x, y in cells}
    for x, y in cells:
        for side, (dx, dy) in SIDES.items():
            if across(((x, y), side))[0] in cells:
                ink[2 * x + dx, 2 * y + dy] = mark
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= cells:
            ink[2 * x + 1, 2 * y + 1] = mark
    return ink
