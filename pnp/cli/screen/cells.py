"""Text in the cells of a terminal: styled lines that are cut, filled up, wrapped and set beside each other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from pnp.cli.terminal import width

Line = list[tuple[str, str]]
"""Pieces of text, each with its style."""

_LETTERS = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
_RIGHT_TO_LEFT = re.compile(rf"{_LETTERS}(?:[\s'-]+{_LETTERS})*")
_MARK = "\u200e"


def line(text: str, style: str = "") -> Line:
    """A line of one style."""
    return [(style, text)] if text else []


def size(one: Line) -> int:
    """How many cells a line takes."""
    return sum(width(text) for _, text in one)


def cut(text: str, most: int) -> str:
    """A text that fits into some cells, with a sign where something is left out.

    >>> cut("Anastazja", 5), cut("桜桜桜", 4), cut("Ana", 5)
    ('Anas…', '桜…', 'Ana')
    """
    if width(text) <= most:
        return text
    kept, used = "", 0
    for letter in text:
        used += width(letter)
        if used > most - 1:
            break
        kept += letter
    return kept + "…" if most > 0 else ""


def fitted(one: Line, cells: int) -> Line:
    """A line of exactly so many cells."""
    left, made = cells, Line()
    for style, text in one:
        shown = cut(text, left)
        made.append((style, shown))
        left -= width(shown)
        if left <= 0 or shown != text:
            break
    return [*made, ("", " " * left)] if left > 0 else made


def column(text: str, cells: int, right: bool = False) -> str:
    """A text filled up to so many cells, or cut.

    >>> column("桜", 4) + "|", column("7", 3, right=True)
    ('桜  |', '  7')
    """
    shown = cut(text, cells)
    blank = " " * (cells - width(shown))
    return blank + shown if right else shown + blank


def wrapped(text: str, cells: int, style: str = "") -> list[Line]:
    """A text in lines of at most so many cells, parted at blanks; a line that begins with blanks keeps them."""
    made: list[Line] = []
    for paragraph in text.splitlines() or [""]:
        indent = paragraph[: len(paragraph) - len(paragraph.lstrip())]
        row = indent
        for word in paragraph.split(" ") if not indent else paragraph.strip().split(" "):
            longer = f"{row} {word}" if row.strip() else f"{row}{word}"
            if width(longer) > cells and row.strip():
                made.append(line(row, style))
                row = f"{indent}  {word}" if indent else word
            else:
                row = longer
        made.append(line(cut(row, cells), style))
    return made


def flowing(texts: Iterable[str], cells: int) -> list[Line]:
    """Short texts, as many in a line as there is room for.

    >>> flowing(["cost 3", "turns 4", "nothing else"], 18)
    [[('', 'cost 3 · turns 4')], [('', 'nothing else')]]
    """
    rows: list[str] = []
    for text in texts:
        longer = f"{rows[-1]} · {text}" if rows else text
        if rows and width(longer) <= cells:
            rows[-1] = longer
        else:
            rows.append(text)
    return [one for row in rows for one in wrapped(row, cells)]


def beside(left: Sequence[Line], right: Sequence[Line], cells: int, gap: int = 2) -> list[Line]:
    """Two columns of lines, the left one of so many cells."""
    rows = range(max(len(left), len(right)))
    return [
        [*fitted(left[n] if n < len(left) else [], cells), ("", " " * gap), *(right[n] if n < len(right) else [])]
        for n in rows
    ]


def directed(text: str) -> str:
    """A text whose right-to-left names leave the cells around them where they are, on a terminal that turns them.

    >>> directed("Ana 3"), directed("עדי 3") == "\u200eעדי\u200e 3"
    ('Ana 3', True)
    """
    return _RIGHT_TO_LEFT.sub(lambda found: f"{_MARK}{found[0]}{_MARK}", text)


def printable(lines: Iterable[Line]) -> list[Line]:
    """Lines as they are sent to a terminal: names from right to left held in place, control characters shown."""
    return [[(style, directed(_visible(text))) for style, text in one] for one in lines]


def _visible(text: str) -> str:
    return "".join("�" if unicodedata.category(letter) in ("Cc", "Cs") else letter for letter in text)
