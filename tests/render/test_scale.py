"""The bar to hold a ruler against, measured on the page: it is as long as it says, and the key names the mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pnp.geometry import Placement, Rect
from pnp.sheets import layout

Press = Callable[..., Any]
PAPERS = [
    {"paper": "a4"},
    {"paper": "letter"},
    {"paper": "universal"},
    {"up": 2},
    {"paper": "letter", "up": 2},
    {"paper": "a5"},
]


def bar_of(game: str, sheet: str) -> str:
    """The id of a sheet's scale bar."""
    blocks = layout.load(layout.find(game)).sheets[sheet].data["blocks"]
    bars = [block["id"] for block in blocks if block["kind"] == "scale-bar"]
    assert len(bars) == 1, f"{game}/{sheet} has {len(bars)} scale bars; every sheet has one"
    return bars[0]


def measured(page: Any, block: Rect) -> tuple[float, int]:
    """The length of the longest line in a block, from the middle of its first tick to that of its last; its ticks."""
    dark = page.at(block) < 170
    line = max(range(len(dark)), key=lambda row: longest_run(dark[row]))
    columns = np.nonzero(dark[line])[0]
    left, right = columns[0], columns[-1]
    # A little above the line only the ticks are inked.
    above = dark[line - page.px(0.4), left : right + 1].astype(int)
    starts, ends = np.nonzero(np.diff(above, prepend=0) == 1)[0], np.nonzero(np.diff(above, append=0) == -1)[0]
    middles = (starts + ends) / 2
    return page.mm(middles[-1] - middles[0]), len(middles)


def longest_run(row: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0]))))
    return int(max(edges[1::2] - edges[::2], default=0))


@pytest.mark.parametrize("options", PAPERS, ids=["-".join(map(str, options.values())) for options in PAPERS])
def test_the_bar_is_as_long_as_it_says(printed: Press, game: str, sheet: str, options: Any) -> None:
    made = printed(game, sheet, players="Ana,Bo,Cy,Di", **options)
    bar = bar_of(game, sheet)
    (said,) = {int(one) for one in re.findall(r"this bar is (\d+) mm long when the print is at 100 %", made.text)}
    page = made.picture(250)
    for slot in range(len(made.job.pages[0])):
        found, ticks = measured(page, made.block(bar, slot))
        assert found == pytest.approx(said, abs=0.2)
        assert ticks == 11
    assert said == 100 or "up" in options or options == {"paper": "a5"}


@pytest.mark.parametrize("paper", ["a4", "letter", "universal"])
def test_the_key_names_the_mistake(printed: Press, game: str, sheet: str, paper: str) -> None:
    said = printed(game, sheet, players="Ana,Bo,Cy,Di", paper=paper).text
    assert "94.1 mm: an A4 page was fitted to Letter" in said
    assert "97.3 mm: a Letter page was fitted to A4" in said


@pytest.mark.parametrize(("shrunk", "length"), [(279.4 / 297, 94.1), (210 / 215.9, 97.3)], ids=["A4", "Letter"])
def test_a_page_fitted_to_the_other_paper_measures_what_the_key_says(
    printed: Press, shrunk: float, length: float
) -> None:
    """The page drawn with fewer dots is the page shrunk when it is looked at with all of them."""
    made = printed("house-of-dice", players="Ana")
    page = replace(made.picture(600 * shrunk), dpi=600)
    found, _ = measured(page, Placement(shrunk).rect(made.block("bar")))
    assert found == pytest.approx(length, abs=0.1)
