"""What a player likes to do: hopes in points for what may still come, and the choice that follows from them.

What a column is worth, alone and with its neighbours, is looked up in rows of numbers; so is what a roll can mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from operator import itemgetter
from typing import NamedTuple

from pnp.games.house_of_dice.hopes import Hopes
from pnp.games.house_of_dice.notation import Action, Draw
from pnp.games.house_of_dice.outlook import PHASES, SCALE, Outlook, Sides
from pnp.games.house_of_dice.quick import Drawn, Tables, mixed

NEVER = -(1 << 40)
LIKING = SCALE * 7 // 16
"""The most that a player likes to see a column as it stands on top of its worth: under half a point."""


class Choice(NamedTuple):
    """A thing to do: its value, the number of the column that it makes, the price, flags, spaces, and the action."""

    value: int
    after: int
    price: int
    flags: int
    spaces: int
    action: Action | None


_VALUE = itemgetter(0)
NOTHING = Choice(NEVER, 0, 0, 0, 0, None)

Paid = tuple[int, int, int, str]
"""What a part is drawn for: the price, the flag of a first part, the cost die, and the part."""
Option = tuple[int, int, int, Paid]
"""A part to draw: the number that the column becomes, the sign of that, what the price is worth, and what is paid.

A first part is worth more, so its price is worth less.
"""
Job = tuple[Drawn, int, Paid]
"""A way to use two dice for a part: what it makes of each column, what the price is worth, and what is paid."""


class Jobs(dict[int, list[Option]]):
    """What two dice can draw, whichever of them is the part die, by the number of the column."""

    def __init__(self, jobs: list[Job]) -> None:
        super().__init__()
        self._jobs = jobs

    def __missing__(self, key: int) -> list[Option]:
        self[key] = found = [(*one, coins, paid) for drawn, coins, paid in self._jobs for one in drawn[key]]
        return found


Page = tuple[tuple[int, Jobs], ...]
"""What a roll can mean by column."""


class Pages(dict[int, Page]):
    """The pages for a purse, by the first parts that are there and the roll in one number."""

    def __init__(self, taste: Taste, purse: int) -> None:
        super().__init__()
        self._taste, self._purse = taste, purse

    def __missing__(self, at: int) -> Page:
        flags, roll = divmod(at, len(self._taste.tables.rolls))
        self[at] = found = self._taste.page(self._purse, flags, roll)
        return found


class Shelf(dict[int, Choice]):
    """The best furniture for a purse in a phase, by how much is crossed out and the roll in one number."""

    def __init__(self, taste: Taste, phase: int, purse: int) -> None:
        super().__init__()
        self._taste, self._at = taste, (phase, purse)

    def __missing__(self, at: int) -> Choice:
        crossed, roll = divmod(at, len(self._taste.tables.rolls))
        self[at] = found = max(self._taste.furniture(crossed, roll, *self._at), key=_VALUE, default=NOTHING)
        return found


class Stage(NamedTuple):
    """A round as a taste sees it: values of columns, what neighbours add, and by coins left what there is to do."""

    values: list[list[int]]
    lefts: list[Sides]
    rights: list[Sides]
    purses: list[tuple[Pages, Shelf]]


class Taste:
    """The hopes of a player over the tables of the rules."""

    def __init__(self, tables: Tables, hopes: Hopes, rounds: int, slips: int = 0, seed: int = 0) -> None:
        self.tables, self.hopes, self.slips, self.seed = tables, hopes, slips, seed
        self.mixed_seed = mixed(seed)
        self.dearest = tables.rules.dearest
        self.purses = self.dearest + 2
        self.phase_of = [
            max(at for at, least in enumerate(PHASES) if rounds - number - 1 >= least) for number in range(rounds)
        ]
        self.short_of = [round(hopes.short * (rounds - number)) for number in range(rounds)]
        phases = range(max(self.phase_of, default=0) + 1)
        self.outlooks = [Outlook(tables, hopes, rounds, phase) for phase in phases]
        spaces = range(tables.rules.spaces + 1)
        self._shelves_worth = [[self._shelf(crossed, phase) for crossed in spaces] for phase in phases]
        self._known_jobs: dict[tuple[tuple[tuple[int, int], ...], int, int], Jobs] = {}
        self._furnishing = [
            [(one.spaces, tables.rules.prices.get(one.cost, 0), one) for one in plan.furniture] for plan in tables.plans
        ]
        self.pages = [Pages(self, purse) for purse in range(self.purses)]
        shelves = [[Shelf(self, phase, purse) for purse in range(self.purses)] for phase in phases]
        self._purses = [
            [
                (self.pages[purse], shelves[phase][purse])
                for purse in (self.purse(left, number) for left in range(tables.rules.budget + 1))
            ]
            for number, phase in enumerate(self.phase_of)
        ]
        self._look()

    def _look(self) -> None:
        """Work out what each column is worth in each stage of the game."""
        self.values = [
            [self._add_liking(phase, column, worth) for column, worth in enumerate(outlook.values(self.hopes.aims))]
            for phase, outlook in enumerate(self.outlooks)
        ]
        self.stages = [
            Stage(self.values[phase], self.outlooks[phase].lefts, self.outlooks[phase].rights, purses)
            for phase, purses in zip(self.phase_of, self._purses, strict=True)
        ]

    def _add_liking(self, phase: int, column: int, values: list[int]) -> list[int]:
        """Add to the values of a column what this player likes to see there; taste 0 likes everything alike."""
        if not self.seed:
            return values
        start = mixed(self.mixed_seed ^ (phase << 8 | column))
        return [value + (mixed(start ^ key) * LIKING >> 64) for key, value in enumerate(values)]

    def after(self, aims: tuple[tuple[str, float], ...]) -> Taste:
        """The same taste, after all parts of some kinds: whatever does not depend on that is worked out once."""
        other = copy(self)
        other.hopes = self.hopes._replace(aims=aims)
        other._look()
        return other

    def purse(self, left: int, number: int) -> int:
        """What one can and wants to pay: up to the dearest die, one more where money is not short."""
        if left < self.dearest:
            return left if left > 0 else 0
        return self.dearest + (left >= self.short_of[number])

    # ------------------------------------------------------------------ what there is to do

    def page(self, purse: int, flags: int, roll: int) -> Page:
        """What the dice of a roll can draw in each column, of what can be paid."""
        return tuple((column, self._jobs(pairs, purse, flags)) for column, pairs in self.tables.plans[roll].jobs)

    def _jobs(self, pairs: tuple[tuple[int, int], ...], purse: int, flags: int) -> Jobs:
        """What can be drawn with pairs of part die and cost die, the same in whichever column."""
        at = pairs, purse, flags
        if at not in self._known_jobs:
            self._known_jobs[at] = Jobs([*self._paid(*at)])
        return self._known_jobs[at]

    def _paid(self, pairs: tuple[tuple[int, int], ...], purse: int, flags: int) -> Iterator[Job]:
        tables = self.tables
        for die, cost in pairs:
            price = tables.rules.prices.get(cost, 0)
            for part in tables.rules.letters_of[die] if price <= purse else "":
                new = tables.first_flag[part] & ~flags
                worth = self.coins(price, purse) - SCALE * tables.firsts_worth[new]
                yield tables.drawn[part], worth, (price, new, cost, part)

    def coins(self, price: int, purse: int) -> int:
        """What a price is worth to somebody with such a purse."""
        return round(SCALE * self._coins(price, purse))

    def _coins(self, price: int, purse: int) -> float:
        return price * (self.hopes.price if purse > self.dearest else self.hopes.dear)

    def choices(self, keys: list[int], spent: int, flags: int, roll: int, number: int) -> list[tuple[int, Choice]]:
        """Everything that can be drawn in a round, counted from 0: the column, and what it is worth there."""
        values, lefts, rights, purses = self.stages[number]
        pages, _ = purses[max(0, self.tables.rules.budget - spent)]
        sign, found = self.tables.sign, []
        for column, jobs in pages[flags * len(self.tables.rolls) + roll]:
            key, left, right = (
                keys[column],
                lefts[column][sign[keys[column - 1]]],
                rights[column][sign[keys[column + 1]]],
            )
            before = values[column][key] + left[sign[key]] + right[sign[key]]
            for after, there, coins, paid in jobs[key]:
                value = values[column][after] + left[there] + right[there] - before - coins
                action = self.action(column, key, after, paid)
                found.append((column, Choice(value, after, paid[0], paid[1], 0, action)))
        return found

    def action(self, column: int, key: int, after: int, paid: Paid) -> Action:
        """What was done if a column became another one."""
        row = next(build.row for build in self.tables.builds[key] if build.after == after)
        return Draw(paid[3], column, row, paid[2])

    # ------------------------------------------------------------------ furniture

    def furniture(self, crossed: int, roll: int, phase: int, purse: int) -> list[Choice]:
        """Every way to furnish, each with its value."""
        rules = self.tables.rules
        if crossed >= rules.spaces and not rules.furnish_when_full:
            return []
        found, top = [], rules.spaces
        for spaces, price, action in self._furnishing[roll]:
            if price <= purse:
                after = crossed + spaces if crossed + spaces < top else top
                value = self.furnished(phase, purse, price, crossed, after)
                found.append(Choice(value, 0, price, 0, after - crossed, action))
        return found

    def furnished(self, phase: int, purse: int, price: int, crossed: int, after: int) -> int:
        """What it is worth to cross out furniture up to a space, at a price."""
        shelf = self._shelves_worth[phase]
        return round(SCALE * (shelf[after] - shelf[crossed] - self._coins(price, purse)))

    def _shelf(self, crossed: int, phase: int) -> float:
        hope = self.hopes.space * min(1.0, PHASES[phase] / 4) * (crossed < self.tables.rules.spaces)
        full = crossed // self.tables.rules.furniture_row * self.tables.rules.furniture_row
        worth = self.tables.furniture_worth
        if crossed < self.tables.rules.spaces:
            step = worth[full + self.tables.rules.furniture_row] - worth[full]
            return worth[full] + hope * step * (crossed - full) / self.tables.rules.furniture_row
        return float(worth[crossed])
