"""A bar to hold a ruler against: 100 mm on paper at any size of the sheet, or 50 mm where 100 do not fit.

The key below it names the mistake when the bar is too short; in the dress for photos it also says how to take one.
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.paragraphs import fits
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say

A4_ON_LETTER = 279.4 / 297
LETTER_ON_A4 = 210 / 215.9


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del table, id
        self.style = theme.styles["tiny"]
        self.lines = 2 if theme.scale == 1 else 1
        self.bare, self.photo = theme.dress == "bare", theme.dress == "photo"
        self.color = "ink" if self.photo else "soft"

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 148, height or self.lines * self.style.size * self.style.leading + 3

    def draw(self, rect: Rect, pen: Pen) -> None:
        if self.bare:
            return
        length = 100 if 100 / pen.scale <= rect.w else 50
        bar = length / pen.scale
        if bar > rect.w:
            pen.faults.append(say("layout.wide-bar", length=length, needs=f"{bar:.0f}", room=f"{rect.w:.0f}"))
            return
        left, y = rect.x + (rect.w - bar) / 2, rect.y + 1.4
        pen.line(left, y, left + bar, y, self.color, 0.25)
        for tick in range(11):
            x = left + bar * tick / 10
            half = 1.2 if tick in (0, 5, 10) else 0.7
            pen.line(x, y - half, x, y + half, self.color, 0.25)
        step = self.style.size * self.style.leading
        told = pen.said("this bar is {length} mm long when the print is at 100 %", length=length)
        below = Rect(rect.x, y + 1.2, rect.w, step)
        if self.photo:
            how = pen.said("photograph it flat, from above, with all four corners")
            told = next((one for one in (f"{told}   ·   {how}", how) if fits(one, self.style, below)), told)
        pen.text(told, self.style, below, "center")
        if pen.paper in ("a4", "letter", "universal") and self.lines == 2 and length == 100:
            small, wide = f"{length * A4_ON_LETTER:.1f}", f"{length * LETTER_ON_A4:.1f}"
            key = "   ·   ".join(
                (
                    pen.said("{n} mm: an A4 page was fitted to Letter", n=small),
                    pen.said("{n} mm: a Letter page was fitted to A4", n=wide),
                )
            )
            pen.text(key, self.style, Rect(rect.x, y + 1.2 + step, rect.w, step), "center")
