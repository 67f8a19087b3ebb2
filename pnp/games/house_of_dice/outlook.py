"""What may still come, by a player's hopes: how likely each part is, and what two neighbours are worth with it.

Rows of numbers are worked out when they are first asked for and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import chain
from operator import add

from pnp.games.house_of_dice.hopes import Hopes
from pnp.games.house_of_dice.parts import CHIMNEY, PARTS, ROOF
from pnp.games.house_of_dice.quick import Tables

SCALE = 1024
"""Values are whole numbers, this many a point: chances add up alike everywhere."""
PHASES = (0, 1, 2, 3, 5, 7, 10, 14, 19)
"""The least rounds to come of each stretch of the game in which hopes are the same."""


class Sides(dict[int, list[int]]):
    """What a column is worth with the one at a side of it, by the neighbour's sign and then by its own."""

    def __init__(self, outlook: Outlook, column: int, is_left: bool) -> None:
        super().__init__()
        self._outlook, self._column, self._is_left = outlook, column, is_left

    def __missing__(self, sign: int) -> list[int]:
        self[sign] = found = self._outlook.side(self._column, sign, self._is_left)
        return found


class Outlook:
    """A stretch of the game as a player with some hopes sees it."""

    def __init__(self, tables: Tables, hopes: Hopes, rounds: int, phase: int) -> None:
        self.tables, self.hopes, self.phase = tables, hopes, phase
        bounds = (*PHASES, max(rounds, PHASES[-1] + 1))
        self.chances = self._chances((bounds[phase] + bounds[phase + 1] - 1) / 2)
        self._trusts: dict[tuple[int, int, str, bool], list[int]] = {}
        wide = range(tables.wide + 1)
        self.lefts = [Sides(self, column - 1, True) for column in wide]
        self.rights = [Sides(self, column, False) for column in wide]

    def _chances(self, left: float) -> list[dict[str, float]]:
        """By column, from 0: how likely each part is to be drawn there in the rounds that are left."""
        tables, share, die_of = self.tables, self.hopes.share, self.tables.rules.die_of
        found = []
        for column in range(1, tables.wide + 1):
            offered = {part: tables.offered.get((column, die_of[part]), 0.0) * share[part] for part in PARTS}
            found.append({part: 1 - (1 - offered[part]) ** left for part in PARTS})
        return found

    def values(self, aims: tuple[tuple[str, float], ...]) -> list[list[int]]:
        """By column, from 1, what each as it may stand is worth with what may come, without pairs.

        To somebody who is after all parts of some kinds each of them is worth more.
        """
        return [[], *(self._column_value(chance, dict(aims)) for chance in self.chances)]

    def _column_value(self, chance: dict[str, float], aims: dict[str, float]) -> list[int]:
        tables = self.tables
        hoped = {
            room: self._hope(*room, chance, aims.get(room[0], 0.0)) for room in {*chain.from_iterable(tables.rooms)}
        }
        hopes = [round(SCALE * sum([hoped[one] for one in rooms])) for rooms in tables.rooms]
        found = [SCALE * worth + hopes[like] for worth, like in zip(tables.column_worth, tables.like, strict=True)]
        for part, points in aims.items():
            each = round(SCALE * points)
            found = [value + each * count for value, count in zip(found, tables.counts[part], strict=True)]
        return found

    def _hope(self, part: str, rows: int, roofs: int, chance: dict[str, float], aim: float) -> float:
        """What may come of a part, by the rows in which it and a roof can still be drawn."""
        worth = self.tables.rules.points[part]
        each = worth.next + aim
        if part == ROOF:
            return chance[part] * (each - worth.missing) if rows else 0.0
        if part == CHIMNEY:
            if rows:
                return chance[part] * each
            return chance[part] * chance[ROOF] * each / 2 if roofs else 0.0
        return sum(each * chance[part] ** times for times in range(1, rows + 1))

    # ------------------------------------------------------------------ neighbours

    def side(self, column: int, sign: int, is_left: bool) -> list[int]:
        """What two neighbours are worth, of which one has a sign, by the other's; `column` is the left of both."""
        nothing = [0] * (len(self.tables.signs) + 1)
        if not 0 < column < self.tables.wide or sign == len(self.tables.signs):
            return nothing
        rows = [self._trust(column, row, cell, is_left) for row, cell in enumerate(self.tables.signs[sign]) if cell]
        whole: Iterable[int] = rows[0] if rows else nothing
        for row in rows[1:]:
            whole = map(add, whole, row)
        return [*whole]

    def _trust(self, column: int, row: int, cell: str, is_left: bool) -> list[int]:
        """What a cell is worth with the one beside it, by the other's sign."""
        key = column, row, cell, is_left
        if key not in self._trusts:
            known = {
                one: round(SCALE * self._trusted(column, *((cell, one) if is_left else (one, cell))))
                for one in self._cells[row]
            }
            self._trusts[key] = [*[known[one[row]] for one in self.tables.signs], 0]  # the wall comes last
        return self._trusts[key]

    @cached_property
    def _cells(self) -> list[set[str]]:
        """What signs may say of each of their cells."""
        return [{*cells} for cells in zip(*self.tables.signs, strict=True)]

    def _trusted(self, column: int, one: str, other: str) -> float:
        """What two cells side by side are worth, by what is there or may come."""
        chances, found = self.chances[column - 1 : column + 1], 0.0
        for part in sorted({*one.upper()} & {*other.upper()}):
            trust = float(self.tables.rules.points[part].pair)
            for seen, chance in zip((one, other), chances, strict=True):
                trust *= 1.0 if seen == part else chance[part]
            if one != part and other != part:
                trust *= self.hopes.none
            elif one != other:
                trust *= self.hopes.one
            found += trust
        return found
