"""What people see: colour only on a terminal that wants it, columns that line up."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from pnp.errors import one_line

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "bad": "1;37;41"}


def painted(text: str, color: str) -> str:
    """A text in colour where standard output is a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{_CODES[color]}m{text}\x1b[0m"


def is_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show(text: str = "") -> None:
    """A line for people, with what their terminal can't show replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def warn(text: str) -> None:
    """A message on standard error."""
    sys.stderr.write(f"pnp: {one_line(text)}\n")


def answer(document: Any, indent: int | None = None) -> None:
    """A JSON document on standard output, with escapes where its encoding lacks a letter."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=indent, default=str)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=indent, default=str)
    sys.stdout.write(text + "\n")


def width(text: str) -> int:
    """How many columns of a terminal a text takes.

    >>> width("Ana"), width("桜"), width("e\u0301"), width("עדי\u200e")
    (3, 2, 1, 3)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as lines whose columns line up; the numbered columns are set to the right.

    >>> columns([["a", "10"], ["bcd", "2"]], right=[1])
    ['a    10', 'bcd   2']
    """
    if not rows:
        return []
    widths = [max(width(row[i]) for row in rows if i < len(row)) for i in range(max(map(len, rows)))]
    lines = []
    for row in rows:
        cells = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - width(cell))
            cells.append(space + cell if i in right else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines
