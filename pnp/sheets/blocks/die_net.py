"""A die to cut out, fold and glue: six faces in a cross, with flaps; opposite faces are 1 and 6, 2 and 5, 3 and 4."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.boxes import outline
from pnp.sheets.ink import Box, Line, Paint
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table
from pnp.words import say

PLACES = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1), (3, 1))
"""Column and row of each face in the net."""
FLAPS = (
    (1, 0, "left"), (1, 0, "top"), (1, 0, "right"), (3, 1, "right"),
    (1, 2, "left"), (1, 2, "bottom"), (1, 2, "right"),
)  # fmt: skip


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.side = table.number("side", 16, 8, 60)
        self.flap = table.number("flap", 4, 2, 15)
        self.faces = table.items("faces", theme.as_words, [f"{{die-{n}}}" for n in range(1, 7)])
        if len(self.faces) != 6:
            table.fault(say("layout.six-faces", n=len(self.faces)), "faces")
        self.style = theme.style(table, "style", "title")
        self.fill = theme.color(table, "fill", "paper")

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 4 * self.side + self.flap, height or 3 * self.side + 2 * self.flap

    def draw(self, rect: Rect, pen: Pen) -> None:
        left, top = rect.x, rect.y + self.flap
        for column, row, edge in FLAPS:
            self._flap(Rect(left + column * self.side, top + row * self.side, self.side, self.side), edge, pen)
        for (column, row), words in zip(PLACES, self.faces, strict=True):
            face = Rect(left + column * self.side, top + row * self.side, self.side, self.side)
            pen.draw(Box(*face, Paint(fill=self.fill or "paper", stroke="ink", width=0.25)))
            # A face with one picture and nothing else is filled by it.
            alone = words[:1] == "{" and words[-1:] == "}" and words[1:-1] in pen.theme.pictures
            if alone:
                pen.picture(words[1:-1], face.inset(0.14 * self.side))
            elif words:
                pen.text(words, self.style, face.inset(1), "center", middle=True)

    def _flap(self, face: Rect, edge: str, pen: Pen) -> None:
        """A flap at an edge of a face, narrower outside, and the fold dashed."""
        cut, out = min(self.flap, face.w / 3), self.flap
        ends = {
            "left": ((face.x, face.y), (face.x, face.bottom), (-out, 0), (0, cut)),
            "right": ((face.right, face.y), (face.right, face.bottom), (out, 0), (0, cut)),
            "top": ((face.x, face.y), (face.right, face.y), (0, -out), (cut, 0)),
            "bottom": ((face.x, face.bottom), (face.right, face.bottom), (0, out), (cut, 0)),
        }
        (x1, y1), (x2, y2), (ox, oy), (cx, cy) = ends[edge]
        corners = [(x1, y1), (x1 + ox + cx, y1 + oy + cy), (x2 + ox - cx, y2 + oy - cy), (x2, y2)]
        pen.draw(outline(corners, Paint(fill="wash", stroke="line", width=0.2)))
        pen.draw(Line(x1, y1, x2, y2, Paint(stroke="soft", width=0.2, dash=(1.2, 1.2))))
