"""What opens which table: sheet codes and hosts' keys of all tables, those among them that are not in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.play.stores.store import TableInfo
from pnp.web import keys

HostedTable = Any
"""A table at the party, which tells what stands here."""


class Known(NamedTuple):
    """What is known of a table whether or not it is in memory: its game, whether it is open, what opens it."""

    game: str
    open: bool
    key: str
    codes: frozenset[str] = frozenset()


class TableIndex:
    """All tables that are served, in the order of their making, and those whose codes have to be looked up anew."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.known: dict[str, Known] = {}
        self.unread: set[str] = set()
        """Tables that were changed elsewhere since their codes were looked up."""
        self._to_come: dict[str, asyncio.Event] = {}
        self._by_code: dict[str, set[str]] = {}
        self._by_key: dict[str, str] = {}

    def served(self, infos: Iterable[TableInfo]) -> None:
        """Tables that a store tells of; their hosts' keys are known by that, their codes are not."""
        for info in infos:
            if info.meta.get("party") and not info.meta.get("closed"):
                before = self.known.get(info.id)
                key = keys.host_key(self._secret, info.id, info.meta.get("host", ""))
                codes, is_open = (before.codes, before.open) if before else (frozenset(), True)
                self._put(info.id, Known(info.meta.get("game", ""), is_open, key, codes))

    def loaded(self, hosted: HostedTable) -> None:
        """What is known of a table that is in memory now."""
        table = hosted.table
        now = Known(table.opening.game, not table.position.closed, hosted.key, frozenset(hosted.codes))
        self.unread.discard(table.id)
        if self.known.get(table.id) != now:
            self._put(table.id, now)

    def gone(self, id: str) -> None:
        """A table that is there no more."""
        if before := self.known.pop(id, None):
            self._drop(id, before)
        self.unread.discard(id)

    def _put(self, id: str, now: Known) -> None:
        if before := self.known.get(id):
            self._drop(id, before)
        self.known[id] = now
        self._by_key[now.key] = id
        for code in now.codes:
            self._by_code.setdefault(code, set()).add(id)
            if waited := self._to_come.pop(code, None):
                waited.set()

    def to_come(self, code: str) -> asyncio.Event:
        """What tells that a code is known, or that no more are to come for now."""
        return self._to_come.setdefault(code, asyncio.Event())

    def none_to_come(self) -> None:
        """Whoever waits for a code need not any longer."""
        for waited in self._to_come.values():
            waited.set()
        self._to_come.clear()

    def _drop(self, id: str, before: Known) -> None:
        self._by_key.pop(before.key, None)
        for code in before.codes:
            self._by_code[code].discard(id)
            if not self._by_code[code]:
                del self._by_code[code]

    def of_key(self, key: str) -> str | None:
        """The table whose host has a key; keys have 160 bits, so that nobody learns one by how long this takes."""
        return self._by_key.get(key)

    def of_code(self, code: str) -> list[str]:
        """The tables that know a sheet's code, the newest first."""
        there = self._by_code.get(code, ())
        return [id for id in reversed(self.known) if id in there] if len(there) > 1 else list(there)

    def open(self, game: str = "") -> list[str]:
        """The tables that can still be joined or played at, the newest first."""
        return [id for id, one in reversed(self.known.items()) if one.open and game in ("", one.game)]
