"""Contrast: whether a text can be told from what lies below it, as WCAG 2 measures it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.geometry import MM
from pnp.sheets.ink import Box, Disc, Image, Ink, Point, Text, bounds, outline, text_bounds
from pnp.sheets.ink import Path as Shape
from pnp.sheets.layout import Layout, expand
from pnp.sheets.sheet import Sheet
from pnp.sheets.view import View
from pnp.strict import Fault, Path
from pnp.words import say

LEAST, LEAST_LARGE = 4.5, 3.0
"""What normal and large text needs."""
LARGE, LARGE_BOLD = 18.0, 14.0
"""Points from which on text is large."""
BOLD = ("display", "strong")
PAPER = "#ffffff"


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 for equal ones to 21 for black and white.

    >>> contrast("#000000", "#ffffff"), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def faults_of(layout: Layout) -> list[Fault]:
    """Every text of a layout that is too pale for what lies below it; of a block the first one in each colour."""
    found: dict[tuple[Path, str, str], Fault] = {}
    for name in layout.sheets:
        for arrangement in ("", *layout.arrangements(name)):
            sheet, wrong = expand(layout, name, View(arrangement=arrangement))
            for path, text, ground in _pale(sheet, layout.plan(name, arrangement).name) if not wrong else ():
                color = sheet.theme.colors[text.color]
                facts = {"contrast": f"{contrast(color, ground):.1f}", "least": f"{_needed(text):g}"}
                told = say("layout.low-contrast", text=repr(text.text), color=color, ground=ground, **facts)
                found.setdefault((path, text.color, ground), Fault(path, told))
    return list(found.values())


def _pale(sheet: Sheet, plan: str) -> Iterator[tuple[Path, Text, str]]:
    """The texts of a sheet that are too pale, each with its place and the colour below it."""
    paths: list[Path] = [
        ("sheets", plan, "blocks", number) for number, (_, count) in enumerate(sheet.spans) for _ in range(count)
    ]
    for place, text in enumerate(sheet.ink):
        if isinstance(text, Text) and text.text.strip():
            color = sheet.theme.colors[text.color]
            pale = [
                ground
                for ground in _grounds(text, sheet.ink[:place], sheet.theme.colors)
                if contrast(color, ground) < _needed(text)
            ]
            if pale:
                yield paths[place] if place < len(paths) else ("sums",), text, pale[0]


def _needed(text: Text) -> float:
    return LEAST_LARGE if text.size * MM >= (LARGE_BOLD if text.face in BOLD else LARGE) else LEAST


def _grounds(text: Text, inks: Sequence[Ink], colors: Mapping[str, str]) -> Iterator[str]:
    """The colours of what lies below the ends and the middle of a text, where that is no picture of dots."""
    frame = text_bounds(text)
    for part in (0.1, 0.5, 0.9):
        point = frame.x + part * frame.w, frame.center[1]
        top = next((ink for ink in reversed(inks) if _covers(ink, point)), None)
        if not isinstance(top, Image):
            yield colors[top.paint.fill] if isinstance(top, Box | Disc | Shape) else PAPER


def _covers(ink: Ink, point: Point) -> bool:
    (x, y), frame = point, bounds(ink)
    if not (frame.x <= x <= frame.right and frame.y <= y <= frame.bottom):
        return False
    if not isinstance(ink, Box | Disc | Shape) or not ink.paint.fill:
        return isinstance(ink, Image)
    inside = False
    for ring in outline(ink):
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
                inside = not inside
    return inside
