"""A column of the house: what is wrong in one, where a part fits, and the tables that make legal moves quick.

What may be drawn in a column depends on that column alone, and few different ones ever come up (264 by the shipped
rules). So nothing is worked out twice:

- `ColumnFaults` has for a column as it stands what the rules of the layout say against it;
- `Places` has for a column as it stands the rows in which each part may be drawn;
- `Deals` has for a roll and what can be spent: the columns that its dice can mean, and the furniture they buy;
- `ColumnMoves` has for one of these columns, as it stands, the finished moves of every deal of the other dice.

The moves that a roll allows are then a look at three columns and into three tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

from pnp.games.house_of_dice.notation import Draw, Furnish, Move, Roll
from pnp.games.house_of_dice.parts import EMPTY, PARTS
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.problems import problems_of
from pnp.games.rules.scope import Scope
from pnp.words import Said

Fault = tuple[str, int]
"""The code of a broken rule, and the row, from 0, of the part that breaks it."""


class ColumnFaults(dict[str, tuple[Fault, ...]]):
    """For a column as it stands, from the ground: the rules that its parts break, as the layout says them of cells.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules_of(shipped("house-of-dice")).faults["F..RW."]
    (('wrong-row', 4), ('above-roof', 4))
    """

    MOST = 10_000
    """Drawings of strangers may hold columns that no game leads to; they need not be kept."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self._declaration, self._house = declaration, declaration.areas["house"]
        self._checks = [check for check in declaration.wrong if check.name == "cell"]

    def __missing__(self, stack: str) -> tuple[Fault, ...]:
        if len(self) >= self.MOST:
            self.clear()
        marks = {f"c1r{row}": part for row, part in enumerate(stack, 1) if part != EMPTY}
        scope = Scope(self._declaration, {"house": self._house.of(marks)})
        found = [(one.key, _row_of(one.where)) for check in self._checks for one in problems_of(check, scope)]
        self[stack] = faults = tuple(sorted(found, key=lambda fault: fault[1]))
        return faults

    def new(self, stack: str, part: str, row: int) -> list[Fault]:
        """The rules that a part breaks in an empty cell, row from 0, of a column, and that were not broken before."""
        return [fault for fault in self[f"{stack[:row]}{part}{stack[row + 1 :]}"] if fault not in self[stack]]


def _row_of(place: Said | str) -> int:
    """The row, from 0, of the place of a cell."""
    assert isinstance(place, Said) and not isinstance(place.facts, str)
    return int(place.facts["row"]) - 1


class Places(dict[str, dict[str, tuple[int, ...]]]):
    """For a column as it stands, by part: the rows, from 1, in which it may be drawn.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules_of(shipped("house-of-dice")).places["F.W..."]
    {'F': (), 'D': (2,), 'G': (2,), 'W': (2, 4), 'B': (4,), 'R': (4, 5), 'C': ()}
    """

    MOST = 10_000

    def __init__(self, rows: tuple[str, ...], faults: ColumnFaults) -> None:
        super().__init__()
        self._rows, self._faults = rows, faults

    def __missing__(self, stack: str) -> dict[str, tuple[int, ...]]:
        if len(self) >= self.MOST:
            self.clear()
        self[stack] = found = {
            part: tuple(
                row
                for row, taken in enumerate(self._rows, 1)
                if part in taken and stack[row - 1] == EMPTY and not self._faults.new(stack, part, row - 1)
            )
            for part in PARTS
        }
        return found


@cache
def _drawing(part: str, column: int, row: int, cost: int) -> Move:
    return Move((Draw(part, column, row, cost),))


class ColumnMoves(dict[str, tuple[Move, ...]]):
    """For a column as it stands: the moves that draw in it with some pairs of part die and cost die.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> moves = ColumnMoves(3, [("DG", 5), ("W", 1)], rules_of(shipped("house-of-dice")).places)
    >>> [str(move.actions[0]) for move in moves["F.W..."]]
    ['D32$5', 'G32$5', 'W32$1', 'W34$1']
    """

    MOST = 1000

    def __init__(self, column: int, jobs: Sequence[tuple[str, int]], places: Places) -> None:
        super().__init__()
        self._column, self._jobs, self._places = column, jobs, places

    def __missing__(self, stack: str) -> tuple[Move, ...]:
        if len(self) >= self.MOST:
            self.clear()
        places, column = self._places[stack], self._column
        self[stack] = found = tuple(
            [
                _drawing(part, column, row, cost)
                for letters, cost in self._jobs
                for part in letters
                for row in places[part]
            ]
        )
        return found


class Deal(NamedTuple):
    """What a roll allows and a purse can pay: by column, counted from 0, what is drawn there; and the furniture."""

    columns: tuple[tuple[int, ColumnMoves], ...]
    furniture: tuple[Move, ...]


class Deals(dict[tuple[Roll, int], Deal]):
    """For a roll and a purse, the most that may be spent: what they allow."""

    MOST = 20_000
    """All that the shipped rules can ask for is less; with nine dice of nine faces it would not be."""

    def __init__(self, letters_of: Mapping[int, str], places: Places, columns: int, prices: Mapping[int, int]) -> None:
        super().__init__()
        self._letters, self._places, self._columns, self._prices = letters_of, places, columns, prices
        self._tables: dict[tuple[int, tuple[tuple[str, int], ...]], ColumnMoves] = {}

    def __missing__(self, key: tuple[Roll, int]) -> Deal:
        if len(self) >= self.MOST:
            self.clear()
        roll, purse = key
        jobs: dict[int, list[tuple[str, int]]] = {}
        for column, die, cost in sorted(set(permutations(roll, 3))):
            if column <= self._columns and self._prices.get(cost, 0) <= purse and die in self._letters:
                jobs.setdefault(column, []).append((self._letters[die], cost))
        columns = tuple((column - 1, self._table(column, tuple(pairs))) for column, pairs in jobs.items())
        pairs = [pair for pair in sorted(set(permutations(roll, 2))) if self._prices.get(pair[1], 0) <= purse]
        self[key] = found = Deal(columns, tuple(Move((Furnish(*pair),)) for pair in pairs))
        return found

    def _table(self, column: int, jobs: tuple[tuple[str, int], ...]) -> ColumnMoves:
        """The table of a column, the same for every roll that leaves it the same jobs."""
        if (column, jobs) not in self._tables:
            self._tables[column, jobs] = ColumnMoves(column, jobs, self._places)
        return self._tables[column, jobs]


class Effect(NamedTuple):
    """What an action does to a sheet: the cell it is drawn in or -1, the part, furniture spaces, and the price."""

    cell: int
    part: str
    spaces: int
    price: int


class Effects(dict[Draw | Furnish, Effect]):
    """What each action does to a sheet."""

    def __init__(self, rows: int, columns: int, prices: Mapping[int, int]) -> None:
        super().__init__()
        self._rows, self._columns, self._prices = rows, columns, prices

    def __missing__(self, action: Draw | Furnish) -> Effect:
        price = self._prices.get(action.cost, 0)
        if isinstance(action, Furnish):
            found = Effect(-1, "", action.spaces, price)
        else:
            there = 1 <= action.column <= self._columns and 1 <= action.row <= self._rows
            cell = (action.row - 1) * self._columns + action.column - 1
            found = Effect(cell if there else -1, action.part, 0, price)
        self[action] = found
        return found
