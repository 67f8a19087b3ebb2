"""A table to read: rows of words and pictures in columns, without fields."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.geometry import Rect
from pnp.sheets import paragraphs
from pnp.sheets.ink import Box, Paint
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table, shown, wrong
from pnp.words import say

ALIGN = ("left", "center", "right")


class Column(NamedTuple):
    width: float
    align: str


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.header = table.items("header", theme.as_words, [])
        self.rows = table.items("rows", lambda row: _words(row, theme), most=200)
        self.columns = [_column(row) for row in table.tables("columns", most=40)]
        self.style = theme.style(table)
        self.header_style = theme.style(table, "header-style", "label")
        self.pad = table.number("pad", 1, 0, 10)
        self.lines = table.choice("lines", ("rows", "all", "none"), "rows")
        self.stripes = theme.color(table, "stripes", "")
        self._agree(table)

    def _agree(self, table: Table) -> None:
        wide = max((len(row) for row in (*self.rows, self.header)), default=0)
        if not self.rows:
            table.fault(say("layout.no-rows"), "rows")
        for number, row in enumerate(self.rows):
            if len(row) != wide:
                table.fault(say("layout.words", n=len(row), needed=wide), "rows", number)
        if self.header and len(self.header) != wide:
            table.fault(say("layout.words", n=len(self.header), needed=wide), "header")
        if not self.columns:
            self.columns = [Column(0, "left")] * wide
        elif len(self.columns) != wide:
            table.fault(say("layout.columns", n=len(self.columns), needed=wide), "columns")

    def _widths(self, width: float | None) -> list[float]:
        """Columns with a width have it; of the others narrow ones have what they need, the widest has what is left."""
        needed = [
            column.width
            or max(paragraphs.widest(words, style) for words, style in self._column(n)) + 2 * self.pad + 0.2
            for n, column in enumerate(self.columns)
        ]
        if width is None:
            return needed
        left = width - sum(column.width for column in self.columns)
        free = sorted((n for n, column in enumerate(self.columns) if not column.width), key=lambda n: needed[n])
        for place, n in enumerate(free):
            share = left / (len(free) - place)
            needed[n] = share if place == len(free) - 1 else min(needed[n], share)
            left -= needed[n]
        return needed

    def _column(self, number: int) -> list[tuple[str, Any]]:
        head = [(self.header[number], self.header_style)] if self.header else []
        return [*head, *((row[number], self.style) for row in self.rows)]

    def _height(self, row: list[str], style: Any, widths: list[float]) -> float:
        rooms = [max(1.0, width - 2 * self.pad) for width in widths]
        inner = (paragraphs.height(words, style, room + 0.05) for words, room in zip(row, rooms, strict=True))
        return max(inner) + 1.2 * self.pad

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        widths = self._widths(width)
        down = sum(self._height(row, self.style, widths) for row in self.rows)
        return sum(widths), height or down + (
            self._height(self.header, self.header_style, widths) if self.header else 0
        )

    def draw(self, rect: Rect, pen: Pen) -> None:
        widths, y = self._widths(rect.w), rect.y
        if self.header:
            height = self._height(self.header, self.header_style, widths)
            pen.draw(Box(rect.x, y, rect.w, height, Paint(fill="band"), 0.8))
            style = self.header_style._replace(color="reverse")
            self._row(self.header, style, Rect(rect.x, y, rect.w, height), widths, pen)
            y += height
        spare = (rect.bottom - y - sum(self._height(row, self.style, widths) for row in self.rows)) / len(self.rows)
        for number, row in enumerate(self.rows):
            height = self._height(row, self.style, widths) + max(0.0, spare)
            place = Rect(rect.x, y, rect.w, height)
            if self.stripes and number % 2:
                pen.draw(Box(*place, Paint(fill=self.stripes)))
            self._row(row, self.style, place, widths, pen)
            if self.lines != "none":
                pen.line(rect.x, place.bottom, rect.right, place.bottom, "faint", 0.3)
            pen.parts[str(number + 1)] = place
            y += height
        self._between(rect, widths, pen)

    def _row(self, row: list[str], style: Any, place: Rect, widths: list[float], pen: Pen) -> None:
        x = place.x
        for words, column, width in zip(row, self.columns, widths, strict=True):
            if words:
                inner = Rect(x + self.pad, place.y, width - 2 * self.pad + 0.05, place.h)
                pen.text(words, style, inner, column.align, middle=True)
            x += width

    def _between(self, rect: Rect, widths: list[float], pen: Pen) -> None:
        x = rect.x
        for width in widths[:-1] if self.lines == "all" else ():
            x += width
            pen.line(x, rect.y, x, rect.bottom, "faint", 0.3)


def _words(row: Any, theme: Theme) -> list[str]:
    if not isinstance(row, list):
        wrong("layout.no-words", value=shown(row))
    return [theme.as_words(words) for words in row]


def _column(row: Table) -> Column:
    made = Column(row.number("width", 0, 0, 300), row.choice("align", ALIGN, "left"))
    row.close()
    return made
