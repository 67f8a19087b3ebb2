"""A game of Dice Miner alone as plain values, for recorded games and comparisons."""

from __future__ import annotations

from typing import Any

from pnp.games.dice_miner.dice import plain
from pnp.games.dice_miner.solo_moves import SoloState


def dump(state: SoloState) -> dict[str, Any]:
    """The whole state."""
    return {
        "game": state.rules.edition.game,
        "phase": state.phase,
        "trove": state.trove.as_document(),
        "mountain": state.mountain,
        "box": [plain(face) for face in state.box],
        "owed": state.owed,
    }
