"""Where in a TOML file something stands: the line and column of a table, a key or an item, for messages."""

from __future__ import annotations

import re
from functools import lru_cache

from pnp.strict import Key, Path

_PART = r"(?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')"
_PATH = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"^\s*(\[\[?)\s*({_PATH})\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(rf"^\s*({_PATH})\s*=\s*(.*)$")
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
    inside: list[_Open] = []
    quote = ""
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        # Strings keep their length, so that what follows keeps its column.
        bare = _STRING.sub(lambda found: "" if found[0][0] == "#" else "'" * len(found[0]), line)
        if inside:
            inside = _items(line, bare, inside, number, lines)
            continue
        if header := _HEADER.match(line):
            table = _table(header, counts)
            spot = (number, line.index("[") + 1)
            lines.setdefault(table, spot)
            # A sheet that only has blocks begins with the first of them.
            lines.setdefault(table[:2], spot)
        elif key := _KEY.match(line):
            place = (*table, *_parts(key[1]))
            lines.setdefault(place, (number, key.start(1) + 1))
            if opened := re.match(r"\"\"\"|'''", key[2]):
                quote = opened[0] if key[2].count(opened[0]) == 1 else ""
            elif key[2].startswith(("[", "{")):
                begin = key.start(2) + 1
                inside = _items(line, " " * begin + bare[begin:], [_Open(place, key[2][0] == "[")], number, lines)
    return lines


def _parts(path: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, path)]


def _table(header: re.Match[str], counts: dict[Path, int]) -> Path:
    path: list[Key] = []
    parts = _parts(header[2])
    for position, part in enumerate(parts):
        path.append(part)
        last = position == len(parts) - 1
        if last and header[1] == "[[":
            counts[tuple(path)] = counts.get(tuple(path), -1) + 1
            path.append(counts[tuple(path)])
        elif tuple(path) in counts:
            path.append(counts[tuple(path)])
    return tuple(path)


class _Open:
    """A list or table that is still open: where it is, and which item or key of it comes next."""

    __slots__ = ("is_list", "key", "place")

    def __init__(self, place: Path, is_list: bool) -> None:
        self.place, self.is_list = place, is_list
        self.key: Key = 0 if is_list else ""


def _items(line: str, bare: str, inside: list[_Open], number: int, lines: dict[Path, Spot]) -> list[_Open]:
    """Note the items and keys of lists and tables on a line; what is still open at its end goes on with the next."""
    for column, char in enumerate(bare, 1):
        if not inside:
            break
        top = inside[-1]
        if top.is_list and char not in ",] \t\r":
            lines.setdefault((*top.place, top.key), (number, column))
        if char in "[{":
            inside.append(_Open((*top.place, top.key), char == "["))
        elif char in "]}":
            inside.pop()
        elif isinstance(top.key, int):
            top.key += char == ","
        elif char == ",":
            top.key = ""
        elif char == "=" and (key := re.search(r"[^\s{,]+$", bare[: column - 1].rstrip())):
            top.key = line[key.start() : key.end()].strip("\"'")
            lines.setdefault((*top.place, top.key), (number, key.start() + 1))
    return inside


def spot_of(path: Path, lines: dict[Path, Spot]) -> Spot:
    """The line and column of a place, or of the nearest thing around it; zeros where nothing is known."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return 0, 0


def spot_within(text: str, path: Path, character: int) -> Spot:
    """The line and column of a character of a text that stands on one line; else the place of the text.

    >>> spot_within('[b]\\n"c,d" = "1 + x"', ("b", "c,d"), 5)
    (2, 14)
    """
    line, column = spot_of(path, index(text))
    key = "" if path and isinstance(path[-1], int) else rf"{_PATH}\s*=\s*"
    opening = re.compile(key + r"(\"|')(?!\1)").match(text.split("\n")[line - 1], column - 1) if line else None
    return (line, opening.end() + character) if opening and path in index(text) else (line, column)
