"""An event: an evening with rounds, made anew from the list of what was done to it.

Its people are the guests of the evening. Every change is an action, a dictionary with `do`; the event is what the
actions make of it, so that taking one back is leaving it out. What belongs to a closed round stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.convention import seating
from pnp.convention.seating import Round
from pnp.convention.standings import RULES
from pnp.errors import CallError, InputError
from pnp.play.evening import Evening, Guest
from pnp.play.people import looks
from pnp.strict import near, shown
from pnp.words import say

SEATINGS = ("apart", "standing")
"""Later rounds are seated so that people don't meet again, or by the standing."""
MOST_ROUNDS = 50
SCREENS = ("seating", "standings", "tables", "gallery", "table")
"""What a screen of the hall can show; `table 7` is one table."""
MOST_SCREENS = 20


class Settings(NamedTuple):
    """What an event was opened with."""

    name: str
    game: str
    seats: int
    rounds: int
    rule: str = RULES[0]
    seating: str = SEATINGS[0]
    confirm: bool = False
    seed: int = 1
    least: int = 2


class EventRound(NamedTuple):
    """A round: who sits where, the ids of its tables once it was begun, totals told at the desk, and who confirmed."""

    seats: Round
    tables: tuple[str, ...] = ()
    told: Mapping[int, Mapping[int, int]] = {}
    confirmed: Mapping[int, frozenset[int]] = {}
    closed: bool = False

    def table_of(self, person: int) -> int | None:
        """At which table somebody sits, counted from 0; None where they have a bye or are not there."""
        return next((n for n, table in enumerate(self.seats.tables) if person in table), None)


class Event(NamedTuple):
    """An event as it is now."""

    settings: Settings
    people: tuple[Guest, ...]
    rounds: tuple[EventRound, ...] = ()
    screens: Mapping[int, str] = {}
    """What each screen of the hall shows."""

    @property
    def here(self) -> list[int]:
        return [person.id for person in self.people if person.here]

    @property
    def current(self) -> int:
        """The number of the round that is to be played, from 0; as many as there are when all are closed."""
        return sum(one.closed for one in self.rounds)

    @property
    def unseated(self) -> list[int]:
        """Those who are here and have no place in the round that is to be played, as it is planned or seated."""
        if self.current >= len(self.rounds):
            return []
        seats = self.rounds[self.current].seats
        placed = {*seats.byes, *(person for table in seats.tables for person in table)}
        return [person for person in self.here if person not in placed]

    def name(self, person: int) -> str:
        return next((one.name for one in self.people if one.id == person), "?")

    def person(self, meant: str) -> Guest:
        """Somebody by their number or name; whoever takes a number for a name is not taken for its owner."""
        found = [one for one in self.people if meant == str(one.id)]
        found += [one for one in self.people if looks(one.name) == looks(meant)]
        if not found:
            slip = near(meant, [one.name for one in self.people])
            raise CallError(say("event.nobody", name=repr(meant), near=slip))
        return found[0]


Action = Mapping[str, Any]


def made(evening: Evening) -> Event:
    """The event that an evening is, or an error that says that it is damaged."""
    try:
        opened, *rest = evening.plan
        settings = Settings(**{name: opened[name] for name in Settings._fields})
        event = Event(settings, evening.guests)
        for action in _kept(rest):
            event = _DOINGS[action["do"]](event, action)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise InputError(say("no-evening.damaged", evening=shown(evening.id))) from None
    return event


def told_anew(before: Evening, after: Evening) -> set[int]:
    """Those who are told something else than before: of themselves, of their place in the round, of the slip there."""
    then, now = _told(before), _told(after)
    return {guest for guest in then.keys() | now.keys() if then.get(guest) != now.get(guest)}


def _told(evening: Evening) -> dict[int, object]:
    """What every guest is told of the evening, as far as it is kept."""
    event = made(evening) if evening.plan else None
    if event is None or event.current >= len(event.rounds):
        return {one.id: (one, event and event.current) for one in evening.guests}
    now, number = event.rounds[event.current], event.current
    at = {person: n for n, table in enumerate(now.seats.tables) for person in table} | dict.fromkeys(now.seats.byes, -2)
    places = ((one, at.get(one.id, -1)) for one in evening.guests)
    return {one.id: (one, number, n, now.told.get(n), now.confirmed.get(n)) for one, n in places}


def _kept(actions: Sequence[Action]) -> list[Action]:
    """The actions that were not taken back."""
    found: list[Action] = []
    for action in actions:
        if action["do"] == "undo":
            last = max(n for n, one in enumerate(found) if one["do"] != "screen")
            del found[last]
        else:
            found.append(action)
    return found


def last(evening: Evening) -> Action:
    """The action that would be taken back next; a closed round and the event itself stay."""
    found = [action for action in _kept(evening.plan[1:]) if action["do"] != "screen"]
    if not found:
        raise CallError(say("event.nothing-to-undo"))
    if found[-1]["do"] == "close":
        raise CallError(say("event.round-is-closed", round=found[-1]["round"] + 1))
    return found[-1]


def undone(evening: Evening) -> Action:
    """What would be taken back next: opening tables belongs to what was decided before."""
    while (action := last(evening))["do"] == "begin":
        evening = without_last(evening)
    return action


def without_last(evening: Evening) -> Evening:
    return evening._replace(plan=(*evening.plan, {"do": "undo"}))


def number(evening: Evening) -> int:
    """How much was done to it so far, by which what was done last is known."""
    return sum(action["do"] != "screen" for action in evening.plan)


def opening(settings: Settings) -> Action:
    """The first action of an event."""
    return {"do": "open", **settings._asdict()}


def _seat(event: Event, action: Action) -> Event:
    """The rounds from one on are seated anew."""
    rounds = [Round(tuple(map(tuple, one["tables"])), tuple(one["byes"])) for one in action["rounds"]]
    return event._replace(rounds=(*event.rounds[: action["from"]], *map(EventRound, rounds)))


def _swap(event: Event, action: Action) -> Event:
    """Two people of a round have each other's place, somebody with a bye among them."""
    one, two = action["people"]
    other = {one: two, two: one}

    def exchanged(people: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(person, person) for person in people)

    def change(had: EventRound) -> EventRound:
        tables = tuple(map(exchanged, had.seats.tables))
        return had._replace(seats=Round(tables, exchanged(had.seats.byes)))

    return _with(event, action["round"], change)


def _move(event: Event, action: Action) -> Event:
    """Somebody sits at another table of a round, or has a bye where the table is None."""
    person, to = action["person"], action["table"]

    def change(had: EventRound) -> EventRound:
        tables = [tuple(one for one in table if one != person) for table in had.seats.tables]
        byes = tuple(one for one in had.seats.byes if one != person)
        if to is None:
            byes += (person,)
        else:
            tables[to] += (person,)
        return had._replace(seats=Round(tuple(tables), byes))

    return _with(event, action["round"], change)


def _begin(event: Event, action: Action) -> Event:
    return _with(event, action["round"], lambda had: had._replace(tables=tuple(action["tables"])))


def _tell(event: Event, action: Action) -> Event:
    """Totals of a table as its slip of paper says them; none takes them away."""
    totals = {int(person): total for person, total in action["totals"].items()}

    def change(had: EventRound) -> EventRound:
        """Who has confirmed another result confirms this one anew."""
        seen = (
            had.confirmed
            if had.told.get(action["table"]) == totals
            else {**had.confirmed, action["table"]: frozenset()}
        )
        return had._replace(told={**had.told, action["table"]: totals}, confirmed=seen)

    return _with(event, action["round"], change)


def _confirm(event: Event, action: Action) -> Event:
    def change(had: EventRound) -> EventRound:
        before = had.confirmed.get(action["table"], frozenset())
        return had._replace(confirmed={**had.confirmed, action["table"]: before | {action["person"]}})

    return _with(event, action["round"], change)


def _close(event: Event, action: Action) -> Event:
    return _with(event, action["round"], lambda had: had._replace(closed=True))


def _screen(event: Event, action: Action) -> Event:
    return event._replace(screens={**event.screens, action["screen"]: action["show"]})


def _with(event: Event, number: int, change: Any) -> Event:
    rounds = list(event.rounds)
    rounds[number] = change(rounds[number])
    return event._replace(rounds=tuple(rounds))


_DOINGS = {
    "seat": _seat,
    "swap": _swap,
    "move": _move,
    "begin": _begin,
    "tell": _tell,
    "confirm": _confirm,
    "close": _close,
    "screen": _screen,
}


# ---------------------------------------------------------------------- what may be done


def seated(event: Event, order: Sequence[int] = ()) -> Action:
    """The action that seats what is still to be played: all rounds, or by the standing only the next one."""
    settings, now = event.settings, event.current
    if now >= settings.rounds:
        raise CallError(say("event.all-played", n=settings.rounds))
    before = [one.seats for one in event.rounds[:now]]
    here = event.here
    if not seating.sizes(len(here), settings.seats, settings.least):
        raise CallError(say("event.too-few", n=len(here), least=settings.least))
    seed = settings.seed * 1000 + now
    if settings.seating == "standing" and now:
        ranked = [one for one in order if one in set(here)]
        rounds = [seating.by_standing(ranked, settings.seats, settings.least, before, seed)]
    else:
        many = settings.rounds - now if settings.seating == "apart" else 1
        rounds = seating.apart(here, settings.seats, settings.least, many, before, seed)
    return {"do": "seat", "from": now, "rounds": [{"tables": one.tables, "byes": one.byes} for one in rounds]}
