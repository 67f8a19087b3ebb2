"""Troves that a player of Dice Miner might enter: a few of the many that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.games._mine import TYPES
from pnp.games._mine_rounds import TIEBREAK, State, due, enter, missing, table, unscorable
from pnp.games._mine_score import Trove
from pnp.games.play import Refusal

Counts = Mapping[str, int]


def samples(state: State, seat: int, most: int) -> Iterator[Trove]:
    """Troves with which the round can go on: everybody's even share, and for the last one what is left to have."""
    settled = not missing(state) and unscorable(state) is None
    if seat not in due(state) or settled or (missing(state) and state.entries[seat] is not None):
        return
    for variant in range(most):
        counts = _counts(state, seat, variant)
        if counts is None:
            return
        trove = _shown(state, seat, counts, variant)
        after = enter(state, seat, trove)
        if not isinstance(after, Refusal) and (missing(after) or unscorable(after) is None):
            yield trove


def _counts(state: State, seat: int, variant: int) -> Counts | None:
    """How many dice of each type a sample holds, or None where the other troves leave no legal one."""
    own = (Trove(), *table(state).sheets[seat].rounds)[-1]
    if state.phase == TIEBREAK:
        return _by_type(own)
    before = [(Trove(), *sheet.rounds)[-1] for sheet in table(state).sheets]
    lying = [old if entry is None else entry for entry, old in zip(state.entries, before, strict=True)]
    others = sum((trove for n, trove in enumerate(lying) if n != seat), Trove())
    held, seen = _by_type(others), _by_type(sum(before, Trove()))
    room = {kind: state.rules.dice.counts[kind] - held[kind] for kind in TYPES}
    counts = {kind: max(0, seen[kind] - held[kind]) for kind in TYPES}
    mined = state.rules.mountain * (len(state.rounds) + 1)
    rest = mined - len(others)
    share = len(own) + -(-state.rules.mountain // len(state.players))
    size = min(rest, share) if any(n != seat for n in missing(state)) else rest
    order = [TYPES[(variant + n) % len(TYPES)] for n in range(len(TYPES))]
    while sum(counts.values()) < size:
        open_kinds = [kind for kind in order if counts[kind] < room[kind]]
        if not open_kinds:
            return None
        # The fullest part of the bag, so that every type is there and none runs out before the last player.
        kind = max(open_kinds, key=lambda each: (room[each] - counts[each]) / state.rules.dice.counts[each])
        counts[kind] += 1
    return counts if sum(counts.values()) == size else None


def _by_type(trove: Trove) -> dict[str, int]:
    return {kind: len(trove.dice(kind)) for kind in TYPES}


def _shown(state: State, seat: int, counts: Counts, variant: int) -> Trove:
    """Dice of given types with faces that differ from variant to variant."""
    turn = variant + seat * 3 + len(state.rounds) * 5 + len(state.ties) * 7
    trove = Trove()
    for kind, count in counts.items():
        faces = state.rules.dice.faces[kind]
        trove = replace(trove, **{kind: tuple(faces[(turn + n + n * turn) % len(faces)] for n in range(count))})
    return trove
