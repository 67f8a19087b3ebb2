"""Many phones with codes that a party has not read yet: the codes of all tables are read once, for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from pnp.play.stores.store import StoreError
from pnp.sheets import codes
from pnp.web.hosted_table import HostedTable
from tests.web.conftest import PEOPLE, SECRET, Evening

TABLES = 12
PATIENCE = 60.0
"""Seconds after which nobody waits any longer."""


def run(asking: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(asking, PATIENCE))


def counted(evening: Evening) -> list[str]:
    """The tables that are looked for from now on, one entry for each time."""
    found, look = [], evening.party.table

    async def noted(id: str) -> HostedTable | None:
        found.append(id)
        return await look(id)

    evening.party.table = noted  # type: ignore[method-assign]
    return found


def unread(evening: Evening) -> list[str]:
    """Tables that the party knows by their names alone, and a code of each seat."""
    tables = [evening.table() for _ in range(TABLES)]
    infos = [info for info in evening.store.tables() if info.meta.get("party")]
    evening.party.index.served(infos)
    evening.party.index.unread |= {table.id for table in tables}
    return [codes.of_seat(SECRET, table.id, "play", seat) for table in tables for seat in range(len(PEOPLE))]


def test_however_many_ask_the_codes_are_read_once(evening: Evening) -> None:
    asked, looked = unread(evening), counted(evening)

    async def ask() -> list[str]:
        found = await asyncio.gather(*(evening.party.seat(code) for code in asked))
        return [seat.code for seat in found if seat]

    assert run(ask()) == asked
    # Each table is looked for by the one reading, and once by each of its phones.
    assert len(looked) <= TABLES * (1 + len(PEOPLE))


def test_a_code_that_nobody_has_is_told_when_all_are_read(evening: Evening) -> None:
    unread(evening)

    async def ask() -> object:
        return await asyncio.gather(*(evening.party.seat(code) for code in ("K7Q3MX5T6", "K7Q3MX5T7")))

    assert run(ask()) == [None, None]
    assert not evening.party.index.unread


def test_a_code_that_is_given_while_others_are_read_is_found(evening: Evening) -> None:
    asked, looked = unread(evening), counted(evening)

    async def ask() -> object:
        first = asyncio.ensure_future(evening.party.seat(asked[-1]))
        while not looked:  # which tables are read is settled now
            await asyncio.sleep(0)
        late = evening.table()
        evening.party.index.served([info for info in evening.store.tables() if info.id == late.id])
        evening.party.index.unread.add(late.id)
        code = codes.of_seat(SECRET, late.id, "play", 0)
        seats = await asyncio.gather(first, evening.party.seat(code))
        return [seat and seat.code for seat in seats] == [asked[-1], code]

    assert run(ask())


def test_a_store_that_is_away_is_told_to_whoever_asked(evening: Evening) -> None:
    asked = unread(evening)

    async def away(_: str) -> HostedTable | None:
        raise StoreError("it is away")

    async def ask() -> list[object]:
        look, evening.party.table = evening.party.table, away  # type: ignore[method-assign]
        refused = await asyncio.gather(*(evening.party.seat(code) for code in asked), return_exceptions=True)
        evening.party.table = look  # type: ignore[method-assign]
        assert (await evening.party.seat(asked[0])).code == asked[0]  # type: ignore[union-attr]
        return list(refused)

    assert {type(one) for one in run(ask())} == {StoreError}
