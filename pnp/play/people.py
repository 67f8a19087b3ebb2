"""The people at a table: who sits there, who comes, leaves or takes another name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.play import Refusal
from pnp.strict import as_name, shown

KINDS = ("joined", "renamed", "left")
"""The events that are about people and not about the game: going back in the game does not unseat anybody."""
BESIDE = (*KINDS, "noted")
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
    Refusal(code='name-taken', message="there is somebody called 'ana' already; each needs a name of their own")
    """
    try:
        name = as_name(value)
    except ValueError as wrong:
        return Refusal("no-name", f"a name: {wrong}")
    if name != name.strip() or not name or not name.isprintable():
        return Refusal("no-name", f"{shown(name)} is no name; a name has letters and no blanks around it")
    if taken := [other.name for other in others if other.name.casefold() == name.casefold()]:
        said = f"there is somebody called {shown(taken[0])} already; each needs a name of their own"
        return Refusal("name-taken", said)
    return name


def changed(people: tuple[Person, ...], kind: str, data: Mapping[str, Any]) -> tuple[Person, ...] | Refusal:
    """The people after an event that is about them."""
    if kind == "joined":
        id, name = data.get("id"), proper(data.get("name"), people)
        if isinstance(name, Refusal):
            return name
        if type(id) is not int or id < 0 or id in {person.id for person in people}:
            return Refusal("no-such-seat", f"{shown(id)} can't be a new player's number")
        return (*people, Person(id, name))
    seat = data.get("seat")
    if type(seat) is not int or not 0 <= seat < len(people):
        return Refusal("no-such-seat", f"there is no seat {shown(seat)}; there are {len(people)}")
    others = (*people[:seat], *people[seat + 1 :])
    if kind == "left":
        return others
    name = proper(data.get("name"), others)
    if isinstance(name, Refusal):
        return name
    return (*people[:seat], people[seat]._replace(name=name), *people[seat + 1 :])
