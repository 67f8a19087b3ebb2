"""Which moves the dice allow, what each costs, and what it does to a sheet."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, overload

from pnp.games.house_of_dice.columns import ColumnMoves
from pnp.games.house_of_dice.notation import PASS, Action, Furnish, Move, Roll
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
    """Moves one stretch after the other, at most so many; one that claims a bonus is made when somebody looks at it."""

    def __init__(self, stretches: Iterable[Stretch], most: int = sys.maxsize) -> None:
        self._stretches: list[tuple[int, Stretch]] = []
        """Each stretch with the number of the move after it."""
        count = 0
        for stretch in stretches:
            count += len(stretch[0])
            self._stretches.append((count, stretch))
            if count >= most:
                break
        self._count = min(count, most)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            return list(self)[at]
        if at < 0:
            at += self._count
        if 0 <= at < self._count:
            for end, (moves, bonus, nudge, before) in self._stretches:
                if at < end:
                    move = moves[at - end]  # counted from the end of its stretch
                    return Move(before + move[0], bonus, nudge) if bonus else move
        raise IndexError(at)

    def __iter__(self) -> Iterator[Move]:
        return islice(self._all(), self._count)

    def _all(self) -> Iterator[Move]:
        for _, (moves, bonus, nudge, before) in self._stretches:
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
    return Moves(chain(stretches, claimed(claims, plain, sheet, roll, rules)))


def claimed(claims: Iterable[str], plain: list[Move], sheet: Sheet, roll: Roll, rules: Rules) -> Iterable[Stretch]:
    """The moves with each of some bonuses, made as far as somebody looks; `plain` are those without."""
    return chain.from_iterable(_stretches(bonus, plain, sheet, roll, rules) for bonus in claims)


def claimable(sheet: Sheet, rules: Rules, available: Collection[str] = BONUSES) -> list[str]:
    """The bonuses of some that the owner of a sheet may still claim."""
    if len(sheet.bonuses) >= rules.bonuses:
        return []
    return [one for one in BONUSES if one in available and may_claim(sheet, one, rules)]


def may_claim(sheet: Sheet, bonus: str, rules: Rules) -> bool:
    """Whether the owner of a sheet may still claim a bonus."""
    bonuses = sheet.bonuses
    return len(bonuses) < rules.bonuses and bonuses.count(bonus) < rules.claims_each


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


def is_plain(move: Move, sheet: Sheet, roll: Roll, rules: Rules) -> bool:
    """Whether a move of one action without a bonus is among the plain moves."""
    actions, bonus, _ = move
    if bonus or not actions:
        return not bonus and plain_moves(sheet, roll, rules) == [PASS]
    columns, furniture = rules.deals[roll, _purse(sheet.cost, rules)]
    action = actions[0]
    if isinstance(action, Furnish):
        return move in furniture and (sheet.furniture < rules.spaces or rules.furnish_when_full)
    drawn = action.column - 1
    for column, moves in columns:
        if column == drawn:
            return move in moves[sheet.house[drawn :: rules.columns]]
    return False


def first_move(sheet: Sheet, roll: Roll, rules: Rules) -> Move:
    """The first of the plain moves."""
    house, wide = sheet.house, rules.columns
    for column, moves in rules.deals[roll, _purse(sheet.cost, rules)].columns:
        if found := moves[house[column::wide]]:
            return found[0]
    return plain_moves(sheet, roll, rules)[0]


def moves_with(bonus: str, sheet: Sheet, roll: Roll, rules: Rules) -> Moves:
    """Every move that claims a bonus, which the owner of the sheet may claim."""
    return Moves(_stretches(bonus, plain_moves(sheet, roll, rules), sheet, roll, rules))


def _stretches(bonus: str, plain: list[Move], sheet: Sheet, roll: Roll, rules: Rules) -> Iterable[Stretch]:
    """The moves with a bonus; `plain` are those without it."""
    if bonus == "extra":
        return _doubles(plain, sheet, roll, rules)
    if bonus == "nudge":
        nudges = _nudges(roll, rules.nudge, rules.faces)
        return ((plain_moves(sheet, turned, rules), bonus, nudge, ()) for nudge, turned in nudges)
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
