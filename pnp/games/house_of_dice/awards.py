"""What bonuses bring in the end: those that a seat has, and those that it may still claim."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.house_of_dice.quick import Tables

LATER = {"extra": (0.0, 1.1, 1.6, 1.9, 2.1, 2.3, 2.4), "nudge": (0.0, 0.7, 1.1, 1.3, 1.5, 1.6, 1.7)}
"""What a bonus that changes a round brings when its time comes, in points, by the active rounds that are to come.

The more of them, the better the dice of the best: measured, and not claimed before a round brings as much.
"""


class Prospects(NamedTuple):
    """What a seat may still get from bonuses: those it has, those that are free to claim, claims left, active rounds.

    `most` is for each bonus of the most of a part how many it may take in the end; `later` how many active rounds come
    after the one that is played, in which a bonus that changes a round can still be claimed.
    """

    claimed: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    claims: int = 0
    turns: int = 0
    most: tuple[tuple[str, int], ...] = ()
    later: int = 0


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
        awards = tables.rules.awards
        self._claims = min(to_come.claims, to_come.turns)
        self._claimed = [self.prize(one) for one in to_come.claimed if one in awards]
        self._free = [self.prize(one) for one in to_come.free if one in awards]
        self._later = [LATER[one][: to_come.later + 1][-1] for one in to_come.free if one in LATER]

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
