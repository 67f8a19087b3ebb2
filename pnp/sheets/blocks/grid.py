"""A grid of cells to draw in: one choice a cell, pictures beside the rows and below the columns.

The ids are `ID.c1r1` and so on: columns from the left, rows from the ground up.
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.ink import Paint
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table, as_choice, as_text, shown, wrong
from pnp.words import say

GUIDE = Paint(stroke="guide", width=0.3, dash=(0.0, 1.2), round=True)
"""Dots of 0.3 mm, 1.2 mm apart: faint enough to draw over, sharp enough to follow."""
GAP = 1.6


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.columns, self.rows = table.whole("columns", low=1, high=60), table.whole("rows", low=1, high=60)
        self.cell = table.number("cell", low=3, high=100)
        self.icon = table.number("icon", 7, 2, 30)
        self.choices = theme.choices(table)
        every = [tuple(self.choices)] * self.rows
        self.allowed = table.items("allowed", lambda v: _names(v, tuple(self.choices)), every)
        self.side = table.items("side", lambda v: tuple(theme.as_picture(name) for name in _list(v)), [])
        self.foot = table.items("foot", theme.as_picture, [])
        self.tints = table.items("tints", lambda v: as_choice(v, tuple(theme.colors)), [])
        wanted = {"allowed": self.rows, "side": self.rows, "foot": self.columns}
        for key, needed in wanted.items():
            count = len(getattr(self, key))
            if count not in (0, needed):
                table.fault(say("layout.entries", n=count, needed=needed), key)

    @property
    def _side_room(self) -> float:
        return self.icon + GAP if self.side else 0.0

    @property
    def _foot_room(self) -> float:
        return self.icon + GAP if self.foot else 0.0

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        natural = self.columns * self.cell + self._side_room, self.rows * self.cell + self._foot_room
        return width or natural[0], height or natural[1]

    def draw(self, rect: Rect, pen: Pen) -> None:
        left, ground = rect.x + self._side_room, rect.y + self.rows * self.cell
        for row in range(1, self.rows + 1):
            top = ground - row * self.cell
            for column in range(1, self.columns + 1):
                self._cell(column, row, Rect(left + (column - 1) * self.cell, top, self.cell, self.cell), pen)
            pen.parts[f"r{row}"] = Rect(left, top, self.columns * self.cell, self.cell)
            if len(self.side) == self.rows:
                self._side(self.side[row - 1], rect.x, top, pen)
        for column, name in enumerate(self.foot):
            x = left + (column + 0.5) * self.cell - self.icon / 2
            pen.picture(name, Rect(x, ground + GAP, self.icon, self.icon))
        for column in range(self.columns):
            pen.parts[f"c{column + 1}"] = Rect(
                left + column * self.cell, ground - self.rows * self.cell, self.cell, self.rows * self.cell
            )
        pen.line(left, ground, left + self.columns * self.cell, ground, "ink", 0.9)

    def _cell(self, column: int, row: int, rect: Rect, pen: Pen) -> None:
        allowed = self.allowed[row - 1] if len(self.allowed) == self.rows else tuple(self.choices)
        fill = self.tints[(row - 1) % len(self.tints)] if self.tints else "paper"
        made = pen.field(
            f"{self.id}.c{column}r{row}",
            "choice",
            rect,
            f"{self.id}, column {column}, row {row}",
            {value: self.choices[value] for value in allowed},
            fill=fill,
        )
        for name in made.choices.values():
            if name and name in pen.theme.pictures:
                pen.guides.extend(pen.theme.pictures[name].guide_at(rect, GUIDE))

    def _side(self, names: tuple[str, ...], x: float, top: float, pen: Pen) -> None:
        gap = min(0.8, (self.cell - len(names) * self.icon) / (len(names) + 1))
        start = top + (self.cell - len(names) * self.icon - (len(names) - 1) * gap) / 2
        for number, name in enumerate(names):
            pen.picture(name, Rect(x, start + number * (self.icon + gap), self.icon, self.icon))


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        wrong("layout.no-names", value=shown(value))
    return value


def _names(value: object, known: tuple[str, ...]) -> tuple[str, ...]:
    names = tuple(as_text(name) for name in _list(value))
    for name in names:
        if name not in known:
            wrong("layout.no-such-choice", name=shown(name), known=tuple(known))
    return names
