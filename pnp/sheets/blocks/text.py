"""A text: one line or several paragraphs, broken to the width of the block, with pictures between the words."""

from __future__ import annotations

from math import cos, radians, sin

from pnp.geometry import Rect
from pnp.sheets import ink, paragraphs
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
        self.turn = table.number("turn", 0, -180, 180)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        if not self.turn:
            return self._flat(width, height)
        if self.turn % 90 == 0:
            flat = self._flat(*((height, width) if self.turn % 180 else (width, height)))
            return (flat[1], flat[0]) if self.turn % 180 else flat
        w, h = self._flat(None, None)
        sine, cosine = abs(sin(radians(self.turn))), abs(cos(radians(self.turn)))
        return width or w * cosine + h * sine, height or w * sine + h * cosine

    def _flat(self, width: float | None, height: float | None) -> tuple[float, float]:
        width = width or paragraphs.widest(self.text, self.style) + 0.1
        return width, height or paragraphs.height(self.text, self.style, width)

    def draw(self, rect: Rect, pen: Pen) -> None:
        if not self.turn:
            pen.text(self.text, self.style, rect, self.align)
            return
        x, y = rect.center
        w, h = (rect.w, rect.h) if self.turn % 180 == 0 else (rect.h, rect.w)
        if self.turn % 90:
            w, h = self._flat(None, None)
        before = len(pen.ink)
        pen.text(self.text, self.style, Rect(x - w / 2, y - h / 2, w, h), self.align)
        pen.ink[before:] = [ink.turned(one, self.turn, x, y) for one in pen.ink[before:]]
