"""Pictures: paths as in SVG, shapes of a layout, and where a picture lies in its rectangle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.geometry import Rect
from pnp.sheets import ink, pictures
from pnp.sheets.ink import Paint
from pnp.sheets.pictures import parse_path
from pnp.strict import Fault, Table


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("M1 2", [("M", (1, 2))]),
        ("M1,2L3,4", [("M", (1, 2)), ("L", (3, 4))]),
        ("M1 2 3 4", [("M", (1, 2)), ("L", (3, 4))]),
        ("m1 2 3 4", [("M", (1, 2)), ("L", (4, 6))]),
        ("M10 10 H20 V5 Z", [("M", (10, 10)), ("L", (20, 10)), ("L", (20, 5)), ("Z", ())]),
        ("M10 10 h-5 v.5 z", [("M", (10, 10)), ("L", (5, 10)), ("L", (5, 10.5)), ("Z", ())]),
        ("M0 0 H1 2 3", [("M", (0, 0)), ("L", (1, 0)), ("L", (2, 0)), ("L", (3, 0))]),
        ("M1 1 c1 0 2 1 3 3 l1 1", [("M", (1, 1)), ("C", (2, 1, 3, 2, 4, 4)), ("L", (5, 5))]),
        ("M0-1L-.5-2", [("M", (0, -1)), ("L", (-0.5, -2))]),
        ("M0 0 M5 5 m1 1", [("M", (0, 0)), ("M", (5, 5)), ("M", (6, 6))]),
    ],
)
def test_a_path_is_steps(text: str, steps: list[Any]) -> None:
    assert list(parse_path(text)) == steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a path begins with M"),
        ("   ", "a path begins with M"),
        ("L1 2", "a path begins with M"),
        ("1 2", "a path begins with M"),
        ("M1", "M in a path has 1 number; it takes 2 at a time"),
        ("M1 2 3", "M in a path has 3 numbers; it takes 2 at a time"),
        ("M", "M in a path has 0 numbers; it takes 2 at a time"),
        ("M1 2 C1 2 3", "C in a path has 3 numbers; it takes 6 at a time"),
        ("M1 2 Z3", "Z in a path has 1 number; it takes none at a time"),
        ("M1 2 A3", "'A' in a path; M L H V C Z and numbers are allowed"),
        ("M1 2 Q1 2 3 4", "'Q' in a path"),
        ("M1e3 2", "'e' in a path"),
        ("M1 +2", "'+' in a path"),
    ],
)
def test_a_wrong_path_says_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        parse_path(text)
    assert said in str(wrong.value)


number = st.integers(-400, 400).map(lambda n: n / 4)
points = st.tuples(number, number)
commands = st.lists(
    st.one_of(
        st.tuples(st.just("L"), points),
        st.tuples(st.just("M"), points),
        st.tuples(st.just("C"), st.tuples(number, number, number, number, number, number)),
        st.tuples(st.sampled_from("HV"), st.tuples(number)),
        st.tuples(st.just("Z"), st.just(())),
    ),
    max_size=8,
)


def said(letter: str, numbers: tuple[float, ...]) -> str:
    return letter + " ".join(f"{n:g}" for n in numbers)


@given(points, commands)
def test_absolute_and_relative_forms_are_the_same_path(start: tuple[float, float], drawn: list[Any]) -> None:
    absolute, relative = [said("M", start)], [said("m", start)]
    x, y = start
    for letter, numbers in drawn:
        absolute.append(said(letter, numbers))
        base = {"H": (x,), "V": (y,)}.get(letter, (x, y) * 3)
        relative.append(said(letter.lower(), tuple(n - base[i] for i, n in enumerate(numbers))))
        if letter == "H":
            x = numbers[0]
        elif letter == "V":
            y = numbers[0]
        elif numbers:
            x, y = numbers[-2:]
    assert parse_path(" ".join(absolute)) == parse_path("".join(relative))


@given(points, commands)
def test_a_parsed_path_written_again_is_the_same(start: tuple[float, float], drawn: list[Any]) -> None:
    steps = parse_path(" ".join([said("M", start), *(said(*one) for one in drawn)]))
    assert {op for op, _ in steps} <= set("MLCZ")
    assert parse_path(" ".join(said(*step) for step in steps)) == steps


@given(st.text(alphabet="MLHVCZmlhvcz0123456789.,- e", max_size=30))
def test_any_text_is_a_path_or_a_value_error(text: str) -> None:
    try:
        assert parse_path(text)[0][0] == "M"
    except ValueError as wrong:
        assert str(wrong)


def read(**keys: Any) -> tuple[pictures.Picture, list[str]]:
    faults: list[Fault] = []
    return pictures.read(Table(keys, faults), Path()), [str(fault) for fault in faults]


def test_shapes_are_paths_boxes_and_discs() -> None:
    made, faults = read(
        art=[
            {"path": "M0 0 L9 9", "stroke": "ink"},
            {"box": [1, 2, 3, 4], "fill": "wash"},
            {"box": [1, 2, 3, 4, 1.5]},
            {"disc": [5, 5, 2], "fill": "ink", "solid": True, "width": 2},
        ],
        guide="M1 1 V9",
    )
    assert faults == []
    assert [type(one) for one in made.art] == [ink.Path, ink.Box, ink.Box, ink.Disc]
    assert made.art[2].radius == 1.5
    assert made.art[3].paint == Paint(fill="ink", width=2, solid=True, round=True)
    assert made.guide == (("M", (1, 1)), ("L", (1, 9)))


@pytest.mark.parametrize(
    ("shape", "place"),
    [
        ({}, "art 1"),
        ({"box": [1, 2, 3]}, "art 1"),
        ({"box": [1, 2, 3, "4"]}, "art 1, box 4"),
        ({"box": 5}, "art 1, box"),
        ({"disc": [1, 2]}, "art 1"),
        ({"path": "L1 1"}, "art 1, path"),
        ({"path": 7}, "art 1, path"),
        ({"disc": [1, 2, 3], "with": 2}, "art 1, with"),
        ({"disc": [1, 2, 3], "width": 90}, "art 1, width"),
        ({"disc": [1, 2, 3], "solid": 1}, "art 1, solid"),
    ],
)
def test_a_wrong_shape_is_a_fault_at_its_place(shape: dict[str, Any], place: str) -> None:
    faults = read(art=[shape])[1]
    assert any(fault.startswith(place + ": ") for fault in faults), faults


def test_a_wrong_guide_is_a_fault_too() -> None:
    assert read(guide="H5")[1] == ["guide: a path begins with M"]


@pytest.mark.parametrize("rect", [Rect(10, 20, 30, 30), Rect(10, 20, 60, 30), Rect(0, 0, 7, 50)])
def test_a_picture_fills_the_middle_of_its_rectangle(rect: Rect) -> None:
    square = pictures.Picture((ink.Box(0, 0, 100, 100, Paint(fill="ink")),), parse_path("M0 0 L100 100"))
    (drawn,) = map(ink.bounds, square.at(rect))
    assert drawn.center == pytest.approx(rect.center)
    assert (drawn.w, drawn.h) == pytest.approx((min(rect.w, rect.h),) * 2)
    (guide,) = square.guide_at(rect, Paint())
    assert ink.bounds(guide).center == pytest.approx(rect.center)


@pytest.mark.parametrize("name", sorted(pictures.own()))
def test_our_own_pictures_stay_in_their_square(name: str) -> None:
    for one in pictures.own()[name].art:
        assert Rect(0, 0, 100, 100).holds(ink.bounds(one))


def test_dice_show_their_number() -> None:
    for number in range(1, 7):
        assert sum(isinstance(one, ink.Disc) for one in pictures.own()[f"die-{number}"].art) == number
