"""One party served by two programs at once, over one database server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from postgres_server import server
from starlette.testclient import TestClient

from pnp.convention.desk import Desk
from pnp.convention.event import Settings
from pnp.play.engine import Table
from pnp.play.stores.postgres import MOST_READERS, PostgresStore
from pnp.play.stores.store import StoreError
from pnp.sheets import codes
from pnp.web import party as parties
from pnp.web.party import Party
from tests.processes import soon
from tests.web.conftest import HOUSE, SECRET, Evening, Guest

pytestmark = pytest.mark.xdist_group("postgres")


class Two:
    """Two programs, each with a store and an app of its own; a guest talks to either."""

    def __init__(self, folder: Path) -> None:
        self.url = server().new()
        self.evenings = [Evening(folder, PostgresStore(self.url, patience=20)) for _ in range(2)]
        for one in self.evenings:
            one.clock.now = time.time()
        self.clients: list[TestClient] = []

    def guests(self, path: str) -> tuple[Guest, Guest]:
        first, second = (Guest(client, path) for client in self.clients)
        return first, second


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    made = Two(tmp_path)
    with made.evenings[0].client() as first, made.evenings[1].client() as second:
        made.clients = [first, second]
        yield made
    for evening in made.evenings:
        evening.store.close()


@pytest.fixture
def event(tmp_path: Path) -> Iterator[list[Evening]]:
    """An event of six people, whose first round is seated and whose results are confirmed, served by two programs."""
    evenings = Two(tmp_path).evenings
    settings = Settings("Con", HOUSE, 3, 2, confirm=True)
    desk = Desk.open(evenings[0].tables, settings, ("Ana", "Bo", "Cy", "Di", "Eli", "Flo"))
    desk.seat()
    for one in evenings:
        one.party.open_evening(desk.evening.id)
    yield evenings
    for one in evenings:
        one.store.close()


DEEDS: list[dict[str, Any]] = [
    {"do": "swap", "person": "1", "other": "4"},
    {"do": "come", "name": "Zoë"},
    {"do": "close", "anyway": True},
]


def seated(two: Two) -> tuple[str, tuple[Guest, Guest], list[tuple[Guest, Guest]]]:
    """A table that was opened with one program, with its host and guests at both."""
    table = two.evenings[0].table(players=())
    two.clients[0].get(f"/t/{table.id}")
    host = two.guests(f"/h/{_key(table.id)}")
    players = []
    for number, name in enumerate(("Ana", "Bo", "Cy")):
        client = two.clients[number % 2]
        said = client.post(f"/t/{table.id}/join", json={"name": name, "key": f"join-{name}-0001"}).json()
        assert said["ok"], said
        players.append(two.guests(f"/s/{codes.of_seat(SECRET, table.id, 'play', number)}"))
    return table.id, host, players


def _key(id: str) -> str:
    from pnp.web import keys

    return keys.host_key(SECRET, id)


def test_a_round_is_played_with_either_program(two: Two) -> None:
    id, host, players = seated(two)
    host[1].do("start")
    soon(lambda: host[0].state()["phase"] != "lobby")
    host[0].do("roll")
    soon(lambda: host[1].state()["seq"] == host[0].state()["seq"])
    for number, guests in enumerate(players):
        words = guests[number % 2].state()["me"]["options"][0]["notation"]
        guests[(number + 1) % 2].say(words)  # what was seen with one is said to the other
    for guests in (host, *players):
        soon(lambda guests=guests: guests[0].state()["seq"] == guests[1].state()["seq"])
        ours, theirs = (guest.state() for guest in guests)
        own = ("now", "version", "show")  # each has a clock of its own
        assert {k: v for k, v in ours.items() if k not in own} == {k: v for k, v in theirs.items() if k not in own}
        assert [one["name"] for one in ours["show"]["scenes"]] == [one["name"] for one in theirs["show"]["scenes"]]
    events = two.evenings[0].store.read(id)
    assert sum('"kind":"said"' in one.body and '"seat":null' not in one.body for one in events) == 3
    assert [one.seq for one in events] == list(range(1, len(events) + 1))


def test_a_program_knows_no_less_than_a_page_was_told(two: Two) -> None:
    _, host, players = seated(two)
    host[0].do("start")
    host[0].do("roll")
    seen = host[0].state()["version"]
    answer = two.clients[1].get(f"{players[0][1].base}/state", params={"seen": seen}).json()
    assert answer["seq"] == int(seen.partition("-")[0])


def test_an_entry_that_is_sent_to_both_is_taken_once(two: Two) -> None:
    id, host, players = seated(two)
    host[0].do("start")
    host[0].do("roll")
    ana = players[0]
    state = ana[0].state()
    words = state["me"]["options"][0]["notation"]
    told = [guest.say(words, expected=state["seq"], key="the-same-key-1") for guest in ana]
    assert [one["ok"] for one in told] == [True, True]
    assert sum(words in one.body for one in two.evenings[0].store.read(id)) == 1


def test_a_seat_is_taken_once_whichever_program_is_asked(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    table = two.evenings[0].table(players=("Ana", "Bo"))
    first, second = two.guests(f"/t/{table.id}")
    assert not first.state()["people"][0]["claimed"] and not second.state()["people"][0]["claimed"]
    monkeypatch.setattr(two.evenings[1].party, "hear", lambda _: None)  # and before it has heard of it
    assert first.post("claim", seat=0, key="phone-of-ana")["ok"]
    told = second.client.post(f"{second.base}/claim", json={"seat": 0, "key": "phone-of-eve"})
    assert (told.status_code, told.json()["code"]) == (409, "taken")
    assert first.post("claim", seat=0, key="phone-of-ana")["ok"]


def test_notes_beside_the_log_are_heard_of(two: Two) -> None:
    id, host, _ = seated(two)
    both = [evening.party for evening in two.evenings]
    soon(lambda: all(id in party.hosted for party in both))
    host[0].do("timer", seconds=90)
    soon(lambda: both[1].hosted[id].meta.get("timer") == "90")
    soon(lambda: both[0].hosted[id].meta == both[1].hosted[id].meta)


def test_a_connection_that_dies_silently_costs_nothing(two: Two) -> None:
    id, host, _ = seated(two)
    both = [evening.party for evening in two.evenings]
    soon(lambda: id in both[1].hosted)
    with psycopg.connect(two.url, autocommit=True) as db:
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pnp'"
        gone = db.execute(f"{cut} AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')".encode()).fetchall()
        assert len(gone) >= 2, "both programs listened"
        host[0].do("start")
        soon(lambda: both[1].hosted[id].table.seq == both[0].hosted[id].table.seq)
        host[0].do("roll")
        soon(lambda: both[1].hosted[id].table.seq == both[0].hosted[id].table.seq)


def test_what_was_chosen_is_known_to_whichever_program_serves_the_phone(two: Two) -> None:
    id, host, players = seated(two)
    host[0].do("start")
    host[0].do("roll")
    ana, bo = players[0], players[1]
    soon(lambda: ana[1].state()["seq"] == host[0].state()["seq"])
    kept = ana[1].state()["me"]["options"][0]["notation"]
    assert ana[1].post("draft", words=kept)["kept"]
    soon(lambda: ana[0].state()["me"]["draft"] == kept)
    assert kept not in str({**bo[0].state(), "me": {}}) and kept not in str(host[0].state()["people"])
    bo[0].draw()
    told = host[0].do("say", 409, seat=None, words="reveal")
    assert told["code"] == "unconfirmed"
    soon(lambda: ana[1].state()["me"]["asked"])
    stranger = parties.Party(
        two.evenings[0].party.tables, two.evenings[0].party.secret, "http://new"
    )  # as after a restart
    again = asyncio.run(stranger.table(id))
    assert again is not None and again.drafts.of(again.table, 0) == kept


def test_of_two_programs_one_rings(two: Two) -> None:
    id, host, players = seated(two)
    host[0].do("timer", seconds=60)
    host[0].do("start")
    host[0].do("roll")
    soon(lambda: players[0][1].state()["seq"] == host[0].state()["seq"])
    kept = players[0][1].state()["me"]["options"][0]["notation"]
    assert players[0][1].post("draft", words=kept)["ok"], "chosen with the second program, and not entered"
    both = [evening.party.hosted[id] for evening in two.evenings]
    soon(lambda: both[0].deadline is not None and both[0].deadline == both[1].deadline)
    for evening in two.evenings:
        evening.clock.now += 61
    for client, hosted in zip(two.clients, both, strict=True):
        assert client.portal is not None
        client.portal.call(hosted.party.spawn, hosted.ring)
    soon(lambda: any('"by":"deadline"' in one.body for one in two.evenings[0].store.read(id)))
    time.sleep(0.3)
    bodies = [one.body for one in two.evenings[0].store.read(id)]
    assert sum('"by":"deadline"' in body for body in bodies) == 1
    assert sum('"by":"draft"' in body for body in bodies) == 1, "nothing that was chosen is thrown away"


def test_when_the_time_of_many_tables_is_over_at_once_all_of_them_ring(two: Two) -> None:
    """Each makes sure on a connection of its own that it is alone, and reads on another: there are not so many."""
    evening, client = two.evenings[0], two.clients[0]
    tables = [evening.table(players=("Ana", "Bo")) for _ in range(MOST_READERS + 1)]
    for table in tables:
        host = evening.host(client, table)
        host.do("start")
        host.do("timer", seconds=60)
        host.do("roll")
        evening.guest(client, table, 0).draw()
    evening.clock.now += 100

    async def all_ring() -> None:
        rings = (evening.party.hosted[table.id].ring() for table in tables)
        await asyncio.wait_for(asyncio.gather(*rings), 30)

    assert client.portal is not None
    client.portal.call(all_ring)
    assert [client.get(f"/t/{table.id}/state").json()["round"] for table in tables] == [2] * len(tables)


def test_a_table_that_nobody_uses_leaves_memory_and_comes_back(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    id, host, players = seated(two)
    monkeypatch.setattr(parties, "IDLE", -1.0)

    def left(party: parties.Party) -> bool:
        """A table that news is just being read into stays until it is done."""
        party.rest()
        return id not in party.hosted

    for evening in two.evenings:
        soon(partial(left, evening.party))
    assert players[0][0].state()["table"] == id
    assert host[1].do("start")["ok"]
    assert id in two.evenings[0].party.hosted


def test_a_table_that_is_deleted_is_gone_everywhere(two: Two) -> None:
    id, _, players = seated(two)
    soon(lambda: all(id in evening.party.hosted for evening in two.evenings))
    two.evenings[0].store.delete(id)
    soon(lambda: all(id not in evening.party.hosted for evening in two.evenings))
    assert two.clients[1].get(f"{players[0][1].base}/state").status_code == 404


def test_a_lost_database_is_waited_out_and_told(two: Two) -> None:
    id, host, players = seated(two)
    host[0].do("start")
    host[0].do("roll")
    words = players[0][0].state()["me"]["options"][0]["notation"]
    soon(lambda: two.evenings[1].party.hosted[id].table.seq == two.evenings[0].party.hosted[id].table.seq)
    seq = players[0][1].state()["seq"]
    for one in two.evenings:
        assert isinstance(one.store, PostgresStore)
        one.store._patience = 1
    server().stop()
    try:
        body = {"words": words, "key": "while-it-is-away", "expected": seq}
        refused = two.clients[1].post(f"{players[0][1].base}/say", json=body)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "2")
        assert "postgresql" not in refused.text
        assert players[0][1].state()["seq"] == seq, "what is there can still be looked at"
    finally:
        server().start()
    assert players[0][1].say(words, expected=seq, key="while-it-is-away")["ok"]
    soon(lambda: players[0][0].state()["seq"] == seq + 1)


# ---------------------------------------------------------------------- news that could be missed


def rolled(two: Two) -> tuple[str, list[Party], list[tuple[Guest, Guest]]]:
    """A table on which dice lie, in the memory of both programs."""
    id, host, players = seated(two)
    host[0].do("start")
    host[0].do("roll")
    both = [evening.party for evening in two.evenings]
    soon(lambda: all(id in party.hosted for party in both))
    soon(lambda: both[1].hosted[id].table.seq == both[0].hosted[id].table.seq)
    return id, both, players


class Deaf:
    """A program that hears of nothing from now on, and what it would have heard."""

    def __init__(self, party: Party, monkeypatch: pytest.MonkeyPatch) -> None:
        soon(lambda: party._reading is not None and party._reading.done())
        self.missed: list[Mapping[str, int] | None] = []
        monkeypatch.setattr(party, "hear", self.missed.append)


def test_what_is_written_while_a_table_is_being_loaded_is_not_missed(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has been read, the table is not there yet: whoever is told now has to be told again."""
    id, both, players = rolled(two)
    late, tables = both[1], both[1].tables
    read, go, told, load, hear = Event(), Event(), Event(), tables.load, late.hear

    def slow(name: str) -> Table:
        found = load(name)
        read.set()
        assert go.wait(120)
        return found

    def heard(news: Mapping[str, int] | None) -> None:
        hear(news)
        told.set()

    monkeypatch.setattr(tables, "load", slow)
    monkeypatch.setattr(late, "hear", heard)
    late.hosted.pop(id)
    with ThreadPoolExecutor(1) as elsewhere:
        looked = elsewhere.submit(two.clients[1].get, f"/t/{id}/state")
        assert read.wait(120)
        told.clear()
        players[0][0].draw()
        assert told.wait(120)
        soon(lambda: late._reading is not None and late._reading.done())
        go.set()
        assert looked.result().status_code == 200
    soon(lambda: late.hosted[id].table.seq == both[0].hosted[id].table.seq)


def test_one_number_does_not_hide_that_something_else_has_changed(two: Two) -> None:
    """A note and an event that are told in one breath are both taken in, by one who knew of the event."""
    id, both, _ = rolled(two)
    two.evenings[0].store.set_meta(id, "timer", "90")
    late = both[1]
    assert two.clients[1].portal is not None
    soon(lambda: late.hosted[id].meta.get("timer") == "90")
    late.hosted[id].meta["timer"] = "15"

    async def hear_both() -> None:
        late.hear({id: 0})
        late.hear({id: late.hosted[id].table.seq})

    two.clients[1].portal.call(hear_both)
    soon(lambda: late.hosted[id].meta["timer"] == "90")


def test_a_write_that_failed_has_not_hidden_what_others_wrote(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as a write is tried it counts, so that another program's event of the same number looks known."""
    id, both, players = rolled(two)
    late, store = both[1], two.evenings[1].store
    seq = late.hosted[id].table.seq
    trying, told, hear = Event(), Event(), late.hear

    def lost(*_: object) -> int:
        trying.set()
        assert told.wait(120)
        raise StoreError("the database is away")

    def heard(news: Mapping[str, int] | None) -> None:
        hear(news)
        if news and news.get(id) == seq + 1 and late._reading:
            late._reading.add_done_callback(lambda _: told.set())

    monkeypatch.setattr(store, "append", lost)
    monkeypatch.setattr(late, "hear", heard)
    body = {"words": players[0][1].state()["me"]["options"][0]["notation"], "key": "not-stored", "expected": seq}
    with ThreadPoolExecutor(1) as elsewhere:
        refused = elsewhere.submit(two.clients[1].post, f"{players[0][1].base}/say", json=body)
        assert trying.wait(120)
        players[1][0].draw()
        assert refused.result().status_code == 503
    soon(lambda: late.hosted[id].table.seq == both[0].hosted[id].table.seq == seq + 1)


def test_files_and_pages_tell_what_is_stored_whatever_was_heard(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    id, both, players = rolled(two)
    Deaf(both[1], monkeypatch)
    for guests in players:
        guests[0].draw()  # the last of them reveals the round
    files = [client.get(f"/t/{id}/results.json").json() for client in two.clients]
    assert files[0] == files[1] and files[1]["events"] == both[0].hosted[id].table.seq
    there = f"/t/{id}/results", f"/t/{id}/screen", players[0][1].base, f"/h/{_key(id)}"
    for page, name in zip(there, ("Anna", "Anne", "Annie", "Anja"), strict=True):
        players[0][0].post("name", name=name)
        assert name in two.clients[1].get(page).text, page


def test_who_has_caught_up_by_request_tells_its_listeners_and_the_show(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, both, players = rolled(two)
    Deaf(both[1], monkeypatch)
    for guests in players:
        guests[0].draw()
    seen = players[0][0].state()
    told: list[str] = []
    monkeypatch.setattr(both[1].hosted[id].listeners, "tell", told.append)
    answer = two.clients[1].get(f"{players[0][1].base}/state", params={"seen": seen["version"]}).json()
    assert [one["name"] for one in answer["show"]["scenes"]] == [one["name"] for one in seen["show"]["scenes"]]
    assert told and told[-1].startswith(f"{seen['seq']}-")


def test_phones_at_one_program_hear_of_what_a_desk_at_the_other_does(event: list[Evening]) -> None:
    first, second = event
    with first.client() as here, second.client() as there:
        evening = second.party.evening
        assert evening is not None
        player, helper = Guest(there, f"/s/{evening.code(1)}"), Guest(here, f"/d/{evening.key}")
        seen = player.state()
        heard = Mock()
        second.party.hosted[seen["table"]].listeners.tell = heard  # type: ignore[method-assign]
        number = seen["place"]["table"]
        people = helper.state()["tables"][number - 1]["people"]
        helper.do("tell", table=number, totals={str(one["guest"]): 10 for one in people})
        soon(lambda: player.state()["place"]["confirm"])
        soon(lambda: heard.called)
        helper.do("close", anyway=True)
        soon(lambda: player.state()["place"]["round"] == 2)
        heard.reset_mock()
        helper.do("seat")
        # The page listens to the table of the first round: it has to be told there that its player sits at another.
        soon(lambda: player.state()["table"] != seen["table"])
        soon(lambda: heard.called)


def test_what_a_desk_sends_to_both_programs_is_done_once(event: list[Evening], monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = event
    for one in event:
        monkeypatch.setattr(one.party, "hear", lambda _: None)  # each hears of the other too late
    with first.client() as here, second.client() as there:
        assert first.party.evening is not None
        desk = f"/d/{first.party.evening.key}"
        for number, deed in enumerate(DEEDS):
            for client in (here, there):
                Guest(client, desk).post("do", key=f"sentagain{number}", **deed)
    event_now = Desk.load(first.tables, "Con")
    plan = [action["do"] for action in event_now.evening.plan]
    assert (plan.count("swap"), plan.count("close"), len(event_now.event.people)) == (1, 1, 7)


def test_a_program_that_has_not_heard_of_the_evening_yet_waits_where_a_page_has(event: list[Evening]) -> None:
    first, second = event
    with first.client() as here, second.client() as there:
        evening, hear = first.party.evening, second.party.hear
        assert evening is not None
        player, organiser = Guest(here, f"/s/{evening.code(1)}"), Guest(here, f"/d/{evening.key}")
        second.party.hear = lambda told: asyncio.get_running_loop().call_later(0.4, hear, told)  # type: ignore
        organiser.do("close", anyway=True)
        seen = here.get(f"/e/{evening.id}/event").json()
        told = there.get(f"/e/{evening.id}/event", params={"seen": seen["version"]}).json()
        assert told["round"] == seen["round"] == 2
        organiser.do("seat")
        moved = here.get(f"{player.base}/state").json()
        told = there.get(f"{player.base}/state", params={"seen": moved["version"]}).json()
        assert told["table"] == moved["table"]


def test_who_sits_at_a_table_that_is_heard_of_late_is_told_where_they_sat_before(event: list[Evening]) -> None:
    first, second = event
    with first.client() as here, second.client() as there:
        evening, ahead = first.party.evening, second.party.evening
        assert evening is not None and ahead is not None and there.portal is not None
        seen = Guest(there, f"/s/{evening.code(1)}").state()
        second.party.hear = Mock()  # type: ignore[method-assign]
        organiser = Guest(here, f"/d/{evening.key}")
        organiser.do("close", anyway=True)
        organiser.do("seat")
        there.portal.call(ahead.refresh)
        late = Guest(there, f"/s/{evening.code(1)}").state()
        assert (late["table"], late["place"]["round"]) == (seen["table"], 2)
        moved = Guest(here, f"/s/{evening.code(1)}").state()["table"]
        before = second.party.hosted[seen["table"]]
        version = before.version
        there.get(f"/t/{moved}")
        soon(lambda: before.version != version)
        assert Guest(there, f"/s/{evening.code(1)}").state()["table"] == moved
