"""A question to a solver as data: whole numbers that are looked for, what must hold of them, what is to be large.

Games describe with it what a sheet may come to; the coach has a solver for it. Nothing here solves anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

Terms = Iterable[tuple[int, int]]
"""Unknowns, by their numbers, each with its factor."""


class Row(NamedTuple):
    """A sum of unknowns that lies between two bounds."""

    unknowns: tuple[int, ...]
    factors: tuple[int, ...]
    low: int
    high: int


class Program:
    """Unknowns with their bounds, rows that hold, and a goal that is to be as large as possible.

    >>> program = Program()
    >>> one, other = program.unknown(), program.unknown()
    >>> program.hold([(one, 1), (other, 1)], 0, 1)
    >>> program.want([(one, 2), (other, 3)])
    >>> program.bounds, program.rows[0].high, program.goal
    ([(0, 1), (0, 1)], 1, {0: 2, 1: 3})
    """

    MOST = 1 << 20
    """A bound that bounds nothing."""

    def __init__(self) -> None:
        self.bounds: list[tuple[int, int]] = []
        self.rows: list[Row] = []
        self.goal: dict[int, int] = {}
        self.constant = 0

    def unknown(self, low: int = 0, high: int = 1) -> int:
        """A new unknown between two bounds; without bounds it is a yes or no."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def hold(self, terms: Terms, low: int = -MOST, high: int = MOST) -> None:
        """A sum of unknowns has to lie between two bounds; an unknown that is named twice counts twice."""
        found: dict[int, int] = {}
        for unknown, factor in terms:
            found[unknown] = found.get(unknown, 0) + factor
        self.rows.append(Row(tuple(found), tuple(found.values()), low, high))

    def want(self, terms: Terms, constant: int = 0) -> None:
        """These are to be as large as possible, on top of what was wanted before."""
        self.constant += constant
        for unknown, factor in terms:
            self.goal[unknown] = self.goal.get(unknown, 0) + factor
