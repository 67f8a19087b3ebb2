"""Dice Miner alone: one trove at the end of the game, whether it could be drafted, and how good it is."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.games.dice_miner import solo_paper, solo_rules, solo_sheet
from pnp.games.game import GameOfModules


class DiceMinerSolo(GameOfModules):
    """The rules of Dice Miner for one."""

    TITLE = "Dice Miner, solo"
    PLAYERS = solo_rules.PLAYERS
    PAD = True
    ASIDE = ("best.*",)
    rules, document, paper = solo_rules, solo_sheet, solo_paper

    @cached_property
    def coaching(self) -> Any:
        from pnp.games.dice_miner.solo_coaching import MinerCoaching

        return MinerCoaching()

    @cached_property
    def play(self) -> Any:
        from pnp.games.dice_miner.solo_table import SoloPlay

        return SoloPlay()


game = DiceMinerSolo()
