"""Dice City alone: VP in the turns of a mode, against a target that grows with every win."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.games.dice_city import document, paper, rules
from pnp.games.game import GameOfModules


class DiceCitySolo(GameOfModules):
    """The game alone."""

    TITLE = "Dice City Solo"
    PLAYERS = (1, 1)
    PAD = True
    rules, document, paper = rules, document, paper

    @cached_property
    def play(self) -> Any:
        from pnp.games.dice_city.solo_table import SoloPlay

        return SoloPlay()


game = DiceCitySolo()
