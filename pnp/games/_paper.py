"""Marks on paper, taken apart: what the counting of every game needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pnp.errors import Problem
from pnp.games.game import Mark, Marks, Papers
from pnp.games.verdict import Line, Score, wrong_sums

AS_WRITTEN = "as written"


def own_sheet(papers: Papers, seat: int, name: str) -> Marks:
    """A seat's own sheet, empty where nothing was entered."""
    return papers.own[seat].get(name, {}) if seat < len(papers.own) else {}


def columns(papers: Papers, name: str) -> list[dict[str, Mark]]:
    """What stands in the column of each seat on a pad of the table, by the rest of the field's id.

    >>> columns(Papers(("Ana", "Bo"), {"score": {"p2.total": 7, "start.r2": "1"}}, ()), "score")
    [{}, {'total': 7}]
    """
    found: list[dict[str, Mark]] = [{} for _ in papers.players]
    by_column = {f"p{seat}": column for seat, column in enumerate(found, 1)}
    for id, mark in papers.table.get(name, {}).items():
        first, _, rest = id.partition(".")
        if first in by_column and rest:
            by_column[first][rest] = mark
    return found


def number(marks: Marks, id: str) -> int | None:
    """The number in a field, None where nothing stands there."""
    found = marks.get(id)
    return int(found) if isinstance(found, int) else None


def numbers(marks: Marks, ids: Mapping[str, str] | Iterable[str]) -> dict[str, int]:
    """The numbers that were written, by the names of their fields.

    >>> numbers({"score.door": 2, "name": "Ana"}, {"score.door": "door", "score.roof": "roof"})
    {'door': 2}
    """
    names = ids if isinstance(ids, Mapping) else {id: id for id in ids}
    return {name: value for id, name in names.items() if (value := number(marks, id)) is not None}


def crosses(marks: Marks, prefix: str) -> int:
    """How many fields whose ids begin so are crossed out.

    >>> crosses({"turns.1": True, "turns.2": False, "total": 3}, "turns.")
    1
    """
    return sum(mark is True for id, mark in marks.items() if id.startswith(prefix))


def as_written(name: str, points: int | None) -> Line:
    """A line that nothing else on the paper explains; one that is not written counts 0."""
    return Line(name, points or 0, "nothing written" if points is None else AS_WRITTEN)


def differing(written: Mapping[str, int], due: Sequence[Line]) -> list[Problem]:
    """Each number that was written and is not what follows from others.

    >>> differing({"so far": 30}, [Line("so far", 29, "12 + 17")])[0].message
    'so far: 30 written, 29 by the rules: 12 + 17'
    """
    return wrong_sums(written, Score(tuple(due)))


def impossible(where: str, written: int, allowed: str) -> Problem:
    """A number that nothing on the table can give."""
    return Problem("wrong-sum", where, f"{where}: {written} written; {allowed}")


def outside(where: str, written: int | None, low: int, high: int | None = None) -> list[Problem]:
    """A problem where a number is lower or higher than the game can make it.

    >>> [problem.message for problem in outside("tokens", -1, 0)]
    ['tokens: -1 written; 0 at least is possible']
    """
    if written is None or (low <= written and (high is None or written <= high)):
        return []
    return [
        impossible(where, written, f"{low} at least is possible" if high is None else f"{low} to {high} is possible")
    ]
