"""Where a block lies: edges in millimetres of the sheet, or beside the edges of the page and of other blocks."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from pnp.geometry import Rect, around
from pnp.strict import Table, WrongError, near, shown, wrong
from pnp.words import say

_EDGE = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?)|([a-z][a-z0-9-]*)(?:\[([a-z0-9.-]+)\])?\.(left|right|top|bottom|center|middle))"
    r"((?:\s*[+-]\s*-?\d+(?:\.\d+)?)*)\s*"
)
_DISTANCE = re.compile(r"([+-])\s*(-?)(\d+(?:\.\d+)?)")
ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
DOWN = {"top": 0.0, "middle": 0.5, "bottom": 1.0}
_SHORTEST, _FARTHEST = 0.1, 2000.0
NOWHERE = Rect(*[float("nan")] * 4)
"""Where a block lies that has faults of its own."""
KEYS = (*ACROSS, *DOWN, "width", "height")


def edge(value: object, placed: Mapping[str, Rect], axis: Mapping[str, float]) -> float:
    """A coordinate: a number, or an edge of the page or of a block before this one, and perhaps a distance.

    >>> edge("page.right - 10", {"page": Rect(0, 0, 190, 250)}, ACROSS)
    180.0
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not -_FARTHEST <= value <= _FARTHEST:
            wrong("layout.too-far", value=shown(value), most=f"{_FARTHEST:g}")
        return float(value)
    found = _EDGE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        wrong("layout.no-place", value=shown(value))
    number, name, part, side, distances = found.groups()
    shift = sum(float(n) * (-1 if (sign == "-") != (minus == "-") else 1) for sign, minus, n in _terms(distances))
    if number:
        return float(number) + shift
    rect = rect_of(name, part or "", placed)
    if side not in axis:
        wrong("layout.other-direction", side=side, allowed=tuple(axis))
    start, length = (rect.x, rect.w) if axis is ACROSS else (rect.y, rect.h)
    return start + length * axis[side] + shift


def _terms(distances: str) -> list[tuple[str, str, str]]:
    return _DISTANCE.findall(distances)


def rect_of(name: str, part: str, placed: Mapping[str, Rect]) -> Rect:
    """Where the page, a block before this one or a part of it lies; `3-6` is all from part 3 to part 6.

    >>> placed = {"coins": Rect(0, 0, 30, 10), "coins[1]": Rect(0, 0, 10, 10), "coins[2]": Rect(10, 0, 10, 10)}
    >>> rect_of("coins", "1-2", placed)
    Rect(x=0, y=0, w=20, h=10)
    """
    if name not in placed:
        wrong("layout.no-block-before", block=repr(name), near=near(name, [n for n in placed if "[" not in n]))
    if not part or placed[name] is NOWHERE:
        return placed[name]
    if (whole := placed.get(f"{name}[{part}]")) is not None:
        return whole
    for dash in re.finditer("-", part):
        first = placed.get(f"{name}[{part[: dash.start()]}]")
        last = placed.get(f"{name}[{part[dash.end() :]}]")
        if first and last:
            return around((first, last))
    parts = [known[len(name) + 1 : -1] for known in placed if known.startswith(f"{name}[")]
    if not parts:
        wrong("layout.no-parts", block=name)
    few = ", ".join(parts[:6]) + ("…" if len(parts) > 6 else "")
    raise WrongError(say("layout.no-part", block=name, part=repr(part), known=few, near=near(part, parts)))


def inner_place(value: object, axis: Mapping[str, float], area: str, inner: Collection[str]) -> object:
    """A place inside a component as one on the sheet: numbers and `page` count from its area, ids are its own.

    >>> inner_place(3, ACROSS, "red", {"boxes"}), inner_place("boxes.right + 1", ACROSS, "red", {"boxes"})
    ('red.left + 3', 'red-boxes.right + 1')
    """
    start = next(iter(axis))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{area}.{start} {'+' if value >= 0 else '-'} {abs(value)}"
    if not isinstance(value, str):
        return value
    if re.match(r"\s*\d", value):
        return f"{area}.{start} + {value.strip()}"
    name = re.split(r"[.\[]", value.strip(), maxsplit=1)[0]
    if name == "page":
        return value.strip().replace("page", area, 1)
    return f"{area}-{value.strip()}" if name in inner else value


class Place:
    """The edges that a layout gives a block along both axes."""

    def __init__(self, table: Table, placed: Mapping[str, Rect]) -> None:
        self._table = table
        self.across = self._edges(ACROSS, placed)
        self.down = self._edges(DOWN, placed)
        self.width = table.number("width", None, 0.5, 2000) if "width" in table else None
        self.height = table.number("height", None, 0.5, 2000) if "height" in table else None

    def _edges(self, axis: Mapping[str, float], placed: Mapping[str, Rect]) -> dict[str, float]:
        found: dict[str, float] = {}
        for name in axis:
            if name in self._table:
                value = self._table.item(self._table.raw(name), None, lambda v: edge(v, placed, axis), name)
                if value is not None:
                    found[name] = value
        ends = list(found)
        if len(ends) == 2 and found[ends[1]] - found[ends[0]] < _SHORTEST:
            first, last = ends
            at, to = f"{found[first]:g}", f"{found[last]:g}"
            self._table.fault(say("layout.too-short", first=first, at=at, last=last, to=to, least=_SHORTEST), last)
        return found

    @property
    def nowhere(self) -> bool:
        """Whether the block leans on one that has faults: then there is nothing to say about its place."""
        return any(at != at for at in (*self.across.values(), *self.down.values()))

    def given(self, across: bool) -> float | None:
        """The length that the layout itself gives the block along an axis, if it does."""
        edges, length = (self.across, self.width) if across else (self.down, self.height)
        if length is not None:
            return length
        ends = list(edges.values())
        return ends[-1] - ends[0] if len(ends) == 2 else None

    def rect(self, width: float, height: float) -> Rect:
        """The block's rectangle when it is so large."""
        return Rect(self._start(ACROSS, self.across, width), self._start(DOWN, self.down, height), width, height)

    def _start(self, axis: Mapping[str, float], edges: Mapping[str, float], length: float) -> float:
        both_ends = [name for name in edges if axis[name] != 0.5]
        if not edges:
            self._table.fault(say("layout.placeless", edges=tuple(axis)))
            return 0.0
        fixed = self.width if axis is ACROSS else self.height
        if len(edges) > 1 and (len(both_ends) != len(edges) or fixed is not None):
            length_key = ("width" if axis is ACROSS else "height",) if fixed is not None else ()
            self._table.fault(say("layout.too-many-edges", given=(*edges, *length_key)))
        name, at = next(iter(edges.items()))
        return at - axis[name] * length
