"""A track: boxes or circles in rows that are marked one after the other.

The ids are `ID.1`, `ID.2` and so on, from the left and from the top. `inside` is printed in the middle of the boxes,
`running` small in a corner: what has been reached there.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.geometry import Rect
from pnp.sheets import boxes, paragraphs
from pnp.sheets.filling import listed
from pnp.sheets.pen import ALL_CORNERS, Pen, grouped
from pnp.sheets.theme import INLINE, Theme
from pnp.strict import Table
from pnp.words import say

KINDS = ("cross", "tally", "number", "choice", "text")
END_ROOM = 9.0
AIR = 0.6
"""Millimetres between a box and its own label or bonus."""


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.ids = table.text("ids", "{id}.{n}")
        self.boxes, self.rows = table.whole("boxes", low=1, high=200), table.whole("rows", 1, 1, 50)
        self.box, self.gap = table.number("box", 8, 2, 60), table.number("gap", 0, 0, 30)
        self.kind = table.choice("field", KINDS, "cross")
        self.most = table.whole("most", 2 if self.kind == "tally" else 0, 0, 9)
        self.choices = theme.choices(table)
        self.usual = boxes.usual(table, theme)
        self.label, self.hint = theme.words(table, "label", ""), theme.words(table, "hint", "")
        self.label_style, self.hint_style = theme.styles["label"], theme.styles["small"]
        self.end_style = theme.styles["heading"]
        self.ends = table.items("ends", theme.as_words, [])
        self.inside = self._inside(table, theme)
        self.looks = boxes.looks(table, theme, self.usual, [str(n + 1) for n in range(self.boxes)])
        self.between = self._between(table, theme)
        self.running, self.small = table.items("running", theme.as_words, []), theme.styles["tiny"]
        self._agree(table)

    def _inside(self, table: Table, theme: Theme) -> list[str]:
        """A text for each box; a range such as 2..12 writes them out."""
        if isinstance(table.raw("inside", None), str):
            numbers: list[Any] = table.item(table.raw("inside"), [], listed, "inside")
            return [str(number) for number in numbers]
        return table.items("inside", theme.as_words, [])

    def _between(self, table: Table, theme: Theme) -> dict[int, str]:
        """What stands behind a box, by its number: the same behind all, or a table."""
        given = table.raw("between", {})
        if isinstance(given, str):
            return dict.fromkeys(range(1, self.boxes), theme.words(table, "between"))
        row = table.table("between")
        found: dict[int, str] = {}
        for key in row.data if row else ():
            if row and key.isascii() and key.isdigit() and 1 <= int(key) < self.boxes:
                found[int(key)] = theme.words(row, key)
            elif row:
                row.fault(say("layout.no-gap", box=repr(key), last=self.boxes - 1), key)
        return found

    def _agree(self, table: Table) -> None:
        if self.boxes % self.rows:
            table.fault(say("layout.uneven-rows", boxes=self.boxes, rows=self.rows), "rows")
        if self.ends and len(self.ends) != self.rows:
            table.fault(say("layout.ends", n=len(self.ends), rows=self.rows), "ends")
        if self.inside and len(self.inside) != self.boxes:
            table.fault(say("layout.inside", n=len(self.inside), boxes=self.boxes), "inside")
        if self.running and len(self.running) != self.boxes:
            table.fault(say("layout.inside", n=len(self.running), boxes=self.boxes), "running")
        if (self.kind == "choice") != bool(self.choices):
            table.fault(say("layout.choices"), "choices")
        if self.between and self.gap < 2:
            table.fault(say("layout.small-gap", gap=f"{self.gap:g}"), "gap")

    @property
    def _across(self) -> int:
        return max(1, self.boxes // self.rows)

    @property
    def _label_room(self) -> float:
        return self.label_style.size * self.label_style.leading + 0.8 if self.label or self.hint else 0.0

    @property
    def _above(self) -> float:
        """Room above each row for the boxes' own labels."""
        return self.hint_style.size * self.hint_style.leading + AIR if boxes.any_of(self.looks, "label") else 0.0

    @property
    def _below(self) -> float:
        """Room below each row for bonuses."""
        return self.label_style.size * self.label_style.leading + AIR if boxes.any_of(self.looks, "bonus") else 0.0

    @property
    def _pitch(self) -> float:
        return self._above + self.box + self._below + self.gap

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        row = self._across * self.box + (self._across - 1) * self.gap + (END_ROOM if self.ends else 0)
        width = width or max(row, 0)
        return width, height or self.rows * self._pitch - self.gap + self._label_room

    def draw(self, rect: Rect, pen: Pen) -> None:
        if self._label_room:
            self._labels(Rect(rect.x, rect.y, rect.w, self._label_room - 0.8), pen)
        top = rect.y + self._label_room + self._above
        step = self.box + self.gap
        for index in range(self._across * self.rows):
            row, column = divmod(index, self._across)
            self._box(index + 1, Rect(rect.x + column * step, top + row * self._pitch, self.box, self.box), pen)
        for row in range(self.rows):
            y = top + row * self._pitch
            pen.parts[f"row-{row + 1}"] = Rect(rect.x, y, self._across * step - self.gap, self.box)
            if self.ends:
                x = rect.x + self._across * step - self.gap + 1.5
                pen.text(self.ends[row], self.end_style, Rect(x, y, END_ROOM - 1.5, self.box), middle=True)

    @property
    def _called(self) -> str:
        """What its boxes are called: by the words of its label, else by its id."""
        return " ".join(INLINE.sub("", self.label).split()) or self.id

    @cached_property
    def _names(self) -> list[str]:
        """What tells its boxes apart: the texts inside of them where these do, else their numbers."""
        plain = len(set(self.inside)) == self.boxes and not any("{" in text for text in self.inside)
        return self.inside if plain and all(self.inside) else [str(n + 1) for n in range(self._across * self.rows)]

    def _box(self, number: int, box: Rect, pen: Pen) -> None:
        look = self.looks.get(str(number), self.usual)
        if not look.inside and self.inside and not look.dead:
            look = look._replace(inside=self.inside[number - 1])
        id = self.ids.replace("{id}", self.id).replace("{n}", str(number))
        row, column = divmod(number - 1, self._across)
        apart = self.gap or self._above or self._below
        corners = ALL_CORNERS if apart else grouped(column, self._across, row, self.rows)
        how: dict[str, Any] = {"choices": self.choices, "most": self.most, "corners": corners}
        boxes.draw(look, id, self.kind, box, f"{self._called} {self._names[number - 1]}", pen, **how)
        pen.parts[str(number)] = box
        if self.running:
            high = self.small.size * self.small.leading
            pen.text(self.running[number - 1], self.small, Rect(box.x, box.bottom - high, box.w - 0.6, high), "right")
        if look.label:
            room = Rect(box.x - self.gap / 2, box.y - self._above, box.w + self.gap, self._above - AIR)
            pen.text(look.label, self.hint_style, room, "center", middle=True)
        if look.bonus:
            room = Rect(box.x - self.gap / 2, box.bottom + AIR, box.w + self.gap, self._below - AIR)
            pen.text(look.bonus, self.label_style, room, "center", middle=True)
        if number in self.between and number % self._across:
            room = Rect(box.right, box.y, self.gap, box.h)
            size = min(self.hint_style.size, self.gap / 1.12)
            pen.text(self.between[number], self.hint_style._replace(size=size), room, "center", middle=True)

    def _labels(self, rect: Rect, pen: Pen) -> None:
        """The label at the left and, behind it on the same line, the hint."""
        taken = 0.0
        if self.label:
            pen.text(self.label, self.label_style, rect)
            taken = paragraphs.widest(str(self.label), self.label_style) + 2.5
        if self.hint:
            pen.text(self.hint, self.hint_style, Rect(rect.x + taken, rect.y, rect.w - taken, rect.h), middle=True)
