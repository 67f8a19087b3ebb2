"""Filling in a sheet: the marks of a player as ink in its fields, one way for each kind of field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pnp.errors import InputError
from pnp.games.codec import Mark, Marks
from pnp.geometry import Rect
from pnp.sheets import personal, typefaces
from pnp.sheets.ink import Ink, Line, Paint, Text, fitted_size
from pnp.sheets.sheet import Field, Sheet
from pnp.words import say

CELL = re.compile(r"\.c(\d+)r(\d+)$")
STROKE = Paint(stroke="pen", width=0.6, round=True)


def ink_of(sheet: Sheet, marks: Marks) -> list[Ink]:
    """The ink of what was written on a sheet."""
    fields = {field.id: field for field in sheet.fields}
    printed = {"name"} if any(isinstance(one, Text) and "{name}" in one.text for one in sheet.personal) else set()
    drawn: list[Ink] = []
    composed: dict[str, dict[tuple[int, int], str]] = {}
    sizes = _sizes(sheet, fields, marks)
    for id, mark in marks.items():
        if id not in fields:
            raise InputError(say("no-field-on-sheet", sheet=sheet.key, field=repr(id)))
        field = fields[id]
        scene, cell = sheet.scenes.get(field.block), CELL.search(id)
        if scene and cell and str(mark) in scene.rules.joins:
            composed.setdefault(field.block, {})[int(cell[1]), int(cell[2])] = str(mark)
        elif id not in printed:
            ink = DRAW[field.kind](sheet, field, mark)
            drawn += [one._replace(size=sizes[id]) if isinstance(one, Text) and id in sizes else one for one in ink]
    scenes = [one for block, parts in composed.items() for one in sheet.scenes[block].ink(parts, sheet.theme)]
    return [*scenes, *drawn]


def _sizes(sheet: Sheet, fields: Mapping[str, Field], marks: Marks) -> dict[str, float]:
    """One size for all that is written in boxes of one kind beside each other, small enough for the longest."""
    rows: dict[tuple[str, float, float], list[tuple[str, float]]] = {}
    for id, mark in marks.items():
        field = fields.get(id)
        if field is not None and field.kind in ("number", "text") and not id.endswith(".name"):
            for one in DRAW[field.kind](sheet, field, mark):
                if isinstance(one, Text):
                    fitted = fitted_size(one, typefaces.width(one.text, one.face, 1.0))
                    rows.setdefault((field.kind, field.rect.y, field.rect.h), []).append((id, fitted))
    return {id: min(size for _, size in row) for row in rows.values() for id, _ in row}


def _choice(sheet: Sheet, field: Field, mark: Mark) -> Iterator[Ink]:
    """The picture of the choice; one that the field does not allow is drawn all the same, as the player did."""
    picture = field.choices.get(str(mark)) or _elsewhere(sheet, field, str(mark))
    inset = 0.16 * field.rect.w if field.round else 0.3
    if picture[:1] == "=":
        yield from _number(sheet, field, picture[1:])
    elif picture:
        yield from sheet.theme.pictures[picture].at(field.rect.inset(inset))
    else:
        yield from _number(sheet, field, mark)


def _elsewhere(sheet: Sheet, field: Field, value: str) -> str:
    block = field.id.split(".")[0]
    for other in sheet.fields:
        if other.id.split(".")[0] == block and value in other.choices:
            return other.choices[value]
    return ""


def _number(sheet: Sheet, field: Field, mark: Mark) -> Iterator[Ink]:
    style, size = sheet.theme.styles["number"], number_size(sheet, field)
    x, y = field.room.center
    cap = typefaces.face(style.face).cap * size
    yield Text(x, y + cap / 2, _signed(mark), style.face, size, style.color, "center", field.rect.w - 1, 1.5)


def number_size(sheet: Sheet, field: Field) -> float:
    """How large a number is written in a field."""
    return min(sheet.theme.styles["number"].size, 0.62 * field.rect.h, field.room.h)


def _signed(mark: Mark) -> str:
    return f"−{-mark}" if isinstance(mark, int) and mark < 0 else str(mark)


def _text(sheet: Sheet, field: Field, mark: Mark) -> Iterator[Ink]:
    """A word as it is written; a player's name at the head of a column as it is printed."""
    if field.id.endswith(".name"):
        yield from personal.printed(str(mark), field)
        return
    size = min(5.0, 0.5 * field.rect.h)
    cap = typefaces.face("text").cap * size
    x, y = field.rect.x + 1, field.rect.center[1]
    del sheet
    yield Text(x, y + cap / 2, typefaces.printable(str(mark)), "text", size, "pen", "left", field.rect.w - 2, 1.5)


def _cross(sheet: Sheet, field: Field, mark: Mark) -> Iterator[Ink]:
    del sheet
    if mark:
        r = _written(field.rect)
        yield Line(r.x, r.y, r.right, r.bottom, STROKE)
        yield Line(r.x, r.bottom, r.right, r.y, STROKE)


def _tally(sheet: Sheet, field: Field, mark: Mark) -> Iterator[Ink]:
    """A stroke counts one, a cross two; more is a number."""
    if not isinstance(mark, int) or mark > 2:
        yield from _number(sheet, field, mark)
    elif mark:
        r = _written(field.rect)
        yield Line(r.x, r.bottom, r.right, r.y, STROKE)
        if mark == 2:
            yield Line(r.x, r.y, r.right, r.bottom, STROKE)


def _written(rect: Rect) -> Rect:
    return rect.inset(0.2 * min(rect.w, rect.h))


DRAW: dict[str, Callable[[Sheet, Field, Mark], Iterator[Ink]]] = {
    "choice": _choice,
    "number": _number,
    "cross": _cross,
    "tally": _tally,
    "text": _text,
}
