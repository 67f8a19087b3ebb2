"""The three ways to spend ink: as designed, as little as can be read, or pure black with weight and hatching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import cos, radians, sin
from types import MappingProxyType
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets import typefaces
from pnp.sheets.ink import Box, Ink, Paint, Point, Shape, Text, bounds, outline
from pnp.sheets.theme import Hatch, Theme

MODES = ("normal", "low", "black")
WHITE = "#ffffff"
BLACK = "#000000"
HAIRLINE, WEIGHT = 0.1, 0.9
"""Where there is only black, lines are thin instead of pale: by the ink of their colour, and no thinner than this."""
THIN = ("line", "faint")
"""Colours that are pale and no ornament: their lines are never left out."""
FIRM, FOUND = ("mark",), 0.55
"""Colours that cameras look for: lines in them stay as they are, fills keep so much ink, by which they are found."""
SPARED = 0.46
"""How much of a colour's ink is left in low ink."""
FAINTEST = 0.26
"""No line is made fainter than this."""
WORDS, READABLE = 0.58, 0.51
"""How much of their colour's ink letters keep there, since they are thinner too; none are made fainter than this."""
UNSEEN = 0.12
"""Lines with so little ink are ornament: where ink is saved they are left out."""
BAND = 0.13
"""How much ink a dark band keeps in low ink, so that it is a band still and no box to write in."""
PALE = 0.2
"""A fill with less ink than this is a tint: without it nothing is lost but its charm."""
FINER = 0.8
"""Lines in low ink are so much thinner."""
LIGHTER = {"text": "light", "display": "display-medium"}
"""The faces that letters have where ink is saved, and where there is only black."""
DOTTED, DOTS = 0.05, (0.2, 0.9)
"""Lines that take less ink than black ones of this width are dotted where ink is saved: so long, so far apart."""
RULED = Hatch(0, 0.8, 0.16)
"""How bands are ruled where there is only black, but for the tab that a label is white on."""
TAB = 2.0
"""Millimetres of the tab on both sides of its label."""


class Tint(NamedTuple):
    """A paint in real colours: hex values, or empty where nothing is painted; a hatch lies on the fill."""

    fill: str
    stroke: str
    width: float
    hatch: Hatch | None = None
    dash: tuple[float, ...] = ()


def ink_in(color: str) -> float:
    """How much ink a colour takes, from 0 for white to 1 for black.

    >>> ink_in("#ffffff"), ink_in("#000000")
    (0.0, 1.0)
    """
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return round(1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255, 4)


def lighter(color: str, part: float) -> str:
    """A colour with so much of its ink.

    >>> lighter("#204060", 0.5)
    '#90a0b0'
    """
    return "#" + "".join(f"{round(255 - (255 - int(color[i : i + 2], 16)) * part):02x}" for i in (1, 3, 5))


class Palette:
    """The colours of a theme in one ink mode."""

    def __init__(
        self, colors: Mapping[str, str], mode: str, hatches: Mapping[str, Hatch] = MappingProxyType({})
    ) -> None:
        self._colors = colors
        self._mode = mode
        self._hatches = {"band": RULED, **hatches}
        self._known: dict[Paint, Tint] = {}

    @classmethod
    def of(cls, theme: Theme, mode: str) -> Palette:
        """The palette of a theme."""
        return cls(theme.colors, mode, theme.hatches)

    @property
    def grey(self) -> bool:
        """Whether everything is black or white, and written as such."""
        return self._mode == "black"

    @property
    def grows(self) -> bool:
        """Whether what is twice as large has lines twice as wide."""
        return self._mode == "normal"

    @property
    def code(self) -> str:
        """The colour of QR codes."""
        return "#6b6b6b" if self._mode == "low" else BLACK

    @property
    def hatch(self) -> str:
        """The colour of hatches."""
        return "#8c8c8c" if self._mode == "low" else BLACK

    def color(self, name: str) -> str:
        """The colour of text.

        >>> Palette({"reverse": "#ffffff", "ink": "#000000"}, "low").color("reverse")
        '#6b6b6b'
        """
        if self._mode == "normal":
            return self._colors[name]
        if self._mode == "low":
            return self._spared("ink" if name == "reverse" else name, WORDS, READABLE)
        return WHITE if self._colors[name].lower() == WHITE else BLACK

    def prepared(self, inks: Iterable[Ink]) -> Iterator[Ink]:
        """Ink as it is drawn: where bands are ruled, a label that is white on one of them gets a black tab."""
        band = Rect(0, 0, 0, 0)
        for ink in inks:
            if self.grey and isinstance(ink, Box) and ink.paint == Paint(fill="band"):
                band = bounds(ink)
            elif self.grey and isinstance(ink, Text) and ink.color == "reverse":
                label = bounds(ink)
                if band.holds(label, 0.5 * label.h):
                    left, right = max(band.x, label.x - TAB), min(band.right, label.right + TAB)
                    yield Box(left, band.y, right - left, band.h, Paint(fill="band", solid=True))
            yield ink

    def lettered(self, text: Text) -> Text:
        """A text in its letters: lighter ones where ink is saved, and where black stands for something paler.

        They are narrower too, and are spread to what stands beside the text: a picture between its words.
        """
        lighter = LIGHTER.get(text.face)
        if self._mode == "normal" or self.color(text.color) == WHITE or not lighter:
            return text
        fixed = text.fit or text.align != "left"
        return text._replace(face=lighter, room=0.0 if fixed else typefaces.width(text.text, text.face, text.size))

    def _spared(self, name: str, part: float = SPARED, least: float = FAINTEST) -> str:
        color = self._colors[name]
        return lighter(color, min(1.0, max(part, least / max(ink_in(color), 0.01))))

    def _line(self, name: str) -> str:
        """The colour of a line; an ornament that is all but white is none where its fills are not drawn either."""
        if name in FIRM:
            return self._colors[name]
        pale = self._mode != "normal" and name not in THIN and 0 < ink_in(self._colors[name]) < UNSEEN
        if pale:
            return ""
        return self._spared(name) if self._mode == "low" else self.color(name)

    def tint(self, paint: Paint) -> Tint:
        """A shape's colours; outside the normal mode only fills that carry a meaning are kept."""
        known = self._known.get(paint)
        if known is None:
            known = self._known[paint] = self._mixed(paint)
        return known

    def _mixed(self, paint: Paint) -> Tint:
        fill = self._colors[paint.fill] if paint.fill else ""
        stroke = self._line(paint.stroke) if paint.stroke else ""
        if self._mode != "normal" and paint.cover:
            fill = WHITE
        width, dash = self._width(paint), self._dash(paint)
        if self._mode == "normal" or fill.lower() == WHITE:
            return Tint(fill, stroke, width, dash=dash)
        hatch = self._hatches.get(paint.fill)
        if self._mode == "low":
            fill = self._spared_fill(paint, fill)
            return Tint(fill, stroke, width, hatch if fill == WHITE else None, dash)
        kept = fill and (paint.solid or (not stroke and not hatch and ink_in(fill) > 0.5))
        spared = WHITE if fill else ""
        return Tint(BLACK if kept else spared, stroke, width, None if kept else hatch, dash)

    def _spared_fill(self, paint: Paint, fill: str) -> str:
        if paint.solid:
            return self._spared(paint.fill, FOUND if paint.fill in FIRM else SPARED) if fill else ""
        if fill and not paint.stroke and ink_in(fill) > PALE:
            return lighter(fill, BAND / ink_in(fill))
        # White still covers what is behind, as the colour would have.
        return WHITE if fill else ""

    def _dash(self, paint: Paint) -> tuple[float, ...]:
        pale = (
            self._mode != "normal"
            and paint.stroke in THIN
            and paint.width * ink_in(self._colors[paint.stroke]) < DOTTED
        )
        return DOTS if pale and not paint.dash else paint.dash

    def _width(self, paint: Paint) -> float:
        if self._mode == "low":
            return paint.width * FINER
        if self._mode == "normal" or not paint.stroke:
            return paint.width
        return min(paint.width, max(HAIRLINE, WEIGHT * paint.width * ink_in(self._colors[paint.stroke])))


def hatching(shape: Shape, hatch: Hatch) -> Iterator[tuple[float, float, float, float]]:
    """The lines that hatch a shape: each from one of its edges to another.

    >>> [tuple(round(n, 1) for n in line) for line in hatching(Box(0, 0, 4, 2, Paint()), Hatch(0, 1))]
    [(0.0, 0.5, 4.0, 0.5), (0.0, 1.5, 4.0, 1.5)]
    """
    frame = bounds(shape._replace(paint=Paint()))
    (cx, cy), reach = frame.center, (frame.w + frame.h) / 2
    dx, dy = cos(radians(hatch.angle)), -sin(radians(hatch.angle))
    # Edges in the axes of the hatch, about the middle of the shape: along its lines, and away from the middle one.
    turned = [
        [((x - cx) * dx + (y - cy) * dy, (y - cy) * dx - (x - cx) * dy) for x, y in ring] for ring in outline(shape)
    ]
    edges = [edge for ring in turned for edge in zip(ring, [*ring[1:], ring[0]], strict=True)]
    count = int(reach / hatch.gap) + 1
    for number in range(-count, count):
        away = (number + 0.5) * hatch.gap
        for start, end in _inside(edges, away):
            yield (
                cx + dx * start - dy * away,
                cy + dy * start + dx * away,
                cx + dx * end - dy * away,
                cy + dy * end + dx * away,
            )


def _inside(edges: Iterable[tuple[Point, Point]], away: float) -> Iterator[tuple[float, float]]:
    """The parts of a line that lie in a shape, as far as they can be seen."""
    met = sorted(
        (x1 + (x2 - x1) * (away - y1) / (y2 - y1), 1 if y1 < y2 else -1)
        for (x1, y1), (x2, y2) in edges
        if min(y1, y2) <= away < max(y1, y2)
    )
    depth = 0
    for (start, turn), (end, _) in pairwise(met):
        depth += turn
        if depth and end - start > 0.2:
            yield start, end
