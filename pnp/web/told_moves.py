"""What happened at a table in words for people: what a move did, never how it is written."""

from __future__ import annotations

from pnp.games.play import Option
from pnp.play import correcting, history
from pnp.play.engine import Table
from pnp.play.history import HistoryRow
from pnp.words import Said, facts_of, say

NEWEST = 16
"""So many rows of the log are told with every state of the host's page; whoever wants more asks for it."""


class ToldMoves:
    """The log of a table with moves by what they did; what was looked up for the newest of it is kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Said | str | None] = {}

    def rows(self, table: Table, most: int = 0) -> list[HistoryRow]:
        """What happened on the way to where the table is, or the newest of it."""
        rows = history.rows(table)[-most:]
        told = [self._told(table, row) for row in rows]
        newest = {(row.seq, row.words) for row in rows[-NEWEST:]}
        self._known = {known: means for known, means in self._known.items() if known in newest}
        return told

    def _told(self, table: Table, row: HistoryRow) -> HistoryRow:
        if row.words is None:
            return row
        known = row.seq, row.words
        if known not in self._known:
            found = option_at(table, row.seq, row.seat, row.words)
            self._known[known] = found.means if found else None
        means = self._known[known] or say("happened.move")
        return row._replace(what=say(row.what.key, **{**facts_of(row.what), "words": means}))


def option_at(table: Table, seq: int, seat: int | None, words: str) -> Option | None:
    """The option that words of the past were; None where the game has no words for it."""
    before = correcting.before(table, seq)
    if before is None:
        return None
    return table.play.option_said(before.state, seat, words)
