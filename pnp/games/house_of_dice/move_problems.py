"""What is wrong with a move: every rule that it breaks, said for whoever made it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.errors import Problem, problem
from pnp.games.house_of_dice.moves import apply, moves_with, nudged, price
from pnp.games.house_of_dice.notation import Action, Draw, Furnish, Move, Roll
from pnp.games.house_of_dice.parts import EMPTY, PARTS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet
from pnp.words import Said, say


def judge_move(
    sheet: Sheet, move: Move, rules: Rules, roll: Roll | None = None, active: bool = True, where: Said | None = None
) -> list[Problem]:
    """Every rule that a move on a sheet breaks; without a roll the dice are taken to be right.

    `not-in-dice` is for dice that do not lie on the table; `wrong-column` is for a column that the house does
    not have, so that no die could give it.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.notation import parse_move
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> from pnp.games.house_of_dice.sheet import empty
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> [problem.code for problem in judge_move(empty(rules), parse_move("W33$5"), rules, (3, 4, 5))]
    ['not-in-dice']
    """
    where = where or say("place.move")
    found = [*_claim_problems(sheet, move, rules, active, where)]
    if move.nudge:
        wrong = [*_nudge_problems(move.nudge, rules, roll, where)]
        found += wrong
        roll = None if wrong or roll is None else nudged(roll, move.nudge)
    if not move.actions and roll:
        instead = moves_with("free" if move.bonus == "free" else "", sheet, roll, rules)[0].actions
        if instead:
            found.append(problem("must-not-pass", where, instead=_described(instead[0])))
    after = sheet
    for action in move.actions:
        found += _dice_problems(action, roll, rules, where)
        if isinstance(action, Draw):
            found += _placing_problems(after.house, action, rules, where)
            after = apply(after, Move((action,)), rules)
        elif sheet.furniture >= rules.spaces and not rules.furnish_when_full:
            found.append(problem("furniture-overflow.move", where))
    cost = price(move, rules)
    if cost and sheet.cost + cost > rules.budget:
        found.append(problem("over-budget.move", where, cost=sheet.cost + cost, budget=rules.budget))
    return found


def _described(action: Action) -> Said:
    """An action in words; its price is not among them."""
    if isinstance(action, Furnish):
        return say("action.furniture", n=action.spaces)
    return say("action.draw", part=PARTS[action.part], column=action.column, row=action.row)


def _claim_problems(sheet: Sheet, move: Move, rules: Rules, active: bool, where: Said) -> Iterator[Problem]:
    bonus = move.bonus
    if not bonus:
        return
    if not active:
        yield problem("not-active", where, bonus=bonus)
    if sheet.bonuses.count(bonus) >= rules.claims_each:
        several = rules.claims_each if rules.claims_each > 1 else None
        yield problem("bonus-repeated.move", where, bonus=bonus, once=rules.claims_each == 1, several=several)
    if len(sheet.bonuses) >= rules.bonuses:
        yield problem("too-many-bonuses.move", where, bonus=bonus, claim=len(sheet.bonuses) + 1, most=rules.bonuses)


def _nudge_problems(nudge: tuple[int, int], rules: Rules, roll: Roll | None, where: Said) -> Iterator[Problem]:
    before, after = nudge
    if abs(before - after) != rules.nudge or not 1 <= min(nudge) <= max(nudge) <= rules.faces:
        yield problem("not-in-dice.nudge", where, before=before, after=after, step=rules.nudge, faces=rules.faces)
    elif roll and before not in roll:
        yield problem("not-in-dice.no-die", where, face=before, dice=roll)


def _dice_problems(action: Action, roll: Roll | None, rules: Rules, where: Said) -> Iterator[Problem]:
    if isinstance(action, Furnish):
        taken: Sequence[int] = (action.spaces, action.cost)
    elif 1 <= action.column <= rules.columns:
        taken = (rules.die_of[action.part], action.column, action.cost)
    else:
        taken = (rules.die_of[action.part], action.cost)
    if roll is None:
        wrong = [die for die in taken if not 1 <= die <= rules.faces]
        if wrong:
            yield problem("not-in-dice.face", where, face=wrong[0], faces=rules.faces)
    elif not all(taken.count(die) <= roll.count(die) for die in taken):
        yield problem("not-in-dice", where, what=_described(action), cost=action.cost, taken=taken, dice=roll)


def _placing_problems(house: str, draw: Draw, rules: Rules, where: Said) -> Iterator[Problem]:
    """What is wrong with the place of a part, by the one rule for columns that legal moves go by too."""
    part, column, row, _ = draw
    name = PARTS[part]
    if not 1 <= column <= rules.columns:
        yield problem("wrong-column", where, column=column, columns=rules.columns)
        return
    cell = rules.effects[draw].cell
    if cell < 0:
        yield problem("wrong-row.outside", where, part=name, row=row, rows=len(rules.rows))
        return
    if house[cell] != EMPTY:
        yield problem("cell-taken", where, row=row, column=column, part=PARTS[house[cell]])
        return
    faults = rules.faults.new(house[column - 1 :: rules.columns], part, row - 1)
    codes = [code for code, at in faults if at == row - 1]
    if len(codes) < len(faults) and "above-roof" not in codes:
        yield problem("above-roof.under", where, part=name)
    for code in codes:
        if code == "wrong-row":
            allowed = tuple(PARTS[one] for one in rules.rows[row - 1])
            yield problem("wrong-row", where, part=name, row=row, allowed=allowed)
        elif code == "above-roof":
            yield problem("above-roof", where, part=name)
        else:
            yield problem("chimney-without-roof", where)
