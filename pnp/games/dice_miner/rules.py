"""What an edition says about a table of miners, and how both modes read theirs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from pnp.edition import Edition
from pnp.errors import InputError, one_line
from pnp.games.dice_miner.dice import Trove, dice_of, parse_face
from pnp.words import say

PLAYERS = (2, 4)
MOST_TIEBREAKS = 50

T = TypeVar("T")


class OfEdition:
    """Rules of an edition, the same as others where both editions say the same."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OfEdition) and self.edition.entries == other.edition.entries

    def __hash__(self) -> int:
        return hash(self.edition.game)


class Rules(OfEdition):
    """The numbers that a table of miners is played by."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition)
        self.dice = dice_of(edition)
        self.rounds = int(edition["rounds"])
        self.mountain = int(edition["mountain"])
        self.shape = tuple(int(height) for height in edition["mountain-shape"])
        self.beer_takes = int(edition["beer-takes"])
        self.heroes = {
            str(name): Trove(**{kind: tuple(map(parse_face, shown)) for kind, shown in faces.items()})
            for name, faces in edition["heroes"].items()
        }
        self.same_hero = int(edition["hero-once"])
        self.start = int(edition["tunnel-start"])
        self.double = int(edition["treasure-double"])
        self.double_from = int(edition["double-from"])
        self.hazard_points = int(edition["hazard-points"])
        self.counters = {str(hazard): str(tool) for hazard, tool in edition["counters"].items()}
        self.chest_room = int(edition["chests"])
        self.troves_never_shrink = bool(edition["shared-beer"])


@lru_cache(maxsize=32)
def rules_of(edition: Edition) -> Rules:
    """The rules that an edition is played by."""
    return usable(edition, Rules)


def usable(edition: Edition, read: Callable[[Edition], T]) -> T:
    """What is read from an edition, or one line where an owner's entries have another shape."""
    try:
        return read(edition)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")
        raise InputError(say("no-edition.unusable", game=edition.game, why=reason)) from None
