"""Troves that a player of Dice Miner might enter: a few of the many that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.dice_miner.dice import TYPES, Trove
from pnp.games.dice_miner.moves import unscorable
from pnp.games.dice_miner.state import TIEBREAK, State

MOST = 6
"""So many troves are offered."""
Counts = tuple[int, ...]
"""How many dice of each type."""


class Share(NamedTuple):
    """What a seat can have: so many dice, and of each type at least and at most so many."""

    size: int
    least: Counts
    most: Counts


def share_of(state: State, seat: int) -> Share | None:
    """Everybody's even share, for the last one what is left to have; None where no trove would be taken."""
    waiting = state.missing
    if seat not in state.due or (state.entries[seat] is not None if waiting else unscorable(state) is None):
        return None
    before = state.rounds[-1] if state.rounds else (Trove(),) * len(state.players)
    own = before[seat]
    if state.phase == TIEBREAK:
        counts = tuple(map(len, own))
        return Share(own.size, counts, counts)
    both = zip(state.entries, before, strict=True)
    others = [old if entry is None else entry for n, (entry, old) in enumerate(both) if n != seat]
    held, seen = _held(others), _held(before)
    least = tuple(max(0, old - now) for old, now in zip(seen, held, strict=True))
    most = tuple(state.rules.dice.counts[kind] - count for kind, count in zip(TYPES, held, strict=True))
    size = state.rules.mountain * (len(state.rounds) + 1) - sum(held)
    if any(other != seat for other in waiting):
        size = min(size, own.size + -(-state.rules.mountain // len(state.players)))
    fits = sum(least) <= size <= sum(most) and (own.size <= size or not state.rules.troves_never_shrink)
    return Share(size, least, most) if fits else None


def _held(troves: Sequence[Trove]) -> Counts:
    return tuple(sum(map(len, dice)) for dice in zip(*troves, strict=True))


def sample(state: State, seat: int, share: Share, variant: int) -> Trove:
    """A trove with which the round can go on, another one for each variant."""
    turn = variant + seat * 3 + len(state.rounds) * 5 + len(state.ties) * 7
    piles = []
    for kind, count in zip(TYPES, _counts(state, share, variant), strict=True):
        faces = state.rules.dice.faces[kind]
        piles.append(tuple(faces[(turn + n + n * turn) % len(faces)] for n in range(count)))
    return Trove(*piles)


def _counts(state: State, share: Share, variant: int) -> list[int]:
    """How many dice of each type a sample holds."""
    counts, exist = list(share.least), [max(1, state.rules.dice.counts[kind]) for kind in TYPES]
    free = [(most - least) / count for most, least, count in zip(share.most, counts, exist, strict=True)]
    order = [(variant + n) % len(TYPES) for n in range(len(TYPES))]
    for _ in range(share.size - sum(counts)):
        # The fullest part of the bag, so that every type is there and none runs out before the last player.
        kind = max(order, key=free.__getitem__)
        counts[kind] += 1
        free[kind] = (share.most[kind] - counts[kind]) / exist[kind]
    return counts
