"""A table at the party: its notes beside the log, whose sheet is whose, its clock, its listeners, its one writer."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import Any, NamedTuple

from pnp.coach.seated import SeatedBots
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.play.engine import Answer, Table, Write
from pnp.play.lobby import START
from pnp.play.store import StoreError
from pnp.play.tables import new_key
from pnp.sheets import codes
from pnp.web import keys, pages, table_bots
from pnp.web.listeners import Listeners
from pnp.web.middleware import RequestError
from pnp.web.result_files import File
from pnp.web.surroundings import Surroundings
from pnp.web.threads import in_thread
from pnp.words import LANGUAGE, Words

MOST_DEEDS = 200
NUMBERS_WITHIN = 3.0
"""Seconds for which the first roll waits for the numbers that phones have pledged."""
LOOK_AGAIN = 5.0
"""Seconds after which an alarm looks at the clock again: clocks are set, and machines sleep."""


class Seat(NamedTuple):
    """What a sheet's code opens: a table, the person there (None: the table's own pad), the sheet."""

    hosted: HostedTable
    person: int | None
    sheet: str
    code: str

    @property
    def seat(self) -> int | None:
        """Where the person sits now: others may have left while somebody waited for their turn."""
        if self.person is None:
            return None
        if (seat := self.hosted.seat_of(self.person)) is None:
            raise RequestError(404, "not-found.seat")
        return seat


class HostedTable:
    """A table at the party: its notes in the store, its listeners, and one writer at a time."""

    def __init__(self, table: Table, meta: Mapping[str, str], party: Surroundings) -> None:
        self.table = table
        self.meta = dict(meta)
        self.party = party
        self.lock = asyncio.Lock()
        self.listeners = Listeners()
        self.key = keys.host_key(party.secret, table.id, self.meta.get("host", ""))
        self.main_sheet = party.art.main_sheet(table.opening.game)
        self.deeds: dict[str, str] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.cache: dict[tuple[str, str], tuple[str, bytes]] = {}
        self.files: dict[tuple[str, str], tuple[int, asyncio.Future[File]]] = {}
        self.pictures: dict[tuple[int, str], tuple[str, str]] = {}
        self.bots: tuple[Any, SeatedBots | None] = (None, None)
        self._codes: tuple[Any, dict[str, tuple[int | None, str]]] = (None, {})

    def words(self, language: str = LANGUAGE) -> Words:
        """The words of a language for what the game, the table and the party say here."""
        return pages.words_at(self.table, language)

    @property
    def version(self) -> str:
        """What all states of this table depend on, in a few letters."""
        beside = json.dumps([sorted(self.meta.items()), self.party.url, self.party.notice])
        # A plain checksum would tell of the codes among the notes to whoever can reckon backwards.
        return f"{self.table.seq}-{hmac.digest(self.party.secret, beside.encode(), hashlib.sha256).hex()[:8]}"

    @property
    def codes(self) -> dict[str, tuple[int | None, str]]:
        """Whose each code is, by the person's number: those made for this table and those brought along."""
        if self._codes[0] != self.table.people:
            layout = self.party.art.layout(self.table.opening.game)
            made = keys.sheet_codes(self.table, layout, self.party.secret, self.main_sheet)
            here = [one for one in keys.bound(self.meta) if self.seat_of(one.person) is not None]
            made |= {one.code: (one.person, one.sheet) for one in here}
            self._codes = self.table.people, made
        return self._codes[1]

    async def bind(self, code: str, person: int, sheet: str) -> None:
        """A sheet stays with the person who has opened it, whatever anybody is called later."""
        if not any(one[:2] == (code, person) for one in keys.bound(self.meta)):
            await self.note(f"code:{code}", f"{person} {sheet} {self.party.tables.now()}")

    def since(self, code: str) -> str:
        """Since when a code leads to this table: since its sheet was first opened here, or since there is a table."""
        return max([self.table.events[0].at, *(one.at for one in keys.bound(self.meta) if one.code == code)])

    def seat_of(self, person: int) -> int | None:
        """Where somebody sits now; None for one who has left."""
        return next((seat for seat, one in enumerate(self.table.people) if one.id == person), None)

    def code_of(self, seat: int) -> str:
        """The code by which a player's seat is opened: the sheet that was brought, or the one made for the table."""
        person = self.table.people[seat].id
        brought = [one.code for one in keys.bound(self.meta) if one.person == person and one.sheet == self.main_sheet]
        made = codes.of_seat(self.party.secret, self.table.id, self.main_sheet, person)
        return brought[-1] if brought else made

    # ------------------------------------------------------------------ writing

    async def write(self, expected: int, key: str, changes: Sequence[tuple[str, Mapping[str, Any]]]) -> Answer:
        """Judge and store some events under the table's lock, which the caller holds; then tell everybody."""
        writes = [Write(expected, new_key() if n else key, kind, data) for n, (kind, data) in enumerate(changes)]
        tables, before = self.party.tables, self.table.seq
        answer: Answer = await in_thread(self.table.submit_all, writes, tables.store, tables.now())
        await self._gone_on(before)
        return answer

    async def catch_up(self) -> None:
        """Take in what another program wrote to this table."""
        async with self.lock:
            before = self.table.seq
            await in_thread(self.table.catch_up, self.party.tables.store)
            await self._gone_on(before)

    async def _gone_on(self, before: int) -> None:
        """Whatever was written, by whomever: the clock is set, and everybody is told."""
        happened = {event.kind for event in self.table.events[before:]}
        try:
            await self._keep_time(happened)
        finally:
            if self.table.seq != before:
                self.tell()
            # Whoever goes back wants to look: bots answer to what is done then.
            if self.meta.get("bots") and happened and "moved" not in happened:
                self.party.spawn(partial(table_bots.answer, self))

    def done(self, key: str, wanted: str) -> None:
        """Remember what the host's last keys were used for."""
        self.deeds[key] = wanted
        for oldest in list(self.deeds)[:-MOST_DEEDS]:
            del self.deeds[oldest]

    async def numbers_in(self) -> None:
        """Wait a little for the numbers that phones still owe the dice; one that sleeps is left out."""
        for _ in range(round(NUMBERS_WITHIN / 0.05)):
            if not self.table.numbers.due:
                return
            await asyncio.sleep(0.05)

    async def note(self, name: str, value: str) -> None:
        """Note something beside the log, and tell everybody."""
        await in_thread(self.party.tables.store.set_meta, self.table.id, name, value, self.party.tables.now())
        self.meta[name] = value
        if name.startswith("code:"):
            self._codes = None, {}
        self.tell()

    def tell(self) -> None:
        self.cache.clear()
        self.listeners.tell(self.version)

    def to_paper(self) -> tuple[str, ...]:
        """What the table says, from here, to have played on paper; nothing where that can't be said."""
        play, state, begin = self.table.play, self.table.state, (START,) if self.table.waiting else ()
        for words in begin:
            state = play.act(state, Action(None, words))
        if isinstance(state, Refusal) or self.table.position.closed:
            return ()
        found = [one.notation for one in play.options(state, None) if one.kind == "paper"]
        return (*begin, found[0]) if found else ()

    # ------------------------------------------------------------------ the clock

    @property
    def timer(self) -> int:
        return int(self.meta.get("timer") or 0)

    @property
    def deadline(self) -> float | None:
        """When the round is revealed; it lives in the store, with the roll that it belongs to."""
        at, _, roll = self.meta.get("deadline", "").partition(" ")
        return float(at) if at and self.drawing and roll == self._roll() else None

    @property
    def drawing(self) -> bool:
        """Whether entries are awaited that can have a deadline."""
        table = self.table
        closed = table.position.closed or table.waiting or table.over
        return table.play.TIMED and not closed and not table.play.dice(table.state)

    def _roll(self) -> str:
        return f"{self.table.play.round(self.table.state)[0]}.{self.table.position.rolls}"

    async def set_deadline(self, seconds: int) -> None:
        await self.note("deadline", f"{self.party.clock() + seconds:.3f} {self._roll()}" if seconds else "")
        self.wind()

    async def _keep_time(self, happened: Set[str]) -> None:
        """Each roll starts the timer anew, if there is one; so does going back to a round whose time is over."""
        at, _, roll = self.meta.get("deadline", "").partition(" ")
        if not self.drawing:
            return
        over = bool(at) and "moved" in happened and float(at) <= self.party.clock()
        if self.timer and ("rolled" in happened or over or roll != self._roll()):
            await self.set_deadline(self.timer)
        elif at and ("rolled" in happened or over):
            await self.set_deadline(0)
        elif "moved" in happened:
            self.wind()

    def wind(self) -> None:
        """Wake up at the deadline."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None
        if self.deadline is not None:
            self._wake_in(min(max(0.0, self.deadline - self.party.clock()), LOOK_AGAIN))

    def _wake_in(self, seconds: float) -> None:
        self.alarm = asyncio.get_running_loop().call_later(seconds, self.party.spawn, self.ring)

    async def ring(self) -> None:
        """The deadline has passed: the game says what the table then says; where that is nothing, it stays open."""
        async with self.lock:
            if self.deadline is None or self.deadline > self.party.clock() + 0.05:
                self.wind()
                return
            words = self.table.play.time_out(self.table.state)
            key = f"deadline.{self.meta['deadline']}".replace(" ", ".")
            said = {"seat": None, "words": words, "by": "deadline"}
            try:
                answer = await self.write(self.table.seq, key, [("said", said)]) if words else None
                if answer is None or (not answer.ok and answer.code != "stale"):
                    await self.note("deadline", "")
                self.wind()
            except StoreError:
                self._wake_in(LOOK_AGAIN)
                raise
