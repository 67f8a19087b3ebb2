"""Hands that fill in sheets: pens, strokes that tremble and overshoot, crosses, digits, drawings in several styles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from pnp.geometry import Rect
from pnp.sheets.sheet import Field

Array = np.ndarray
Stroke = list[tuple[float, float]]
"""Points in a square from 0 to 100, as pictures of layouts have it."""


class Hand(NamedTuple):
    """A person: how wide and dark the pen is (mm, 0 black to 255), how much the hand trembles, slants, overshoots."""

    width: float
    tone: float
    tremble: float
    slant: float
    overshoot: float
    style: int
    pencil: bool


def person(rng: np.random.Generator, hard: bool = False) -> Hand:
    """Somebody at the table."""
    pencil = rng.random() < (0.2 if hard else 0.1)
    tone = rng.uniform(70, 105) if pencil else rng.uniform(15, 85)
    return Hand(
        rng.uniform(0.35, 0.75),
        tone,
        rng.uniform(0.5, 2.2),
        rng.uniform(-0.12, 0.18),
        rng.uniform(0, 5),
        int(rng.integers(0, 1000)),
        pencil,
    )


class Paper:
    """A printed page at so many dots a millimetre, to be written on."""

    def __init__(self, page: Array, dots: float, at: Callable[[Rect], Rect]) -> None:
        self.page = page.copy()
        self.dots = dots
        self.at = at

    def draw(self, strokes: Sequence[Stroke], rect: Rect, hand: Hand, rng: np.random.Generator) -> None:
        """Strokes of a square of 100, as large as fits, in the middle of a rectangle of the sheet."""
        place = self.at(rect)
        side = min(place.w, place.h)
        x, y = place.center
        lines = [
            [(x + (px - 50) * side / 100, y + (py - 50) * side / 100) for px, py in shaken(stroke, hand, rng)]
            for stroke in strokes
        ]
        self._ink(lines, hand, rng)

    def _ink(self, lines: Sequence[Stroke], hand: Hand, rng: np.random.Generator) -> None:
        points = np.array([p for line in lines for p in line]) * self.dots
        if not len(points):
            return
        pad = 3 + 2 * hand.width * self.dots
        low = np.maximum(np.floor(points.min(0) - pad).astype(int), 0)
        high = np.minimum(np.ceil(points.max(0) + pad).astype(int), self.page.shape[::-1])
        if (high <= low).any():
            return
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        for line in lines:
            pts = np.round((np.array(line) * self.dots - low) * 16).astype(np.int32)
            width = max(1, round(hand.width * self.dots * rng.uniform(0.85, 1.15)))
            cv2.polylines(mask, [pts], False, 255, width, cv2.LINE_AA, shift=4)
        self._lay(mask, low, hand, rng)

    def _lay(self, mask: Array, low: Array, hand: Hand, rng: np.random.Generator) -> None:
        cover = mask.astype(np.float32) / 255
        if hand.pencil:
            cover *= rng.uniform(0.55, 1.0, mask.shape).astype(np.float32)
        h, w = mask.shape
        part = self.page[low[1] : low[1] + h, low[0] : low[0] + w]
        mixed = part * (1 - cover) + np.minimum(part, hand.tone) * cover
        part[:] = np.clip(mixed, 0, 255).astype(np.uint8)

    def stamp(self, picture: Array, rect: Rect, hand: Hand, rng: np.random.Generator) -> None:
        """A scanned digit, light on dark, put into a rectangle."""
        place = self.at(rect)
        w, h = max(2, round(place.w * self.dots)), max(2, round(place.h * self.dots))
        mask = cv2.resize(picture, (w, h), interpolation=cv2.INTER_CUBIC)
        x, y = round(place.x * self.dots), round(place.y * self.dots)
        if x < 0 or y < 0 or x + w > self.page.shape[1] or y + h > self.page.shape[0]:
            return
        sharp = np.clip((mask.astype(np.float32) - 60) * 1.7, 0, 255).astype(np.uint8)
        self._lay(sharp, np.array([x, y]), hand, rng)


def shaken(stroke: Stroke, hand: Hand, rng: np.random.Generator) -> Stroke:
    """A stroke as a hand draws it: denser points, a slow tremble, ends that run over or stop short."""
    points = np.array(stroke, float)
    if len(points) < 2:
        return [tuple(points[0]), (points[0][0] + 1, points[0][1] + 1)]
    lengths = np.hypot(*np.diff(points, axis=0).T)
    total = lengths.sum()
    if total <= 0:
        return stroke
    count = max(4, int(total / 4))
    along = np.concatenate([[0], np.cumsum(lengths)])
    over = rng.normal(0, 1, 2) * hand.overshoot
    where = np.linspace(0, total, count)
    made = np.stack([np.interp(where, along, points[:, axis]) for axis in (0, 1)], 1)
    first, last = made[0] - made[1], made[-1] - made[-2]
    made[0] += first / (np.hypot(*first) + 1e-6) * over[0]
    made[-1] += last / (np.hypot(*last) + 1e-6) * over[1]
    wave = rng.normal(0, 1, (max(3, count // 5), 2)) * hand.tremble
    made += np.stack(
        [np.interp(np.linspace(0, 1, count), np.linspace(0, 1, len(wave)), wave[:, axis]) for axis in (0, 1)], 1
    )
    made[:, 0] += hand.slant * (50 - made[:, 1])
    return [tuple(p) for p in made]


def varied(strokes: Sequence[Stroke], rng: np.random.Generator, spread: float = 1.0) -> list[Stroke]:
    """A drawing somewhat larger, smaller, wider, turned, off the middle."""
    scale = 1 + rng.uniform(-0.22, 0.04, 2) * spread
    angle = math.radians(rng.normal(0, 3) * spread)
    shift = rng.normal(0, 4, 2) * spread
    cos, sin = math.cos(angle), math.sin(angle)
    return [
        [
            (
                50 + shift[0] + scale[0] * ((x - 50) * cos - (y - 50) * sin),
                50 + shift[1] + scale[1] * ((x - 50) * sin + (y - 50) * cos),
            )
            for x, y in stroke
        ]
        for stroke in strokes
    ]


# ---------------------------------------------------------------------- crosses and strokes


def cross(rng: np.random.Generator) -> list[Stroke]:
    """A cross in one of several ways."""
    a, b = rng.uniform(10, 28, 2)
    one, two = [(a, b), (100 - b, 100 - a)], [(100 - a, b), (b, 100 - a)]
    if rng.random() < 0.12:  # drawn without lifting the pen
        return [[*one, (100 - a, b + 5), (b, 100 - a)]]
    return [one, two]


def stroke(rng: np.random.Generator) -> list[Stroke]:
    """One stroke: a slash, sometimes upright or the other way."""
    kind = rng.random()
    a, b = rng.uniform(12, 30, 2)
    if kind < 0.75:
        return [[(a, 100 - b), (100 - b, a)]]
    if kind < 0.9:
        x = rng.uniform(38, 62)
        return [[(x + rng.uniform(-8, 8), a), (x + rng.uniform(-8, 8), 100 - b)]]
    return [[(a, b), (100 - a, 100 - b)]]


def circle(x: float, y: float, rx: float, ry: float, start: float = 0.0, sweep: float = 2 * math.pi) -> Stroke:
    steps = max(8, int(abs(sweep) * 5))
    return [
        (x + rx * math.cos(start + sweep * t / steps), y + ry * math.sin(start + sweep * t / steps))
        for t in range(steps + 1)
    ]


# ---------------------------------------------------------------------- digits by strokes

DIGITS: Mapping[str, Sequence[Sequence[Stroke]]] = {
    "0": ([circle(50, 50, 26, 40, -1.4)], [circle(50, 50, 26, 40, -1.4), [(72, 14), (30, 88)]]),
    "1": ([[(50, 10), (50, 90)]], [[(28, 38), (54, 10), (54, 90)]], [[(30, 36), (54, 10), (54, 90)], [(34, 90), (74, 90)]]),
    "2": ([[(26, 30), (34, 14), (56, 10), (72, 24), (66, 46), (28, 88), (76, 88)]], [[(28, 24), (52, 10), (70, 26), (52, 58), (26, 86), (42, 80), (76, 90)]]),
    "3": ([[(28, 18), (52, 10), (70, 26), (56, 44), (44, 48), (60, 52), (74, 70), (54, 90), (26, 82)]], [[(28, 12), (70, 12), (46, 42), (70, 56), (70, 78), (48, 90), (26, 82)]]),
    "4": ([[(58, 10), (24, 62), (78, 62)], [(62, 40), (62, 92)]], [[(30, 10), (28, 52), (72, 52)], [(70, 10), (66, 92)]]),
    "5": ([[(70, 12), (34, 12), (30, 46), (52, 40), (72, 56), (68, 80), (46, 90), (26, 82)]], [[(34, 12), (30, 46), (54, 42), (72, 60), (62, 84), (40, 90), (26, 80)], [(34, 12), (74, 12)]]),
    "6": ([[(64, 12), (40, 30), (28, 62), (40, 88), (62, 88), (72, 68), (58, 52), (38, 58), (30, 70)]],),
    "7": ([[(26, 14), (74, 14), (44, 90)]], [[(26, 14), (74, 14), (44, 90)], [(38, 52), (72, 50)]], [[(26, 22), (28, 14), (74, 14), (52, 52), (44, 90)]]),
    "8": ([[(68, 22), (50, 10), (32, 22), (36, 40), (64, 58), (72, 76), (50, 90), (28, 76), (36, 58), (64, 40), (68, 22)]], [circle(50, 30, 19, 20, -1.5), circle(50, 70, 23, 20, -1.5)]),
    "9": ([circle(50, 32, 22, 22, 0.0), [(72, 32), (70, 60), (60, 90)]], [[(72, 26), (50, 10), (30, 28), (44, 48), (70, 40), (72, 26), (70, 66), (50, 90), (30, 84)]]),
    "-": ([[(24, 50), (76, 50)]],),
}  # fmt: skip
CROSSED = {"7": 1, "1": 1, "0": 1}
"""European ways to write a digit."""


class Scans(NamedTuple):
    """Scanned digits of many people, by digit."""

    pictures: Mapping[str, Array]


def write_number(
    paper: Paper, value: int, field: Field, hand: Hand, rng: np.random.Generator, scans: Scans | None = None
) -> None:
    """A number in its field: digits of scanned hands, or strokes of our own."""
    text = str(value)
    r = field.rect
    room = r.inset(min(r.w, r.h) * 0.06)
    height = min(room.h, 9.0) * rng.uniform(0.6, 0.88)
    width = min(height * rng.uniform(0.56, 0.74), room.w / len(text) * 0.98)
    gap = width * rng.uniform(0.0, 0.14)
    whole = len(text) * width + (len(text) - 1) * gap
    if whole > room.w:
        width, gap = room.w / len(text), 0.0
        whole = room.w
    left = room.x + rng.uniform(0.15, 0.85) * max(0.0, room.w - whole)
    top = room.y + rng.uniform(0.2, 0.8) * max(0.0, room.h - height)
    own = scans is None or rng.random() < 0.12
    for at, digit in enumerate(text):
        x = left + at * (width + gap)
        box = Rect(x, top + rng.uniform(-0.04, 0.04) * height, width, height)
        if digit == "-" or own or scans is None:
            _write_digit(paper, digit, box, hand, rng)
        else:
            _stamp_digit(paper, scans.pictures[digit], box, hand, rng)


def _write_digit(paper: Paper, digit: str, box: Rect, hand: Hand, rng: np.random.Generator) -> None:
    ways = DIGITS[digit]
    way = ways[(hand.style + hand.style // 7) % len(ways)]
    # A digit is drawn in a square and is narrower than it; the box is the digit's own.
    side = box.h * 1.18
    x, y = box.center
    calm = hand._replace(overshoot=hand.overshoot / 2)
    paper.draw(varied(way, rng, 0.6), Rect(x - side / 2, y - side / 2, side, side), calm, rng)


def _stamp_digit(paper: Paper, pictures: Array, box: Rect, hand: Hand, rng: np.random.Generator) -> None:
    picture = pictures[rng.integers(len(pictures))]
    ys, xs = np.nonzero(picture > 60)
    cut = picture[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    h, w = cut.shape
    width = min(box.w, box.h * w / h * rng.uniform(0.85, 1.1))
    x = box.x + (box.w - width) / 2
    paper.stamp(cut, Rect(x, box.y, max(width, 0.12 * box.h), box.h), hand, rng)
