"""A mountain of dice that is rolled here: its columns, which dice can be taken, and how it is filled from the bag.

A place is a column by its letter from the left and a level from the ground: `c2`. The dice of a column stand on each
other, so that those above one that is taken slide down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.edition import Edition
from pnp.games import table_dice
from pnp.games.dice_miner.dice import TYPES, Face, die_said, plain, rolled_faces
from pnp.games.table_dice import Die, TableDie
from pnp.words import Said, say

_PLACE = re.compile(r"([a-z])([1-9]?)")


class MinedDie(NamedTuple):
    """A die with its type and what it shows."""

    kind: str
    face: Face


class Place(NamedTuple):
    """Where a die lies: the column from the left and the level from the ground, both from 0."""

    column: int
    level: int

    def __str__(self) -> str:
        return f"{chr(ord('a') + self.column)}{self.level + 1}"


Columns = tuple[tuple[MinedDie, ...], ...]
"""The dice of each column from the ground up."""


class Mountain(NamedTuple):
    """What lies on the mountain, how many dice are drawn for it now, and those that are drawn and rolled now."""

    columns: Columns
    drawing: int = 0
    cup: tuple[str, ...] = ()

    @property
    def dice(self) -> list[MinedDie]:
        """All dice that lie there."""
        return [die for column in self.columns for die in column]

    @property
    def kinds(self) -> list[str]:
        """The types of all dice that lie there or are rolled for it."""
        return [*(die.kind for die in self.dice), *self.cup]

    def at(self, place: Place) -> MinedDie:
        return self.columns[place.column][place.level]

    def without(self, place: Place) -> Mountain:
        """The mountain after a die was taken: those above it slide down."""
        column = self.columns[place.column]
        rest = (*column[: place.level], *column[place.level + 1 :])
        return self._replace(columns=(*self.columns[: place.column], rest, *self.columns[place.column + 1 :]))


def empty(shape: Sequence[int]) -> Mountain:
    return Mountain(((),) * len(shape))


def is_place(words: str) -> bool:
    """Whether words are written like a place."""
    return _PLACE.fullmatch(words.strip().lower()) is not None


def parse_place(words: str, columns: Columns) -> Place | None:
    """The place that is meant, a column alone is its top; None for words that name none where a die lies.

    >>> str(parse_place("B", ((), (MinedDie("tunnel", Face("", 1)),))))
    'b1'
    """
    found = _PLACE.fullmatch(words.strip().lower())
    if found is None:
        return None
    column = ord(found[1]) - ord("a")
    height = len(columns[column]) if column < len(columns) else 0
    level = int(found[2] or height) - 1
    return Place(column, level) if 0 <= level < height else None


def tops(columns: Columns) -> list[Place]:
    """The dice that have no other above them."""
    return [Place(number, len(column) - 1) for number, column in enumerate(columns) if column]


def sides(columns: Columns) -> list[Place]:
    """The first and the last die of each level.

    >>> die = MinedDie("tunnel", Face("", 1))
    >>> [str(place) for place in sides(((die,), (die, die), (die, die), (die,)))]
    ['a1', 'd1', 'b2', 'c2']
    """
    found = []
    for level in range(max(map(len, columns), default=0)):
        there = [number for number, column in enumerate(columns) if len(column) > level]
        found += [Place(number, level) for number in sorted({there[0], there[-1]})]
    return found


def takeable(columns: Columns, from_sides: bool) -> list[Place]:
    """The dice that may be taken now, from the left and from the ground."""
    return sorted({*tops(columns), *(sides(columns) if from_sides else ())})


# ---------------------------------------------------------------------- the bag


def bag_of(counts: Mapping[str, int], elsewhere: Iterable[str]) -> list[str]:
    """The types of the dice in the bag: all that there are but for those elsewhere."""
    left = {kind: counts[kind] for kind in TYPES}
    for kind in elsewhere:
        left[kind] -= 1
    return [kind for kind, count in left.items() for _ in range(count)]


def gaps(columns: Columns, shape: Sequence[int], size: int) -> list[int]:
    """The columns that dice slide into until so many lie there, level by level from the ground.

    >>> gaps((), (1, 2, 1), 3), gaps((), (1, 2, 1), 5)
    ([0, 1, 2], [0, 1, 2, 1, 0])
    """
    heights = [len(column) for column in columns] or [0] * len(shape)
    missing = size - sum(heights)
    found: list[int] = []
    level = 0
    while len(found) < missing:
        # A mountain that is larger than its shape goes on in every column.
        wide = [n for n, height in enumerate(shape) if level < height or level >= max(shape)]
        found += [number for number in wide if heights[number] <= level]
        level += 1
    return found[: max(0, missing)]


def to_fill(mountain: Mountain, size: int, bag: Sequence[str]) -> Mountain:
    """The mountain while dice are drawn for it, as many as are missing and in the bag."""
    return mountain._replace(drawing=max(0, min(size - len(mountain.dice), len(bag))))


def dice(mountain: Mountain, bag: Sequence[str], edition: Edition) -> tuple[Die, ...]:
    """What is rolled for a mountain: which dice come out of the bag, each of those left, and then these dice."""
    if mountain.drawing:
        left = range(len(bag), len(bag) - mountain.drawing, -1)
        return tuple(Die(say("die.bag"), tuple(range(1, n + 1))) for n in left)
    return tuple(die_of(kind, edition) for kind in mountain.cup)


def die_of(kind: str, edition: Edition) -> Die:
    """A die of a type as it is rolled."""
    return Die(say("die.kind", kind=kind), rolled_faces(edition, kind))


def rolled(mountain: Mountain, faces: Sequence[Face], bag: Sequence[str], shape: Sequence[int], size: int) -> Mountain:
    """The mountain after a roll: the dice that were drawn are rolled next, then they lie there."""
    if mountain.drawing:
        left = list(bag)
        drawn = tuple(left.pop(face.number - 1) for face in faces)
        return mountain._replace(drawing=0, cup=drawn)
    columns = [list(column) for column in mountain.columns]
    # Where the bag ran out, the places nearest to the ground are the ones that are filled.
    places = gaps(mountain.columns, shape, size)
    for number, kind, face in zip(places, mountain.cup, faces, strict=False):
        columns[number].append(MinedDie(kind, face))
    return Mountain(tuple(map(tuple, columns)))


# ---------------------------------------------------------------------- for people


def shown(mountain: Mountain | None, edition: Edition) -> tuple[Said, ...]:
    """What lies on a mountain that is rolled here, and which of its dice have made-up faces."""
    if mountain is None:
        return ()
    note = made_up(edition)
    return (*_levels(mountain), *([note] if note else []))


def made_up(edition: Edition) -> Said | None:
    """Which dice have made-up faces; None where all are known."""
    kinds = tuple(kind for kind in TYPES if not edition.known(f"{kind}-split"))
    return say("told.stand-in", kinds=kinds) if kinds else None


def _levels(mountain: Mountain) -> tuple[Said, ...]:
    """What lies on each level, from the top."""
    found = []
    for level in range(max(map(len, mountain.columns), default=0) - 1, -1, -1):
        there = [Place(number, level) for number, column in enumerate(mountain.columns) if len(column) > level]
        found.append(say("told.level", n=level + 1, dice=tuple(told(mountain, place) for place in there)))
    return tuple(found)


def told(mountain: Mountain, place: Place) -> Said:
    """A die on the mountain with its place."""
    return say("told.on", place=str(place), die=die_said(*mountain.at(place)))


def spread(mountain: Mountain, free: Iterable[Place]) -> tuple[TableDie, ...]:
    """The whole mountain as a heap, column by column; `free` are the dice that may be taken."""
    open_places = set(free)
    return tuple(_on_table(place, die, place in open_places) for place, die in _placed(mountain))


def _on_table(place: Place, die: MinedDie, free: bool) -> TableDie:
    name = say("die.on", place=str(place), kind=die.kind)
    return TableDie(name, plain(die.face), die.kind, place.level, place.column, free)


def place_in_spread(mountain: Mountain, place: Place) -> tuple[int]:
    """Where a die of the mountain comes when it is spread out."""
    return (next(at for at, (other, _) in enumerate(_placed(mountain)) if other == place),)


def _placed(mountain: Mountain) -> list[tuple[Place, MinedDie]]:
    return [(Place(c, level), die) for c, column in enumerate(mountain.columns) for level, die in enumerate(column)]


def lying(mountain: Mountain, places: Iterable[Place]) -> tuple[tuple[Said, table_dice.Face], ...]:
    """Some dice with their places, as they lie there."""
    dice_there = ((place, mountain.at(place)) for place in places)
    return tuple((say("die.on", place=str(place), kind=die.kind), plain(die.face)) for place, die in dice_there)
