"""A line to write a word on, such as the player's name; a name that is known is printed on it.

The id of the field is the block's id.
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import paragraphs, typefaces
from pnp.sheets.ink import Text
from pnp.sheets.pen import Pen
from pnp.sheets.sheet import Field
from pnp.sheets.theme import Theme
from pnp.strict import Table

SMALLEST_NAME = 2.6
"""A name shrinks to this size in millimetres before it is shortened."""


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.label = theme.words(table, "label", "")
        self.label_style = theme.styles["small"]
        self.prints = table.choice("prints", ("name", "nothing"), "nothing")
        self.kind = table.choice("field", ("text", "number"), "text")
        self.size_of_name = table.number("name-size", 6.0, 2.6, 30)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 60, height or 10

    def draw(self, rect: Rect, pen: Pen) -> None:
        label = paragraphs.widest(self.label, self.label_style) + 2 if self.label else 0.0
        baseline = rect.bottom - 1.8
        if self.label:
            step = self.label_style.size * self.label_style.leading
            cap = typefaces.face(self.label_style.face).cap * self.label_style.size
            pen.text(self.label, self.label_style, Rect(rect.x, baseline - (step + cap) / 2, label, step))
        room = Rect(rect.x + label, rect.y, rect.w - label, rect.h)
        pen.fields.append(Field(self.id, self.kind, room, self.label or self.id))
        pen.line(room.x, rect.bottom - 0.2, room.right, rect.bottom - 0.2, "ink", 0.35)
        if self.prints == "name":
            size, width = self.size_of_name, room.w - 2
            pen.personal.append(
                Text(room.x + 1, baseline, "{name}", "text", size, "ink", fit=width, floor=SMALLEST_NAME)
            )
