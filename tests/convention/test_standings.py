"""Standings across tables: three rules, equals share, and what decided between equals is told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pnp.convention.standings import outcomes, standings


def test_places_share_what_they_give() -> None:
    rounds = [outcomes({1: 50, 2: 40, 3: 40, 4: 10}), outcomes({1: 9, 2: 30, 4: 12})]
    rows = {row.person: row for row in standings([1, 2, 3, 4], rounds, "places", 4)}
    scores = {person: row.score for person, row in rows.items()}
    assert scores == {1: 6, 2: Fraction(13, 2), 3: Fraction(5, 2), 4: 4}
    assert rows[3].rounds == (Fraction(5, 2), None)  # who did not play has nothing


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("places", {1: 6, 2: 6, 3: 6}), ("points", {1: 91, 2: 90, 3: 65}), ("share", {1: 169, 2: 172, 3: 133})],
)
def test_rules_decide_differently(rule: str, expected: dict[int, int]) -> None:
    rounds = [outcomes({1: 60, 2: 50, 3: 20}), outcomes({1: 31, 2: 40, 3: 45})]
    rows = standings([1, 2, 3], rounds, rule, 4)
    assert {row.person: round(row.score) for row in rows} == expected


def test_a_tie_is_broken_by_wins_then_points_then_the_best_total() -> None:
    # By points 1 and 2 have 20 each; 1 has won a table, 2 none.
    rows = standings([1, 2, 3], [outcomes({1: 15, 2: 10, 3: 1}), outcomes({1: 5, 2: 10, 3: 11})], "points", 4)
    assert [(row.rank, row.person, row.by, row.tied) for row in rows] == [
        (1, 1, "wins", False),
        (2, 2, "wins", False),
        (3, 3, "", False),
    ]
    # A win and a loss each, the same points: the best total tells.
    rows = standings([1, 2], [outcomes({1: 15, 2: 14}), outcomes({1: 5, 2: 6})], "points", 4)
    assert [(row.person, row.by) for row in rows] == [(1, "best"), (2, "best")]


def test_true_equals_stand_on_one_rank() -> None:
    rows = standings([1, 2, 3], [outcomes({1: 7, 2: 7, 3: 3})], "share", 4)
    assert [(row.rank, row.person, row.score, row.tied) for row in rows] == [
        (1, 1, 100, True),
        (1, 2, 100, True),
        (3, 3, Fraction(300, 7), False),
    ]


def test_the_games_own_places_count() -> None:
    rows = standings([1, 2], [outcomes({1: 40, 2: 40}, {1: 2, 2: 1})], "places", 2)
    assert [(row.person, row.score) for row in rows] == [(2, 2), (1, 1)]
