"""House of Dice: which moves these dice allow, what a move does to a sheet, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import permutations

from pnp.errors import Problem
from pnp.games._house_notation import Action, Draw, Furnish, Move, Roll, text
from pnp.games._house_rules import BONUSES, CHIMNEY, EMPTY, PARTS, ROOF, Rules
from pnp.games._house_sheet import Sheet, placing_message, times


def price(move: Move, rules: Rules) -> int:
    """What a move costs."""
    if move.bonus == "free":
        return rules.free if move.actions else 0
    return sum(rules.cost_of(action.cost) for action in move.actions)


def apply(sheet: Sheet, move: Move, rules: Rules) -> Sheet:
    """The sheet after a move, as far as paper allows: a drawn cell stays, spaces beyond the last are lost."""
    house, furniture = sheet.house, sheet.furniture
    for action in move.actions:
        if isinstance(action, Furnish):
            furniture = min(rules.spaces, furniture + action.spaces)
        else:
            house = _drawn(house, action, rules)
    bonuses = (*sheet.bonuses, move.bonus) if move.bonus else sheet.bonuses
    return Sheet(house, sheet.cost + price(move, rules), sheet.turns + 1, furniture, bonuses)


def _cell(draw: Draw, rules: Rules) -> int:
    """The cell a part is drawn in, or -1 where the grid has none."""
    if 1 <= draw.column <= rules.columns and 1 <= draw.row <= len(rules.rows):
        return (draw.row - 1) * rules.columns + draw.column - 1
    return -1


def _drawn(house: str, draw: Draw, rules: Rules) -> str:
    cell = _cell(draw, rules)
    return f"{house[:cell]}{draw.part}{house[cell + 1 :]}" if cell >= 0 and house[cell] == EMPTY else house


def _fits(stack: str, part: str, row: int) -> bool:
    """Whether a part may be drawn in a row that takes it, by its column from the ground."""
    if stack[row - 1] != EMPTY:
        return False
    if part == CHIMNEY:
        return row > 1 and stack[row - 2] == ROOF
    if ROOF in stack[: row - 1]:
        return False
    return part != ROOF or not stack[row:].strip(EMPTY + CHIMNEY)


@cache
def _deals(roll: Roll, dice: int) -> tuple[Roll, ...]:
    """Each different way to give some of the dice a job."""
    return tuple(sorted(set(permutations(roll, dice))))


def _draws(house: str, roll: Roll, purse: int, rules: Rules) -> Iterator[Draw]:
    for die, column, cost in _deals(roll, 3):
        if rules.cost_of(cost) > purse or column > rules.columns:
            continue
        stack = house[column - 1 :: rules.columns]
        for part in rules.letters_of.get(die, ""):
            for row in rules.rows_of[part]:
                if _fits(stack, part, row):
                    yield Draw(part, column, row, cost)


def _furnishings(furniture: int, roll: Roll, purse: int, rules: Rules) -> Iterator[Furnish]:
    if furniture < rules.spaces or rules.furnish_when_full:
        for spaces, cost in _deals(roll, 2):
            if rules.cost_of(cost) <= purse:
                yield Furnish(spaces, cost)


def _purse(sheet: Sheet, bonus: str, rules: Rules) -> int:
    """The most that may be spent; free has a price of its own, whatever the cost die shows."""
    left = max(0, rules.budget - sheet.cost)
    if bonus == "free":
        return max(rules.costs) if rules.free <= left else -1
    return left


def _actions(sheet: Sheet, roll: Roll, bonus: str, rules: Rules) -> Iterator[Action]:
    purse = _purse(sheet, bonus, rules)
    yield from _draws(sheet.house, roll, purse, rules)
    yield from _furnishings(sheet.furniture, roll, purse, rules)


def legal_moves(
    sheet: Sheet, roll: Roll, rules: Rules, active: bool = False, available: Collection[str] = BONUSES
) -> list[Move]:
    """Every move that these dice allow, for the active player also with each bonus that is still available.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_rules import rules_of
    >>> from pnp.games._house_sheet import empty
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> [text(move) for move in legal_moves(empty(rules), (1, 1, 6), rules)]
    ['F11$6', 'F61$1', '+1$1', '+1$6', '+6$1']
    """
    moves = _with_bonus(sheet, roll, "", rules)
    if active and len(sheet.bonuses) < rules.bonuses:
        for bonus in BONUSES:
            if bonus in available and sheet.bonuses.count(bonus) < rules.claims_each:
                moves += _with_bonus(sheet, roll, bonus, rules)
    return moves


def _with_bonus(sheet: Sheet, roll: Roll, bonus: str, rules: Rules) -> list[Move]:
    if bonus == "extra":
        return list(_double_moves(sheet, roll, rules))
    if bonus == "nudge":
        turned = ((face, face + step) for face in sorted(set(roll)) for step in (-rules.nudge, rules.nudge))
        nudges = [nudge for nudge in turned if 1 <= nudge[1] <= rules.faces]
        return [
            move._replace(bonus=bonus, nudge=nudge)
            for nudge in nudges
            for move in _with_bonus(sheet, nudged(roll, nudge), "", rules)
        ]
    moves = [Move((action,), bonus) for action in _actions(sheet, roll, bonus, rules)]
    return moves or [Move((), bonus)]


def _double_moves(sheet: Sheet, roll: Roll, rules: Rules) -> Iterator[Move]:
    for first in _actions(sheet, roll, "", rules):
        after = apply(sheet, Move((first,)), rules)
        for second in _draws(after.house, roll, _purse(after, "", rules), rules):
            yield Move((first, second), "extra")


def nudged(roll: Roll, nudge: tuple[int, int]) -> Roll:
    """The dice with one of them counting as another number.

    >>> nudged((3, 3, 5), (3, 4))
    (4, 3, 5)
    """
    at = roll.index(nudge[0])
    return (*roll[:at], nudge[1], *roll[at + 1 :])


def judge_move(
    sheet: Sheet, move: Move, rules: Rules, roll: Roll | None = None, active: bool = True, where: str = "move"
) -> list[Problem]:
    """Every rule that a move on a sheet breaks; without a roll the dice are taken to be right.

    `not-in-dice` is for dice that do not lie on the table; `wrong-column` is for a column that the house does
    not have, so that no die could give it.

    >>> from pnp.edition import shipped
    >>> from pnp.games._house_notation import parse_move
    >>> from pnp.games._house_rules import rules_of
    >>> from pnp.games._house_sheet import empty
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> [problem.message for problem in judge_move(empty(rules), parse_move("W33$5"), rules, (3, 4, 5))]
    ['move: W33$5 takes 3 3 5; the dice are 3 4 5, each used once']
    """
    found: list[tuple[str, str]] = [*_claim_faults(sheet, move, rules, active)]
    if wrong := _nudge_fault(move, rules, roll):
        found.append(("not-in-dice", wrong))
        roll = None
    elif move.nudge and roll:
        roll = nudged(roll, move.nudge)
    if not move.actions and roll:
        instead = next(_actions(sheet, roll, move.bonus, rules), None)
        if instead:
            found.append(("must-not-pass", f"a pass; only a player with no move passes, and {instead} is one"))
    house = sheet.house
    for action in move.actions:
        if wrong := _dice_fault(action, roll, rules):
            found.append(("not-in-dice", wrong))
        if isinstance(action, Draw):
            found += _placing_faults(house, action, rules)
            house = _drawn(house, action, rules)
        elif sheet.furniture >= rules.spaces and not rules.furnish_when_full:
            found.append(("furniture-overflow", f"{action}; the furniture track is full and takes no more"))
    cost = price(move, rules)
    if cost and sheet.cost + cost > rules.budget:
        message = f"{text(move)} makes the cost {sheet.cost + cost}; the budget is {rules.budget}"
        found.append(("over-budget", message))
    return [Problem(code, where, f"{where}: {message}") for code, message in found]


def _claim_faults(sheet: Sheet, move: Move, rules: Rules, active: bool) -> Iterator[tuple[str, str]]:
    if not move.bonus:
        return
    if not active:
        yield "not-active", f"{move.bonus} claimed; only the active player may claim a bonus"
    if sheet.bonuses.count(move.bonus) >= rules.claims_each:
        allowed = f"a player claims a bonus {times(rules.claims_each)}"
        yield "bonus-repeated", f"{move.bonus} claimed again; {allowed}"
    if len(sheet.bonuses) >= rules.bonuses:
        claimed = len(sheet.bonuses) + 1
        allowed = f"a player claims at most {rules.bonuses} bonuses"
        yield "too-many-bonuses", f"{move.bonus} is claim {claimed}; {allowed}"


def _nudge_fault(move: Move, rules: Rules, roll: Roll | None) -> str:
    if not move.nudge:
        return ""
    before, after = move.nudge
    if abs(before - after) != rules.nudge or not 1 <= min(before, after) <= max(before, after) <= rules.faces:
        allowed = f"a nudge is {rules.nudge} up or down, within 1 to {rules.faces}"
        return f"a {before} can't count {after}; {allowed}"
    if roll and before not in roll:
        return f"no die shows {before}; the dice are {_dice_text(roll)}"
    return ""


def _dice_fault(action: Action, roll: Roll | None, rules: Rules) -> str:
    if isinstance(action, Furnish):
        taken: Sequence[int] = (action.spaces, action.cost)
    elif 1 <= action.column <= rules.columns:
        taken = (rules.die_of[action.part], action.column, action.cost)
    else:
        taken = (rules.die_of[action.part], action.cost)
    if roll is None:
        wrong = [die for die in taken if not 1 <= die <= rules.faces]
        return f"{action} takes a {wrong[0]}; a die shows 1 to {rules.faces}" if wrong else ""
    if all(taken.count(die) <= roll.count(die) for die in taken):
        return ""
    return f"{action} takes {_dice_text(taken)}; the dice are {_dice_text(roll)}, each used once"


def _dice_text(dice: Sequence[int]) -> str:
    return " ".join(str(die) for die in dice)


def _placing_faults(house: str, draw: Draw, rules: Rules) -> Iterator[tuple[str, str]]:
    if not 1 <= draw.column <= rules.columns:
        yield "wrong-column", f"{draw} is in column {draw.column}; a house has columns 1 to {rules.columns}"
        return
    cell = _cell(draw, rules)
    if cell < 0:
        yield "wrong-row", f"{draw} is {placing_message('wrong-row', PARTS[draw.part], draw.row, rules)}"
        return
    if house[cell] != EMPTY:
        taken = f"there is a {PARTS[house[cell]]} already; a drawn cell stays as it is"
        yield "cell-taken", f"{draw} is in row {draw.row}, column {draw.column}, where {taken}"
        return
    stack = house[draw.column - 1 :: rules.columns]
    codes = ["wrong-row"] if draw.part not in rules.rows[draw.row - 1] else []
    if draw.part == CHIMNEY:
        codes += ["chimney-without-roof"] if draw.row == 1 or stack[draw.row - 2] != ROOF else []
    elif ROOF in stack[: draw.row - 1]:
        codes.append("above-roof")
    elif draw.part == ROOF and stack[draw.row :].strip(EMPTY + CHIMNEY):
        yield (
            "above-roof",
            f"{draw} goes under another part; only a chimney may stand above a roof",
        )
    for code in codes:
        yield code, f"{draw} is {placing_message(code, PARTS[draw.part], draw.row, rules)}"
