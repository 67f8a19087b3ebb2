"""Tours at the table: which paths a manor has room for, checked through the plan or counted without one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.games._manor_plan import links
from pnp.games._manor_sheet import count_rooms
from pnp.games._manor_state import OPENING, Refused, State, manor_at, plan_at
from pnp.games._manor_tiles import Point
from pnp.games._manor_walks import Walk, walk_flaws
from pnp.games._manor_words import REST, Path


def toured(state: State, seat: int) -> tuple[int, ...]:
    """The dice on each path of the running round."""
    player = state.players[seat]
    return player.opening if state.phase == OPENING else player.rounds[-1].tours


def walked(state: State, seat: int) -> tuple[Walk, ...]:
    """The paths of the running round through the plan, in their order."""
    return tuple(walk for walk in state.players[seat].walks if walk.round == state.number)


def check_tours(state: State, seat: int, number: int, tours: Sequence[Path]) -> tuple[Walk, ...]:
    """The walks of new paths, where the plan is known; refused where a path breaks the rules."""
    paths = [path for path in tours if isinstance(path, tuple)]
    if not state.setting.plan:
        if paths:
            raise Refused("no-plan", "no plan of this manor is known; say how many dice each path has, as in 't3+2'")
        _check_counts(state, seat, [path for path in tours if isinstance(path, int)])
        return ()
    if len(paths) != len(tours):
        raise Refused("path-needed", "the plan is known; say the cells of each path, as in 't0,0>0,1'")
    new = tuple(Walk(state.number, number, path) for path in paths)
    flaws = walk_flaws(plan_at(state, seat), (*walked(state, seat), *new), state.box)
    if flaws:
        raise Refused(flaws[0].problem.code, flaws[0].problem.message)
    return new


def _check_counts(state: State, seat: int, tours: Sequence[int]) -> None:
    """Without a plan slots and doors are the players' to see; more dice than there can be slots are refused."""
    free, first, later = _limits(state, seat)
    if sum(tours) > free:
        have = f"{count_rooms(manor_at(state, seat), state.box)} rooms beside the entrance, each of at most"
        message = f"{sum(tours)} dice on tours; {have} {state.box.slots[1]} slots, have room for {free} more"
        raise Refused("tour-slots", message)
    for place, dice in enumerate(sorted(tours, reverse=True)):
        most = later if place else first
        if dice > most:
            raise Refused("tour-length", f"a path of {dice} dice; a path visits a room once, and here at most {most}")


def _limits(state: State, seat: int) -> tuple[int, int, int]:
    """Dice that can find a slot at most, the longest path now, and the longest path after it."""
    box, rooms = state.box, count_rooms(manor_at(state, seat), state.box)
    done = toured(state, seat)
    entrance = len(plan_at(state, seat).rooms[0].slots or ())
    free = max(0, entrance + rooms * box.slots[1] - sum(done))
    if not box.path_once:
        return free, free, free
    return free, rooms + (not done), rooms


def splits(state: State, seat: int, number: int, dice: int) -> Iterator[tuple[Path, ...]]:
    """Every way to put so many dice of a number on paths."""
    if not state.setting.plan:
        free, first, later = _limits(state, seat)
        if dice <= free:
            yield from _partitions(dice, first, later)
        return
    yield from _routes(state, seat, number, dice, ())


def _partitions(dice: int, first: int, later: int) -> Iterator[tuple[int, ...]]:
    """Paths of falling length.

    >>> list(_partitions(3, 3, 1))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if dice == 0:
        yield ()
    for length in range(min(dice, first), 0, -1):
        for rest in _partitions(dice - length, min(length, later), later):
            yield (length, *rest)


def _routes(state: State, seat: int, number: int, dice: int, before: tuple[Walk, ...]) -> Iterator[tuple[Path, ...]]:
    if dice == 0:
        yield ()
    for length in range(dice, 0, -1):
        for path in _paths(state, seat, number, length, before):
            for rest in _routes(state, seat, number, dice - length, (*before, Walk(state.number, number, path))):
                yield (path, *rest)


def _paths(
    state: State, seat: int, number: int, length: int, before: tuple[Walk, ...], path: tuple[Point, ...] = ()
) -> Iterator[tuple[Point, ...]]:
    """The paths of a length that the rules allow after others; each room is named by its first cell."""
    if len(path) == length:
        yield path
        return
    plan = plan_at(state, seat)
    cells = [room.cells[0] for room in plan.rooms]
    near = sorted(links(plan)[cells.index(path[-1])]) if path else range(len(cells))
    old = (*walked(state, seat), *before)
    for index in near:
        longer = (*path, cells[index])
        if not walk_flaws(plan, (*old, Walk(state.number, number, longer)), state.box):
            yield from _paths(state, seat, number, length, before, longer)


def room_for(state: State, seat: int, number: int, dice: int) -> int:
    """How many of so many dice find a slot; without a plan at most.

    Dice that are put down one by one, wherever one can be, end with as many as any paths could place: a die only
    opens more rooms, and its slot is one that a die of the same number would take there anyway.
    """
    if not state.setting.plan:
        return min(dice, _limits(state, seat)[0])
    plan, old = plan_at(state, seat), walked(state, seat)
    new: list[Walk] = []
    found = True
    while found and len(new) < dice:
        found = False
        for room in plan.rooms:
            walk = Walk(state.number, number, room.cells[:1])
            while len(new) < dice and not walk_flaws(plan, (*old, *new, walk), state.box):
                new.append(walk)
                found = True
    return len(new)


def dice_on(path: Path) -> int:
    """The dice of a path; REST stays what it is."""
    return path if isinstance(path, int) else len(path)


def resolved(tours: Sequence[Path], rest: int) -> tuple[Path, ...]:
    """Paths with the dice that are left in place of REST; no path where none are left."""
    return tuple(rest if path == REST else path for path in tours if path != REST or rest)
