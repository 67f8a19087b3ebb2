"""Numbers straight into the cut of a field, blurred and grainy as photos are: far more than whole photos give.

Each part that the reader would look at is an example: a digit where it is one, else something other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from examples import OTHER, Example
from hands import DIGITS, Hand, Scans, shaken, varied
from loose_ink import DOTS, seen

from pnp.geometry import Rect
from pnp.read import features, glyphs
from pnp.read.features import Cut

EDGE = 8
_TOGETHER = 400


class _Laid(NamedTuple):
    """A digit in a field: what it is, its picture and where that lies, and left, top, right and bottom of its ink."""

    digit: str
    ink: np.ndarray
    at: tuple[int, int]
    box: tuple[int, int, int, int]


def loose_digits(scans: Scans, count: int, seed: int) -> Iterator[Example]:
    """The parts of so many numbers, one of eight by strokes of our own: the ways in which they are written elsewhere."""
    rng = np.random.default_rng(seed)
    names: list[str] = []
    pictures: list[np.ndarray] = []
    for number in range(count):
        laid, line = _written(scans, rng)
        cut = _cut(laid, line, rng)
        for glyph in glyphs.apart(cut).glyphs:
            if name := _name(glyph, laid, rng):
                names.append(name)
                pictures.append(glyph.picture)
        if len(names) > _TOGETHER or number == count - 1:
            for name, row in zip(names, features.histograms(np.stack(pictures)), strict=True):
                yield Example("digits", name, row.astype(np.float16))
            names, pictures = [], []


def _name(glyph: glyphs.Glyph, laid: list[_Laid], rng: np.random.Generator) -> str:
    """What a part is: a digit if it has nearly all of it and hardly anything else, nothing where that is unclear."""
    x, y, w, h = (round(one) for one in glyph.box)
    best = ("", 0.0)
    for one in laid:
        left, top, right, bottom = one.box
        across, down = min(x + w, right) - max(x, left), min(y + h, bottom) - max(y, top)
        if across > 0 and down > 0:
            shared = across * down
            alike = shared / ((right - left) * (bottom - top) + w * h - shared)
            best = max(best, (one.digit, alike), key=lambda way: way[1])
    if best[1] > 0.78 and best[0].isdecimal():
        return best[0]
    # Thin parts of a digit look like a 1: what they are is for the rest of the number to say.
    return OTHER if best[1] < 0.6 and w > 0.3 * h and rng.random() < 0.2 else ""


def _written(scans: Scans, rng: np.random.Generator) -> tuple[list[_Laid], tuple[int, int]]:
    """A number of one to three digits as a hand lays it into a line, and how high and wide the line is."""
    length = int(rng.choice([1, 2, 3], p=[0.4, 0.4, 0.2]))
    height = int(rng.integers(24, 64))
    own = rng.random() < 0.125
    text = "".join(str(digit) for digit in rng.integers(0, 10, length))
    if rng.random() < 0.08:
        text = "-" + text
    wide, gap = rng.uniform(0.5, 0.78) * height, rng.uniform(-0.03, 0.14) * height
    pictures = [_own(one, height, rng) if own or one == "-" else _scan(one, height, wide, scans, rng) for one in text]
    line = height + 6 * EDGE, int(sum(max(wide, one.shape[1]) + gap for one in pictures)) + 8 * EDGE
    laid, left = [], 3.0 * EDGE
    for digit, picture in zip(text, pictures, strict=True):
        h, w = picture.shape
        room = max(wide, w)
        x = round(left + (room - w) / 2)
        y = round(3 * EDGE + (height - h) / 2 + rng.uniform(-0.05, 0.05) * height)
        ys, xs = np.flatnonzero((picture > 0.5).any(1)), np.flatnonzero((picture > 0.5).any(0))
        if len(ys) and len(xs):
            box = int(x + xs[0]), int(y + ys[0]), int(x + xs[-1] + 1), int(y + ys[-1] + 1)
            laid.append(_Laid(digit, picture, (x, y), box))
        left += room + gap
    return laid, line


def _scan(digit: str, height: int, wide: float, scans: Scans, rng: np.random.Generator) -> np.ndarray:
    """A scanned digit, leaning and thicker or thinner than it was."""
    scan = scans.pictures[digit][int(rng.integers(len(scans.pictures[digit])))]
    lean, turn, size = rng.normal(0, 0.1), rng.normal(0, 0.06), 112
    matrix = np.array([[4.0, 4 * (lean - turn), 0], [4 * turn, 4.0, 0]])
    matrix[:, 2] = size / 2 - matrix[:, :2] @ np.array([14.0, 14.0])
    large = cv2.warpAffine(scan, matrix, (size, size), flags=cv2.INTER_CUBIC)
    level = rng.uniform(40, 130)
    ys, xs = np.nonzero(large > level)
    cut = large[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    cut = np.clip((cut - level + 30) / 90, 0, 1)
    width = max(5, round(min(wide * 1.1, height * cut.shape[1] / cut.shape[0] * rng.uniform(0.75, 1.15))))
    return cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)


def _own(digit: str, height: int, rng: np.random.Generator) -> np.ndarray:
    ways = DIGITS[digit]
    hand = Hand(0.5, 40, rng.uniform(0.5, 2.5), rng.uniform(-0.15, 0.2), rng.uniform(0, 4), 0, False)
    strokes = [shaken(one, hand, rng) for one in varied(ways[int(rng.integers(len(ways)))], rng, 0.8)]
    side = round(height * 1.2)
    mask = np.zeros((side, side), np.uint8)
    for one in strokes:
        points = np.round(np.array(one) / 100 * side * 16).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, int(rng.integers(3, 7)), cv2.LINE_AA, shift=4)
    columns = np.flatnonzero(mask.any(0))
    return mask[:, columns.min() : columns.max() + 1].astype(np.float32) / 255


def _cut(laid: list[_Laid], line: tuple[int, int], rng: np.random.Generator) -> Cut:
    """A field of a photo with nothing but this number in it."""
    ink = np.zeros(line, np.float32)
    for one in laid:
        x, y = one.at
        h, w = one.ink.shape
        part = ink[y : y + h, x : x + w]
        np.maximum(part, one.ink[: part.shape[0], : part.shape[1]], out=part)
    return Cut(seen(ink, rng), DOTS, Rect(EDGE, EDGE, line[1] - 2 * EDGE, line[0] - 2 * EDGE))
