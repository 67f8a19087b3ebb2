"""A picture on its own."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.look import Look
from pnp.sheets.pen import Pen
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, look: Look, id: str) -> None:
        del id
        self.picture = look.picture(table, "picture")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        side = width or height or 12
        return width or side, height or side

    def draw(self, rect: Rect, pen: Pen) -> None:
        if self.picture:
            pen.picture(self.picture, rect)
