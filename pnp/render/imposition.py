"""Sheets on paper: sizes, margins, several sheets on a page, cut marks, and the order that survives one cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.errors import CallError
from pnp.geometry import Placement, Rect
from pnp.sheets.ink import Ink, Line, Paint
from pnp.strict import near
from pnp.words import say

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "universal": (210.0, 279.4),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
}
"""`universal` is the page that A4 and Letter share: printed at 100 % it is whole on both."""
SMALLEST_PAPER, LARGEST_PAPER = 60, 1200
UPS = (1, 2, 4)
LEAST_MARGIN = 5.0
BORDER = 9.0
"""Around pieces that are cut out: room for cut marks that are 5 mm from the edge and outside the pieces."""
PIECE_MARGIN = 5.0
CUT = Paint(stroke="mark", width=0.15)


class Margins(NamedTuple):
    """The white around the ink at the page's four edges."""

    top: float
    right: float
    bottom: float
    left: float


def size_of(paper: str) -> tuple[float, float]:
    """The width and height of a paper: one that has a name, or WIDTHxHEIGHT in millimetres.

    >>> size_of("a5"), size_of("120x180")
    ((148.0, 210.0), (120.0, 180.0))
    """
    if paper in PAPERS:
        return PAPERS[paper]
    own = re.fullmatch(r"(\d{2,4}(?:\.\d{1,2})?)x(\d{2,4}(?:\.\d{1,2})?)", paper)
    size = (float(own[1]), float(own[2])) if own else (0.0, 0.0)
    if not all(SMALLEST_PAPER <= side <= LARGEST_PAPER for side in size):
        known, slip = tuple(PAPERS), near(paper, PAPERS)
        raise CallError(
            say("no-such-paper", paper=repr(paper), papers=known, least=SMALLEST_PAPER, most=LARGEST_PAPER, near=slip)
        )
    return size


def margins(text: str, paper: str) -> Margins:
    """Margins as they are called for: nothing, one number for all, or top, right, bottom, left.

    >>> margins("", "a4").left, margins("5,6,7,8", "a4").left
    (10.0, 8.0)
    """
    if not text:
        default = 10.0 if min(size_of(paper)) > 150 else 6.0
        return Margins(default, default, default, default)
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 4) or not all(LEAST_MARGIN <= n <= 60 for n in numbers):
        raise CallError(say("no-margin", text=repr(text), least=f"{LEAST_MARGIN:g}"))
    return Margins(*numbers) if len(numbers) == 4 else Margins(*numbers * 4)


class Slot(NamedTuple):
    """A place for one sheet on the page: the piece that is cut out, and where the sheet lies."""

    piece: Rect
    placement: Placement


class Plan(NamedTuple):
    """A page: its size, its slots, its cut marks."""

    width: float
    height: float
    slots: tuple[Slot, ...]
    cuts: tuple[Ink, ...] = ()
    edges: tuple[Ink, ...] = ()
    """The outline of each slot's piece, where pieces have one."""

    def marks(self, count: int) -> tuple[Ink, ...]:
        """What a page with so many pieces is cut along; places that stay empty have no outline."""
        return (*self.edges[:count], *self.cuts)

    @property
    def scale(self) -> float:
        return self.slots[0].placement.scale


def plan(width: float, height: float, paper: str, up: int, space: Margins, largest: float = 1.0) -> Plan:
    """How sheets of a size lie on a paper, as large as they fit but at most so many times as large as designed.

    >>> round(plan(190, 259.4, "a4", 1, margins("", "a4")).scale, 3)
    1.0
    >>> round(plan(190, 259.4, "a4", 2, margins("", "a4")).scale, 3)
    0.682
    """
    across, down = size_of(paper)
    if up == 1:
        return _single(width, height, across, down, space, largest)
    shapes = {2: ((1, 2), (2, 1)), 4: ((2, 2), (1, 4), (4, 1))}[up]
    turned = [(across, down), (down, across)]
    plans = [_several(width, height, w, h, shape, largest) for w, h in turned for shape in shapes]
    return max(plans, key=lambda p: round(p.scale, 6))


def _single(width: float, height: float, across: float, down: float, space: Margins, largest: float) -> Plan:
    pages = [(across, down), (down, across)] if width > height else [(across, down)]
    best: Plan | None = None
    for w, h in pages:
        room = Rect(space.left, space.top, w - space.left - space.right, h - space.top - space.bottom)
        made = Plan(w, h, (Slot(Rect(0, 0, w, h), _fit(width, height, room, largest)),))
        if best is None or made.scale > best.scale:
            best = made
    assert best is not None
    return best


def _fit(width: float, height: float, room: Rect, largest: float) -> Placement:
    scale = min(room.w / width, room.h / height, largest)
    return Placement(scale, room.x + (room.w - width * scale) / 2, room.y + (room.h - height * scale) / 2)


def _several(width: float, height: float, across: float, down: float, shape: tuple[int, int], largest: float) -> Plan:
    columns, rows = shape
    w, h = (across - 2 * BORDER) / columns, (down - 2 * BORDER) / rows
    slots = []
    for row in range(rows):
        for column in range(columns):
            piece = Rect(BORDER + column * w, BORDER + row * h, w, h)
            slots.append(Slot(piece, _fit(width, height, piece.inset(PIECE_MARGIN), largest)))
    return Plan(across, down, tuple(slots), tuple(_cut_marks(across, down, columns, rows, w, h)))


def _cut_marks(across: float, down: float, columns: int, rows: int, w: float, h: float) -> Iterator[Ink]:
    """Short lines beyond the pieces, in the border that is cut off, at both ends of every cut."""
    start, end = LEAST_MARGIN, BORDER - 0.4
    for column in range(columns + 1):
        x = BORDER + column * w
        yield Line(x, start, x, end, CUT)
        yield Line(x, down - end, x, down - start, CUT)
    for row in range(rows + 1):
        y = BORDER + row * h
        yield Line(start, y, end, y, CUT)
        yield Line(across - end, y, across - start, y, CUT)


def order(count: int, up: int) -> list[tuple[int, ...]]:
    """Which sheets lie on each page: after cutting, the stacks are put on one another and stand in order.

    >>> order(5, 2)
    [(0, 3), (1, 4), (2,)]
    """
    pages = -(-count // up)
    return [tuple(n for slot in range(up) if (n := slot * pages + page) < count) for page in range(pages)]
