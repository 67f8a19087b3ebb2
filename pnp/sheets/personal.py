"""What makes a sheet somebody's own: the player's name, the sheet's code and the QR text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.sheets.codes import Address, shown
from pnp.sheets.ink import Code, Ink, Text
from pnp.sheets.sheet import Sheet


class Person(NamedTuple):
    """Whose sheet it is: a name, which may be empty, and the sheet's code."""

    name: str
    code: str


def ink_of(sheet: Sheet, person: Person, address: Address) -> Iterator[Ink]:
    """The ink of a sheet that differs from person to person."""
    said = {"name": person.name, "code": shown(person.code)}
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
