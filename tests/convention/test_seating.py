"""Seats: everybody once a round, tables as even as can be, and nobody meets twice where that can be had."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.convention import seating, turned_seats
from pnp.convention.seating import Round, apart, by_standing, fewest_repeats, repeats, sizes


@pytest.mark.parametrize(
    ("people", "size", "least", "expected"),
    [
        (16, 4, 2, (4, 4, 4, 4)),
        (15, 4, 2, (4, 4, 4, 3)),
        (13, 4, 2, (4, 3, 3, 3)),
        (5, 4, 2, (3, 2)),
        (5, 4, 3, (4,)),  # one has a bye
        (3, 2, 2, (2,)),
        (2, 4, 3, ()),
        (0, 4, 2, ()),
    ],
)
def test_tables_are_as_even_as_can_be(people: int, size: int, least: int, expected: tuple[int, ...]) -> None:
    assert sizes(people, size, least) == expected


@settings(max_examples=25)
@given(st.integers(2, 40), st.integers(2, 6), st.integers(1, 4), st.integers(1, 9))
def test_everybody_has_one_seat_a_round(people: int, size: int, rounds: int, seed: int) -> None:
    with (
        patch.object(seating, "STEPS", 1000),
        patch.object(turned_seats, "TRIES", 1),
    ):  # it holds however long one looks
        plan = apart(range(1, people + 1), size, 2, rounds, (), seed)
    assert len(plan) == rounds
    for one in plan:
        seated = [person for table in one.tables for person in table]
        assert sorted([*seated, *one.byes]) == list(range(1, people + 1))
        assert tuple(sorted(map(len, one.tables), reverse=True)) == sizes(people, size, 2)
    assert repeats(plan) >= fewest_repeats(plan)


@pytest.mark.parametrize(
    ("people", "size", "rounds"),
    [(800, 4, 3), (799, 4, 3), (16, 4, 5), (20, 4, 5), (32, 4, 8), (9, 3, 4), (60, 5, 6), (25, 5, 6), (81, 9, 10)],
)
def test_nobody_meets_twice_where_that_can_be_had(people: int, size: int, rounds: int) -> None:
    plan = apart(range(people), size, 2, rounds, (), seed=1)
    met = Counter(pair for one in plan for table in one.tables for pair in combinations(sorted(table), 2))
    assert max(met.values()) == 1
    assert repeats(plan) == fewest_repeats(plan) == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_dealing_in_rows_does_not_do_one_round_is_turned(seed: int) -> None:
    """Fifteen girls who walk in threes for seven days meet everybody once; exchanges alone leave seven repeats."""
    plan = apart(range(1, 16), 3, 2, 7, (), seed)
    assert repeats(plan) == fewest_repeats(plan) == 0
    assert [sorted(person for table in one.tables for person in table) for one in plan] == [list(range(1, 16))] * 7


@pytest.mark.parametrize("seed", [1, 4, 6])
def test_one_round_is_turned_until_it_fits(seed: int) -> None:
    plan = apart(range(24), 4, 2, 7, (), seed)
    assert repeats(plan) == fewest_repeats(plan) == 0


@pytest.mark.parametrize(("people", "size", "rounds"), [(7, 4, 3), (4, 4, 3), (10, 4, 6), (6, 2, 7)])
def test_where_it_cannot_the_bound_is_met(people: int, size: int, rounds: int) -> None:
    plan = apart(range(people), size, 2, rounds, (), seed=1)
    assert repeats(plan) == fewest_repeats(plan) > 0


def _splits(people: frozenset[int], size: int) -> list[tuple[tuple[int, ...], ...]]:
    if not people:
        return [()]
    first = min(people)
    return [
        ((first, *rest), *more)
        for rest in combinations(sorted(people - {first}), size - 1)
        for more in _splits(people - {first, *rest}, size)
    ]


@pytest.mark.parametrize(("size", "rounds"), [(2, 2), (3, 2), (3, 3)])
def test_the_bound_is_never_above_the_best_of_all_plans(size: int, rounds: int) -> None:
    every = [Round(tables) for tables in _splits(frozenset(range(6)), size)]
    first = every[0]
    plans = [[first, one] for one in every] if rounds == 2 else [[first, a, b] for a in every for b in every]
    assert fewest_repeats(plans[-1]) <= min(map(repeats, plans))


def test_later_rounds_remember_who_came_before() -> None:
    before = apart(range(1, 21), 4, 2, 2, (), seed=3)
    left = [person for person in range(1, 21) if person not in (4, 7)]
    after = apart([*left, 21], 4, 2, 2, before, seed=4)
    assert repeats([*before, *after]) == 0


def test_byes_go_round() -> None:
    plan = apart(range(5), 2, 2, 5, (), seed=1)
    assert Counter(person for one in plan for person in one.byes) == dict.fromkeys(range(5), 1)


def test_by_standing_neighbours_sit_together_unless_they_have_met() -> None:
    order = list(range(40))
    first = by_standing(order, 4, 2, [], seed=1)
    assert first.tables[0] == (0, 1, 2, 3)
    second = by_standing(order, 4, 2, [first], seed=1)
    assert repeats([first, second]) == 0
    assert max(max(table) - min(table) for table in second.tables) <= 20  # nobody is sent to the hall's other end


def test_by_standing_the_last_one_has_the_bye_and_not_twice() -> None:
    first = by_standing([3, 1, 2], 2, 2, [], seed=1)
    assert first.byes == (2,)
    assert by_standing([3, 1, 2], 2, 2, [first], seed=1).byes == (1,)
