"""A test print for both sides of a page: crosses that meet against the light, and scales that say how far off."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.geometry import Placement, Rect
from pnp.render.card_pages import Shift, turns_sideways
from pnp.render.imposition import Margins, Plan, Slot, size_of
from pnp.sheets.ink import Disc, Ink, Line, Paint, Text
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import COLORS, STYLES, Theme

FRONT, BACK = Paint(stroke="ink", width=0.2), Paint(stroke="accent", width=0.2)
REACH = 8


def sheets(paper: str, duplex: str, shift: Shift, words: tuple[str, str]) -> tuple[Sheet, Sheet]:
    """The front and the back of the test print."""
    width, height = size_of(paper)
    places = [(width * x, height * y) for x in (0.2, 0.8) for y in (0.15, 0.85)]
    places.append((width / 2, height / 2))
    flat = Plan(width, height, (Slot(Rect(0, 0, width, height), Placement()),))
    sideways = turns_sideways(flat, duplex)
    behind = [(width - x if sideways else x, y if sideways else height - y) for x, y in places]
    front = [one for x, y in places for one in _scale(x, y)]
    back = [one for x, y in behind for one in _cross(x + shift.x, y + shift.y)]
    front.append(Text(width / 2, height * 0.32, words[0], "text", 4, "ink", "center", width - 30, 2.5))
    back.append(Text(width / 2, height * 0.32, words[1], "text", 4, "accent", "center", width - 30, 2.5))
    return _sheet("front", width, height, front), _sheet("back", width, height, back)


def _sheet(name: str, width: float, height: float, ink: list[Ink]) -> Sheet:
    theme = Theme(COLORS, STYLES, {})
    return Sheet("test-print", "Test print", name, name, 1, "en", "table", width, height, theme, (), tuple(ink))


def _scale(x: float, y: float) -> Iterator[Ink]:
    """A cross with a stroke at every millimetre."""
    yield Line(x - REACH, y, x + REACH, y, FRONT)
    yield Line(x, y - REACH, x, y + REACH, FRONT)
    for n in range(-REACH, REACH + 1):
        half = 1.2 if n % 5 == 0 else 0.6
        yield Line(x + n, y - half, x + n, y + half, FRONT)
        yield Line(x - half, y + n, x + half, y + n, FRONT)
    yield Text(x + REACH + 1, y + 1, "x +", "text", 2.6, "soft")
    yield Text(x + 0.8, y + REACH + 3, "y +", "text", 2.6, "soft")


def _cross(x: float, y: float) -> Iterator[Ink]:
    yield Line(x - REACH, y, x + REACH, y, BACK)
    yield Line(x, y - REACH, x, y + REACH, BACK)
    yield Disc(x, y, 3, BACK)


def margins() -> Margins:
    """The test print goes to the edges: its crosses are far from them."""
    return Margins(0, 0, 0, 0)
