"""A thin line across the sheet that parts one thing from another."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.color = theme.color(table, "color", "line") or "line"
        self.line = table.number("line", 0.35, 0.1, 3)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 50, height or self.line

    def draw(self, rect: Rect, pen: Pen) -> None:
        x, y = rect.center
        if rect.w >= rect.h:
            pen.line(rect.x, y, rect.right, y, self.color, self.line)
        else:
            pen.line(x, rect.y, x, rect.bottom, self.color, self.line)
