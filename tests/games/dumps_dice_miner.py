"""A table of Dice Miner as plain values, for recorded games and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.dice_miner.dice import Trove, plain
from pnp.games.dice_miner.state import State


def dump(state: State) -> dict[str, Any]:
    """The whole state."""

    def each(row: Sequence[Trove | None]) -> list[Any]:
        return [None if trove is None else trove.as_document() for trove in row]

    return {
        "game": state.rules.edition.game,
        "players": list(state.players),
        "phase": state.phase,
        "candidates": list(state.candidates),
        "rolls": [[[seat, plain(face)] for seat, face in each] for each in state.rolls],
        "starters": list(state.starters),
        "heroes": list(state.heroes),
        "chosen": state.chosen,
        "rounds": [each(row) for row in state.rounds],
        "ties": [each(row) for row in state.ties],
        "entries": each(state.entries),
        "cached": list(state.cached),
    }
