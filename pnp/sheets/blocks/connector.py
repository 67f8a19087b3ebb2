"""A line from one block, box or place to another, straight or around a corner, perhaps with arrows."""

from __future__ import annotations

import re
from math import atan2, cos, hypot, pi, sin

from pnp.geometry import Rect
from pnp.sheets.boxes import outline
from pnp.sheets.ink import Paint, Path, Point, Step
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table, shown, wrong

_END = re.compile(r"([a-z][a-z0-9-]*)(?:\[([a-z0-9.-]+)\])?\.(left|right|top|bottom|center)")
_SIDES = {"left": (0.0, 0.5), "right": (1.0, 0.5), "top": (0.5, 0.0), "bottom": (0.5, 1.0), "center": (0.5, 0.5)}


class Block:
    """Its place follows from its two ends; it lies on whatever is there."""

    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del id
        self.ends = [(key, table.item(table.text(key), None, _end, key)) for key in ("from", "to")]
        self.color = theme.color(table, "color", "soft") or "soft"
        self.line = table.number("line", 0.6, 0.1, 5)
        self.arrow = table.choice("arrow", ("end", "start", "both", "none"), "end")
        self.route = table.choice("route", ("straight", "across-first", "down-first", "curve"), "straight")
        self.dashed = table.flag("dashed")
        self.air = table.number("air", 0.8, 0, 20)

    def joining(self, rects: list[Rect]) -> Rect:
        """Where it lies, given the rectangles that its ends are on."""
        self.points = self._points(rects)
        xs, ys = [p[0] for p in self.points], [p[1] for p in self.points]
        return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-2 - self.line)

    def _points(self, rects: list[Rect]) -> list[Point]:
        at: list[Point] = []
        for rect, (_, end) in zip(rects, self.ends, strict=True):
            across, down = _SIDES[end[2] if end else "center"]
            at.append((rect.x + rect.w * across, rect.y + rect.h * down))
        (x1, y1), (x2, y2) = at
        corner = {"across-first": [(x2, y1)], "down-first": [(x1, y2)]}.get(self.route, [])
        whole = [at[0], *corner, at[1]]
        return [_on(whole[0], whole[1], self.air), *corner, _on(whole[-1], whole[-2], self.air)]

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 1, height or 1

    def draw(self, rect: Rect, pen: Pen) -> None:
        del rect
        dash = (2 * self.line, 2.5 * self.line) if self.dashed else ()
        paint = Paint(stroke=self.color, width=self.line, dash=dash, round=True)
        head = 1.6 + 2 * self.line
        points = list(self.points)
        ends = {"end": (-1,), "start": (0,), "both": (0, -1)}.get(self.arrow, ())
        for at in ends:
            tip, behind = points[at], points[1 if at == 0 else -2]
            if self.route == "curve":
                behind = (behind[0], tip[1])
            pen.draw(outline(_head(tip, behind, head), Paint(fill=self.color, solid=True)))
            points[at] = _on(tip, behind, head * 0.8)
        steps: list[Step] = [("L" if n else "M", point) for n, point in enumerate(points)]
        if self.route == "curve":
            (x1, y1), (x2, y2) = points
            middle = (x1 + x2) / 2
            steps = [("M", (x1, y1)), ("C", (middle, y1, middle, y2, x2, y2))]
        pen.draw(Path(tuple(steps), paint))

    def footprint(self, rect: Rect) -> tuple[Rect, ...]:
        """It lies on the blocks that it joins and on what is between them."""
        del rect
        return ()


def _end(value: str) -> tuple[str, str, str]:
    found = _END.fullmatch(value.strip())
    if found is None:
        wrong("layout.no-end", value=shown(value))
    return found[1], found[2] or "", found[3]


def _on(start: Point, towards: Point, by: float) -> Point:
    length = hypot(towards[0] - start[0], towards[1] - start[1])
    part = min(1.0, by / length) if length else 0.0
    return start[0] + (towards[0] - start[0]) * part, start[1] + (towards[1] - start[1]) * part


def _head(tip: Point, behind: Point, size: float) -> list[Point]:
    angle = atan2(tip[1] - behind[1], tip[0] - behind[0])
    wings = [(tip[0] - size * cos(angle + turn), tip[1] - size * sin(angle + turn)) for turn in (-pi / 7, pi / 7)]
    return [tip, *wings]
