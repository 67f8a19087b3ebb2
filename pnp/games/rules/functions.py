"""The functions of formulas: plain questions about what stands on a sheet, and about dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.games.rules.boxes import Box, Boxes


def count(things: Any, mark: Any = None) -> int:
    """How many marks there are, or how many of a sort; what is a count already stays one.

    >>> count((2, 2, 5), 2), count({"r1": "F", "r2": "W"}), count(7)
    (2, 2, 7)
    """
    if isinstance(things, int):
        return int(things)
    values = list(things.values() if isinstance(things, dict) else things)
    if mark is None:
        return len(values)
    if isinstance(things, Boxes):
        return values.count(mark)
    found = 0
    for value in values:
        number = getattr(value, "number", None)
        found += number if number is not None and getattr(value, "symbol", None) == mark else value == mark
    return found


def total(things: Any) -> int:
    """The numbers of an area or a list together; crosses count one each, symbols nothing.

    >>> total({"ones": 3, "fives": 15}), total((2, 2, 5))
    (18, 9)
    """
    if isinstance(things, int):
        return int(things)
    values = things.values() if isinstance(things, Mapping) else things
    return sum(value if isinstance(value, int) else _number_of(value) for value in values)


def _number_of(thing: Any) -> int:
    return 0 if getattr(thing, "symbol", True) else max(thing.number, 0)


def pairs(area: Boxes, mark: Any) -> int:
    """Equal marks side by side in a row; three of them are two pairs."""
    right = area.area.right
    return sum(area.get(right.get(name, "")) == mark for name, there in area.items() if there == mark)


def without(area: Boxes, mark: Any) -> int:
    """The columns that have no such mark."""
    cells = area.area.cells
    columns = {column for column, _ in cells.values()}
    return len(columns - {cells[name][0] for name, there in area.items() if there == mark})


def table(n: int, *points: Any) -> int:
    """The points for 1, 2, 3 … of something, the last ones for more, and nothing for none.

    >>> table(2, 1, 3, 6), table(9, 1, 3, 6), table(0, 1, 3, 6), table(2, (1, 3, 6))
    (3, 6, 0, 3)
    """
    row: Sequence[int] = points[0] if len(points) == 1 and not isinstance(points[0], int) else points
    return row[min(n, len(row)) - 1] if n > 0 and row else 0


def alike(dice: Iterable[int], least: int) -> int:
    """The face that so many dice show, the highest if several do; 0 if none does.

    >>> alike((4, 4, 2, 4), 3), alike((1, 2, 3), 2)
    (4, 0)
    """
    return max((face for face, n in Counter(dice).items() if n >= least), default=0)


def kinds(dice: Iterable[int]) -> tuple[int, ...]:
    """How many dice are alike, most first: a full house is (3, 2).

    >>> kinds((4, 2, 4, 2, 4))
    (3, 2)
    """
    return tuple(sorted(Counter(dice).values(), reverse=True))


def has(things: Any, *marks: Any) -> bool:
    """Whether all of these are there.

    >>> has((1, 2, 3), 2, 3), has((1, 2, 3), 4)
    (True, False)
    """
    return set(marks) <= set(things.values() if isinstance(things, Mapping) else things)


def distinct(things: Iterable[Any]) -> tuple[Any, ...]:
    """Each of some things once, in the order in which they come first.

    >>> distinct(("free", "extra", "free"))
    ('free', 'extra')
    """
    return tuple(dict.fromkeys(things))


def whole(area: Boxes, *names: Any) -> bool:
    """Whether boxes are all marked, by their names or that of a row `r1`, a column `c1` or a region."""
    return all(box in area for name in names for box in area.area.boxes_called(str(name)))


def groups(area: Boxes, mark: Any = None) -> tuple[int, ...]:
    """The sizes of connected groups of a mark, or of anything marked, largest first; a single 0 if there is none."""
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
    """The boxes in which something stands: `value`, what is printed `here`, its place `at`, the marks it `touches`."""
    return area.cells()


def _as_list(things: Any) -> tuple[Any, ...]:
    return tuple(things)


def _values(things: Mapping[Any, Any]) -> tuple[Any, ...]:
    return tuple(things.values())


def _min(*values: Any) -> Any:
    return min(values[0] if len(values) == 1 else values, default=0)


def _max(*values: Any) -> Any:
    return max(values[0] if len(values) == 1 else values, default=0)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "count": count,
    "sum": total,
    "pairs": pairs,
    "without": without,
    "table": table,
    "alike": alike,
    "kinds": kinds,
    "has": has,
    "distinct": distinct,
    "groups": groups,
    "whole": whole,
    "each": each,
    "min": _min,
    "max": _max,
    "any": any,
    "all": all,
    "sorted": sorted,
    "len": len,
    "int": int,
    "str": str,
    "list": _as_list,
    "values": _values,
}
"""What a formula may call, by name."""
