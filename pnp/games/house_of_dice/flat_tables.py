"""The tables of the rules and of a taste as flat rows of whole numbers, for a loop that a compiler makes quick."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, product
from typing import NamedTuple, TypeAlias

from pnp.games.house_of_dice.outlook import SCALE
from pnp.games.house_of_dice.parts import PARTS
from pnp.games.house_of_dice.quick import Tables
from pnp.games.house_of_dice.taste import Taste

Row: TypeAlias = "array[int]"


def row(numbers: Iterable[int]) -> Row:
    """Whole numbers of 32 bits in a row."""
    return array("i", numbers)


def zeros(count: int) -> Row:
    """So many noughts in a row."""
    return array("i", bytes(4 * count))


class Board(NamedTuple):
    """What follows from the rules; `starts` say where in a row what belongs to a number begins, and ends.

    `sizes` are columns of a house, numbers of a column, signs with the wall, coins, prices, and how much furniture may
    be there when some is added.
    """

    sizes: Row
    falls: Row
    sign: Row
    has_first: Row
    build_starts: Row
    build_after: Row
    build_sign: Row
    column_starts: Row
    columns: Row
    job_starts: Row
    job_column: Row
    job_die: Row
    job_price: Row
    furniture_starts: Row
    furniture_price: Row
    furniture_spaces: Row
    column_worth: Row
    pair_worth: Row
    firsts_worth: Row
    furniture_worth: Row
    counts: Row


class Likes(NamedTuple):
    """What follows from a taste: by round its phase and the purse; values of columns, pairs, prices and furniture.

    Those of columns are by the first parts that are there, those of pairs by a neighbour's sign and one's own.
    `numbers` are how often of 256 times it slips, the seed of that, and purses.
    """

    numbers: Row
    phase_of: Row
    purse_of: Row
    values: Row
    lefts: Row
    rights: Row
    coins: Row
    shelf: Row


@lru_cache(maxsize=8)
def board_of(tables: Tables) -> Board:
    """The tables of the rules in rows."""
    rules, columns = tables.rules, [plan.jobs for plan in tables.plans]
    builds = [
        tables.builds_with.get(die, [()] * tables.wall)[at]
        for die in range(rules.faces + 1)
        for at in range(tables.wall)
    ]
    groups = [one for plan in columns for one in plan]
    jobs = [job for _, pairs in groups for job in pairs]
    furniture = [one for plan in tables.plans for one in plan.furniture]
    fullest = rules.spaces if rules.furnish_when_full else rules.spaces - 1
    sizes = (tables.wide, tables.wall, len(tables.signs) + 1, rules.budget, rules.dearest + 1, fullest)
    return Board(
        row(sizes),
        row(tables.falls),
        row(tables.sign),
        row([*tables.has_first, 0]),
        _starts(map(len, builds)),
        row(build.after for some in builds for build in some),
        row(tables.sign[build.after] for some in builds for build in some),
        _starts(map(len, columns)),
        row(column for column, _ in groups),
        _starts(len(pairs) for _, pairs in groups),
        row(column for column, pairs in groups for _ in pairs),
        row(die for die, _ in jobs),
        row(rules.prices.get(cost, 0) for _, cost in jobs),
        _starts(len(plan.furniture) for plan in tables.plans),
        row(rules.prices.get(one.cost, 0) for one in furniture),
        row(one.spaces for one in furniture),
        row(tables.column_worth),
        row(worth for some in tables.pair_worth for worth in some),
        row(tables.firsts_worth),
        row(tables.furniture_worth),
        row(count for part in PARTS for count in tables.counts[part]),
    )


def _starts(lengths: Iterable[int]) -> Row:
    return row(accumulate(lengths, initial=0))


@lru_cache(maxsize=16)
def likes_of(taste: Taste) -> Likes:
    """A taste in rows."""
    tables, rules = taste.tables, taste.tables.rules
    phases = range(max(taste.phase_of, default=0) + 1)
    prices, purses, crossed = range(rules.dearest + 1), range(taste.purses), range(rules.spaces + 1)
    lefts, rights = ([_sides(taste, phase, is_left) for phase in phases] for is_left in (True, False))
    return Likes(
        array("q", (taste.slips, signed(taste.mixed_seed), taste.purses)),
        row(taste.phase_of),
        row(taste.purse(left, number) for number in range(len(taste.phase_of)) for left in range(rules.budget + 1)),
        row(
            number for phase in phases for column in range(tables.wide) for number in _values(taste, phase, column + 1)
        ),
        row(number for some in lefts for number in some),
        row(number for some in rights for number in some),
        row(taste.coins(price, purse) for purse in purses for price in prices),
        row(
            taste.furnished(*at, before, after)
            for at in product(phases, purses, prices)
            for before in crossed
            for after in crossed
        ),
    )


def _values(taste: Taste, phase: int, column: int) -> Iterator[int]:
    """What each column is worth, by the first parts that are there."""
    tables = taste.tables
    values = taste.values[phase][column]
    for flags in range(tables.all_flags):
        for value, first in zip(values, tables.has_first, strict=True):
            yield value + SCALE * tables.firsts_worth[first & ~flags]


def _sides(taste: Taste, phase: int, is_left: bool) -> Iterator[int]:
    """What a column is worth with a neighbour, by the left one of both, by the neighbour's sign and by its own."""
    for column in range(taste.tables.wide + 1):
        for beside in range(len(taste.tables.signs) + 1):
            yield from taste.outlooks[phase].side(column, beside, is_left)


def signed(number: int) -> int:
    """The number of 64 bits with a sign whose bits are the same."""
    return number - (number >> 63 << 64)
