"""A track: boxes or circles in rows that are marked one after the other.

The ids are `ID.1`, `ID.2` and so on, from the left and from the top.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.geometry import Rect
from pnp.sheets import setting
from pnp.sheets.look import Look, Style
from pnp.sheets.pen import Pen
from pnp.strict import Table

KINDS = ("cross", "tally", "number", "choice", "text")
END_ROOM = 9.0


@dataclass(frozen=True)
class Block:
    id: str
    boxes: int
    rows: int
    box: float
    gap: float
    kind: str
    most: int
    choices: Mapping[str, str]
    round: bool
    label: str
    hint: str
    label_style: Style
    hint_style: Style
    end_style: Style
    inside_style: Style
    ends: tuple[str, ...]
    inside: tuple[str, ...]

    @classmethod
    def read(cls, table: Table, look: Look, id: str) -> Block:
        choices: dict[str, str] = {}
        if given := table.table("choices"):
            choices = {value: look.picture(given, value, "") for value in given.data}
        kind = table.choice("field", KINDS, "cross")
        block = cls(
            id,
            table.whole("boxes", low=1, high=200),
            table.whole("rows", 1, 1, 50),
            table.number("box", 8, 2, 60),
            table.number("gap", 0, 0, 30),
            kind,
            table.whole("most", 2 if kind == "tally" else 0, 0, 9),
            choices,
            table.choice("shape", ("box", "circle"), "box") == "circle",
            look.words(table, "label", ""),
            look.words(table, "hint", ""),
            look.styles["label"],
            look.styles["small"],
            look.styles["heading"],
            look.styles["tiny"],
            tuple(table.items("ends", look.as_words, [])),
            tuple(table.items("inside", look.as_words, [])),
        )
        if block.boxes % block.rows:
            table.fault(f"{block.boxes} boxes don't fill {block.rows} rows; as many in each row are needed", "rows")
        if block.ends and len(block.ends) != block.rows:
            table.fault(f"{len(block.ends)} ends for {block.rows} rows; one for each row is needed", "ends")
        if block.inside and len(block.inside) != block.boxes:
            table.fault(f"{len(block.inside)} texts for {block.boxes} boxes; one for each box is needed", "inside")
        if (kind == "choice") != bool(choices):
            table.fault("choices belong to a field of kind choice, and it needs them", "choices")
        return block

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
            taken = setting.widest(self.label, self.label_style) + 2.5
        if self.hint:
            pen.text(self.hint, self.hint_style, Rect(rect.x + taken, rect.y, rect.w - taken, rect.h), middle=True)
