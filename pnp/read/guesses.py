"""What may stand in a field: the likeliest first, each with how likely it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.codec import Mark
from pnp.read.features import INKED, Cut

_OTHERS = 4


class Guess(NamedTuple):
    """What may stand in a field, the likeliest first, each with how likely it is; None is nothing."""

    ways: tuple[tuple[Mark | None, float], ...]

    @property
    def mark(self) -> Mark | None:
        return self.ways[0][0]

    @property
    def sure(self) -> float:
        return self.ways[0][1]


NOTHING = Guess(((None, 1.0),))


def likeliest(ways: Iterable[tuple[Mark | None, float]]) -> Guess:
    """Some ways to read a field, the likeliest first."""
    return Guess(tuple(sorted(ways, key=lambda way: -way[1])[: _OTHERS + 1]))


def amount(cut: Cut) -> float:
    """How much is written in a field, in millimetres of a stroke of half a millimetre, its outline left out."""
    r = cut.inner
    edge = 0.07 * min(r.w, r.h)
    inner = cut.ink[int(r.y + edge) : int(r.bottom - edge), int(r.x + edge) : int(r.right - edge)]
    return float((inner > INKED).sum()) / (0.5 * cut.dots * cut.dots)
