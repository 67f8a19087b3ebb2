"""Blocks that are there several times: `repeat` over a number, a range, a list or rows of values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from pnp.sheets.filling import MOST, NAME, Values, filled, listed
from pnp.strict import Path, shown, wrong


def rounds(repeat: Any, values: Values, least: int = 1) -> Iterator[Values]:
    """The values of each round: those from around it, its own, and `index`, which counts from 1.

    >>> [dict(one) for one in rounds({"n": "1..2", "c": ["red"]}, {})]
    [{'n': 1, 'c': 'red', 'index': 1}, {'n': 2, 'c': 'red', 'index': 2}]
    """
    for index, own in enumerate(_own(filled(repeat, values, "repeat"), least), 1):
        yield {**values, **own, "index": index}


def in_lists(row: Any) -> bool:
    """Whether a block has a list of tables of which one repeats.

    >>> in_lists({"rows": [{"repeat": 2, "id": "r{index}"}]})
    True
    """
    lists = (value for value in row.values() if isinstance(value, list)) if isinstance(row, dict) else ()
    return any(isinstance(one, dict) and "repeat" in one for value in lists for one in value)


def written_out(rows: list[Any], values: Values, path: Path = ()) -> Iterator[tuple[Any, Path]]:
    """The tables of a list with those that repeat written out, each with the place where it was written.

    >>> [row for row, _ in written_out([{"repeat": "1..2", "each": [{"id": "a{item}"}, {"id": "b{item}"}]}], {})]
    [{'id': 'a1'}, {'id': 'b1'}, {'id': 'a2'}, {'id': 'b2'}]
    """
    for number, row in enumerate(rows):
        place = (*path, number)
        if not isinstance(row, dict) or "repeat" not in row:
            yield filled(row, values), place
            continue
        rest = {key: value for key, value in row.items() if key != "repeat"}
        if "each" in rest and (len(rest) > 1 or not isinstance(rest["each"], list)):
            wrong("layout.beside-each", keys=shown(sorted(set(rest) - {"each"})))
        for inner in rounds(row["repeat"], values, least=0):
            if "each" in rest:
                yield from written_out(rest["each"], inner, (*place, "each"))
            else:
                yield filled(rest, inner), place


def _own(repeat: Any, least: int) -> list[dict[str, Any]]:
    if isinstance(repeat, int) and not isinstance(repeat, bool):
        if not least <= repeat <= MOST:
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
    if not least <= len(made) <= MOST:
        wrong("layout.times", n=len(made), most=MOST)
    for name in {name for row in made for name in row}:
        named(name)
    return made


def named(name: str) -> str:
    """A name that can stand in braces for a value."""
    if not re.fullmatch(NAME, name):
        wrong("layout.value-name", name=shown(name))
    return name
