"""What a sheet's own sums say of how it was read: they settle doubts and raise some, and never change a mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pnp.errors import PnpError
from pnp.games.codec import Mark, Marks
from pnp.games.game import Papers
from pnp.games.library import Library
from pnp.read.field_kinds import WRITTEN
from pnp.read.guesses import Guess
from pnp.sheets.labels import seat_of_field
from pnp.sheets.sheet import Sheet

Due = Callable[[Marks], Mapping[str, int]]
_MOST_TRIED = 60
"""How often sums are made for one sheet: each costs a little."""
_CERTAIN, _LIKELY = 0.9995, 0.004
_ASIDE = 2
"""So many of the least certain fields of a sum are doubted when it is wrong and none of them explains it."""


class Agreement(NamedTuple):
    """Fields whose doubts are settled by sums, and fields that sums put in doubt, each with what it should be."""

    settled: frozenset[str]
    raised: Mapping[str, Mark | None]


def due_of(sheet: Sheet, library: Library) -> Due | None:
    """What the boxes of a sheet should say that follow from others, by its game's own counting."""
    if not library.has(sheet.game):
        return None
    game, edition = library.load(sheet.game), library.edition(sheet.game)
    if game.count is None:
        return None
    numbers = {field.id for field in sheet.fields if field.kind == "number"}
    own = sheet.owner == "player"
    seats = 1 if own else max((seat_of_field(field.id) or 0 for field in sheet.fields), default=0) + 1
    names = tuple(f"p{seat}" for seat in range(1, seats + 1))

    def due(marks: Marks) -> Mapping[str, int]:
        mine = ({sheet.name: marks},) if own else tuple({} for _ in names)
        try:
            counted = game.count(Papers(names, {} if own else {sheet.name: marks}, mine), edition)
        except PnpError:
            return {}
        found = counted.own[0].get(sheet.name, {}) if own and counted.own else counted.table.get(sheet.name, {})
        return {id: value for id, value in found.items() if id in numbers and type(value) is int}

    return due


def agreed(guesses: Mapping[str, Guess], due: Due, limit: float) -> Agreement:
    """What the sums of a sheet settle and raise."""
    marks = {id: guess.mark for id, guess in guesses.items() if guess.mark is not None and guess.mark != WRITTEN}
    asked = [_MOST_TRIED]

    def with_other(id: str, mark: Mark | None) -> Mapping[str, int]:
        asked[0] -= 1
        other = {**marks, id: mark} if mark is not None else {key: one for key, one in marks.items() if key != id}
        return due(other) if asked[0] > 0 else {}

    base = due(marks)
    right = {id for id, value in base.items() if marks.get(id) == value}
    wrong = {id for id, value in base.items() if id in marks and marks[id] != value}
    doubted = [id for id, guess in guesses.items() if guess.sure < limit]
    settled = {id for id in doubted if id in right and _adds(id, marks, base)}
    for id in doubted:
        if id not in settled and id in marks:
            moved = _moved(id, guesses[id], marks, base, with_other)
            if moved & right and not moved & wrong:
                settled.add(id)
    raised: dict[str, Mark | None] = {}
    for total in sorted(wrong):
        raised.update(_culprits(total, guesses, marks, base, with_other))
    return Agreement(frozenset(settled - set(raised)), raised)


def _adds(total: str, marks: Marks, base: Mapping[str, int]) -> bool:
    """Whether a sum rests on something: a total of nothing proves nothing."""
    return base[total] != 0 and len(marks) > 2


def _moved(
    id: str, guess: Guess, marks: Marks, base: Mapping[str, int], with_other: Callable[..., Mapping[str, int]]
) -> frozenset[str]:
    """The sums that would change if a field said something else."""
    others = [mark for mark, _ in guess.ways[1:2]] or [int(marks[id]) + 1 if type(marks[id]) is int else None]
    changed = with_other(id, others[0])
    return frozenset(total for total, value in changed.items() if base.get(total) != value)


def _culprits(
    total: str,
    guesses: Mapping[str, Guess],
    marks: Marks,
    base: Mapping[str, int],
    with_other: Callable[..., Mapping[str, int]],
) -> dict[str, Mark | None]:
    """Which fields may be to blame for a sum that is wrong, each with what would make it right."""
    if dict(guesses[total].ways).get(base[total], 0.0) > _LIKELY:
        return {total: base[total]}
    seat = seat_of_field(total)
    unsure = sorted(
        (guess.sure, id)
        for id, guess in guesses.items()
        if guess.sure < _CERTAIN and id in marks and seat_of_field(id) in (None, seat)
    )
    parts: list[str] = []
    best: tuple[float, str, Mark | None] | None = None
    for sure, id in unsure:
        for mark, likely in guesses[id].ways[1:3]:
            if likely < _LIKELY:
                continue
            changed = with_other(id, mark)
            if changed.get(total, base[total]) != base[total] and id not in parts:
                parts.append(id)
            if changed.get(total) == marks[total]:
                best = max(best or (0.0, "", None), (likely / sure, id, mark), key=lambda one: one[0])
    if best is not None:
        return {best[1]: best[2]}
    return {total: base[total], **dict.fromkeys(parts[:_ASIDE])}
