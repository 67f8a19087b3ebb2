"""Paths of SVG files: every letter that SVG knows, turned into moves, lines and cubic curves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan

from pnp.sheets.ink import Point, Step
from pnp.strict import wrong

_TOKEN = re.compile(r"([MLHVCSQTAZmlhvcsqtaz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?)|[\s,]+")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
MOST = 40_000


def steps(text: str) -> tuple[Step, ...]:
    """The steps of a path; ValueError says what can't be read.

    >>> steps("M0 0 q10 0 10 10 z")[1][0]
    'C'
    """
    made: list[Step] = []
    pen = start = (0.0, 0.0)
    control: Point = pen
    before = ""
    for letter, numbers in _commands(text):
        op, relative = letter.upper(), letter.islower()
        if op == "Z":
            made.append(("Z", ()))
            pen, before = start, op
            continue
        points = _absolute(op, numbers, pen if relative else None, pen)
        drawn, control = _drawn(op, points, pen, control, before)
        made += drawn
        pen, before = (drawn[-1][1][-2], drawn[-1][1][-1]), op
        if op == "M":
            start = pen
        if len(made) > MOST:
            wrong("layout.path-long", most=MOST)
    return tuple(made)


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    letter, numbers, place, begun = "", list[float](), 0, False
    while place < len(text) or letter:
        token = _TOKEN.match(text, place) if place < len(text) else None
        if place < len(text) and token is None:
            wrong("layout.path-sign", sign=repr(text[place]))
        if token and token[2]:
            numbers.append(float(token[2]))
            # The two flags of an arc may stand without anything between them.
            flag = letter.upper() == "A" and len(numbers) in (4, 5)
            if flag and token[2][0] in "01":
                numbers[-1] = float(token[2][0])
                place += 1
                continue
        elif token is None or token[1]:
            if letter.upper() == "Z":
                yield letter, []
            letter, numbers = (token[1], []) if token else ("", [])
            begun = begun or letter in ("M", "m")
            if letter and not begun:
                wrong("layout.path-begin")
        place = token.end() if token else place
        if letter and letter.upper() != "Z" and len(numbers) == _ARITY[letter.upper()]:
            yield letter, numbers
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []
        elif numbers and (not letter or letter.upper() == "Z"):
            wrong("layout.path-number")
        if token is None:
            return


def _absolute(op: str, numbers: list[float], base: Point | None, pen: Point) -> list[float]:
    x, y = base or (0.0, 0.0)
    if op == "H":
        return [numbers[0] + x, pen[1]]
    if op == "V":
        return [pen[0], numbers[0] + y]
    if op == "A":
        return [*numbers[:5], numbers[5] + x, numbers[6] + y]
    return [n + (y if i % 2 else x) for i, n in enumerate(numbers)]


def _drawn(op: str, p: list[float], pen: Point, control: Point, before: str) -> tuple[list[Step], Point]:
    """What a letter draws, and the control point that the next one may mirror."""
    if op in "MLHV":
        return [("M" if op == "M" else "L", (p[0], p[1]))], (p[0], p[1])
    if op == "A":
        return list(_arc(pen, p)), (p[5], p[6])
    mirrored = (2 * pen[0] - control[0], 2 * pen[1] - control[1])
    if op in "CS":
        first = (p[0], p[1]) if op == "C" else mirrored if before in "CS" and before else pen
        rest = p[2:] if op == "C" else p
        return [("C", (*first, *rest))], (rest[0], rest[1])
    turn = (p[0], p[1]) if op == "Q" else mirrored if before in "QT" and before else pen
    end = (p[-2], p[-1])
    one = (pen[0] + 2 / 3 * (turn[0] - pen[0]), pen[1] + 2 / 3 * (turn[1] - pen[1]))
    two = (end[0] + 2 / 3 * (turn[0] - end[0]), end[1] + 2 / 3 * (turn[1] - end[1]))
    return [("C", (*one, *two, *end))], turn


def _arc(pen: Point, p: list[float]) -> Iterator[Step]:
    """An arc of an ellipse as curves of at most a quarter turn, by the book of SVG (F.6.5)."""
    rx, ry, turn, large, sweep, x, y = abs(p[0]), abs(p[1]), radians(p[2]), p[3] != 0, p[4] != 0, p[5], p[6]
    if not rx or not ry or (x, y) == pen:
        yield "L", (x, y)
        return
    c, s = cos(turn), sin(turn)
    dx, dy = (pen[0] - x) / 2, (pen[1] - y) / 2
    u, v = c * dx + s * dy, c * dy - s * dx
    grow = sqrt(max(1.0, (u / rx) ** 2 + (v / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = (rx * ry) ** 2 - (rx * v) ** 2 - (ry * u) ** 2
    k = sqrt(max(0.0, rest / ((rx * v) ** 2 + (ry * u) ** 2))) * (-1 if large == sweep else 1)
    cu, cv = k * rx * v / ry, -k * ry * u / rx
    cx, cy = c * cu - s * cv + (pen[0] + x) / 2, s * cu + c * cv + (pen[1] + y) / 2
    first = _angle((u - cu) / rx, (v - cv) / ry)
    spread = (_angle((-u - cu) / rx, (-v - cv) / ry) - first) % (2 * pi)
    spread = spread if sweep else spread - 2 * pi
    parts = max(1, ceil(abs(spread) / (pi / 2) - 1e-9))
    step = spread / parts
    pull = 4 / 3 * tan(step / 4)

    def at(a: float, b: float) -> Point:
        return cx + c * rx * a - s * ry * b, cy + s * rx * a + c * ry * b

    for n in range(parts):
        a, b = first + n * step, first + (n + 1) * step
        one, two = (
            at(cos(a) - pull * sin(a), sin(a) + pull * cos(a)),
            at(cos(b) + pull * sin(b), sin(b) - pull * cos(b)),
        )
        yield "C", (*one, *two, *((x, y) if n == parts - 1 else at(cos(b), sin(b))))


def _angle(x: float, y: float) -> float:
    angle = acos(max(-1.0, min(1.0, x / hypot(x, y))))
    return -angle if y < 0 else angle
