"""The dice of a table: which are to be rolled and by whom, which lie there, and how a page draws them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.words import Said, facts_of

Face = int | str
SORTS = ("kind", "color")
"""The facts of a die's name that tell its sort; a layout has the colours of sorts."""


class Die(NamedTuple):
    """A die that is to be rolled: what people call it, and its faces."""

    name: Said | str
    faces: tuple[Face, ...]


class TableDie(NamedTuple):
    """A die as a page draws it: what it is called and shows, its sort, its place in rows from the top, if it is free.

    A `level` counts rows from the ground up and a `column` from the left, both from 0, where dice lie in a heap.
    """

    name: Said | str
    face: Face
    sort: str = ""
    level: int = 0
    column: int = 0
    free: bool = True


def sort_of(name: Said | str) -> str:
    """The sort of a die by its name.

    >>> from pnp.words import say
    >>> sort_of(say("die.color", color="red")), sort_of("Ana 1")
    ('red', '')
    """
    facts = {} if isinstance(name, str) else facts_of(name)
    return next((str(facts[fact]) for fact in SORTS if fact in facts), "")


class DiceOfTheTable:
    """What a game says of its dice, with plain answers: none are rolled, none lie there."""

    def dice(self, state: Any) -> tuple[Die, ...]:
        """The dice that are to be rolled now, in the order in which they are entered; nothing when none are."""
        del state
        return ()

    def active(self, state: Any) -> int | None:
        """The seat whose turn it is; None where it is nobody's."""
        del state
        return None

    def roller(self, state: Any) -> int | None:
        """The seat that rolls the dice which are to be rolled now; None where anybody may."""
        return self.active(state)

    def lying(self, state: Any) -> tuple[tuple[Said | str, Face], ...]:
        """The dice that lie there for whoever acts now: what each is called, if they differ, and what it shows."""
        del state
        return ()

    def lying_for(self, state: Any, seat: int) -> tuple[tuple[Said | str, Face], ...]:
        """The dice of a seat, where several act at once, each with dice of their own."""
        del state, seat
        return ()

    def spread(self, state: Any) -> tuple[TableDie, ...]:
        """The dice that lie there as a page draws them, also those that nobody can take yet."""
        return in_a_row(self.lying(state))


def in_a_row(dice: Iterable[tuple[Said | str, Face]]) -> tuple[TableDie, ...]:
    """Dice as a page draws them that lie beside each other."""
    return tuple(TableDie(name, face, sort_of(name), 0, at) for at, (name, face) in enumerate(dice))
