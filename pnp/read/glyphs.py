"""Handwritten numbers taken apart: the ink of a field in pieces, and the ways to put them together as digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp
from typing import Any, NamedTuple

import cv2
import numpy as np

from pnp.geometry import Rect, around
from pnp.read.features import INKED, SIDE, Cut

Array = np.ndarray[Any, Any]
_LEAST = 0.9
"""Millimetres: what is smaller in both directions is a speck."""
_SPECK = 0.2
"""What is smaller than this share of the tallest piece in both directions is a speck too."""
_BODY = 26
"""The height of a digit in the square that a classifier looks at, in dots."""
_MOST_PIECES, _MOST_JOINED, _MOST_CUTS = 9, 4, 4
_FAINT, _FAINTLY = 0.2, 0.4
"""What may be a minus though it is no ink, and how much less likely a number is negative for it."""
_HARDLY, _MOST_WAYS = 0.005, 40
"""Ways that are so much less likely than the likeliest are left out, and those after so many."""


class Piece(NamedTuple):
    """Ink that hangs together, or a part of it: its label, its place, what the cut before it costs."""

    label: int
    box: Rect
    cut: float = 0.0


class Glyph(NamedTuple):
    """What may be a digit: where it lies in the field's cut, and its ink in a square."""

    box: Rect
    picture: Array


class Way(NamedTuple):
    """A way to take the ink for a number: its digits by their place among the glyphs, a minus, how likely by shape."""

    digits: tuple[int, ...]
    minus: bool
    likely: float


class Apart(NamedTuple):
    """A number taken apart: what may be digits, and the ways to read them, the likeliest by shape first."""

    glyphs: tuple[Glyph, ...]
    ways: tuple[Way, ...]


def apart(cut: Cut) -> Apart:
    """The digits that may stand in a field."""
    if float(cut.ink.max(initial=0.0)) <= INKED:
        return Apart((), ())
    labels, pieces = _pieces(cut)
    if not pieces or len(pieces) > _MOST_PIECES:
        return Apart((), ())
    high = _height([piece.box for piece in pieces])
    found_ways = list(_ways(pieces, high))
    if _faint_minus(cut, pieces, high):
        found_ways += [(groups, True, _FAINTLY * likely) for groups, minus, likely in found_ways if not minus]
    ways = sorted(found_ways, key=lambda way: -way[2])
    found: dict[tuple[int, ...], int] = {}
    kept = [
        Way(tuple(found.setdefault(group, len(found)) for group in groups), minus, likely)
        for groups, minus, likely in ways[:_MOST_WAYS]
        if groups and likely > _HARDLY * ways[0][2]
    ]
    return Apart(tuple(_glyph(cut, labels, [pieces[at] for at in group]) for group in found), tuple(kept))


def _height(boxes: Sequence[Rect]) -> float:
    """How high digits are: as high as the tallest piece, or nearly as all of them together where a stroke is broken."""
    return max(*(box.h for box in boxes), 0.85 * around(boxes).h) if boxes else 0.0


def _pieces(cut: Cut) -> tuple[Array, list[Piece]]:
    """What hangs together, wide parts cut where they have least ink, from the left; and the label of each dot."""
    soft = cv2.GaussianBlur(cut.ink, (0, 0), 0.08 * cut.dots)
    dark = (soft > INKED).astype(np.uint8)
    edge = round(0.25 * cut.dots)
    inside = np.zeros_like(dark)
    r = cut.inner
    inside[max(0, int(r.y) - edge) : int(r.bottom) + edge, max(0, int(r.x) - edge) : int(r.right) + edge] = 1
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark * inside, connectivity=8)
    boxes = {number: Rect(*(float(one) for one in stats[number][:4])) for number in range(1, count)}
    kept = {
        number: box
        for number, box in boxes.items()
        if stats[number][4] >= (0.3 * cut.dots) ** 2
        and not _on_edge(box, cut)
        and not _is_outline(labels, number, box, cut)
    }
    high = _height(list(kept.values()))
    least = max(_SPECK * high, _LEAST * cut.dots if high < 2 * _LEAST * cut.dots else 0.0)
    pieces = []
    for number, box in kept.items():
        if max(box.w, box.h) >= least:
            pieces += _cut_up(labels, Piece(number, box), high, count + 100 * number)
    return labels, sorted(pieces, key=lambda piece: piece.box.x + piece.box.w / 2)


def _on_edge(box: Rect, cut: Cut) -> bool:
    """Whether ink lies along the field's own outline: a neighbour's stroke, or the outline itself."""
    r, near = cut.inner, 0.09
    x, y = box.center
    flat = min(box.w, box.h) < 0.16 * min(r.w, r.h)
    out = not (r.x + near * r.w < x < r.right - near * r.w and r.y + near * r.h < y < r.bottom - near * r.h)
    return out and (flat or max(box.w, box.h) < 0.3 * r.h)


def _is_outline(labels: Array, number: int, box: Rect, cut: Cut) -> bool:
    """Whether ink runs around a field and nowhere into it: the print's own outline, darker than the blank one."""
    if box.w < 0.9 * cut.inner.w or box.h < 0.9 * cut.inner.h:
        return False
    inside = cut.inner.inset(0.1 * min(cut.inner.w, cut.inner.h))
    return number not in labels[int(inside.y) : int(inside.bottom), int(inside.x) : int(inside.right)]


def _cut_up(labels: Array, piece: Piece, high: float, free: int) -> list[Piece]:
    """A wide piece cut into narrower ones, each with a label of its own from a free number on."""
    box = piece.box
    if box.w < 0.62 * high or box.h < 0.45 * high:
        return [piece]
    x, y, w, h = (int(one) for one in box)
    own = labels[y : y + h, x : x + w] == piece.label
    columns = np.convolve(own.sum(0), np.ones(3) / 3, "same")
    made = []
    places = [0, *_thin_places(columns, max(2, round(0.13 * high))), w]
    for number, (left, right) in enumerate(pairwise(places)):
        part = own[:, left:right]
        ys, xs = np.flatnonzero(part.any(1)), np.flatnonzero(part.any(0))
        place = Rect(x + left + float(xs[0]), y + float(ys[0]), float(xs[-1] - xs[0] + 1), float(ys[-1] - ys[0] + 1))
        labels[y : y + h, x + left : x + right][part] = free + number
        made.append(Piece(free + number, place, 0.5 * exp(-1.5 * columns[left] / h) if left else 0.0))
    return made


def _thin_places(columns: Array, reach: int) -> list[int]:
    """Where a wide piece may be cut: columns with less ink than any around them, those with least first."""
    found = []
    for at in range(reach, len(columns) - reach):
        before, after = columns[at - reach : at], columns[at + 1 : at + reach + 1]
        if columns[at] <= before.min() and columns[at] < after.min():
            found.append(at)
    return sorted(sorted(found, key=lambda at: float(columns[at]))[:_MOST_CUTS])


def _ways(pieces: Sequence[Piece], high: float) -> Iterator[tuple[tuple[tuple[int, ...], ...], bool, float]]:
    """Every way to take pieces for digits from the left: as groups of pieces, with a minus or not, and how likely."""
    flat = _like_minus(pieces, high) if len(pieces) > 1 else 0.0
    for groups, likely in _grouped(pieces, 0, high):
        # What is like a minus is hardly a speck.
        yield (*groups,), False, likely if groups and groups[0][0] == 0 else likely * (1 - flat)
    if flat > 0:
        yield from (((*groups,), True, flat * likely) for groups, likely in _grouped(pieces, 1, high))


def _faint_minus(cut: Cut, pieces: Sequence[Piece], high: float) -> bool:
    """Whether something too light for ink lies before the first digit, as a minus would."""
    digits = [piece for piece in pieces if piece.box.h > 0.45 * high]
    left = round(min((piece.box.x for piece in digits), default=0.0))
    if left < 2:
        return False
    dark = (cv2.GaussianBlur(cut.ink[:, :left], (0, 0), 0.08 * cut.dots) > _FAINT).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    boxes = [Rect(*(float(one) for one in row[:4])) for row in stats[1:]]
    return any(_like_minus([Piece(0, box), *digits], high) > 0.5 for box in boxes if box.x > cut.inner.x)


def _like_minus(pieces: Sequence[Piece], high: float) -> float:
    """How much the first piece is like a minus: flat, halfway up, left of the rest."""
    box, rest = pieces[0].box, around(piece.box for piece in pieces[1:])
    middle = (box.center[1] - rest.y) / rest.h
    if box.h > 0.45 * high or box.w < 1.3 * box.h or not 0.25 < middle < 0.75:
        return 0.0
    shape = _soft(box.w / box.h, 1.5, 6) * _soft(box.w / high, 0.25, 30)
    return shape * _soft(rest.x - box.right, -0.15 * box.w, 40 / high)


def _grouped(pieces: Sequence[Piece], at: int, high: float) -> Iterator[tuple[list[tuple[int, ...]], float]]:
    """Every way to group the pieces from one on, with how likely each is by its shapes."""
    if at == len(pieces):
        yield [], 1.0
        return
    small = 1 - _soft(pieces[at].box.h / high, 0.4, 20)
    if small > 0.1 and pieces[at].box.w < 0.8 * high:
        for groups, likely in _grouped(pieces, at + 1, high):
            yield groups, 0.2 * small * likely
    for end in range(at + 1, min(len(pieces), at + _MOST_JOINED) + 1):
        shape = _like_digit(pieces, at, end, high)
        if shape < 0.005:
            continue
        for groups, likely in _grouped(pieces, end, high):
            yield [tuple(range(at, end)), *groups], shape * likely


def _like_digit(pieces: Sequence[Piece], first: int, end: int, high: float) -> float:
    """How much some pieces together are like one digit by their shape, and how likely they are cut and joined so."""
    group = pieces[first:end]
    box = around(piece.box for piece in group)
    likely = _soft(0.95 * high, box.w, 9 / high) * _soft(box.h / high, 0.5, 20)
    if group[0].cut:
        likely *= group[0].cut
    for one, other in pairwise(group):
        if not other.cut:
            likely *= 0.9 if _above(one.box, other.box) else 0.3
    if end < len(pieces) and not pieces[end].cut and _above(group[-1].box, pieces[end].box):
        likely *= 0.3
    return likely


def _above(one: Rect, other: Rect) -> bool:
    """Whether one of two boxes lies mostly above the other: the bar of a 5, the stroke of a 4."""
    return min(one.right, other.right) - max(one.x, other.x) > 0.45 * min(one.w, other.w)


def _soft(value: float, limit: float, steep: float) -> float:
    """From 0 to 1: by how much a value is above a limit."""
    return 1 / (1 + exp(min(60.0, max(-60.0, (limit - value) * steep))))


def _glyph(cut: Cut, labels: Array, group: Sequence[Piece]) -> Glyph:
    """Some pieces as one picture, without the ink of their neighbours, at one height."""
    box = around(piece.box for piece in group)
    x, y, w, h = (round(one) for one in box)
    there = labels[y : y + h, x : x + w]
    ours = there == group[0].label
    for piece in group[1:]:
        ours |= there == piece.label
    theirs = cv2.dilate(((there > 0) & ~ours).astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    ink = np.where(theirs & ~ours, 0, np.minimum(cut.ink[y : y + h, x : x + w], 1.0)).astype(np.float32)
    return Glyph(box, _picture(ink))


def _picture(ink: Array) -> Array:
    h, w = ink.shape
    share = _BODY / max(h, w * 0.9, 1)
    width, height = max(1, round(w * share)), max(1, round(h * share))
    small = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR)
    whole = np.zeros((SIDE, SIDE), np.float32)
    width = min(width, SIDE)
    left, top = (SIDE - width) // 2, (SIDE - height) // 2
    whole[top : top + height, left : left + width] = small[:, :width]
    return whole
