"""What a player likes to do: hopes in points for what may still come, and the choice that follows from them.

Everything is worked out once for each column as it stands and kept, so that a choice is a look into a few tables.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

from pnp.games.house_of_dice.notation import Action, Draw
from pnp.games.house_of_dice.parts import CHIMNEY, PARTS, ROOF
from pnp.games.house_of_dice.quick import MASK, Tables, mixed

SCALE = 1024
"""Values are whole numbers, this many a point: chances add up alike everywhere."""
NEVER = -(1 << 40)


class Hopes(NamedTuple):
    """How much a player counts on what may come: 0 counts only what is there."""

    share: dict[str, float]
    """How often a part is taken when the dice offer it."""
    one: float = 1.0
    """The trust in a pair of which one part is there."""
    none: float = 1.0
    """The trust in a pair of which none is there."""
    price: float = 0.1
    """Points that a coin is worth."""
    dear: float = 0.6
    """Points that a coin is worth when money is short."""
    short: float = 0.9
    """Money is short with fewer coins than this a round to come."""
    space: float = 0.2
    """Points that a furniture space is worth in a row that is not full, with all rounds to come."""
    rest: float = 0.0
    """Points of furniture for each round to come: what it does not take away."""
    aims: tuple[tuple[str, float], ...] = ()
    """Points for each part of a kind on top: of which a bonus wants the most, or all."""


PHASES = (0, 1, 2, 3, 5, 7, 10, 14, 19)
"""The least rounds to come of each stretch of the game in which hopes are the same."""


class Choice(NamedTuple):
    """A thing to do: its value, the change of the column's key and of its sign, the price, flags, and the action."""

    value: int
    key: int
    sign: int
    price: int
    flags: int
    spaces: int
    action: Action | None


Jobs = tuple[tuple[int, int, int, float], ...]
"""Part die, cost die, price, and the points that the price is worth, of each way to draw in a column."""
_VALUE = itemgetter(0)
_NOTHING = Choice(NEVER, 0, 0, 0, 0, 0, None)


class Column(dict[int, Choice]):
    """The best that a taste does with one column by some pairs of part die and cost die, by the column's key."""

    def __init__(self, taste: Taste, phase: int, flags: int, column: int, jobs: Jobs) -> None:
        super().__init__()
        self._of = taste, phase, flags, column, jobs

    def __missing__(self, key: int) -> Choice:
        taste, phase, flags, column, jobs = self._of
        self[key] = found = max(taste.choices(key, phase, flags, column, jobs), key=_VALUE, default=_NOTHING)
        return found


class _Pairs(dict[int, float]):
    def __init__(self, taste: Taste, phase: int, column: int) -> None:
        super().__init__()
        self._of = taste, phase, column

    def __missing__(self, signs: int) -> float:
        taste, phase, column = self._of
        self[signs] = found = taste.pair_value(phase, column, *divmod(signs, taste.tables.base))
        return found


class Shelf(dict[int, Choice]):
    """The best furniture by how much is crossed out and the roll."""

    def __init__(self, taste: Taste, phase: int, purse: int) -> None:
        super().__init__()
        self._of = taste, phase, purse

    def __missing__(self, at: int) -> Choice:
        taste, *where = self._of
        crossed, roll = divmod(at, len(taste.tables.rolls))
        self[at] = found = max(taste.furniture(crossed, roll, *where), key=_VALUE, default=_NOTHING)
        return found


class Taste:
    """The hopes of a player over the tables of the rules."""

    def __init__(self, tables: Tables, hopes: Hopes, rounds: int, slips: int = 0, seed: int = 0) -> None:
        self.tables, self.hopes, self.slips, self.seed = tables, hopes, slips, seed
        rules = tables.rules
        self.dearest = rules.dearest
        self.phase_of = [
            max(at for at, least in enumerate(PHASES) if rounds - number - 1 >= least) for number in range(rounds)
        ]
        self.short_of = [round(hopes.short * (rounds - number)) for number in range(rounds)]
        self._chances = [self._chance(rounds, phase) for phase in range(len(PHASES))]
        self._column_values: dict[tuple[int, int], list[float]] = {}
        self._pair_values: dict[tuple[int, int], dict[int, float]] = {}
        self._columns: dict[tuple[int, int, int, Jobs], Column] = {}
        self._books: dict[tuple[int, int, int], Any] = {}

    def purse(self, left: int, number: int) -> int:
        """What one can and wants to pay: up to the dearest die, one more where money is not short."""
        if left < self.dearest:
            return left if left > 0 else 0
        return self.dearest + (left >= self.short_of[number])

    def book(self, phase: int, purse: int, flags: int) -> Any:
        """For each roll the columns with their choices, and the furniture."""
        found = self._books.get((phase, purse, flags))
        if found is None:
            columns = [
                tuple(
                    (column, self._column(phase, flags, column, self.jobs(pairs, purse))) for column, pairs in plan.jobs
                )
                for plan in self.tables.plans
            ]
            found = self._books[phase, purse, flags] = (columns, Shelf(self, phase, purse))
        return found

    def jobs(self, pairs: tuple[tuple[int, int], ...], purse: int) -> Jobs:
        """The ways to draw in a column that can be paid."""
        prices = self.tables.rules.prices
        priced = [(die, cost, prices.get(cost, 0)) for die, cost in pairs]
        return tuple((*job, self._coins(job[2], purse)) for job in priced if job[2] <= purse)

    def _column(self, phase: int, flags: int, column: int, jobs: Jobs) -> Column:
        """The choices of a column; first parts that its dice can't draw make no difference."""
        letters = {part for die, _, _, _ in jobs for part in self.tables.rules.letters_of[die]}
        flags &= sum((part in letters) << at for at, part in enumerate(self.tables.firsts))
        key = phase, flags, column, jobs
        if key not in self._columns:
            self._columns[key] = Column(self, *key)
        return self._columns[key]

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

    def column_value(self, phase: int, column: int) -> list[float]:
        """What each column, as it may stand, is worth with what may come, without pairs."""
        found = self._column_values.get((phase, column))
        if found is None:
            chance = self._chances[phase][column - 1]
            tables, aims = self.tables, dict(self.hopes.aims)
            found = []
            for number, stack in enumerate(tables.stacks):
                value = float(tables.column_worth[number])
                value += sum(points * stack.count(part) for part, points in aims.items())
                for part in PARTS:
                    value += self._hope(part, number, chance, aims.get(part, 0.0))
                found.append(value)
            self._column_values[phase, column] = found
        return found

    def _hope(self, part: str, number: int, chance: dict[str, float], aim: float) -> float:
        tables = self.tables
        worth = tables.rules.points[part]
        rows = tables.room[part][number]
        each = worth.next + aim
        if part == ROOF:
            return chance[part] * (each - worth.missing) if rows else 0.0
        if part == CHIMNEY:
            if rows:
                return chance[part] * each
            return chance[part] * chance[ROOF] * each / 2 if tables.room[ROOF][number] else 0.0
        return sum(each * chance[part] ** times for times in range(1, rows + 1))

    def pair_values(self, phase: int, column: int) -> dict[int, float]:
        """What two neighbours, of which the left one is this column, are worth together, by both their signs."""
        found = self._pair_values.get((phase, column))
        if found is None:
            found = self._pair_values[phase, column] = _Pairs(self, phase, column)
        return found

    def pair_value(self, phase: int, column: int, left: int, right: int) -> float:
        """What two neighbours, of which the left one is this column, are worth together."""
        tables = self.tables
        if left == tables.wall or right == tables.wall:
            return 0.0
        chances, found = self._chances[phase][column - 1 : column + 1], 0.0
        for one, other in zip(tables.signs[left], tables.signs[right], strict=True):
            for part in {*one.upper()} & {*other.upper()}:
                trust = float(tables.rules.points[part].pair)
                for seen, chance in zip((one, other), chances, strict=True):
                    trust *= 1.0 if seen == part else chance[part]
                if one != part and other != part:
                    trust *= self.hopes.none
                elif one != other:
                    trust *= self.hopes.one
                found += trust
        return found

    # ------------------------------------------------------------------ what there is to do

    def choices(self, key: int, phase: int, flags: int, column: int, jobs: Jobs) -> list[Choice]:
        """Everything that can be drawn in a column, each with its value."""
        tables = self.tables
        number, signs = divmod(key, tables.square)
        base, sign, has_first, square = tables.base, tables.sign, tables.has_first, tables.square
        left, right = signs // base * base, signs % base
        columns = self.column_value(phase, column)
        lefts, rights = self.pair_values(phase, column - 1), self.pair_values(phase, column)
        here, found = sign[number], []
        before = columns[number] + lefts[left + here] + rights[here * base + right]
        for die, cost, price, coins in jobs:
            for part, row, after in tables.builds_with[die][number]:
                there = sign[after]
                value = columns[after] - before - coins + lefts[left + there] + rights[there * base + right]
                new = has_first[after] & ~has_first[number] & ~flags
                if new:
                    value += sum([extra for at, extra in enumerate(tables.first_worth) if new >> at & 1])
                key = (after - number) * square
                action = Draw(part, column, row, cost)
                found.append(Choice(round(value * SCALE), key, there - here, price, new, 0, action))
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
                found.append(Choice(round(value * SCALE), 0, 0, price, 0, after - crossed, action))
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


class Position:
    """A sheet that is played on: keys, coins spent, furniture, which first parts are there."""

    __slots__ = ("crossed", "flags", "keys", "spent")

    def __init__(self, keys: list[int], spent: int = 0, crossed: int = 0, flags: int = 0) -> None:
        self.keys, self.spent, self.crossed, self.flags = keys, spent, crossed, flags

    def copy(self) -> Position:
        return Position(self.keys[:], self.spent, self.crossed, self.flags)


def play_on(taste: Taste, position: Position, rolls: list[int], first: int = 0) -> None:
    """Play the rounds of some rolls, of which the first one is numbered from 0, by a taste."""
    keys, spent, crossed, flags = position.keys, position.spent, position.crossed, position.flags
    budget, base, count = taste.tables.rules.budget, taste.tables.base, len(taste.tables.rolls)
    phase_of, purse_of, books = taste.phase_of, taste.purse, taste._books
    slips = taste.slips
    number = first
    for roll in rolls:
        at = (phase_of[number], purse_of(budget - spent, number), flags)
        columns, shelf = books[at] if at in books else taste.book(*at)
        best = shelf[crossed * count + roll]
        column = 0
        value = best[0]
        for here, choices in columns[roll]:
            choice = choices[keys[here]]
            if choice[0] > value:
                best, column, value = choice, here, choice[0]
        if slips and slipped(taste, keys, number, roll):
            best, column = slip(taste, columns[roll], keys, shelf[crossed * count + roll], number)
            value = best[0]
        if column:
            _, key, sign, price, new, _, _ = best
            keys[column] += key
            if sign:
                keys[column + 1] += sign * base
                keys[column - 1] += sign
            flags |= new
            spent += price
        elif value > NEVER:
            spent += best[3]
            crossed += best[5]
        number += 1
    position.spent, position.crossed, position.flags = spent, crossed, flags


def chosen(taste: Taste, position: Position, roll: int, number: int) -> tuple[Choice, int]:
    """What a taste does in one round, as `play_on` does it, with its column or 0 for furniture."""
    purse = taste.purse(taste.tables.rules.budget - position.spent, number)
    columns, shelf = taste.book(taste.phase_of[number], purse, position.flags)
    furniture = shelf[position.crossed * len(taste.tables.rolls) + roll]
    best, column = furniture, 0
    for here, choices in columns[roll]:
        choice = choices[position.keys[here]]
        if choice.value > best.value:
            best, column = choice, here
    if taste.slips and slipped(taste, position.keys, number, roll):
        return slip(taste, columns[roll], position.keys, furniture, number)
    return best, column


def slipped(taste: Taste, keys: list[int], number: int, roll: int) -> bool:
    """Whether a taste takes what comes to mind: the same in the same position."""
    seen = keys[1] ^ keys[len(keys) // 2] << 20 ^ keys[-2] << 40 ^ number << 8 ^ roll
    return mixed((mixed(taste.seed) ^ seen) & MASK) & 255 < taste.slips


def slip(taste: Taste, columns: Any, keys: list[int], furniture: Choice, number: int) -> tuple[Choice, int]:
    """The first thing that comes to mind, with its column or 0 for furniture."""
    found = [(choices[keys[here]], here) for here, choices in columns]
    found = [one for one in (*found, (furniture, 0)) if one[0].value > NEVER]
    return found[mixed((taste.seed * 32 + number) & MASK) % len(found)] if found else (furniture, 0)
