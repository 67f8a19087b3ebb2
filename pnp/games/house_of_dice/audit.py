"""Whether a finished sheet can have come from the dice of its table: what a person can check, before a solver is asked.

It tells what can't have been, never what was: most sheets that were altered are still possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.errors import Problem
from pnp.games.coaching import Audit
from pnp.games.game import Papers
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.exact_program import ExactProgram
from pnp.games.house_of_dice.moves import nudged
from pnp.games.house_of_dice.paper import sheet_on_paper
from pnp.games.house_of_dice.parts import EMPTY, PARTS
from pnp.games.house_of_dice.questions import SheetQuestion, rounds_of
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import Sheet, empty, sheet_problems
from pnp.games.house_of_dice.sheet_program import Round, SheetProgram, Task, nudges_of
from pnp.games.house_of_dice.state import State
from pnp.games.integer_program import Program
from pnp.words import Said, say

Drawn = tuple[str, int]
"""A part that was drawn and its column, from 1."""
_EXTRA = 0
"""What stands for the second part of a round; rounds are counted from 1."""


def audit_of(document: Document, rules: Rules, seat: int) -> SheetAudit | None:
    """The audit of a seat's sheet; None without the dice."""
    return SheetAudit(document, rules, seat) if document.rolls else None


def on_paper(state: State, papers: Papers, rules: Rules) -> Document | None:
    """A table with the sheets that were entered from paper in place of those that were played here."""
    if not state.rolls:
        return None
    seats = []
    for seat, name in enumerate(state.players):
        marks = papers.own[seat].get("play", {})
        drawn = sheet_on_paper(marks, len(state.players), rules)[0] if marks else state.sheets[seat]
        moves = None if marks else state.moves[seat]
        seats.append(Seat(name, drawn, None, moves, None, state.missed[seat], state.joined[seat]))
    return Document(len(state.players), tuple(seats), state.rolls)


class SheetAudit(SheetQuestion, Audit):
    """A sheet and the dice of its table; rounds may have been missed, so that what can be paid tells little."""

    FORMS = (SheetProgram, ExactProgram)

    def __init__(self, document: Document, rules: Rules, seat: int) -> None:
        sheet, rounds = document.seats[seat].sheet, rounds_of(document, seat, True)
        self._problems = sheet_problems(sheet, document.players, rules)
        self.sheet = sheet._replace(furniture=min(sheet.furniture, rules.spaces))
        away = sum(one.away for one in rounds)
        passes = max(0, len(rounds) - sheet.turns - away)
        super().__init__(Task(rules, rounds, empty(rules), sheet.bonuses, {}, self.sheet, passes))

    def problem(self) -> Said | Problem | None:
        """What is wrong whatever the dice were, or what single parts say against them."""
        if self._problems:
            return self._problems[0]
        where = slots(self.task.rounds, self.sheet, self.task.rules)
        for (part, column), found in where.items():
            if not found:
                return say("no-dice-for", part=PARTS[part], column=column)
        parts = violator(parts_of(self.sheet, self.task.rules), where)
        if not parts:
            return None
        rounds = sorted({slot for part in parts for slot in where[part]} - {_EXTRA})
        extra = any(_EXTRA in where[part] for part in parts)
        named = tuple(say("part-in-column", part=PARTS[part], column=column) for part, column in parts)
        return say("too-few-rounds", n=len(parts), parts=named, m=len(rounds), rounds=tuple(rounds), extra=extra)

    def costs(self, most: bool) -> Program:
        """The program whose best value is the least, negative, or the most that this drawing can have cost."""
        asked = SheetProgram(self.task._replace(any_cost=True))
        sign = 1 if most else -1
        asked.program.want((var, sign * option.price) for _, var, option in asked.acts)
        return asked.program

    def beyond(self, low: int, high: int) -> Said | None:
        """What is wrong with the cost, if the drawing can only have cost so much."""
        if low <= self.sheet.cost <= high:
            return None
        return say("cost-range", cost=self.sheet.cost, low=low, high=high)

    def nothing(self) -> Said:
        return say("no-order")


def parts_of(sheet: Sheet, rules: Rules) -> list[Drawn]:
    """Every part of a house with its column."""
    return [(part, cell % rules.columns + 1) for cell, part in enumerate(sheet.house) if part != EMPTY]


def slots(rounds: Iterable[Round], sheet: Sheet, rules: Rules) -> dict[Drawn, set[int]]:
    """For each part that was drawn the rounds whose dice give it, and whether a second part of a round may be it."""
    found: dict[Drawn, set[int]] = {one: set() for one in parts_of(sheet, rules)}
    for one in rounds:
        if one.away:
            continue
        turned = [one.roll]
        if one.active and "nudge" in sheet.bonuses:
            turned += [nudged(one.roll, nudge) for nudge in nudges_of(one.roll, rules)]
        for part, column in found:
            die = rules.die_of[part]
            if any(_gives(roll, die, column) for roll in turned):
                found[part, column].add(one.number)
                if one.active and "extra" in sheet.bonuses:
                    found[part, column].add(_EXTRA)
    return found


def _gives(roll: Sequence[int], die: int, column: int) -> bool:
    """Whether dice give a part die and a column die at once."""
    return roll.count(die) > (die == column) if die in roll and column in roll else False


def violator(parts: Sequence[Drawn], where: Mapping[Drawn, set[int]]) -> list[Drawn]:
    """The fewest parts found that can't all have a round of their own; none where each can.

    >>> violator([("W", 1), ("B", 2), ("B", 2)], {("W", 1): {1, 2, 3}, ("B", 2): {1}})
    [('B', 2), ('B', 2)]
    """
    taken: dict[int, int] = {}

    def placed(at: int, seen: set[int]) -> bool:
        for slot in sorted(where[parts[at]] - seen):
            seen.add(slot)
            if slot not in taken or placed(taken[slot], seen):
                taken[slot] = at
                return True
        return False

    best: list[int] = []
    for at in range(len(parts)):
        seen: set[int] = set()
        if placed(at, seen):
            continue
        group = [at, *(taken[slot] for slot in sorted(seen) if slot in taken)]
        if not best or len(group) < len(best):
            best = group
    return _shrunk([parts[at] for at in sorted(set(best))], where)


def _shrunk(parts: list[Drawn], where: Mapping[Drawn, set[int]]) -> list[Drawn]:
    """The same parts without those that are not needed for the contradiction."""
    for one in list(parts):
        fewer = list(parts)
        fewer.remove(one)
        if len({slot for part in fewer for slot in where[part]}) < len(fewer):
            parts = fewer
    return parts
