"""What an edition says about a miner alone at the table; what the trove is worth stands in the layout file."""

from __future__ import annotations

from functools import lru_cache

from pnp.edition import Edition
from pnp.games.dice_miner.dice import dice_of
from pnp.games.dice_miner.rules import OfEdition, usable
from pnp.games.dice_miner.solo_sheet import SHEET

PLAYERS = (1, 1)
BY_ALL_DICE = ("too-many-dice", "too-many-dice.mountain")
"""Checks of a trove that the table makes with all dice it knows of, those that are out of the game too."""


class SoloRules(OfEdition):
    """The numbers that a miner alone plays by, and the checks of each pile."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.dice = dice_of(edition)
        self.mountain = int(edition["mountain"])
        self.shape = tuple(int(height) for height in edition["mountain-shape"])
        self.refills = int(edition["refills"])
        self.recycle_fewer = bool(edition["recycle-fewer"])
        self.starting_magic = tuple(int(count) for count in edition["starting-magic"])
        self.straight_start = int(edition["straight-start"])
        self.straight_end = int(edition["straight-end"])
        self.straight_points = int(edition["straight-points"])
        self.neutralizes = {str(hazard): str(tool) for hazard, tool in edition["neutralizes"].items()}
        self.hazard_points = int(edition["hazard-points"])
        self.cached_points = int(edition["cached-points"])
        self.chest_room = int(edition["chests"])
        self.declaration = SHEET.declare(edition)
        self.checks = {
            area.name: [
                check for check in self.declaration.wrong if area.name in check.names and check.key not in BY_ALL_DICE
            ]
            for area in self.declaration.areas.values()
        }
        if not self.starting_magic:
            raise ValueError("starting-magic")


@lru_cache(maxsize=32)
def rules_of(edition: Edition) -> SoloRules:
    """The rules that an edition is played by."""
    return usable(edition, SoloRules)
