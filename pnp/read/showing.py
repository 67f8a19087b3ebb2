"""What was read, for people to look at: the sheet laid flat with what was taken for what, and single fields."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from pnp.read.reading import Reading
from pnp.read.straightening import MARGIN
from pnp.sheets.sheet import Field

Array = np.ndarray[Any, Any]
_SURE, _DOUBT, _EMPTY = (60, 130, 20), (0, 60, 230), (190, 190, 190)
"""Green, red, grey, as blue, green, red."""
_AROUND = 0.15


def picture(reading: Reading, share: float = 0.6) -> bytes:
    """The sheet laid flat as a PNG file: a frame around each field, what was read beside it, doubts in red."""
    small = cv2.resize(reading.flat.light, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    drawn = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    doubts = {one.field for one in reading.doubts}
    dots = reading.flat.dots * share
    for field in reading.kind.sheet.fields:
        mark = reading.marks.get(field.id, "~" if field.id in reading.texts else None)
        color = _DOUBT if field.id in doubts else _EMPTY if mark is None else _SURE
        _frame(drawn, field, color, dots, "?" if mark is None and field.id in doubts else _word(mark))
    return _png(drawn)


def _frame(drawn: Array, field: Field, color: tuple[int, int, int], dots: float, word: str) -> None:
    x, y = (field.rect.x + MARGIN) * dots, (field.rect.y + MARGIN) * dots
    w, h = field.rect.w * dots, field.rect.h * dots
    cv2.rectangle(drawn, (round(x) + 1, round(y) + 1), (round(x + w) - 1, round(y + h) - 1), color, 1)
    if word:
        size = max(0.32, min(0.55, h / 60))
        cv2.putText(
            drawn, word, (round(x) + 3, round(y + h) - 4), cv2.FONT_HERSHEY_SIMPLEX, size, color, 1, cv2.LINE_AA
        )


def _word(mark: object) -> str:
    """What was read, in letters that every drawing has."""
    text = "x" if mark is True else "" if mark is None else str(mark)
    return text.encode("ascii", "replace").decode()


def crop(reading: Reading, id: str) -> bytes:
    """A field of the photo, laid flat, with a little around it, as a PNG file."""
    field = next(one for one in reading.kind.sheet.fields if one.id == id)
    edge = _AROUND * min(field.rect.w, field.rect.h)
    place = field.rect.inset(-edge)
    dots = reading.flat.dots
    left, top = max(0, round((place.x + MARGIN) * dots)), max(0, round((place.y + MARGIN) * dots))
    light = reading.flat.light[top : round((place.bottom + MARGIN) * dots), left : round((place.right + MARGIN) * dots)]
    share = min(1.0, 240 / max(light.shape))
    return _png(cv2.resize(light, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else light)


def _png(image: Array) -> bytes:
    _, data = cv2.imencode(".png", image)
    return bytes(data)
