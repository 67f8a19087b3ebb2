"""Cells that lie wherever they are put, each with a name and a shape of its own, and lines that join them.

The ids are `ID.CELL`, one for each cell.
"""

from __future__ import annotations

import itertools
from math import hypot, sqrt
from typing import Any, NamedTuple

from pnp.geometry import Rect
from pnp.sheets import boxes
from pnp.sheets.blocks.hexes import corners
from pnp.sheets.blocks.track import KINDS
from pnp.sheets.boxes import Look
from pnp.sheets.ink import Line, Paint
from pnp.sheets.pen import FIELD_BORDER, Pen
from pnp.sheets.sheet import Field
from pnp.sheets.theme import Theme
from pnp.strict import Table, near, shown, wrong
from pnp.words import say

SHAPES = ("circle", "box", "hex", "diamond")


class Cell(NamedTuple):
    id: str
    x: float
    y: float
    size: float
    kind: str
    look: Look


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        self.id = id
        self.kind = table.choice("field", KINDS, "cross")
        self.most = table.whole("most", 2 if self.kind == "tally" else 0, 0, 9)
        self.choices = theme.choices(table)
        self.usual = boxes.usual(table, theme, SHAPES)
        size = table.number("size", 10, 3, 60)
        self.cells = [self._cell(row, theme, size) for row in table.tables("cells", most=400)]
        if not self.cells:
            table.fault(say("layout.no-cells"), "cells")
        self.places = {cell.id: cell for cell in self.cells}
        self.links = table.items("links", self._link, [])
        self.link_color = theme.color(table, "link-color", "line") or "line"
        self.link_width = table.number("link-width", 0.8, 0.1, 5)
        if (self.kind == "choice") != bool(self.choices):
            table.fault(say("layout.choices"), "choices")

    def _cell(self, row: Table, theme: Theme, size: float) -> Cell:
        id = row.text("id", pattern=r"[a-z0-9][a-z0-9-]*", allowed=say("layout.an-id"))
        x, y = row.number("x", low=0, high=1000), row.number("y", low=0, high=1000)
        kind, own = row.choice("field", KINDS, self.kind), row.number("size", size, 3, 60)
        return Cell(id, x, y, own, kind, boxes.read(row, theme, self.usual, SHAPES))

    def _link(self, value: Any) -> tuple[str, ...]:
        """A chain of cells that a line joins."""
        if not isinstance(value, list) or len(value) < 2:
            wrong("layout.no-link", value=shown(value))
        for name in value:
            if not isinstance(name, str) or name not in self.places:
                wrong("layout.no-cell", name=shown(name), near=near(str(name), self.places))
        return tuple(value)

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        right = max((cell.x + cell.size / 2 for cell in self.cells), default=1)
        bottom = max((cell.y + cell.size / 2 + self._below(cell) for cell in self.cells), default=1)
        return width or right, height or bottom

    def _below(self, cell: Cell) -> float:
        style = cell.look.style
        return style.size * style.leading + 0.4 if style and (cell.look.label or cell.look.bonus) else 0.0

    def draw(self, rect: Rect, pen: Pen) -> None:
        for chain in self.links:
            for first, second in itertools.pairwise(chain):
                self._join(self.places[first], self.places[second], rect, pen)
                for one, other in ((first, second), (second, first)):
                    pen.beside.setdefault(f"{self.id}.{one}", []).append(f"{self.id}.{other}")
        for cell in self.cells:
            self._draw_cell(cell, rect, pen)

    def _join(self, a: Cell, b: Cell, rect: Rect, pen: Pen) -> None:
        length = hypot(b.x - a.x, b.y - a.y)
        if length <= (a.size + b.size) / 2:
            return
        dx, dy = (b.x - a.x) / length, (b.y - a.y) / length
        out, into = _reach(a, dx, dy), _reach(b, dx, dy)
        start = rect.x + a.x + dx * out, rect.y + a.y + dy * out
        end = rect.x + b.x - dx * into, rect.y + b.y - dy * into
        pen.draw(Line(*start, *end, Paint(stroke=self.link_color, width=self.link_width, round=True)))

    def _draw_cell(self, cell: Cell, rect: Rect, pen: Pen) -> None:
        x, y, half, look = rect.x + cell.x, rect.y + cell.y, cell.size / 2, cell.look
        box = Rect(x - half, y - half, cell.size, cell.size)
        pen.parts[cell.id] = box
        style = look.style
        how: dict[str, Any] = {"choices": self.choices if cell.kind == "choice" else {}, "most": self.most}
        if look.shape in ("box", "circle") or look.dead:
            boxes.draw(look, f"{self.id}.{cell.id}", cell.kind, box, f"{self.id} {cell.id}", pen, **how)
        else:
            diamond = [(x, box.y), (box.right, y), (x, box.bottom), (box.x, y)]
            points = corners((x, y), half - 0.15) if look.shape == "hex" else diamond
            pen.draw(boxes.outline(points, Paint(look.fill or "paper", look.stroke, FIELD_BORDER)))
            room = box.inset(half * (1 - (0.5 if look.shape == "diamond" else 1 / sqrt(2))))
            id, label = f"{self.id}.{cell.id}", f"{self.id} {cell.id}"
            pen.fields.append(Field(id, cell.kind, room, label, how["choices"], self.most, inside=look.inside))
            if look.inside and style:
                pen.text(look.inside, style, room, "center", middle=True)
        if style and (words := look.label or look.bonus):
            low = Rect(x - cell.size, box.bottom + 0.4, 2 * cell.size, style.size * style.leading)
            pen.text(words, style, low, "center", middle=True)


def _reach(cell: Cell, dx: float, dy: float) -> float:
    """How far it is from the middle of a cell to its border in a direction."""
    half = cell.size / 2
    if cell.look.shape == "diamond":
        return half / (abs(dx) + abs(dy))
    return half / max(abs(dx), abs(dy)) if cell.look.shape == "box" or cell.look.dead else half
