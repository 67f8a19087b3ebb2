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


NAME_LEADING = 1.15
ALIKE = 0.75
"""Names that fit at so much of the largest size have one size beside each other; longer ones are smaller alone."""


class Person(NamedTuple):
    """Whose sheet it is: a name, which may be empty, and the sheet's code."""

    name: str
    code: str


def seats(sheet: Sheet) -> int:
    """How many players a pad of the table has a column for: its fields p1.name, p2.name and so on."""
    return sum(1 for _ in _seats(sheet))


def at_seats(sheet: Sheet, names: Sequence[str]) -> tuple[Ink, ...]:
    """Players' names in the heads of their columns: of one size, but for those that are too long for it."""
    places = [(*_set(name, field), field) for name, field in zip(names, _seats(sheet), strict=False) if name]
    usual = [size for size, lines, field in places if len(lines) == 1 and size >= ALIKE * _largest(field)]
    alike = min(usual, default=5.0)
    return tuple(
        text
        for size, lines, field in places
        for text in _printed(lines, field, alike if size in usual else min(size, alike))
    )


def shortened(sheet: Sheet, names: Sequence[str]) -> list[str]:
    """The names that the heads of their columns have no room for."""
    places = ((name, _set(name, field)[1], field) for name, field in zip(names, _seats(sheet), strict=False))
    return [name for name, lines, field in places if _width(lines) * SMALLEST_NAME > _room(field) + 0.001]


def seat_values(sheet: Sheet, names: Sequence[str]) -> dict[str, str]:
    """Players' names by the fields in the heads of their columns."""
    return {field.id: name for name, field in zip(names, _seats(sheet), strict=False) if name}


def printed(name: str, field: Field) -> list[Text]:
    """A name in the middle of its field, as it is printed: in two lines where it is larger there."""
    size, lines = _set(name, field)
    return _printed(lines, field, size)


def _set(name: str, field: Field) -> tuple[float, list[str]]:
    """The size at which a name fits its field, within reason, and its lines."""
    name = typefaces.printable(name)
    cuts = [at.end() for at in re.finditer(r"[ -]+(?=.)", name)]
    ways = [[name], *([name[:cut].rstrip(), name[cut:]] for cut in cuts)]
    lines = min(ways, key=lambda way: (-_fitting(way, field), len(way)))
    if _fitting(lines, field) < SMALLEST_NAME:
        # It is shortened in the end only, where its beginning has a line.
        lines = next((way for way in ways[:0:-1] if _fitting([way[0]], field) >= SMALLEST_NAME), lines)
    return max(SMALLEST_NAME, _fitting(lines, field)), lines


def _fitting(lines: Sequence[str], field: Field) -> float:
    high = (field.rect.h - 1) / (len(lines) * NAME_LEADING)
    return min(_largest(field), high, _room(field) / max(_width(lines), 0.01))


def _largest(field: Field) -> float:
    return min(5.0, 0.55 * field.rect.h)


def _room(field: Field) -> float:
    return field.rect.w - 3


def _width(lines: Sequence[str]) -> float:
    return max(typefaces.width(line, NAME_FACE, 1.0) for line in lines)


def _printed(lines: Sequence[str], field: Field, size: float) -> list[Text]:
    x, y = field.rect.center
    top = y + (typefaces.face(NAME_FACE).cap - (len(lines) - 1) * NAME_LEADING) / 2 * size
    return [
        Text(x, top + number * NAME_LEADING * size, line, NAME_FACE, size, "ink", "center", _room(field), SMALLEST_NAME)
        for number, line in enumerate(lines)
    ]


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
