"""Tags of a sheet: its title, and block by block the texts in the order they are read; what else is drawn is artwork.

A drawing that many pages share can have no tags inside. So pages share only artwork, and each draws its texts itself,
between marks that a screen reader steps through; in very large jobs pages share all of it, and a sheet is a paragraph.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.render.colors import Palette
from pnp.render.pdf_document import Document
from pnp.render.pdf_file import references
from pnp.render.pdf_operators import Content
from pnp.sheets.ink import Code, Image, Ink, Line, Text, bounds
from pnp.sheets.sheet import Sheet

MOST = 500
"""Sheets up to which each has tags of its own: with them a page takes three times the room and five times as long."""


class Tagged(NamedTuple):
    """A text with its kind, and the numbers of its marks on its sheet: what is drawn between its lines parts them."""

    kind: str
    marks: tuple[int, ...]


class Layer(NamedTuple):
    """Artwork, and the operators of so many texts over it, with a place for the number of each mark."""

    art: str
    texts: str
    marks: int


class Tags(NamedTuple):
    """What a sheet is drawn with, from below, and the texts of each block in the order of the layout."""

    layers: tuple[Layer, ...]
    blocks: Mapping[str, tuple[Tagged, ...]]

    @property
    def marks(self) -> int:
        return sum(layer.marks for layer in self.layers)


def tags(palette: Palette, sheet: Sheet, guides: Sequence[Ink], new: Callable[[], Content]) -> Tags:
    """The layers of a sheet with its guides, and the texts of its blocks; `new` begins a drawing."""
    inks = [*_prepared(palette, sheet), *(("", ink) for ink in guides)]
    layers = []
    for _, run in groupby(zip(inks, _heights(inks), strict=True), lambda one: one[1]):
        art, texts, count = new(), new(), 0
        for (_, ink), _ in run:
            if isinstance(ink, Text):
                texts.raw("/P <</MCID %d>> BDC")
                texts.line(ink)
                texts.raw("EMC")
                count += 1
            else:
                art.draw([ink])
        layers.append(Layer(art.text(), texts.text(), count))
    return Tags(tuple(layers), dict(_texts(inks)))


def _prepared(palette: Palette, sheet: Sheet) -> Iterator[tuple[str, Ink]]:
    """The ink of each block with the block's name, and last what belongs to none."""
    start = 0
    for block, count in (*sheet.spans, ("", len(sheet.ink))):
        for ink in palette.prepared(sheet.ink[start : start + count]):
            yield block, ink
        start += count


def _heights(inks: list[tuple[str, Ink]]) -> Iterator[int]:
    """On which layer each ink lies: a shape that would cover a text is laid over it, on the next one."""
    height, rects = 0, list[Rect]()
    for _, ink in inks:
        if isinstance(ink, Text):
            rects.append(bounds(ink))
        elif isinstance(ink, Code | Image) or (not isinstance(ink, Line) and ink.paint.fill):
            x, y, w, h = bounds(ink)
            if any(r.x < x + w and x < r.x + r.w and r.y < y + h and y < r.y + r.h for r in rects):
                height, rects = height + 1, []
        yield height


def _texts(inks: list[tuple[str, Ink]]) -> Iterator[tuple[str, tuple[Tagged, ...]]]:
    """The texts of each block."""
    number, headings = 0, iter(["H1"])
    for block, run in groupby(inks, lambda one: one[0]):
        found: list[tuple[Text, list[int]]] = []
        for ink in (ink for _, ink in run if isinstance(ink, Text)):
            if found and _goes_on(found[-1][0], ink):
                found[-1] = ink, [*found[-1][1], number]
            else:
                found.append((ink, [number]))
            number += 1
        yield block, tuple(Tagged(_kind(text, headings), tuple(marks)) for text, marks in found)


def _goes_on(before: Text, after: Text) -> bool:
    """Whether a line goes on with the text before it: in the same letters, on the same line or the next."""
    alike = (before.face, before.size, before.color) == (after.face, after.size, after.color)
    return alike and 0 <= after.y - before.y < 1.5 * after.size


def _kind(text: Text, headings: Iterator[str]) -> str:
    """What a text is: the first in large letters is the title."""
    if text.face != "display" or not any(char.isalpha() for char in text.text):
        return "P"
    return next(headings, "H2")


class Part(NamedTuple):
    """Where a sheet lies in the structure: the whole of it, and its blocks."""

    sheet: int
    blocks: Mapping[str, int]


def part(document: Document, made: Tags, fielded: Collection[str]) -> Part:
    """Numbers for a sheet and for its blocks with texts or fields, before it is known what is in them."""
    needed = [block for block, texts in made.blocks.items() if texts or block in fielded]
    return Part(document.structure.section(), {block: document.pdf.reserve() for block in needed})


def close(
    document: Document, place: Part, page: int, made: Tags, first: int, fields: Mapping[str, list[int]], own: int
) -> list[int]:
    """Write the structure of a sheet whose marks begin at a number; the part that each mark belongs to comes back."""
    pdf, parents = document.pdf, dict[int, int]()
    for block, number in place.blocks.items():
        parts = []
        for text in made.blocks[block]:
            kids = b" ".join([b"%d" % (first + mark) for mark in text.marks])
            parts.append(pdf.add(b"<</S/%s/P %d 0 R/Pg %d 0 R/K[%s]>>" % (text.kind.encode(), number, page, kids)))
            parents.update(dict.fromkeys(text.marks, parts[-1]))
        pdf.put(number, b"<</S/Sect/P %d 0 R/K[%s]>>" % (place.sheet, references([*parts, *fields.get(block, [])])))
    document.structure.fill(place.sheet, [*place.blocks.values(), *([own] if own else [])])
    return [parents[mark] for mark in range(made.marks)]


def language(faces: Iterable[str]) -> str:
    """The language of a name by the script that it is written in, empty where that tells nothing.

    >>> language(["text", "hebrew"]), language(["strong"])
    ('he', '')
    """
    return next((SCRIPTS[face] for face in faces if face in SCRIPTS), "")


SCRIPTS = {"hebrew": "he", "arabic": "ar", "devanagari": "hi", "korean": "ko", "japanese": "ja", "chinese": "zh"}
