"""An area without ink: a place that other blocks are anchored to, and what a component lies in."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Block:
    def __init__(self, table: Table, theme: Theme, id: str) -> None:
        del table, theme, id

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        return width or 20, height or 20

    def draw(self, rect: Rect, pen: Pen) -> None:
        """It leaves no ink."""

    def footprint(self, rect: Rect) -> tuple[Rect, ...]:
        """It takes up nothing: what lies on it lies on no block."""
        del rect
        return ()
