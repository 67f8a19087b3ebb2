"""The functions of formulas: plain questions about what stands on a sheet, and about dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.games.rules.boxes import Box, Boxes


def count(things: Any, mark: Any = None) -> int:
    """How many marks there are, or how many of a sort; of a number that number.

    >>> count((2, 2, 5), 2), count({"r1": "F", "r2": "W"}), count(7)
    (2, 2, 7)
    """
    if isinstance(things, int):
        return int(things)
    if mark is None:
        return len(list(marks_in(things)))
    if isinstance(things, Boxes):
        return list(things.values()).count(mark)
    found = 0
    for value in marks_in(things):
        number = getattr(value, "number", None)
        found += number if number is not None and getattr(value, "symbol", None) == mark else value == mark
    return found


def marks_in(things: Any) -> Iterable[Any]:
    """What stands in the boxes of an area, or the items of a list."""
    return things.values() if isinstance(things, Mapping) else things


def total(things: Any) -> int:
    """The numbers of an area or a list together; a cross counts 1, a drawing nothing.

    >>> total({"ones": 3, "fives": 15}), total((2, 2, 5))
    (18, 9)
    """
    if isinstance(things, int):
        return int(things)
    return sum(value if isinstance(value, int) else _number_of(value) for value in marks_in(things))


def _number_of(thing: Any) -> int:
    return 0 if getattr(thing, "symbol", True) else max(thing.number, 0)


def pairs(area: Boxes, mark: Any) -> int:
    """How often a mark stands beside its like in a row; three side by side are two pairs."""
    right = area.area.right
    return sum(area.get(right.get(name, "")) == mark for name, there in area.items() if there == mark)


def without(area: Boxes, mark: Any) -> int:
    """How many columns of a grid have no such mark."""
    with_it = {area.area.cells[name][0] for name, there in area.items() if there == mark}
    return len(area.area.columns) - len(with_it)


def table(n: int, *points: Any) -> int:
    """The points for 1, 2, 3 … of something, the last ones for more, and 0 for none.

    >>> table(2, 1, 3, 6), table(9, 1, 3, 6), table(0, 1, 3, 6), table(2, (1, 3, 6))
    (3, 6, 0, 3)
    """
    row: Sequence[int] = points[0] if len(points) == 1 and not isinstance(points[0], int) else points
    return row[min(n, len(row)) - 1] if n > 0 and row else 0


def alike(dice: Iterable[int], least: int) -> int:
    """The face that at least so many dice show, the highest of several; 0 if none does.

    >>> alike((4, 4, 2, 4), 3), alike((1, 2, 3), 2)
    (4, 0)
    """
    return max((face for face, n in Counter(dice).items() if n >= least), default=0)


def kinds(dice: Iterable[int]) -> tuple[int, ...]:
    """How many dice are alike, the most first: a full house is (3, 2).

    >>> kinds((4, 2, 4, 2, 4))
    (3, 2)
    """
    return tuple(sorted(Counter(dice).values(), reverse=True))


def has(things: Any, *marks: Any) -> bool:
    """Whether all of these are among the dice, or among the marks of an area.

    >>> has((1, 2, 3), 2, 3), has((1, 2, 3), 4)
    (True, False)
    """
    return set(marks) <= set(marks_in(things))


def distinct(things: Iterable[Any]) -> tuple[Any, ...]:
    """Each of some things once, in the order in which they come first.

    >>> distinct(("free", "extra", "free"))
    ('free', 'extra')
    """
    return tuple(dict.fromkeys(things))


def whole(area: Boxes, *names: Any) -> bool:
    """Whether all of these boxes are marked: boxes by name, a row `r1`, a column `c1`, a region."""
    return all(box in area for name in names for box in area.area.boxes_called(str(name)))


def groups(area: Boxes, mark: Any = None) -> tuple[int, ...]:
    """The sizes of the connected groups of a mark, or of all marks, the largest first; (0) if there is none."""
    left = {name for name, value in area.items() if mark is None or value == mark}
    sizes = [] if left else [0]
    while left:
        front, size = [left.pop()], 0
        while front:
            size += 1
            near = left.intersection(area.area.beside(front.pop()))
            left -= near
            front += near
        sizes.append(size)
    return tuple(sorted(sizes, reverse=True))


def each(area: Boxes) -> tuple[Box, ...]:
    """The boxes in which something stands, for a loop."""
    return area.cells()


def values(things: Any) -> tuple[Any, ...]:
    """The marks themselves, as a list."""
    return tuple(marks_in(things))


def smallest(*numbers: Any) -> Any:
    """The smallest number, of an area, a list or several; 0 of nothing."""
    return min(marks_in(numbers[0]) if len(numbers) == 1 else numbers, default=0)


def largest(*numbers: Any) -> Any:
    """The largest number, of an area, a list or several; 0 of nothing."""
    return max(marks_in(numbers[0]) if len(numbers) == 1 else numbers, default=0)


def any_of(things: Any) -> bool:
    """Whether one of them holds at least."""
    return any(marks_in(things))


def all_of(things: Any) -> bool:
    """Whether each of them holds; so it is where there is none."""
    return all(marks_in(things))


def in_order(things: Any) -> tuple[Any, ...]:
    """The marks or numbers from the smallest to the largest."""
    return tuple(sorted(marks_in(things)))


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "count": count,
    "sum": total,
    "table": table,
    "min": smallest,
    "max": largest,
    "whole": whole,
    "has": has,
    "pairs": pairs,
    "without": without,
    "groups": groups,
    "alike": alike,
    "kinds": kinds,
    "distinct": distinct,
    "each": each,
    "values": values,
    "any": any_of,
    "all": all_of,
    "sorted": in_order,
    "len": len,
    "int": int,
    "str": str,
    "list": values,
}
"""What a formula may call, by name."""
