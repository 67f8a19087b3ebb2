"""The desk of an event: what is done to it is checked, kept in the store, and played at tables of that store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from pnp.convention import event as events
from pnp.convention.event import SEATINGS, Action, Event, EventRound, Settings
from pnp.convention.round_tables import RoundTables
from pnp.convention.standings import RULES, Outcome, Standing, outcomes, standings
from pnp.errors import CallError
from pnp.games.seats import Refusal
from pnp.play import evening as evenings
from pnp.play.evening import Deed, Evening
from pnp.play.stores.store import NoTable, Stale
from pnp.play.tables import Tables
from pnp.strict import near
from pnp.words import say

Results = Mapping[str, dict[int, Outcome]]
"""What the finished tables came to, by seat."""


class Desk:
    """One event of a store; several desks may work on it at once."""

    def __init__(self, tables: Tables, evening: Evening, seq: int, untold: frozenset[str] = frozenset()) -> None:
        """`untold` are tables that have come to an end which nobody is to know yet."""
        self.tables, self.untold = tables, untold
        self.evening, self.seq = evening, seq
        self.deed: Deed | None = None
        self.event = events.made(evening)

    @property
    def name(self) -> str:
        return self.event.settings.name

    # ------------------------------------------------------------------ opening and finding

    @classmethod
    def open(cls, tables: Tables, settings: Settings, names: Sequence[str]) -> Desk:
        """A new event with its people, and its first rounds seated."""
        _check(tables, settings)
        if settings.name in cls.known(tables):
            raise CallError(say("event.exists", name=repr(settings.name)))
        plan = (events.opening(settings),)
        evening = Evening(tables.new_id(), settings.name, tables.now(), apart=True, plan=plan)
        for name in names:
            evening = accepted(evenings.came(evening, name))
        evening = evening._replace(plan=(*plan, events.seated(events.made(evening))))
        seq = tables.store.keep_evening(evening.id, 0, evenings.text(evening), evening.opened)
        return cls(tables, evening, seq)

    @classmethod
    def known(cls, tables: Tables) -> dict[str, tuple[Evening, int]]:
        """The events of a store by name."""
        kept = [(evenings.parse(one.body, one.id), one.seq) for one in tables.store.evenings()]
        return {str(evening.plan[0]["name"]): (evening, seq) for evening, seq in kept if evening.plan}

    @classmethod
    def load(cls, tables: Tables, name: str) -> Desk:
        known = cls.known(tables)
        if name not in known:
            raise CallError(say("event.unknown", name=repr(name), near=near(name, known), known=tuple(known)))
        return cls(tables, *known[name])

    def change(self, make: Callable[[Evening], Evening], *, is_last: bool = True) -> None:
        """Change the evening as it is now and keep it; where another desk was first, it is made anew.

        The deed is kept with the last change that it makes, and one that was kept meanwhile is not done again.
        """
        while True:
            deed = self.deed if is_last else None
            if deed and self.evening.deed(deed.key):
                self.deed = None
                return
            if (made := make(self.evening)) is self.evening:
                return
            made = evenings.add_deed(made, deed)
            try:
                now = self.tables.now()
                self.seq = self.tables.store.keep_evening(made.id, self.seq, evenings.text(made), now)
            except Stale:
                self.evening, self.seq = self.known(self.tables)[self.name]
                self.event = events.made(self.evening)
                continue
            self.evening, self.event = made, events.made(made)
            self.deed = None if is_last else self.deed
            return

    def _do(self, decide: Callable[[Event], Action | None], *, is_last: bool = True) -> None:
        """Do what is decided of the event as it is, unless another desk has ended the round meanwhile."""
        number = self.event.current

        def make(now: Evening) -> Evening:
            event = events.made(now)
            if event.current != number:
                raise CallError(say("event.gone-on"))
            action = decide(event)
            return now if action is None else now._replace(plan=(*now.plan, action))

        self.change(make, is_last=is_last)

    def still_at(self, round: int) -> None:
        """Refuse what was meant for a round, counted from 1, that another desk has closed since."""
        if round != min(self.event.current + 1, self.event.settings.rounds):
            raise CallError(say("event.gone-on"))

    # ------------------------------------------------------------------ people

    def come(self, name: str) -> None:
        """Somebody comes late: they are seated from the next round on that is seated."""
        self.change(lambda now: accepted(evenings.came(now, name)))

    def leave(self, meant: str) -> None:
        """Somebody drops out of the rounds to come."""
        person = self.event.person(meant).id
        self.change(lambda now: evenings.changed(now, person, here=False))

    def back(self, meant: str) -> None:
        person = self.event.person(meant).id
        self.change(lambda now: accepted(evenings.bring_back(now, person)))

    def rename(self, meant: str, name: str) -> None:
        person = self.event.person(meant).id

        def make(now: Evening) -> Evening:
            if refused := evenings.unfit(name, [one.name for one in now.guests if one.here and one.id != person]):
                raise CallError(refused)
            return evenings.changed(now, person, name=name)

        self.change(make)

    # ------------------------------------------------------------------ rounds

    def seat(self) -> EventRound:
        """Seat the round that is to be played by those who are here, and open its tables; nothing is seated twice."""
        order = [row.person for row in self.standings()]

        def decide(event: Event) -> Action | None:
            begun = event.current < len(event.rounds) and event.rounds[event.current].tables
            if begun and _seats_all(event):
                return None
            if begun:
                self._untouched(event)
            is_kept = event.settings.seating == "apart" and _seats_all(event)
            return {"do": "seat", **_as_planned(event)} if is_kept else events.seated(event, order)

        self._do(decide, is_last=False)
        return self.begin()

    def begin(self) -> EventRound:
        """Open the tables of the round that is to be played, those that are not open yet for who sits there."""
        number = _seated(self.event)
        while True:
            now, opened = self.event.rounds[number], self._round_tables(number)
            ids = opened.ids(now)
            if tuple(ids) == now.tables:
                break
            self._do(partial(_begun, number, now, ids))
        opened.serve(ids)
        return self.event.rounds[number]

    def settle(self) -> None:
        """Open the tables for who sits there now, if the round has begun, and lay all others of the round aside."""
        if (number := self.event.current) < len(self.event.rounds) and self.event.rounds[number].tables:
            self.begin()
        else:
            self._round_tables(number).serve(())

    def _round_tables(self, number: int) -> RoundTables:
        return RoundTables(self.tables, self.event, self.evening.id, self.evening.season, number)

    def _untouched(self, event: Event, places: Iterable[int | None] | None = None) -> None:
        """Refuse to change tables of the round at which somebody has played, or of which the slip was told."""
        number = event.current
        now = event.rounds[number]
        for place in range(len(now.seats.tables)) if places is None else places:
            if place is not None and place in now.told:
                raise CallError(say("event.is-told", table=place + 1, round=number + 1))
            if place is not None and now.tables:
                with suppress(NoTable):
                    if self.tables.store.last(now.tables[place]) > 1:
                        raise CallError(say("event.is-played", table=place + 1, round=number + 1))

    def swap(self, one: str, two: str) -> None:
        """Two people of the round exchange their places."""

        def decide(event: Event) -> Action:
            people = [event.person(one).id, event.person(two).id]
            self._untouched(event, map(event.rounds[event.current].table_of, people))
            return {"do": "swap", "people": people}

        self._moved(decide)

    def move(self, meant: str, table: int | None) -> None:
        """Somebody sits at another table, counted from 1, or with None has a bye."""

        def decide(event: Event) -> Action:
            here = event.rounds[event.current]
            if table is not None and not 1 <= table <= len(here.seats.tables):
                raise CallError(say("event.no-table", table=table, n=len(here.seats.tables)))
            low, high = self.tables.library.load(event.settings.game).PLAYERS
            if table is not None and len(here.seats.tables[table - 1]) >= high:
                raise CallError(say("event.table-full", table=table, most=high))
            person = event.person(meant).id
            left = here.table_of(person)
            if left is not None and left + 1 != table and len(here.seats.tables[left]) <= low:
                raise CallError(say("event.table-short", table=left + 1, least=low))
            self._untouched(event, (left, None if table is None else table - 1))
            return {"do": "move", "person": person, "table": None if table is None else table - 1}

        self._moved(decide)

    def _moved(self, decide: Callable[[Event], Action]) -> None:
        """Change who sits where in the round; the tables that have other people are opened anew."""
        _seated(self.event)
        self._do(lambda event: {**decide(event), "round": event.current})
        self.settle()

    def undo(self, seen: int | None = None) -> None:
        """Take back what was done last, if that is what was seen, by its number."""
        meant = events.number(self.evening) if seen is None else seen

        def make(now: Evening) -> Evening:
            if events.number(now) != meant:
                raise CallError(say("event.gone-on"))
            action, without = events.last(now), events.without_last(now)
            while action["do"] == "begin":
                action, without = events.last(without), events.without_last(without)
            self._unseated(events.made(now), events.made(without))
            return without

        self.change(make)
        self.settle()

    def _unseated(self, before: Event, after: Event) -> None:
        """Refuse to go back where that takes people from tables that can't be changed any more."""
        if (number := before.current) < len(before.rounds) and before.rounds[number].tables:
            kept = after.rounds[number] if number < len(after.rounds) else None
            stay = kept.seats.tables if kept and kept.tables else ()
            tables = before.rounds[number].seats.tables
            self._untouched(before, [n for n, people in enumerate(tables) if stay[n : n + 1] != (people,)])

    def close(self, anyway: bool = False) -> None:
        """Close the round: nothing of it is changed any more. Tables without a result stop it, unless anyway."""

        def decide(event: Event) -> Action:
            number = _seated(event)
            waiting = self.waiting()
            if waiting and not anyway:
                raise CallError(say("event.tables-wait", tables=tuple(n + 1 for n in waiting), n=len(waiting)))
            return {"do": "close", "round": number}

        self._do(decide)
        self._round_tables(self.event.current - 1).clear()

    def screen(self, number: int, show: str) -> None:
        """What a screen of the hall shows from now on, such as `standings` or `table 7`."""
        kind, _, table = show.partition(" ")
        known = kind in events.SCREENS and (table.isdecimal() if kind == "table" else not table)
        if not known or not 1 <= number <= events.MOST_SCREENS:
            raise CallError(say("event.no-screen", show=repr(show), allowed=events.SCREENS, most=events.MOST_SCREENS))
        self._do(lambda _: {"do": "screen", "screen": number, "show": show})

    # ------------------------------------------------------------------ results

    def tell(self, table: int, totals: Mapping[str, int]) -> None:
        """The totals of a table of the round, counted from 1, as its slip of paper says them."""

        def decide(event: Event) -> Action:
            here = event.rounds[_seated(event)].seats.tables
            if not 1 <= table <= len(here):
                raise CallError(say("event.no-table", table=table, n=len(here)))
            told = {event.person(name).id: total for name, total in totals.items()}
            if set(told) != set(here[table - 1]) or len(told) < len(totals):
                names = tuple(event.name(person) for person in here[table - 1])
                raise CallError(say("event.other-people", table=table, names=names))
            return {"do": "tell", "round": event.current, "table": table - 1, "totals": told}

        self._do(decide)

    def confirm(self, table: int, meant: str) -> None:
        """Somebody of a table says that its result is right."""

        def decide(event: Event) -> Action | None:
            person, number = event.person(meant).id, event.current
            if number >= len(event.rounds) or event.rounds[number].table_of(person) != table - 1:
                raise CallError(say("event.not-there", name=event.name(person), table=table))
            if self.came_to(number)[table - 1] is None:
                raise CallError(say("event.no-result", table=table, round=number + 1))
            seen = person in event.rounds[number].confirmed.get(table - 1, ())
            return None if seen else {"do": "confirm", "round": number, "table": table - 1, "person": person}

        self._do(decide)

    def outcomes(self, number: int, results: Results | None = None) -> list[dict[int, Outcome] | None]:
        """What each table of a round came to for its people, None where it is not known yet, or not confirmed."""
        one, confirm = self.event.rounds[number], self.event.settings.confirm
        wanted = [min(2, len(table)) if confirm else 0 for table in one.seats.tables]
        came = enumerate(self.came_to(number, results))
        return [made if len(one.confirmed.get(n, ())) >= wanted[n] else None for n, made in came]

    def came_to(self, number: int, results: Results | None = None) -> list[dict[int, Outcome] | None]:
        """What each table of a round came to, confirmed or not."""
        one = self.event.rounds[number]
        results = self._results() if results is None else results
        found: list[dict[int, Outcome] | None] = []
        for place, table in enumerate(one.seats.tables):
            told = one.told.get(place)
            made = outcomes(told) if told else results.get(one.tables[place]) if one.tables else None
            if made is not None and not told:
                made = {person: made[seat] for seat, person in enumerate(table)}
            found.append(made)
        return found

    def _results(self) -> Results:
        """What the finished tables of the store came to, by seat."""
        ours = {id for one in self.event.rounds for id in one.tables} - self.untold
        found = {}
        for result in self.tables.results():
            if result.id in ours and not hasattr(result, "error") and result.final:
                totals = {one.seat: one.total or 0 for one in result.players}
                found[result.id] = outcomes(totals, {one.seat: one.rank or 1 for one in result.players})
        return found

    def waiting(self) -> list[int]:
        """The tables of the round that is played whose result is not known yet, or not confirmed; from 0."""
        number = self.event.current
        return [n for n, one in enumerate(self.outcomes(number)) if one is None]

    def standings(self) -> list[Standing]:
        """Where everybody stands after what was played so far."""
        rounds, results = [], self._results()
        for number in range(len(self.event.rounds)):
            came = self.outcomes(number, results)
            rounds.append({person: one for table in came if table for person, one in table.items()})
        settings = self.event.settings
        return standings([one.id for one in self.event.people], rounds, settings.rule, settings.seats)


def _begun(number: int, now: EventRound, ids: Sequence[str], event: Event) -> Action | None:
    """The tables of a round are open, unless another desk has changed it meanwhile."""
    return {"do": "begin", "round": number, "tables": ids} if event.rounds[number] == now else None


def _seated(event: Event) -> int:
    """The number of the round that is to be played, or an error where nobody is seated for it."""
    if event.current >= len(event.rounds):
        raise CallError(say("event.not-seated", round=event.current + 1))
    return event.current


def _seats_all(event: Event) -> bool:
    """Whether the round to be played is planned for exactly those who are here."""
    if event.current >= len(event.rounds):
        return False
    planned = event.rounds[event.current].seats
    return sorted([*planned.byes, *(person for table in planned.tables for person in table)]) == event.here


def _as_planned(event: Event) -> Action:
    """The rounds to come as they are planned, without tables."""
    rest = [one.seats for one in event.rounds[event.current :]]
    return {"from": event.current, "rounds": [{"tables": one.tables, "byes": one.byes} for one in rest]}


def _check(tables: Tables, settings: Settings) -> None:
    """Refuse settings with which there can be no event."""
    low, high = tables.library.load(settings.game).PLAYERS
    if not low <= settings.seats <= high:
        raise CallError(say("event.wrong-size", game=settings.game, n=settings.seats, low=low, high=high))
    for option, value, allowed in (("--rule", settings.rule, RULES), ("--seating", settings.seating, SEATINGS)):
        if value not in allowed:
            raise CallError(say("no-such-choice", option=option, value=repr(value), allowed=allowed))
    if not 1 <= settings.rounds <= events.MOST_ROUNDS:
        raise CallError(say("event.too-long", rounds=events.MOST_ROUNDS))


def accepted(evening: Evening | Refusal) -> Evening:
    """An evening that could be changed so, or the error that says why not."""
    if isinstance(evening, Refusal):
        raise CallError(evening)
    return evening
