"""Cards and tokens on pages: as many as fit at their own size, with cut marks, and backs that meet their fronts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import NamedTuple

from pnp.errors import CallError
from pnp.geometry import Placement, Rect
from pnp.render.imposition import CUT, LEAST_MARGIN, Margins, Plan, Slot, size_of
from pnp.render.job import Job
from pnp.sheets import ink
from pnp.sheets.boxes import outline
from pnp.sheets.ink import Box, Disc, Ink, Line, Paint
from pnp.sheets.sheet import Sheet
from pnp.sheets.sheet_plans import Cut
from pnp.words import say

DUPLEX = ("long", "short", "off")
EDGE = Paint(stroke="line", width=0.1)
MARK = 4.0


class Shift(NamedTuple):
    """How far backs are moved, to make up for a printer that feeds paper askew."""

    x: float = 0.0
    y: float = 0.0


NO_SHIFT = Shift()


def plan(sheet: Sheet, cut: Cut, paper: str, space: Margins) -> Plan:
    """How cards of a size lie on a paper: in rows and columns in its middle, whichever way more fit."""
    across, down = size_of(paper)
    plans = [_rows(sheet, cut, w, h, space) for w, h in ((across, down), (down, across))]
    best = max(plans, key=lambda one: len(one.slots))
    if not best.slots:
        size = f"{sheet.bleeding.w:g} × {sheet.bleeding.h:g}"
        raise CallError(say("card-too-large", sheet=sheet.name, size=size, paper=paper))
    return best


def _rows(sheet: Sheet, cut: Cut, across: float, down: float, space: Margins) -> Plan:
    w, h = sheet.bleeding.w, sheet.bleeding.h
    columns = int((across - space.left - space.right + 0.01) // w)
    rows = int((down - space.top - space.bottom + 0.01) // h)
    left = space.left + (across - space.left - space.right - columns * w) / 2
    top = space.top + (down - space.top - space.bottom - rows * h) / 2
    b = cut.bleed
    pieces = [
        Rect(left + c * w + b, top + r * h + b, sheet.width, sheet.height) for r in range(rows) for c in range(columns)
    ]
    slots = tuple(Slot(piece, Placement(1.0, piece.x, piece.y)) for piece in pieces)
    marks = _marks(pieces, cut, across, down) if pieces and cut.shape == "box" else ()
    return Plan(across, down, slots, tuple(marks), tuple(_outlines(pieces, cut)))


def _outlines(pieces: list[Rect], cut: Cut) -> Iterator[Ink]:
    """The edge of each piece that is not cut straight from border to border."""
    for piece in pieces:
        x, y = piece.center
        if cut.shape == "circle":
            yield Disc(x, y, min(piece.w, piece.h) / 2, EDGE)
        elif cut.shape == "hex":
            half, radius = piece.w / 2, piece.w / sqrt(3)
            sides = [(x, y - radius), (x + half, y - radius / 2), (x + half, y + radius / 2), (x, y + radius)]
            yield outline([*sides, (x - half, y + radius / 2), (x - half, y - radius / 2)], EDGE)
        elif cut.corners:
            yield Box(*piece, EDGE, cut.corners)


def _marks(pieces: list[Rect], cut: Cut, across: float, down: float) -> Iterator[Ink]:
    """Short lines in the border, beyond what is cut off, at both ends of every cut."""
    least = LEAST_MARGIN
    xs = sorted({round(x, 4) for piece in pieces for x in (piece.x, piece.right)})
    ys = sorted({round(y, 4) for piece in pieces for y in (piece.y, piece.bottom)})
    above, below = ys[0] - cut.bleed - 0.6, ys[-1] + cut.bleed + 0.6
    before, behind = xs[0] - cut.bleed - 0.6, xs[-1] + cut.bleed + 0.6
    for x in xs:
        yield Line(x, max(least, above - MARK), x, max(least, above), CUT)
        yield Line(x, min(down - least, below), x, min(down - least, below + MARK), CUT)
    for y in ys:
        yield Line(max(least, before - MARK), y, max(least, before), y, CUT)
        yield Line(min(across - least, behind), y, min(across - least, behind + MARK), y, CUT)


def turns_sideways(made: Plan, duplex: str) -> bool:
    """Whether the paper is turned about an upright axis: then backs change sides, else rows, and are turned."""
    return (made.height >= made.width) == (duplex == "long")


def mirrored(made: Plan, duplex: str, shift: Shift) -> Plan:
    """The page on which the backs lie behind their fronts."""
    slots = []
    for piece, _ in made.slots:
        if turns_sideways(made, duplex):
            x, y = made.width - piece.right + shift.x, piece.y + shift.y
        else:
            x, y = piece.x + shift.x, made.height - piece.bottom + shift.y
        slots.append(Slot(Rect(x, y, piece.w, piece.h), Placement(1.0, x, y)))
    return Plan(made.width, made.height, tuple(slots))


def upside_down(sheet: Sheet) -> Sheet:
    """A back for paper that is turned about a level axis."""
    x, y = sheet.frame.center
    return sheet._replace(ink=tuple(ink.turned(one, 180, x, y) for one in sheet.ink))


@dataclass(frozen=True)
class CardJob(Job):
    """Cards on paper: fronts, each perhaps followed by its back."""

    cuts: tuple[tuple[str, Cut], ...] = ()
    duplex: str = "off"
    shift: Shift = NO_SHIFT

    def _imposed(self) -> Iterator[tuple[int, ...]]:
        """Pages of fronts, each with the page of their backs behind it; only cards of one size share a page."""
        step = 1 if self.duplex == "off" else 2
        fronts = range(0, len(self.copies), step)
        for _, group in groupby(fronts, key=lambda number: self._size(self.copies[number].sheet)):
            cards = list(group)
            many = len(self.page_plan(self.copies[cards[0]].sheet).slots)
            for start in range(0, len(cards), many):
                page = tuple(cards[start : start + many])
                yield page
                if step == 2:
                    yield tuple(number + 1 for number in page)

    def _size(self, sheet: Sheet) -> tuple[float, float, Cut]:
        return sheet.width, sheet.height, self._cut(sheet)

    def _cut(self, sheet: Sheet) -> Cut:
        return next((cut._replace(back="") for key, cut in self.cuts if key == sheet.key), Cut())

    def page_plan(self, sheet: Sheet) -> Plan:
        made = plan(sheet, self._cut(sheet), self.paper, self.margins)
        is_back = sheet.owner == "back"
        return mirrored(made, self.duplex, self.shift) if is_back else made
