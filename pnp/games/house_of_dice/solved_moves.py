"""The moves that a solution of a sheet's program stands for, played by the rules to see that they hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply, plain_moves
from pnp.games.house_of_dice.notation import PASS, Draw, Furnish, Move
from pnp.games.house_of_dice.sheet import Sheet
from pnp.games.house_of_dice.sheet_program import Round, SheetProgram


def solved_moves(program: SheetProgram, values: Sequence[int]) -> tuple[tuple[Move, ...], Sheet] | None:
    """One move a round and the sheet they lead to; None where the rules do not allow them."""
    moves = _with_claims(program, values, _moves(program, values))
    task, rules = program.task, program.rules
    sheet, played, spent = task.start, list[Move](), sum(_price(program, values))
    missed = task.passes
    for one, move in zip(task.rounds, moves, strict=True):
        if one.claimed:
            move = move._replace(bonus=one.claimed)
        if _is_lost(move, sheet, program) or (not move.actions and not one.away and task.goal is None):
            move = _instead(sheet, one, move, rules.budget - task.start.cost - spent, program)
            spent += rules.effects[move.actions[0]].price if move.actions else 0
        faults = judge_move(sheet, move, rules, one.roll, one.active)
        if any(fault.code != "must-not-pass" for fault in faults):
            return None
        if faults and not one.away:
            missed -= 1
            if missed < 0:
                return None
        sheet = apply(sheet, move, rules)
        played.append(move)
    return tuple(played), sheet


def _price(program: SheetProgram, values: Sequence[int]) -> list[int]:
    return [option.price for _, var, option in program.acts if values[var]]


def _moves(program: SheetProgram, values: Sequence[int]) -> list[Move]:
    """The move of each round; where the row was left open, the rows of the final house are taken from the ground."""
    rows: dict[tuple[int, str], list[int]] = defaultdict(list)
    wide = program.rules.columns
    for (column, row, part), var in sorted(program.cells.items()):
        if values[var] and program.task.start.house[row * wide + column] != part:
            rows[column + 1, part].append(row + 1)
    moves = []
    for options, extras in zip(program.options, program.extras, strict=True):
        actions, bonus, nudge = [], "", None
        for var, option in (*options, *extras):
            if not values[var]:
                continue
            action = option.action
            if isinstance(action, Draw) and not action.row:
                action = action._replace(row=rows[action.column, action.part].pop(0))
            actions.append(action)
            bonus, nudge = option.bonus or bonus, option.nudge or nudge
        moves.append(Move(tuple(actions), bonus, nudge))
    return moves


def _with_claims(program: SheetProgram, values: Sequence[int], moves: list[Move]) -> list[Move]:
    """The moves with the claims for the end, in the last active rounds that have none."""
    task = program.task
    if task.goal:
        done = [*task.start.bonuses, *(one.claimed for one in task.rounds), *(move.bonus for move in moves)]
        due = [bonus for bonus in task.goal.bonuses if bonus not in done]
    else:
        due = [one for one, var in program.claims.items() if values[var] and one not in task.start.bonuses]
    for at in reversed(range(len(moves))):
        one = task.rounds[at]
        if due and one.active and not one.away and not one.claimed and not moves[at].bonus:
            moves[at] = moves[at]._replace(bonus=due.pop())
    return moves


def _is_lost(move: Move, sheet: Sheet, program: SheetProgram) -> bool:
    """Whether a move furnishes a house that takes no more."""
    full = sheet.furniture >= program.rules.spaces and not program.rules.furnish_when_full
    return full and len(move.actions) == 1 and isinstance(move.actions[0], Furnish) and program.task.goal is None


def _instead(sheet: Sheet, one: Round, move: Move, left: int, program: SheetProgram) -> Move:
    """Something to do in place of a pass that does no harm: the cheapest furniture, if it can be paid."""
    rules = program.rules
    for other in sorted(
        plain_moves(sheet, one.roll, rules),
        key=lambda other: rules.effects[other.actions[0]].price if other.actions else 0,
    ):
        if other.actions and isinstance(other.actions[0], Furnish) and rules.effects[other.actions[0]].price <= left:
            return other._replace(bonus=move.bonus) if move.bonus in ("", *rules.awards) else PASS
    return PASS._replace(bonus=move.bonus) if move.bonus in ("", *rules.awards) else PASS
