"""What an option leaves open: numbers and dice that only people see, on cards or on their table, and say with it."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.table_dice import Face
from pnp.words import Said


class Amount(NamedTuple):
    """A number that is asked for: its name in the template, what it is, what it usually is, the most and the least."""

    name: str
    what: Said | str
    usual: int
    most: int
    least: int = 0


class Pile(NamedTuple):
    """Dice of a sort that are asked for: the sort, what it is called, the faces that they can show, and how many."""

    sort: str
    what: Said | str
    faces: tuple[Face, ...]
    most: int


class Asks(NamedTuple):
    """What an option asks for: the notation with names in braces, and the numbers, or the dice that lie there.

    `{dice}` is `SORT FACE FACE; SORT FACE`, or `none` where there are none; numbers have their own names.
    """

    template: str
    amounts: tuple[Amount, ...] = ()
    what: Said | str = ""
    dice: tuple[Pile, ...] = ()
    none: str = ""
    must: bool = False
    """Whether only the table can tell: what the option says meanwhile is no answer."""
