"""A ground for other blocks: a filled or outlined rectangle that they may lie on."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.ink import Box, Paint
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.fill = theme.color(table, "fill", "wash")
        self.stroke = theme.color(table, "stroke", "")
        self.line = table.number("line", 0.3, 0.1, 3)
        self.radius = table.number("radius", 3, 0, 50)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 20, height or 20

    def draw(self, rect: Rect, pen: Pen) -> None:
        paint = Paint(fill=self.fill, stroke=self.stroke, width=self.line)
        inner = rect.inset(self.line / 2 if self.stroke else 0)
        pen.draw(Box(inner.x, inner.y, inner.w, inner.h, paint, self.radius))
