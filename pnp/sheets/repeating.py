"""Blocks that are there several times: `repeat` over a number, a range, a list or rows of values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from pnp.sheets.filling import MOST, NAME, Values, filled, listed
from pnp.strict import shown, wrong


def rounds(repeat: Any, values: Values) -> Iterator[Values]:
    """The values of each round: those from around it, its own, and `index`, which counts from 1.

    >>> [dict(one) for one in rounds({"n": "1..2", "c": ["red"]}, {})]
    [{'n': 1, 'c': 'red', 'index': 1}, {'n': 2, 'c': 'red', 'index': 2}]
    """
    for index, own in enumerate(_own(filled(repeat, values, "repeat")), 1):
        yield {**values, **own, "index": index}


def _own(repeat: Any) -> list[dict[str, Any]]:
    if isinstance(repeat, int) and not isinstance(repeat, bool):
        if not 1 <= repeat <= MOST:
            wrong("layout.times", n=repeat, most=MOST)
        return [{} for _ in range(repeat)]
    if isinstance(repeat, dict):
        lists = [listed(value) for value in repeat.values()]
        made = [dict(zip(repeat, one, strict=True)) for one in product(*lists)]
    elif isinstance(repeat, list) and all(isinstance(row, dict) for row in repeat):
        made = repeat
    elif isinstance(repeat, list | str):
        made = [{"item": value} for value in listed(repeat)]
    else:
        wrong("layout.no-repeat", value=shown(repeat))
    if not 1 <= len(made) <= MOST:
        wrong("layout.times", n=len(made), most=MOST)
    for name in {name for row in made for name in row}:
        named(name)
    return made


def named(name: str) -> str:
    """A name that can stand in braces for a value."""
    if not re.fullmatch(NAME, name):
        wrong("layout.value-name", name=shown(name))
    return name
