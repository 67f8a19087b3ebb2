"""The rules as tables of numbers, for playing many games: a column is a number, and so is a roll.

A house is the numbers of its columns, of the few that ever come up, with a wall at each side. Of its neighbours a
column sees no more than their signs: what matters for pairs. `Tables` has what follows from the rules alone, made with
the same `Places` and `Points` that judge real sheets; what somebody likes to do is in `taste`.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import NamedTuple

from pnp.games.house_of_dice.notation import Furnish, Roll
from pnp.games.house_of_dice.parts import EMPTY, PARTS, ROOF
from pnp.games.house_of_dice.rules import Rules

MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


def mixed(x: int) -> int:
    """A number of 64 bits that looks like chance, by another one: the same on every machine.

    >>> mixed(1) == mixed(1), mixed(1) != mixed(2), 0 <= mixed(3) <= MASK
    (True, True, True)
    """
    x = (x + _GOLDEN) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def below(count: int, chance: int) -> int:
    """A whole number from 0 to below another one, by a number that looks like chance.

    >>> below(6, 0), below(6, MASK)
    (0, 5)
    """
    return (chance & 0xFFFFFFFF) * count >> 32


class Build(NamedTuple):
    """What can be done with a column: the part, the row from 1, and the number of the column that it makes of it."""

    part: str
    row: int
    after: int


Drawn = list[tuple[tuple[int, int], ...]]
"""By a column's number what can be drawn there: the number that it becomes, and the sign of that."""


class Plan(NamedTuple):
    """What a roll can mean: by column, from 1, the pairs of part die and cost die; and the furniture."""

    jobs: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    furniture: tuple[Furnish, ...]


class Tables:
    """What follows from the rules of an edition: columns, pairs, rolls, and the exact worth of a house."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wide, self.high = rules.columns, len(rules.rows)
        self.firsts = [part for part in PARTS if rules.points[part].first != rules.points[part].next]
        self.first_flag = dict.fromkeys(PARTS, 0) | {part: 1 << at for at, part in enumerate(self.firsts)}
        self._explore()
        self._sign()
        self._weigh()
        falls = [tuple(sorted(fall)) for fall in product(range(1, rules.faces + 1), repeat=rules.dice)]
        self.rolls = tuple(combinations_with_replacement(range(1, rules.faces + 1), rules.dice))
        self.number = {roll: at for at, roll in enumerate(self.rolls)}
        self.falls = tuple(self.number[fall] for fall in falls)
        """The roll of every way in which the dice can fall: all are as likely."""
        self.plans = tuple(self._plan(roll) for roll in self.rolls)
        pairs = [{(column, die) for column, jobs in plan.jobs for die, _ in jobs} for plan in self.plans]
        offers = Counter(pair for roll in self.falls for pair in pairs[roll])
        self.offered = {pair: times / len(falls) for pair, times in offers.items()}
        """How often the dice offer a part die for a column."""

    def _explore(self) -> None:
        """Every column that legal draws lead to, beginning with the empty one."""
        self.stacks: list[str] = [EMPTY * self.high]
        self.builds: list[tuple[Build, ...]] = []
        self.index = {self.stacks[0]: 0}
        for stack in self.stacks:  # it grows while it is looked through
            found = []
            for part, rows in self.rules.places[stack].items():
                for row in rows:
                    after = f"{stack[: row - 1]}{part}{stack[row:]}"
                    if after not in self.index:
                        self.index[after] = len(self.stacks)
                        self.stacks.append(after)
                    found.append(Build(part, row, self.index[after]))
            self.builds.append(tuple(found))
        die_of = self.rules.die_of
        self.builds_with = {
            die: [tuple(build for build in builds if die_of[build.part] == die) for builds in self.builds]
            for die in self.rules.letters_of
        }
        """What can be drawn in each column with a part die."""
        counted = [[sum(one.part == part for one in builds) for part in PARTS] for builds in self.builds]
        roofs = [*PARTS].index(ROOF)
        rooms = [
            tuple((part, count, counts[roofs]) for part, count in zip(PARTS, counts, strict=True)) for counts in counted
        ]
        self.rooms = [*dict.fromkeys(rooms)]
        """Each part with the rows in which it, and a roof, can still be drawn, of all columns that differ in this."""
        likes = {room: at for at, room in enumerate(self.rooms)}
        self.like = [likes[room] for room in rooms]
        """Which of these each column is like."""

    def _sign(self) -> None:
        """What of a column matters to its neighbours: of each cell that can make a pair what is there or may come."""
        paired = [part for part in PARTS if self.rules.points[part].pair]
        self.pair_rows = [row for row, letters in enumerate(self.rules.rows) if set(paired) & set(letters)]
        signs: dict[tuple[str, ...], int] = {}
        self.sign: list[int] = []
        for stack, builds in zip(self.stacks, self.builds, strict=True):
            may_come = {(build.part, build.row - 1) for build in builds}
            seen = []
            for row in self.pair_rows:
                there = stack[row] if stack[row] in paired else ""
                seen.append(there or "".join(part.lower() for part in paired if (part, row) in may_come))
            self.sign.append(signs.setdefault(tuple(seen), len(signs)))
        self.signs, self.wall = [*signs], len(self.stacks)
        self.sign.append(len(signs))
        self.drawn: dict[str, Drawn] = {
            part: [
                tuple((build.after, self.sign[build.after]) for build in builds if build.part == part)
                for builds in self.builds
            ]
            for part in PARTS
        }
        """What can be drawn of a part in each column."""

    def _weigh(self) -> None:
        """The worth of each column, of each two neighbours and of furniture; the first of a part is apart."""
        rules = self.rules
        self.column_worth = [
            sum(
                rules.points[part].next * stack.count(part) + rules.points[part].missing * (part not in stack)
                for part in PARTS
            )
            for stack in self.stacks
        ]
        first_worth = [rules.points[part].first - rules.points[part].next for part in self.firsts]
        self.all_flags = 1 << len(self.firsts)
        self.firsts_worth = [
            sum(extra for at, extra in enumerate(first_worth) if flags >> at & 1) for flags in range(self.all_flags)
        ]
        """What some first parts are worth on top, by their flags."""
        self.has_first = [sum((part in stack) << at for at, part in enumerate(self.firsts)) for stack in self.stacks]
        self.pair_worth = [[self._pairs(one, other) for other in self.signs] + [0] for one in self.signs]
        self.pair_worth.append([0] * (len(self.signs) + 1))  # the wall comes last
        rows = [min(crossed // rules.furniture_row, len(rules.furniture_points)) for crossed in range(rules.spaces + 1)]
        self.furniture_worth = [rules.furniture_points[full - 1] if full else 0 for full in rows]
        self.counts = {part: [stack.count(part) for stack in self.stacks] for part in PARTS}

    def _pairs(self, one: tuple[str, ...], other: tuple[str, ...]) -> int:
        same = [left for left, right in zip(one, other, strict=True) if left == right and left.isupper()]
        return sum(self.rules.points[part].pair for part in same)

    def _plan(self, roll: Roll) -> Plan:
        jobs: dict[int, dict[tuple[int, int], None]] = {}
        for column, die, cost in sorted(set(permutations(roll, 3))):
            if column <= self.wide and die in self.rules.letters_of:
                jobs.setdefault(column, {})[die, cost] = None
        furniture = [Furnish(*pair) for pair in sorted(set(permutations(roll, 2)))]
        return Plan(tuple((column, tuple(pairs)) for column, pairs in jobs.items()), tuple(furniture))

    # ------------------------------------------------------------------ houses

    def keys(self, house: str) -> list[int] | None:
        """The numbers of a house's columns with a wall at each side; None for one that no game leads to."""
        columns = [self.index.get(house[column :: self.wide], -1) for column in range(self.wide)]
        return None if -1 in columns else [self.wall, *columns, self.wall]

    def house(self, keys: list[int]) -> str:
        """The house of some keys: what `keys` reads."""
        stacks = [self.stacks[key] for key in keys[1:-1]]
        return "".join([stack[row] for row in range(self.high) for stack in stacks])

    def flags(self, keys: list[int]) -> int:
        """Of which parts the first is there, a bit each."""
        found = 0
        for key in keys[1:-1]:
            found |= self.has_first[key]
        return found

    def worth(self, keys: list[int], crossed: int) -> int:
        """What a house and its furniture score, without bonuses.

        >>> from pnp.edition import shipped
        >>> from pnp.games.house_of_dice.rules import rules_of
        >>> tables = tables_of(rules_of(shipped("house-of-dice")))
        >>> len(tables.stacks), tables.worth(tables.keys("FFF.FF" + "." * 30), 7)
        (264, 3)
        """
        total, flags = self.furniture_worth[crossed], 0
        worth, sign, pairs, has_first = self.column_worth, self.sign, self.pair_worth, self.has_first
        beside = pairs[-1]
        for key in keys[1:-1]:
            flags |= has_first[key]
            seen = sign[key]
            total += worth[key] + beside[seen]
            beside = pairs[seen]
        return total + self.firsts_worth[flags]

    def count(self, keys: list[int], part: str) -> int:
        """How many of a part a house has."""
        counts = self.counts[part]
        return sum([counts[key] for key in keys[1:-1]])


@lru_cache(maxsize=8)
def tables_of(rules: Rules) -> Tables:
    """The tables of some rules, worked out once."""
    return Tables(rules)


def dice_of(seed: int, game: int, rounds: int, tables: Tables) -> list[int]:
    """The rolls of a game, by the numbers of the seed and of the game: whoever plays it, and however it is cut."""
    start = mixed(seed ^ mixed(game))
    falls, count = tables.falls, len(tables.falls)
    return [falls[below(count, mixed(start + number))] for number in range(rounds)]
