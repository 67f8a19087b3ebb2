"""Lines for messages: where in a TOML file a table, a key or an item stands."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pnp.sheets import layout
from pnp.sheets.line_numbers import index, spot_of

SAMPLE = '''# a comment
game = "yacht"        # line 2
"two words" = 1

[colors]
ink = "#14324a"

[pictures.boat]
art = [
  { path = "M0 0 [", fill = "ink" },   # a bracket in a text: ]
  { box = [1, 2, 3, 4] },
]

[sheets.play]
title = """
[not.a.table]
key = "not a key"
"""
note = \'\'\'one line\'\'\'
other = 1

[[sheets.play.blocks]]
id = "a"
columns = [
  { id = "g1" }, { id = "g2" },
  { id = "g3" },
]
choices = { F = "fence" }
side = [["die-1"],
  ["die-2", "die-3"],
]

[[sheets.play.blocks]]
kind = "text"
  [sheets.play.blocks.more]
  deep = true
[[sheets.play.blocks.rows]]
id = "x"
[[sheets.play.blocks.rows]]
id = "y"

[[sheets.play.blocks]]
[[sheets.play.blocks.rows]]
id = "z"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("game",), 2),
        (("two words",), 3),
        (("colors",), 5),
        (("colors", "ink"), 6),
        (("pictures", "boat", "art"), 9),
        (("pictures", "boat", "art", 0), 10),
        (("pictures", "boat", "art", 1), 11),
        (("sheets", "play"), 14),
        (("sheets", "play", "title"), 15),
        (("sheets", "play", "note"), 19),
        (("sheets", "play", "other"), 20),
        (("sheets", "play", "blocks", 0), 22),
        (("sheets", "play", "blocks", 0, "columns"), 24),
        (("sheets", "play", "blocks", 0, "columns", 0), 25),
        (("sheets", "play", "blocks", 0, "columns", 1), 25),
        (("sheets", "play", "blocks", 0, "columns", 2), 26),
        (("sheets", "play", "blocks", 0, "choices"), 28),
        (("sheets", "play", "blocks", 0, "side", 0), 29),
        (("sheets", "play", "blocks", 0, "side", 1), 30),
        (("sheets", "play", "blocks", 1), 33),
        (("sheets", "play", "blocks", 1, "kind"), 34),
        (("sheets", "play", "blocks", 1, "more"), 35),
        (("sheets", "play", "blocks", 1, "more", "deep"), 36),
        (("sheets", "play", "blocks", 1, "rows", 0), 37),
        (("sheets", "play", "blocks", 1, "rows", 1, "id"), 40),
        (("sheets", "play", "blocks", 2), 42),
        (("sheets", "play", "blocks", 2, "rows", 0), 43),
        (("sheets", "play", "blocks", 2, "rows", 0, "id"), 44),
    ],
)
def test_the_line_of_a_place(path: tuple[str | int, ...], line: int) -> None:
    assert index(SAMPLE)[path][0] == line
    assert index(SAMPLE.replace("\n", "\r\n"))[path][0] == line


@pytest.mark.parametrize(
    ("path", "column"),
    [
        (("game",), 1),
        (("colors",), 1),
        (("pictures", "boat", "art", 0), 3),
        (("sheets", "play", "blocks", 0, "columns", 0), 3),
        (("sheets", "play", "blocks", 0, "columns", 1), 18),
        (("sheets", "play", "blocks", 0, "side", 0), 9),
        (("sheets", "play", "blocks", 1, "more"), 3),
        (("sheets", "play", "blocks", 1, "more", "deep"), 3),
    ],
)
def test_the_column_of_a_place(path: tuple[str | int, ...], column: int) -> None:
    assert index(SAMPLE)[path][1] == column


def test_texts_of_several_lines_hide_what_looks_like_tables() -> None:
    found = index(SAMPLE)
    assert ("not", "a", "table") not in found
    assert not any("key" in path for path in found)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("colors", "ink"), 6),
        (("colors", "pink"), 5),
        (("sheets", "play", "blocks", 0, "columns", 1, "id"), 25),
        (("sheets", "play", "blocks", 0, "nothing", 4), 22),
        (("sheets", "none"), 0),
        ((), 0),
    ],
)
def test_a_place_without_a_line_has_the_line_around_it(path: tuple[str | int, ...], line: int) -> None:
    assert spot_of(path, index(SAMPLE))[0] == line


def test_an_empty_file_has_no_lines() -> None:
    assert index("") == {}


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every table and key of a document."""
    if isinstance(value, dict):
        return [place for key, one in value.items() for place in [(*path, key), *places(one, (*path, key))]]
    if isinstance(value, list):
        return [place for n, one in enumerate(value) for place in places(one, (*path, n))]
    return []


@pytest.mark.parametrize("name", layout.names())
def test_the_places_of_a_layout_are_found_in_its_lines(name: str) -> None:
    text = Path(layout.find(name)).read_text(encoding="utf-8")
    lines = text.split("\n")
    found = index(text)
    for path in places(tomllib.loads(text)):
        key = str(path[-1])
        line = spot_of(path, found)[0]
        # A sheet that has no header of its own is only in the names of its tables.
        assert line == 0 or key in lines[line - 1] or path[:-1] in found, path
    for path, (line, _) in found.items():
        keys = [key for key in path if isinstance(key, str)]
        assert keys[-1] in lines[line - 1] or isinstance(path[-1], int), path
