"""Moves that were chosen on a phone and not entered: noted in secret, and entered before a round ends without them.

They are notes of the table, so that whichever program serves the phone next knows them, after a restart too. Entries
stand in the log before they are revealed, and are as secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.play.engine import Table

CHOSEN, ASKED = "draft:", "asked"
"""The notes: what a person has chosen, after the roll it is for; the roll for which they were asked to enter it."""
Notes = Mapping[str, str]


class Drafts:
    """What people at a table have chosen and not entered, by its notes."""

    def __init__(self, notes: Callable[[], Notes]) -> None:
        self._notes = notes

    def note_of(self, table: Table, seat: int, words: str) -> tuple[str, str]:
        """The note that keeps what a seat has chosen, in place of what it chose before; empty where it can't be."""
        may = bool(words) and _is_legal(table, seat, words)
        return f"{CHOSEN}{table.people[seat].id}", f"{roll_of(table)} {words}" if may else ""

    def of(self, table: Table, seat: int) -> str:
        """What a seat that is waited for has chosen and could enter now; nothing where it has not."""
        roll, _, words = self._notes().get(f"{CHOSEN}{table.people[seat].id}", "").partition(" ")
        if not words or roll != roll_of(table) or table.play.status(table.state, seat) != "drawing":
            return ""
        return words if _is_legal(table, seat, words) else ""

    def all(self, table: Table) -> Iterator[tuple[int, str]]:
        """The seats with something chosen, and their words."""
        for seat in range(len(table.people)):
            if words := self.of(table, seat):
                yield seat, words

    def unasked(self, table: Table) -> tuple[int, ...]:
        """The seats that are to be asked to enter what they have chosen; none where they were asked before."""
        return () if self._is_asked(table) else tuple(seat for seat, _ in self.all(table))

    def is_asked(self, table: Table, seat: int) -> bool:
        return self._is_asked(table) and bool(self.of(table, seat))

    def _is_asked(self, table: Table) -> bool:
        return self._notes().get(ASKED) == roll_of(table)


def open_notes(notes: Notes) -> dict[str, str]:
    """The notes without what was chosen: nobody is even told that there is something."""
    return {name: value for name, value in notes.items() if not name.startswith(CHOSEN)}


def roll_of(table: Table) -> str:
    """The roll that lies there, as notes name it."""
    return f"{table.play.round(table.state)[0]}.{table.position.rolls}"


def _is_legal(table: Table, seat: int, words: str) -> bool:
    closed = table.position.closed or table.waiting or table.over
    return not closed and not isinstance(table.play.act(table.state, Action(seat, words)), Refusal)
