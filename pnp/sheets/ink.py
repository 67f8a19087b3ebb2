"""The display list: what a sheet is drawn with, in millimetres from the sheet's top left corner."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.sheets import typefaces

Point = tuple[float, float]
Step = tuple[str, tuple[float, ...]]
"""A step of a path: M and L with a point, C with two control points and a point, Z with nothing."""


class Paint(NamedTuple):
    """How a shape is painted: colour names for fill and stroke, and what the fill is for.

    One that is `solid` carries the meaning; one that is to `cover` what lies below it is white where ink is saved.
    """

    fill: str = ""
    stroke: str = ""
    width: float = 0.25
    dash: tuple[float, ...] = ()
    solid: bool = False
    round: bool = False
    cover: bool = False


class Line(NamedTuple):
    x1: float
    y1: float
    x2: float
    y2: float
    paint: Paint


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float
    paint: Paint
    radius: float = 0.0


class Disc(NamedTuple):
    x: float
    y: float
    r: float
    paint: Paint


class Path(NamedTuple):
    steps: tuple[Step, ...]
    paint: Paint


class Text(NamedTuple):
    """A line of text at its baseline. With `fit` it shrinks to that width, but not below `floor`.

    `turn` says by how many degrees it is turned clockwise about its place, `room` over which width it is spread.
    """

    x: float
    y: float
    text: str
    face: str
    size: float
    color: str = "ink"
    align: str = "left"
    fit: float = 0.0
    floor: float = 0.0
    turn: float = 0.0
    room: float = 0.0


class Image(NamedTuple):
    """A picture of dots, as the bytes of a clean PNG file, in a rectangle; turned clockwise about its middle."""

    x: float
    y: float
    w: float
    h: float
    data: bytes
    turn: float = 0.0


class Code(NamedTuple):
    """A QR code in a square, its quiet zone inside the square."""

    x: float
    y: float
    size: float
    payload: str


Shape = Box | Disc | Path
Ink = Line | Box | Disc | Path | Text | Image | Code


def bounds(ink: Ink) -> Rect:
    """The rectangle that an ink covers, line widths included.

    >>> bounds(Disc(5, 5, 2, Paint(stroke="ink", width=1)))
    Rect(x=2.5, y=2.5, w=5.0, h=5.0)
    """
    match ink:
        case Line(x1, y1, x2, y2, paint):
            return _around([(x1, y1), (x2, y2)], paint)
        case Box(x, y, w, h, paint):
            return _around([(x, y), (x + w, y + h)], paint)
        case Disc(x, y, r, paint):
            return _around([(x - r, y - r), (x + r, y + r)], paint)
        case Path(steps, paint):
            return _path_bounds(steps, paint)
        case Text():
            return text_bounds(ink)
        case Image(x, y, w, h):
            return Rect(x, y, w, h)
        case Code(x, y, size):
            return Rect(x, y, size, size)


@lru_cache(10_000)
def _path_bounds(steps: tuple[Step, ...], paint: Paint) -> Rect:
    return _around([(c[i], c[i + 1]) for _, c in steps for i in range(0, len(c), 2)], paint)


STEPS = 12
"""How many lines stand for a curve where a shape is taken for a polygon."""


def outline(shape: Shape) -> list[list[Point]]:
    """The rings of points around a shape.

    >>> outline(Box(0, 0, 4, 2, Paint()))
    [[(0, 0), (4, 0), (4, 2), (0, 2)]]
    """
    match shape:
        case Box(x, y, w, h, _, radius):
            r = min(radius, w / 2, h / 2)
            if not r:
                return [[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]]
            corners = ((x + w - r, y + h - r), (x + r, y + h - r), (x + r, y + r), (x + w - r, y + r))
            return [[point for n, (cx, cy) in enumerate(corners) for point in _arc(cx, cy, r, 90 * n, 90)]]
        case Disc(x, y, r):
            return [_arc(x, y, r, 0, 360)]
        case Path(steps):
            return _rings(steps)


def _arc(x: float, y: float, r: float, start: float, turn: float) -> list[Point]:
    """Points on a part of a circle, clockwise from the right; a whole circle has four times as many as a corner."""
    count = round(STEPS * turn / 90)
    angles = [radians(start + turn * step / count) for step in range(count + 1)]
    return [(x + r * cos(angle), y + r * sin(angle)) for angle in angles]


def _rings(steps: Iterable[Step]) -> list[list[Point]]:
    rings: list[list[Point]] = []
    for op, c in steps:
        if op == "M":
            rings.append([(c[0], c[1])])
        elif op == "L":
            rings[-1].append((c[0], c[1]))
        elif op == "C":
            start = rings[-1][-1]
            rings[-1] += [_on_curve(start, c, step / STEPS) for step in range(1, STEPS + 1)]
    return rings


def _on_curve(start: Point, c: tuple[float, ...], t: float) -> Point:
    """A point on a curve, by how much of the way there lies behind it."""
    parts = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    xs, ys = (start[0], *c[::2]), (start[1], *c[1::2])
    return sum(p * x for p, x in zip(parts, xs, strict=True)), sum(p * y for p, y in zip(parts, ys, strict=True))


def fitted_size(text: Text, width: float) -> float:
    """The size of a text that is so wide at a size of 1: smaller where it doesn't fit, down to its floor.

    >>> fitted_size(Text(0, 0, "Ana", "text", 6, fit=10, floor=2), 2.5)
    4.0
    """
    if not text.fit or not width:
        return text.size
    return max(min(text.size, text.fit / width), min(text.floor, text.size))


def text_bounds(text: Text) -> Rect:
    """The rectangle of a line of text, from cap height to baseline with a descender's room below."""
    width = typefaces.width(text.text, text.face, text.size)
    if text.fit:
        width = min(width, text.fit)
    left = text.x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[text.align]
    flat = Rect(left, text.y - 0.75 * text.size, width, 0.97 * text.size)
    if not text.turn:
        return flat
    corners = [(flat.x, flat.y), (flat.right, flat.y), (flat.right, flat.bottom), (flat.x, flat.bottom)]
    return _around([_point(x, y, text.turn, text.x, text.y) for x, y in corners], Paint())


def _around(points: Iterable[Point], paint: Paint) -> Rect:
    xs, ys = zip(*points, strict=True)
    half = paint.width / 2 if paint.stroke else 0.0
    return Rect(min(xs) - half, min(ys) - half, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * half)


def moved(ink: Ink, dx: float, dy: float, scale: float = 1.0) -> Ink:
    """An ink scaled about the origin, then shifted."""
    match ink:
        case Line(x1, y1, x2, y2, paint):
            return Line(dx + x1 * scale, dy + y1 * scale, dx + x2 * scale, dy + y2 * scale, _scaled(paint, scale))
        case Box(x, y, w, h, paint, radius):
            return Box(dx + x * scale, dy + y * scale, w * scale, h * scale, _scaled(paint, scale), radius * scale)
        case Disc(x, y, r, paint):
            return Disc(dx + x * scale, dy + y * scale, r * scale, _scaled(paint, scale))
        case Path(steps, paint):
            there = tuple((op, _shifted(c, dx, dy, scale)) for op, c in steps)
            return Path(there, _scaled(paint, scale))
        case Text():
            return ink._replace(
                x=dx + ink.x * scale,
                y=dy + ink.y * scale,
                size=ink.size * scale,
                fit=ink.fit * scale,
                floor=ink.floor * scale,
            )
        case Image(x, y, w, h):
            return ink._replace(x=dx + x * scale, y=dy + y * scale, w=w * scale, h=h * scale)
        case Code(x, y, size, payload):
            return Code(dx + x * scale, dy + y * scale, size * scale, payload)


def _shifted(coordinates: tuple[float, ...], dx: float, dy: float, scale: float) -> tuple[float, ...]:
    return tuple((dy if i % 2 else dx) + c * scale for i, c in enumerate(coordinates))


def _scaled(paint: Paint, scale: float) -> Paint:
    if scale == 1.0:
        return paint
    return paint._replace(width=paint.width * scale, dash=tuple(d * scale for d in paint.dash))


def turned(ink: Ink, degrees: float, x: float, y: float) -> Ink:
    """An ink turned clockwise about a point."""
    match ink:
        case Line(x1, y1, x2, y2, paint):
            return Line(*_point(x1, y1, degrees, x, y), *_point(x2, y2, degrees, x, y), paint)
        case Box(left, top, w, h, paint, radius):
            if degrees % 180 == 0 or (radius and degrees % 90):
                cx, cy = _point(left + w / 2, top + h / 2, degrees, x, y)
                return Box(cx - w / 2, cy - h / 2, w, h, paint, radius)
            if degrees % 90 == 0:
                cx, cy = _point(left + w / 2, top + h / 2, degrees, x, y)
                return Box(cx - h / 2, cy - w / 2, h, w, paint, radius)
            corners = ((left, top), (left + w, top), (left + w, top + h), (left, top + h))
            steps = [("L" if n else "M", _point(*corner, degrees, x, y)) for n, corner in enumerate(corners)]
            return Path((*steps, ("Z", ())), paint)
        case Disc(cx, cy, r, paint):
            return Disc(*_point(cx, cy, degrees, x, y), r, paint)
        case Path(steps, paint):
            return Path(tuple((op, _turned_points(c, degrees, x, y)) for op, c in steps), paint)
        case Text():
            tx, ty = _point(ink.x, ink.y, degrees, x, y)
            return ink._replace(x=tx, y=ty, turn=ink.turn + degrees)
        case Image(left, top, w, h):
            cx, cy = _point(left + w / 2, top + h / 2, degrees, x, y)
            return ink._replace(x=cx - w / 2, y=cy - h / 2, turn=ink.turn + degrees)
        case Code():
            return ink


def _turned_points(c: tuple[float, ...], degrees: float, x: float, y: float) -> tuple[float, ...]:
    return tuple(n for i in range(0, len(c), 2) for n in _point(c[i], c[i + 1], degrees, x, y))


def _point(px: float, py: float, degrees: float, x: float, y: float) -> Point:
    """A point turned clockwise about another one.

    >>> _point(10, 0, 90, 0, 0)
    (0.0, 10.0)
    """
    sine, cosine = sin(radians(degrees)), cos(radians(degrees))
    return round(x + (px - x) * cosine - (py - y) * sine, 6), round(y + (px - x) * sine + (py - y) * cosine, 6)
