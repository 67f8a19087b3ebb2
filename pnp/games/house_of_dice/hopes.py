"""How much a player counts on what may come, as numbers."""

from __future__ import annotations

from typing import NamedTuple


class Hopes(NamedTuple):
    """How much a player counts on what may come: 0 counts only what is there."""

    share: dict[str, float]
    """How often a part is taken when the dice offer it."""
    one: float = 1.0
    """The trust in a pair of which one part is there."""
    none: float = 1.0
    """The trust in a pair of which none is there."""
    price: float = 0.1
    """Points that a coin is worth."""
    dear: float = 0.6
    """Points that a coin is worth when money is short."""
    short: float = 0.9
    """Money is short with fewer coins than this a round to come."""
    space: float = 0.2
    """Points that a furniture space is worth in a row that is not full, with all rounds to come."""
    rest: float = 0.0
    """Points of furniture for each round to come: what it does not take away."""
    aims: tuple[tuple[str, float], ...] = ()
    """Points for each part of a kind on top: of which a bonus wants the most, or all."""
