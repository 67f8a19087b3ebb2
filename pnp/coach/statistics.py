"""What a tally says: means with their errors, spreads, shares of wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from pnp.games.coaching import SHARES, Tally


class Spread(NamedTuple):
    """How numbers lie: mean, one standard error of it, standard deviation, and the 5, 50 and 95 % of them."""

    mean: float
    error: float
    deviation: float
    low: int
    middle: int
    high: int


def spread(numbers: Counter[int]) -> Spread:
    """How the numbers lie that came up so often.

    >>> spread(Counter({1: 1, 3: 1}))[:2]
    (2.0, 1.0)
    """
    count = sum(numbers.values())
    mean = sum(number * times for number, times in numbers.items()) / count
    squares = sum((number - mean) ** 2 * times for number, times in numbers.items())
    deviation = sqrt(squares / (count - 1)) if count > 1 else 0.0
    return Spread(mean, deviation / sqrt(count), deviation, *(_quantile(numbers, part) for part in (0.05, 0.5, 0.95)))


def _quantile(numbers: Counter[int], part: float) -> int:
    left = part * sum(numbers.values())
    for number in sorted(numbers):
        left -= numbers[number]
        if left <= 0:
            return number
    return max(numbers)


def report(tally: Tally, bots: Sequence[str]) -> list[dict[str, Any]]:
    """What came of each bot, as plain values."""
    found = []
    for seat, bot in enumerate(bots):
        total = spread(tally.totals[seat])
        wins = tally.shares[seat] / SHARES / tally.games
        lines = {name: spread(numbers) for name, numbers in tally.lines[seat].items()}
        found.append(
            {
                "bot": bot,
                "seat": seat + 1,
                "mean": round(total.mean, 3),
                "error": round(total.error, 3),
                "deviation": round(total.deviation, 3),
                "low": total.low,
                "middle": total.middle,
                "high": total.high,
                "wins": round(wins, 4),
                "wins_error": round(sqrt(max(0.0, wins * (1 - wins)) / tally.games), 4),
                "lines": {
                    name: {"mean": round(one.mean, 3), "error": round(one.error, 3)} for name, one in lines.items()
                },
                "totals": {str(number): tally.totals[seat][number] for number in sorted(tally.totals[seat])},
            }
        )
    return found
