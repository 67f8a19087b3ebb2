"""Ink to SVG: text as letters, in files with the fonts that they need, or as outlines where no font can be."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from pnp.render import typeset
from pnp.render.colors import Palette, Tint, hatching
from pnp.render.imposition import Plan
from pnp.render.job import Copy, Job
from pnp.render.pdf_operators import n
from pnp.render.qr import runs, symbol
from pnp.render.svg_symbols import SIDE, Pictures, Symbols
from pnp.sheets import personal
from pnp.sheets.ink import Box, Code, Disc, Image, Ink, Line, Paint, Path, Shape, Step, Text
from pnp.sheets.inspection import QUIET

FAMILIES = {
    "display": "Fredoka",
    "text": "Noto Sans",
    "strong": "Noto Sans",
    "light": "Noto Sans",
    "display-medium": "Fredoka",
}
WEIGHTS = {"display": 600, "display-medium": 500, "strong": 600, "light": 300}
Shapes = dict[tuple[str, str], tuple[int, float, float]]
"""Shapes that a drawing has already, by their form and paint: which number each has, and where it begins."""


class Shared(NamedTuple):
    """What the drawings of a file share: each picture and each shape is drawn once."""

    symbols: Symbols
    shapes: Shapes


class Drawing:
    """SVG elements of ink in one palette."""

    def __init__(self, palette: Palette, outlines: bool, shared: Shared | None = None) -> None:
        self._palette = palette
        self._outlines = outlines
        self._shared = shared
        self.letters: dict[str, set[str]] = {}
        self.elements: list[str] = []
        self.shortened = False

    def draw(self, inks: Iterable[Ink], pictures: Pictures | None = None) -> None:
        """Elements for ink; pictures that are found in it are symbols where things are shared."""
        there, place = list(self._palette.prepared(inks)), 0
        plain = Drawing(self._palette, self._outlines)
        while place < len(there):
            found = pictures.at(there, place) if pictures and self._shared else None
            if found is None or self._shared is None:
                self.elements.append(self._element(there[place]))
                place += 1
                continue
            placed, art = found
            size = SIDE if self._palette.grows else placed.side
            self.elements.append(self._shared.symbols.use(placed, art, size, plain._element))
            place += len(art)

    def _element(self, ink: Ink) -> str:
        match ink:
            case Line(x1, y1, x2, y2, paint):
                return f'<path d="M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}"{self._paint(paint, self._palette.tint(paint))}/>'
            case Box() | Disc() | Path():
                return self._hatched(ink, self._palette.tint(ink.paint))
            case Text(turn=turn) if turn:
                return f'<g transform="rotate({n(turn)} {n(ink.x)} {n(ink.y)})">{self._text(ink)}</g>'
            case Text():
                return self._text(ink)
            case Image(x, y, w, h, data, turn):
                about = f' transform="rotate({n(turn)} {n(x + w / 2)} {n(y + h / 2)})"' if turn else ""
                source = f"data:image/png;base64,{b64encode(data).decode()}"
                return f'<image x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" href="{source}"{about}/>'
            case Code():
                return self._code(ink)

    def _shape(self, shape: Shape, tint: Tint) -> str:
        painted = self._paint(shape.paint, tint)
        match shape:
            case Box(x, y, w, h, _, radius):
                corner = f' rx="{n(min(radius, w / 2, h / 2))}"' if radius else ""
                return f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"{corner}{painted}/>'
            case Disc(x, y, r):
                return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"{painted}/>'
            case Path(steps):
                return self._path(steps, painted)

    def _hatched(self, shape: Shape, tint: Tint) -> str:
        """A shape whose hatch lies on its fill and below its outline."""
        if tint.hatch is None:
            return self._shape(shape, tint)
        lines = "".join(f"M{n(a)} {n(b)}L{n(c)} {n(d)}" for a, b, c, d in hatching(shape, tint.hatch))
        drawn = f'<path d="{lines}" fill="none" stroke="{self._palette.hatch}" stroke-width="{n(tint.hatch.width)}"/>'
        edge = self._shape(shape, tint._replace(fill="")) if tint.stroke else ""
        return self._shape(shape, tint._replace(stroke="")) + drawn + edge

    def _path(self, steps: Sequence[Step], painted: str) -> str:
        """A path; where shapes are kept, one that is there already is only named and moved."""
        if self._shared is None or len(steps) < 3 or not steps[0][1]:
            return f'<path d="{path_data(steps)}"{painted}/>'
        x, y = steps[0][1][:2]
        form = path_data((op, tuple(p - (y if i % 2 else x) for i, p in enumerate(points))) for op, points in steps)
        shapes = self._shared.shapes
        known = shapes.get((form, painted))
        if known is None:
            shapes[form, painted] = (len(shapes), x, y)
            return f'<path id="s{len(shapes) - 1}" d="{path_data(steps)}"{painted}/>'
        number, left, top = known
        return f'<use href="#s{number}" x="{n(x - left)}" y="{n(y - top)}"/>'

    def _paint(self, paint: Paint, tint: Tint) -> str:
        parts = [f' fill="{tint.fill or "none"}"']
        if tint.stroke:
            parts.append(f' stroke="{tint.stroke}" stroke-width="{n(tint.width)}"')
            if paint.round:
                parts.append(' stroke-linecap="round" stroke-linejoin="round"')
            if tint.dash:
                parts.append(f' stroke-dasharray="{" ".join(n(d) for d in tint.dash)}"')
        return "".join(parts)

    def _text(self, ink: Text) -> str:
        ink = self._palette.lettered(ink)
        setting = typeset.set_line(ink)
        self.shortened = self.shortened or setting.shortened
        color = self._palette.color(ink.color)
        if self._outlines:
            data = "".join(
                path_data((op, typeset.placed(points, x, y, setting.size)) for op, points in contour)
                for contour, x, y in typeset.outlines(setting, plain=True)
            )
            return f'<path aria-label="{escape(setting.text)}" d="{data}" fill="{color}"/>'
        for run in setting.runs:
            self.letters.setdefault(run.face, set()).update(run.text)
        weight = f' font-weight="{WEIGHTS[ink.face]}"' if ink.face in WEIGHTS else ""
        anchor = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}[ink.align]
        cut_short = setting.shortened and not typeset.turns(ink.text)
        words = "".join(run.text for run in setting.runs) if cut_short else ink.text
        faces = [ink.face, *(run.face for run in setting.runs if self._shared is not None)]
        family = ", ".join(dict.fromkeys(FAMILIES.get(face, face) for face in faces))
        place = f'x="{n(ink.x)}" y="{n(ink.y)}" font-family="{family}" font-size="{n(setting.size)}"'
        spaced = n(setting.spacing)
        spacing = "" if spaced == "0" else f' letter-spacing="{spaced}"'
        return f'<text {place}{weight}{spacing}{anchor} fill="{color}">{escape(words)}</text>'

    def _code(self, ink: Code) -> str:
        made = symbol(ink.payload)
        unit = ink.size / (made.size + 2 * QUIET)
        data = "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in runs(made))
        place = f"translate({n(ink.x + QUIET * unit)} {n(ink.y + QUIET * unit)}) scale({unit:.5f})"
        return f'<path transform="{place}" d="{data}" fill="{self._palette.code}"/>'


def path_data(steps: Iterable[Step]) -> str:
    """The steps of a path as SVG writes them.

    >>> path_data([("M", (1.0, 2.0)), ("L", (3.0, 4.5)), ("Z", ())])
    'M1 2L3 4.5Z'
    """
    return "".join(op + " ".join(n(p) for p in points) for op, points in steps)


def page(job: Job, number: int, outlines: bool = False, fonts: bool = True) -> str:
    """A page of a job as an SVG document in millimetres; with fonts it looks the same everywhere.

    Such a file draws each picture and each shape once; without fonts it is written out, for reading a difference.
    """
    copies = [job.copies[member] for member in job.pages[number]]
    plan = job.page_plan(copies[0].sheet)
    shared = Shared(Symbols(), {}) if fonts and not outlines else None
    letters: dict[str, set[str]] = {}
    groups = []
    for slot, copy in enumerate(copies):
        drawing = _copy(job, copy, outlines, shared)
        groups.append("\n".join([_group(plan, slot), *drawing.elements, "</g>"]))
        for face, chars in drawing.letters.items():
            letters.setdefault(face, set()).update(chars)
    cuts = Drawing(Palette.of(copies[0].sheet.theme, job.ink), outlines)
    cuts.draw(plan.marks(len(copies)))
    title = escape(", ".join([job.title, *(copy.label for copy in copies)]))
    size = f'width="{n(plan.width)}mm" height="{n(plan.height)}mm" viewBox="0 0 {n(plan.width)} {n(plan.height)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
    head += f' xml:lang="{escape(job.language)}" xml:space="preserve">'
    ground = f'<rect width="{n(plan.width)}" height="{n(plan.height)}" fill="#ffffff"/>'
    brought = [_fonts(letters), *shared.symbols.elements] if shared is not None else []
    return "\n".join([head, f"<title>{title}</title>", *brought, ground, *groups, *cuts.elements, "</svg>", ""])


def _fonts(letters: Mapping[str, set[str]]) -> str:
    """The fonts of a file, each with the letters that it needs."""
    from pnp.render.pdf_fonts import cut

    rows = []
    for face in sorted(letters):
        weight = f"font-weight:{WEIGHTS.get(face, 400)};" if face in FAMILIES else ""
        source = f"url(data:font/ttf;base64,{b64encode(cut(face, sorted(letters[face]))).decode()})"
        rows.append(f'@font-face{{font-family:"{FAMILIES.get(face, face)}";{weight}src:{source}}}')
    return "<style>" + "\n".join(rows) + "</style>"


def _copy(job: Job, copy: Copy, outlines: bool, shared: Shared | None) -> Drawing:
    drawing = Drawing(Palette.of(copy.sheet.theme, job.ink), outlines, shared)
    guides = copy.sheet.guides if job.guides else ()
    named = personal.ink_of(copy.sheet, copy.person, copy.address)
    pictures = Pictures(copy.sheet.theme.pictures)
    for inks in (copy.sheet.ink, guides, copy.written, named):
        drawing.draw(inks, pictures)
    return drawing


def _group(plan: Plan, slot: int) -> str:
    at = plan.slots[slot].placement
    scale = f" scale({at.scale:.5f})" if at.scale != 1 else ""
    return f'<g transform="translate({n(at.dx)} {n(at.dy)}){scale}">'
