"""Who stands where across tables, by a stated rule; what decides between equals is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

RULES = ("places", "points", "share")
"""By place at each table, by points, or by the share of the table's best."""
TIE_BREAKS = ("wins", "points", "best")
"""What decides between equals, in this order: tables won, points in all, the best single total."""


class Outcome(NamedTuple):
    """What a table came to for one person: the place, how many are on it, the points, and the table's best."""

    rank: int
    tied: int
    total: int
    best: int


class Standing(NamedTuple):
    """Where somebody stands: the rank, the score by the rule, what it is made of, and what decided against equals."""

    rank: int
    person: int
    score: Fraction
    wins: int
    points: int
    best: int
    rounds: tuple[Fraction | None, ...]
    by: str = ""
    tied: bool = False


def outcomes(totals: Mapping[int, int], ranks: Mapping[int, int] | None = None) -> dict[int, Outcome]:
    """What a table came to for each of its people; places follow from the points where a game says no other.

    >>> outcomes({1: 40, 2: 52, 3: 40})[3]
    Outcome(rank=2, tied=2, total=40, best=52)
    """
    best = max(totals.values(), default=0)
    places = ranks or {one: 1 + sum(other > total for other in totals.values()) for one, total in totals.items()}
    many = Counter(places.values())
    return {one: Outcome(places[one], many[places[one]], total, best) for one, total in totals.items()}


def worth(one: Outcome, rule: str, seats: int) -> Fraction:
    """What an outcome is worth by a rule, at tables for so many; people on one place share what their places give.

    >>> worth(Outcome(1, 1, 50, 50), "places", 4), worth(Outcome(2, 2, 40, 50), "places", 4)
    (Fraction(4, 1), Fraction(5, 2))
    >>> worth(Outcome(2, 1, 40, 50), "share", 4), worth(Outcome(1, 1, -3, -3), "share", 4)
    (Fraction(80, 1), Fraction(100, 1))
    """
    if rule == "points":
        return Fraction(one.total)
    if rule == "share":
        if one.total == one.best:
            return Fraction(100)
        return Fraction(max(0, 100 * one.total), one.best) if one.best > 0 else Fraction(0)
    return seats + 1 - one.rank - Fraction(one.tied - 1, 2)


def standings(people: Iterable[int], rounds: Sequence[Mapping[int, Outcome]], rule: str, seats: int) -> list[Standing]:
    """Everybody's standing after rounds; a round without an outcome counts nothing."""
    rows = []
    for person in people:
        played = [one.get(person) for one in rounds]
        scores = tuple(None if one is None else worth(one, rule, seats) for one in played)
        there = [one for one in played if one is not None]
        wins, points = sum(one.rank == 1 for one in there), sum(one.total for one in there)
        best = max((one.total for one in there), default=0)
        score = sum((one for one in scores if one is not None), Fraction(0))
        rows.append(Standing(0, person, score, wins, points, best, scores))
    return _ranked(rows)


def _ranked(rows: list[Standing]) -> list[Standing]:
    def keys(row: Standing) -> tuple[Fraction, int, int, int]:
        return row.score, row.wins, row.points, row.best

    rows = sorted(rows, key=lambda row: row.person)
    rows.sort(key=keys, reverse=True)
    scores = [row.score for row in rows]
    found: list[Standing] = []
    for place, row in enumerate(rows):
        equal = [other for other in rows if keys(other) == keys(row)]
        rank = found[-1].rank if found and keys(rows[place - 1]) == keys(row) else place + 1
        by = _decided(row, rows) if scores.count(row.score) > 1 else ""
        found.append(row._replace(rank=rank, by=by, tied=len(equal) > 1))
    return found


def _decided(row: Standing, rows: Sequence[Standing]) -> str:
    """What tells a row from all others of its score: the first of the tie breaks after which it is alone."""
    equal = [other for other in rows if other.score == row.score and other.person != row.person]
    for name in TIE_BREAKS:
        equal = [other for other in equal if getattr(other, name) == getattr(row, name)]
        if not equal:
            return name
    return ""
