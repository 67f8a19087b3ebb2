"""Four marks in the corners of the block by which a photo of the sheet is squared up.

The marks are those of the 5 by 5 dictionary that readers know: `first` is the number of the top left one, the others
follow clockwise. A layout's sheets take numbers of their own, so that the marks tell the sheet when its code can't.
`ID[inside]` is what lies between them, for other blocks to lean on; it is wider where the marks are small, or none.
"""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.ink import Box, Paint, Path, Step
from pnp.sheets.pen import Pen
from pnp.sheets.sheet import ReaderMark
from pnp.sheets.theme import Theme
from pnp.strict import Table

PATTERNS: tuple[int, ...] = (
    0x145B2BC,
    0x01C06E6,
    0x1AF0EDD,
    0x10395F7,
    0x1AEB524,
    0x1D4082D,
    0x0D3D7EC,
    0x0E2146B,
    0x10D6132,
    0x1313FA5,
    0x13CEE03,
    0x1A2DAC0,
    0x1E62B11,
    0x05E7166,
    0x1FCFCA8,
    0x051E37F,
    0x097A758,
    0x0BEA26F,
    0x0F64DC4,
    0x1061DE8,
    0x12DDA75,
    0x150E440,
    0x16B0CA1,
    0x0BA12DE,
    0x19CD023,
    0x1A59972,
    0x1C3CE8B,
    0x0224246,
    0x03B9672,
    0x024223B,
    0x027376E,
    0x0368873,
    0x040D0CE,
    0x04AAAC8,
    0x04643BA,
    0x07A6FEA,
    0x0998AAC,
    0x082D101,
    0x09AAD1D,
    0x0863C72,
    0x0AD2825,
    0x0A52F9E,
    0x0D849F7,
    0x0C309D9,
    0x0DA7E31,
    0x0E9627A,
    0x0E9B997,
    0x0F94806,
    0x0F59125,
    0x0F6B7D7,
    0x11B58E4,
    0x11AD279,
    0x11E380B,
    0x1169445,
    0x12FFB4A,
    0x158CB8D,
    0x15987F0,
    0x1422FDF,
    0x14E1227,
    0x156DF22,
    0x173DBF1,
    0x164C93C,
    0x17CBB86,
    0x1880A87,
)
"""The 25 bits of each mark's inner squares, from the top left, row by row; a set bit is white."""

SQUARES = 7


LARGE = 18.0
"""The side of marks for photos, in millimetres: they are found on nearly all of the hard ones."""
BESIDE = 3.0


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.first = table.whole("first", 0, 0, len(PATTERNS) - 4)
        side = table.number("side", 12, 6, 40)
        self.side = {"play": side, "photo": max(side, LARGE), "bare": 0.0}[theme.dress]
        self.paint = Paint(fill="mark" if theme.dress == "photo" else "small-mark", solid=True)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 190, height or 250

    def footprint(self, rect: Rect) -> tuple[Rect, ...]:
        """The four corners: what lies between them is free for other blocks."""
        right, bottom = rect.right - self.side, rect.bottom - self.side
        corners = ((rect.x, rect.y), (right, rect.y), (right, bottom), (rect.x, bottom))
        return tuple(Rect(x, y, self.side, self.side) for x, y in corners) if self.side else ()

    def draw(self, rect: Rect, pen: Pen) -> None:
        taken = self.side + BESIDE if self.side else 0.0
        pen.parts["inside"] = Rect(rect.x + taken, rect.y, rect.w - 2 * taken, rect.h)
        for number, place in enumerate(self.footprint(rect), self.first):
            pen.reader_marks.append(ReaderMark(number, place))
            pen.draw(Box(place.x, place.y, place.w, place.h, self.paint))
            pen.draw(Path(_white(number, place), Paint(fill="paper", solid=True)))


def _white(number: int, rect: Rect) -> tuple[Step, ...]:
    """The white squares of a mark, runs of a row joined."""
    unit = rect.w / SQUARES
    steps: list[Step] = []
    for row in range(5):
        bits = PATTERNS[number] >> (20 - 5 * row) & 31
        column = 0
        while column < 5:
            if bits >> (4 - column) & 1:
                end = column
                while end < 5 and bits >> (4 - end) & 1:
                    end += 1
                left, top = rect.x + (column + 1) * unit, rect.y + (row + 1) * unit
                right, bottom = rect.x + (end + 1) * unit, top + unit
                steps += [
                    ("M", (left, top)),
                    ("L", (right, top)),
                    ("L", (right, bottom)),
                    ("L", (left, bottom)),
                    ("Z", ()),
                ]
                column = end
            column += 1
    return tuple(steps)
