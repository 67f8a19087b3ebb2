"""Dice Miner for two to four: the troves after each round, their scores, and who wins."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.games.dice_miner import document, paper, rules
from pnp.games.game import GameOfModules


class DiceMiner(GameOfModules):
    """The rules of Dice Miner."""

    TITLE = "Dice Miner"
    PLAYERS = rules.PLAYERS
    PAD = True
    ASIDE = ("tiebreak",)
    rules, document, paper = rules, document, paper

    @cached_property
    def play(self) -> Any:
        from pnp.games.dice_miner.table import MinerPlay

        return MinerPlay()


game = DiceMiner()
