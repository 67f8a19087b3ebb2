"""The pen that blocks draw with: it collects fields and ink, and knows the scale the sheet is printed at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.geometry import MM, Rect
from pnp.sheets import paragraphs
from pnp.sheets.ink import Box, Disc, Ink, Line, Paint, Path, Step
from pnp.sheets.scenes import Scene
from pnp.sheets.sheet import Field, ReaderMark
from pnp.sheets.theme import Style, Theme
from pnp.sheets.translating import Translated
from pnp.words import Said, say

SMALLEST_TRANSLATION = 64
"""Percent of the size of the words that it stands for."""
LEAST_TEXT = 6.0 / MM
"""Millimetres of 6 pt: smaller text is hard to read."""
SMALLEST_TEXT = 5.0 / MM
"""Millimetres of 5 pt: smaller text can't be read."""
ALIKE = 0.9
"""The part of its size down to which nobody sees that a text is smaller than its neighbours."""
CLOSEST = 1.16
"""How close the lines of a translation may stand that has little room, in parts of its size."""
FIELD_BORDER, STRONG_BORDER = 0.3, 0.6
RADIUS = 1.0
SEPARATOR = " · "
"""Between the words that say which sheet this is."""
Corners = tuple[bool, bool, bool, bool]
ALL_CORNERS: Corners = (True, True, True, True)


class Pen:
    """What one block puts on the paper."""

    def __init__(self, theme: Theme, scale: float, paper: str, frame: Rect, identity: str) -> None:
        self.theme = theme
        self.scale = scale
        self.paper = paper
        self.frame = frame
        self.identity = identity
        self.fields: list[Field] = []
        self.ink: list[Ink] = []
        self.personal: list[Ink] = []
        self.guides: list[Ink] = []
        self.instead: list[Ink] = []
        self.reader_marks: list[ReaderMark] = []
        self.parts: dict[str, Rect] = {}
        self.beside: dict[str, list[str]] = {}
        """Which fields lie beside which, where the block knows more than a grid does."""
        self.scene: Scene | None = None
        self.faults: list[Said] = []

    def said(self, text: str, **values: object) -> str:
        """A sentence of our own in the language of the sheet, with values in its braces."""
        told = self.theme.strings.said(text)
        for name, value in values.items():
            told = told.replace(f"{{{name}}}", str(value))
        return told

    def draw(self, *ink: Ink) -> None:
        self.ink.extend(ink)

    def line(self, x1: float, y1: float, x2: float, y2: float, color: str = "line", width: float = 0.25) -> None:
        self.ink.append(Line(x1, y1, x2, y2, Paint(stroke=color, width=width)))

    def text(self, text: str, style: Style, rect: Rect, align: str = "left", middle: bool = False) -> None:
        """Set a text in a rectangle; a word that is too wide or a text too high is a fault.

        A translation is often longer than the words it stands for: it is set smaller, as far as it can be read.
        """
        if isinstance(text, Translated):
            text, style = self._fitted(text, style, rect)
        self.ink.extend(paragraphs.set_text(text, style, rect, self.theme, align, middle))
        widest = max(paragraphs.line_width(line, style) for line in paragraphs.lines(text, style, rect.w))
        first = text.split("\n", 1)[0]
        if widest > rect.w + 0.3:
            self.faults.append(say("layout.too-wide", text=repr(first), size=f"{widest:.1f}", room=f"{rect.w:.1f}"))
        height = paragraphs.height(text, style, rect.w)
        if height > rect.h + 0.3:
            self.faults.append(say("layout.too-high", text=repr(first), size=f"{height:.1f}", room=f"{rect.h:.1f}"))

    def _fitted(self, text: Translated, style: Style, rect: Rect) -> tuple[str, Style]:
        """A translation in a rectangle: a little smaller, or in fewer words; then smaller; at last what can be."""
        sizes = [style.size * part / 100 for part in range(100, SMALLEST_TRANSLATION - 1, -3)]
        least = min(style.size, LEAST_TEXT / self.scale)
        legible = [size for size in sizes if size > least] + [least]
        alike = [size for size in legible if size >= style.size * ALIKE]
        closer = style._replace(leading=min(style.leading, CLOSEST))
        wordings = [str(text), *text.shorter]
        looks = [(words, look) for words in wordings for look in (style, closer)]
        tries = [(words, look, size) for some in (alike, legible) for words, look in looks for size in some]
        tries += [(wordings[-1], closer, size) for size in sizes if size < least]
        for words, look, size in tries:
            if paragraphs.fits(words, look._replace(size=size), rect):
                return words, _on_its_lines(text.original, words, style, look._replace(size=size), rect)
        return wordings[-1], style._replace(size=sizes[-1])

    def picture(self, name: str, rect: Rect) -> None:
        self.ink.extend(self.theme.pictures[name].at(rect))

    def field(
        self,
        id: str,
        kind: str,
        rect: Rect,
        label: str,
        choices: Mapping[str, str] | None = None,
        most: int = 0,
        round: bool = False,
        color: str = "box",
        fill: str = "paper",
        strong: bool = False,
        corners: Corners = ALL_CORNERS,
        inside: str = "",
    ) -> Field:
        """A place to write in, with its outline; in a group of boxes only the outer corners are round."""
        made = Field(id, kind, rect, label, choices or {}, most, round, inside=inside)
        self.fields.append(made)
        paint = Paint(fill=fill, stroke="ink" if strong else color, width=STRONG_BORDER if strong else FIELD_BORDER)
        if round:
            self.draw(Disc(*rect.center, min(rect.w, rect.h) / 2 - FIELD_BORDER / 2, paint))
            return made
        edge = self._on_page(rect)
        if corners == ALL_CORNERS:
            self.draw(Box(*edge, paint, RADIUS))
        elif any(corners):
            self.draw(Path(tuple(_outline(edge, corners)), paint))
        else:
            self.draw(Box(*edge, paint))
        return made

    def _on_page(self, rect: Rect) -> Rect:
        """A field's outline; at the edge of the sheet the whole line stays on the sheet."""
        page = self.frame.inset(FIELD_BORDER / 2)
        x, y = max(rect.x, page.x), max(rect.y, page.y)
        return Rect(x, y, min(rect.right, page.right) - x, min(rect.bottom, page.bottom) - y)


def _on_its_lines(original: str, words: str, style: Style, found: Style, rect: Rect) -> Style:
    """A style whose lines stand where the original's do, if they are as many: rows beside them stay level."""
    count = len(paragraphs.lines(words, found, rect.w))
    spread = found._replace(leading=style.leading * style.size / found.size)
    alike = count == len(paragraphs.lines(original.strip("\n"), style, rect.w))
    return spread if alike and paragraphs.fits(words, spread, rect) else found


def _outline(rect: Rect, corners: Corners) -> Iterator[Step]:
    """A rectangle some of whose corners are round: top left, top right, bottom right, bottom left."""
    k = RADIUS * 0.4477
    places = (
        (rect.x, rect.y, 0, 1, 1, 0),
        (rect.right, rect.y, -1, 0, 0, 1),
        (rect.right, rect.bottom, 0, -1, -1, 0),
        (rect.x, rect.bottom, 1, 0, 0, -1),
    )
    for number, (x, y, ax, ay, bx, by) in enumerate(places):
        op = "L" if number else "M"
        if not corners[number]:
            yield op, (x, y)
            continue
        yield op, (x + ax * RADIUS, y + ay * RADIUS)
        yield "C", (x + ax * k, y + ay * k, x + bx * k, y + by * k, x + bx * RADIUS, y + by * RADIUS)
    yield "Z", ()


def grouped(column: int, columns: int, row: int, rows: int) -> Corners:
    """The corners of a box that are outer ones of its group, by its place there, counted from 0.

    >>> grouped(0, 3, 0, 1)
    (True, False, False, True)
    """
    left, right, top, bottom = column == 0, column == columns - 1, row == 0, row == rows - 1
    return left and top, right and top, right and bottom, left and bottom
