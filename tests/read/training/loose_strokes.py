"""Crosses, strokes and slips straight into the cut of a box: photos hold few of the rarer ways to make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from examples import OTHER, Example, scribble
from hands import Hand, Stroke, cross, shaken, stroke, varied
from loose_ink import seen

from pnp.read import features

NAMES = ("empty", "stroke", "cross", OTHER)


def loose_strokes(count: int, seed: int) -> Iterator[Example]:
    """So many boxes, of each class as many."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        name = NAMES[number % len(NAMES)]
        square = features.square(seen(_box(name, rng), rng))
        yield Example("strokes", name, features.histograms(square[None])[0].astype(np.float16))


def _box(name: str, rng: np.random.Generator) -> np.ndarray:
    """A box with a tenth of its surroundings, into which a neighbour's strokes may run."""
    side = int(rng.integers(44, 120))
    edge = round(0.1 * side)
    mask = np.zeros((side + 2 * edge, side + 2 * edge), np.uint8)
    hand = Hand(0.5, 40, rng.uniform(0.5, 2.2), rng.uniform(-0.12, 0.18), rng.uniform(0, 5), 0, False)
    width = int(rng.integers(3, 7))
    for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if rng.random() < 0.35:
            _draw(mask, cross(rng), hand, (side * x + edge, side * y + edge), side, width, rng)
    if name != "empty":
        strokes = _strokes(rng) if name == "stroke" else cross(rng) if name == "cross" else scribble(rng)
        _draw(mask, strokes, hand, (edge, edge), side, width, rng)
    return mask.astype(np.float32) / 255


def _strokes(rng: np.random.Generator) -> list[Stroke]:
    """One stroke; leaning to the left or upright as often as to the right."""
    made = stroke(rng)
    return [[(100 - x, y) for x, y in line] for line in made] if rng.random() < 0.4 else made


def _draw(
    mask: np.ndarray,
    strokes: Sequence[Stroke],
    hand: Hand,
    at: tuple[int, int],
    side: int,
    width: int,
    rng: np.random.Generator,
) -> None:
    for one in varied(strokes, rng):
        points = np.array(shaken(one, hand, rng)) / 100 * side + at
        cv2.polylines(mask, [np.round(points * 16).astype(np.int32)], False, 255, width, cv2.LINE_AA, shift=4)
