"""Bots at the table in the terminal: whenever somebody has acted, they answer, by the same events."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from pnp.coach.seated import SeatedBots, drawn, known, noted
from pnp.play.engine import Answer, Table
from pnp.play.tables import Tables

BOTS = "bots"
"""What is noted beside a table that has bots."""


def seat_bots(tables: Tables, table: Table, levels: list[str]) -> None:
    """The last people of a new table are bots."""
    ids = [person.id for person in table.people][-len(levels) :]
    tables.store.set_meta(table.id, BOTS, noted(drawn(ids, levels)))
    for id in ids:
        tables.store.set_meta(table.id, f"claimed:{id}", "bot")


def with_bots(tables: Tables, table: Table) -> Tables:
    """The tables, with bots that play at this one if it has any."""
    meta = next(info.meta for info in tables.store.tables() if info.id == table.id)
    if not meta.get(BOTS):
        return tables
    seats = {person.id: seat for seat, person in enumerate(table.people)}
    sitting = {seats[id]: bot for id, bot in known(meta[BOTS]).items() if id in seats}
    bots = SeatedBots(table.game, table.edition, sitting, len(table.players))
    made = TablesWithBots(tables, bots)
    made.let_play(table)
    return made


def daily_secret(game: str, day: str) -> str:
    """The secret of the dice of a day, the same for everybody who plays them."""
    from pnp.play.dice import SECRET_BYTES

    return hashlib.sha256(f"pnp {game} {day}".encode()).digest()[:SECRET_BYTES].hex()


class TablesWithBots(Tables):
    """Tables at which bots answer whatever is done."""

    def __init__(self, tables: Tables, bots: SeatedBots) -> None:
        super().__init__(tables.store, tables.now, tables.library, tables.edition)
        self._bots = bots
        self.bot_seats = frozenset(bots.seats)

    def write(self, table: Table, kind: str, data: Mapping[str, Any], key: str = "") -> Answer:
        answer = super().write(table, kind, data, key)
        if answer.ok and kind in ("said", "rolled"):
            self.let_play(table)
        return answer

    def let_play(self, table: Table) -> None:
        """Bots roll and say what is theirs to do, until the table waits for somebody else."""
        while not table.position.closed:
            play, state = table.play, table.state
            if self._bots.rolls(play, state) and table.opening.dice == "virtual":
                done = super().write(table, "rolled", {"dice": table.roll(self.store), "source": "virtual"})
            elif said := self._bots.due(play, state):
                done = super().write(table, "said", {"seat": said[0], "words": said[1]})
            else:
                return
            if not done.ok:
                return

    def undo(self, table: Table, steps: int = 1, reason: str = "") -> Answer:
        """Take back what people have said; what bots answered to it goes with it."""
        path = [table.events[seq - 1] for seq in table.path()[1:]]
        count = 0
        for event in reversed(path):
            if event.kind not in ("said", "rolled"):
                continue
            count += 1
            steps -= event.kind == "said" and event.data["seat"] not in self._bots.seats
            if steps <= 0:
                break
        return super().undo(table, count, reason)
