"""What a sheet can come to with known dice, as an integer program, and the moves that a solution of it stands for.

Three forms: the quick one lets everybody pass as they like and leaves open in which of its rows a part is drawn when;
its best sheet is mostly one that real moves lead to, which is seen by playing them. The next one lets nobody pass who
can pay for furniture, and the exact one knows every cell in every round and so all that a pass depends on; each takes
longer than the one before, and allows no more than it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import permutations
from typing import NamedTuple

from pnp.games.house_of_dice.moves import nudged
from pnp.games.house_of_dice.notation import Action, Draw, Furnish, Roll
from pnp.games.house_of_dice.parts import CHIMNEY, EMPTY, PARTS, ROOF
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet
from pnp.games.integer_program import Program

Nudge = tuple[int, int] | None


class Round(NamedTuple):
    """A round that is to be played: its number, its dice, whether the seat is active, and whether it may just pass.

    `claimed` is a bonus that the dice of this round stand for: a reroll was made, and nothing else can be claimed.
    """

    number: int
    roll: Roll
    active: bool = False
    away: bool = False
    claimed: str = ""


class Task(NamedTuple):
    """What is asked: the rounds, the sheet before them, the bonuses that can be claimed, and what is most of a part.

    With a `goal` the sheet has to become exactly that one, at `any_cost` if need be, and `passes` rounds may be missed.
    """

    rules: Rules
    rounds: tuple[Round, ...]
    start: Sheet
    available: tuple[str, ...] = ()
    most: Mapping[str, int] = {}
    goal: Sheet | None = None
    passes: int = 0
    any_cost: bool = False


class Option(NamedTuple):
    """One thing that can be done in a round: how it is claimed, the action, and its price."""

    bonus: str
    nudge: Nudge
    action: Action
    price: int


class SheetProgram:
    """The program of a task, and how its solution is read."""

    def __init__(self, task: Task, exact: bool = False, all_prices: bool = False) -> None:
        self.task, self.rules, self.exact = task, task.rules, exact
        self.all_prices = all_prices or task.goal is not None
        self.program = Program()
        self.options: list[list[tuple[int, Option]]] = []
        self.extras: list[list[tuple[int, Option]]] = []
        self.claims: dict[str, int] = {}
        self._cells()
        for one in task.rounds:
            self._round(one)
        self._index()
        self._link()
        self._chimneys_after_roofs()
        self._spend()
        self._furnish()
        self._claim()
        if task.goal is None:
            self._want_points()

    # ------------------------------------------------------------------ the house in the end

    def _cells(self) -> None:
        """What stands in each cell in the end, legal by the rules of columns."""
        rules, program, goal = self.rules, self.program, self.task.goal
        wide = rules.columns
        self.cells: dict[tuple[int, int, str], int] = {}
        for cell, there in enumerate(self.task.start.house):
            row, column = divmod(cell, wide)
            wanted = goal.house[cell] if goal else ""
            for part in rules.rows[row]:
                fixed = there != EMPTY or goal is not None
                value = int(part == (there if there != EMPTY else wanted))
                self.cells[column, row, part] = program.unknown(value, value) if fixed else program.unknown()
        for column in range(wide):
            for row, letters in enumerate(rules.rows):
                here = [(self.cells[column, row, part], 1) for part in letters]
                below = [(self.cells[column, lower, ROOF], 1) for lower in range(row) if ROOF in rules.rows[lower]]
                program.hold(here, 0, 1)
                others = [(self.cells[column, row, part], 1) for part in letters if part != CHIMNEY]
                program.hold([*below, *others], 0, 1)
                if CHIMNEY in letters:
                    roof = [(self.cells[column, row - 1, ROOF], -1)] if row and ROOF in rules.rows[row - 1] else []
                    program.hold([(self.cells[column, row, CHIMNEY], 1), *roof], high=0)

    # ------------------------------------------------------------------ what is done in each round

    def _round(self, one: Round) -> None:
        program, found = self.program, self._plain(one.roll, "", None)
        second: list[Option] = []
        if one.away:
            found = []
        elif one.active and not one.claimed:
            if "free" in self.task.available:
                found += self._plain(one.roll, "free", None)
            if "nudge" in self.task.available:
                for nudge in nudges_of(one.roll, self.rules):
                    found += self._new(self._plain(nudged(one.roll, nudge), "nudge", nudge), found)
            if "extra" in self.task.available:
                drawn = [one for one in self._plain(one.roll, "", None) if isinstance(one.action, Draw)]
                second = [one._replace(bonus="extra") for one in drawn]
        options = [(program.unknown(), option) for option in found]
        extras = [(program.unknown(), option) for option in second]
        self.options.append(options)
        self.extras.append(extras)
        if options:
            program.hold([(var, 1) for var, _ in options], 0, 1)
        if extras:
            plain = [(var, -1) for var, option in options if not option.bonus]
            program.hold([*((var, 1) for var, _ in extras), *plain], high=0)
            program.hold([(var, 1) for var, _ in extras] + [(var, 1) for var, o in options if o.bonus], 0, 1)

    def _plain(self, roll: Roll, bonus: str, nudge: Nudge) -> list[Option]:
        """What a roll allows on an empty sheet; of what comes to the same only the cheapest, if that is enough."""
        rules, best = self.rules, dict[object, Option]()
        price = dict.fromkeys(rules.prices, rules.free) if bonus == "free" else rules.prices
        for die, column, cost in sorted(set(permutations(roll, 3))):
            if column > rules.columns:
                continue
            for part in rules.letters_of.get(die, ""):
                rows = [row for row, letters in enumerate(rules.rows, 1) if part in letters] if self.exact else [0]
                for row in rows:
                    option = Option(bonus, nudge, Draw(part, column, row, cost), price.get(cost, 0))
                    _keep(best, (part, column, row, option.price if self.all_prices else 0), option)
        for spaces, cost in sorted(set(permutations(roll, 2))):
            option = Option(bonus, nudge, Furnish(spaces, cost), price.get(cost, 0))
            _keep(best, (spaces, option.price if self.all_prices else 0), option)
        return list(best.values())

    def _new(self, options: list[Option], known: list[Option]) -> list[Option]:
        """The options that none of those known replaces; a sheet that must come out exactly may want any of them."""
        have = {self._does(one): one.price for one in reversed(known) if one.bonus != "free"}
        exactly = self.task.goal is not None
        return [one for one in options if exactly or self._does(one) not in have or one.price < have[self._does(one)]]

    def _does(self, option: Option) -> object:
        action = option.action
        return action[:3] if isinstance(action, Draw) else action.spaces

    def _index(self) -> None:
        """Every unknown of an action with the place of its round; and those that draw, by part and column."""
        self.acts = [
            (at, var, option)
            for at, (options, extras) in enumerate(zip(self.options, self.extras, strict=True))
            for var, option in (*options, *extras)
        ]
        self.draws: dict[tuple[str, int], list[tuple[int, int, int]]] = defaultdict(list)
        for at, var, option in self.acts:
            if isinstance(option.action, Draw):
                part, column, row, _ = option.action
                self.draws[part, column - 1].append((at, var, row))

    def _link(self) -> None:
        """What is drawn is what stands there in the end."""
        drawn: dict[object, list[tuple[int, int]]] = defaultdict(list)
        for _, var, option in self.acts:
            if isinstance(option.action, Draw):
                part, column, row, _ = option.action
                drawn[(column - 1, row - 1, part) if self.exact else (column - 1, part)].append((var, 1))
        stands: dict[object, list[tuple[int, int]]] = defaultdict(list)
        before: dict[object, int] = defaultdict(int)
        for (column, row, part), var in self.cells.items():
            key = (column, row, part) if self.exact else (column, part)
            stands[key].append((var, -1))
            before[key] += self.task.start.house[row * self.rules.columns + column] == part
        for there, terms in stands.items():
            self.program.hold([*terms, *drawn[there]], -before[there], -before[there])

    def _chimneys_after_roofs(self) -> None:
        wide = self.rules.columns
        for column in range(wide):
            if ROOF in self.task.start.house[column::wide]:
                continue
            for at in range(len(self.options)):
                for group in (self.options[at], self.extras[at]):
                    chimneys = [(var, 1) for var, o in group if _draws(o, CHIMNEY, column)]
                    if chimneys:
                        roofs = self._before(at, ROOF, column)
                        if group is self.extras[at]:
                            roofs += [(var, 1) for var, o in self.options[at] if _draws(o, ROOF, column)]
                        self.program.hold([*chimneys, *((var, -1) for var, _ in roofs)], high=0)

    def _before(self, at: int, part: str, column: int, row: int = 0) -> list[tuple[int, int]]:
        """The unknowns that draw a part in a column, and if need be a row, before a round."""
        return [(var, 1) for place, var, there in self.draws[part, column] if place < at and (not row or there == row)]

    def _spend(self) -> None:
        prices = [(var, option.price) for _, var, option in self.acts if option.price]
        goal, spent = self.task.goal, self.task.start.cost
        exactly = goal.cost if goal and not self.task.any_cost else None
        most = (self.rules.budget if exactly is None else exactly) - spent
        self.program.hold(prices, 0 if exactly is None else most, most)

    def _furnish(self) -> None:
        """Full rows of furniture, as far as spaces are crossed out."""
        rules, program, crossed = self.rules, self.program, self.task.start.furniture
        spaces = self._spaces(len(self.options))
        goal = self.task.goal
        if goal:
            due = goal.furniture - crossed
            program.hold(spaces, due, program.MOST if goal.furniture >= rules.spaces else due)
            return
        self.shelves = [program.unknown() for _ in rules.furniture_points[: rules.furniture_rows]]
        row, most = rules.furniture_row, rules.faces * len(self.options)
        for number, var in enumerate(self.shelves, 1):
            program.hold([*spaces, (var, -row * number)], low=-crossed)
            program.hold([*spaces, (var, -most - crossed)], high=row * number - 1 - crossed)
            if number > 1:
                program.hold([(var, 1), (self.shelves[number - 2], -1)], high=0)

    def _spaces(self, before: int) -> list[tuple[int, int]]:
        return [(var, o.action.spaces) for at, var, o in self.acts if at < before and isinstance(o.action, Furnish)]

    # ------------------------------------------------------------------ bonuses

    def _claim(self) -> None:
        """One bonus an active round, few in all; those for the end take any round that is free."""
        rules, program, task = self.rules, self.program, self.task
        acted: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for _, var, option in self.acts:
            if option.bonus:
                acted[option.bonus].append((var, 1))
        forced = [one.claimed for one in task.rounds if one.claimed]
        for bonus, award in rules.awards.items():
            done = task.start.bonuses.count(bonus)
            if task.goal or not (done or bonus in task.available):
                continue
            self.claims[bonus] = var = program.unknown()
            least = max(award.parts, task.most.get(bonus, 0) if award.most else 0)
            counted = [(cell, 1) for (_, _, part), cell in self.cells.items() if part == award.part]
            program.hold([*counted, (var, -least)], low=0)
        new = [(var, 1) for bonus, var in self.claims.items() if bonus not in task.start.bonuses]
        new += [term for terms in acted.values() for term in terms]
        rounds = sum(one.active and not one.claimed and not one.away for one in task.rounds)
        room = rules.bonuses - len(task.start.bonuses) - len(forced)
        if task.goal:
            self._claim_exactly(acted, rounds, forced)
            return
        program.hold(new, 0, max(0, min(room, rounds)))
        for bonus, terms in acted.items():
            program.hold(terms, 0, rules.claims_each - task.start.bonuses.count(bonus))

    def _claim_exactly(self, acted: Mapping[str, list[tuple[int, int]]], rounds: int, forced: list[str]) -> None:
        """The bonuses that the sheet has to show: those of an action each in a round, the others in what is left."""
        goal = self.task.goal
        assert goal is not None
        for bonus in ("free", "nudge", "extra"):
            times = goal.bonuses.count(bonus) - self.task.start.bonuses.count(bonus)
            self.program.hold(acted.get(bonus, []), times, times)
        others = len(goal.bonuses) - len(self.task.start.bonuses) - len(forced)
        if others > rounds:
            self.program.hold([], 1, 1)

    # ------------------------------------------------------------------ points

    def _want_points(self) -> None:
        program, rules = self.program, self.rules
        for part in PARTS:
            worth = rules.points[part]
            cells = [var for (_, _, p), var in self.cells.items() if p == part]
            program.want((var, worth.next) for var in cells)
            if worth.first != worth.next and cells:
                some = program.unknown()
                program.hold([*((var, 1) for var in cells), (some, -1)], low=0)
                program.hold([*((var, 1) for var in cells), (some, -len(cells))], high=0)
                program.want([(some, worth.first - worth.next)])
            if worth.missing:
                self._want_none_missing(part, worth.missing)
            if worth.pair:
                self._want_pairs(part, worth.pair)
        steps = [0, *rules.furniture_points]
        program.want((var, steps[n] - steps[n - 1]) for n, var in enumerate(self.shelves, 1))
        program.want((var, rules.awards[bonus].points) for bonus, var in self.claims.items())

    def _want_none_missing(self, part: str, points: int) -> None:
        for column in range(self.rules.columns):
            cells = [(var, 1) for (c, _, p), var in self.cells.items() if (c, p) == (column, part)]
            there = self.program.unknown()
            self.program.hold([*cells, (there, -1)], low=0)
            self.program.hold([*cells, (there, -len(self.rules.rows))], high=0)
            self.program.want([(there, -points)], points)

    def _want_pairs(self, part: str, points: int) -> None:
        for (column, row, p), var in self.cells.items():
            other = self.cells.get((column + 1, row, part))
            if p != part or other is None:
                continue
            both = self.program.unknown()
            self.program.hold([(both, 1), (var, -1)], high=0)
            self.program.hold([(both, 1), (other, -1)], high=0)
            self.program.hold([(both, 1), (var, -1), (other, -1)], low=-1)
            self.program.want([(both, points)])


def _keep(best: dict[object, Option], key: object, option: Option) -> None:
    if key not in best or option.price < best[key].price:
        best[key] = option


def _draws(option: Option, part: str, column: int) -> bool:
    action = option.action
    return isinstance(action, Draw) and action.part == part and action.column == column + 1


def nudges_of(roll: Roll, rules: Rules) -> list[tuple[int, int]]:
    """Each die of a roll with a number that it may count instead."""
    turned = [(face, face + by) for face in sorted(set(roll)) for by in (-rules.nudge, rules.nudge)]
    return [nudge for nudge in turned if 1 <= nudge[1] <= rules.faces]
