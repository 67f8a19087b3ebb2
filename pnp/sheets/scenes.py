"""Scenes: what is drawn in the cells of a grid becomes one picture, by rules that the layout gives as data.

`joins` says how a part looks beside parts of its own kind: alone, first of a row, in the middle, last. `behind` says
what stands behind a column: a picture in every cell from a row up to the highest of some parts, and below others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pnp.geometry import Rect
from pnp.sheets.ink import Ink, Line, Paint
from pnp.sheets.theme import Theme
from pnp.strict import Table, as_choice, as_whole
from pnp.words import say

Cell = tuple[int, int]
"""A column and a row, counted from 1, from the left and from the ground."""
Joined = tuple[str, str, str, str]
"""The pictures of a part: alone, first, in the middle, last."""


class Wall(NamedTuple):
    """What stands behind a column: from a row up to the highest of some parts, or to below one of others."""

    picture: str
    start: int
    cells: tuple[str, ...]
    below: tuple[str, ...]
    edge: str


class Rules(NamedTuple):
    """How a scene is put together."""

    joins: Mapping[str, Joined]
    walls: tuple[Wall, ...]
    order: tuple[str, ...]


class Scene(NamedTuple):
    """The picture that a grid makes when it is filled in."""

    rules: Rules
    left: float
    ground: float
    cell: float
    columns: int
    rows: int
    under: tuple[Ink, ...]
    """What covers the empty grid before anything is drawn."""

    def rect(self, cell: Cell) -> Rect:
        column, row = cell
        return Rect(self.left + (column - 1) * self.cell, self.ground - row * self.cell, self.cell, self.cell)

    def ink(self, parts: Mapping[Cell, str], theme: Theme) -> Iterator[Ink]:
        """The ink of a scene with a part in some of its cells."""
        yield from self.under
        for wall in self.rules.walls:
            yield from self._wall(wall, parts, theme)
        for value in self.rules.order:
            for cell in sorted(cell for cell, one in parts.items() if one == value):
                yield from theme.pictures[joined(self.rules.joins[value], parts, cell)].at(self.rect(cell))
        right = self.left + self.columns * self.cell
        yield Line(self.left, self.ground, right, self.ground, Paint(stroke="ink", width=0.9))

    def _wall(self, wall: Wall, parts: Mapping[Cell, str], theme: Theme) -> Iterator[Ink]:
        cells = walled(wall, parts)
        for cell in sorted(cells):
            yield from theme.pictures[wall.picture].at(self.rect(cell))
        paint = Paint(stroke=wall.edge, width=0.5, round=True)
        for column, row in sorted(cells):
            place = self.rect((column, row))
            if (column - 1, row) not in cells:
                yield Line(place.x, place.y, place.x, place.bottom, paint)
            if (column + 1, row) not in cells:
                yield Line(place.right, place.y, place.right, place.bottom, paint)
            if (column, row + 1) not in cells and parts.get((column, row + 1)) not in wall.below:
                yield Line(place.x, place.y, place.right, place.y, paint)


def joined(pictures: Joined, parts: Mapping[Cell, str], cell: Cell) -> str:
    """The picture of a part, by whether the same stands to its left and to its right.

    >>> joined(("one", "first", "middle", "last"), {(1, 1): "F", (2, 1): "F"}, (2, 1))
    'last'
    """
    (column, row), value = cell, parts[cell]
    before, after = parts.get((column - 1, row)) == value, parts.get((column + 1, row)) == value
    return pictures[{(False, False): 0, (False, True): 1, (True, True): 2, (True, False): 3}[before, after]]


def walled(wall: Wall, parts: Mapping[Cell, str]) -> set[Cell]:
    """The cells that have a wall.

    >>> wall = Wall("brick", 2, ("W",), ("R",), "ink")
    >>> sorted(walled(wall, {(1, 3): "W", (2, 4): "R", (3, 1): "F"}))
    [(1, 2), (1, 3), (2, 2), (2, 3)]
    """
    high: dict[int, int] = {}
    for (column, row), value in parts.items():
        top = row if value in wall.cells else row - 1 if value in wall.below else 0
        high[column] = max(high.get(column, 0), top)
    return {(column, row) for column, top in high.items() for row in range(wall.start, top + 1)}


def read(table: Table, theme: Theme, choices: Mapping[str, str], rows: int) -> Rules | None:
    """The rules of a grid's scene, or None where it has none."""
    known = tuple(choices)
    walls = tuple(_wall(row, theme, known, rows) for row in table.tables("behind"))
    order = table.items("order", lambda value: as_choice(value, known), [])
    given = table.table("joins")
    if given is None:
        return None
    joins: dict[str, Joined] = {value: (name,) * 4 for value, name in choices.items() if name}
    for value in given.data:
        names = given.items(value, theme.as_picture, most=4)
        if value not in choices or len(names) not in (1, 4):
            given.fault(say("layout.no-join"), value)
        else:
            joins[value] = (names[0], names[-3], names[-2], names[-1]) if len(names) == 4 else (names[0],) * 4
    return Rules(joins, walls, tuple(dict.fromkeys((*(value for value in order if value in joins), *joins))))


def _wall(row: Table, theme: Theme, known: tuple[str, ...], rows: int) -> Wall:
    def part(value: Any) -> str:
        return as_choice(value, known)

    wall = Wall(
        theme.picture(row, "picture"),
        row.item(row.raw("from", 1), 1, lambda value: as_whole(value, 1, rows), "from"),
        tuple(row.items("cells", part, [])),
        tuple(row.items("below", part, [])),
        theme.color(row, "edge", "ink") or "ink",
    )
    row.close()
    return wall
