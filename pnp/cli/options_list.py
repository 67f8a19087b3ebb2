"""What may be done now as a list with numbers: plain moves by their kinds, then one bonus at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from pnp.games.play import Option
from pnp.play.engine import Table
from pnp.words import Words, say

MOST = 2000


class Group(NamedTuple):
    """Options that belong together: of a kind, if the game has a name for it, or with a bonus."""

    heading: str
    options: tuple[Option, ...]


class OptionsList(NamedTuple):
    """Options in groups, numbered through from 1; how many there are with each bonus that is not listed.

    With a bonus, only those that claim it.
    """

    seat: int | None
    groups: tuple[Group, ...]
    bonuses: tuple[tuple[str, int], ...] = ()
    bonus: str = ""

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(chain.from_iterable(group.options for group in self.groups))


def listed(table: Table, seat: int | None, words: Words, bonus: str = "", everything: bool = False) -> OptionsList:
    """What a seat or the table may say: without a bonus, with one, or everything."""
    play, state = table.play, table.state
    if bonus and seat is not None:
        group = Group(bonus_name(bonus, words), tuple(play.options_with(state, seat, bonus)))
        return OptionsList(seat, (group,) if group.options else (), bonus=bonus)
    found = play.options(state, seat, MOST)
    groups = _by_kind([one for one in found if not one.bonus], words)
    claims = play.bonuses(state, seat) if seat is not None and any(one.bonus for one in found) else ()
    with_each = [(one, play.options_with(state, seat, one)) for one in claims] if seat is not None else []
    # A bonus that is claimed by itself is as plain as a move.
    alone = [Group(bonus_name(one, words), tuple(ways)) for one, ways in with_each if everything or len(ways) == 1]
    more = [(one, len(ways)) for one, ways in with_each if not everything and len(ways) > 1]
    return OptionsList(seat, (*groups, *alone), tuple(more))


def of_ways(seat: int | None, ways: Sequence[Option], words: Words) -> OptionsList:
    """The ways to do what somebody said, to choose from."""
    return OptionsList(seat, tuple(_by_kind(ways, words)))


def _by_kind(options: Sequence[Option], words: Words) -> list[Group]:
    kinds = dict.fromkeys(one.kind for one in options)
    named = [(kind, words.sentence(f"kind.{kind}") or "") for kind in kinds]
    return [Group(name, tuple(one for one in options if one.kind == kind)) for kind, name in named]


def bonus_name(bonus: str, words: Words) -> str:
    """What a bonus is called in a list, with its printed name where it has one."""
    printed = words.term("printed-bonus", bonus)
    named = words.term("bonus", bonus)
    return named if printed == bonus else words.text(say("bonus-printed", bonus=named, printed=printed))
