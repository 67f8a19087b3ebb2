"""The people at a table: who sits there, who comes, leaves or takes another name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.seats import Refusal, refuse
from pnp.strict import as_name, said_by, shown

KINDS = ("joined", "renamed", "left")
"""The events that are about people and not about the game: going back in the game does not unseat anybody."""
BESIDE = (*KINDS, "noted", "pledged", "added")
"""The events that are no step of the game."""


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
    if name != name.strip() or not name or not name.isprintable():
        return refuse("no-name", name=shown(name))
    if taken := [other.name for other in others if other.name.casefold() == name.casefold()]:
        return refuse("name-taken", name=shown(taken[0]))
    return name


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
