"""Ink as PDF operators, in millimetres from the sheet's top left corner."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from math import cos, radians, sin
from operator import getitem

from pnp.render import typeset
from pnp.render.colors import BLACK, Palette, Tint, hatching
from pnp.render.pdf_file import utf16
from pnp.render.pdf_fonts import Fonts
from pnp.render.qr import Symbol
from pnp.render.typeset import Run, Setting
from pnp.sheets.ink import Box, Code, Disc, Image, Ink, Line, Paint, Path, Shape, Text
from pnp.sheets.inspection import QUIET

KAPPA = 0.5522847498


def n(value: float) -> str:
    """A number as short as it can be at a micrometre.

    >>> n(12.5), n(3.0), n(-0.0004)
    ('12.5', '3', '0')
    """
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class Content:
    """A content stream that is being written; colours and widths are only set when they change."""

    def __init__(
        self,
        fonts: Fonts,
        palette: Palette,
        set_line: Callable[[Text], Setting],
        images: dict[str, Image] | None = None,
    ) -> None:
        self._fonts = fonts
        self._palette = palette
        self._set_line = set_line
        self._ops: list[str] = []
        self._images = {} if images is None else images
        self._state: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self._ops)

    def raw(self, operators: str) -> None:
        self._ops.append(operators)

    def draw(self, inks: Iterable[Ink]) -> None:
        for ink in self._palette.prepared(inks):
            match ink:
                case Line(x1, y1, x2, y2, paint):
                    self._shape(f"{n(x1)} {n(y1)} m {n(x2)} {n(y2)} l", paint, self._palette.tint(paint))
                case Box(x, y, w, h, paint, radius):
                    self._filled(ink, _box(x, y, w, h, radius), paint)
                case Disc(x, y, r, paint):
                    self._filled(ink, _disc(x, y, r), paint)
                case Path(steps, paint):
                    self._filled(ink, " ".join(_step(op, points) for op, points in steps), paint)
                case Text():
                    self.line(ink)
                case Image():
                    self.image(ink)
                case Code():
                    raise TypeError("a code is drawn with its symbol")

    def _set(self, key: str, operators: str) -> None:
        if self._state.get(key) != operators:
            self._state[key] = operators
            self._ops.append(operators)

    def _filled(self, shape: Shape, path: str, paint: Paint) -> None:
        """A shape; a hatch lies on its fill and below its outline."""
        tint = self._palette.tint(paint)
        if tint.hatch is None:
            self._shape(path, paint, tint)
            return
        self._shape(path, paint, tint._replace(stroke=""))
        self._stroke(Tint("", self._palette.hatch, tint.hatch.width), Paint())
        lines = (f"{n(a)} {n(b)} m {n(c)} {n(d)} l" for a, b, c, d in hatching(shape, tint.hatch))
        self._ops.append(" ".join(lines) + " S")
        if tint.stroke:
            self._shape(path, paint, tint._replace(fill=""))

    def _color(self, color: str, grey: str) -> str:
        """The operator that sets a colour: of three parts, or of grey where there is nothing but black and white."""
        if self._palette.grey:
            return f"{0 if color == BLACK else 1} {grey}"
        return f"{rgb(color)} {'rg' if grey == 'g' else 'RG'}"

    def _shape(self, path: str, paint: Paint, tint: Tint) -> None:
        if tint.fill:
            self._set("fill", self._color(tint.fill, "g"))
        if tint.stroke:
            self._stroke(tint, paint)
        paints = {(True, True): "B", (True, False): "f", (False, True): "S", (False, False): "n"}
        self._ops.append(f"{path} {paints[bool(tint.fill), bool(tint.stroke)]}")

    def _stroke(self, tint: Tint, paint: Paint) -> None:
        self._set("stroke", self._color(tint.stroke, "G"))
        self._set("width", f"{n(tint.width)} w")
        self._set("cap", "1 J 1 j" if paint.round else "0 J 0 j")
        self._set("dash", f"[{' '.join(n(d) for d in tint.dash)}] 0 d")

    def line(self, ink: Text) -> Setting:
        """Draw a text; how it was set comes back."""
        setting = self._set_line(self._palette.lettered(ink))
        self._set("fill", self._color(self._palette.color(ink.color), "g"))
        if ink.turn:
            self._ops.append(f"q {_turning(ink.turn, ink.x, ink.y)} cm")
        # Letters that join change places: the text goes with them, to be found and copied. Where a line is read from
        # the right, viewers turn it round themselves, and would turn such a text too.
        joined = any(run.glyphs for run in setting.runs) and not typeset.turns(setting.text)
        if joined:
            self._ops.append(f"/Span <</ActualText <{utf16(setting.text)}>>> BDC")
        self._runs(setting)
        if joined:
            self._ops.append("EMC")
        if ink.turn:
            self._ops.append("Q")
        return setting

    def image(self, ink: Image) -> None:
        """A picture of dots, which the document has by its name."""
        self._images[image_name(ink)] = ink
        if ink.turn:
            self._ops.append(f"q {_turning(ink.turn, ink.x + ink.w / 2, ink.y + ink.h / 2)} cm")
        self._ops.append(f"q {n(ink.w)} 0 0 {n(-ink.h)} {n(ink.x)} {n(ink.y + ink.h)} cm")
        self._ops.append(f"/{image_name(ink)} Do Q" + (" Q" if ink.turn else ""))

    def _runs(self, setting: Setting) -> None:
        x = setting.x
        for run in setting.runs:
            if run.glyphs:
                self._ops += self._fonts.glyphs(run, setting.size, x, setting.y, n)
                self._marks(run, setting.size, x, setting.y)
            else:
                shown = self._fonts.show(run.face, run.text, n(setting.size), n(x), n(setting.y))
                spaced = n(setting.spacing)
                self._ops.append(shown if spaced == "0" else f"{spaced} Tc {shown} 0 Tc")
            x += run.width * setting.size

    def _marks(self, run: Run, size: float, x: float, y: float) -> None:
        """Glyphs that belong to the letters of others, as shapes: taken for text they would make lines of their own."""
        for (glyph, gx, gy), text in zip(run.glyphs, run.letters, strict=True):
            if not text and (contour := typeset.outline(run.face, glyph)):
                left, base = x + gx * size, y - gy * size
                steps = (_step(op, typeset.placed(points, left, base, size)) for op, points in contour)
                self._ops.append(" ".join(steps) + " f")

    def code(self, ink: Code, symbol: Symbol) -> None:
        """A QR symbol as one path, its quiet zone left white."""
        unit = ink.size / (symbol.size + 2 * QUIET)
        self._set("fill", self._color(self._palette.code, "g"))
        self._ops.append(f"q {unit:.5f} 0 0 {unit:.5f} {n(ink.x + QUIET * unit)} {n(ink.y + QUIET * unit)} cm")
        self._ops.append(modules(symbol))
        self._ops.append("f Q")


class _Cells(dict[int, str]):
    """The rectangles of eight modules beside each other, by their bits, at one place of a symbol."""

    def __init__(self, x: int, y: int) -> None:
        super().__init__()
        self._place = x, y

    def __missing__(self, bits: int) -> str:
        x, y = self._place
        spans = [(found.start(), found.end()) for found in re.finditer("1+", f"{bits:08b}")]
        self[bits] = "".join([f"{x + start} {y} {end - start} 1 re\n" for start, end in spans])
        return self[bits]


@cache
def _cells(size: int) -> list[_Cells]:
    return [_Cells(x, y) for y in range(size) for x in range(0, size, 8)]


def modules(symbol: Symbol) -> str:
    """The dark modules of a symbol as rectangles, eight columns at a time: thousands of symbols differ, few bytes do.

    >>> modules(Symbol(3, (0b110, 0b000, 0b101)))
    '0 0 2 1 re\\n0 2 1 1 re\\n2 2 1 1 re\\n'
    """
    width = -(-symbol.size // 8)
    shift = 8 * width - symbol.size
    bits = b"".join([(line << shift).to_bytes(width) for line in symbol.rows])
    return "".join(map(getitem, _cells(symbol.size), bits))


def image_name(ink: Image) -> str:
    """The name by which a document has a picture of dots: pictures that are alike have the same."""
    return f"Image-{sha256(ink.data).hexdigest()[:16]}"


def _turning(degrees: float, x: float, y: float) -> str:
    """The matrix of a turn clockwise about a point, where y goes down."""
    sine, cosine = sin(radians(degrees)), cos(radians(degrees))
    shift = f"{n(x - x * cosine + y * sine)} {n(y - x * sine - y * cosine)}"
    return f"{cosine:.6f} {sine:.6f} {-sine:.6f} {cosine:.6f} {shift}"


@cache
def rgb(color: str) -> str:
    """The three parts of a colour, from 0 to 1."""
    return " ".join(n(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _step(op: str, points: tuple[float, ...]) -> str:
    return " ".join([*(n(p) for p in points), _OPERATORS[op]])


def _box(x: float, y: float, w: float, h: float, radius: float) -> str:
    if not radius:
        return f"{n(x)} {n(y)} {n(w)} {n(h)} re"
    r = min(radius, w / 2, h / 2)
    k = r * (1 - KAPPA)
    right, bottom = x + w, y + h
    corners = [
        ("M", (x + r, y)), ("L", (right - r, y)), ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)), ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)), ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)), ("Z", ()),
    ]  # fmt: skip
    return " ".join(_step(op, points) for op, points in corners)


def _disc(x: float, y: float, r: float) -> str:
    k = r * KAPPA
    arcs = [
        ("M", (x + r, y)), ("C", (x + r, y + k, x + k, y + r, x, y + r)), ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)), ("C", (x + k, y - r, x + r, y - k, x + r, y)), ("Z", ()),
    ]  # fmt: skip
    return " ".join(_step(op, points) for op, points in arcs)
