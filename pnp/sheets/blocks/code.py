"""The sheet's QR code, its code in letters below, and which sheet this is."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.ink import Box, Code, Paint, Text
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.code_style = theme.styles["code"]
        self.identity = table.flag("identity", True)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        side = width or 38
        return side, height or side + self._below

    @property
    def _below(self) -> float:
        return self.code_style.size * 1.2 + (3.4 if self.identity else 0)

    def draw(self, rect: Rect, pen: Pen) -> None:
        side = min(rect.w, rect.h - self._below)
        x = rect.x + (rect.w - side) / 2
        pen.draw(Box(x, rect.y, side, side, Paint(fill="paper")))
        pen.personal.append(Code(x, rect.y, side, "{payload}"))
        middle = rect.x + rect.w / 2
        style = self.code_style
        baseline = rect.y + side + style.size * 0.75
        pen.personal.append(
            Text(middle, baseline, "{code}", style.face, style.size, style.color, "center", rect.w, 2.0)
        )
        if self.identity:
            pen.draw(Text(middle, baseline + 4.2, pen.identity, "text", 2.3, "soft", "center", rect.w, 1.4))
