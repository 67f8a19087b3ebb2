"""Boxes that differ from their neighbours: a fill, a border, words in or above them, a bonus below, or dead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.geometry import Rect
from pnp.sheets.ink import Box, Line, Paint, Path
from pnp.sheets.pen import ALL_CORNERS, Pen
from pnp.sheets.theme import Style, Theme
from pnp.strict import Table, near, said_by, wrong

HATCH = 1.8
"""Millimetres from one stroke to the next in a dead box."""


class Look(NamedTuple):
    """How one box looks; what is empty is as for all the others."""

    fill: str = "paper"
    stroke: str = "box"
    inside: str = ""
    style: Style | None = None
    label: str = ""
    bonus: str = ""
    dead: bool = False
    shape: str = "box"


def usual(table: Table, theme: Theme, shapes: Sequence[str] = ("box", "circle"), stroke: str = "box") -> Look:
    """The look of all boxes of a block."""
    return Look(
        theme.color(table, "fill", "paper"),
        theme.color(table, "stroke", stroke) or stroke,
        style=theme.style(table, "inside-style", "tiny"),
        shape=table.choice("shape", tuple(shapes), shapes[0]),
    )


def looks(table: Table, theme: Theme, base: Look, names: Sequence[str], shapes: Sequence[str] = ()) -> dict[str, Look]:
    """The looks of the boxes that `at` names, each by its number or name, several as `3-5` or `3,7`."""
    found: dict[str, Look] = {}
    given = table.table("at")
    for key in given.data if given else ():
        row = given.table(key) if given else None
        if given is None or row is None:
            continue
        try:
            chosen = _chosen(key, names)
        except ValueError as error:
            given.fault(said_by(error), key)
            chosen = []
        look = read(row, theme, base, shapes or ("box", "circle"))
        for name in chosen:
            found[name] = _over(found.get(name, base), look, row)
    return found


def read(row: Table, theme: Theme, base: Look, shapes: Sequence[str] = ("box", "circle")) -> Look:
    """The look of one box from its table."""
    look = Look(
        theme.color(row, "fill", base.fill),
        theme.color(row, "stroke", base.stroke) or base.stroke,
        theme.words(row, "inside", ""),
        theme.style(row, "style", "tiny") if "style" in row else base.style,
        theme.words(row, "label", ""),
        theme.words(row, "bonus", ""),
        row.flag("dead"),
        row.choice("shape", tuple(shapes), base.shape),
    )
    row.close()
    return look


def _over(below: Look, look: Look, row: Table) -> Look:
    """A look put over another: only what its table says."""
    return below._replace(**{key: getattr(look, key) for key in Look._fields if key in row.data})


def _chosen(key: str, names: Sequence[str]) -> list[str]:
    chosen: list[str] = []
    for part in (word.strip() for word in key.split(",")):
        ends = re.fullmatch(r"(\w+)-(\w+)", part)
        if part in names:
            chosen.append(part)
        elif ends and ends[1] in names and ends[2] in names and names.index(ends[1]) <= names.index(ends[2]):
            chosen += names[names.index(ends[1]) : names.index(ends[2]) + 1]
        else:
            wrong("layout.no-box", box=repr(part), first=names[0], last=names[-1], near=near(part, names))
    return chosen


def draw(look: Look, id: str, kind: str, rect: Rect, label: str, pen: Pen, **how: Any) -> None:
    """A box with its look; one that is dead is no field."""
    if look.dead:
        dead(rect, pen)
    else:
        fill, round = look.fill or "paper", look.shape == "circle"
        corners = how.get("corners", ALL_CORNERS)
        choices, most = how.get("choices"), how.get("most", 0)
        pen.field(id, kind, rect, label, choices, most, round, look.stroke, fill, corners=corners, inside=look.inside)
    if look.inside and look.style:
        pen.text(look.inside, look.style, rect.inset(0.5), "center", middle=True)


def dead(rect: Rect, pen: Pen) -> None:
    """A box that nobody writes in: hatched, so that it is told apart without colour."""
    pen.draw(Box(*rect.inset(0.15), Paint(stroke="line", width=0.2), 0.8))
    inner = rect.inset(0.8)
    reach, step = inner.w + inner.h, 0.0
    while (step := step + HATCH) < reach:
        x1, y1 = (inner.x + step, inner.y) if step <= inner.w else (inner.right, inner.y + step - inner.w)
        x2, y2 = (inner.x, inner.y + step) if step <= inner.h else (inner.x + step - inner.h, inner.bottom)
        pen.draw(Line(x1, y1, x2, y2, Paint(stroke="line", width=0.2)))


def outline(points: Sequence[tuple[float, float]], paint: Paint) -> Path:
    """A closed shape through some points."""
    return Path((*(("L" if n else "M", point) for n, point in enumerate(points)), ("Z", ())), paint)


def any_of(looks: Mapping[str, Look], part: str) -> bool:
    """Whether some box has a label or a bonus of its own."""
    return any(getattr(look, part) for look in looks.values())
