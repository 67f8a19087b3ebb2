"""Filling in: each kind of field draws what was written, and stays inside its own box."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.errors import InputError
from pnp.games.codec import FIELD_KINDS, Mark
from pnp.geometry import Rect
from pnp.sheets import fill_in, ink, layout
from pnp.sheets.ink import Line, Text
from pnp.sheets.layout import Layout
from pnp.sheets.sheet import Field, Sheet


@pytest.fixture
def sheet(good: str, parsed: Callable[[str], Layout]) -> Sheet:
    return layout.ready(parsed(good), "play")


MARKS: list[tuple[str, list[Mark]]] = [
    ("choice", ["F", "D", "X", "nobody knows", "a very long word that no box has room for"]),
    ("number", [0, 7, -3, 123_456_789]),
    ("cross", [True, False]),
    ("tally", [0, 1, 2, 3, 11]),
    ("text", ["Ana", "", "a very long name " * 10, "דנה"]),
]


def test_every_kind_is_tried() -> None:
    assert {kind for kind, _ in MARKS} == set(FIELD_KINDS) == set(fill_in.DRAW)


@pytest.mark.parametrize("rect", [Rect(10, 20, 7, 7), Rect(10, 20, 40, 9), Rect(10, 20, 24.6, 24.6)], ids=str)
@pytest.mark.parametrize("round", [False, True], ids=["box", "circle"])
@pytest.mark.parametrize(("kind", "mark"), [(kind, mark) for kind, marks in MARKS for mark in marks])
def test_ink_stays_inside_the_field(sheet: Sheet, rect: Rect, round: bool, kind: str, mark: Mark) -> None:
    choices = {"F": "boat", "D": "die-2", "X": ""} if kind == "choice" else {}
    field = Field("grid.c1r1", kind, rect, "", choices, 2, round)
    for one in fill_in.DRAW[kind](sheet, field, mark):
        assert rect.holds(ink.bounds(one))


@pytest.mark.parametrize(
    ("id", "mark", "lines"),
    [("turns.1", 0, 0), ("turns.1", 1, 1), ("turns.1", 2, 2), ("a.first", True, 2), ("a.first", False, 0)],
)
def test_strokes_count(sheet: Sheet, id: str, mark: Mark, lines: int) -> None:
    drawn = fill_in.ink_of(sheet, {id: mark})
    assert [type(one) for one in drawn] == [Line] * lines


@pytest.mark.parametrize(
    ("id", "mark", "said"),
    [("points.total", 12, "12"), ("points.total", -2, "−2"), ("turns.2", 3, "3"), ("grid.c1r1", "X", "X")],
)
def test_numbers_and_words_are_written(sheet: Sheet, id: str, mark: Mark, said: str) -> None:
    (drawn,) = fill_in.ink_of(sheet, {id: mark})
    assert isinstance(drawn, Text) and drawn.text == said


def test_a_choice_is_its_picture_in_the_field(sheet: Sheet) -> None:
    field = next(field for field in sheet.fields if field.id == "grid.c2r2")
    assert fill_in.ink_of(sheet, {"grid.c2r2": "F"}) == sheet.theme.pictures["boat"].at(field.rect.inset(0.3))


def test_a_choice_that_this_field_does_not_allow_is_drawn_as_the_player_drew_it(
    good: str, parsed: Callable[[str], Layout]
) -> None:
    allowing = good.replace('X = "" }', 'X = "" }\nallowed = [["F"], ["D", "X"]]')
    sheet = layout.ready(parsed(allowing), "play")
    field = next(field for field in sheet.fields if field.id == "grid.c1r1")
    assert list(field.choices) == ["F"]
    assert fill_in.ink_of(sheet, {"grid.c1r1": "D"}) == sheet.theme.pictures["die-2"].at(field.rect.inset(0.3))


def test_a_name_that_is_printed_is_not_written_again(sheet: Sheet) -> None:
    assert fill_in.ink_of(sheet, {"name": "Ana"}) == []


def test_a_field_that_the_sheet_does_not_have_is_an_error(sheet: Sheet) -> None:
    with pytest.raises(InputError, match=r"tiny/play/1: there is no field 'grid\.c9r9' on this sheet"):
        fill_in.ink_of(sheet, {"grid.c9r9": "F"})
