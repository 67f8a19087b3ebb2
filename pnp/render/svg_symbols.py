"""The pictures of a theme in an SVG file: each is one symbol, and wherever it stands it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isclose
from typing import Any, NamedTuple

from pnp.render.pdf_operators import n
from pnp.sheets.ink import Ink, bounds, moved
from pnp.sheets.pictures import Picture

SIDE = 100
"""The square that pictures are drawn in."""


class Placed(NamedTuple):
    """A picture that stands somewhere: where its square begins, and how long its side is."""

    name: str
    x: float
    y: float
    side: float


class Pictures:
    """The pictures of a theme, found again in the ink that they became."""

    def __init__(self, pictures: Mapping[str, Picture]) -> None:
        self._arts: dict[tuple[Any, ...], list[tuple[str, tuple[Ink, ...]]]] = {}
        for name, picture in sorted(pictures.items(), key=lambda one: -len(one[1].art)):
            if picture.art:
                self._arts.setdefault(_sort(picture.art[0]), []).append((name, picture.art))

    def at(self, inks: Sequence[Ink], start: int) -> tuple[Placed, tuple[Ink, ...]] | None:
        """The picture whose ink begins here, the largest if there are several, and its drawing."""
        for name, art in self._arts.get(_sort(inks[start]), ()):
            there = inks[start : start + len(art)]
            if len(there) == len(art) and (placed := _placed(name, art, there)) is not None:
                return placed, art
        return None


def _sort(ink: Ink) -> tuple[Any, ...]:
    """What an ink and its copies of other sizes have in common."""
    paint, steps = getattr(ink, "paint", None), getattr(ink, "steps", ())
    return type(ink), len(steps), paint and (paint.fill, paint.stroke)


def _placed(name: str, art: tuple[Ink, ...], there: Sequence[Ink]) -> Placed | None:
    drawn, found = bounds(art[0]), bounds(there[0])
    scale = found.w / drawn.w if drawn.w > drawn.h else found.h / max(drawn.h, 1e-9)
    x, y = found.x - drawn.x * scale, found.y - drawn.y * scale
    same = scale > 0 and all(_alike(moved(one, x, y, scale), other) for one, other in zip(art, there, strict=True))
    return Placed(name, x, y, SIDE * scale) if same else None


def _alike(one: Any, other: Any) -> bool:
    """Whether two inks are the same but for what is lost in counting."""
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return isclose(one, other, abs_tol=1e-5) if isinstance(one, float) else bool(one == other)


class Symbols:
    """The symbols of a file: each picture once, and again for another size where lines and hatches don't grow."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], str] = {}

    @property
    def elements(self) -> list[str]:
        """The symbols, as they stand at the head of the file."""
        made = [f'<symbol id="{id}" {content}</symbol>' for (_, content), id in self._known.items()]
        return ["<defs>", *made, "</defs>"] if made else []

    def use(self, placed: Placed, art: Iterable[Ink], size: float, drawn: Callable[[Ink], str]) -> str:
        """A picture used in its place; its symbol is drawn at the size that is named."""
        shapes = "".join(drawn(moved(one, 0, 0, size / SIDE)) for one in art)
        content = f'viewBox="0 0 {n(size)} {n(size)}" overflow="visible">{shapes}'
        id = self._known.setdefault((placed.name, content), f"p{len(self._known)}-{placed.name}")
        place = f'x="{n(placed.x)}" y="{n(placed.y)}" width="{n(placed.side)}" height="{n(placed.side)}"'
        return f'<use href="#{id}" {place}/>'
