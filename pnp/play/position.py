"""A point in a game that is replayed from its log."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.games.seats import Refusal
from pnp.play import paper
from pnp.play.people import Person


class Doubt(NamedTuple):
    """What a count or a guess speaks against and was taken all the same: in which event, said by whom, and why not."""

    seq: int
    seat: int | None
    why: Refusal


class Position(NamedTuple):
    """A point in the game: the event before it, the state, how many rolls led to it, the people, their paper."""

    parent: int
    state: Any
    rolls: int
    people: tuple[Person, ...]
    papers: paper.Stacks = MappingProxyType({})
    begun: bool = False
    on_paper: bool = False
    closed: bool = False
    doubts: tuple[Doubt, ...] = ()
