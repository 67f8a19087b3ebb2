"""The tables of a round in the store: opened once for those who sit there, laid aside when the seats change.

A table whose people are the same again is the same table again, so that what was printed for it stays right.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from pnp.convention.event import Event, EventRound
from pnp.play import evening as evenings
from pnp.play.stores.store import NoTable, TableInfo
from pnp.play.tables import Tables

OF_EVENT = "event"
"""The note of a table that says which it is of its event, counted from 1."""
SERVED, MADE = "party", "made"
"""The notes of a table that say that a party serves it, and for which round and place it was opened."""


class RoundTables:
    """The tables that were opened for a round, those that are laid aside among them."""

    def __init__(self, tables: Tables, event: Event, evening: str, season: str, number: int) -> None:
        self._tables, self._event, self._number = tables, event, number
        self._notes = {evenings.TABLE: evening, evenings.SEASON: season}
        self._mark = f"{event.settings.name} {number} "
        self._there = {info.id: info for info in tables.store.tables() if self._is_ours(info)}

    def _is_ours(self, info: TableInfo) -> bool:
        ours = info.meta.get(evenings.TABLE) == self._notes[evenings.TABLE]
        return ours and info.meta.get(MADE, "").startswith(self._mark)

    def ids(self, now: EventRound) -> list[str]:
        """The tables for those who sit there: the ones that are there for them, or new ones."""
        had = now.tables or ("",) * len(now.seats.tables)
        return [self._fitting(place, people, had[place]) for place, people in enumerate(now.seats.tables)]

    def _fitting(self, place: int, people: Sequence[int], had: str) -> str:
        noted = " ".join(map(str, people))
        if had in self._there and self._there[had].meta.get(evenings.NOTED) == noted:
            return had
        names = [self._event.name(person) for person in people]
        wanted = {MADE: f"{self._mark}{place}", evenings.NOTED: noted, "players": "\n".join(names)}
        for info in self._there.values():
            if info.last == 1 and wanted.items() <= info.meta.items():
                return info.id
        notes = {SERVED: "yes", OF_EVENT: str(place + 1), **self._notes, **wanted}
        return self._tables.open(self._event.settings.game, names, notes=notes).id

    def serve(self, ids: Sequence[str]) -> None:
        """These tables are served, and the others of the round are laid aside."""
        for info in self._there.values():
            served = "yes" if info.id in ids else ""
            if info.meta.get(SERVED, "") != served:
                with suppress(NoTable):
                    self._tables.store.set_meta(info.id, SERVED, served, self._tables.now())

    def clear(self) -> None:
        """Delete what was laid aside, and what nobody ever played at."""
        for info in self._there.values():
            if not info.meta.get(SERVED) and info.last == 1:
                with suppress(NoTable):
                    self._tables.store.delete(info.id)
