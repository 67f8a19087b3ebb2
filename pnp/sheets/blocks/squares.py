"""Squared paper to draw on freely."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.ink import Box, Paint
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del theme, id
        self.square = table.number("square", 10, 2, 50)
        self.every = table.whole("every", 5, 1, 20)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or self.square * 10, height or self.square * 10

    def draw(self, rect: Rect, pen: Pen) -> None:
        across, down = int(rect.w / self.square + 0.001), int(rect.h / self.square + 0.001)
        w, h = across * self.square, down * self.square
        x, y = rect.x + (rect.w - w) / 2, rect.y + (rect.h - h) / 2
        for number in range(1, across):
            self._line(x + number * self.square, y, 0, h, number, pen)
        for number in range(1, down):
            self._line(x, y + number * self.square, w, 0, number, pen)
        pen.draw(Box(x, y, w, h, Paint(stroke="line", width=0.35)))

    def _line(self, x: float, y: float, dx: float, dy: float, number: int, pen: Pen) -> None:
        heavy = number % self.every == 0
        pen.line(x, y, x + dx, y + dy, "line" if heavy else "faint", 0.3 if heavy else 0.2)
