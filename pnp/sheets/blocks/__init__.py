"""The kinds of blocks a layout is made of, one module each: found by looking, so a new kind is one new file.

A module has a class `Block`, made from the block's table, the theme and the id: it takes the keys it knows, and what
is wrong goes to the table's faults. Its method `size` says how large it wants to be, `draw` puts its fields and ink
on the paper with a pen, and `footprint`, where it has one, says which parts of its rectangle it takes up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from pnp.geometry import Rect
from pnp.sheets.pen import Pen
from pnp.sheets.theme import Theme
from pnp.strict import Table


class Drawable(Protocol):
    """A block that has been read."""

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        """How large the block is, given the width and height that its layout fixes."""
        ...

    def draw(self, rect: Rect, pen: Pen) -> None:
        """Put the block's fields and ink into its rectangle."""
        ...


@cache
def kinds() -> tuple[str, ...]:
    """The names of all kinds.

    >>> "grid" in kinds(), "scale-bar" in kinds()
    (True, True)
    """
    return tuple(sorted(m.name.replace("_", "-") for m in iter_modules(__path__)))


def load(kind: str) -> Callable[[Table, Theme, str], Drawable]:
    """A kind by its name."""
    block: Callable[[Table, Theme, str], Drawable] = import_module(f"{__name__}.{kind.replace('-', '_')}").Block
    return block
