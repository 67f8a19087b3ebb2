"""Questions about a table whose dice are known: the best that they allow, for all or for one seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pnp.games.coaching import Answer, Question
from pnp.games.house_of_dice.document import Document
from pnp.games.house_of_dice.exact_program import ExactProgram, PayingProgram
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.parts import BONUSES, MOST_OF
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet, empty, house_text, score
from pnp.games.house_of_dice.sheet_program import Round, SheetProgram, Task
from pnp.games.house_of_dice.solved_moves import solved_moves
from pnp.games.integer_program import Program


class SheetQuestion(Question):
    """What a task can come to; `others` are the sheets that decide who has the most of a part."""

    FORMS: Sequence[Callable[[Task], SheetProgram]] = (SheetProgram, PayingProgram, ExactProgram)

    def __init__(self, task: Task, others: Sequence[Sheet] = ()) -> None:
        self.task, self.others = task, tuple(others)
        self._asked: SheetProgram | None = None

    def program(self, form: int) -> Program:
        self._asked = self.FORMS[form](self.task)
        return self._asked.program

    def answer(self, values: Sequence[int]) -> Answer | None:
        assert self._asked is not None
        found = solved_moves(self._asked, values)
        if found is None:
            return None
        moves, sheet = found
        total = score(sheet, self.task.rules, (sheet, *self.others)).total
        return Answer(tuple(map(text, moves)), total, house_text(sheet.house, self.task.rules))


def rounds_of(document: Document, seat: int | None, bonuses: bool) -> tuple[Round, ...]:
    """The rounds of a table as one seat, or anybody, has them: what was missed stays missed."""
    joined = tuple(one.joined for one in document.seats)
    found = []
    for number, roll in enumerate(document.rolls, 1):
        if seat is None:
            found.append(Round(number, roll))
            continue
        one = document.seats[seat]
        away = number in one.absent or number < one.joined
        move = one.moves[number - 1] if one.moves and number <= len(one.moves) else None
        is_active = bonuses and active(number, document.players, joined) == seat
        claimed = "reroll" if bonuses and move and move.bonus == "reroll" else ""
        found.append(Round(number, roll, is_active, away, claimed))
    return tuple(found)


def par_of(document: Document, rules: Rules, seat: int | None, bonuses: bool, after: int = 0) -> Question | None:
    """The best that a table's dice allow, or one seat's after some rounds as it played them; None without dice."""
    if not document.rolls:
        return None
    others = [one.sheet for at, one in enumerate(document.seats) if at != seat]
    rounds = rounds_of(document, seat, bonuses)
    start = empty(rules)
    if seat is not None and after:
        for move in (document.seats[seat].moves or ())[:after]:
            start = apply(start, move, rules)
    available: tuple[str, ...] = ()
    if seat is not None and bonuses:
        available = claimable_by(document, seat, rules)
    elif seat is None:
        others = []
    most = {bonus: max((one.house.count(part) for one in others), default=0) for bonus, part in MOST_OF.items()}
    return SheetQuestion(Task(rules, rounds[after:], start, available, most), others)


def claimable_by(document: Document, seat: int, rules: Rules) -> tuple[str, ...]:
    """The bonuses that the others have left a circle of; who has the most is unknown without all sheets."""
    taken = Counter(bonus for at, one in enumerate(document.seats) if at != seat for bonus in one.sheet.bonuses)
    whole = len(document.seats) == document.players
    free = [bonus for bonus in BONUSES[1:] if taken[bonus] < rules.circles(document.players)]
    return tuple(bonus for bonus in free if whole or bonus not in MOST_OF)
