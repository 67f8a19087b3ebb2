"""One small line that says which sheet this is: the game, the sheet and the layout's version."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.style = theme.style(table, "style", "tiny")
        self.align = table.choice("align", ("left", "center", "right"), "center")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 80, height or self.style.size * self.style.leading

    def draw(self, rect: Rect, pen: Pen) -> None:
        pen.text(pen.identity, self.style, rect, self.align)
