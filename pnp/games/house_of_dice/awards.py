"""What bonuses bring in the end: those that a seat has, and those that it may still claim."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.house_of_dice.quick import Tables

LATER = {"extra": 3.0, "nudge": 2.0}
"""What a bonus that changes a round brings when its time comes, in points."""


class Prospects(NamedTuple):
    """What a seat may still get from bonuses: those it has, those that are free to claim, claims left, active rounds.

    `most` is for each bonus of the most of a part how many it may take in the end; `last` that the active round that is
    played is the last one, so that a bonus which changes a round is worth nothing later.
    """

    claimed: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    claims: int = 0
    turns: int = 0
    most: tuple[tuple[str, int], ...] = ()
    last: bool = False


class Prize(NamedTuple):
    """Points for a house with so many of a part, which are counted by the numbers of its columns."""

    counts: list[int]
    least: int
    points: int

    def won(self, keys: list[int]) -> int:
        """The points that it brings with the columns of a house in the end."""
        counts = self.counts
        return self.points if sum([counts[key] for key in keys]) >= self.least else 0


class Awards:
    """The points of bonuses in the end, by what a seat may still get from them."""

    def __init__(self, tables: Tables, to_come: Prospects) -> None:
        self._tables, self._most = tables, dict(to_come.most)
        awards, later = tables.rules.awards, {} if to_come.last else LATER
        self._claims = min(to_come.claims, to_come.turns)
        self._claimed = [self.prize(one) for one in to_come.claimed if one in awards]
        self._free = [self.prize(one) for one in to_come.free if one in awards]
        self._later = [later[one] for one in to_come.free if one in later]

    def prize(self, bonus: str) -> Prize:
        """What one bonus brings."""
        award = self._tables.rules.awards[bonus]
        least = max(award.parts, self._most.get(bonus, 0) if award.most else 0)
        return Prize([*self._tables.counts[award.part], 0], least, award.points)

    def worth(self, keys: list[int]) -> float:
        """The points of a house in the end: of what is claimed, and the best of what can still be claimed."""
        got = sum([one.won(keys) for one in self._claimed])
        if self._claims <= 0:
            return got
        may_be = sorted([*[one.won(keys) for one in self._free], *self._later], reverse=True)
        return got + sum(may_be[: self._claims])
