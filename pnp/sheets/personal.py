"""What makes a sheet somebody's own: the player's name, the sheet's code and the QR text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.sheets import typefaces
from pnp.sheets.codes import Address, shown
from pnp.sheets.ink import Code, Ink, Text
from pnp.sheets.sheet import Field, Sheet

NAME_FACE = "strong"
SMALLEST_NAME = 2.2
"""A name on a pad shrinks to this size in millimetres before it is shortened."""


class Person(NamedTuple):
    """Whose sheet it is: a name, which may be empty, and the sheet's code."""

    name: str
    code: str


def seats(sheet: Sheet) -> int:
    """How many players a pad of the table has a column for: its fields p1.name, p2.name and so on."""
    return sum(1 for _ in _seats(sheet))


def at_seats(sheet: Sheet, names: Sequence[str]) -> tuple[Ink, ...]:
    """Players' names in the heads of their columns, all of one size."""
    places = list(zip(names, _seats(sheet), strict=False))
    if not places:
        return ()
    size = min(fitting(name, field) for name, field in places)
    return tuple(printed(name, field, size) for name, field in places)


def seat_values(sheet: Sheet, names: Sequence[str]) -> dict[str, str]:
    """Players' names by the fields in the heads of their columns."""
    return {field.id: name for name, field in zip(names, _seats(sheet), strict=False) if name}


def fitting(name: str, field: Field) -> float:
    """The size at which a name fits its field, within reason."""
    most = min(5.0, 0.55 * field.rect.h)
    width = typefaces.width(typefaces.printable(name), NAME_FACE, 1.0)
    return max(SMALLEST_NAME, min(most, (field.rect.w - 3) / width if width else most))


def printed(name: str, field: Field, size: float) -> Text:
    """A name in the middle of its field, as it is printed."""
    x, y = field.rect.center
    cap = typefaces.face(NAME_FACE).cap * size
    return Text(
        x, y + cap / 2, typefaces.printable(name), NAME_FACE, size, "ink", "center", field.rect.w - 3, SMALLEST_NAME
    )


def _seats(sheet: Sheet) -> Iterator[Field]:
    there = {field.id: field for field in sheet.fields}
    number = 1
    while f"p{number}.name" in there:
        yield there[f"p{number}.name"]
        number += 1


def ink_of(sheet: Sheet, person: Person, address: Address) -> Iterator[Ink]:
    """The ink of a sheet that differs from person to person."""
    said = {"name": typefaces.printable(person.name), "code": shown(person.code)}
    for one in sheet.personal:
        if isinstance(one, Text):
            # At one go, so that a name with braces in it is printed as it is.
            text = re.sub(r"\{(name|code)\}", lambda key: said[key[1]], one.text)
            if text:
                yield one._replace(text=text)
        elif isinstance(one, Code):
            yield one._replace(payload=address.payload(person.code))
        else:
            yield one
