"""A list of pictures, each with what it means."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import paragraphs
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.items: list[tuple[str, str, str]] = []
        for row in table.tables("items"):
            texts = theme.words(row, "title", ""), theme.words(row, "text", "")
            self.items.append((theme.picture(row, "picture", ""), *texts))
            row.close()
        if not self.items:
            table.fault(say("layout.no-items"), "items")
        self.icon = table.number("icon", 9, 2, 40)
        self.gap = table.number("gap", 2, 0, 20)
        self.title_style = theme.styles["label"]
        self.text_style = theme.style(table)

    def _heights(self, width: float) -> list[float]:
        room = width - self.icon - 2.5
        return [
            max(
                self.icon,
                (paragraphs.height(title, self.title_style, room) if title else 0)
                + (paragraphs.height(text, self.text_style, room) if text else 0),
            )
            for _, title, text in self.items
        ]

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        width = width or 60
        heights = self._heights(width)
        return width, height or sum(heights) + self.gap * (len(heights) - 1)

    def draw(self, rect: Rect, pen: Pen) -> None:
        x, room = rect.x + self.icon + 2.5, rect.w - self.icon - 2.5
        y = rect.y
        for (picture, title, text), height in zip(self.items, self._heights(rect.w), strict=True):
            if picture:
                pen.picture(picture, Rect(rect.x, y, self.icon, self.icon))
            title_height = paragraphs.height(title, self.title_style, room) if title else 0.0
            text_height = paragraphs.height(text, self.text_style, room) if text else 0.0
            top = y + max(0.0, (height - title_height - text_height) / 2)
            if title:
                pen.text(title, self.title_style, Rect(x, top, room, title_height))
            if text:
                pen.text(text, self.text_style, Rect(x, top + title_height, room, text_height))
            y += height + self.gap
