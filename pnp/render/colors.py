"""The three ways to spend ink: as designed, outlines only, or pure black."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.sheets.ink import Paint

MODES = ("normal", "low", "black")
WHITE = "#ffffff"
BLACK = "#000000"
HAIRLINE = 0.2
THIN = ("line", "faint")
"""Colours that are pale in colour print: in black they are thin instead."""


class Tint(NamedTuple):
    """A paint in real colours: hex values, or empty where nothing is painted."""

    fill: str
    stroke: str
    width: float


class Palette:
    """The colours of a theme in one ink mode."""

    def __init__(self, colors: Mapping[str, str], mode: str) -> None:
        self._colors = colors
        self._mode = mode
        self._known: dict[Paint, Tint] = {}

    def color(self, name: str) -> str:
        """The colour of text or of a line.

        >>> Palette({"reverse": "#ffffff", "ink": "#123456"}, "low").color("reverse")
        '#123456'
        """
        if self._mode == "normal":
            return self._colors[name]
        if name == "reverse":
            name = "ink"
        if self._mode == "low" or self._colors[name].lower() == WHITE:
            return self._colors[name]
        return BLACK

    def tint(self, paint: Paint) -> Tint:
        """A shape's colours; outside the normal mode only fills that carry a meaning are kept."""
        known = self._known.get(paint)
        if known is None:
            known = self._known[paint] = self._mixed(paint)
        return known

    def _mixed(self, paint: Paint) -> Tint:
        fill = self._colors[paint.fill] if paint.fill else ""
        stroke = self.color(paint.stroke) if paint.stroke else ""
        width = paint.width
        if self._mode == "black" and paint.stroke in THIN:
            width = min(width, HAIRLINE)
        if self._mode == "normal" or not fill or fill.lower() == WHITE:
            return Tint(fill, stroke, width)
        if paint.solid:
            return Tint(self.color(paint.fill), stroke, width)
        return Tint("", stroke or self.color(paint.fill), width if stroke else HAIRLINE)
