"""A text: one line or several paragraphs, broken to the width of the block, with pictures between the words."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import paragraphs
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        style = theme.style(table)
        color = theme.color(table, "color", style.color) or style.color
        self.style = style._replace(size=table.number("size", style.size, 1.5, 60), color=color)
        self.text = theme.words(table, "text").strip("\n")
        self.align = table.choice("align", ("left", "center", "right"), "left")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        width = width or paragraphs.widest(self.text, self.style) + 0.1
        return width, height or paragraphs.height(self.text, self.style, width)

    def draw(self, rect: Rect, pen: Pen) -> None:
        pen.text(self.text, self.style, rect, self.align)
