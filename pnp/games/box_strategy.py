"""The best strategy of games that roll dice, keep some of them and fill a box: by dynamic programming over a turn.

A turn is a walk over what may be kept, from no dice to all of them. Values of that walk are numbers, or rows of numbers
for many sheets at once: whatever can be added, divided and compared by the `larger` that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from typing import Any

Dice = tuple[int, ...]


class Turn:
    """What may be kept of so many dice, and how values go from the end of a turn to its beginning.

    >>> turn = Turn(1, 6, 2)
    >>> turn.begin([1, 2, 3, 4, 5, 6])  # a die that may be rolled once more
    4.25
    """

    def __init__(self, dice: int, faces: int, rolls: int, larger: Callable[[Any, Any], Any] = max) -> None:
        self.faces, self.rolls, self.larger = faces, rolls, larger
        sizes = [list(combinations_with_replacement(range(1, faces + 1), size)) for size in range(dice + 1)]
        self.kept: list[Dice] = [kept for size in sizes for kept in size]
        self.index = {kept: at for at, kept in enumerate(self.kept)}
        self.full = sizes[dice]
        self.first = len(self.kept) - len(self.full)
        """Where the rolls of all dice begin among what may be kept."""
        faces_of = range(1, faces + 1)
        self._more = [
            [self.index[tuple(sorted((*kept, face)))] for face in faces_of] for kept in self.kept[: self.first]
        ]
        self._less = [sorted({self.index[kept[:at] + kept[at + 1 :]] for at in range(len(kept))}) for kept in self.kept]

    def expected(self, values: Sequence[Any]) -> list[Any]:
        """The value of each thing that may be kept when the other dice are rolled and a full roll has these values."""
        found: list[Any] = [0.0] * self.first + list(values)
        for at in range(self.first - 1, -1, -1):
            total: Any = 0.0
            for more in self._more[at]:
                total = total + found[more]
            found[at] = total / self.faces
        return found

    def chosen(self, expected: Sequence[Any]) -> list[Any]:
        """The value of each full roll when the best of its dice are kept and the others rolled, or none."""
        best = list(expected)
        for at, less in enumerate(self._less):
            for fewer in less:
                best[at] = self.larger(best[at], best[fewer])
        return best[self.first :]

    def begin(self, values: Sequence[Any]) -> Any:
        """The value of a turn before its first roll, by the values of full rolls at its end."""
        for _ in range(self.rolls - 1):
            values = self.chosen(self.expected(values))
        return self.expected(values)[0]


class Strategy:
    """The best way to fill boxes whose points depend on the dice alone, one turn a box, by the boxes that are empty."""

    def __init__(self, turn: Turn, worth: Sequence[Sequence[int]]) -> None:
        self.turn, self.worth = turn, worth
        self._values: dict[int, float] = {0: 0.0}

    def value(self, empty: int) -> float:
        """What is to be expected from the turns to come, by the set of empty boxes, a bit each."""
        found = self._values.get(empty)
        if found is None:
            found = self._values[empty] = float(self.turn.begin(self.filled(empty)))
        return found

    def filled(self, empty: int) -> list[float]:
        """For each full roll what it gives in the best empty box, with what is to be expected after it."""
        boxes = [
            (self.worth[box], self.value(empty & ~(1 << box))) for box in range(len(self.worth)) if empty >> box & 1
        ]
        return [max([points[at] + later for points, later in boxes]) for at in range(len(self.turn.full))]
