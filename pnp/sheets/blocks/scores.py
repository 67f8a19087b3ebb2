"""A column of score lines: a picture, what it scores, and a box for the points.

The ids are `ID.LINE`, one for each line.
"""

from __future__ import annotations

from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say


class ScoreLine(NamedTuple):
    id: str
    picture: str
    label: str
    hint: str
    strong: bool


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.lines = [_line(row, theme) for row in table.tables("lines")]
        if not self.lines:
            table.fault(say("layout.no-lines"), "lines")
        self.box = table.number("box-width", 14, 3, 80), table.number("box-height", 10, 3, 80)
        self.gap = table.number("gap", 1, 0, 20)
        self.icon = table.number("icon", 0, 0, 40)
        self.beside = table.flag("beside")
        self.label_style, self.hint_style = theme.styles["label"], theme.style(table, "hint-style", "small")
        self.strong_style = theme.style(table, "strong-style", "label")

    def _hint_room(self, line: ScoreLine) -> float:
        below = line.hint and not self.beside
        return self.hint_style.size * self.hint_style.leading + 0.4 if below else 0.0

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        down = sum(self.box[1] + self._hint_room(line) + self.gap for line in self.lines) - self.gap
        return width or self.box[0] + 14, height or down

    def draw(self, rect: Rect, pen: Pen) -> None:
        natural = self.size(rect.w, None)[1]
        spread = max(0.0, (rect.h - natural) / max(1, len(self.lines) - 1))
        y = rect.y
        for line in self.lines:
            self._line(line, Rect(rect.x, y, rect.w, self.box[1]), pen)
            y += self.box[1] + self._hint_room(line) + self.gap + spread

    def _line(self, line: ScoreLine, rect: Rect, pen: Pen) -> None:
        box = Rect(rect.right - self.box[0], rect.y, *self.box)
        if line.strong:
            pen.line(rect.x, rect.y - self.gap / 2 - 0.6, rect.right, rect.y - self.gap / 2 - 0.6, "ink", 0.5)
        pen.field(f"{self.id}.{line.id}", "number", box, f"{line.id} points", strong=line.strong)
        room = Rect(rect.x, rect.y, rect.w - self.box[0] - 1.5, rect.h)
        if line.picture:
            side = self.icon or min(room.h, room.w)
            pen.picture(line.picture, Rect(room.x, room.y + (room.h - side) / 2, side, side))
            room = Rect(room.x + side + 1.2, room.y, room.w - side - 1.2, room.h)
        if line.label:
            pen.text(line.label, self.strong_style if line.strong else self.label_style, room, middle=True)
        if line.hint and self.beside:
            pen.text(line.hint, self.hint_style, room, middle=True)
        elif line.hint:
            pen.text(line.hint, self.hint_style, Rect(rect.x, rect.bottom + 0.4, rect.w, self._hint_room(line)))


def _line(row: Table, theme: Theme) -> ScoreLine:
    line = ScoreLine(
        row.text("id", pattern=r"[a-z][a-z0-9-]*", allowed=say("layout.small-id")),
        theme.picture(row, "picture", ""),
        theme.words(row, "label", ""),
        theme.words(row, "hint", ""),
        row.flag("strong"),
    )
    row.close()
    return line
