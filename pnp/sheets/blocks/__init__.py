"""The kinds of blocks a layout is made of, one module each: found by looking, so a new kind is one new file.

A module has a class `Block` with three methods: `read` takes the block's keys from its table, `size` says how
large it wants to be, `draw` puts its fields and ink on the paper with a pen.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol

from pnp.geometry import Rect
from pnp.sheets.look import Look
from pnp.sheets.pen import Pen
from pnp.strict import Table


class Drawable(Protocol):
    """A block that has been read."""

    def size(self, width: float | None, height: float | None) -> tuple[float, float]:
        """How large the block is, given the width and height that its layout fixes."""
        ...

    def draw(self, rect: Rect, pen: Pen) -> None:
        """Put the block's fields and ink into its rectangle."""
        ...


class Kind(Protocol):
    """A kind of block."""

    @classmethod
    def read(cls, table: Table, look: Look, id: str) -> Drawable:
        """The block from its keys; what is wrong goes to the table's faults."""
        ...


@cache
def kinds() -> tuple[str, ...]:
    """The names of all kinds.

    >>> "grid" in kinds(), "scale-bar" in kinds()
    (True, True)
    """
    return tuple(sorted(m.name.replace("_", "-") for m in iter_modules(__path__)))


def load(kind: str) -> Kind:
    """A kind by its name."""
    block: Kind = import_module(f"{__name__}.{kind.replace('-', '_')}").Block
    return block
