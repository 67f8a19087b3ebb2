"""A grid of cells to draw in: one choice a cell, pictures beside the rows and below the columns.

The ids are `ID.c1r1` and so on: columns from the left, rows from the ground up. A `backdrop` lies behind the cells;
with `joins` the parts that are drawn make one scene (see `pnp.sheets.scenes`).
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import scenes
from pnp.sheets.ink import Box, Ink, Line, Paint
from pnp.sheets.pen import Pen
from pnp.sheets.scenes import Scene
from pnp.sheets.theme import Theme
from pnp.strict import Table, as_choice, as_text, shown, wrong
from pnp.words import say

RHYTHMS = ((0.0, 1.2), (1.7, 1.1), (2.6, 0.9, 0.0, 0.9))
"""Dots of 0.3 mm, 1.2 mm apart: faint enough to draw over, sharp enough to follow; then dashes, then both in turn."""
SHARES = (1.0, 0.8, 0.62)
"""Guides of one cell are of different sizes too, so that none lies on another."""
CORNER = 0.34
"""In the dress for photos several guides stand in the corners of the cell, each so large."""
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
        self.backdrop = theme.picture(table, "backdrop", "")
        self.rules = scenes.read(table, theme, self.choices, self.rows)
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
        whole = Rect(left, rect.y, self.columns * self.cell, self.rows * self.cell)
        under = self._under(whole, pen)
        pen.draw(*under)
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
        pen.line(left, ground, whole.right, ground, "ink", 0.9)
        if self.rules is not None:
            covered = (*under, *self._faded(whole))
            pen.scene = Scene(self.rules, left, ground, self.cell, self.columns, self.rows, covered)

    def _under(self, whole: Rect, pen: Pen) -> list[Ink]:
        """The tints of the rows and the backdrop."""
        drawn: list[Ink] = []
        for row in range(self.rows if self.tints else 0):
            top = whole.bottom - (row + 1) * self.cell
            fill = self.tints[row % len(self.tints)]
            drawn.append(Box(whole.x, top, whole.w, self.cell, Paint(fill=fill, cover=True)))
        if self.backdrop:
            drawn += pen.theme.pictures[self.backdrop].at(whole)
        return drawn

    def _faded(self, whole: Rect) -> list[Ink]:
        """The lines of the grid as they are seen behind a finished picture."""
        paint = Paint(stroke="faint", width=0.15)
        across = [whole.x + column * self.cell for column in range(self.columns + 1)]
        down = [whole.y + row * self.cell for row in range(self.rows + 1)]
        return [
            *(Line(x, whole.y, x, whole.bottom, paint) for x in across),
            *(Line(whole.x, y, whole.right, y, paint) for y in down),
        ]

    def _cell(self, column: int, row: int, rect: Rect, pen: Pen) -> None:
        allowed = self.allowed[row - 1] if len(self.allowed) == self.rows else tuple(self.choices)
        made = pen.field(
            f"{self.id}.c{column}r{row}",
            "choice",
            rect,
            f"{self.id}, column {column}, row {row}",
            {value: self.choices[value] for value in allowed},
            fill="" if self.tints or self.backdrop else "paper",
            corners=(False,) * 4,
            color="line",
        )
        drawn = [pen.theme.pictures[name] for name in made.choices.values() if name in pen.theme.pictures]
        traced = [picture for picture in drawn if picture.guide]
        for number, picture in enumerate(traced):
            pen.guides.extend(picture.guide_at(*_guide(rect, number, len(traced), pen.theme.dress)))

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


def _guide(rect: Rect, number: int, of: int, dress: str) -> tuple[Rect, Paint]:
    """Where one of several guides of a cell lies, and how it is dotted."""
    paint = Paint(stroke="guide", width=0.3, dash=RHYTHMS[number % len(RHYTHMS)], round=True)
    if of == 1:
        return rect.inset(0.04 * rect.w), paint
    if dress == "photo":
        side = CORNER * rect.w
        across, down = ((0, 0), (1, 0), (0, 1), (1, 1))[number % 4]
        x = rect.right - side - 1.2 if across else rect.x + 1.2
        y = rect.bottom - side - 1.2 if down else rect.y + 1.2
        return Rect(x, y, side, side), paint
    return rect.inset((1 - SHARES[number % len(SHARES)] + 0.04) * rect.w / 2), paint
