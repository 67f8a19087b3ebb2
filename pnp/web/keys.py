"""What opens what: the codes of a table's sheets and the key of its host, all made from this user's secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.play.engine import Table
from pnp.sheets import codes
from pnp.sheets.layout import Layout

HOST_BYTES = 20


def host_key(secret: bytes, table: str, turn: str = "") -> str:
    """The key of a table's host: 160 bits that nobody can foretell; another turn is another key.

    >>> host_key(b"secret", "K7M2QX")
    '4OHCB6XT4MD2SIUG7CKWNCQEMLWTWPS6'
    """
    made = hmac.digest(secret, f"host\x1f{table}\x1f{turn}".encode(), hashlib.sha256)
    return base64.b32encode(made[:HOST_BYTES]).decode()


def checksum(secret: bytes, text: str) -> str:
    """A few letters that change with a text, and tell nobody of it who has not the secret.

    It is asked for many times a request, and this way of reckoning does not let other threads go first.

    >>> checksum(b"secret", "K7M2QX"), checksum(b"secret", "K7M2QY")
    ('233dac61', 'b2dbfd42')
    """
    return hashlib.blake2b(text.encode(), key=secret[:64], digest_size=4).hexdigest()


class Bound(NamedTuple):
    """A sheet that somebody has brought along or opened: its code, the person, which sheet, and since when."""

    code: str
    person: int
    sheet: str
    at: str


def bound(notes: Mapping[str, str]) -> list[Bound]:
    """The sheets that the notes of a table tell of, those of people who have left among them.

    >>> bound({"party": "yes", "code:K7Q3MX5T6": "2 play 2026-11-16T20:00:00"})
    [Bound(code='K7Q3MX5T6', person=2, sheet='play', at='2026-11-16T20:00:00')]
    """
    found = [(name[5:], value.split(" ")) for name, value in notes.items() if name.startswith("code:")]
    return [Bound(code, int(person), sheet, at) for code, (person, sheet, at) in found]


def sheet_codes(table: Table, layout: Layout, secret: bytes, main: str) -> dict[str, tuple[int | None, str]]:
    """Every code that opens a seat, or with None a pad of the whole table: whose it is, and which sheet.

    Where all play on one pad, each player has a code for it all the same.
    """
    found: dict[str, tuple[int | None, str]] = {}
    for person in table.people:
        found[codes.of_seat(secret, table.id, main, person.id)] = (person.id, main)
    for name, plan in layout.sheets.items():
        if plan.owner == "table":
            found[codes.of_seat(secret, table.id, name, -1)] = (None, name)
            found[codes.make(secret, layout.game, name, "", "", "1")] = (None, name)
            continue
        for person in table.people:
            # A sheet that was printed for a name, before there was a table, is that player's too.
            found[codes.make(secret, layout.game, name, "", person.name, "1")] = (person.id, name)
            found[codes.of_seat(secret, table.id, name, person.id)] = (person.id, name)
    return found


def printed_for(code: str, layout: Layout, secret: bytes, names: Sequence[str]) -> str:
    """The name among some for which a sheet with this code was printed, before there was a table; else nothing."""
    for name in names:
        for sheet, plan in layout.sheets.items():
            if plan.owner == "player" and codes.make(secret, layout.game, sheet, "", name, "1") == code:
                return name
    return ""
