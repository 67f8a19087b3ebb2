"""A field of hexagons to write or draw in, in rows of which every second is set off by half a cell.

The ids are `ID.c1r1` and so on: columns from the left, rows from the top.
"""

from __future__ import annotations

from math import sqrt

from pnp.geometry import Rect
from pnp.sheets import boxes, paragraphs
from pnp.sheets.blocks.track import KINDS
from pnp.sheets.ink import Paint, Point
from pnp.sheets.pen import FIELD_BORDER, Pen
from pnp.sheets.sheet import Field
from pnp.sheets.theme import Style, Theme
from pnp.strict import Table
from pnp.words import say


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.columns, self.rows = table.whole("columns", low=1, high=40), table.whole("rows", low=1, high=40)
        self.cell = table.number("cell", 14, 5, 60)
        self.gap = table.number("gap", 0, 0, 10)
        self.kind = table.choice("field", KINDS, "cross")
        self.most = table.whole("most", 2 if self.kind == "tally" else 0, 0, 9)
        self.choices = theme.choices(table)
        self.usual = boxes.usual(table, theme, ("hex",))
        names = [f"c{c}r{r}" for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        self.looks = boxes.looks(table, theme, self.usual, names, ("hex",))
        self.even = table.choice("offset", ("even", "odd"), "even") == "even"
        if (self.kind == "choice") != bool(self.choices):
            table.fault(say("layout.choices"), "choices")

    @property
    def _step(self) -> float:
        """From row to row: three quarters of a hexagon's height, and the gap as wide as between columns."""
        return (self.cell + self.gap) * sqrt(3) / 2

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        across = (self.columns + (0.5 if self.rows > 1 else 0)) * (self.cell + self.gap) - self.gap
        down = (self.rows - 1) * self._step + 2 * self.cell / sqrt(3)
        return width or across, height or down

    def draw(self, rect: Rect, pen: Pen) -> None:
        radius = self.cell / sqrt(3)
        for row in range(1, self.rows + 1):
            off = (self.cell + self.gap) / 2 if (row % 2 == 0) == self.even and self.rows > 1 else 0.0
            for column in range(1, self.columns + 1):
                x = rect.x + off + (column - 1) * (self.cell + self.gap) + self.cell / 2
                self._cell(f"c{column}r{row}", (x, rect.y + radius + (row - 1) * self._step), pen)
                pen.beside[f"{self.id}.c{column}r{row}"] = [f"{self.id}.{name}" for name in self._around(column, row)]

    def _around(self, column: int, row: int) -> list[str]:
        """The hexagons that share a side with one, as far as the field reaches."""
        left = -1 if (row % 2 == 0) != self.even else 0
        places = [(-1, 0), (1, 0), (left, -1), (left + 1, -1), (left, 1), (left + 1, 1)]
        near = ((column + x, row + y) for x, y in places)
        return [f"c{c}r{r}" for c, r in near if 1 <= c <= self.columns and 1 <= r <= self.rows]

    def _cell(self, name: str, middle: Point, pen: Pen) -> None:
        look = self.looks.get(name, self.usual)
        side = self.cell / sqrt(2)
        box = Rect(middle[0] - side / 2, middle[1] - side / 2, side, side)
        pen.parts[name] = Rect(
            middle[0] - self.cell / 2, middle[1] - self.cell / sqrt(3), self.cell, self.cell * 2 / sqrt(3)
        )
        if look.dead:
            return
        border = FIELD_BORDER if self.gap else FIELD_BORDER / 2
        points = corners(middle, self.cell / sqrt(3) - border / 2)
        pen.draw(boxes.outline(points, Paint(look.fill or "paper", look.stroke, FIELD_BORDER)))
        id, label = f"{self.id}.{name}", f"{self.id} {name}"
        pen.fields.append(Field(id, self.kind, box, label, self.choices, self.most, inside=look.inside))
        if look.inside and look.style:
            pen.text(look.inside, look.style, box, "center", middle=True)
        if look.bonus and look.style:
            self._bonus(look.bonus, look.style, middle, pen)

    def _bonus(self, bonus: str, style: Style, middle: Point, pen: Pen) -> None:
        """A bonus as low in the corner of a hexagon as it is wide enough for it."""
        width, height = min(paragraphs.widest(bonus, style), self.cell / sqrt(2)), 1.3 * style.size
        bottom = middle[1] + (self.cell - width / 2) / sqrt(3) - FIELD_BORDER / 2
        pen.text(bonus, style, Rect(middle[0] - width / 2, bottom - height, width, height), "center", middle=True)


def corners(middle: Point, radius: float) -> list[Point]:
    """The corners of a hexagon that stands on one of them."""
    x, y = middle
    half = radius * sqrt(3) / 2
    return [
        (x, y - radius), (x + half, y - radius / 2), (x + half, y + radius / 2),
        (x, y + radius), (x - half, y + radius / 2), (x - half, y - radius / 2),
    ]  # fmt: skip
