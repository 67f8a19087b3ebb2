"""An evening: the people who have come, and at which tables each of them sat. It outlives its tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.errors import InputError
from pnp.games.seats import Refusal, refuse
from pnp.play import people
from pnp.play.people import Person
from pnp.strict import shown
from pnp.words import say

COLORS = ("red", "orange", "yellow", "green", "teal", "blue", "violet", "pink", "brown", "grey")
"""What a guest can have as a colour; when all are taken they are shared."""
MOST_GUESTS = 2000
MOST_DEEDS = 1000
"""So many of the newest deeds are known by their keys."""
OF_GUEST = "evening"
"""What stands for a sheet in the code of a guest, which no table ever has."""
TABLE, NOTED, SEASON = "evening", "guests", "season"
"""What is noted beside a table: its evening, which guests its first people are, and its season."""


class Guest(NamedTuple):
    """Somebody who has come, by a number that nobody else of the evening ever has.

    `seats` are where they sat, as which person of which table, the newest last. `key` tells the wish by which they
    came, so that a second try finds them.
    """

    id: int
    name: str
    color: str
    here: bool = True
    key: str = ""
    seats: tuple[tuple[str, int], ...] = ()


class Deed(NamedTuple):
    """What a desk asked for: the key of the request, a digest of its body, and the table that it led to."""

    key: str
    body: str
    table: str = ""


class Evening(NamedTuple):
    """An evening. Where its tables are `apart`, each has a host of its own, who hosts nothing else.

    `plan` is what was done to it as an event with rounds, which `pnp.convention` makes and reads. `deeds` are the
    newest deeds of its desks, so that a request that is sent again is not done again. `timer`, `dice` and `bots` are
    those of its games where nothing else is asked for.
    """

    id: str
    season: str
    opened: str
    guests: tuple[Guest, ...] = ()
    apart: bool = False
    ended: bool = False
    plan: tuple[Mapping[str, Any], ...] = ()
    deeds: tuple[Deed, ...] = ()
    timer: int = 0
    dice: str = ""
    bots: str = ""

    def deed(self, key: str) -> Deed | None:
        """The deed that was done with a key."""
        return next((deed for deed in self.deeds if deed.key == key), None)

    def guest(self, id: int) -> Guest | None:
        return next((one for one in self.guests if one.id == id), None)

    def of_seat(self, table: str, person: int) -> Guest | None:
        """The guest who is a person of a table."""
        return next((one for one in self.guests if (table, person) in one.seats), None)


def came(evening: Evening, name: str, color: str = "", key: str = "") -> Evening | Refusal:
    """The evening with one more guest; a colour that somebody has is another one instead, as long as there are any.

    >>> both = came(came(Evening("E", "2026", ""), "Ana", "red"), "Bo", "red")
    >>> [(one.id, one.name, one.color) for one in both.guests]
    [(1, 'Ana', 'red'), (2, 'Bo', 'orange')]
    """
    if len(evening.guests) >= MOST_GUESTS:
        return refuse("evening-full", most=MOST_GUESTS)
    if refusal := unfit(name, [one.name for one in evening.guests if one.here]):
        return refusal
    return _with_guest(evening, name, color, key)


def _with_guest(evening: Evening, name: str, color: str, key: str, seats: tuple[tuple[str, int], ...] = ()) -> Evening:
    number = 1 + max((one.id for one in evening.guests), default=0)
    guest = Guest(number, name, free_color(evening, color), key=key, seats=seats)
    return evening._replace(guests=(*evening.guests, guest))


def unfit(name: str, others: Sequence[str]) -> Refusal | None:
    """Why nobody can be called so beside these others."""
    proper = people.proper(name, ())
    if isinstance(proper, Refusal):
        return proper
    return people.unfit("joined", {"name": name}, people.seated(others))


def free_color(evening: Evening, wanted: str = "") -> str:
    """The colour that is wanted if nobody has it, otherwise the first that the fewest have."""
    taken = [one.color for one in evening.guests if one.here]
    if wanted in COLORS and wanted not in taken:
        return wanted
    return min(COLORS, key=taken.count)


def changed(evening: Evening, id: int, **values: Any) -> Evening:
    """The evening with something else about one guest."""
    return evening._replace(guests=tuple(one._replace(**values) if one.id == id else one for one in evening.guests))


def bring_back(evening: Evening, id: int) -> Evening | Refusal:
    """The evening with a guest who had left, unless somebody else has taken the name since.

    >>> both = changed(came(came(Evening("E", "2026", ""), "Ana"), "Bo"), 1, here=False)
    >>> bring_back(both, 1).guest(1).here, bring_back(changed(both, 2, name="ana"), 1).key
    (True, 'name-taken')
    """
    names = [guest.name for guest in evening.guests if guest.here and guest.id != id]
    refusals = (unfit(guest.name, names) for guest in evening.guests if guest.id == id)
    return next(filter(None, refusals), None) or changed(evening, id, here=True)


def seated(evening: Evening, id: int, table: str, person: int) -> Evening:
    """The evening after a guest has sat down as a person of a table."""
    guest = evening.guest(id)
    if guest is None or (table, person) in guest.seats:
        return evening
    return changed(evening, id, seats=(*guest.seats, (table, person)))


def taken_in(evening: Evening, table: str, there: Iterable[Person], noted: str = "") -> Evening:
    """The evening with everybody who sits at a table; `noted` says which guests its first people are.

    Nobody is taken for somebody else because of a name: whoever sits down at a table is a guest of their own.
    """
    known = [int(one) for one in noted.split()]
    for person in there:
        if guest := evening.of_seat(table, person.id):
            if guest.seats[-1] == (table, person.id):  # whoever takes another name at a table has it all evening
                evening = changed(evening, guest.id, name=person.name)
            continue
        if person.id < len(known) and evening.guest(known[person.id]):
            evening = seated(evening, known[person.id], table, person.id)
        elif len(evening.guests) < MOST_GUESTS:
            evening = _with_guest(evening, person.name, "", "", ((table, person.id),))
    return evening


def add_deed(evening: Evening, deed: Deed | None) -> Evening:
    """The evening that knows what was done with a key; the oldest deeds are forgotten."""
    return evening._replace(deeds=(*evening.deeds, deed)[-MOST_DEEDS:]) if deed else evening


# ---------------------------------------------------------------------- as it is kept


def text(evening: Evening) -> str:
    """An evening as JSON; `parse` reads it."""
    return json.dumps({**evening._asdict(), "guests": [one._asdict() for one in evening.guests]}, ensure_ascii=False)


def parse(body: str, id: str) -> Evening:
    """The evening that was kept, or an error that says so; what a later program added is passed over.

    >>> evening = Evening("E", "2026", "")
    >>> parse(text(evening), "E") == evening
    True
    """
    try:
        found = json.loads(body)
        guests = tuple(_guest(one) for one in found["guests"])
        deeds = tuple(Deed(*map(str, deed)) for deed in found.get("deeds", ()))
        made = {name: found[name] for name in Evening._fields if name in found}
        return Evening(**{**made, "plan": tuple(made.get("plan", ())), "guests": guests, "deeds": deeds})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise InputError(say("no-evening.damaged", evening=shown(id))) from None


def _guest(found: Mapping[str, Any]) -> Guest:
    made = {name: found[name] for name in Guest._fields if name in found}
    return Guest(**{**made, "seats": tuple((str(table), int(person)) for table, person in found["seats"])})
