"""A table at the party: its notes beside the log, whose sheet is whose, its clock, its listeners, its one writer."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.coach.seated import SeatedBots
from pnp.convention.round_tables import OF_EVENT
from pnp.play import people
from pnp.play.engine import Answer, Table, Write
from pnp.play.evening import TABLE as EVENING
from pnp.play.race import Race
from pnp.play.result import Result, result_of
from pnp.play.stores.store import StoreError, TableInfo
from pnp.play.tables import new_key
from pnp.sheets import codes
from pnp.web import counting, keys, pages, show, table_bots
from pnp.web.drafts import ASKED, Drafts, open_notes, roll_of
from pnp.web.listeners import Listeners
from pnp.web.reactions import Reactions
from pnp.web.result_files import File
from pnp.web.serving.middleware import RequestError
from pnp.web.serving.threads import in_thread
from pnp.web.surroundings import Surroundings
from pnp.web.table_clock import TableClock
from pnp.web.told_moves import ToldMoves
from pnp.words import LANGUAGE, Words

MOST_DEEDS = 200
OVER = "over"
"""The stage in which points are counted."""
NUMBERS_WITHIN = 3.0
"""Seconds for which the first roll waits for the numbers that phones have pledged."""
MOST_TRIES = 10
BESIDE = ("entered", "renamed", "pledged", "added", "joined", "noted", "paused", "resumed")
"""What is no step of the game and never comes too late."""


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


class HostedTable(TableClock):
    """A table at the party: its notes in the store, its listeners, and one writer at a time."""

    def __init__(self, table: Table, meta: Mapping[str, str], party: Surroundings) -> None:
        self.table = table
        self.table.rest()
        self.meta = dict(meta)
        self.party = party
        self.lock = asyncio.Lock()
        self.listeners = Listeners()
        self.used = time.monotonic()
        self.key = keys.host_key(party.secret, table.id, self.meta.get("host", ""))
        self.main_sheet = party.art.main_sheet(table.opening.game)
        self.deeds: dict[str, str] = {}
        self.drafts = Drafts(lambda: self.meta)
        self.reactions = Reactions()
        self.moment = show.first(table, self.meta.get("show", ""))
        self.count = self._count()
        self.bell: asyncio.TimerHandle | None = None
        self.beside, self.looked = "", 0
        self.alarm: asyncio.TimerHandle | None = None
        self.cache: dict[tuple[str, str], tuple[str, bytes]] = {}
        self.own: dict[tuple[str, str], tuple[Any, bytes]] = {}
        self.files: dict[tuple[str, str], tuple[int, asyncio.Future[File]]] = {}
        self.looked_back: dict[str, Any] = {}
        self.pictures: dict[tuple[int, str, str], tuple[str, bytes]] = {}
        self.race, self.told = Race(), ToldMoves()
        self.bots: tuple[Any, SeatedBots | None] = (None, None)
        self._codes: tuple[Any, dict[str, tuple[int | None, str]]] = (None, {})
        self._letters: tuple[Any, str] = (None, "")

    def words(self, language: str = LANGUAGE) -> Words:
        """The words of a language for what the game, the table and the party say here."""
        return pages.words_at(self.table, language)

    def labels(self, words: Words) -> dict[str, str]:
        """What the fields of the main sheet are called, by their ids."""
        return self.party.art.labels(self.table.opening.game, self.main_sheet, words)

    @property
    def version(self) -> str:
        """What all states of this table depend on, in a few letters, and the number of the evening beside it."""
        now = self.moment, self.beside, self.looked, self.counted
        notes, secret = open_notes(self.meta), self.party.secret
        basis = notes, self.party.url, self.party.notice, now, secret
        if self._letters[0] != basis:
            # A plain checksum would tell of the codes among the notes to whoever can reckon backwards.
            text = json.dumps([sorted(notes.items()), *basis[1:-1]])
            self._letters = basis, keys.checksum(secret, text)
        return f"{self.table.seq}-{self._letters[1]}" + (f".{self.beside}" if self.beside else "")

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

    @property
    def of_event(self) -> bool:
        """Whether the desk of an event says who sits here: seats that are there can be taken, and nobody adds one."""
        return bool(self.meta.get(OF_EVENT))

    def code_of(self, seat: int) -> str:
        """The code by which a player's seat is opened: the sheet that was brought, or the one made for the table."""
        person = self.table.people[seat].id
        brought = [one.code for one in keys.bound(self.meta) if one.person == person and one.sheet == self.main_sheet]
        made = codes.of_seat(self.party.secret, self.table.id, self.main_sheet, person)
        return brought[-1] if brought else made

    # ------------------------------------------------------------------ writing

    async def write(self, expected: int, key: str, changes: Sequence[tuple[str, Mapping[str, Any]]]) -> Answer:
        """Judge and store some events under the table's lock, which the caller holds; then tell everybody."""
        tables, before = self.party.tables, self.table.seq
        for _ in range(MOST_TRIES):
            writes = [Write(expected, new_key() if n else key, kind, data) for n, (kind, data) in enumerate(changes)]
            try:
                answer: Answer = await in_thread(self.table.submit_all, writes, tables.store, tables.now())
            except StoreError:
                # Meanwhile the table was counted as written to: what others told of it then was taken for ours.
                self.party.look_again(self)
                raise
            kind, data = changes[0]
            # What the clock says is reckoned anew, from the state that there is then.
            # Whoever goes back means what was last on their own screen.
            if (
                answer.said is None
                or answer.said.key != "stale.other"
                or data.get("by") == "deadline"
                or kind == "moved"
            ):
                break
            # Another program was first: what it wrote may be nothing that one has to look at before this.
            if kind == "joined":
                changes = [(kind, {**data, "id": self.table.next_id()}), *changes[1:]]
            expected = self.table.seq if kind in BESIDE else self.table.up_to_date(data.get("seat"), expected)
        await self._gone_on(before)
        return answer

    async def pause(self, key: str) -> Answer:
        """Stop the game for a while: the time that is left of the round is stored with it. The lock is held."""
        left = {} if self.deadline is None else {"left": round(max(0.0, self.deadline - self.party.clock()), 1)}
        return await self.write(self.table.seq, key, [("paused", left)])

    async def resume(self, key: str) -> Answer:
        """Go on with a game that was paused, with the time that was left. The lock is held."""
        if self.time_left is not None:
            await self.set_deadline(self.time_left)
        return await self.write(self.table.seq, key, [("resumed", {})])

    async def reach(self, seq: int) -> None:
        """Take in what another program wrote, where somebody has seen more of this table than we have."""
        if self.party.tables.store.is_shared and seq > self.table.seq:
            async with self.lock:
                await self._catch_up()

    async def _catch_up(self, anyway: bool = False) -> None:
        """Take in what another program wrote, and tell everybody where that is anything; the caller holds the lock."""
        before = self.table.seq
        await in_thread(self.table.catch_up, self.party.tables.store)
        if anyway or self.table.seq != before:
            noted_moment = show.first(self.table, self.meta.get("show", ""))
            self._set_moment(noted_moment if noted_moment.since else self._next_moment(before))
            self.wind()
            self.tell()

    async def refresh(self, info: TableInfo) -> None:
        """Take in what another program wrote to this table, and what it noted beside the log."""
        store = self.party.tables.store
        async with self.lock:
            before = self.table.seq
            if store.is_shared:
                if self._take_notes(info.meta) or info.last > before:
                    await self._catch_up(anyway=True)
                return
            if info.last > before:
                await in_thread(self.table.catch_up, store)
            await self._gone_on(before)

    def _take_notes(self, notes: Mapping[str, str]) -> bool:
        """Take in what is noted beside the log by now; whether anybody sees something else by that."""
        seen = open_notes(notes) != open_notes(self.meta)
        if notes != self.meta:
            self.meta = dict(notes)
            self.cache.clear()
            self._codes = None, {}
            self.key = keys.host_key(self.party.secret, self.table.id, self.meta.get("host", ""))
        return seen

    async def _gone_on(self, before: int) -> None:
        """Whatever was written, by whomever: the clock is set, and everybody is told."""
        happened = {event.kind for event in self.table.events[before:]}
        try:
            await self._show(self._next_moment(before))
            await self._keep_time(happened)
        finally:
            if self.table.seq != before:
                self.tell()
            if happened & {*people.KINDS}:
                self.party.people_changed(self)
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

    def look_anew(self, beside: str) -> None:
        """What is told of this table depends on something beside it, which has changed."""
        self.beside, self.looked = beside, self.looked + 1
        self.tell()

    def tell(self) -> None:
        self.table.rest()
        self.cache.clear()
        self.party.changed(self)
        self.listeners.tell(self.version)
        self.party.table_changed(self)

    async def keep_draft(self, seat: int, words: str) -> bool:
        """Note what a seat has chosen and not entered; whether it may be entered. The lock is held."""
        name, value = self.drafts.note_of(self.table, seat, words)
        if self.meta.get(name, "") != value:
            await in_thread(self.party.tables.store.set_meta, self.table.id, name, value)
            self.meta[name] = value
        return bool(value)

    async def ask_for_drafts(self) -> tuple[int, ...]:
        """The seats that are asked now to enter what they have chosen; none the second time. The lock is held."""
        await self.know_notes()
        if seats := self.drafts.unasked(self.table):
            await self.note(ASKED, roll_of(self.table))
        return seats

    async def enter_drafts(self) -> None:
        """Enter what was chosen on phones and not confirmed; the round may be revealed by that. The lock is held."""
        await self.know_notes()
        for seat, words in list(self.drafts.all(self.table)):
            if self.drawing:
                await self.write(self.table.seq, new_key(), [("said", {"seat": seat, "words": words, "by": "draft"})])

    async def know_notes(self) -> None:
        """What was noted with other programs stands in the store a little before we hear of it. The lock is held."""
        store = self.party.tables.store
        if store.is_shared:
            noted = [self._take_notes(info.meta) for info in await in_thread(store.infos, [self.table.id])]
            await self._catch_up(any(noted))

    # ------------------------------------------------------------------ the show

    def programme(self, result: Result) -> show.Programme:
        """The scenes that follow each other now."""
        photos = sum(bool(self.meta.get(f"photo:{person.id}")) for person in self.table.people)
        calm, evening = show.switches(self.meta)["calm"], bool(self.meta.get(EVENING))
        return show.programme(self.table, self.moment, result, photos, calm, evening)

    async def skip(self) -> bool:
        """End the scene that is on, for everybody; whether there was one that a clock would have ended."""
        left = show.left(self.programme(result_of(self.table)), self.moment, self.party.clock())
        if left is not None:
            await self._show(self.moment._replace(skipped=self.moment.skipped + left))
            self.tell()
        return left is not None

    @property
    def counted(self) -> int | None:
        """How many lines of the scores have been counted on the screen; None where no points are secret."""
        return self.count.shown(self.party.clock()) if self.count else None

    def _count(self) -> counting.Count | None:
        if self.moment.stage != OVER:
            return None
        result = result_of(self.table)
        return counting.count_of(self.programme(result), self.moment, result)

    def _set_moment(self, moment: show.Moment) -> None:
        if moment != self.moment:
            self.moment = moment
            self.count = self._count()
            self._ring_for_lines()

    def _ring_for_lines(self) -> None:
        """Tell everybody whenever one more line of the scores has been counted."""
        if self.bell:
            self.bell.cancel()
        seconds = self.count.next(self.party.clock()) if self.count else None
        self.bell = None if seconds is None else asyncio.get_running_loop().call_later(seconds + 0.01, self._counted_on)

    def _counted_on(self) -> None:
        self.tell()
        self._ring_for_lines()

    def _next_moment(self, before: int) -> show.Moment:
        """The moment of the show after what has happened since an event."""
        owner = self.party.art.layout(self.table.opening.game).sheets[self.main_sheet].owner
        happened = {event.kind for event in self.table.events[before:]}
        return show.later(self.moment, self.table, happened, self.party.clock(), one_for_all=owner == "table")

    async def _show(self, moment: show.Moment) -> None:
        self._set_moment(moment)
        if (noted := show.kept(moment)) and noted != self.meta.get("show"):
            self.meta["show"] = noted
            await in_thread(self.party.tables.store.set_meta, self.table.id, "show", noted, self.party.tables.now())
