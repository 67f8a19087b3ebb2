"""The people at a table: who sits there, who comes, leaves or takes another name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.seats import Refusal, refuse
from pnp.strict import LONGEST_NAME, as_name, said_by, shown

KINDS = ("joined", "renamed", "left")
"""The events that are about people and not about the game: going back in the game does not unseat anybody."""
BESIDE = (*KINDS, "noted", "pledged", "added")
"""The events that are no step of the game."""


JOINING = dict.fromkeys([0x200C, 0x200D, *range(0xE0020, 0xE0080)])
"""What joins or parts letters, and the letters of a flag: not to be seen by themselves, and part of names and emoji."""
BESIDE_LETTERS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0020, 0xE0080), *range(0xE0100, 0xE01F0)])
"""What only says how the letter before it looks."""
BLANKS = frozenset([0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, 0xFFA0])
"""Letters and signs that nobody sees."""


class Person(NamedTuple):
    """Somebody at the table: a number that nobody else there ever has, of which sheet codes are made, and a name."""

    id: int
    name: str


def seated(names: Sequence[str]) -> tuple[Person, ...]:
    return tuple(Person(number, name) for number, name in enumerate(names))


def proper(value: Any, others: Sequence[Person]) -> str | Refusal:
    """A name that can stand beside the others'.

    >>> proper("Ana", [Person(0, "ana")])
    Refusal(key='name-taken', facts={'name': "'ana'"})
    """
    try:
        name = as_name(value)
    except ValueError as wrong:
        return refuse("no-name.wrong", wrong=said_by(wrong))
    if name != name.strip() or not name or not name.translate(JOINING).isprintable():
        return refuse("no-name", name=shown(name))
    if taken := [other.name for other in others if other.name.casefold() == name.casefold()]:
        return refuse("name-taken", name=shown(taken[0]))
    return name


def unfit(kind: str, data: Mapping[str, Any], people: Sequence[Person]) -> Refusal | None:
    """Why nobody may take a name from now on: it can't be seen, or not be told from another one."""
    name, seat = data.get("name"), data.get("seat")
    if kind not in ("joined", "renamed") or not isinstance(name, str) or len(name) > LONGEST_NAME:
        return None
    if not is_visible(name.strip()):
        return refuse("no-name.unseen", name=shown(name))
    others = [one.name for number, one in enumerate(people) if kind == "joined" or number != seat]
    if taken := [other for other in others if looks(other) == looks(name)]:
        return refuse("name-taken", name=shown(taken[0]))
    return None


def is_visible(name: str) -> bool:
    """Whether all of a name is to be seen, and what joins letters stands between two of them.

    >>> [is_visible(name) for name in ("Ana", "👩\u200d🚀", "علی\u200cرضا", "\u3164", "A\u200d")]
    [True, True, True, False, False]
    """
    if any(ord(char) in BLANKS for char in name):
        return False
    parts = re.split("[\u200c\u200d]", name.translate(BESIDE_LETTERS))
    return all(part.strip() and not unicodedata.combining(part.strip()[0]) for part in parts)


def looks(name: str) -> str:
    """What is seen of a name, whatever it is written with.

    >>> looks("Ａna") == looks("a\u200dNA")
    True
    """
    return unicodedata.normalize("NFKC", name.translate(JOINING).translate(BESIDE_LETTERS)).casefold()


def changed(people: tuple[Person, ...], kind: str, data: Mapping[str, Any]) -> tuple[Person, ...] | Refusal:
    """The people after an event that is about them."""
    if kind == "joined":
        id, name = data.get("id"), proper(data.get("name"), people)
        if isinstance(name, Refusal):
            return name
        if type(id) is not int or id < 0 or id in {person.id for person in people}:
            return refuse("no-such-seat.new", id=shown(id))
        return (*people, Person(id, name))
    seat = data.get("seat")
    if type(seat) is not int or not 0 <= seat < len(people):
        return refuse("no-such-seat.event", seat=shown(seat), seats=len(people))
    others = (*people[:seat], *people[seat + 1 :])
    if kind == "left":
        return others
    name = proper(data.get("name"), others)
    if isinstance(name, Refusal):
        return name
    return (*people[:seat], people[seat]._replace(name=name), *people[seat + 1 :])
