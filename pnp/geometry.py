"""One coordinate system: millimetres from the top left corner, x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MM = 72 / 25.4
"""PDF points in a millimetre."""


class Rect(NamedTuple):
    """A rectangle by its left, top, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Rect:
        return Rect(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def holds(self, other: Rect, slack: float = 0.01) -> bool:
        """Whether another rectangle lies inside this one.

        >>> Rect(0, 0, 10, 10).holds(Rect(1, 1, 9, 9)), Rect(0, 0, 10, 10).holds(Rect(1, 1, 10, 9))
        (True, False)
        """
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Rect, slack: float = 0.01) -> bool:
        """Whether two rectangles share more than an edge."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )


def around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle that holds some others.

    >>> around((Rect(0, 0, 2, 2), Rect(5, 1, 1, 3)))
    Rect(x=0, y=0, w=6, h=4)
    """
    given = list(rects)
    x, y = min(one.x for one in given), min(one.y for one in given)
    return Rect(x, y, max(one.right for one in given) - x, max(one.bottom for one in given) - y)


class Placement(NamedTuple):
    """Where a sheet lies on its paper: a scale, then a shift; both keep the axes."""

    scale: float = 1.0
    dx: float = 0.0
    dy: float = 0.0

    def rect(self, r: Rect) -> Rect:
        """A rectangle of the sheet on the paper.

        >>> Placement(0.5, 10, 20).rect(Rect(2, 4, 6, 8))
        Rect(x=11.0, y=22.0, w=3.0, h=4.0)
        """
        return Rect(self.dx + r.x * self.scale, self.dy + r.y * self.scale, r.w * self.scale, r.h * self.scale)
