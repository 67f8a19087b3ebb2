"""A picture on its own."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.picture = theme.picture(table, "picture")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        side = width or height or 12
        return width or side, height or side

    def draw(self, rect: Rect, pen: Pen) -> None:
        if self.picture:
            pen.picture(self.picture, rect)
