"""Where blocks lie: edges as numbers or beside other edges, and every way to say it wrongly."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.geometry import Rect
from pnp.sheets.anchors import ACROSS, DOWN, Place, edge
from pnp.strict import Fault, Table

PLACED = {"page": Rect(0, 0, 190, 250), "house": Rect(10, 20, 60, 80), "side-2": Rect(100, 0, 5, 5)}


@pytest.mark.parametrize(
    ("value", "axis", "at"),
    [
        (12, ACROSS, 12),
        (-3.5, DOWN, -3.5),
        ("page.left", ACROSS, 0),
        ("page.right", ACROSS, 190),
        ("page.center", ACROSS, 95),
        ("page.bottom", DOWN, 250),
        ("page.middle", DOWN, 125),
        ("house.left", ACROSS, 10),
        ("house.right + 3", ACROSS, 73),
        ("house.right+3.25", ACROSS, 73.25),
        ("  house.right  -  4 ", ACROSS, 66),
        ("house.center - 30", ACROSS, 10),
        ("house.top", DOWN, 20),
        ("house.bottom + 0.5", DOWN, 100.5),
        ("house.middle", DOWN, 60),
        ("side-2.right", ACROSS, 105),
    ],
)
def test_an_edge_is_a_number(value: Any, axis: dict[str, float], at: float) -> None:
    assert edge(value, PLACED, axis) == pytest.approx(at)


@pytest.mark.parametrize(
    ("value", "axis", "said"),
    [
        ("hose.left", ACROSS, "there is no block 'hose' before this one; did you mean 'house'?"),
        ("later.left", ACROSS, "there is no block 'later' before this one"),
        ("house.top", ACROSS, "top lies in the other direction; left, center, right are allowed here"),
        ("house.center", DOWN, "center lies in the other direction; top, middle, bottom are allowed here"),
        ("house.side", ACROSS, "is no place; a number of millimetres or 'block.edge + 3' is allowed"),
        ("house", ACROSS, "is no place"),
        ("house.right * 2", ACROSS, "is no place"),
        ("house.right + 1 1", ACROSS, "is no place"),
        ("house.right + - 1", ACROSS, "is no place"),
        ("", ACROSS, "is no place"),
        (True, ACROSS, "True is no place"),
        ([1], ACROSS, "[1] is no place"),
        (float("inf"), ACROSS, "inf is off every page; at most 2000 mm are allowed"),
        (float("nan"), ACROSS, "nan is off every page"),
        (10**400, ACROSS, "is off every page"),
        (-2001, DOWN, "-2001 is off every page"),
    ],
)
def test_a_wrong_edge_says_what_is_allowed(value: Any, axis: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        edge(value, PLACED, axis)
    assert said in str(wrong.value)


def placed(**keys: Any) -> tuple[Rect, list[str]]:
    """A block of 40 by 30 where its layout gives no length."""
    faults: list[Fault] = []
    place = Place(Table(keys, faults), PLACED)
    width, height = place.given(across=True) or 40, place.given(across=False) or 30
    return place.rect(width, height), [str(fault) for fault in faults]


@pytest.mark.parametrize(
    ("keys", "rect"),
    [
        ({"left": 5, "top": 6}, Rect(5, 6, 40, 30)),
        ({"right": "page.right", "bottom": "page.bottom"}, Rect(150, 220, 40, 30)),
        ({"center": "page.center", "middle": "page.middle"}, Rect(75, 110, 40, 30)),
        ({"left": 5, "right": 25, "top": 0}, Rect(5, 0, 20, 30)),
        ({"left": 5, "top": 10, "bottom": "house.bottom"}, Rect(5, 10, 40, 90)),
        ({"right": 100, "width": 30, "top": 0, "height": 7}, Rect(70, 0, 30, 7)),
        ({"center": 50, "width": 30, "middle": 50, "height": 10}, Rect(35, 45, 30, 10)),
    ],
)
def test_a_block_lies_where_its_edges_say(keys: dict[str, Any], rect: Rect) -> None:
    assert placed(**keys) == (rect, [])


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"top": 0}, "it has no place; left, center, right say where it lies"),
        ({"left": 0}, "it has no place; top, middle, bottom say where it lies"),
        ({"left": 0, "center": 50, "top": 0}, "left and center together; one edge, or two ends without a length"),
        ({"left": 0, "center": 5, "right": 10, "top": 0}, "left, center and right together"),
        ({"left": 0, "right": 50, "width": 20, "top": 0}, "left, right and width together"),
        ({"left": 0, "top": 0, "bottom": 50, "height": 20}, "top, bottom and height together"),
        ({"left": 50, "right": 20, "top": 0}, "right: left is 50 and right is 20; right is at least 0.1 mm on"),
        ({"left": 50, "right": 50, "top": 0}, "right: left is 50 and right is 50"),
        ({"left": 0, "top": 9, "bottom": 3}, "bottom: top is 9 and bottom is 3"),
        ({"left": 0, "top": 0, "width": 0.2}, "width: 0.2 is too small; at least 0.5 is allowed"),
        ({"left": 0, "top": 0, "width": "20"}, "width: '20' is not a number"),
        ({"left": 0, "top": 0, "height": 9999}, "height: 9999 is too large; at most 2000 is allowed"),
    ],
)
def test_edges_that_contradict_each_other_are_faults(keys: dict[str, Any], said: str) -> None:
    faults = placed(**keys)[1]
    assert len(faults) == 1, faults
    assert said in faults[0]
