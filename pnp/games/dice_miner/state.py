"""A table of miners as it stands: its phase, who has what, and the sheets that this makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.dice_miner.dice import Face, Trove
from pnp.games.dice_miner.mountain import Mountain
from pnp.games.dice_miner.rules import Rules
from pnp.games.dice_miner.sheet import Document, Result, Sheet, result_of

START, HEROES, ROUND, REPLENISH, TIEBREAK, OVER = "start", "heroes", "round", "replenish", "tiebreak", "over"


class Mining(NamedTuple):
    """A table whose dice are rolled here: the mountain, the troves as they lie, whose turn it is.

    `cup` has the dice that are rolled now, each with the seat that it comes to; `magic` the seats that may still use
    magic, the one that does so now first; `spent` the magic dice, `called` the magic faces of heroes used this round.
    """

    mountain: Mountain
    troves: tuple[Trove, ...]
    spent: tuple[tuple[Face, ...], ...]
    called: tuple[tuple[Face, ...], ...]
    turn: int = 0
    takes: int = 0
    shared: bool = False
    cup: tuple[tuple[int, str], ...] = ()
    magic: tuple[int, ...] = ()
    kept: tuple[Trove, ...] = ()


class State(NamedTuple):
    """A table as it stands; troves and notes are by seat, None where nothing has been said yet."""

    rules: Rules
    players: tuple[str, ...]
    phase: str = START
    candidates: tuple[int, ...] = ()
    """The seats that may start the coming round, while nobody knows who does."""
    rolls: tuple[tuple[tuple[int, Face], ...], ...] = ()
    """What was rolled for the start of the round, each time by seat."""
    starters: tuple[int, ...] = ()
    heroes: tuple[str, ...] = ()
    chosen: int = 0
    """So many players have taken a hero, or were passed over."""
    rounds: tuple[tuple[Trove, ...], ...] = ()
    ties: tuple[tuple[Trove | None, ...], ...] = ()
    due: tuple[int, ...] = ()
    """The seats whose troves are scored now."""
    entries: tuple[Trove | None, ...] = ()
    cached: tuple[int | None, ...] = ()
    mining: Mining | None = None
    """The mountain and everybody's dice, where they are rolled here."""

    @property
    def seats(self) -> range:
        return range(len(self.players))

    @property
    def missing(self) -> list[int]:
        """The seats whose troves are still to be entered."""
        return [seat for seat in self.due if self.entries[seat] is None]


def document_of(state: State, entries: Sequence[Trove | None] = ()) -> Document:
    """The sheets with everything that was scored, and with the entries that are given."""
    sheets = []
    for seat, player in enumerate(state.players):
        rounds = [row[seat] for row in state.rounds]
        ties = [trove for row in state.ties if (trove := row[seat]) is not None]
        if entries and (entry := entries[seat]) is not None:
            (ties if state.phase == TIEBREAK else rounds).append(entry)
        sheets.append(Sheet(player, state.heroes[seat], tuple(rounds), tuple(ties)))
    return Document(len(state.players), tuple(sheets))


def result(state: State) -> Result:
    """What everything that was scored comes to."""
    return result_of(document_of(state), state.rules)


def lying(state: State, seat: int) -> Trove:
    """A player's trove as it lay when it was scored last."""
    tie = next((row[seat] for row in reversed(state.ties) if row[seat] is not None), None)
    return tie or (state.rounds[-1][seat] if state.rounds else Trove())
