"""The sheet's QR code, its code in letters below, and which sheet this is; a picture `instead` where there is none."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets import typefaces
from pnp.sheets.ink import Code, Text
from pnp.sheets.pen import SEPARATOR, SMALLEST_TEXT, Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.code_style, self.small = theme.style(table, "style", "code"), theme.styles["tiny"]
        self.identity = table.flag("identity", True)
        self.qr = table.flag("qr", True)
        self.instead = theme.picture(table, "instead", "")
        self.bare = theme.dress == "bare"

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        side = width or (38 if self.qr else 8 * self.code_style.size)
        return side, height or (side if self.qr else 0) + self._below

    @property
    def _below(self) -> float:
        return self.code_style.size * 1.2 + (self.small.size * 1.3 if self.identity else 0)

    def _identity(self, middle: float, low: float, width: float, pen: Pen) -> Text:
        """Which sheet this is, in as few words as it takes to be read."""
        least, style = SMALLEST_TEXT / pen.scale, self.small
        title, *_, version = pen.identity.split(SEPARATOR)
        wordings = (pen.identity, f"{title}{SEPARATOR}{version}")
        words = next((one for one in wordings if least * typefaces.width(one, style.face, 1.0) <= width), wordings[-1])
        return Text(middle, low, words, style.face, style.size, "soft", "center", width, least)

    def draw(self, rect: Rect, pen: Pen) -> None:
        side = min(rect.w, rect.h - self._below) if self.qr else 0.0
        square = Rect(rect.x + (rect.w - side) / 2, rect.y, side, side)
        instead = pen.theme.pictures[self.instead].at(square.inset(0.06 * side)) if self.instead and self.qr else []
        middle, style = rect.x + rect.w / 2, self.code_style
        baseline = rect.y + side + style.size * 0.75
        if self.identity:
            low = baseline + self.small.size * 1.5
            pen.draw(self._identity(middle, low, rect.w, pen))
        if self.bare:
            pen.draw(*instead)
            return
        pen.instead.extend(instead)
        if self.qr:
            pen.personal.append(Code(*square[:3], "{payload}"))
        pen.personal.append(
            Text(middle, baseline, "{code}", style.face, style.size, style.color, "center", rect.w, 2.0)
        )
