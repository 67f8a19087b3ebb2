"""Tours: walks through the plan of a manor, or counted where no plan is known; which ones there is room for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.errors import problem
from pnp.games.dice_manor.plan import Flaw, Plan
from pnp.games.dice_manor.rules import Rules
from pnp.games.dice_manor.tiles import Point, Slot, cell_text, slot_text
from pnp.games.seats import deny, deny_for
from pnp.words import Said, say

OPENING = "opening"
Path = int | tuple[Point, ...]
"""A path of a tour: so many dice, or the cells it goes through."""
Dice = dict[int, list[int]]
"""The dice standing in each room in a round; a room without one is not there."""
_NOWHERE = say("place.walk", number=0)


class Walk(NamedTuple):
    """One path of a tour: its round (the one after the last is the opening), its dice's number, its cells."""

    round: int
    die: int
    path: tuple[Point, ...]


def dice_on(path: Path) -> int:
    """The dice of a path."""
    return path if isinstance(path, int) else len(path)


def round_named(number: int, rules: Rules) -> Said:
    """A round, or the opening, as people call it."""
    return say("place.opening") if number > rules.rounds else say("place.number", round=number)


def fits(dice: Sequence[int], slots: Sequence[Slot]) -> bool:
    """Whether each die finds a slot of its own that takes its number.

    >>> fits([3, 4], [frozenset({3, 4}), frozenset({3})]), fits([4, 4], [frozenset({3, 4}), frozenset({3})])
    (True, False)
    """
    if not dice:
        return True
    first, *rest = dice
    return any(first in slot and fits(rest, [*slots[:i], *slots[i + 1 :]]) for i, slot in enumerate(slots))


# ---------------------------------------------------------------------- what is wrong with walks


def walk_flaws(plan: Plan, walks: Sequence[Walk], rules: Rules) -> Iterator[Flaw]:
    """Everything in the walks of a manor that breaks the rules of tours; those of a round in their order."""
    rounds: dict[int, Dice] = defaultdict(dict)
    for number, walk in enumerate(walks, 1):
        dice = rounds[walk.round]
        yield from _Halts(plan, rules, walk, dice, say("place.walk", number=number)).flaws()
        _stand(plan, walk, dice)


def _stand(plan: Plan, walk: Walk, dice: Dice) -> None:
    """Put the dice of a walk into the rooms that are there."""
    for cell in walk.path:
        if (index := plan.room_at(cell)) is not None:
            dice.setdefault(index, []).append(walk.die)


class _Halts(NamedTuple):
    """A walk through a plan, with the dice that stand there in its round already, and how it is called."""

    plan: Plan
    rules: Rules
    walk: Walk
    dice: Dice
    where: Said

    def flaws(self) -> Iterator[Flaw]:
        """Everything that is wrong with it."""
        path = self.walk.path
        rooms = [self.plan.room_at(cell) for cell in path]
        if None in rooms:
            cell = path[rooms.index(None)]
            yield Flaw(problem("tour-no-room", self.where, cell=cell_text(cell)), (cell,))
            return
        halts = [(room, cell) for room, cell in zip(rooms, path, strict=True) if room is not None]
        yield from self._start(*halts[0])
        for (room, here), (after, there) in pairwise(halts):
            if after not in self.plan.links[room]:
                facts = {"cell": cell_text(here), "next": cell_text(there)}
                yield Flaw(problem("tour-no-door", self.where, **facts), (here, there))
        for step, (room, cell) in enumerate(halts):
            yield from self._halt(room, cell, rooms[:step].count(room))

    def _start(self, room: int, cell: Point) -> Iterator[Flaw]:
        if not self.dice and self.plan.rooms[room].tile != 0:
            yield Flaw(problem("tour-start", self.where, cell=cell_text(cell)), (cell,))
        elif self.dice and self.plan.links[room].isdisjoint(self.dice):
            when = round_named(self.walk.round, self.rules)
            yield Flaw(problem("tour-start.later", self.where, cell=cell_text(cell), when=when), (cell,))

    def _halt(self, index: int, cell: Point, before: int) -> Iterator[Flaw]:
        """What is wrong where a die is put down in a room that this walk has visited so many times before."""
        room, standing, die = self.plan.rooms[index], self.dice.get(index, []), self.walk.die
        if room.built >= self.walk.round:
            when = round_named(self.walk.round, self.rules)
            wrong = problem("tour-too-early", self.where, cell=cell_text(cell), round=room.built, when=when)
            yield Flaw(wrong, (cell,))
        if before and self.rules.path_once:
            yield Flaw(problem("tour-repeats", self.where, cell=cell_text(cell)), (cell,))
        elif room.slots is not None and not fits([*standing, *[die] * (before + 1)], room.slots):
            slots, beside = tuple(map(slot_text, room.slots)), tuple(standing)
            wrong = problem("tour-slot", self.where, die=die, cell=cell_text(cell), beside=beside, slots=slots)
            yield Flaw(wrong, (cell,))


def unknown_slots(plan: Plan, walks: Sequence[Walk]) -> list[Said]:
    """The tiles on the way of a walk whose slots nobody gave."""
    rooms = [plan.rooms[i] for walk in walks for cell in walk.path if (i := plan.room_at(cell)) is not None]
    return list({room.tile: room.label for room in rooms if room.slots is None}.values())


# ---------------------------------------------------------------------- which tours there is room for


class CountedTours(NamedTuple):
    """Tours where no plan is known: slots and doors are the players' to see, only more dice than slots are refused.

    `free` dice can find a slot at most; `first` is the longest path now, `later` the longest path after it.
    """

    rooms: int
    slots: int
    free: int
    first: int
    later: int

    def check(self, number: int, tours: Sequence[Path]) -> tuple[Walk, ...]:
        """Refuse paths that can't be."""
        del number
        if not all(isinstance(path, int) for path in tours):
            deny("no-plan.tours")
        lengths = sorted(map(dice_on, tours), reverse=True)
        if sum(lengths) > self.free:
            deny("tour-slots", dice=sum(lengths), rooms=self.rooms, slots=self.slots, free=self.free)
        for place, dice in enumerate(lengths):
            if dice > (most := self.later if place else self.first):
                deny("tour-length", dice=dice, most=most)
        return ()

    def room_for(self, number: int, dice: int) -> int:
        """How many of so many dice find a slot at most."""
        del number
        return min(dice, self.free)

    def splits(self, number: int, dice: int) -> Sequence[tuple[Path, ...]]:
        """Every way to put so many dice on paths."""
        del number
        return partitions(dice, self.first, self.later) if dice <= self.free else ()


def counted_tours(rules: Rules, rooms: int, entrance: int, done: Sequence[int]) -> CountedTours:
    """The tours of a manor with so many rooms and slots in the entrance, after the paths of the running round."""
    most = rules.slots[1]
    free = max(0, entrance + rooms * most - sum(done))
    if not rules.path_once:
        return CountedTours(rooms, most, free, free, free)
    return CountedTours(rooms, most, free, rooms + (not done), rooms)


@lru_cache(maxsize=4096)
def partitions(dice: int, first: int, later: int) -> tuple[tuple[int, ...], ...]:
    """Paths of falling length.

    >>> partitions(3, 3, 1)
    ((3,), (2, 1), (1, 1, 1))
    """
    if dice == 0:
        return ((),)
    return tuple(
        (length, *rest)
        for length in range(min(dice, first), 0, -1)
        for rest in partitions(dice - length, min(length, later), later)
    )


class PlannedTours(NamedTuple):
    """Tours through a plan, after the walks of the running round."""

    rules: Rules
    plan: Plan
    round: int
    walked: tuple[Walk, ...]

    def check(self, number: int, tours: Sequence[Path]) -> tuple[Walk, ...]:
        """The walks of new paths; refused where one breaks the rules."""
        new = tuple(Walk(self.round, number, path) for path in tours if isinstance(path, tuple))
        if len(new) != len(tours):
            deny("path-needed")
        for flaw in walk_flaws(self.plan, (*self.walked, *new), self.rules):
            deny_for(flaw.problem)
        return new

    def room_for(self, number: int, dice: int) -> int:
        """How many of so many dice find a slot.

        Dice that are put down one by one, wherever one can be, end with as many as any paths could place: a die only
        opens more rooms, and its slot is one that a die of the same number would take there anyway.
        """
        new: list[Walk] = []
        found = True
        while found and len(new) < dice:
            found = False
            for room in self.plan.rooms:
                walk = Walk(self.round, number, room.cells[:1])
                while len(new) < dice and self._allowed(new, walk):
                    new.append(walk)
                    found = True
        return len(new)

    def _allowed(self, before: Sequence[Walk], walk: Walk) -> bool:
        """Whether a walk may follow others of the round that are allowed."""
        dice: Dice = {}
        for earlier in (*self.walked, *before):
            _stand(self.plan, earlier, dice)
        return next(_Halts(self.plan, self.rules, walk, dice, _NOWHERE).flaws(), None) is None

    def splits(self, number: int, dice: int, before: tuple[Walk, ...] = ()) -> Iterator[tuple[Path, ...]]:
        """Every way to put so many dice of a number on paths; each room is named by its first cell."""
        if dice == 0:
            yield ()
        for length in range(dice, 0, -1):
            for path in self._paths(number, length, before):
                for rest in self.splits(number, dice - length, (*before, Walk(self.round, number, path))):
                    yield (path, *rest)

    def _paths(
        self, number: int, length: int, before: tuple[Walk, ...], path: tuple[Point, ...] = ()
    ) -> Iterator[tuple[Point, ...]]:
        """The paths of a length that the rules allow after others."""
        if len(path) == length:
            yield path
            return
        rooms, last = self.plan.rooms, self.plan.room_at(path[-1]) if path else None
        for index in range(len(rooms)) if last is None else sorted(self.plan.links[last]):
            longer = (*path, rooms[index].cells[0])
            if self._allowed(before, Walk(self.round, number, longer)):
                yield from self._paths(number, length, before, longer)
