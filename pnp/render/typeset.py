"""Typesetting a line of text: fonts by run, right-to-left order, shaping where a script needs it, and fitting."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from pnp.sheets import typefaces
from pnp.sheets.ink import Text, fitted_size

ELLIPSIS = "…"


class Run(NamedTuple):
    """Text of one face in the order it is drawn, its width in em, and its glyphs where it had to be shaped.

    `letters` says for each of these glyphs which text it stands for.
    """

    face: str
    text: str
    width: float
    glyphs: tuple[tuple[int, float, float], ...] = ()
    letters: tuple[str, ...] = ()


class Setting(NamedTuple):
    """A line of text that is ready to be drawn: runs from the left, starting at x, so much space after each letter."""

    x: float
    y: float
    size: float
    runs: tuple[Run, ...]
    text: str
    shortened: bool = False
    spacing: float = 0.0

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs) * self.size


def set_line(text: Text) -> Setting:
    """A text made to fit: smaller down to its floor, then shortened.

    >>> long = set_line(Text(0, 0, "Bartholomew " * 9, "text", 6, fit=60, floor=3))
    >>> long.size, long.shortened, long.width <= 60
    (3, True, True)
    """
    words = typefaces.clean(text.text)
    runs = runs_of(words, text.face)
    size = text.size
    shortened = False
    if text.fit:
        width = sum(run.width for run in runs)
        size = fitted_size(text, width)
        while width * size > text.fit + 0.001 and len(words) > 1:
            shortened = True
            keep = min(len(words) - 1, max(1, int(len(words) * text.fit / (width * size))))
            words = words[:keep].rstrip() if keep < len(words) else words[:-1]
            runs = runs_of(words + ELLIPSIS, text.face)
            width = sum(run.width for run in runs)
    taken = sum(run.width for run in runs) * size
    left = text.x - taken * {"left": 0.0, "center": 0.5, "right": 1.0}[text.align]
    spread = text.room and len(runs) == 1 and not runs[0].glyphs
    return Setting(left, text.y, size, runs, text.text, shortened, (text.room - taken) / len(words) if spread else 0.0)


def runs_of(text: str, preferred: str) -> tuple[Run, ...]:
    """The runs of a text from left to right as it is read on paper."""
    if not turns(text):
        return tuple(_run(face, part, "ltr") for face, part in typefaces.runs(text, preferred))
    found: list[Run] = []
    for part, level in _visual_parts(text):
        inner = [_run(face, piece, "rtl" if level % 2 else "ltr") for face, piece in typefaces.runs(part, preferred)]
        found += reversed(inner) if level % 2 else inner
    return tuple(found)


def turns(text: str) -> bool:
    """Whether some of a text is read from the right."""
    return not text.isascii() and any(_is_right_to_left(char) for char in text)


def _is_right_to_left(char: str) -> bool:
    return "\u0590" <= char <= "\u08ff" or "\ufb1d" <= char <= "\ufefc"


def _visual_parts(text: str) -> list[tuple[str, int]]:
    """Pieces of one embedding level in the order they stand on the line."""
    levels = _levels(text)
    parts: list[tuple[str, int]] = []
    for char, level in zip(text, levels, strict=True):
        if parts and parts[-1][1] == level:
            parts[-1] = (parts[-1][0] + char, level)
        else:
            parts.append((char, level))
    for threshold in range(max(levels), 0, -1):
        start = 0
        while start < len(parts):
            end = start
            while end < len(parts) and parts[end][1] >= threshold:
                end += 1
            parts[start:end] = parts[start:end][::-1]
            start = end + 1
    return parts


_UNSEEN = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Directions of characters that leave no ink, such as the one that keeps Persian letters apart."""


def _levels(text: str) -> list[int]:
    """The embedding level of each character; one that leaves no ink goes with the character before it."""
    from bidi import algorithm

    seen = [char for char in text if unicodedata.bidirectional(char) not in _UNSEEN]
    base = algorithm.get_base_level("".join(seen))
    storage = algorithm.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, ("L", "R")[base]
    algorithm.get_embedding_levels("".join(seen), storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    known = iter(char["level"] for char in storage["chars"])
    levels: list[int] = []
    for char in text:
        unseen = unicodedata.bidirectional(char) in _UNSEEN
        levels.append((levels[-1] if levels else base) if unseen else next(known))
    return levels


_NO_INK = dict.fromkeys([0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFEFF])
"""Characters that steer a text and leave no ink; some fonts have a picture of their names for them."""


def _run(face: str, text: str, direction: str) -> Run:
    if typefaces.is_shaped(face, text) or _has_loose_marks(text):
        glyphs, letters = _shape(face, text, direction)
        return Run(face, text, sum(advance for _, advance, _, _ in glyphs), _positions(glyphs), letters)
    if not text.isascii():
        text = text.translate(_NO_INK)
    ordered = _mirrored(text) if direction == "rtl" else text
    return Run(face, ordered, typefaces.face(face).width(ordered, 1.0))


def _has_loose_marks(text: str) -> bool:
    """Whether a letter has a mark with which it makes no single character, so that the font has to place it.

    >>> _has_loose_marks("Adéọ̀"), _has_loose_marks("Adé")
    (True, False)
    """
    return not text.isascii() and any(unicodedata.combining(char) for char in text)


def _mirrored(text: str) -> str:
    """A text from its end to its start, with brackets that still open towards what they hold.

    >>> _mirrored("(1")
    '1)'
    """
    from bidi.mirror import MIRRORED

    return "".join(MIRRORED.get(char, char) for char in reversed(text))


def _positions(glyphs: Sequence[tuple[int, float, float, float]]) -> tuple[tuple[int, float, float], ...]:
    placed, x = [], 0.0
    for glyph, advance, dx, dy in glyphs:
        placed.append((glyph, x + dx, dy))
        x += advance
    return tuple(placed)


@cache
def hb_font(face: str) -> Any:
    """The shaping font of a face."""
    import uharfbuzz as hb

    blob = hb.Blob.from_file_path(str(typefaces.face(face).path))
    return hb.Font(hb.Face(blob))


def _shape(face: str, text: str, direction: str) -> tuple[list[tuple[int, float, float, float]], tuple[str, ...]]:
    """The glyphs of a text from left to right, and the text that each stands for."""
    import uharfbuzz as hb

    font = hb_font(face)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.direction = direction
    buffer.guess_segment_properties()
    buffer.direction = direction
    hb.shape(font, buffer, {})
    em = font.face.upem
    placed = [
        (info.codepoint, position.x_advance / em, position.x_offset / em, position.y_offset / em)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]
    clusters = [info.cluster for info in buffer.glyph_infos]
    letters = _letters(text, clusters, [advance for _, advance, _, _ in placed])
    return placed, tuple(map(_bare, letters)) if direction == "rtl" else letters


def _bare(letters: str) -> str:
    """Letters without points: viewers turn a line round that is read from the right, and points would change places.

    >>> _bare("\u05e9\u05b8") == "\u05e9"
    True
    """
    return "".join(char for char in letters if not unicodedata.combining(char)).translate(_NO_INK) or letters


def _letters(text: str, clusters: Sequence[int], advances: Sequence[float]) -> tuple[str, ...]:
    """The text that each glyph stands for, by where it comes from: of several with one origin the widest has it all.

    >>> _letters("abc", [2, 0, 0], [0.5, 0.1, 0.6])
    ('c', '', 'ab')
    """
    ends = dict(pairwise([*sorted(set(clusters)), len(text)]))
    widest = {start: max(i for i, one in enumerate(clusters) if one == start) for start in ends}
    for place, (start, advance) in enumerate(zip(clusters, advances, strict=True)):
        if advance > advances[widest[start]]:
            widest[start] = place
    return tuple(text[start : ends[start]] if widest[start] == i else "" for i, start in enumerate(clusters))


Contour = tuple[tuple[str, tuple[float, ...]], ...]


@cache
def outline(face: str, glyph: int) -> Contour:
    """The outline of a glyph in em, y up, as M, L, C and Z steps."""
    import uharfbuzz as hb

    font = hb_font(face)
    em = font.face.upem
    steps: list[tuple[str, tuple[float, ...]]] = []
    last = (0.0, 0.0)

    def step(op: str, *points: float) -> None:
        nonlocal last
        scaled = tuple(point / em for point in points)
        if op == "Q":
            # A quadratic curve is the cubic whose control points lie two thirds of the way to its own.
            (x0, y0), (cx, cy, x, y) = last, scaled
            first = (x0 + 2 / 3 * (cx - x0), y0 + 2 / 3 * (cy - y0))
            second = (x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y))
            op, scaled = "C", (*first, *second, x, y)
        steps.append((op, scaled))
        if scaled:
            last = (scaled[-2], scaled[-1])

    draw = hb.DrawFuncs()
    draw.set_move_to_func(lambda x, y, _: step("M", x, y))
    draw.set_line_to_func(lambda x, y, _: step("L", x, y))
    draw.set_quadratic_to_func(lambda a, b, x, y, _: step("Q", a, b, x, y))
    draw.set_cubic_to_func(lambda a, b, c, d, x, y, _: step("C", a, b, c, d, x, y))
    draw.set_close_path_func(lambda _: step("Z"))
    font.draw_glyph(glyph, draw, None)
    return tuple(steps)


def placed(points: tuple[float, ...], x: float, y: float, size: float) -> tuple[float, ...]:
    """The points of an outline at a place and size, y down."""
    return tuple(y - p * size if i % 2 else x + p * size for i, p in enumerate(points))


def outlines(setting: Setting, plain: bool = False) -> list[tuple[Contour, float, float]]:
    """The outlines of the shaped runs of a setting, or of all its runs, each with its place."""
    found: list[tuple[Contour, float, float]] = []
    x = setting.x
    for run in setting.runs:
        if run.glyphs:
            for glyph, gx, gy in run.glyphs:
                found.append((outline(run.face, glyph), x + gx * setting.size, setting.y - gy * setting.size))
        elif plain:
            font, at = typefaces.face(run.face), x
            for char in run.text:
                found.append((outline(run.face, font.glyph(char)), at, setting.y))
                at += font.advance(char) * setting.size
        x += run.width * setting.size
    return found
