"""Layouts to break: a small good one, and a way to read a text as a layout file."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.sheets import layout
from pnp.sheets.layout import Layout

GOOD = """\
game = "tiny"
title = "Tiny"
version = 1

[colors]
ink = "#14324a"

[styles.loud]
size = 8

[pictures.boat]
art = [{ path = "M6 78 H94 L82 94 H20 Z", fill = "ink" }]

[sheets.play]
title = "Play sheet"

[[sheets.play.blocks]]
id = "title"
kind = "text"
text = "Tiny {die-1} game"
style = "loud"
left = 0
top = 0

[[sheets.play.blocks]]
id = "name"
kind = "entry"
label = "Player"
prints = "name"
left = 0
width = 100
top = "title.bottom + 2"

[[sheets.play.blocks]]
id = "grid"
kind = "grid"
columns = 3
rows = 2
cell = 20
choices = { F = "boat", D = "die-2", X = "" }
left = 0
top = "name.bottom + 3"

[[sheets.play.blocks]]
id = "turns"
kind = "track"
boxes = 6
rows = 2
box = 8
field = "tally"
left = "grid.right + 5"
top = "grid.top"

[[sheets.play.blocks]]
id = "points"
kind = "scores"
left = 0
top = "grid.bottom + 3"
width = 40
lines = [
  { id = "boats", picture = "boat" },
  { id = "total", label = "Total", strong = true },
]

[[sheets.play.blocks]]
id = "won"
kind = "table"
field = "cross"
left = 60
right = 150
top = "points.top"
rows = [{ id = "first", label = "First" }]
columns = [{ id = "a" }, { id = "b", boxes = 2 }]

[[sheets.play.blocks]]
id = "qr"
kind = "code"
left = 130
top = 0
"""


@pytest.fixture
def good() -> str:
    """The text of a small layout that has nothing wrong with it."""
    return GOOD


@pytest.fixture
def parsed() -> Callable[[str], Layout]:
    """Read a text as the layout file tiny.toml."""
    return lambda text: layout.parse(text.encode(), "tiny.toml")
