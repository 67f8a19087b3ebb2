"""QR symbols at error correction M as `qrcode` makes them, one or thousands that differ in a code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pnp.render.qr_code import alphanumeric, fitted, number

if TYPE_CHECKING:
    from pnp.render.qr_plan import Plan

PLAN_WORTH = 16
"""The number of codes from which a plan takes less time than symbols one at a time."""


class Symbol(NamedTuple):
    """The modules of a symbol without its quiet zone: dark is 1, the leftmost of a row most significant."""

    size: int
    rows: tuple[int, ...]


def symbol(payload: str) -> Symbol:
    """The symbol of one payload.

    >>> made = symbol("HTTP://10.0.0.1/S/K7Q3")
    >>> made.size, f"{made.rows[0]:025b}"[:8]
    (25, '11111110')
    """
    code = fitted(payload)
    code.make()
    return Symbol(code.modules_count, tuple(number([row]) for row in code.modules))


def symbols(prefix: str, codes: Sequence[str], suffix: str) -> Iterator[Symbol]:
    """The symbols of prefix, code and suffix for every code, made as they are asked for.

    >>> [made.size for made in symbols("HTTP://10.0.0.1/S/", ["K7Q3", "MX5T"], "/PLAY/1")]
    [25, 25]
    """
    plan = _plan(prefix, codes, suffix)
    for code in codes:
        if plan is not None and plan.holds(code):
            yield Symbol(plan.size, plan.rows(code))
        else:
            yield symbol(prefix + code + suffix)


def _plan(prefix: str, codes: Sequence[str], suffix: str) -> Plan | None:
    """A plan for codes of the first one's length, where there are enough of them and it applies."""
    return _planned(prefix, len(codes[0]), suffix) if len(codes) >= PLAN_WORTH else None


@lru_cache(8)
def _planned(prefix: str, length: int, suffix: str) -> Plan | None:
    from pnp.render.qr_plan import Plan

    return Plan(prefix, length, suffix) if alphanumeric(prefix + "A" * length + suffix) else None


def version_of(payload: str | int) -> int:
    """The modules a side of a payload's symbol, or of that many alphanumeric characters.

    >>> version_of("http://10.0.0.1/s/K7Q3"), version_of(57)
    (25, 29)
    """
    text = "A" * payload if isinstance(payload, int) else payload
    return 17 + 4 * int(fitted(text).version)


def runs(symbol: Symbol) -> list[tuple[int, int, int, int]]:
    """Rectangles (x, y, w, h) in modules that cover the dark modules once each.

    A run of dark modules in a row goes down as far as the next rows have just the same run.

    >>> runs(Symbol(3, (0b110, 0b110, 0b101)))
    [(0, 0, 2, 2), (2, 2, 1, 1), (0, 2, 1, 1)]
    """
    found: list[tuple[int, int, int, int]] = []
    left_end = symbol.size + 2
    # A light module on the right of every row spares the special case at the edge.
    lines = [*(row << 1 for row in symbol.rows), 0]
    for y, line in enumerate(lines):
        below = lines[y + 1] if line else 0
        starts_below = below & ~(below << 1)
        while line:
            lowest = line & -line
            rest = line + lowest
            span = rest ^ line
            bottom = y + 1
            if starts_below & lowest:
                run, window = span & line, span | lowest >> 1
                while lines[bottom] & window == run:
                    lines[bottom] ^= run
                    bottom += 1
            end = span.bit_length()
            found.append((left_end - end, y, end - lowest.bit_length(), bottom - y))
            line &= rest
    return found
