"""House of Dice as one would write it on the first day: a dictionary of cells, every cell tried with every die.

It knows nothing of the program's own rules: what they find must be what this finds, and faster.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

ROWS = {1: "F", 2: "DGW", 3: "WB", 4: "WBR", 5: "RC", 6: "C"}
KINDS = {1: "F", 2: "DG", 3: "W", 4: "B", 5: "R", 6: "C"}
PRICES = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2}
BONUSES = ("reroll", "nudge", "free", "extra", "most-windows", "most-balconies", "full-roof", "full-fence")
BUDGET, SPACES, CLAIMS = 24, 18, 3


@dataclass(frozen=True)
class Action:
    """A part drawn in a cell, or furniture; and the cost die."""

    cost: int
    part: str = ""
    column: int = 0
    row: int = 0
    spaces: int = 0

    def __str__(self) -> str:
        return f"{self.part}{self.column}{self.row}${self.cost}" if self.part else f"+{self.spaces}${self.cost}"


@dataclass(frozen=True)
class Move:
    """What a player does in a round, and the bonus claimed with it."""

    actions: tuple[Action, ...] = ()
    bonus: str = ""
    turned: tuple[int, ...] = ()

    def __str__(self) -> str:
        claim = f"!{self.bonus}{'>'.join(map(str, self.turned))} " if self.bonus else ""
        return claim + (" ".join(map(str, self.actions)) or "-")


@dataclass
class House:
    """What a player has drawn: parts by column and row, and the three tracks."""

    cells: dict[tuple[int, int], str] = field(default_factory=dict)
    cost: int = 0
    furniture: int = 0
    bonuses: list[str] = field(default_factory=list)


def fits(house: House, part: str, column: int, row: int) -> bool:
    """Whether a part may be drawn in a cell."""
    cells = house.cells
    if part not in ROWS[row] or (column, row) in cells:
        return False
    if part == "C":
        return cells.get((column, row - 1)) == "R"
    if any(cells.get((column, below)) == "R" for below in range(1, row)):
        return False
    return part != "R" or all(cells.get((column, above), "C") == "C" for above in range(row + 1, 7))


def draws(house: House, dice: tuple[int, ...], free: bool) -> list[Action]:
    """Every part that the dice can draw."""
    found = []
    for die, column, cost in set(permutations(dice)):
        if not free and house.cost + PRICES[cost] > BUDGET:
            continue
        for part in KINDS[die]:
            for row in ROWS:
                if fits(house, part, column, row):
                    found.append(Action(cost, part, column, row))
    return found


def actions(house: House, dice: tuple[int, ...], free: bool = False) -> list[Action]:
    """Every part and every piece of furniture."""
    found = draws(house, dice, free)
    if house.furniture < SPACES:
        for spaces, cost in set(permutations(dice, 2)):
            if free or house.cost + PRICES[cost] <= BUDGET:
                found.append(Action(cost, spaces=spaces))
    return found


def legal_moves(house: House, dice: tuple[int, ...], claims: tuple[str, ...] = ()) -> list[Move]:
    """Every move, without a claim and with each of some bonuses."""
    moves = [Move((action,)) for action in actions(house, dice)] or [Move()]
    for bonus in claims:
        moves += moves_with(house, dice, bonus)
    return moves


def moves_with(house: House, dice: tuple[int, ...], bonus: str) -> list[Move]:
    """Every move that claims a bonus."""
    if bonus == "nudge":
        found = []
        for face in sorted(set(dice)):
            for counts in (face - 1, face + 1):
                if 1 <= counts <= 6:
                    turned = list(dice)
                    turned[turned.index(face)] = counts
                    done = [(action,) for action in actions(house, tuple(turned))] or [()]
                    found += [Move(one, bonus, (face, counts)) for one in done]
        return found
    if bonus == "extra":
        found = []
        for first in actions(house, dice):
            after = applied(house, Move((first,)))
            found += [Move((first, second), bonus) for second in draws(after, dice, False)]
        return found
    return [Move((action,), bonus) for action in actions(house, dice, bonus == "free")] or [Move((), bonus)]


def applied(house: House, move: Move) -> House:
    """The house after a move; the one that is given stays as it is."""
    after = House(dict(house.cells), house.cost, house.furniture, list(house.bonuses))
    if move.bonus:
        after.bonuses.append(move.bonus)
    for action in move.actions:
        if move.bonus != "free":
            after.cost += PRICES[action.cost]
        if action.part:
            after.cells[action.column, action.row] = action.part
        else:
            after.furniture = min(SPACES, after.furniture + action.spaces)
    return after


def claimable(house: House, left: list[str]) -> tuple[str, ...]:
    """The bonuses that a player may still claim, of those that have a circle left."""
    if len(house.bonuses) >= CLAIMS:
        return ()
    return tuple(bonus for bonus in BONUSES if bonus in left and bonus not in house.bonuses)
