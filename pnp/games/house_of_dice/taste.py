"""What a player likes to do: hopes in points for what may still come, and the choice that follows from them.

Everything is worked out once for each column as it stands and kept, so that a choice is a look into a few tables.
"""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

from pnp.games.house_of_dice.hopes import Hopes
from pnp.games.house_of_dice.notation import Action, Draw
from pnp.games.house_of_dice.parts import CHIMNEY, PARTS, ROOF
from pnp.games.house_of_dice.quick import Build, Tables, mixed

SCALE = 1024
"""Values are whole numbers, this many a point: chances add up alike everywhere."""
NEVER = -(1 << 40)


PHASES = (0, 1, 2, 3, 5, 7, 10, 14, 19)
"""The least rounds to come of each stretch of the game in which hopes are the same."""


class Choice(NamedTuple):
    """A thing to do: its value, the number of the column that it makes, the price, flags, spaces, and the action."""

    value: int
    after: int
    price: int
    flags: int
    spaces: int
    action: Action | None


Jobs = tuple[tuple[int, int, int, int], ...]
"""Part die, cost die, price, and what the price is worth, of each way to draw in a column."""
Drawn = tuple[int, int, int, int, Action]
"""What comes of a part that is drawn: column, the number that it becomes, flags, price, and the action."""
Valued = tuple[int, list[int], list[int], Drawn]
"""A part to draw: its value alone, what it changes by the sign of the left and of the right neighbour, what it is."""
Bounded = tuple[int, int, int, Build, list[int], list[int]]
"""What can be drawn: the least and the most that it can be worth, its value alone, the part, what it changes."""
_VALUE = itemgetter(0)
NOTHING = Choice(NEVER, 0, 0, 0, 0, None)


class Part(dict[int, list[Bounded]]):
    """What can be drawn in one column with one part die, by the number of the column, whatever it costs."""

    def __init__(self, taste: Taste, phase: int, flags: int, column: int, die: int) -> None:
        super().__init__()
        self._taste, self._phase, self._column, self._die = taste, phase, column, die
        self.seen = flags

    def __missing__(self, number: int) -> list[Bounded]:
        taste, phase, column = self._taste, self._phase, self._column
        tables, values = taste.tables, taste.column_value(phase, column)
        here, found = tables.sign[number], list[Bounded]()
        for build in tables.builds_with[self._die][number]:
            after = build[2]
            value = values[after] - values[number]
            new = tables.has_first[after] & ~tables.has_first[number] & ~self.seen
            if new:
                value += SCALE * sum([extra for at, extra in enumerate(tables.first_worth) if new >> at & 1])
            lefts, rights, low, high = taste.beside(phase, column, here, tables.sign[after])
            found.append((value + low, value + high, value, build, lefts, rights))
        self[number] = found
        return found


class Column(dict[int, tuple[int, list[Valued]]]):
    """What may be best to draw in a column by some jobs of the dice, and the most it can be worth, by its number."""

    def __init__(self, taste: Taste, column: int, jobs: list[tuple[Part, int, int, int]]) -> None:
        super().__init__()
        self._taste, self._column, self._jobs = taste, column, jobs

    def __missing__(self, number: int) -> tuple[int, list[Valued]]:
        lows = [one[0] - coins for part, _, _, coins in self._jobs for one in part[number]]
        least = max(lows, default=NEVER)
        most, best = NEVER, list[Valued]()
        for part, cost, price, coins in self._jobs:
            for _, high, value, build, lefts, rights in part[number]:
                if high - coins >= least:
                    drawn = self._taste.drawn(self._column, number, build, part.seen, cost, price)
                    best.append((value - coins, lefts, rights, drawn))
                    most = max(most, high - coins)
        self[number] = most, best
        return most, best


class Shelf(dict[int, Choice]):
    """The best furniture with a roll by how much is crossed out."""

    def __init__(self, taste: Taste, roll: int, phase: int, purse: int) -> None:
        super().__init__()
        self._of = taste, roll, phase, purse

    def __missing__(self, crossed: int) -> Choice:
        taste, *where = self._of
        self[crossed] = found = max(taste.furniture(crossed, *where), key=_VALUE, default=NOTHING)
        return found


Columns = tuple[tuple[int, Column], ...]
Page = tuple[Columns, Shelf]
"""What there is to do with a roll: the columns that its dice can mean, and furniture."""


class Pages(dict[int, Page]):
    """The pages of a taste, by what matters of a round in one number: phase, purse, flags and roll."""

    def __init__(self, taste: Taste) -> None:
        super().__init__()
        self._taste = taste

    def __missing__(self, at: int) -> Page:
        rest, roll = divmod(at, len(self._taste.tables.rolls))
        rest, flags = divmod(rest, self._taste.tables.all_flags)
        phase, purse = divmod(rest, self._taste.purses)
        self[at] = found = self._taste.page(phase, purse, flags, roll)
        return found


class Taste:
    """The hopes of a player over the tables of the rules."""

    def __init__(self, tables: Tables, hopes: Hopes, rounds: int, slips: int = 0, seed: int = 0) -> None:
        self.tables, self.hopes, self.slips, self.seed = tables, hopes, slips, seed
        self.mixed_seed = mixed(seed)
        rules = tables.rules
        self.dearest = rules.dearest
        hopeful = bool(hopes.space) or any(hopes.share.values())
        self.phase_of = [
            max(at for at, least in enumerate(PHASES) if rounds - number - 1 >= least) if hopeful else 0
            for number in range(rounds)
        ]
        self.short_of = [round(hopes.short * (rounds - number)) for number in range(rounds)]
        self._chances = [self._chance(rounds, phase) for phase in range(len(PHASES))]
        self.purses = self.dearest + 2
        step = len(tables.rolls) * tables.all_flags
        self.marks = [
            [step * (phase * self.purses + self.purse(left, number)) for left in range(rules.budget + 1)]
            for number, phase in enumerate(self.phase_of)
        ]
        """By round and coins left: where its pages begin."""
        self.pages = Pages(self)
        self._column_values: dict[tuple[int, int], list[int]] = {}
        self._beside: dict[tuple[int, int, int, int], tuple[list[int], list[int], int, int]] = {}
        self._sides: dict[tuple[int, int, int, bool], list[int]] = {}
        self._trusts: dict[tuple[int, int, int, str, bool], list[int]] = {}
        self._parts: dict[tuple[int, int, int, int], Part] = {}
        self._shelves: dict[tuple[int, int, int], Shelf] = {}
        self._actions: dict[tuple[str, int, int, int], Action] = {}
        self._columns: dict[tuple[int, int, int, Jobs], Column] = {}
        self.first_letters = {
            die: sum((part in letters) << at for at, part in enumerate(tables.firsts))
            for die, letters in rules.letters_of.items()
        }

    def purse(self, left: int, number: int) -> int:
        """What one can and wants to pay: up to the dearest die, one more where money is not short."""
        if left < self.dearest:
            return left if left > 0 else 0
        return self.dearest + (left >= self.short_of[number])

    def page_of(self, spent: int, number: int, flags: int, roll: int) -> Page:
        """What there is to do in a round, counted from 0, with so much spent."""
        left = max(0, self.tables.rules.budget - spent)
        return self.pages[self.marks[number][left] + flags * len(self.tables.rolls) + roll]

    def page(self, phase: int, purse: int, flags: int, roll: int) -> Page:
        """The columns that a roll can mean, and the furniture."""
        columns = tuple(
            (column, self._column(phase, flags, column, self.jobs(pairs, purse)))
            for column, pairs in self.tables.plans[roll].jobs
        )
        at = roll, phase, purse
        if at not in self._shelves:
            self._shelves[at] = Shelf(self, *at)
        return columns, self._shelves[at]

    def jobs(self, pairs: tuple[tuple[int, int], ...], purse: int) -> Jobs:
        """The ways to draw in a column that can be paid."""
        prices = self.tables.rules.prices
        priced = [(die, cost, prices.get(cost, 0)) for die, cost in pairs]
        return tuple((*job, round(SCALE * self._coins(job[2], purse))) for job in priced if job[2] <= purse)

    def _column(self, phase: int, flags: int, column: int, jobs: Jobs) -> Column:
        key = phase, flags & sum({self.first_letters[die] for die, _, _, _ in jobs}), column, jobs
        if key not in self._columns:
            parts = [(self._part(phase, flags, column, die), cost, price, coins) for die, cost, price, coins in jobs]
            self._columns[key] = Column(self, column, parts)
        return self._columns[key]

    def _part(self, phase: int, flags: int, column: int, die: int) -> Part:
        """What a part die can draw in a column; first parts that it can't draw make no difference."""
        key = phase, flags & self.first_letters[die], column, die
        if key not in self._parts:
            self._parts[key] = Part(self, *key)
        return self._parts[key]

    def drawn(self, column: int, number: int, build: Build, seen: int, cost: int, price: int) -> Drawn:
        """What comes of a part that is drawn in a column, where the first of some parts was seen before."""
        part, row, after = build
        key = part, column, row, cost
        action = self._actions.get(key)
        if action is None:
            action = self._actions[key] = Draw(*key)
        has_first = self.tables.has_first
        return column, after, has_first[after] & ~has_first[number] & ~seen, price, action

    # ------------------------------------------------------------------ what is worth what

    def _chance(self, rounds: int, phase: int) -> list[dict[str, float]]:
        """By column, from 0: how likely each part is to be drawn there in the rounds that are left."""
        bounds = (*PHASES, max(rounds, PHASES[-1] + 1))
        left = (bounds[phase] + bounds[phase + 1] - 1) / 2
        tables = self.tables
        found = []
        for column in range(1, tables.wide + 1):
            share, die_of = self.hopes.share, tables.rules.die_of
            offered = {part: tables.offered.get((column, die_of[part]), 0.0) * share[part] for part in PARTS}
            found.append({part: 1 - (1 - offered[part]) ** left for part in PARTS})
        return found

    def column_value(self, phase: int, column: int) -> list[int]:
        """What each column, as it may stand, is worth with what may come, without pairs."""
        found = self._column_values.get((phase, column))
        if found is None:
            chance = self._chances[phase][column - 1]
            tables, aims = self.tables, dict(self.hopes.aims)
            hopes = [
                round(SCALE * sum([self._hope(part, rooms, chance, aims.get(part, 0.0)) for part in PARTS]))
                for rooms in tables.rooms
            ]
            found = [SCALE * worth + hopes[like] for worth, like in zip(tables.column_worth, tables.like, strict=True)]
            for part, points in aims.items():
                each = round(SCALE * points)
                found = [value + each * count for value, count in zip(found, tables.counts[part], strict=True)]
            self._column_values[phase, column] = found
        return found

    def _hope(self, part: str, rooms: dict[str, int], chance: dict[str, float], aim: float) -> float:
        """What may come of a part, by the rows in which each can still be drawn."""
        worth, rows = self.tables.rules.points[part], rooms[part]
        each = worth.next + aim
        if part == ROOF:
            return chance[part] * (each - worth.missing) if rows else 0.0
        if part == CHIMNEY:
            if rows:
                return chance[part] * each
            return chance[part] * chance[ROOF] * each / 2 if rooms[ROOF] else 0.0
        return sum(each * chance[part] ** times for times in range(1, rows + 1))

    def beside(self, phase: int, column: int, here: int, there: int) -> tuple[list[int], list[int], int, int]:
        """What it is worth that a column's sign changes, by the sign of its left and of its right neighbour.

        And the least and the most that both together come to.
        """
        key = (phase, column, here, there) if here != there else (0, 0, 0, 0)
        found = self._beside.get(key)
        if found is None:
            lefts, rights = (
                [
                    after - before
                    for after, before in zip(self._side(*at, there, on), self._side(*at, here, on), strict=True)
                ]
                for at, on in (((phase, column - 1), True), ((phase, column), False))
            )
            found = self._beside[key] = lefts, rights, min(lefts) + min(rights), max(lefts) + max(rights)
        return found

    def _side(self, phase: int, column: int, sign: int, is_right: bool) -> list[int]:
        """What a column of a sign is worth with its neighbour, by that one's sign; `column` is the left of both."""
        key = phase, column, sign, is_right
        if key not in self._sides:
            rows: list[list[int]] = []
            if 0 < column < self.tables.wide:
                cells = enumerate(self.tables.signs[sign])
                rows = [self._trust(phase, column, row, cell, is_right) for row, cell in cells if cell]
            self._sides[key] = [*map(sum, zip(*rows, strict=True))] if rows else [0] * (len(self.tables.signs) + 1)
        return self._sides[key]

    def _trust(self, phase: int, column: int, row: int, cell: str, is_right: bool) -> list[int]:
        """What a cell is worth with the one beside it, by the neighbour's sign."""
        key = phase, column, row, cell, is_right
        if key not in self._trusts:
            beside = [one[row] for one in self.tables.signs]
            known = {
                one: round(SCALE * self._trusted(phase, column, *((one, cell) if is_right else (cell, one))))
                for one in {*beside}
            }
            self._trusts[key] = [*[known[one] for one in beside], 0]  # the wall comes last
        return self._trusts[key]

    def _trusted(self, phase: int, column: int, one: str, other: str) -> float:
        """What two cells side by side are worth, by what is there or may come."""
        chances, found = self._chances[phase][column - 1 : column + 1], 0.0
        for part in sorted({*one.upper()} & {*other.upper()}):
            trust = float(self.tables.rules.points[part].pair)
            for seen, chance in zip((one, other), chances, strict=True):
                trust *= 1.0 if seen == part else chance[part]
            if one != part and other != part:
                trust *= self.hopes.none
            elif one != other:
                trust *= self.hopes.one
            found += trust
        return found

    # ------------------------------------------------------------------ what there is to do

    def choices(self, keys: list[int], phase: int, flags: int, column: int, jobs: Jobs) -> list[Choice]:
        """Everything that can be drawn in a column of a house, each with its value."""
        left, right = self.tables.sign[keys[column - 1]], self.tables.sign[keys[column + 1]]
        number, found = keys[column], []
        for die, cost, price, coins in jobs:
            part = self._part(phase, flags, column, die)
            for _, _, value, build, lefts, rights in part[number]:
                _, after, new, _, action = self.drawn(column, number, build, part.seen, cost, price)
                found.append(Choice(value + lefts[left] + rights[right] - coins, after, price, new, 0, action))
        return found

    def furniture(self, crossed: int, roll: int, phase: int, purse: int) -> list[Choice]:
        """Every way to furnish, each with its value."""
        rules = self.tables.rules
        if crossed >= rules.spaces and not rules.furnish_when_full:
            return []
        found = []
        for action in self.tables.plans[roll].furniture:
            price = rules.prices.get(action.cost, 0)
            if price <= purse:
                after = min(rules.spaces, crossed + action.spaces)
                value = self._shelf(after, phase) - self._shelf(crossed, phase) - self._coins(price, purse)
                found.append(Choice(round(value * SCALE), 0, price, 0, after - crossed, action))
        return found

    def _shelf(self, crossed: int, phase: int) -> float:
        hope = self.hopes.space * min(1.0, PHASES[phase] / 4) * (crossed < self.tables.rules.spaces)
        full = crossed // self.tables.rules.furniture_row * self.tables.rules.furniture_row
        worth = self.tables.furniture_worth
        if crossed < self.tables.rules.spaces:
            step = worth[full + self.tables.rules.furniture_row] - worth[full]
            return worth[full] + hope * step * (crossed - full) / self.tables.rules.furniture_row
        return float(worth[crossed])

    def _coins(self, price: int, purse: int) -> float:
        return price * (self.hopes.price if purse > self.dearest else self.hopes.dear)
