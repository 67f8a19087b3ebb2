"""Drawings as somebody might make them after a layout's pictures: what is learnt from where there are no others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from pnp.geometry import Rect
from pnp.read.features import Cut
from pnp.read.field_kinds import drawing_features
from pnp.read.network import Network, trained
from pnp.sheets.ink import Box, Disc, Line, Path, Step
from pnp.sheets.pictures import Picture

Stroke = list[tuple[float, float]]
_BENDS = 8
_EACH, _SIDE, _EDGE, _DOTS = 160, 96, 10, 8.0
OTHER = "other"


def strokes_of(picture: Picture, rng: np.random.Generator) -> list[Stroke]:
    """The strokes of a picture, in a square of 100: those to trace where it has such, else the outlines of its art."""
    if picture.guide and rng.random() < 0.8:
        return list(lines(picture.guide))
    drawn = [line for one in picture.art for line in _outline(one)]
    return drawn or list(lines(picture.guide))


def lines(steps: Sequence[Step]) -> Iterator[Stroke]:
    """The strokes of a path, its curves as short lines.

    >>> list(lines((("M", (0, 0)), ("L", (10, 0)), ("L", (10, 5)), ("Z", ()))))
    [[(0, 0), (10, 0), (10, 5), (0, 0)]]
    """
    stroke: Stroke = []
    for op, numbers in steps:
        points = [(numbers[i], numbers[i + 1]) for i in range(0, len(numbers), 2)]
        if op == "M":
            if len(stroke) > 1:
                yield stroke
            stroke = points
        elif op == "L":
            stroke = [*stroke, *points]
        elif op == "C" and stroke:
            stroke = [*stroke, *_curve(stroke[-1], *points)]
        elif op == "Z" and stroke:
            stroke = [*stroke, stroke[0]]
    if len(stroke) > 1:
        yield stroke


def _curve(a: tuple[float, float], b: Any, c: Any, d: Any) -> Stroke:
    found = []
    for step in range(1, _BENDS + 1):
        t = step / _BENDS
        parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        found.append(tuple(sum(p * q[axis] for p, q in zip(parts, (a, b, c, d), strict=True)) for axis in (0, 1)))
    return found


def _outline(one: Any) -> Iterator[Stroke]:
    match one:
        case Line(x1, y1, x2, y2, _):
            yield [(x1, y1), (x2, y2)]
        case Box(x, y, w, h, _, _):
            yield [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
        case Disc(x, y, r, _):
            yield [(x + r * math.cos(t * math.pi / 8), y + r * math.sin(t * math.pi / 8)) for t in range(17)]
        case Path(steps, _):
            yield from lines(steps)


def network(pictures: Mapping[str, Picture], seed: int = 1) -> Network:
    """A network that tells the drawings of some pictures apart, and from what is none of them."""
    rng = np.random.default_rng(seed)
    names = (*pictures, OTHER)
    rows, labels = [], []
    for label, name in enumerate(names):
        for _ in range(_EACH):
            strokes = _loose(strokes_of(pictures[name], rng), rng) if name in pictures else _anything(rng)
            rows.append(drawing_features(_cut(strokes, rng)))
            labels.append(label)
    return trained(np.stack(rows), np.array(labels), names, 32, seed, rounds=30)


def _loose(strokes: Sequence[Stroke], rng: np.random.Generator) -> list[Stroke]:
    """Strokes as a hand repeats them: larger or smaller, leaning, trembling, one of many left out."""
    if len(strokes) > 3 and rng.random() < 0.25:
        strokes = [one for one in strokes if rng.random() > 0.15] or strokes
    scale, lean, shift = 1 + rng.uniform(-0.3, 0.05, 2), rng.normal(0, 0.07), rng.normal(0, 5, 2)
    made = []
    for stroke in strokes:
        points = np.array(stroke, float)
        points = (points - 50) * scale + 50 + shift + rng.normal(0, 1.6, points.shape)
        points[:, 0] += lean * (50 - points[:, 1])
        made.append([(float(x), float(y)) for x, y in points])
    return made


def _anything(rng: np.random.Generator) -> list[Stroke]:
    """Strokes that mean nothing."""
    count = int(rng.integers(1, 5))
    return [[(float(x), float(y)) for x, y in rng.uniform(8, 92, (int(rng.integers(2, 6)), 2))] for _ in range(count)]


def _cut(strokes: Sequence[Stroke], rng: np.random.Generator) -> Cut:
    """Strokes as the ink of a field in a photo."""
    side = _SIDE + 2 * _EDGE
    ink = np.zeros((side, side), np.uint8)
    width = int(rng.integers(3, 7))
    for stroke in strokes:
        points = np.round((np.array(stroke) / 100 * _SIDE + _EDGE) * 16).astype(np.int32)
        cv2.polylines(ink, [points], False, 255, width, cv2.LINE_AA, shift=4)
    soft = cv2.GaussianBlur(ink.astype(np.float32) / 255, (0, 0), rng.uniform(0.4, 2.2))
    noisy = np.clip(soft + rng.normal(0, rng.uniform(0, 0.1), soft.shape), 0, 1.3).astype(np.float32)
    return Cut(noisy, _DOTS, Rect(_EDGE, _EDGE, _SIDE, _SIDE))
