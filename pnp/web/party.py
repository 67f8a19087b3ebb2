"""The party: the tables that are served, the way to find them, the address that guests use. All of it is stored."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Callable
from typing import Any

from pnp.errors import PnpError
from pnp.play.room import Room
from pnp.play.store import NoTable
from pnp.sheets import codes
from pnp.web import pages
from pnp.web.art import Art
from pnp.web.hosted import Hosted, Seat
from pnp.web.threads import in_thread

REMEMBERED = 300
"""Tables whose codes are known after a start: the ones used last."""


class Party:
    """Everything that is served: tables, the way to find them, the address that guests use."""

    def __init__(self, room: Room, secret: bytes, url: str, wifi: str = "", clock: Callable[[], float] = time.time):
        self.room = room
        self.secret = secret
        self.url = url.rstrip("/")
        self.wifi = wifi
        self.notice = ""
        self.addresses: list[dict[str, Any]] = []
        self.reached: Callable[[], int] = lambda: 0
        self.clock = clock
        self.art = Art(room.library)
        self.build = pages.build()
        self.tables: dict[str, Hosted] = {}
        self.uploads = 0
        self._loading = asyncio.Lock()
        self._errands: set[asyncio.Task[None]] = set()

    def spawn(self, errand: Callable[[], Any]) -> None:
        """Do something in the background; what goes wrong there stops nobody."""
        task = asyncio.ensure_future(_quietly(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def load_all(self) -> None:
        """The tables of earlier starts that are still open, so that their codes are known."""
        infos = await in_thread(self.room.store.tables)
        served = [info for info in infos if info.meta.get("party") and not info.meta.get("closed")]
        for info in sorted(served, key=lambda info: info.changed)[-REMEMBERED:]:
            try:
                await self.table(info.id)
            except PnpError:
                continue  # its rules are somebody's own file, which was not named this time

    async def table(self, id: str) -> Hosted | None:
        """A table that is served, by its name; None for any other."""
        id = codes.plain(id)
        if id in self.tables:
            return self.tables[id]
        async with self._loading:
            if id in self.tables:
                return self.tables[id]
            info = next((one for one in await in_thread(self.room.store.tables) if one.id == id), None)
            if info is None or not info.meta.get("party"):
                return None
            try:
                table = await in_thread(self.room.load, id)
            except NoTable:
                return None
            hosted = self.tables[id] = Hosted(table, info.meta, self)
            hosted.wind()
            return hosted

    async def look(self) -> None:
        """Notice what another program, such as `pnp play`, wrote to a table that is served here."""
        for info in await in_thread(self.room.store.tables):
            hosted = self.tables.get(info.id)
            if hosted and info.last > hosted.table.seq:
                await hosted.catch_up()

    def host(self, key: str) -> Hosted | None:
        """The table that a host's key opens."""
        wanted = key.upper().encode()
        for hosted in self.tables.values():
            if hmac.compare_digest(hosted.key.encode(), wanted):
                return hosted
        return None

    def seat(self, code: str) -> Seat | None:
        """What a sheet's code opens: where it was opened or could be opened last, if it is known at several tables."""
        known = [hosted for hosted in reversed(self.tables.values()) if code in hosted.codes]
        if not known:
            return None
        hosted = known[0] if len(known) == 1 else max(known, key=lambda one: one.since(code))
        return Seat(hosted, *hosted.codes[code], code)

    def open_tables(self, game: str = "") -> list[Hosted]:
        """The tables that can still be joined or played at, newest first."""
        there = [one for one in self.tables.values() if not one.table.position.closed]
        return [one for one in reversed(there) if game in ("", one.table.opening.game)]


async def _quietly(errand: Callable[[], Any]) -> None:
    try:
        await errand()
    except PnpError:
        return
