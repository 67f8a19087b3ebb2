"""Sheets that a table is played on: with its players' names, and codes that open their seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.errors import CallError
from pnp.render import filled_sheets, imposition
from pnp.render.filled_sheets import Paper
from pnp.render.job import Copy
from pnp.sheets import codes, personal
from pnp.sheets.codes import Address
from pnp.sheets.ink import Code
from pnp.sheets.inspection import QUIET, SMALLEST_MODULE
from pnp.sheets.layout import Layout
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.words import say

if TYPE_CHECKING:
    from pnp.games.library import Library


class Seats(NamedTuple):
    """Whom sheets are for: the table, its people with their numbers, and what their codes are made of."""

    table: str
    people: Sequence[tuple[int, str]]
    key: bytes
    url: str = ""


def copies(made: Layout, names: Sequence[str], onto: Paper, seats: Seats, library: Library | None = None) -> list[Copy]:
    """The sheets of these names: one for everybody, or one for the table where all share it."""
    found: list[Copy] = []
    for name in names:
        sheet = filled_sheets.ready(made, name, onto, library)
        address = address_on(sheet, onto, seats.url)
        owners = seats.people if sheet.owner == "player" else [(-1, "")]
        drawn = personal.at_seats(sheet, [one for _, one in seats.people]) if sheet.owner == "table" else ()
        found += [
            Copy(sheet, Person(owner, codes.of_seat(seats.key, seats.table, name, id)), address, drawn)
            for id, owner in owners
        ]
    return found


def address_on(sheet: Sheet, onto: Paper, url: str) -> Address:
    """The QR text, if the symbol it makes is large enough to be scanned."""
    address = codes.address(sheet.key, url)
    scale = imposition.plan(sheet.width, sheet.height, onto.paper, onto.up, onto.space, sheet.largest).scale
    for one in sheet.personal:
        if isinstance(one, Code):
            count = codes.modules(address.payload("0" * codes.LENGTH)) + 2 * QUIET
            module = one.size * scale / count
            if module < SMALLEST_MODULE - 0.001:
                size, least = f"{module:.2f}", SMALLEST_MODULE
                raise CallError(
                    say("small-code", sheet=sheet.key, paper=onto.paper, up=onto.up, size=size, least=least)
                )
    return address
