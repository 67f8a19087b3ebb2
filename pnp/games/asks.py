"""What an option leaves open: numbers that stand only on cards or on the board, and are said with it."""

from __future__ import annotations

from typing import NamedTuple

from pnp.words import Said


class Amount(NamedTuple):
    """A number that is asked for: its name in the template, what it is, what it usually is, and the most it can be."""

    name: str
    what: Said | str
    usual: int
    most: int


class Asks(NamedTuple):
    """The numbers that an option asks for: the notation with their names in braces, and what is asked."""

    template: str
    amounts: tuple[Amount, ...]
    what: Said | str = ""
