"""Rounds that follow from one: everybody moves on by the same turn, and only the first round has to be found.

People stand in circles of as many as there are rounds; whoever is left over stays. In the next round everybody of a
circle takes the part of their neighbour. Two people meet again only where the first round has two pairs of the same
circles that are equally far apart, so that one round is searched in place of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import exp
from random import Random

STEPS, MOST_STEPS, TRIES = 1000, 24_000, 5
"""So many exchanges for each person, and in all, are tried from each of so many beginnings."""
WARM, COLD = 1.2, 0.15
"""How much worse an exchange may be at first and at last, in pairs that are twice the same."""
Key = tuple[int, int, int]


class _First:
    """The first round while seats are exchanged: who has which place, and which pairs there are."""

    def __init__(self, people: int, many: Sequence[int], rounds: int, rng: Random) -> None:
        self.rounds, self.circles = rounds, people // rounds
        order = rng.sample(range(people), people)
        self.tables: list[list[int]] = []
        for size in many:
            self.tables.append(order[:size])
            del order[:size]
        self.pairs: Counter[Key] = Counter()
        for table in self.tables:
            self.pairs.update(self.key(one, two) for one, two in combinations(table, 2))
        self.again = sum(self._extra(key, count) for key, count in self.pairs.items())

    def key(self, one: int, two: int) -> Key:
        """What two people have in common with all pairs that they become in other rounds."""
        (first, a), (second, b) = divmod(min(one, two), self.rounds), divmod(max(one, two), self.rounds)
        stays, staying = first >= self.circles, second >= self.circles
        if staying:
            return (-1 - a, -1 - b, 0) if stays else (first, -1 - b, 0)
        apart = (b - a) % self.rounds
        return first, second, min(apart, self.rounds - apart) if first == second else apart

    def _extra(self, key: Key, count: int) -> int:
        """So many times too often is a pair there, by which all rounds repeat meetings."""
        both_stay = key[0] < 0
        half = key[0] == key[1] and 2 * key[2] == self.rounds
        return count if both_stay or half else max(0, count - 1)

    def change(self, table: int, place: int, person: int) -> None:
        """Somebody else has a place at a table."""
        here = self.tables[table]
        for sign, who in ((-1, here[place]), (1, person)):
            for at, other in enumerate(here):
                if at != place:
                    key = self.key(who, other)
                    before = self.pairs[key]
                    self.pairs[key] = before + sign
                    self.again += self._extra(key, before + sign) - self._extra(key, before)
        here[place] = person

    def exchange(self, one: tuple[int, int], two: tuple[int, int]) -> None:
        first, second = self.tables[one[0]][one[1]], self.tables[two[0]][two[1]]
        self.change(*one, second)
        self.change(*two, first)


def turned(people: Sequence[int], many: Sequence[int], rounds: int, rng: Random) -> list[list[tuple[int, ...]]]:
    """Tables of some sizes for all people in so many rounds, each round the one before turned on by one.

    >>> from random import Random
    >>> plan = turned(range(8), (2, 2, 2, 2), 7, Random(1))
    >>> len({frozenset(table) for one in plan for table in one})
    28
    """
    found: list[list[int]] = []
    best = len(people) ** 2
    for _ in range(TRIES):
        first = _searched(_First(len(people), many, rounds, rng), rng)
        if first.again < best:
            best, found = first.again, [list(table) for table in first.tables]
        if not best:
            break
    circles = len(people) // rounds

    def at(person: int, turn: int) -> int:
        circle, place = divmod(person, rounds)
        return circle * rounds + (place + turn) % rounds if circle < circles else person

    return [[tuple(people[at(one, turn)] for one in table) for table in found] for turn in range(rounds)]


def _searched(first: _First, rng: Random) -> _First:
    """The round after exchanges that make it better, and now and then a little worse."""
    places = [(table, place) for table, row in enumerate(first.tables) for place in range(len(row))]
    steps = min(MOST_STEPS, STEPS * len(places))
    for step in range(steps):
        if not first.again:
            break
        one, two = rng.choice(places), rng.choice(places)
        if one[0] == two[0]:
            continue
        before = first.again
        first.exchange(one, two)
        worse = first.again - before
        if worse > 0 and rng.random() > exp(-worse / (WARM + (COLD - WARM) * step / steps)):
            first.exchange(one, two)
    return first
