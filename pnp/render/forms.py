"""The fillable twin: a PDF form field over every field of a sheet, named and in the order it is read."""

from __future__ import annotations

from typing import Any

from pnp.geometry import MM, Placement, Rect
from pnp.render.job import Copy
from pnp.sheets.sheet import Field


def add_fields(canvas: Any, copy: Copy, placement: Placement, height: float) -> None:
    """Put form fields over the fields of a copy, in tab order: block by block, in each from the top and the left."""
    form = canvas.acroForm
    blocks = {name: place for place, name in enumerate(copy.sheet.blocks)}
    for field in sorted(copy.sheet.fields, key=lambda f: (blocks.get(f.block, 0), round(f.rect.y), f.rect.x)):
        if field.id == "name" and copy.person.name and not typed(copy):
            continue
        at = placement.rect(field.rect)
        _ADD[field.kind](form, field, field_name(copy, field), _box(at, height), copy)


def typed(copy: Copy) -> bool:
    """Whether a form can hold the player's name: its font has Western letters only. Any other name is printed."""
    try:
        copy.person.name.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def field_name(copy: Copy, field: Field) -> str:
    """The name of a form field: the sheet's code and the field's id, without the dots that part names in a PDF."""
    return f"{copy.person.code}_{field.id.replace('.', '_')}"


def _box(rect: Rect, height: float) -> dict[str, float]:
    side = 0.4
    return {
        "x": (rect.x + side) * MM,
        "y": (height - rect.bottom + side) * MM,
        "width": (rect.w - 2 * side) * MM,
        "height": (rect.h - 2 * side) * MM,
    }


_PLAIN: dict[str, Any] = {"borderWidth": 0, "borderColor": None, "fillColor": None, "forceBorder": False}


def _text(form: Any, field: Field, name: str, box: dict[str, float], copy: Copy) -> None:
    value = copy.person.name if field.id == "name" else ""
    size = min(12, 0.6 * box["height"])
    form.textfield(name=name, tooltip=field.label, value=value, fontSize=size, maxlen=200, **box, **_PLAIN)


def _number(form: Any, field: Field, name: str, box: dict[str, float], copy: Copy) -> None:
    del copy
    size = min(16, 0.6 * box["height"])
    form.textfield(name=name, tooltip=field.label, fontSize=size, maxlen=5, **box, **_PLAIN)


def _tally(form: Any, field: Field, name: str, box: dict[str, float], copy: Copy) -> None:
    del copy
    hint = f"{field.label}: / is 1, X is 2"
    form.textfield(name=name, tooltip=hint, fontSize=0.6 * box["height"], maxlen=1, **box, **_PLAIN)


def _choice(form: Any, field: Field, name: str, box: dict[str, float], copy: Copy) -> None:
    del copy
    # The form writer takes no empty choice, so a blank is the one that stands there first.
    options = [
        " ",
        *((f"{label[1:]} {value}" if label[:1] == "=" else value, value) for value, label in field.choices.items()),
    ]
    size = min(14, 0.4 * box["height"])
    form.choice(name=name, tooltip=field.label, value=" ", options=options, fontSize=size, **box, **_PLAIN)


def _cross(form: Any, field: Field, name: str, box: dict[str, float], copy: Copy) -> None:
    del copy
    side = min(box["width"], box["height"])
    x, y = box["x"] + (box["width"] - side) / 2, box["y"] + (box["height"] - side) / 2
    # The form writer makes a box that must be crossed unless it is told otherwise.
    form.checkbox(name=name, tooltip=field.label, x=x, y=y, size=side, buttonStyle="cross", fieldFlags="", **_PLAIN)


_ADD = {"text": _text, "number": _number, "tally": _tally, "choice": _choice, "cross": _cross}
