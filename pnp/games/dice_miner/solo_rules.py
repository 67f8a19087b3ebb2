"""What an edition says about a miner alone."""

from __future__ import annotations

from functools import lru_cache

from pnp.edition import Edition
from pnp.games.dice_miner.dice import BEER, TYPES, Dice, dice_of
from pnp.games.dice_miner.rules import OfEdition, usable

PLAYERS = (1, 1)


class SoloRules(OfEdition):
    """The numbers that a miner alone plays by; each type of dice can show beer on the mountain, few can in a trove."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.mountain_dice = dice_of(edition)
        beer = [str(kind) for kind in edition["beer-in-trove"]]
        faces = self.mountain_dice.faces
        in_trove = {kind: tuple(face for face in faces[kind] if face != BEER or kind in beer) for kind in TYPES}
        self.dice = Dice(self.mountain_dice.counts, in_trove)
        self.mountain = int(edition["mountain"])
        self.shape = tuple(int(height) for height in edition["mountain-shape"])
        self.refills = int(edition["refills"])
        self.starting_magic = tuple(int(count) for count in edition["starting-magic"])
        self.straight_start = int(edition["straight-start"])
        self.straight_end = int(edition["straight-end"])
        self.straight_points = int(edition["straight-points"])
        self.neutralizes = {str(hazard): str(tool) for hazard, tool in edition["neutralizes"].items()}
        self.hazard_points = int(edition["hazard-points"])
        self.treasure_points = int(edition["treasure-points"])
        self.cached_points = int(edition["cached-points"])
        self.chest_room = int(edition["chests"])
        self.bands = tuple(sorted((int(band["from"]), str(band["name"])) for band in edition["bands"]))
        if not self.bands or not self.starting_magic:
            raise ValueError("bands, starting-magic")


@lru_cache(maxsize=32)
def rules_of(edition: Edition) -> SoloRules:
    """The rules that an edition is played by."""
    return usable(edition, SoloRules)
