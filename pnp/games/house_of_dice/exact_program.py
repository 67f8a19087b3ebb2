"""The programs of a sheet in which a pass has to be allowed: as far as coins go, and exactly."""

from __future__ import annotations

from pnp.games.house_of_dice.notation import Action, Furnish
from pnp.games.house_of_dice.parts import CHIMNEY, EMPTY, ROOF
from pnp.games.house_of_dice.sheet_program import SheetProgram, Task


class PayingProgram(SheetProgram):
    """The program in which nobody passes who can furnish: with all prices, as whoever pays more may be short later."""

    def __init__(self, task: Task, exact: bool = False) -> None:
        super().__init__(task, exact, all_prices=True)
        self._forced_moves()

    def _forced_moves(self) -> None:
        """Whoever passes has less than the cheapest furniture costs, or no room for any."""
        for at, one in enumerate(self.task.rounds):
            prices = [o.price for _, o in self.options[at] if isinstance(o.action, Furnish) and not o.bonus]
            if one.away or not prices:
                continue
            full = self._full(at)
            unless = [self._short(at, min(prices)), *([] if full is None else [full])]
            self.program.hold([(var, 1) for var in (*(var for var, _ in self.options[at]), *unless)], low=1)

    def _short(self, at: int, price: int) -> int:
        """Whether a price can't be paid in a round."""
        short = self.program.unknown()
        spent = [(var, o.price) for place, var, o in self.acts if place < at and o.price]
        left = self.rules.budget - self.task.start.cost
        self.program.hold([*spent, (short, -(left + 1 - price))], low=0)
        return short

    def _full(self, at: int) -> int | None:
        """Whether there is no furniture to cross out any more in a round; None where it may be chosen all the same."""
        if self.rules.furnish_when_full:
            return None
        full = self.program.unknown()
        self.program.hold([*self._spaces(at), (full, -(self.rules.spaces - self.task.start.furniture))], low=0)
        return full


class ExactProgram(PayingProgram):
    """The program in which nobody passes without need."""

    def __init__(self, task: Task) -> None:
        super().__init__(task, exact=True)

    def _forced_moves(self) -> None:
        """Whoever passes can do nothing: each thing that the dice offer is blocked, or dearer than what is left."""
        program, task = self.program, self.task
        missed = [program.unknown() for _ in task.rounds] if task.passes else []
        if missed:
            program.hold([(var, 1) for var in missed], 0, task.passes)
        for at, one in enumerate(task.rounds):
            if one.away:
                continue
            short = {price: self._short(at, price) for price in {o.price for _, o in self.options[at]} if price}
            full = self._full(at)
            acts = [(var, 1) for var, _ in self.options[at]]
            if missed:
                acts.append((missed[at], 1))
            for _, option in self.options[at]:
                if option.bonus:
                    continue
                blocked, sure = self._blocked(at, option.action, full)
                if option.price:
                    blocked.append((short[option.price], 1))
                program.hold([*acts, *blocked], low=1 - sure)
            self._no_more_when_full(at)

    def _no_more_when_full(self, at: int) -> None:
        if self.rules.furnish_when_full:
            return
        most = self.rules.faces * (at + 1)
        for var, option in self.options[at]:
            if isinstance(option.action, Furnish):
                left = self.rules.spaces - 1 - self.task.start.furniture
                self.program.hold([*self._spaces(at), (var, most)], high=left + most)

    def _blocked(self, at: int, action: Action, full: int | None) -> tuple[list[tuple[int, int]], int]:
        """Unknowns of which one must hold where an action is not allowed, and 1 where it never is."""
        if isinstance(action, Furnish):
            return ([(full, 1)] if full is not None else []), 0
        part, column, row, _ = action
        stack = self.task.start.house[column - 1 :: self.rules.columns]
        if part == CHIMNEY:
            allowed = row > 1 and stack[row - 2] == ROOF
            roofs = self._before(at, ROOF, column - 1, row - 1)
            taken = [t for p in self.rules.rows[row - 1] for t in self._before(at, p, column - 1, row)]
            sure = int(stack[row - 1] != EMPTY)
            return ([*taken, *((var, -1) for var, _ in roofs)], sure + (0 if allowed else 1))
        sure, found = int(stack[row - 1] != EMPTY), list[tuple[int, int]]()
        for place, letters in enumerate(self.rules.rows, 1):
            for other in letters:
                below = place < row and other == ROOF
                above = place > row and part == ROOF and other != CHIMNEY
                if place == row or below or above:
                    found += self._before(at, other, column - 1, place)
                    sure += stack[place - 1] == other and place != row
        return found, sure
