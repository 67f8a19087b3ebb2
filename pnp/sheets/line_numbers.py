"""Where in a TOML file something stands: the line and column of a table, a key or an item, for messages."""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.strict import Key, Path

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\-\" ]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]+\")\s*=\s*(.*)$")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*$')


Spot = tuple[int, int]
"""A line and a column, both counting from 1."""


@lru_cache(maxsize=8)
def index(text: str) -> dict[Path, Spot]:
    """The line and column of each table, key and item of a list, counting from 1.

    >>> index('a = 1\\n[[b]]\\nc = [\\n  {d = 1},\\n  {d = 2},\\n]')[("b", 0, "c", 1)]
    (5, 3)
    """
    lines: dict[Path, Spot] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    inside: tuple[Path, int, int] | None = None
    quote = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        # Strings keep their length, so that what follows keeps its column.
        bare = _STRING.sub(lambda found: "" if found[0][0] == "#" else "'" * len(found[0]), line)
        if inside is not None:
            inside = _items(bare, inside, number, lines)
            continue
        if header := _HEADER.match(line):
            table = _table(header, counts)
            spot = (number, line.index("[") + 1)
            lines.setdefault(table, spot)
            # A sheet that only has blocks begins with the first of them.
            lines.setdefault(table[:2], spot)
        elif key := _KEY.match(line):
            place = (*table, key[1].strip('"'))
            lines.setdefault(place, (number, key.start(1) + 1))
            if opened := re.match(r"\"\"\"|'''", key[2]):
                quote = opened[0] if key[2].count(opened[0]) == 1 else ""
            elif key[2].startswith("["):
                begun = " " * (bare.index("=") + 1) + bare.partition("=")[2]
                inside = _items(begun, (place, 0, 0), number, lines)
    return lines


def _table(header: re.Match[str], counts: dict[Path, int]) -> Path:
    path: list[Key] = []
    parts = [part.strip().strip('"') for part in header[2].split(".")]
    for position, part in enumerate(parts):
        path.append(part)
        last = position == len(parts) - 1
        if last and header[1] == "[[":
            counts[tuple(path)] = counts.get(tuple(path), -1) + 1
            path.append(counts[tuple(path)])
        elif tuple(path) in counts:
            path.append(counts[tuple(path)])
    return tuple(path)


def _items(
    bare: str, inside: tuple[Path, int, int], number: int, lines: dict[Path, Spot]
) -> tuple[Path, int, int] | None:
    """Note the items of a list that begin on a line, and go on inside the list where it does not end there."""
    place, count, depth = inside
    for column, char in enumerate(bare, 1):
        if depth == 1 and char not in ",] \t\r":
            lines.setdefault((*place, count), (number, column))
        depth += (char in "[{") - (char in "]}")
        count += char == "," and depth == 1
    return (place, count, depth) if depth > 0 else None


def spot_of(path: Path, lines: dict[Path, Spot]) -> Spot:
    """The line and column of a place, or of the nearest thing around it; zeros where nothing is known."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 0, 0
