"""The seats of a table of Dice Miner: who sits there, whose turn it is, and what stands on the score pad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.games import dice_miner
from pnp.games._mine_rounds import (
    HEROES,
    REPLENISH,
    ROUND,
    TIEBREAK,
    State,
    due,
    hero_turn,
    missing,
    table,
    unscorable,
)
from pnp.games._plain_play import named, placed
from pnp.games.play import Refusal, SheetMarks
from pnp.games.verdict import Score


def renamed(state: State, players: Sequence[str]) -> State | Refusal:
    """The table with other names."""
    names = named(players, len(state.players))
    return names if isinstance(names, Refusal) else replace(state, players=names)


def join(state: State, name: str) -> Refusal:
    """Nobody joins: each round the mountain has its number of dice, and all of them are shared out."""
    return Refusal("too-late", f"the mountain is shared among {len(state.players)} miners; {name} can watch")


def active(state: State) -> int | None:
    """The seat that chooses a hero, or that starts the round."""
    if state.phase == HEROES:
        return hero_turn(state)
    return state.starters[-1] if state.phase == ROUND else None


def status(state: State, seat: int) -> str:
    """Whether the table waits for a seat's hero or trove."""
    if state.phase == HEROES:
        return "drawing" if seat == hero_turn(state) else "idle"
    if state.phase in (ROUND, TIEBREAK) and seat in due(state):
        # Troves that can't lie there together are entered again.
        waits = seat in missing(state) or (not missing(state) and unscorable(state) is not None)
        return "drawing" if waits else "in"
    return "in" if state.phase == REPLENISH and state.cached[seat] is not None else "idle"


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The score pad with every round that was scored."""
    return placed(dice_miner.marks(table(state), state.edition), len(state.players), seat)


def scores(state: State) -> tuple[Score, ...]:
    """The points of everybody in the rounds that were scored."""
    return tuple(sheet.score for sheet in dice_miner.judge(table(state), state.edition).sheets)
