"""A table to write in: labelled rows, one column for each player or each thing, one or more boxes in a cell.

The ids follow the pattern `ids`, in which {row}, {column} and {n} stand for the row's id, the column's id and the
number of the box in its cell; by default `{column}.{row}`, with `.{n}` where a column has several boxes. A row that
is a `heading` is a band with its label and has no fields.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets import paragraphs
from pnp.sheets.ink import Box, Paint
from pnp.sheets.pen import ALL_CORNERS, Corners, Pen, grouped
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say

ID = r"[a-z0-9][a-z0-9.-]*"
PAD = 1.2
MEETING = 0.25
"""Boxes that are nearer than this many millimetres meet, and are round only at the corners of their group."""
FIELD_KINDS = ("number", "cross", "text", "choice", "tally")


class Row(NamedTuple):
    id: str
    picture: str
    label: str
    hint: str
    kind: str
    strong: bool
    heading: bool
    height: float
    inside: str


class Column(NamedTuple):
    id: str
    label: str
    boxes: int


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.ids = table.text("ids", "")
        self.choices = theme.choices(table)
        height = table.number("row-height", 9, 3, 80)
        kind = table.choice("field", FIELD_KINDS, "number")
        self.rows = [_row(row, theme, kind, height) for row in table.tables("rows", most=200)]
        self.columns = [_column(row, theme) for row in table.tables("columns", most=60)]
        if not self.rows or not self.columns:
            table.fault(say("layout.empty-table"))
        self.label_width = table.number("label-width", 40, 0, 150)
        self.header = table.number("header", 7 if any(c.label for c in self.columns) else 0, 0, 30)
        self.box = table.number("box", 0, 0, 60)
        self.round = table.choice("shape", ("box", "circle"), "box") == "circle"
        self.label_style = theme.style(table, "label-style", "label")
        self.hint_style = theme.style(table, "hint-style", "small")
        self.strong_style = theme.style(table, "strong-style", "label")
        self.header_style = theme.style(table, "header-style", "label")
        self.inside_style = theme.style(table, "inside-style", "tiny")
        self.rules = table.flag("rules")
        if any(row.kind == "choice" for row in self.rows) != bool(self.choices):
            table.fault(say("layout.choices.many"), "choices")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        natural = self.label_width + sum(max(1, column.boxes) * 16 for column in self.columns)
        return width or natural, height or self.header + sum(row.height for row in self.rows)

    def draw(self, rect: Rect, pen: Pen) -> None:
        width = (rect.w - self.label_width) / len(self.columns) if self.columns else 0
        for number, column in enumerate(self.columns):
            down = sum(row.height for row in self.rows)
            pen.parts[column.id] = Rect(rect.x + self.label_width + number * width, rect.y + self.header, width, down)
            if column.label and self.header:
                place = Rect(rect.x + self.label_width + number * width, rect.y, width, self.header)
                pen.text(column.label, self.header_style, place, "center", middle=True)
        y = rect.y + self.header
        natural = sum(row.height for row in self.rows)
        # A table that is given more height than it needs, or less, shares it out among its rows.
        factor = (rect.h - self.header) / natural if natural else 1.0
        for row in self.rows:
            high = row.height * factor
            pen.parts[row.id] = Rect(rect.x, y, rect.w, high)
            if self.rules and not row.heading:
                pen.line(rect.x, y, rect.right, y, "faint", 0.3)
            if row.heading:
                self._heading(row, Rect(rect.x, y, rect.w, high), pen)
                y += high
                continue
            self._label(row, Rect(rect.x, y, self.label_width, high), pen)
            for number, column in enumerate(self.columns):
                place = Rect(rect.x + self.label_width + number * width, y, width, high)
                self._cell(row, column, place, pen)
            y += high

    def _heading(self, row: Row, rect: Rect, pen: Pen) -> None:
        """A band across the table that names the rows below it; it has no fields."""
        # The borders of the boxes above and below stay whole.
        pen.draw(Box(rect.x, rect.y + 0.2, rect.w, rect.h - 0.4, Paint(fill="band")))
        style = self.label_style._replace(color="reverse")
        pen.text(row.label, style, Rect(rect.x + PAD, rect.y, rect.w - 2 * PAD, rect.h), middle=True)

    def _label(self, row: Row, rect: Rect, pen: Pen) -> None:
        if row.strong:
            pen.draw(Box(rect.x, rect.y, rect.w, rect.h, Paint(fill="wash")))
        style = self.strong_style if row.strong else self.label_style
        inner = Rect(rect.x + PAD, rect.y, rect.w - 2 * PAD, rect.h)
        if row.picture:
            side = min(rect.h - 2 * PAD, 14)
            pen.picture(row.picture, Rect(inner.x, rect.y + (rect.h - side) / 2, side, side))
            inner = Rect(inner.x + side + 2, rect.y, inner.w - side - 2, rect.h)
        if row.hint:
            size = style.size * style.leading
            below = self.hint_style.size * self.hint_style.leading
            top = rect.y + (rect.h - size - len(paragraphs.lines(row.hint, self.hint_style, inner.w)) * below) / 2
            pen.text(row.label, style, Rect(inner.x, top, inner.w, size))
            pen.text(row.hint, self.hint_style, Rect(inner.x, top + size, inner.w, rect.bottom - top - size))
        elif row.label:
            pen.text(row.label, style, inner, middle=True)

    def _cell(self, row: Row, column: Column, rect: Rect, pen: Pen) -> None:
        ids = self.ids or ("{column}.{row}.{n}" if column.boxes > 1 else "{column}.{row}")
        across = self.box or rect.w / column.boxes
        down = self.box or rect.h
        gap = (rect.w - across * column.boxes) / (column.boxes + 1)
        for n in range(column.boxes):
            box = Rect(rect.x + gap + n * (across + gap), rect.y + (rect.h - down) / 2, across, down)
            id = ids.replace("{row}", row.id).replace("{column}", column.id).replace("{n}", str(n + 1))
            head = column.label or column.id
            label = f"{head}: {row.label or row.id}" if row.label or not column.label else head
            choices = self.choices if row.kind == "choice" else {}
            most = 2 if row.kind == "tally" else 0
            corners = self._corners(row, column, n, gap < MEETING, rect.h - down < MEETING)
            pen.field(id, row.kind, box, label, choices, most, self.round, strong=row.strong, corners=corners)
            if row.inside:
                pen.text(row.inside, self.inside_style, box.inset(0.5), "center", middle=True)

    def _corners(self, row: Row, column: Column, box: int, across_meets: bool, down_meets: bool) -> Corners:
        """The corners of a box that are outer ones of its group: rows between headings, or one that is strong."""
        if not across_meets:
            return ALL_CORNERS
        across = sum(one.boxes for one in self.columns[: self.columns.index(column)]) + box
        place = self.rows.index(row)
        first = last = place
        while first and not row.strong and not (self.rows[first - 1].heading or self.rows[first - 1].strong):
            first -= 1
        end = len(self.rows) - 1
        if not down_meets:
            first, end = place, place
        while last < end and not row.strong and not (self.rows[last + 1].heading or self.rows[last + 1].strong):
            last += 1
        return grouped(across, sum(one.boxes for one in self.columns), place - first, last - first + 1)


def _row(row: Table, theme: Theme, kind: str, height: float) -> Row:
    made = Row(
        row.text("id", pattern=ID, allowed=say("layout.dotted-id")),
        theme.picture(row, "picture", ""),
        theme.words(row, "label", ""),
        theme.words(row, "hint", ""),
        row.choice("field", FIELD_KINDS, kind),
        row.flag("strong"),
        row.flag("heading"),
        row.number("height", height, 3, 80),
        theme.words(row, "inside", ""),
    )
    row.close()
    return made


def _column(row: Table, theme: Theme) -> Column:
    made = Column(
        row.text("id", pattern=ID, allowed=say("layout.dotted-id")),
        theme.words(row, "label", ""),
        row.whole("boxes", 1, 1, 20),
    )
    row.close()
    return made
