"""A text: one line or several paragraphs, broken to the width of the block, with pictures between the words.

With `hang`, what stands before three blanks is set in a margin of so many millimetres and its paragraph beside it.
"""

from __future__ import annotations

from math import cos, radians, sin

from pnp.geometry import Rect
from pnp.sheets import ink, paragraphs
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table

APART = "   "
"""Three blanks part what stands in the margin from its paragraph, where paragraphs hang."""


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        style = theme.style(table)
        color = theme.color(table, "color", style.color) or style.color
        self.style = style._replace(size=table.number("size", style.size, 1.5, 60), color=color)
        self.text = theme.words(table, "text").strip("\n")
        self.align = table.choice("align", ("left", "center", "right"), "left")
        self.turn = table.number("turn", 0, -180, 180)
        self.hang = table.number("hang", 0, 0, 60)
        self.space = table.number("space", 0, 0, 20)
        self.roomy = theme.roomy

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
        if not width:
            width = paragraphs.widest(self.text, self.style) + 0.1
            width = max(width, paragraphs.widest(str(self.text), self.style) + 0.1) if self.roomy else width
        return width, height or sum(high for _, _, _, high in self._paragraphs(width))

    def _paragraphs(self, width: float) -> list[tuple[str, str, float, float]]:
        """The paragraphs, each with what stands in its margin, how far it is indented, and how high it is."""
        if not self.hang and not self.space:
            return [("", self.text, 0.0, paragraphs.height(self.text, self.style, width))]
        found = []
        parts = self.text.split("\n")
        for number, paragraph in enumerate(parts):
            lead, apart, body = paragraph.partition(APART) if self.hang else ("", "", paragraph)
            lead, body, by = (lead, body.strip(), self.hang) if apart else ("", paragraph, 0.0)
            after = self.space if number < len(parts) - 1 else 0.0
            found.append((lead, body, by, paragraphs.height(body, self.style, width - by) + after))
        return found

    def draw(self, rect: Rect, pen: Pen) -> None:
        if self.turn:
            self._turned(rect, pen)
            return
        if not self.hang and not self.space:
            pen.text(self.text, self.style, rect, self.align)
            return
        y = rect.y
        for lead, body, by, high in self._paragraphs(rect.w):
            if lead:
                pen.text(lead, self.style, Rect(rect.x, y, by, high), "left")
            pen.text(body, self.style, Rect(rect.x + by, y, rect.w - by, high), self.align)
            y += high

    def _turned(self, rect: Rect, pen: Pen) -> None:
        x, y = rect.center
        w, h = (rect.w, rect.h) if self.turn % 180 == 0 else (rect.h, rect.w)
        if self.turn % 90:
            w, h = self._flat(None, None)
        before = len(pen.ink)
        pen.text(self.text, self.style, Rect(x - w / 2, y - h / 2, w, h), self.align)
        pen.ink[before:] = [ink.turned(one, self.turn, x, y) for one in pen.ink[before:]]
