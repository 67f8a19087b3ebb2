"""A track: boxes or circles in rows that are marked one after the other.

The ids are `ID.1`, `ID.2` and so on, from the left and from the top.
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import paragraphs
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table

KINDS = ("cross", "tally", "number", "choice", "text")
END_ROOM = 9.0


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.boxes, self.rows = table.whole("boxes", low=1, high=200), table.whole("rows", 1, 1, 50)
        self.box, self.gap = table.number("box", 8, 2, 60), table.number("gap", 0, 0, 30)
        self.kind = table.choice("field", KINDS, "cross")
        self.most = table.whole("most", 2 if self.kind == "tally" else 0, 0, 9)
        self.choices = theme.choices(table)
        self.round = table.choice("shape", ("box", "circle"), "box") == "circle"
        self.label, self.hint = theme.words(table, "label", ""), theme.words(table, "hint", "")
        self.label_style, self.hint_style = theme.styles["label"], theme.styles["small"]
        self.end_style, self.inside_style = theme.styles["heading"], theme.styles["tiny"]
        self.ends = table.items("ends", theme.as_words, [])
        self.inside = table.items("inside", theme.as_words, [])
        self._agree(table)

    def _agree(self, table: Table) -> None:
        if self.boxes % self.rows:
            table.fault(f"{self.boxes} boxes don't fill {self.rows} rows; as many in each row are needed", "rows")
        if self.ends and len(self.ends) != self.rows:
            table.fault(f"{len(self.ends)} ends for {self.rows} rows; one for each row is needed", "ends")
        if self.inside and len(self.inside) != self.boxes:
            table.fault(f"{len(self.inside)} texts for {self.boxes} boxes; one for each box is needed", "inside")
        if (self.kind == "choice") != bool(self.choices):
            table.fault("choices belong to a field of kind choice, and it needs them", "choices")

    @property
    def _across(self) -> int:
        return max(1, self.boxes // self.rows)

    @property
    def _label_room(self) -> float:
        return self.label_style.size * self.label_style.leading + 0.8 if self.label or self.hint else 0.0

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        row = self._across * self.box + (self._across - 1) * self.gap + (END_ROOM if self.ends else 0)
        width = width or max(row, 0)
        down = self.rows * self.box + (self.rows - 1) * self.gap + self._label_room
        return width, height or down

    def draw(self, rect: Rect, pen: Pen) -> None:
        top = rect.y
        if self._label_room:
            self._labels(Rect(rect.x, rect.y, rect.w, self._label_room - 0.8), pen)
            top += self._label_room
        step = self.box + self.gap
        for index in range(self._across * self.rows):
            row, column = divmod(index, self._across)
            box = Rect(rect.x + column * step, top + row * step, self.box, self.box)
            label = f"{self.id} {index + 1}"
            pen.field(f"{self.id}.{index + 1}", self.kind, box, label, self.choices, self.most, self.round, "soft")
            if self.inside:
                pen.text(self.inside[index], self.inside_style, box.inset(0.5), "center", middle=True)
        for row, text in enumerate(self.ends):
            x = rect.x + self._across * step - self.gap + 1.5
            pen.text(text, self.end_style, Rect(x, top + row * step, END_ROOM - 1.5, self.box), middle=True)

    def _labels(self, rect: Rect, pen: Pen) -> None:
        """The label at the left and, behind it on the same line, the hint."""
        taken = 0.0
        if self.label:
            pen.text(self.label, self.label_style, rect)
            taken = paragraphs.widest(self.label, self.label_style) + 2.5
        if self.hint:
            pen.text(self.hint, self.hint_style, Rect(rect.x + taken, rect.y, rect.w - taken, rect.h), middle=True)
