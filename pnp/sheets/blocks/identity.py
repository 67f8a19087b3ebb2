"""One small line that says which sheet this is: the game, the sheet and the layout's version."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.geometry import Rect
from pnp.sheets.look import Look, Style
from pnp.sheets.pen import Pen
from pnp.strict import Table


@dataclass(frozen=True)
class Block:
    style: Style
    align: str

    @classmethod
    def read(cls, table: Table, look: Look, id: str) -> Block:  # noqa: ARG003
        return cls(look.style(table, "style", "tiny"), table.choice("align", ("left", "center", "right"), "center"))

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 80, height or self.style.size * self.style.leading

    def draw(self, rect: Rect, pen: Pen) -> None:
        pen.text(pen.identity, self.style, rect, self.align)
