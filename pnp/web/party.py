"""The party: the tables that are served, the way to find them, the address that guests use. All of it is stored."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable

from pnp.errors import PnpError
from pnp.games.game import Game
from pnp.play.store import NoTable
from pnp.play.tables import Tables
from pnp.sheets import codes
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.surroundings import Surroundings
from pnp.web.threads import in_thread

REMEMBERED = 300
"""Tables whose codes are known after a start: the ones used last."""


class Party(Surroundings):
    """Everything that is served: tables, the way to find them, the address that guests use."""

    def __init__(self, tables: Tables, secret: bytes, url: str, wifi: str = "", clock: Callable[[], float] = time.time):
        super().__init__(tables, secret, url, wifi, clock)
        self.hosted: dict[str, HostedTable] = {}
        self.uploads = 0
        self._loading = asyncio.Lock()

    async def load_all(self) -> None:
        """The tables of earlier starts that are still open, so that their codes are known."""
        infos = await in_thread(self.tables.store.tables)
        served = [info for info in infos if info.meta.get("party") and not info.meta.get("closed")]
        for info in sorted(served, key=lambda info: info.changed)[-REMEMBERED:]:
            try:
                await self.table(info.id)
            except PnpError:
                continue  # its rules are somebody's own file, which was not named this time

    async def table(self, id: str) -> HostedTable | None:
        """A table that is served, by its name; None for any other."""
        id = codes.plain(id)
        if id in self.hosted:
            return self.hosted[id]
        async with self._loading:
            if id in self.hosted:
                return self.hosted[id]
            info = next((one for one in await in_thread(self.tables.store.tables) if one.id == id), None)
            if info is None or not info.meta.get("party"):
                return None
            try:
                table = await in_thread(self.tables.load, id)
            except NoTable:
                return None
            hosted = self.hosted[id] = HostedTable(table, info.meta, self)
            hosted.wind()
            return hosted

    async def look(self) -> None:
        """Notice what another program, such as `pnp play`, wrote to a table that is served here."""
        for info in await in_thread(self.tables.store.tables):
            hosted = self.hosted.get(info.id)
            if hosted and info.last > hosted.table.seq:
                await hosted.catch_up()

    def game(self, name: str) -> Game | None:
        """The rules of a game that is played at a table here; None for any other."""
        tables = (hosted.table for hosted in self.hosted.values())
        return next((table.game for table in tables if table.opening.game == name), None)

    def host(self, key: str) -> HostedTable | None:
        """The table that a host's key opens."""
        wanted = key.upper().encode()
        for hosted in self.hosted.values():
            if hmac.compare_digest(hosted.key.encode(), wanted):
                return hosted
        return None

    def seat(self, code: str) -> Seat | None:
        """What a sheet's code opens: where it was opened or could be opened last, if it is known at several tables."""
        known = [hosted for hosted in reversed(self.hosted.values()) if code in hosted.codes]
        if not known:
            return None
        hosted = known[0] if len(known) == 1 else max(known, key=lambda one: one.since(code))
        return Seat(hosted, *hosted.codes[code], code)

    def open_tables(self, game: str = "") -> list[HostedTable]:
        """The tables that can still be joined or played at, newest first."""
        there = [one for one in self.hosted.values() if not one.table.position.closed]
        return [one for one in reversed(there) if game in ("", one.table.opening.game)]
