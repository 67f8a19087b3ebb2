"""Sheets on paper: pieces that can be cut out, marks that show where, and stacks that come out in order."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import CallError
from pnp.geometry import MM, Rect
from pnp.render.imposition import PAPERS, Margins, Plan, margins, order, plan
from pnp.sheets.ink import Line, bounds
from pnp.sheets.layout import HEIGHT, WIDTH

Press = Callable[..., Any]
SIZES = {"upright": (WIDTH, HEIGHT), "wide": (HEIGHT, WIDTH), "square": (180.0, 180.0), "card": (63.0, 88.0)}


@pytest.fixture(params=[(paper, up) for paper in PAPERS for up in (2, 4)], ids=lambda case: f"{case[0]}, {case[1]}-up")
def several(request: pytest.FixtureRequest) -> tuple[str, int]:
    return request.param


@pytest.fixture(params=SIZES.values(), ids=SIZES.keys())
def size(request: pytest.FixtureRequest) -> tuple[float, float]:
    return request.param


# --- the order -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "up", "pages"),
    [
        (3, 1, [(0,), (1,), (2,)]),
        (4, 2, [(0, 2), (1, 3)]),
        (5, 2, [(0, 3), (1, 4), (2,)]),
        (8, 4, [(0, 2, 4, 6), (1, 3, 5, 7)]),
        (5, 4, [(0, 2, 4), (1, 3)]),
        (1, 4, [(0,)]),
        (0, 2, []),
    ],
)
def test_which_sheets_share_a_page(count: int, up: int, pages: list[tuple[int, ...]]) -> None:
    assert order(count, up) == pages


@given(st.integers(0, 300), st.sampled_from([1, 2, 4]))
def test_cut_and_stacked_they_stand_in_order(count: int, up: int) -> None:
    """The whole pile is cut at once: each place of the page gives a stack, and the stacks go on one another."""
    pages = order(count, up)
    stacks = [[page[place] for page in pages if place < len(page)] for place in range(up)]
    assert [number for stack in stacks for number in stack] == list(range(count))
    assert len(pages) == -(-count // up)


def test_players_come_off_the_pile_in_order(printed: Press) -> None:
    made = printed("yacht", players="Ana,Bo,Cy,Di,Ed", up=2)
    texts = [" ".join(page.extract_text().split()) for page in made.reader.pages]
    on_pages = [[name for name in ("Ana", "Bo", "Cy", "Di", "Ed") if name in text.split()] for text in texts]
    assert on_pages == [["Ana", "Di"], ["Bo", "Ed"], ["Cy"]]


def test_sheets_of_one_size_share_pages(job: Press) -> None:
    made = job("house-of-dice", "all", players="Ana,Bo,Cy", up=2)
    assert [[made.copies[n].sheet.name for n in page] for page in made.pages] == [
        ["play", "bonus"],
        ["play", "summary"],
        ["play"],
    ]


def test_bookmarks_stay_with_their_kind(printed: Press) -> None:
    outline = printed("house-of-dice", "all", players="Ana,Bo", up=2).reader.outline
    assert [one["/Title"] if not isinstance(one, list) else [two["/Title"] for two in one] for one in outline] == [
        "Play sheet",
        ["Ana", "Bo"],
        "Bonus sheet",
        "Rules summary",
    ]


# --- pieces ----------------------------------------------------------------------------------------


def made(size: tuple[float, float], several: tuple[str, int]) -> Plan:
    paper, up = several
    return plan(*size, paper, up, margins("", paper))


def test_pieces_do_not_overlap(size: tuple[float, float], several: tuple[str, int]) -> None:
    page = made(size, several)
    assert len(page.slots) == several[1]
    assert not any(a.piece.meets(b.piece) for a, b in combinations(page.slots, 2))
    assert all(Rect(0, 0, page.width, page.height).holds(slot.piece) for slot in page.slots)


def test_each_sheet_lies_inside_its_piece(size: tuple[float, float], several: tuple[str, int]) -> None:
    page = made(size, several)
    for slot in page.slots:
        frame = slot.placement.rect(Rect(0, 0, *size))
        assert slot.piece.inset(3).holds(frame)
        assert frame.center == pytest.approx(slot.piece.center)
        assert slot.placement.scale == page.scale <= 1


def test_pieces_are_read_like_a_page(size: tuple[float, float], several: tuple[str, int]) -> None:
    places = [(slot.piece.y, slot.piece.x) for slot in made(size, several).slots]
    assert places == sorted(places)


def test_the_page_is_the_paper(size: tuple[float, float], several: tuple[str, int]) -> None:
    page = made(size, several)
    assert sorted((page.width, page.height)) == sorted(PAPERS[several[0]])


# --- cut marks -------------------------------------------------------------------------------------


def test_cut_marks_are_thin_and_outside_the_pieces(size: tuple[float, float], several: tuple[str, int]) -> None:
    page = made(size, several)
    assert page.cuts
    along = Rect(5, 5, page.width - 10, page.height - 10)
    for mark in page.cuts:
        assert isinstance(mark, Line)
        assert mark.paint.width == 0.15
        line = Rect(min(mark.x1, mark.x2), min(mark.y1, mark.y2), abs(mark.x2 - mark.x1), abs(mark.y2 - mark.y1))
        assert along.holds(line)
        assert max(line.w, line.h) >= 3
        assert not any(slot.piece.meets(bounds(mark)) for slot in page.slots)


def test_every_edge_of_a_piece_has_marks_at_both_ends(size: tuple[float, float], several: tuple[str, int]) -> None:
    page = made(size, several)
    down = {round(mark.x1, 3): [] for mark in page.cuts if mark.x1 == mark.x2}
    across = {round(mark.y1, 3): [] for mark in page.cuts if mark.y1 == mark.y2}
    for mark in page.cuts:
        if mark.x1 == mark.x2:
            down[round(mark.x1, 3)].append(mark.y1 < page.height / 2)
        else:
            across[round(mark.y1, 3)].append(mark.x1 < page.width / 2)
    for slot in page.slots:
        for x in (slot.piece.x, slot.piece.right):
            assert sorted(down[round(x, 3)]) == [False, True]
        for y in (slot.piece.y, slot.piece.bottom):
            assert sorted(across[round(y, 3)]) == [False, True]


def test_cut_marks_on_paper(printed: Press) -> None:
    """Across the middle of each mark there is one thin line."""
    made = printed("yacht", players="Ana,Bo", up=2)
    page = made.picture(600)
    for mark in made.job.page_plan(made.job.copies[0].sheet).cuts:
        x, y = (mark.x1 + mark.x2) / 2, (mark.y1 + mark.y2) / 2
        found = page.ink(Rect(x - 0.4, y - 0.4, 0.8, 0.8), darker=128)
        assert max(found.w, found.h) >= 0.75
        assert min(found.w, found.h) == pytest.approx(0.15, abs=0.06)


@pytest.mark.parametrize("up", [2, 4])
def test_the_file_draws_the_marks_as_thin_as_that(printed: Press, operations: Press, up: int) -> None:
    """The marks are drawn last, in millimetres: the number of a line's width is its width on paper."""
    (page,) = operations(printed("yacht", players="Ana,Bo", up=up).reader)
    units = [operands for operands, operator in page if operator == "cm"]
    cuts = next(n for n, (operands, operator) in reversed(list(enumerate(page))) if operator == "cm")
    assert float(units[-1][0]) == pytest.approx(MM, abs=1e-4)
    widths = [float(operands[0]) for operands, operator in page[cuts:] if operator == "w"]
    assert widths == [0.15]


# --- single sheets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Margins(10, 10, 10, 10)),
        ("5", Margins(5, 5, 5, 5)),
        ("12.5", Margins(12.5, 12.5, 12.5, 12.5)),
        ("5,6,7,8", Margins(5, 6, 7, 8)),
    ],
)
def test_margins(text: str, expected: Margins) -> None:
    assert margins(text, "a4") == expected


@pytest.mark.parametrize("text", ["4.9", "61", "5,6", "5,6,7,8,9", "five", "5,6,7,", "nan", "inf", "-5"])
def test_margins_that_are_none(text: str) -> None:
    with pytest.raises(CallError, match=r"--margin .*each from 5 to 60 mm"):
        margins(text, "a4")


@given(
    st.sampled_from(list(PAPERS)),
    st.tuples(*[st.floats(5, 60)] * 4),
    st.sampled_from(list(SIZES.values())),
)
def test_a_sheet_keeps_clear_of_its_margins(
    paper: str, sides: tuple[float, float, float, float], size: tuple[float, float]
) -> None:
    space = Margins(*sides)
    width, height = PAPERS[paper]
    if min(width, height) - max(sides[0] + sides[2], sides[1] + sides[3]) < 10:
        return
    page = plan(*size, paper, 1, space)
    (slot,) = page.slots
    frame = slot.placement.rect(Rect(0, 0, *size))
    room = Rect(space.left, space.top, page.width - space.left - space.right, page.height - space.top - space.bottom)
    assert room.holds(frame)
    assert page.scale <= 1
    assert page.scale == 1 or frame.w == pytest.approx(room.w) or frame.h == pytest.approx(room.h)


def test_a_sheet_is_never_larger_than_it_was_designed() -> None:
    assert plan(100, 100, "a4", 1, margins("", "a4")).scale == 1


@pytest.mark.parametrize("paper", ["a4", "letter", "universal"])
def test_a_sheet_of_the_usual_size_is_printed_as_it_was_designed(paper: str) -> None:
    assert plan(WIDTH, HEIGHT, paper, 1, margins("", paper)).scale == pytest.approx(1)


def test_the_universal_page_is_whole_on_both_papers(printed: Press, game: str) -> None:
    """Printed at 100 % in the middle of A4 or of Letter, its ink keeps 10 mm from every edge."""
    page = printed(game, players="Ana", paper="universal").picture(150)
    ink = page.ink()
    for width, height in (PAPERS["a4"], PAPERS["letter"]):
        dx, dy = (width - 210) / 2, (height - 279.4) / 2
        sides = (ink.x + dx, ink.y + dy, width - ink.right - dx, height - ink.bottom - dy)
        assert min(sides) >= 10 - 0.2


def test_pages_grow_no_smaller_with_larger_paper() -> None:
    for up in (1, 2, 4):
        scales = [plan(WIDTH, HEIGHT, paper, up, margins("", paper)).scale for paper in ("a6", "a5", "a4")]
        assert all(small <= large for small, large in pairwise(scales))
