"""Standings as they are drawn: a ranking, or the lines of the score with everybody's points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.geometry import Rect
from pnp.render.lettering import badge, names, signed
from pnp.sheets import typefaces
from pnp.sheets.ink import Box, Ink, Line, Paint, Text
from pnp.sheets.typefaces import printable

Lines = Sequence[tuple[str, tuple[int | None, ...]]]
"""The lines of a score, each with everybody's points; None where somebody has no such line."""


class Place(NamedTuple):
    """A player's place in the ranking, and what decided it where totals were equal; None is what nobody knows."""

    rank: int | None
    name: str
    total: int | None
    why: str = ""


def ranking(rows: Sequence[Place], room: Rect) -> Iterator[Ink]:
    """Everybody below one another."""
    step = min(11.0, room.h / max(1, len(rows)))
    for number, row in enumerate(rows):
        yield from _row(row, Rect(room.x, room.y + number * step, room.w, step - min(1.6, 0.15 * step)))


def _row(row: Place, bar: Rect) -> Iterator[Ink]:
    size = 0.5 * bar.h
    y = bar.center[1]
    r = 0.33 * bar.h
    yield Box(bar.x, bar.y, bar.w, bar.h, Paint("paper", "line", 0.25), min(2.2, bar.h / 3))
    yield from badge(row.rank, bar.x + 2 + r, y, r)
    yield Text(bar.right - 3, y + 0.35 * size, signed(row.total), "display", size, "accent", "right")
    left = bar.x + 2 * r + 5
    right = bar.right - 6 - typefaces.width(signed(row.total), "display", size)
    middle = left + (0.56 if row.why else 1.0) * (right - left)
    if row.why:
        said = printable(row.why)
        yield Text(right, y + 0.3 * size, said, "text", 0.62 * size, "soft", "right", right - middle - 2, 1.4)
    yield from names([row.name], Rect(left, bar.y, middle - left, bar.h), 0.9 * size, "ink")


def scores(people: Sequence[Place], lines: Lines, room: Rect) -> Iterator[Ink]:
    """The ranking across, the lines of the score down, the last of them being the total."""
    head = 13.6 if any(row.why for row in people) else 11.0
    step = min(10.5, (room.h - head - 3) / len(lines))
    size = min(4.8, 0.62 * step)
    named = min(44.0, 0.46 * room.w if len(people) < 4 else 0.32 * room.w)
    across = (room.w - named - 3) / max(1, len(people))
    high = head + step * len(lines) + 1.4
    top = room.y + max(0.0, min(6.0, (room.h - high) / 2))
    yield Box(room.x, top, room.w, high, Paint("paper", "line", 0.25), 3)
    middles = [room.x + named + (number + 0.5) * across for number in range(len(people))]
    for x, row in zip(middles, people, strict=True):
        yield from _heading(row, x, top, across - 1.6)
    for number, (line, points) in enumerate(lines):
        y = top + head + number * step
        last = number == len(lines) - 1
        if last:
            yield Box(room.x + 0.8, y, room.w - 1.6, step, Paint("wash"), 2)
        else:
            yield Line(room.x + 3, y, room.right - 3, y, Paint(stroke="faint", width=0.2))
        baseline = y + step / 2 + 0.35 * size
        words = printable(line[:1].upper() + line[1:])
        yield Text(room.x + 4, baseline, words, "strong" if last else "text", size, fit=named - 5, floor=1.6)
        face, figure = ("display", 1.1 * size) if last else ("text", size)
        for x, value in zip(middles, points, strict=True):
            yield Text(x, baseline, signed(value), face, figure, "ink", "center", across - 1, 1.5)


def _heading(row: Place, x: float, top: float, width: float) -> Iterator[Ink]:
    """A player's place and name over a column, and what decided the place."""
    color = "accent" if row.rank == 1 else "ink"
    yield Text(x, top + 4.2, signed(row.rank), "display", 3, "soft", "center")
    yield Text(x, top + 8.4, printable(row.name) or "?", "strong", 3.9, color, "center", width, 1.6)
    if row.why:
        yield Text(x, top + 11.6, printable(row.why), "text", 2.4, "soft", "center", width, 1.4)
