"""The evening at the party: who has come, where everybody sits, which tables it has; stored before it is told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from pnp.coach.seated import known
from pnp.convention.event import told_anew
from pnp.games.seats import Refusal
from pnp.play import evening as evenings
from pnp.play import people
from pnp.play.evening import OF_GUEST, Deed, Evening, Guest
from pnp.play.result import Result, result_of
from pnp.play.standing import Finished, Standing, standing
from pnp.play.stores.store import Stale
from pnp.sheets import codes
from pnp.web import counting, keys
from pnp.web.hosted_table import HostedTable, Seat
from pnp.web.listeners import Listeners
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import in_thread
from pnp.web.surroundings import Surroundings

TELL_EVERY = 1.0
"""Seconds within which those who look at all tables are told once, whatever happens at how many of them."""
TRIES = 5


class Moment(NamedTuple):
    """An evening as it is kept, and the number of its last change."""

    value: Evening
    seq: int


class HostedEvening:
    """An evening that is served: its guests with their codes, its tables in the order of their making."""

    def __init__(self, moment: Moment, party: Surroundings, hosted: Mapping[str, HostedTable]) -> None:
        self.value, self.seq = moment
        self.id = self.value.id
        self.party = party
        self.lock = asyncio.Lock()
        self.listeners = Listeners()
        self.key = keys.host_key(party.secret, self.id, OF_GUEST)
        self.cache: dict[tuple[str, str], tuple[str, bytes]] = {}
        self.came_from: Counter[str] = Counter()
        self._hosted = hosted
        self._codes: tuple[Any, dict[str, int]] = (None, {})
        self._results: dict[str, tuple[int, Result]] = {}
        self._told: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ tables

    @property
    def tables(self) -> list[HostedTable]:
        """Its tables, the oldest first."""
        return [one for one in self._hosted.values() if self.has(one)]

    def has(self, hosted: HostedTable) -> bool:
        return hosted.meta.get(evenings.TABLE) == self.id

    @property
    def current(self) -> list[HostedTable]:
        """The tables that no other one has followed."""
        return [one for one in self.tables if not one.meta.get("then")]

    def result(self, hosted: HostedTable) -> Result:
        seq, result = self._results.get(hosted.table.id, (0, None))
        if result is None or seq != hosted.table.seq:
            result = result_of(hosted.table)
            self._results[hosted.table.id] = hosted.table.seq, result
        return counting.so_far(result, hosted.counted)

    def standing(self) -> Standing:
        """How everybody stands after the games that have come to an end."""
        return standing(Finished(self.result(one), self._who(one)) for one in self.tables)

    def _who(self, hosted: HostedTable) -> list[int | None]:
        found = [self.value.of_seat(hosted.table.id, person.id) for person in hosted.table.people]
        return [one.id if one else None for one in found]

    # ------------------------------------------------------------------ guests

    def code(self, guest: int) -> str:
        """The code by which a guest is known all evening."""
        return codes.of_seat(self.party.secret, self.id, OF_GUEST, guest)

    def guest(self, code: str) -> Guest | None:
        """The guest that a code belongs to."""
        if self._codes[0] is not self.value.guests:
            self._codes = self.value.guests, {self.code(one.id): one.id for one in self.value.guests}
        number = self._codes[1].get(code)
        return None if number is None else self.value.guest(number)

    def sits(self, guest: Guest) -> tuple[HostedTable, int] | None:
        """Where a guest sits: the newest table that has a seat for them, and which person they are there."""
        for table, person in reversed(guest.seats):
            hosted = self._hosted.get(table)
            if hosted and self.has(hosted) and hosted.seat_of(person) is not None:
                return hosted, person
        return None

    def plays(self, guest: Guest) -> HostedTable | None:
        """The table at which a guest plays or waits for a start; None for who could sit down at another."""
        found = self.sits(guest)
        free = found is None or has_ended(found[0]) or found[0].table.pause or found[0].meta.get("then")
        return None if found is None or free else found[0]

    def seat(self, code: str) -> Seat | None:
        """What the code of a guest opens who sits somewhere."""
        guest = self.guest(code)
        found = self.sits(guest) if guest and guest.here else None
        return Seat(*found, found[0].main_sheet, code) if found else None

    def waiting(self) -> list[Guest]:
        """Those who are here and play nowhere."""
        return [one for one in self.value.guests if one.here and not self.plays(one)]

    def awaited(self, name: str) -> str:
        """The name of a guest who waits for a game and is called so: nobody else may sit down as them."""
        return next((one.name for one in self.waiting() if people.looks(one.name) == people.looks(name)), "")

    # ------------------------------------------------------------------ changes

    async def change(self, make: Callable[[Evening], Evening | Refusal], deed: Deed | None = None) -> Refusal | None:
        """Change the evening as it is now, store it, then tell; another program's change is looked at first.

        The deed is stored with the change; one that another program has done meanwhile is not done again.
        """
        for _ in range(TRIES):
            if deed and self.value.deed(deed.key):
                return None
            made = make(self.value)
            if isinstance(made, Refusal):
                return made
            made = evenings.add_deed(made, deed)
            if made == self.value:
                return None
            store, now = self.party.tables.store, self.party.tables.now()
            try:
                seq = await in_thread(store.keep_evening, self.id, self.seq, evenings.text(made), now)
            except Stale:
                self.take(*await in_thread(load, store, self.id))
                continue
            self.take(made, seq)
            self.tell()
            return None
        raise RequestError(503, "busy.evening", 1)

    def take(self, value: Evening, seq: int) -> None:
        """Take in how the evening stands by now; the tables of those who are told something else by that are told."""
        before, self.value, self.seq = self.value, value, seq
        anew = told_anew(before, value) if value != before else ()
        guests = [one for one in (*before.guests, *value.guests) if one.id in anew]
        self._tell_seats(guests)

    def _tell_seats(self, guests: Iterable[Guest]) -> None:
        """Tell all tables at which some guests sit or have sat."""
        for id in {table for one in guests for table, _ in one.seats}:
            if hosted := self._hosted.get(id):
                hosted.look_anew(str(self.seq))

    async def refresh(self) -> None:
        """Take in what another program has changed."""
        async with self.lock:
            await self.catch_up(anyway=True)

    async def catch_up(self, anyway: bool = False) -> None:
        """Take in what other programs have changed where they share the store, or anyway; the caller has the lock."""
        store, before = self.party.tables.store, self.seq
        if store.is_shared or anyway:
            self.take(*await in_thread(load, store, self.id))
        if self.seq != before:
            self.tell()

    async def take_in(self, hosted: HostedTable) -> None:
        """Whoever sits at one of its tables is a guest of the evening, bots aside; the caller has the lock."""
        bots = known(hosted.meta.get("bots", ""))
        there = [person for person in hosted.table.people if person.id not in bots]
        noted = hosted.meta.get(evenings.NOTED, "")
        await self.change(partial(evenings.taken_in, table=hosted.table.id, there=there, noted=noted))
        self.tell()

    async def welcome(self, hosted: HostedTable) -> None:
        """Take in whoever has come to a table."""
        async with self.lock:
            await self.take_in(hosted)

    async def opened(self, hosted: HostedTable) -> None:
        """A table is there by now: whoever sits at it is told so where they sat before."""
        await self.welcome(hosted)
        self._tell_seats(one for one in self.value.guests if any(id == hosted.table.id for id, _ in one.seats))

    async def gather(self) -> None:
        """After a start: whoever sits at its tables is a guest, and tables know which ones follow them."""
        for hosted in self.tables:
            await self.welcome(hosted)
            for id in hosted.meta.get("after", "").split():
                before = self._hosted.get(id)
                if before and self.has(before) and "then" not in before.meta:
                    await before.note("then", hosted.table.id)

    # ------------------------------------------------------------------ telling

    @property
    def version(self) -> str:
        """What all that is told of the evening depends on, in a few letters."""
        seen = [self.party.url, self.party.notice, *(one.version for one in self.tables)]
        return f"{self.seq}-{keys.checksum(self.party.secret, repr(seen))}.{self.seq}"

    def tell(self) -> None:
        """Tell those who look at the evening, now and then."""
        if self._told is None:
            self._tell_now()
            self._told = asyncio.get_running_loop().call_later(TELL_EVERY, self._tell_later)

    def _tell_later(self) -> None:
        self._told = None
        self._tell_now()

    def _tell_now(self) -> None:
        if self.listeners.listening:
            self.listeners.tell(self.version)


def has_ended(hosted: HostedTable) -> bool:
    return hosted.table.over or hosted.table.position.closed


def load(store: Any, id: str) -> Moment:
    """An evening as it is kept."""
    kept = next((one for one in store.evenings() if one.id == id), None)
    if kept is None:
        raise RequestError(404, "not-found.evening")
    return Moment(evenings.parse(kept.body, id), kept.seq)
