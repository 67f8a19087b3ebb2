"""Who sits where: tables of every round, so that people meet as few others twice as can be.

Where there are tables enough, people are dealt like the rows and columns of a square and nobody meets twice; where that
can't be, one round is looked for that the others follow from (`turned_seats`), or seats are exchanged for as long as
that helps, as they are when people came and went. Everything follows from the seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from pnp.convention.turned_seats import turned

Table = tuple[int, ...]
Meetings = Counter[tuple[int, int]]
"""How often two people have sat at one table; the smaller number stands first."""
STEPS = 20_000
"""So many exchanges are tried in all, at most."""
LOOK_AT = 40
"""So many people are looked at for each exchange."""
NEAR = 3
"""People who are seated by their standing change places with those of so many tables up or down, at last."""
_FIELDS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}
"""Numbers of tables for which there is a field that is not counting modulo: its prime, and what its root's power is."""


class Round(NamedTuple):
    """Where people sit in a round, and who has a bye."""

    tables: tuple[Table, ...]
    byes: Table = ()


class Past(NamedTuple):
    """What has been before the rounds that are seated now: who met whom, who sat at a short table, who had a bye."""

    met: Meetings
    short: Counter[int]
    byes: Counter[int]


def sizes(people: int, size: int, least: int) -> tuple[int, ...]:
    """How many sit at each table: as many tables as needed, as even as can be; whoever is left over has a bye.

    >>> sizes(12, 4, 2), sizes(9, 4, 2), sizes(5, 4, 3), sizes(1, 4, 2)
    ((4, 4, 4), (3, 3, 3), (4,), ())
    """
    tables = -(-people // size)
    while tables and people // tables < least:
        tables -= 1
    if not tables:
        return ()
    even, more = divmod(min(people, tables * size), tables)
    return tuple(even + (number < more) for number in range(tables))


def past(rounds: Iterable[Round]) -> Past:
    """What rounds leave behind for the ones after them."""
    found = Past(Counter(), Counter(), Counter())
    for one in rounds:
        full = max(map(len, one.tables), default=0)
        for table in one.tables:
            found.met.update(combinations(sorted(table), 2))
            found.short.update(table if len(table) < full else ())
        found.byes.update(one.byes)
    return found


def repeats(rounds: Sequence[Round]) -> int:
    """How many meetings are not the first of their two people.

    >>> repeats([Round(((1, 2), (3, 4))), Round(((2, 1), (3, 4))), Round(((1, 3), (2, 4)))])
    2
    """
    return sum(times - 1 for times in past(rounds).met.values())


def fewest_repeats(rounds: Sequence[Round]) -> int:
    """So many meetings are repeated at least, wherever people of these rounds sit at tables of these sizes.

    A person can't meet more others than there are, and a table of more people than there were tables in an earlier
    round has some who sat together then.

    >>> four = [Round(((1, 2, 3, 4),)), Round(((1, 2, 3, 4),))]
    >>> fewest_repeats(four), fewest_repeats([Round(((1, 2), (3, 4)))] * 4)
    (6, 2)
    """
    here = {person for one in rounds for table in one.tables for person in table}
    met: Counter[int] = Counter()
    for one in rounds:
        for table in one.tables:
            met.update(dict.fromkeys(table, len(table) - 1))
    too_many = sum(max(0, times - (len(here) - 1)) for times in met.values())
    by_tables = 0
    for before, one in enumerate(rounds):
        fewest = min((len(other.tables) for other in rounds[:before] if not other.byes), default=0)
        by_tables += sum(_together(len(table), fewest) for table in one.tables if fewest)
    return max(-(-too_many // 2), by_tables)


def _together(people: int, tables: int) -> int:
    """So many pairs at least come from the same of some tables."""
    each, more = divmod(people, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def apart(people: Sequence[int], size: int, least: int, rounds: int, before: Iterable[Round], seed: int) -> list[Round]:
    """The next rounds, planned together so that people meet as few others twice as can be.

    >>> plan = apart(range(1, 13), size=3, least=2, rounds=4, before=(), seed=1)
    >>> [len(one.tables) for one in plan], repeats(plan)
    ([4, 4, 4, 4], 0)
    """
    rng, known = Random(seed), past(before)
    shuffled = list(people)
    rng.shuffle(shuffled)
    planned = []
    for number in range(rounds):
        seated, byes = _with_byes(shuffled, size, least, known)
        planned.append(Round(_dealt(seated, sizes(len(seated), size, least), number, rng), tuple(byes)))
    found = _best_of(planned, known, shuffled, rng)
    return [Round(_fair(one.tables, known.short), one.byes) for one in found]


def _best_of(planned: list[Round], known: Past, people: Sequence[int], rng: Random) -> list[Round]:
    """The rounds as they were dealt where nobody could do better, else the better of turning them and of exchanges."""
    enough = fewest_repeats(planned)
    ways = [planned]
    # Whoever has met before, or has a bye, does not turn with the others.
    if repeats(planned) > enough and not known.met and not any(one.byes for one in planned):
        turns = turned(people, [len(table) for table in planned[0].tables], len(planned), rng)
        ways.append([Round(tuple(one)) for one in turns])
    best = min(ways, key=repeats)
    if repeats(best) > enough or known.met:
        ways.append(_exchanged(best, known, rng))
    return min(ways, key=lambda rounds: _Seats(rounds, known.met, _nowhere).repeats)


def by_standing(order: Sequence[int], size: int, least: int, before: Iterable[Round], seed: int) -> Round:
    """The next round: neighbours in the standing sit together, moved as little as keeps them from meeting again.

    >>> by_standing([5, 1, 4, 2], 2, 2, [], seed=1)
    Round(tables=((5, 1), (4, 2)), byes=())
    >>> by_standing([5, 1, 4, 2], 2, 2, [Round(((5, 1), (4, 2)))], seed=1).tables
    ((5, 4), (1, 2))
    """
    known = past(before)
    seated, byes = _with_byes(list(order), size, least, known, last_first=True)
    rest, tables = iter(seated), []
    for many in sizes(len(seated), size, least):
        tables.append(tuple(next(rest) for _ in range(many)))
    rank = {person: number for number, person in enumerate(seated)}
    middle = [sum(map(rank.__getitem__, table)) / len(table) for table in tables]

    def far(person: int, table: int) -> float:
        return (rank[person] - middle[table]) ** 2 / size**2

    one = _exchanged([Round(tuple(tables), tuple(byes))], known, Random(seed), far)[0]
    ranked = [tuple(sorted(table, key=rank.__getitem__)) for table in one.tables]
    return Round(tuple(sorted(ranked, key=lambda table: rank[table[0]])), one.byes)


def _with_byes(
    people: list[int], size: int, least: int, known: Past, last_first: bool = False
) -> tuple[list[int], list[int]]:
    """Those who play, and those who don't: whoever had fewest byes before, then whoever stands last."""
    idle = len(people) - sum(sizes(len(people), size, least))
    order = list(reversed(people)) if last_first else people
    byes = sorted(order, key=lambda person: known.byes[person])[:idle]
    known.byes.update(byes)
    return [person for person in people if person not in byes], byes


def _dealt(people: Sequence[int], many: Sequence[int], number: int, rng: Random) -> tuple[Table, ...]:
    """People in rows of one for each table; in each round every row is dealt by its own number of tables further.

    When all ways of doing so are used up, rows are tables once, if they fit, and then people sit anywhere.
    """
    count = len(many)
    if number < count:
        tables: list[list[int]] = [[] for _ in many]
        for place, person in enumerate(people):
            row, column = divmod(place, count)
            tables[_further(column, row, number, count)].append(person)
        return tuple(map(tuple, tables))
    order = list(people) if number == count and set(many) == {count} else rng.sample(people, len(people))
    rest = iter(order)
    return tuple(tuple(next(rest) for _ in range(size)) for size in many)


def _further(column: int, row: int, number: int, count: int) -> int:
    """Column and row times number, in the field of so many numbers where there is one, else modulo."""
    if count not in _FIELDS or row >= count:
        return (column + row * number) % count
    prime, root = _FIELDS[count]
    digits = [_digits(value, prime, len(root)) for value in (column, row, number)]
    found, times = digits[0], digits[1]
    for digit in digits[2]:
        found = [(have + digit * one) % prime for have, one in zip(found, times, strict=True)]
        times = [(one + times[-1] * back) % prime for one, back in zip([0, *times[:-1]], root, strict=True)]
    return sum(digit * prime**place for place, digit in enumerate(found))


def _digits(value: int, prime: int, places: int) -> list[int]:
    return [value // prime**place % prime for place in range(places)]


def _fair(tables: tuple[Table, ...], short: Counter[int]) -> tuple[Table, ...]:
    """The tables, those first whose people sat at short ones before, as the first ones are the full ones."""
    return tuple(sorted(tables, key=lambda table: (-len(table), -sum(short[person] for person in table))))


Cost = Callable[[int, int], float]


def _nowhere(person: int, table: int) -> float:
    del person, table
    return 0


class _Seats:
    """Rounds while seats are exchanged: who sits where, who meets whom how often, and what all of it costs."""

    AGAIN = 1000
    """What it costs that two people meet again."""

    def __init__(self, rounds: Sequence[Round], met: Meetings, cost: Cost) -> None:
        self.tables = [[list(table) for table in one.tables] for one in rounds]
        self.at = [{person: n for n, table in enumerate(one) for person in table} for one in self.tables]
        self.people = [list(one) for one in self.at]
        self.met, self._cost = met + past(rounds).met, cost
        self.repeats = sum(times - 1 for times in self.met.values())
        self.away = sum(cost(person, n) for one in self.at for person, n in one.items())

    def cost(self) -> float:
        return self.AGAIN * self.repeats + self.away

    def is_crossed(self, number: int, person: int) -> bool:
        """Whether a person meets somebody again at their table."""
        here = self.tables[number][self.at[number][person]]
        return any(self.met[_pair(person, other)] > 1 for other in here if other != person)

    def crossed(self, rng: Random) -> tuple[int, int] | None:
        """Somebody who meets somebody again, and in which round."""
        for _ in range(30):
            number = rng.randrange(len(self.at))
            person = rng.choice(self.people[number])
            if self.is_crossed(number, person):
                return number, person
        found = [(n, person) for n, one in enumerate(self.people) for person in one if self.is_crossed(n, person)]
        return rng.choice(found) if found else None

    def gain(self, number: int, one: int, two: int) -> float:
        """How much less it costs if two people of a round exchange their seats."""
        at, met, cost = self.at[number], self.met, self._cost
        first, second = at[one], at[two]
        here, there = self.tables[number][first], self.tables[number][second]
        found = 0
        for other in here:
            if other != one:
                found += (met[_pair(one, other)] > 1) - (met[_pair(two, other)] > 0)
        for other in there:
            if other != two:
                found += (met[_pair(two, other)] > 1) - (met[_pair(one, other)] > 0)
        return self.AGAIN * found + cost(one, first) + cost(two, second) - cost(one, second) - cost(two, first)

    def exchange(self, number: int, one: int, two: int) -> None:
        at = self.at[number]
        self.away -= self._cost(one, at[one]) + self._cost(two, at[two])
        self._count(number, one, -1)
        self._count(number, two, -1)
        here, there = self.tables[number][at[one]], self.tables[number][at[two]]
        here[here.index(one)], there[there.index(two)] = two, one
        at[one], at[two] = at[two], at[one]
        self._count(number, one, 1)
        self._count(number, two, 1)
        self.away += self._cost(one, at[one]) + self._cost(two, at[two])

    def _count(self, number: int, person: int, by: int) -> None:
        for other in self.tables[number][self.at[number][person]]:
            if other != person:
                pair = _pair(person, other)
                self.repeats += by * (self.met[pair] > (by < 0))
                self.met[pair] += by

    def as_rounds(self, byes: Sequence[Round]) -> list[Round]:
        return [Round(tuple(map(tuple, one)), was.byes) for one, was in zip(self.tables, byes, strict=True)]


def _pair(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _exchanged(rounds: list[Round], known: Past, rng: Random, cost: Cost = _nowhere) -> list[Round]:
    """The same rounds after as many exchanges of seats as help, or were tried; whoever moved rests for a while."""
    seats = _Seats(rounds, known.met, cost)
    best, kept, enough = seats.cost(), rounds, fewest_repeats(rounds)
    rests: dict[tuple[int, int], int] = {}
    for step in range(STEPS):
        found = seats.crossed(rng) if seats.repeats > enough else None
        if found is None:
            break
        number, person = found
        at, people = seats.at[number], seats.people[number]
        looked = people if len(people) <= LOOK_AT else rng.sample(people, LOOK_AT)
        gains = [
            (seats.gain(number, person, other), rng.random(), other)
            for other in looked
            if at[other] != at[person] and rests.get((number, other), -1) < step
        ]
        if gains:
            other = max(gains)[2]
            seats.exchange(number, person, other)
            rests[number, person] = rests[number, other] = step + 2 + rng.randrange(8)
            if seats.cost() < best:
                best, kept = seats.cost(), seats.as_rounds(rounds)
    return _settled(_Seats(kept, known.met, cost)).as_rounds(rounds) if cost is not _nowhere else kept


def _settled(seats: _Seats) -> _Seats:
    """Seats exchanged for as long as any exchange of near tables makes it better."""
    for number, people in enumerate(seats.people):
        at, better = seats.at[number], True
        while better:
            better = False
            for one, other in combinations(people, 2):
                if 0 < abs(at[one] - at[other]) <= NEAR and seats.gain(number, one, other) > 0:
                    seats.exchange(number, one, other)
                    better = True
    return seats
