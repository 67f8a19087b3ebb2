"""The clock of a table at the party: rounds that end by themselves, and of all programs that serve it one rings."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence, Set
from contextlib import asynccontextmanager
from typing import Any

from pnp.play.engine import Answer, Table
from pnp.play.stores.store import StoreError
from pnp.web.drafts import roll_of
from pnp.web.serving.threads import in_thread
from pnp.web.surroundings import Surroundings

LOOK_AGAIN = 5.0
"""Seconds after which an alarm looks at the clock again: clocks are set, and machines sleep."""


class TableClock:
    """A table whose rounds may have a deadline, which lives among its notes."""

    table: Table
    meta: dict[str, str]
    party: Surroundings
    lock: asyncio.Lock
    alarm: asyncio.TimerHandle | None

    @abstractmethod
    async def write(self, expected: int, key: str, changes: Sequence[tuple[str, Mapping[str, Any]]]) -> Answer:
        """Judge and store some events."""

    @abstractmethod
    async def note(self, name: str, value: str) -> None:
        """Note something beside the log."""

    @abstractmethod
    async def enter_drafts(self) -> None:
        """Enter what was chosen and not confirmed."""

    @property
    def timer(self) -> int:
        return int(self.meta.get("timer") or 0)

    @property
    def deadline(self) -> float | None:
        """When the round is revealed; it lives in the store, with the roll that it belongs to."""
        at, _, roll = self.meta.get("deadline", "").partition(" ")
        return float(at) if at and self.drawing and roll == roll_of(self.table) else None

    @property
    def drawing(self) -> bool:
        """Whether entries are awaited that can have a deadline."""
        table = self.table
        closed = table.position.closed or table.waiting or table.over or table.pause
        return table.play.TIMED and not closed and not table.play.dice(table.state)

    @property
    def time_left(self) -> float | None:
        """The seconds that were left of a round when it was paused."""
        return self.table.pause.data.get("left") if self.table.pause and self.meta.get("deadline") else None

    async def set_deadline(self, seconds: float) -> None:
        await self.note("deadline", f"{self.party.clock() + seconds:.3f} {roll_of(self.table)}" if seconds else "")
        self.wind()

    async def _keep_time(self, happened: Set[str]) -> None:
        """Each roll starts the timer anew, if there is one; so does going back to a round whose time is over."""
        at, _, roll = self.meta.get("deadline", "").partition(" ")
        if not self.drawing:
            return
        over = bool(at) and "moved" in happened and float(at) <= self.party.clock()
        if self.timer and ("rolled" in happened or over or roll != roll_of(self.table)):
            await self.set_deadline(self.timer)
        elif at and ("rolled" in happened or over):
            await self.set_deadline(0)
        elif happened & {"moved", "resumed"}:
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
        """The deadline has passed: of all programs that serve this table, one rings."""
        if self.deadline is None or self.deadline > self.party.clock() + 0.05:
            self.wind()
            return
        try:
            async with self.alone("ring") as is_alone:
                if is_alone:
                    await self._ring()
                else:
                    self._wake_in(LOOK_AGAIN)  # whoever rings may be killed on the way
        except StoreError:
            self._wake_in(LOOK_AGAIN)
            raise

    @asynccontextmanager
    async def alone(self, what: str) -> AsyncIterator[bool]:
        """Whether nobody else, in any program, does the same at this table as long as this lasts."""
        async with self.party.alone:
            alone = self.party.tables.store.alone(f"{what} {self.table.id}")
            is_alone = await in_thread(alone.__enter__)
            try:
                yield bool(is_alone)
            finally:
                await in_thread(alone.__exit__, None, None, None)

    async def _ring(self) -> None:
        """The game says what the table says now; where that is nothing, it stays open."""
        async with self.lock:
            if self.deadline is None or self.deadline > self.party.clock() + 0.05:
                self.wind()
                return
            key = f"deadline.{self.meta['deadline']}".replace(" ", ".")
            await self.enter_drafts()
            words = self.table.play.time_out(self.table.state) if self.deadline is not None else ""
            said = {"seat": None, "words": words, "by": "deadline"}
            answer = await self.write(self.table.seq, key, [("said", said)]) if words else None
            if answer is None or (not answer.ok and answer.code != "stale"):
                await self.note("deadline", "")
            self.wind()
