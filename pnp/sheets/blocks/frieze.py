"""A strip of pictures side by side: an ornament as wide as its block, each picture as high as it."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.pictures = table.items("pictures", theme.as_picture)
        if not self.pictures:
            table.fault(say("layout.no-pictures"), "pictures")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 100, height or 8

    def draw(self, rect: Rect, pen: Pen) -> None:
        count = max(1, int(rect.w / rect.h + 0.001))
        start = rect.x + (rect.w - count * rect.h) / 2
        for number in range(count if self.pictures else 0):
            pen.picture(
                self.pictures[number % len(self.pictures)], Rect(start + number * rect.h, rect.y, rect.h, rect.h)
            )
