"""The points of a game that is replayed from its log: where it was after each event."""

from __future__ import annotations

from array import array
from copy import copy
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from pnp.games.seats import Refusal
from pnp.play import paper
from pnp.play.people import Person


class Doubt(NamedTuple):
    """What a count or a guess speaks against and was taken all the same: in which event, said by whom, and why not."""

    seq: int
    seat: int | None
    why: Refusal


class LateCorrection(NamedTuple):
    """A secret entry that was corrected when it lay open: by which event, which entry, whose, of which round.

    Of a vote `round` is None.
    """

    seq: int
    entry: int
    seat: int
    round: int | None


class Position(NamedTuple):
    """A point in the game: the event before it, the state, how many rolls led to it, the people, their paper.

    `winner` says of a game that was closed before its end whether the points by then decide who has won.
    """

    parent: int
    state: Any
    rolls: int
    people: tuple[Person, ...]
    papers: paper.Stacks = MappingProxyType({})
    begun: bool = False
    on_paper: bool = False
    closed: bool = False
    doubts: tuple[Doubt, ...] = ()
    late: tuple[LateCorrection, ...] = ()
    winner: bool = False


KEPT, NOWHERE = 24, -1
"""How many of the last positions stay at hand at a table that rests; what stands for an event that leads to no new
one."""


class Positions:
    """Where a table was after each event: which one led to which, and those that are at hand."""

    def __init__(self, first: Position) -> None:
        self._parents = array("l", (NOWHERE, first.parent))
        self.at_hand = {1: first}

    def __contains__(self, seq: int) -> bool:
        return 0 < seq < len(self._parents) and self._parents[seq] != NOWHERE

    def add(self, position: Position | None) -> None:
        """Take in where the next event leads; None where that is a position that there was."""
        if position is not None:
            self.at_hand[len(self._parents)] = position
        self._parents.append(NOWHERE if position is None else position.parent)

    def cut(self, count: int) -> None:
        """Forget where events after so many led."""
        for seq in range(count + 1, len(self._parents)):
            self.at_hand.pop(seq, None)
        del self._parents[count + 1 :]

    def rest(self, head: int) -> None:
        """Let go of all but the first position and the last ones on the way to where the table is."""
        if len(self.at_hand) > KEPT + 1:
            kept = (1, *self.path(head)[-KEPT:])
            self.at_hand = {seq: self.at_hand[seq] for seq in kept if seq in self.at_hand}

    def parent(self, seq: int) -> int:
        return self._parents[seq]

    def path(self, head: int) -> list[int]:
        """The events that led to one, from the opening."""
        found = []
        while head:
            found.append(head)
            head = self._parents[head]
        return found[::-1]

    def following(self, head: int) -> list[int]:
        """The events that led from one to another position."""
        return [seq for seq, parent in enumerate(self._parents) if parent == head]

    def copy(self) -> Self:
        made = copy(self)
        made._parents, made.at_hand = self._parents[:], dict(self.at_hand)
        return made
