"""What a field looks like in numbers: its ink cut out, and how its strokes run."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from pnp.geometry import Rect
from pnp.read.straightening import MARGIN, Flat

Array = np.ndarray[Any, Any]
SIDE = 32
"""Dots along each side of what a classifier looks at."""
_CELLS, _DIRECTIONS = 8, 8
LENGTH = _DIRECTIONS * _CELLS * _CELLS + 64
_ROWS = np.arange(SIDE) // (SIDE // _CELLS)
_PLACES = (_ROWS[:, None] * _CELLS + _ROWS).astype(np.int32)
"""The part of a square that each of its dots lies in, row by row."""
INKED = 0.42
"""From this share of the pen's darkness on a dot counts as written."""


class Pen(NamedTuple):
    """How dark nothing and how dark the pen is on this sheet."""

    floor: float
    top: float


class Cut(NamedTuple):
    """A field cut out of the ink, as shares of the pen's darkness, and its dots a millimetre."""

    ink: Array
    dots: float
    inner: Rect
    """Where the field itself lies in it, in dots."""


def pen_of(flat: Flat, fields: list[Rect]) -> Pen:
    """The pen of a sheet, from all of its fields together."""
    parts = [_part(flat, rect)[::3, ::3].ravel() for rect in fields if rect.w > 2 and rect.h > 2]
    dots = np.concatenate(parts) if parts else np.zeros(1, np.float32)
    low = float(np.median(dots))
    noise = float(np.median(np.abs(dots - low))) * 1.48
    floor = low + 3.0 * noise + 0.015
    dark = dots[dots > floor + 0.08]
    top = float(np.percentile(dark, 80)) if len(dark) > 60 else 0.45
    return Pen(floor, max(top, floor + 0.16))


def _part(flat: Flat, rect: Rect) -> Array:
    x, y = (rect.x + MARGIN) * flat.dots, (rect.y + MARGIN) * flat.dots
    height, width = flat.ink.shape
    left, top = max(0, round(x)), max(0, round(y))
    right, bottom = min(width, round(x + rect.w * flat.dots)), min(height, round(y + rect.h * flat.dots))
    return flat.ink[top:bottom, left:right] * np.float32(1 / 255)


def cut(flat: Flat, rect: Rect, pen: Pen, around: float = 0.1) -> Cut:
    """A field's ink with a share of its surroundings."""
    edge = around * min(rect.w, rect.h)
    ink = _part(flat, rect.inset(-edge))
    shares = np.clip((ink - pen.floor) / (pen.top - pen.floor), 0, 1.4)
    off = edge * flat.dots
    return Cut(shares, flat.dots, Rect(off, off, rect.w * flat.dots, rect.h * flat.dots))


def square(ink: Array) -> Array:
    """A cut as a square of dots, as large as fits, in its middle."""
    height, width = ink.shape
    side = max(height, width, 1)
    whole = np.zeros((side, side), np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    whole[top : top + height, left : left + width] = ink
    return cv2.resize(whole, (SIDE, SIDE), interpolation=cv2.INTER_AREA if side > SIDE else cv2.INTER_LINEAR)


def histograms(squares: Array) -> Array:
    """How strokes run in each part of some squares: gradients by direction, and how dark each part is."""
    pictures = np.minimum(squares.astype(np.float32), 1.0)
    across = np.zeros_like(pictures)
    down = np.zeros_like(pictures)
    across[:, :, 1:-1] = pictures[:, :, 2:] - pictures[:, :, :-2]
    down[:, 1:-1] = pictures[:, 2:] - pictures[:, :-2]
    strength, angle = cv2.cartToPolar(across, down)
    turn = angle * np.float32(_DIRECTIONS / np.pi)
    low = turn.astype(np.int32)
    count, share = len(pictures), turn - low
    # Each dot gives to the two directions that it lies between, in its part of its square.
    first = np.arange(count, dtype=np.int32)[:, None, None] * (_DIRECTIONS * _CELLS * _CELLS) + _PLACES
    found = np.zeros(count * _DIRECTIONS * _CELLS * _CELLS)
    for direction, part in ((low, strength * (1 - share)), (low + 1, strength * share)):
        into = first + direction % _DIRECTIONS * (_CELLS * _CELLS)
        found += np.bincount(into.ravel(), part.ravel(), len(found))
    dark = pictures.reshape(count, 8, SIDE // 8, 8, SIDE // 8).mean((2, 4)).reshape(count, -1)
    flat = np.sqrt(found.reshape(count, -1)).astype(np.float32)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True) + 0.5
    return np.concatenate([flat * 4, dark], 1)
