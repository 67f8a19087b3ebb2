"""Tours walked through the plan of a manor: where they start, the doors they take, the slots they fill."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pnp.games._manor_box import Box
from pnp.games._manor_plan import Flaw, Plan, flaw, links
from pnp.games._manor_tiles import Point, Slot, cell_text

OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Walk:
    """One path of a tour: its round (the one after the last is the opening), its dice's number, its cells."""

    round: int
    die: int
    path: tuple[Point, ...]


def round_name(number: int, box: Box) -> str:
    return OPENING if number > box.rounds else f"round {number}"


def fits(dice: Sequence[int], slots: Sequence[Slot]) -> bool:
    """Whether each die finds a slot of its own that takes its number.

    >>> fits([3, 4], [frozenset({3, 4}), frozenset({3})]), fits([4, 4], [frozenset({3, 4}), frozenset({3})])
    (True, False)
    """
    if not dice:
        return True
    first, *rest = dice
    return any(first in slot and fits(rest, [*slots[:i], *slots[i + 1 :]]) for i, slot in enumerate(slots))


@dataclass(frozen=True, slots=True)
class _House:
    """A plan with its doorways, for walking."""

    plan: Plan
    joined: tuple[frozenset[int], ...]
    box: Box


Dice = dict[int, list[int]]
"""The dice standing in each room in a round."""


def walk_flaws(plan: Plan, walks: Sequence[Walk], box: Box) -> list[Flaw]:
    """Everything in the walks of a manor that breaks the rules of tours; those of a round in their order."""
    house = _House(plan, links(plan), box)
    found: list[Flaw] = []
    rounds: dict[int, Dice] = defaultdict(lambda: defaultdict(list))
    for number, walk in enumerate(walks, 1):
        where, dice = f"walk {number}", rounds[walk.round]
        halts = [(index, cell) for cell in walk.path if (index := _room_at(plan, cell)) is not None]
        if len(halts) == len(walk.path):
            found += _steps(house, walk, halts, dice, where)
        else:
            cell = next(cell for cell in walk.path if _room_at(plan, cell) is None)
            found.append(
                flaw("tour-no-room", where, f"there is no room at {cell_text(cell)}; a tour visits rooms", cell)
            )
        for index, _ in halts:
            dice[index].append(walk.die)
    return found


def unknown_slots(plan: Plan, walks: Sequence[Walk]) -> list[str]:
    """The tiles on the way of a walk whose slots nobody gave."""
    rooms = [plan.rooms[i] for walk in walks for cell in walk.path if (i := _room_at(plan, cell)) is not None]
    return list(dict.fromkeys(room.label for room in rooms if room.slots is None))


def _room_at(plan: Plan, cell: Point) -> int | None:
    return next((index for index, room in enumerate(plan.rooms) if cell in room.cells), None)


def _steps(house: _House, walk: Walk, halts: Sequence[tuple[int, Point]], dice: Dice, where: str) -> Iterator[Flaw]:
    """What is wrong with a walk through rooms that are there."""
    joined, (start, cell) = house.joined, halts[0]
    standing = {room for room, there in dice.items() if there}
    if not standing and house.plan.rooms[start].tile != 0:
        message = f"it starts at {cell_text(cell)}; the first tour of a round starts at the entrance"
        yield flaw("tour-start", where, message, cell)
    elif standing and not joined[start] & standing:
        when = round_name(walk.round, house.box)
        message = f"no door joins {cell_text(cell)} to a room with a die of {when}; a later tour starts next to one"
        yield flaw("tour-start", where, message, cell)
    for (room, here), (after, there) in pairwise(halts):
        if after not in joined[room]:
            message = f"no door joins {cell_text(here)} and {cell_text(there)}; a tour follows doors"
            yield flaw("tour-no-door", where, message, here, there)
    for step, (room, here) in enumerate(halts):
        yield from _halt(house, walk, (room, here), [index for index, _ in halts[:step]].count(room), dice, where)


def _halt(house: _House, walk: Walk, halt: tuple[int, Point], before: int, dice: Dice, where: str) -> Iterator[Flaw]:
    """What is wrong where a die is put down in a room that this walk has visited so many times before."""
    index, cell = halt
    room, standing = house.plan.rooms[index], dice[index]
    if room.built >= walk.round:
        when = round_name(walk.round, house.box)
        message = f"{cell_text(cell)} is built at the end of round {room.built}; in {when} it is not there yet"
        yield flaw("tour-too-early", where, message, cell)
    if before and house.box.path_once:
        yield flaw("tour-repeats", where, f"{cell_text(cell)} is visited twice; a path visits a room once", cell)
    elif room.slots is not None and not fits([*standing, *[walk.die] * (before + 1)], room.slots):
        taken = f" beside {', '.join(map(str, standing))}" if standing else ""
        slots = " and ".join("/".join(map(str, sorted(slot))) for slot in room.slots)
        message = f"a {walk.die} finds no slot at {cell_text(cell)}{taken}; its slots take {slots}"
        yield flaw("tour-slot", where, message, cell)
