"""Handwritten whole numbers: every way to take the ink apart weighed together with what its parts look like."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

from pnp.read import features, glyphs
from pnp.read.features import Cut
from pnp.read.glyphs import Apart, Way
from pnp.read.guesses import NOTHING, Guess, amount, likeliest
from pnp.read.network import Network

Array = np.ndarray[Any, Any]
_MOST_DIGITS = 4
_LOOKED_AT = 3
"""So many of the likeliest digits of each place are tried."""
_LEADING_NOUGHT = 0.3
_ODD = 0.3
"""Where even the likeliest way is less like digits than this, the number is so much less sure."""


def read(cuts: Sequence[Cut], digits: Network) -> list[Guess]:
    """The number in each of some fields."""
    parts = [glyphs.apart(cut) for cut in cuts]
    pictures = [glyph.picture for part in parts for glyph in part.glyphs]
    shares = digits.shares(features.histograms(np.stack(pictures))) if pictures else np.zeros((0, len(digits.names)))
    found, at = [], 0
    for cut, part in zip(cuts, parts, strict=True):
        rows = shares[at : at + len(part.glyphs)]
        at += len(part.glyphs)
        found.append(_number(part, rows, digits.names) if part.ways else _nothing(cut))
    return found


def _nothing(cut: Cut) -> Guess:
    return NOTHING if amount(cut) < 2.5 else Guess(((None, 0.5),))


def _number(part: Apart, rows: Array, names: Sequence[str]) -> Guess:
    """A number by all ways to read it: how likely a way is by shape, and each of its digits by its looks."""
    plain = np.array([name.isdecimal() for name in names])
    like = rows[:, plain].sum(1)
    best_of = [_likeliest_digits(row, names) for row in rows]
    ways: dict[int, float] = {}
    total, best = 0.0, 0.0
    for way in part.ways:
        if len(way.digits) > _MOST_DIGITS:
            continue
        total += way.likely * float(np.prod(like[list(way.digits)]))
        best = max(best, way.likely)
        for value, share in _values(way, best_of):
            ways[value] = ways.get(value, 0.0) + share
    whole = max(total, best, _ODD)
    return likeliest((value, share / whole) for value, share in ways.items()) if ways else Guess(((None, 0.3),))


def _likeliest_digits(row: Array, names: Sequence[str]) -> list[tuple[float, str]]:
    """The digits that a part of the ink is most like, with how much."""
    ranked = sorted(zip(row.tolist(), names, strict=True), reverse=True)
    return [(share, name) for share, name in ranked if name.isdecimal()][:_LOOKED_AT]


def _values(way: Way, best_of: Sequence[Sequence[tuple[float, str]]]) -> list[tuple[int, float]]:
    """The numbers that one way may mean, with how likely each is."""
    found = []
    for chosen in product(*(best_of[at] for at in way.digits)):
        text = "".join(name for _, name in chosen)
        share = way.likely * prod(share for share, _ in chosen)
        if len(text) > 1 and text[0] == "0":
            share *= _LEADING_NOUGHT
        found.append((-int(text) if way.minus else int(text), share))
    return found
