"""Photos of filled-in sheets: decoded, read beside the press's own blank sheets, answered as plain values."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp import bounded_process
from pnp.errors import InputError
from pnp.read import installed
from pnp.render import blank_sheets, photo
from pnp.words import Said, say

if TYPE_CHECKING:
    from pnp.read.known_sheets import Kind
    from pnp.read.reading import Reading
    from pnp.read.straightening import Blank

LONGEST = 4200
"""Dots along the longer side: what a camera has beyond that says nothing more."""
SECONDS, MEMORY = 20.0, 2_500_000_000
"""Seconds of a processor and bytes of address space that the reading of a photo may take."""
MOST_KEPT = 24
_kept: dict[tuple[str, str, str], Blank] = {}


def read_bounded(data: bytes, own: tuple[Path, ...] = (), show: bool = False) -> dict[str, Any]:
    """What a photo says, read in a process of its own that a clock and a memory limit end."""
    installed.ask()
    if len(data) > photo.MOST_BYTES:
        raise InputError(say("no-photo.large", size=f"{len(data) / 1e6:.1f}", most=photo.MOST_BYTES // 1_000_000))
    work = f"{__name__}:read"
    answer: dict[str, Any] = bounded_process.call(
        work, data, [str(path) for path in own], show, seconds=SECONDS, memory=MEMORY
    )
    return answer


def read(data: bytes, own: list[str] | tuple[str, ...] = (), show: bool = False) -> dict[str, Any]:
    """What a photo says: its sheets, each with marks, doubts and the crops of doubtful fields, and what went wrong."""
    readings, troubles = readings_of(data, tuple(Path(path) for path in own))
    return {
        "sheets": [{**one.as_json(), "crops": _crops(one), **_shown(one, show)} for one in readings],
        "troubles": [[one.key, dict(one.facts) if isinstance(one.facts, Mapping) else {}] for one in troubles],
    }


def readings_of(data: bytes, own: tuple[Path, ...] = ()) -> tuple[list[Reading], list[Said]]:
    """The sheets of a photo's file as they were read, and what can't be read in it."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    installed.load()
    import cv2
    import numpy

    from pnp.read import models, reading

    cv2.setNumThreads(1)
    width, height, rows = photo.gray(data, LONGEST)
    dots = numpy.frombuffer(rows, numpy.uint8).reshape(height, width)
    return reading.read(dots, blank, models.of_sheet, own)


def _crops(one: Reading) -> dict[str, bytes]:
    """The fields in doubt as small pictures, for whoever confirms them."""
    from pnp.read import showing

    return {doubt.field: showing.crop(one, doubt.field) for doubt in one.doubts}


def _shown(one: Reading, show: bool) -> dict[str, bytes]:
    """The sheet laid flat with what was read drawn over it, if it was asked for."""
    from pnp.read import showing

    return {"picture": showing.picture(one)} if show else {}


def blank(kind: Kind, ink: str) -> Blank:
    """A sheet as the press prints it before anybody writes on it."""
    import numpy

    from pnp.read import straightening

    dots = straightening.dots_of(kind.sheet)
    key = kind.key, kind.sheet.language, ink
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        width, height, rows = blank_sheets.luminance(kind.sheet, ink, kind.guides, dots, straightening.MARGIN)
        dots_there = numpy.frombuffer(rows, numpy.uint8).reshape(height, width)
        _kept[key] = straightening.Blank(kind.sheet, dots, dots_there)
    return _kept[key]
