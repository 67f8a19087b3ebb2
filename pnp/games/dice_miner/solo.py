"""Dice Miner alone: one trove at the end of the game, whether it could be drafted, and how good it is."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.games.dice_miner.solo_sheet import SoloSheet


class DiceMinerSolo(SoloSheet):
    """The rules of Dice Miner for one."""

    @cached_property
    def coaching(self) -> Any:
        from pnp.games.dice_miner.solo_coaching import MinerCoaching

        return MinerCoaching()

    @cached_property
    def play(self) -> Any:
        from pnp.games.dice_miner.solo_table import SoloPlay

        return SoloPlay()


game = DiceMinerSolo()
