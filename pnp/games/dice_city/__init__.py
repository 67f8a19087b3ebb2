"""Dice City: cities of two to four players, the piles they drew from, and who built the new capital."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.games.dice_city import document, paper, rules
from pnp.games.game import GameOfModules


class DiceCity(GameOfModules):
    """The game for several."""

    TITLE = "Dice City"
    PLAYERS = rules.PLAYERS
    PAD = True
    rules, document, paper = rules, document, paper

    @cached_property
    def play(self) -> Any:
        from pnp.games.dice_city.table import CityPlay

        return CityPlay()


game = DiceCity()
