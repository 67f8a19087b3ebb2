"""Comparisons among players: what they come to, and what they may come to while sheets are missing.

A comparison gives its possible outcomes. The first one counts; all of them are allowed in what was written down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Outcomes = tuple[Any, ...]


def leads(values: Sequence[int], seat: int, complete: bool, least: int = 1) -> Outcomes:
    """Whether nobody at the table has more, and one has at least 1, or `least`.

    >>> leads([3, 3], 0, True), leads([3, 2], 0, False), leads([0, 0], 0, True)
    ((True,), (False, True), (False,))
    """
    if values[seat] < least or max(values) > values[seat]:
        return (False,)
    return (True,) if complete else (False, True)


def leads_alone(values: Sequence[int], seat: int, complete: bool, least: int = 1) -> Outcomes:
    """Whether everybody else at the table has fewer, and one has at least 1, or `least`.

    >>> leads_alone([3, 3], 0, True), leads_alone([3, 2], 0, True)
    ((False,), (True,))
    """
    if values[seat] < least or max(values) > values[seat] or values.count(values[seat]) > 1:
        return (False,)
    return (True,) if complete else (False, True)


def share(
    values: Sequence[int],
    seat: int,
    complete: bool,
    first: int,
    second: int = 0,
    tied: int | None = None,
    tied_second: int | None = None,
    least: int = 1,
) -> Outcomes:
    """The prize for the most or the second most; `tied` and `tied_second` for those who share it.

    >>> [share([5, 5, 2], seat, True, 12, 6, 8, 4) for seat in range(3)]
    [(8,), (8,), (0,)]
    """
    tied, tied_second = first if tied is None else tied, second if tied_second is None else tied_second
    if not complete:
        return tuple(dict.fromkeys((0, first, second, tied, tied_second))) if values[seat] >= least else (0,)
    prizes = sorted({value for value in values if value >= least}, reverse=True)[:2]
    mine, alike = values[seat], values.count(values[seat])
    if mine not in prizes:
        return (0,)
    if mine == prizes[0]:
        return (first if alike == 1 else tied,)
    return (0 if values.count(prizes[0]) > 1 else second if alike == 1 else tied_second,)


COMPARISONS: Mapping[str, Callable[..., Outcomes]] = {"leads": leads, "leads_alone": leads_alone, "share": share}


class Outcome:
    """Which outcome of each comparison is tried: all combinations, one after the other."""

    def __init__(self) -> None:
        self._tried: list[int] = []
        self._sizes: list[int] = []
        self._at = 0
        self.left = True

    def choose(self, outcomes: Outcomes) -> Any:
        """The outcome of the next comparison."""
        if self._at == len(self._tried):
            self._tried.append(0)
            self._sizes.append(len(outcomes))
        self._at += 1
        return outcomes[self._tried[self._at - 1]]

    def turn(self) -> None:
        """Go on to the next combination; `left` tells whether there is one."""
        self._at = 0
        while self._tried and self._tried[-1] + 1 == self._sizes[-1]:
            self._tried.pop()
            self._sizes.pop()
        if self._tried:
            self._tried[-1] += 1
        self.left = bool(self._tried)


class _Probe(Outcome):
    """Notices whether anything is open."""

    is_open = False

    def choose(self, outcomes: Outcomes) -> Any:
        self.is_open = True
        return outcomes[0]


def compare(scope: Any, name: str, question: Callable[[Any], int], *numbers: int) -> Any:
    """What a comparison of all players comes to, as the scope takes it."""
    values = [question(other) for other in scope.table]
    return scope.choose(COMPARISONS[name](values, scope.seat, scope.complete, *numbers))


def undecided(scope: Any, value: Callable[[], Any]) -> bool:
    """Whether a comparison may still turn out otherwise, since sheets of the table are missing."""
    probe = _Probe()
    with scope.trying(probe):
        value()
    return probe.is_open
