"""The desk of an event: rounds seated, played, closed; everything undone until then; several desks at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pnp.convention.desk import Desk
from pnp.convention.event import Settings
from pnp.errors import CallError
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with SqliteStore(tmp_path / "t.db") as store:
        yield Tables(store, lambda: "2026-11-18T20:00:00")


def opened(tables: Tables, names: tuple[str, ...] = NAMES, seats: int = 4, rounds: int = 3, **more: object) -> Desk:
    settings = Settings("Con", "yacht", seats, rounds)._replace(**more)  # type: ignore[arg-type]
    return Desk.open(tables, settings, names)


def served(tables: Tables) -> set[str]:
    return {info.id for info in tables.store.tables() if info.meta.get("party")}


def tell_all(desk: Desk) -> None:
    """Slips for all tables: whoever came first to the event has most points."""
    now = desk.event.rounds[desk.event.current]
    for number, people in enumerate(now.seats.tables, 1):
        desk.tell(number, {desk.event.name(person): 100 - person for person in people})


def test_an_event_from_the_first_round_to_the_last(tables: Tables) -> None:
    desk = opened(tables)
    for number in range(3):
        seated = desk.seat()
        assert len(seated.tables) == 2 and desk.event.current == number
        assert {info.id for info in tables.store.tables()} >= set(seated.tables)
        with pytest.raises(CallError, match="2 tables have no result yet: 1, 2"):
            desk.close()
        tell_all(desk)
        desk.close()
    with pytest.raises(CallError, match="all 3 rounds have been played"):
        desk.seat()
    rows = desk.standings()
    assert (desk.event.name(rows[0].person), rows[0].score, rows[0].wins) == ("Ana", 12, 3)
    assert Desk.load(tables, "Con").standings() == rows


def test_results_come_from_the_tables_themselves(tables: Tables) -> None:
    desk = opened(tables, ("Ana", "Bo"), seats=2, rounds=1)
    table = tables.load(desk.seat().tables[0])
    while not table.over:
        if table.play.dice(table.state):
            tables.roll(table)
        for seat in (0, 1):
            legal = [one for one in table.play.options(table.state, seat) if not one.notation.startswith("keep")]
            if legal:
                tables.say(table, seat, legal[0].notation)
    desk.close()
    by_name = {desk.event.name(row.person): row.points for row in desk.standings()}
    assert by_name == {row.player: row.total for row in table.standings()}


def test_everything_is_undone_until_the_round_is_closed(tables: Tables) -> None:
    desk = opened(tables)
    desk.seat()
    before = desk.event
    desk.leave("Bo")
    desk.seat()
    desk.swap("Ana", "Cy")
    first = desk.event.rounds[0].seats.tables[0]
    desk.tell(1, {desk.event.name(person): 5 for person in first})
    desk.back("Bo")
    for _ in range(3):
        desk.undo()
    now = desk.event
    assert now.people == before.people
    assert now.rounds[0].seats == before.rounds[0].seats and now.rounds[0].told == {}
    assert served(tables) == set(now.rounds[0].tables) == set(before.rounds[0].tables)
    tell_all(desk)
    desk.close()
    assert {info.id for info in tables.store.tables()} == set(before.rounds[0].tables)
    with pytest.raises(CallError, match="round 1 is closed"):
        desk.undo()


def test_a_table_that_has_begun_keeps_its_seats(tables: Tables) -> None:
    desk = opened(tables)
    begun = desk.seat()
    here, there = ([desk.event.name(person) for person in people] for people in begun.seats.tables)
    table = tables.load(begun.tables[1])
    tables.roll(table)
    desk.come("Łukasz")
    changes: list[Callable[[], object]] = [
        desk.seat,
        desk.undo,
        lambda: desk.swap(here[0], there[0]),
        lambda: desk.move(there[0], None),
        lambda: desk.move(here[0], 2),
        lambda: desk.move("Łukasz", 2),
    ]
    for change in changes:
        with pytest.raises(CallError, match="table 2 of round 1 has begun to play"):
            change()
    desk.move(here[0], None)
    desk.undo()
    assert desk.event.rounds[0].tables == begun.tables and tables.store.last(table.id) == 2


def test_a_result_on_a_slip_keeps_its_seats_too(tables: Tables) -> None:
    desk = opened(tables)
    desk.seat()
    tell_all(desk)
    desk.come("Łukasz")
    with pytest.raises(CallError, match="table 1 of round 1 has its result"):
        desk.seat()
    for _ in range(2):
        desk.undo()
    assert "Łukasz" in [desk.event.name(one) for table in desk.seat().seats.tables for one in table]


def test_what_was_printed_for_a_table_stays_right_as_long_as_its_people_do(tables: Tables) -> None:
    desk = opened(tables, (*NAMES, "Ida", "Jo", "Kim", "Lea"))
    first = desk.seat()
    assert desk.seat() == first  # a second tap, or a second desk
    one, two = (desk.event.name(people[0]) for people in first.seats.tables[:2])
    desk.swap(one, two)
    swapped = desk.event.rounds[0].tables
    assert swapped[2] == first.tables[2] and not set(swapped[:2]) & set(first.tables)
    assert served(tables) == set(swapped)
    desk.undo()
    assert desk.event.rounds[0].tables == first.tables
    desk.undo()
    assert served(tables) == set()
    assert desk.seat().tables == first.tables
    assert served(tables) == set(first.tables)


def test_two_desks_do_the_same_at_once(tables: Tables) -> None:
    one = opened(tables)
    other = Desk.load(tables, "Con")
    assert one.seat() == other.seat()
    assert len(tables.store.tables()) == 2
    other.tell(1, {one.event.name(person): 5 for person in one.event.rounds[0].seats.tables[0]})
    Desk.load(tables, "Con").close(anyway=True)
    with pytest.raises(CallError, match="another desk was first"):
        other.close(anyway=True)
    one = Desk.load(tables, "Con")
    assert one.event.current == 1
    one.seat()
    one.swap("Ana", next(one.event.name(p) for t in one.event.rounds[1].seats.tables if 1 not in t for p in t))
    late = Desk.load(tables, "Con")
    one.undo()
    with pytest.raises(CallError, match="another desk was first"):
        late.undo()


def test_people_come_late_and_drop_out(tables: Tables) -> None:
    desk = opened(tables)
    desk.seat()
    tell_all(desk)
    desk.close()
    desk.leave("Hal")
    desk.come("Łukasz")
    desk.come("عدي")
    seated = desk.seat().seats
    playing = {desk.event.name(person) for table in seated.tables for person in table}
    assert "Hal" not in playing and {"Łukasz", "عدي"} <= playing
    assert sorted(map(len, seated.tables)) == [3, 3, 3]
    assert desk.standings()[-1].rounds[0] is None
    desk.come("hal")
    with pytest.raises(CallError, match="there is somebody called 'hal' already"):
        desk.back("8")


def slip_named_twice(desk: Desk) -> None:
    """A slip on which somebody stands by name and by number."""
    people = desk.event.rounds[0].seats.tables[0]
    desk.tell(1, {**{str(person): 3 for person in people}, desk.event.name(people[0]): 5})


@pytest.mark.parametrize(
    ("doing", "why"),
    [
        (lambda desk: desk.come("ana"), "ana|Ana"),
        (lambda desk: desk.leave("Anna"), "'Anna': nobody of this name is at the event; did you mean 'Ana'?"),
        (lambda desk: desk.move("Ana", 9), "there is no table 9; there are 2"),
        (lambda desk: slip_named_twice(desk), "at table 1 sit .*; the slip has to name each of them once"),
        (lambda desk: desk.tell(1, {"Ana": 3}), "at table 1 sit .*; the slip has to name each of them once"),
        (lambda desk: desk.confirm(7, "Ana"), "Ana does not sit at table 7"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(tables: Tables, doing: Callable[[Desk], object], why: str) -> None:
    desk = opened(tables)
    desk.seat()
    kept, known = Desk.known(tables), tables.store.tables()
    with pytest.raises(CallError, match=why):
        doing(desk)
    assert (Desk.known(tables), tables.store.tables()) == (kept, known)


def test_two_desks_do_not_lose_what_the_other_did(tables: Tables) -> None:
    one = opened(tables)
    other = Desk.load(tables, "Con")
    one.come("Ida")
    other.come("Jo")
    one.leave("Ana")
    names = [person.name for person in Desk.load(tables, "Con").event.people if person.here]
    assert names == ["Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal", "Ida", "Jo"]
    with pytest.raises(CallError, match="Ida"):
        other.come("Ida")


def test_two_pairs_of_eyes(tables: Tables) -> None:
    desk = opened(tables, confirm=True)
    first = desk.seat().seats.tables[0]
    with pytest.raises(CallError, match="table 1 of round 1 has no result yet"):
        desk.confirm(1, str(first[0]))
    tell_all(desk)
    assert desk.waiting() == [0, 1]
    for number, people in enumerate(desk.event.rounds[0].seats.tables, 1):
        for person in people[:2]:
            desk.confirm(number, desk.event.name(person))
    assert desk.waiting() == []
    desk.tell(1, {desk.event.name(person): 100 - person for person in first})
    assert desk.waiting() == []
    desk.tell(1, {desk.event.name(person): 7 for person in first})
    assert desk.waiting() == [0]  # nobody has seen what was corrected


def test_later_rounds_by_standing(tables: Tables) -> None:
    desk = opened(tables, seating="standing", rounds=2)
    desk.seat()
    tell_all(desk)
    desk.close()
    with pytest.raises(CallError, match="round 2 is not seated yet"):
        desk.tell(1, {"Ana": 3})
    rows = [row.person for row in desk.standings()]
    tables_now = desk.seat().seats.tables
    assert rows[0] in tables_now[0] and rows[-1] in tables_now[-1]


def test_who_confirms_again_adds_nothing(tables: Tables) -> None:
    """A phone that says so a thousand times would make an event ever longer, and the undo undo that."""
    desk = opened(tables, confirm=True)
    desk.seat()
    tell_all(desk)
    first = desk.event.rounds[0].seats.tables[0][0]
    desk.confirm(1, str(first))
    seen = len(desk.evening.plan), desk.seq
    desk.confirm(1, str(first))
    assert (len(desk.evening.plan), desk.seq) == seen
