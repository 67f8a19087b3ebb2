"""The party: the tables that are served, the way to find them, the address that guests use. All of it is stored."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from pnp.errors import PnpError
from pnp.games.game import Game
from pnp.play.evening import TABLE
from pnp.play.stores.store import NoTable, StoreError, TableInfo, told_together
from pnp.play.tables import Tables
from pnp.sheets import codes
from pnp.web.evening.hosted_evening import HostedEvening, load
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.listeners import Listeners
from pnp.web.serving.threads import in_thread
from pnp.web.surroundings import Surroundings
from pnp.web.table_index import TableIndex

REMEMBERED = 300
"""Tables that are in memory after a start: the ones used last."""
NEWS_WITHIN = 0.2
"""Seconds in which what another program wrote is known here."""
MOST_WAITS = 10
"""So often we wait as long for what somebody says that there is."""
TOGETHER = 8
"""Tables that are loaded at once where all are."""
IDLE = 600.0
"""Seconds after which a table leaves memory that nobody listens to or asks for."""


class Party(Surroundings):
    """Everything that is served: tables, the way to find them, the address that guests use."""

    def __init__(self, tables: Tables, secret: bytes, url: str, wifi: str = "", clock: Callable[[], float] = time.time):
        super().__init__(tables, secret, url, wifi, clock)
        self.hosted: dict[str, HostedTable] = {}
        self.evening: HostedEvening | None = None
        self.index = TableIndex(secret)
        self.uploads = 0
        self._loading: dict[str, asyncio.Task[HostedTable | None]] = {}
        self._told_early: set[str] = set()
        """Tables that were written to while they were being loaded: what was loaded may be from before."""
        self._news: dict[str, int] | None = {}
        self._reading: asyncio.Task[None] | None = None
        self._codes: asyncio.Task[None] | None = None

    def open_evening(self, id: str) -> None:
        """Serve an evening that is kept."""
        self.evening = HostedEvening(load(self.tables.store, id), self, self.hosted)

    async def load_all(self) -> None:
        """The tables of the evening, and those of earlier starts that are still open, so that their codes are known."""
        infos = await in_thread(self.tables.store.tables)
        await self._load_own(infos)
        self.index.served(sorted(infos, key=lambda info: info.changed))
        self.index.unread |= self.index.known.keys()
        if not self.tables.store.is_shared:
            await self._read_codes(REMEMBERED)
        if self.evening:
            await self.evening.gather()

    async def _load_own(self, infos: Sequence[TableInfo]) -> None:
        """The tables of the evening are always in memory."""
        for info in infos:
            if self.evening and info.meta.get(TABLE) == self.evening.id and info.id not in self.hosted:
                with suppress(PnpError):
                    await self.table(info.id)

    async def _read_codes(self, most: int = 0) -> None:
        """Load tables whose codes are not known, or not any more; those that were used last if not all."""
        ids = [id for id in self.index.known if id in self.index.unread][-most:]
        try:
            for start in range(0, len(ids), TOGETHER):
                await asyncio.gather(*map(self._read_codes_of, ids[start : start + TOGETHER]))
        finally:
            self.index.none_to_come()

    async def _read_codes_of(self, id: str) -> None:
        try:
            await self.table(id)
        except StoreError:
            raise
        except PnpError:
            pass  # its rules are somebody's own file, which was not named this time
        self.index.unread.discard(id)

    async def _until_known(self, code: str) -> None:
        """Wait until a code is known, or those of all tables are: however many ask, they are read once."""
        for _ in range(2):  # what is read already may have begun before this code was given to somebody
            reading = self.reading_codes()
            await self.index.to_come(code).wait()
            if reading.done():
                reading.result()  # a store that is away is told to whoever asked
            if self.index.of_code(code) or not self.index.unread:
                break

    def reading_codes(self) -> asyncio.Task[None]:
        """The one reading of all codes that are not known."""
        if self._codes is None or self._codes.done():
            self._codes = asyncio.ensure_future(self._read_codes())
            self._codes.add_done_callback(lambda reading: reading.cancelled() or reading.exception())
        return self._codes

    async def table(self, id: str) -> HostedTable | None:
        """A table that is served, by its name, from memory or from the store; None for any other."""
        id = codes.plain(id)
        if (hosted := self.hosted.get(id)) is None:
            if (loading := self._loading.get(id)) is None:
                loading = self._loading[id] = asyncio.ensure_future(self._load(id))
                loading.add_done_callback(partial(self._loaded, id))
            # One who leaves takes nothing from the others who wait for the same table.
            hosted = await asyncio.shield(loading)
        if hosted is not None:
            hosted.used = time.monotonic()
        return hosted

    def _loaded(self, id: str, loading: asyncio.Task[HostedTable | None]) -> None:
        """A table has been loaded, or not; what was written to it meanwhile is looked at once more."""
        self._loading.pop(id, None)
        if not loading.cancelled():
            loading.exception()  # whoever waits for it is told; where nobody does any more, nobody has to be
        if id in self._told_early:
            self._told_early.discard(id)
            self.hear({id: 0})

    async def _load(self, id: str) -> HostedTable | None:
        (info,) = await in_thread(self.tables.store.infos, [id]) or (None,)
        if info is None or not info.meta.get("party"):
            return None
        try:
            table = await in_thread(self.tables.load, id)
        except NoTable:
            return None
        hosted = self.hosted[id] = HostedTable(table, info.meta, self)
        self.index.loaded(hosted)
        hosted.wind()
        if evening := self.evening_of(hosted):
            self.spawn(partial(evening.opened, hosted))
        return hosted

    def changed(self, hosted: HostedTable) -> None:
        self.index.loaded(hosted)

    def rest(self) -> None:
        """Let tables leave memory that nobody uses; what opens them stays known."""
        since = time.monotonic() - IDLE
        for id, hosted in list(self.hosted.items()):
            if self.evening_of(hosted):
                continue
            if hosted.used < since and not hosted.listeners.listening and not hosted.alarm and not hosted.lock.locked():
                del self.hosted[id]

    # What other programs write.

    def listen(self) -> None:
        """Hear from now on of what other programs write, as far as the store can."""
        loop = asyncio.get_running_loop()

        def heard(told: Mapping[str, int] | None) -> None:
            with suppress(RuntimeError):  # the party may be over already
                loop.call_soon_threadsafe(self.hear, told)

        self.tables.store.listen(heard)

    def hear(self, told: Mapping[str, int] | None) -> None:
        """Take in what was written, soon and together with what is told until then; None is to look at everything."""
        self._told_early |= self._loading.keys() if told is None else self._loading.keys() & told.keys()
        if told is None or self._news is None:
            self._news = None
        else:
            self._news = told_together(self._news, told)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(self._read_news())

    def look_again(self, hosted: HostedTable) -> None:
        if self.tables.store.is_shared:
            self.hear({hosted.table.id: 0})

    async def _read_news(self) -> None:
        while self._news is None or self._news:
            news, self._news = self._news, {}
            try:
                await (self.look() if news is None else self._take(news))
            except StoreError:
                self._news = None  # the store is away: everything is looked at when it is back
                await asyncio.sleep(0.5)
            except PnpError:
                continue

    async def _take(self, news: Mapping[str, int]) -> None:
        """Take in what was written to some tables, as far as we did not write it ourselves."""
        self.index.unread |= {id for id in news if id not in self.hosted}
        asked = [
            id
            for id, last in news.items()
            if (hosted := self.hosted.get(id)) is None or not last or last > hosted.table.seq
        ]
        infos = await in_thread(self.tables.store.infos, asked) if asked else []
        infos = [info for info in infos if info.meta.get("party")]
        for id in set(asked) - {info.id for info in infos}:
            self._forget(id)
        self.index.served([info for info in infos if info.id not in self.hosted])
        await self._load_own(infos)
        if self.evening and self.evening.id in news:
            await self.evening.refresh()
        here = [(hosted, info) for info in infos if (hosted := self.hosted.get(info.id))]
        await asyncio.gather(*(hosted.refresh(info) for hosted, info in here))

    async def reach_evening(self, seq: int) -> None:
        """Hear of what another program has made of the evening, where somebody has seen more of it than we have."""
        for _ in range(MOST_WAITS):
            if not self.evening or self.evening.seq >= seq or not await self._is_news():
                break

    def evening_of(self, hosted: HostedTable) -> HostedEvening | None:
        """The evening that is served, if a table is one of its."""
        return self.evening if self.evening and self.evening.has(hosted) else None

    def people_changed(self, table: HostedTable) -> None:
        if evening := self.evening_of(table):
            self.spawn(partial(evening.welcome, table))

    def table_changed(self, table: HostedTable) -> None:
        if evening := self.evening_of(table):
            evening.tell()

    async def look(self) -> None:
        """Notice what another program, such as `pnp play`, wrote to a table that is served here."""
        infos = [info for info in await in_thread(self.tables.store.tables) if info.meta.get("party")]
        for id in self.index.known.keys() - {info.id for info in infos}:
            self._forget(id)
        self.index.served([info for info in infos if info.id not in self.hosted])
        self.index.unread |= self.index.known.keys() - self.hosted.keys()
        await self._load_own(infos)
        if self.evening:
            await self.evening.refresh()
        for info in infos:
            if hosted := self.hosted.get(info.id):
                await hosted.refresh(info)

    def _forget(self, id: str) -> None:
        """A table that was deleted, or laid aside."""
        self.index.gone(id)
        if hosted := self.hosted.pop(id, None):
            hosted.listeners.close()

    # The way to tables.

    def listeners(self) -> list[Listeners]:
        """Everybody who listens, to a table or to the evening."""
        of_evening = [self.evening.listeners] if self.evening else []
        return [*(hosted.listeners for hosted in self.hosted.values()), *of_evening]

    def game(self, name: str) -> Game | None:
        """The rules of a game that is played at a table here; None for any other."""
        known = any(one.game == name for one in self.index.known.values())
        return self.tables.library.load(name) if known and self.tables.library.has(name) else None

    async def host(self, key: str) -> HostedTable | None:
        """The table that a host's key opens."""
        id = self.index.of_key(key.upper())
        if id is None and await self._is_news():
            id = self.index.of_key(key.upper())
        hosted = await self.table(id) if id else None
        return hosted if hosted and hosted.key == key.upper() else None

    async def seat(self, code: str) -> Seat | None:
        """What a sheet's code opens: where it was opened or could be opened last, if it is known at several tables."""
        if self.evening and self.evening.guest(code):
            return self.evening.seat(code)
        known = await self._knowing(code)
        if not known and (await self._is_news() or self.index.unread):
            await self._until_known(code)
            known = await self._knowing(code)
        if not known:
            return None
        hosted = known[0] if len(known) == 1 else max(known, key=lambda one: one.since(code))
        return Seat(hosted, *hosted.codes[code], code)

    async def _is_news(self) -> bool:
        """Whether another program may have given somebody a code that we have not heard of; waits for news of it."""
        if self.tables.store.is_shared:
            await asyncio.sleep(NEWS_WITHIN)
            if self._reading:
                await self._reading
        return self.tables.store.is_shared

    async def _knowing(self, code: str) -> list[HostedTable]:
        found = [await self.table(id) for id in self.index.of_code(code)]
        return [hosted for hosted in found if hosted and code in hosted.codes]

    async def only_table(self, game: str = "") -> HostedTable | None:
        """The one table of a game that can still be joined or played at, or of any; None where there are more."""
        if self.evening:
            there = [one.table.id for one in self.evening.current if not one.table.position.closed]
        else:
            there = self.index.open(game) or self.index.open()
        return await self.table(there[0]) if len(there) == 1 else None
