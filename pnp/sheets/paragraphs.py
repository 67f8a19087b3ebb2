"""Setting text: paragraphs broken into lines, with pictures between the words."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets import typefaces
from pnp.sheets.ink import Ink, Text
from pnp.sheets.theme import INLINE, Style, Theme
from pnp.sheets.translating import as_written

_PICTURE_SIZE = 1.12
"""A picture in a line is this many times the size of the text, so that a die reads as large as a letter."""


class Piece(NamedTuple):
    """A word or a picture, its width and how many spaces stand before it."""

    text: str
    width: float
    spaces: int
    is_picture: bool = False


def pieces(text: str, style: Style) -> list[Piece]:
    """The words and pictures of a paragraph."""
    found: list[Piece] = []
    spaces = 0
    for word in typefaces.clean(text).strip().split(" "):
        if not word:
            spaces += 1
            continue
        for index, part in enumerate(INLINE.split(word)):
            if not part:
                continue
            is_picture = index % 2 == 1
            width = style.size * _PICTURE_SIZE if is_picture else typefaces.width(part, style.face, style.size)
            found.append(Piece(part, width, spaces if found else 0, is_picture))
            spaces = 0
        spaces = 1
    return found


@lru_cache(4096)
def lines(text: str, style: Style, width: float) -> list[list[Piece]]:
    """Paragraphs as lines that are at most so wide; a word wider than that has a line of its own."""
    result: list[list[Piece]] = []
    for paragraph in text.split("\n"):
        line: list[Piece] = []
        for word in _words(pieces(paragraph, style)):
            if line and line_width(line + word, style) > width + 0.01:
                result.append(line)
                line = []
            line = line + word
        result.append(line)
    return result


def _words(found: list[Piece]) -> list[list[Piece]]:
    """Pieces that no space parts stay together on a line."""
    words: list[list[Piece]] = []
    for piece in found:
        if words and not piece.spaces:
            words[-1].append(piece)
        else:
            words.append([piece])
    return words


def line_width(line: list[Piece], style: Style) -> float:
    """The width of a line of pieces."""
    space = typefaces.face(style.face).advance(" ") * style.size
    return sum(piece.width + (space * piece.spaces if i else 0.0) for i, piece in enumerate(line))


def height(text: str, style: Style, width: float) -> float:
    """How high a text is when it is set in a width; a translation gets the room of what it translates."""
    return len(lines(as_written(text), style, width)) * style.size * style.leading


def widest(text: str, style: Style) -> float:
    """How wide a text is when no line is broken."""
    return max(line_width(line, style) for line in lines(as_written(text), style, 1e9))


def fits(text: str, style: Style, rect: Rect) -> bool:
    """Whether a text can be set in a rectangle, as it is."""
    broken = lines(str(text), style, rect.w)
    wide = max(line_width(line, style) for line in broken) > rect.w + 0.3
    return not wide and len(broken) * style.size * style.leading <= rect.h + 0.3


def set_text(text: str, style: Style, rect: Rect, theme: Theme, align: str = "left", middle: bool = False) -> list[Ink]:
    """The ink of a text in a rectangle, from its top or in its middle."""
    broken = lines(text, style, rect.w)
    step = style.size * style.leading
    cap = typefaces.face(style.face).cap * style.size
    top = rect.y + (rect.h - len(broken) * step) / 2 if middle else rect.y
    drawn: list[Ink] = []
    for number, line in enumerate(broken):
        baseline = top + number * step + (step + cap) / 2
        slack = rect.w - line_width(line, style)
        x = rect.x + slack * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        drawn += _set_line(line, style, x, baseline, cap, theme)
    return drawn


def _set_line(line: list[Piece], style: Style, x: float, baseline: float, cap: float, theme: Theme) -> list[Ink]:
    space = typefaces.face(style.face).advance(" ") * style.size
    drawn: list[Ink] = []
    words, start = "", x
    for index, piece in enumerate(line):
        gap = space * piece.spaces if index else 0.0
        if piece.is_picture:
            if words:
                drawn.append(Text(start, baseline, words, style.face, style.size, style.color))
            side = piece.width
            drawn += theme.pictures[piece.text].at(Rect(x + gap, baseline - cap / 2 - side / 2, side, side))
            words = ""
        else:
            if not words:
                start = x + gap
            words += " " * piece.spaces * bool(words) + piece.text
        x += gap + piece.width
    if words:
        drawn.append(Text(start, baseline, words, style.face, style.size, style.color))
    return drawn
