"""Marks on paper, taken apart: what the counting of every game needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pnp.errors import Problem, problem
from pnp.games.codec import FieldRule, Mark, Marks
from pnp.games.game import Counted, Papers
from pnp.games.verdict import Line, compare
from pnp.words import Said, say


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


def anything_written(papers: Papers, seat: int) -> bool:
    """Whether anything but a name stands on a seat's own sheets, or in its column of a pad.

    >>> papers = Papers(("Ana", "Bo"), {"score": {"p1.name": "Ana", "p2.total": 7}}, ({}, {}))
    >>> anything_written(papers, 0), anything_written(papers, 1)
    (False, True)
    """
    own = papers.own[seat].values() if seat < len(papers.own) else ()
    places = (*own, *(columns(papers, name)[seat] for name in papers.table))
    return any(mark is not False for marks in places for id, mark in marks.items() if id != "name")


_NOTHING_WRITTEN = say("nothing-written")


def as_written(name: str, points: int | None) -> Line:
    """A line that nothing else on the paper explains; one that is not written counts 0."""
    return Line(name, points or 0, _NOTHING_WRITTEN if points is None else say("as-written"))


def is_written(line: Line) -> bool:
    """Whether the points of a line are known: a box in which nothing stands adds nothing, but nobody knows of it.

    >>> is_written(as_written("dice", 0)), is_written(as_written("dice", None))
    (True, False)
    """
    return line.why != _NOTHING_WRITTEN


def differing(written: Mapping[str, int], due: Sequence[Line], where: Said | None = None) -> list[Problem]:
    """Each number that was written and is not what follows from others.

    >>> differing({"total": 30}, [Line("total", 29)])[0].facts
    {'written': 30, 'due': 29, 'why': ''}
    """
    places = [(where or say("place.line", line=line.name), line) for line in due if line.name in written]
    return [one for place, line in places for one in compare(place, written[line.name], line.points, line.why)]


def impossible(where: Said | str, written: int, allowed: Said | str) -> Problem:
    """A number that nothing on the table can give."""
    return problem("wrong-sum.impossible", where, written=written, allowed=allowed)


def outside(where: Said | str, written: int | None, low: int, high: int | None = None) -> list[Problem]:
    """A problem where a number is lower or higher than the game can make it.

    >>> [one.facts["allowed"] for one in outside("tokens", -1, 0)]
    [Said(key='possible.least', facts={'low': 0})]
    """
    if written is None or (low <= written and (high is None or written <= high)):
        return []
    allowed = say("possible.least", low=low) if high is None else say("possible", low=low, high=high)
    return [impossible(where, written, allowed)]


def filled(papers: Papers, counted: Counted) -> list[tuple[str, int | None, Marks]]:
    """The sheets as they are written, with what follows from it: name, seat or None for the table's, and marks."""
    found: list[tuple[str, int | None, Marks]] = []
    for seat, (own, due) in enumerate(zip(papers.own, counted.own, strict=True)):
        found += [(name, seat, {**due.get(name, {}), **marks}) for name, marks in own.items()]
    return found + [(name, None, {**counted.table.get(name, {}), **marks}) for name, marks in papers.table.items()]


# ---------------------------------------------------------------------- what may stand in a box

LONGEST_TEXT, LARGEST_NUMBER = 80, 9999


class MarkCheck:
    """What may stand in the boxes of a sheet."""

    def __init__(self, fields: Mapping[str, FieldRule]) -> None:
        self.fields = fields
        self._drawn: dict[str, list[str]] = {}
        for id, rule in fields.items():
            there = self._drawn.setdefault(id.partition(".")[0], [])
            there += [value for value in rule.choices if value not in there]

    def fault(self, id: str, mark: Any) -> Said | None:
        """What is allowed in a box that a mark does not fit, None where it fits.

        Whatever can be drawn in a block is taken in all its boxes: people draw in the wrong ones, and the rules say so.
        """
        rule, drawn = self.fields[id], self._drawn[id.partition(".")[0]]
        match rule.kind:
            case "choice":
                return None if mark in drawn else say("mark.choice", choices=tuple(drawn))
            case "cross":
                return None if mark is True else say("mark.cross")
            case "tally":
                most = rule.most or 2
                return None if type(mark) is int and 1 <= mark <= most else say("mark.tally", most=most)
            case "number":
                fits = type(mark) is int and abs(mark) <= LARGEST_NUMBER
                return None if fits else say("mark.number", most=LARGEST_NUMBER)
            case _:
                fits = isinstance(mark, str) and 0 < len(mark) <= LONGEST_TEXT and mark.isprintable()
                return None if fits else say("mark.text", most=LONGEST_TEXT)
