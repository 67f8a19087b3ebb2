"""Which sheets share the numbers of their reader marks, and so may be taken for each other in a photo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.errors import InputError
from pnp.sheets import layout
from pnp.sheets.blocks.reader_marks import PATTERNS
from pnp.sheets.layout import Layout
from pnp.strict import Fault
from pnp.words import say

MARKS = 4


class Corners(NamedTuple):
    """The reader marks of a sheet: whose they are, the number of the first, and the place of their block."""

    game: str
    sheet: str
    first: int
    path: tuple[str | int, ...]


def clashes(given: Layout, files: Sequence[Path] = ()) -> list[Fault]:
    """The sheets of a layout whose marks another sheet has too: one that is shipped, or one of these files."""
    own = list(_corners(given))
    if not own:
        return []
    others = [*own, *_shipped(), *_of_files(files)]
    taken = {number // MARKS for corners in others for number in (corners.first, corners.first + MARKS - 1)}
    free = next((first for first in range(0, len(PATTERNS), MARKS) if first // MARKS not in taken), None)
    faults = []
    for corners in own:
        for other in others:
            if abs(corners.first - other.first) < MARKS and corners[:2] != other[:2]:
                marks = {"first": corners.first, "last": corners.first + MARKS - 1}
                facts = {"other": f"{other.game}/{other.sheet}", "free": free}
                faults.append(Fault(corners.path, say("marks-clash", **marks, **facts)))
                break
    return faults


def _corners(given: Layout) -> Iterator[Corners]:
    for name, plan in given.sheets.items():
        blocks: Any = plan.data.get("blocks")
        for number, row in enumerate(blocks if isinstance(blocks, list) else ()):
            first = row.get("first", 0) if isinstance(row, dict) and row.get("kind") == "reader-marks" else None
            if isinstance(first, int):
                yield Corners(given.game, name, first, ("sheets", name, "blocks", number))


@cache
def _shipped() -> tuple[Corners, ...]:
    return tuple(corners for name in layout.names() for corners in _corners(layout.load(layout.find(name))))


def _of_files(files: Sequence[Path]) -> Iterator[Corners]:
    for path in files:
        with suppress(InputError):  # a file that can't be read is told of when it is its turn
            yield from _corners(layout.load(path))
