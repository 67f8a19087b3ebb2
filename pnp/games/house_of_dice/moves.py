"""Which moves the dice allow, what each costs, and what it does to a sheet."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, overload

from pnp.games.house_of_dice.columns import ColumnMoves
from pnp.games.house_of_dice.notation import PASS, Action, Move, Roll
from pnp.games.house_of_dice.parts import BONUSES, EMPTY
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet

Stretch = tuple[Sequence[Move], str, tuple[int, int] | None, tuple[Action, ...]]
"""Plain moves, the bonus that is claimed with each, the nudge if that is it, and what is done before each."""
_new: Callable[[type[Move], Any], Move] = tuple.__new__
"""A move as fast as it can be made: there are many with a claim."""


def price(move: Move, rules: Rules) -> int:
    """What a move costs."""
    if move.bonus == "free":
        return rules.free if move.actions else 0
    effects = rules.effects
    return sum([effects[action].price for action in move.actions])


def apply(sheet: Sheet, move: Move, rules: Rules) -> Sheet:
    """The sheet after a move, as far as paper allows: a drawn cell stays, spaces beyond the last are lost."""
    house, cost, turns, furniture, bonuses = sheet
    actions, bonus, _ = move
    for action in actions:
        cell, part, spaces, paid = rules.effects[action]
        if bonus != "free":
            cost += paid
        if spaces:
            furniture = min(rules.spaces, furniture + spaces)
        elif cell >= 0 and house[cell] == EMPTY:
            house = f"{house[:cell]}{part}{house[cell + 1 :]}"
    if bonus:
        bonuses = (*bonuses, bonus)
        if bonus == "free" and actions:
            cost += rules.free
    return Sheet(house, cost, turns + 1, furniture, bonuses)


# ---------------------------------------------------------------------- which moves there are


class Moves(Sequence[Move]):
    """Moves one stretch after the other; a move that claims a bonus is made when somebody looks at it."""

    def __init__(self, stretches: list[Stretch]) -> None:
        self._stretches = stretches
        self._ends = list(accumulate([len(moves) for moves, _, _, _ in stretches]))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            return list(self)[at]
        at = at + len(self) if at < 0 else at
        if not 0 <= at < len(self):
            raise IndexError(at)
        stretch = bisect_right(self._ends, at)
        moves, bonus, nudge, before = self._stretches[stretch]
        move = moves[at - self._ends[stretch]]  # counted from the end of its stretch
        return Move(before + move.actions, bonus, nudge) if bonus else move

    def __iter__(self) -> Iterator[Move]:
        for moves, bonus, nudge, before in self._stretches:
            yield from [_new(Move, (before + move[0], bonus, nudge)) for move in moves] if bonus else moves

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def legal_moves(
    sheet: Sheet, roll: Roll, rules: Rules, active: bool = False, available: Collection[str] = BONUSES
) -> Sequence[Move]:
    """Every move that these dice allow, for the active player also with each bonus that is still available.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.notation import text
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> from pnp.games.house_of_dice.sheet import empty
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> [text(move) for move in legal_moves(empty(rules), (1, 1, 6), rules)]
    ['F11$6', 'F61$1', '+1$1', '+1$6', '+6$1']
    """
    plain = plain_moves(sheet, roll, rules)
    claims = claimable(sheet, rules, available) if active else ()
    if not claims:
        return plain
    stretches: list[Stretch] = [(plain, "", None, ())]
    for bonus in claims:
        stretches += _stretches(bonus, plain, sheet, roll, rules)
    return Moves(stretches)


def claimable(sheet: Sheet, rules: Rules, available: Collection[str] = BONUSES) -> list[str]:
    """The bonuses of some that the owner of a sheet may still claim."""
    if len(sheet.bonuses) >= rules.bonuses:
        return []
    return [one for one in BONUSES if one in available and sheet.bonuses.count(one) < rules.claims_each]


def plain_moves(sheet: Sheet, roll: Roll, rules: Rules, purse: int | None = None) -> list[Move]:
    """Every move of one action without a bonus that costs at most a purse; the pass where there is none.

    Without a purse it is what the budget leaves.
    """
    if purse is None:
        purse = _purse(sheet.cost, rules)
    house, wide = sheet.house, rules.columns
    columns, furniture = rules.deals[roll, purse]
    found: list[Move] = []
    for column, moves in columns:
        found += moves[house[column::wide]]
    if sheet.furniture < rules.spaces or rules.furnish_when_full:
        found += furniture
    return found or [PASS]


def first_move(sheet: Sheet, roll: Roll, rules: Rules) -> Move:
    """The first of the plain moves."""
    house, wide = sheet.house, rules.columns
    for column, moves in rules.deals[roll, _purse(sheet.cost, rules)].columns:
        if found := moves[house[column::wide]]:
            return found[0]
    return plain_moves(sheet, roll, rules)[0]


def moves_with(bonus: str, sheet: Sheet, roll: Roll, rules: Rules) -> Moves:
    """Every move that claims a bonus, which the owner of the sheet may claim."""
    return Moves([*_stretches(bonus, plain_moves(sheet, roll, rules), sheet, roll, rules)])


def _stretches(bonus: str, plain: list[Move], sheet: Sheet, roll: Roll, rules: Rules) -> Iterable[Stretch]:
    """The moves with a bonus; `plain` are those without it."""
    if bonus == "extra":
        return _doubles(plain, sheet, roll, rules)
    if bonus == "nudge":
        nudges = _nudges(roll, rules.nudge, rules.faces)
        return [(plain_moves(sheet, turned, rules), bonus, nudge, ()) for nudge, turned in nudges]
    if bonus == "free":
        # It has a price of its own, whatever the cost die shows.
        purse = rules.dearest if rules.free <= max(0, rules.budget - sheet.cost) else -1
        plain = plain_moves(sheet, roll, rules, purse)
    return [(plain, bonus, None, ())]


def _doubles(firsts: list[Move], sheet: Sheet, roll: Roll, rules: Rules) -> Iterator[Stretch]:
    """For each first action the parts that can be drawn on the sheet as it leaves it."""
    wide, effects = rules.columns, rules.effects
    stacks = [sheet.house[column::wide] for column in range(wide)]
    as_it_is: dict[int, list[tuple[int, ColumnMoves, tuple[Move, ...]]]] = {}
    for first in firsts:
        actions = first[0]
        if not actions:
            return
        cell, part, _, paid = effects[actions[0]]
        if paid not in as_it_is:
            columns = rules.deals[roll, _purse(sheet.cost + paid, rules)].columns
            as_it_is[paid] = [(column, moves, moves[stacks[column]]) for column, moves in columns]
        row, drawn = divmod(cell, wide) if part else (-1, -1)
        seconds: list[Move] = []
        for column, moves, found in as_it_is[paid]:
            if column == drawn:
                stack = stacks[column]
                seconds += moves[f"{stack[:row]}{part}{stack[row + 1 :]}"]
            else:
                seconds += found
        yield seconds, "extra", None, actions


def _purse(cost: int, rules: Rules) -> int:
    """The most that one action may cost when so much of the budget is spent."""
    left = rules.budget - cost
    return 0 if left < 0 else left if left < rules.dearest else rules.dearest


@lru_cache(maxsize=1024)
def _nudges(roll: Roll, step: int, faces: int) -> tuple[tuple[tuple[int, int], Roll], ...]:
    """Each die of a roll with a number that it may count instead, and the dice then."""
    turned = [(face, face + change) for face in sorted(set(roll)) for change in (-step, step)]
    return tuple((nudge, nudged(roll, nudge)) for nudge in turned if 1 <= nudge[1] <= faces)


def nudged(roll: Roll, nudge: tuple[int, int]) -> Roll:
    """The dice with one of them counting as another number.

    >>> nudged((3, 3, 5), (3, 4))
    (4, 3, 5)
    """
    at = roll.index(nudge[0])
    return (*roll[:at], nudge[1], *roll[at + 1 :])
