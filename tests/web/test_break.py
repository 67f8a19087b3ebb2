"""What must not break the party: odd requests, races, a full disk, clocks that jump, people who come and go."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from pnp.play.engine import Table
from pnp.play.stores.store import StoreError
from pnp.play.tables import Tables
from pnp.sheets import codes
from pnp.web import lookup
from pnp.web.hosted_table import HostedTable
from pnp.web.serving import middleware, requests
from pnp.web.serving.middleware import RequestError
from tests.web.conftest import HOUSE, SECRET, Evening, Guest, Sit

JSON = {"content-type": "application/json"}
FOREIGN = codes.make(b"another machine", "blank", "7")


def hosted_at(evening: Evening, guest: Guest) -> HostedTable:
    return evening.party.hosted[guest.state()["table"]]


def call(client: TestClient, work: Callable[..., Any], *args: Any) -> Any:
    """Do something in the loop that serves."""
    assert client.portal is not None
    return client.portal.call(work, *args)


def one_sentence(said: dict[str, Any]) -> bool:
    text = said["message"]
    return said["ok"] is False and bool(text) and "\n" not in text and "Traceback" not in text and "/" not in text


# ---------------------------------------------------------------------- odd requests


@pytest.mark.parametrize(
    "body",
    [
        rb'{"sheet":"bonus","marks":{"\ud800":1},"key":"12345678"}',
        rb'{"sheet":"play","marks":{"name":"\udfff"},"key":"12345678"}',
        b'{"sheet":"play","marks":{"turns.1":NaN},"key":"12345678"}',
        b'{"sheet":"play","marks":{"turns.1":-Infinity},"key":"12345678"}',
        b'{"sheet":"play","marks":{"turns.1":' + b"9" * 5000 + b'},"key":"12345678"}',
        b'{"sheet":"play","marks":' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b',"key":"12345678"}',
    ],
)
def test_what_can_not_be_written_down_is_malformed(body: bytes, sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    answer = client.post(f"{ana.base}/paper", content=body, headers=JSON)
    assert answer.status_code == 400 and one_sentence(answer.json())


@pytest.mark.parametrize("path", ["/t/{t}/sheet/{n}.svg", "/t/{t}/photo/{n}", "/static/{n}.js", "/art/{n}/play.svg"])
def test_addresses_without_end(path: str, sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    answer = client.get(path.format(t=host.state()["table"], n="9" * 6000))
    assert answer.status_code == 414 and one_sentence(answer.json())
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_only_the_files_that_there_are(sit: Sit, client: TestClient) -> None:
    sit()
    assert client.get("/art/house-of-dice/play.json").status_code == 200
    assert client.get("/art/house-of-dice/play.zip").status_code == 404


def test_looking_for_the_stream_does_not_wait_for_it(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    assert client.head(f"/t/{host.state()['table']}/live").status_code == 200


def _request(*messages: dict[str, Any]) -> Request:
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.sleep(60)
        return waiting.pop(0)

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


def test_a_body_that_is_cut_off_or_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    part = {"type": "http.request", "body": b"{", "more_body": True}
    with pytest.raises(RequestError) as cut:
        asyncio.run(middleware.body_of(_request(part, {"type": "http.disconnect"}), 100))
    assert cut.value.status == 400
    monkeypatch.setattr(middleware, "PATIENCE", 0.05)
    with pytest.raises(RequestError) as slow:
        asyncio.run(middleware.body_of(_request(part), 100))
    assert slow.value.status == 408, "pages try again"


def test_photos_on_their_way_are_few(sit: Sit, evening: Evening, client: TestClient) -> None:
    _, (ana, *_) = sit()
    evening.party.uploads = lookup.MOST_UPLOADS
    for path in (f"{ana.base}/photo", "/find/photo"):
        answer = client.post(path, content=b"x")
        assert answer.status_code == 503 and int(answer.headers["retry-after"]) > 0
    evening.party.uploads -= 1
    for _ in range(3):
        assert client.post(f"{ana.base}/photo", content=b"x").status_code == 422
    assert evening.party.uploads == lookup.MOST_UPLOADS - 1


def test_true_is_no_face_of_a_die(sit: Sit) -> None:
    host, _ = sit(dice="physical")
    host.do("start")
    assert host.do("roll", 409, dice=[True, 2, 3])["code"] == "no-dice"


def test_nothing_is_allowed_at_a_closed_table(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    words = ana.state()["me"]["options"][0]["notation"]
    assert client.post(f"{ana.base}/try", json={"words": words}).json()["ok"]
    host.do("close")
    assert client.post(f"{ana.base}/try", json={"words": words}).json()["code"] == "closed"


# ---------------------------------------------------------------------- trouble with the disk


def test_a_full_disk_is_told_without_the_files_name_and_tried_again(
    sit: Sit, evening: Evening, client: TestClient
) -> None:
    _, (ana, *_) = sit()
    evening.store._writer.execute("PRAGMA max_page_count = 1")  # no more pages than there are
    for n in range(60):
        wish = {"name": f"{n:0200}", "key": f"fulldisk{n:03}"}
        answer = client.post(f"{ana.base}/name", json=wish)
        if answer.status_code != 200:
            break
    said = answer.json()
    assert answer.status_code == 503 and answer.headers["retry-after"] and one_sentence(said)
    assert "disk is full" in said["message"] and "tables.db" not in answer.text
    table = hosted_at(evening, ana).table
    assert table.seq == evening.store.last(table.id) and ana.state()["me"]["name"] != wish["name"]
    evening.store._writer.execute("PRAGMA max_page_count = 1000000")
    assert client.post(f"{ana.base}/name", json=wish).status_code == 200, "there is room again"
    assert ana.state()["me"]["name"] == wish["name"] and table.seq == evening.store.last(table.id)


def test_a_deadline_is_kept_although_it_could_not_be_stored_at_once(
    sit: Sit, evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    ana.draw()
    host.do("deadline", seconds=30)
    evening.clock.now += 31
    hosted = hosted_at(evening, host)

    def full(*_: object) -> None:
        raise StoreError("full")

    first = hosted.alarm
    with monkeypatch.context() as trouble:
        trouble.setattr(evening.store, "append", full)
        with pytest.raises(StoreError):
            call(client, hosted.ring)
    assert hosted.alarm not in (None, first) and host.state()["round"] == 1
    call(client, hosted.ring)
    assert host.state()["round"] == 2


def test_a_mistake_in_the_rules_leaves_no_trace(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening.tables.open(HOUSE, ["Ana", "Bo"])
    assert evening.tables.roll(table).ok
    assert evening.tables.say(table, 0, table.play.options(table.state, 0)[0].notation).ok
    before, follow = table.seq, Table.follow

    def broken(self: Table, event: Any) -> Any:
        if event.kind in ("said", "corrected"):
            raise RuntimeError("a mistake")
        return follow(self, event)

    with monkeypatch.context() as trouble:
        trouble.setattr(Table, "follow", broken)
        with pytest.raises(RuntimeError):
            evening.tables.correct(table, before, table.events[before - 1].data["words"])
    assert table.seq == before == evening.store.last(table.id)
    assert evening.tables.undo(table).ok


# ---------------------------------------------------------------------- people who move up while others wait


def test_marks_go_to_the_writer_though_a_seat_was_taken_away_meanwhile(
    sit: Sit, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, (_, bo, cy) = sit()
    hosted, read = hosted_at(evening, host), requests.asked

    async def slow(request: Request, keyed: bool = True) -> requests.PageRequest:
        ask = await read(request, keyed)
        async with hosted.lock:
            await hosted.write(hosted.table.seq, "analeaves", [("left", {"seat": 0})])
        return ask

    with monkeypatch.context() as waiting:
        waiting.setattr(requests, "asked", slow)
        said = bo.post("paper", sheet="play", marks={"house.c1r1": "F"})
    assert said["state"]["me"]["name"] == "Bo"
    assert bo.state()["me"]["paper"]["play"] == {"house.c1r1": "F"} and not cy.state()["me"]["paper"]
    again = bo.post("paper", sheet="play", marks={"house.c1r1": "W"}, key="onceonly1")
    assert bo.post("paper", sheet="play", marks={"house.c1r1": "W"}, key="onceonly1")["seq"] == again["seq"]


def test_a_host_who_has_not_seen_that_somebody_left_looks_again(sit: Sit) -> None:
    host, _ = sit()
    seen = host.state()["seq"]
    assert host.do("remove", seat=0, expected=seen)["ok"]
    for deed in ({"do": "remove"}, {"do": "rename", "name": "Bob"}):
        assert host.post("do", 409, **deed, seat=1, expected=seen)["code"] == "stale"
    assert [one["name"] for one in host.state()["people"]] == ["Bo", "Cy"]
    host.do("join", name="Di", expected=seen)


def test_who_claims_a_seat_gets_the_one_that_was_seen(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    at, seen = Guest(client, f"/t/{host.state()['table']}"), host.state()["seq"]
    host.do("remove", seat=0)
    assert at.post("claim", 409, seat=1, expected=seen)["code"] == "stale"
    assert at.post("claim", 400, seat=2)["code"] == "malformed"


def test_who_is_refused_has_no_seat(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    at = Guest(client, f"/t/{host.state()['table']}")
    assert at.post("join", 409, name="Ed", code=ana.base.removeprefix("/s/"))["code"] == "taken"
    assert len(host.state()["people"]) == 3


def test_a_sheet_whose_player_was_taken_away_can_be_played_with_again(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    at = Guest(client, f"/t/{host.state()['table']}")
    at.post("join", name="Di", code=FOREIGN, key="diskey001")
    host.do("remove", seat=3)
    assert at.post("join", 409, name="Di", code=FOREIGN, key="diskey001")["code"] == "gone"
    assert at.post("join", name="Di", code=FOREIGN)["url"] == f"/s/{FOREIGN}"
    assert Guest(client, f"/s/{FOREIGN}").state()["me"]["seat"] == 3


def test_a_sheet_that_was_opened_stays_with_its_player_whatever_they_are_called(sit: Sit, client: TestClient) -> None:
    _, (ana, bo, _) = sit()
    printed = Guest(client, f"/s/{codes.make(SECRET, HOUSE, 'play', '', 'Ana', '1')}")
    assert client.get(printed.base).status_code == 200
    printed.post("name", name="Anna")
    assert printed.state()["me"]["name"] == "Anna" == ana.state()["me"]["name"]
    bo.post("name", name="Ana")
    assert printed.state()["me"]["name"] == "Anna"
    assert client.get(printed.base).status_code == 200 and bo.state()["me"]["name"] == "Ana"


def test_a_namesake_at_another_table_does_not_get_the_sheet(evening: Evening, client: TestClient) -> None:
    ours, theirs = evening.table(), evening.table(players=())
    client.get(f"/t/{ours.id}")
    printed = Guest(client, f"/s/{codes.make(SECRET, HOUSE, 'play', '', 'Ana', '1')}")
    evening.tables.now = lambda: "2026-11-16T20:05:00+00:00"
    assert client.get(printed.base).status_code == 200
    Guest(client, f"/t/{theirs.id}").post("join", name="Ana")
    assert printed.state()["table"] == ours.id
    evening.tables.now = lambda: "2026-11-17T20:00:00+00:00"
    tomorrow = evening.table()
    client.get(f"/t/{tomorrow.id}")
    assert printed.state()["table"] == tomorrow.id, "another evening, the same sheet"


def test_the_last_seat_is_one_persons(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=("Ana", "Bo", "Cy", "Di", "Ed"))
    most = table.game.PLAYERS[1]
    at = Guest(client, f"/t/{table.id}")

    async def rush() -> list[int]:
        import httpx2

        transport = httpx2.ASGITransport(evening.app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://party.test:8000") as phones:
            names = [{"name": f"Guest {n}", "key": f"rushkey{n:03}"} for n in range(20)]
            return [
                one.status_code
                for one in await asyncio.gather(*(phones.post(f"{at.base}/join", json=n) for n in names))
            ]

    answers = call(client, rush)
    assert answers.count(200) == most - 5 and answers.count(409) == 20 - (most - 5)
    assert len(at.state()["people"]) == most


# ---------------------------------------------------------------------- what must not be learned


def test_a_key_in_the_log_gives_nobody_the_seat_that_it_made(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=())
    at = Guest(client, f"/t/{table.id}")
    url = at.post("join", name="Ana", key="secretofana1")["url"]
    event = evening.party.hosted[table.id].table.events[-1]
    assert "secretofana1" not in event.key
    for key in (event.key, event.key.removeprefix("join.")):
        answer = client.post(f"{at.base}/join", json={"name": "Ana", "key": key})
        assert answer.status_code == 409 and url not in answer.text


def test_who_has_to_wait_is_let_in_with_what_is_right(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    for n in range(30):
        client.get(f"/s/{codes.make(b'guess', str(n))}")
    right, wrong = client.get(ana.base), client.get(f"/s/{codes.make(b'guess', 'x')}")
    assert (right.status_code, wrong.status_code) == (200, 429)
    assert client.post("/find", json={"code": ana.base.removeprefix("/s/")}).status_code == 200
    host.do("start")


def _all_that_others_see(client: TestClient, host: Guest, other: Guest) -> list[str]:
    """Everything that the table, another guest and the host can fetch, without what tells that something was written."""
    table = host.state()["table"]
    files = [f"/t/{table}/results.{ending}" for ending in ("json", "csv", "bgsplay", "bgstats", "log")]
    sheets = [f"/t/{table}/sheet/{seat}.svg" for seat in range(3)]
    states = [f"/t/{table}/state", f"{other.base}/state", f"{host.base}/state", f"{other.base}/options?like=!"]
    pages = [f"/t/{table}/screen", f"/t/{table}/results", other.base, host.base]
    found = [client.get(address).text for address in (*files, *sheets, *states, *pages)]
    plain = [
        re.sub(r'"version":"[^"]*"|"seq":\d+|"now":[0-9.]+|"events": \d+|"changed": "[^"]*"', "", one) for one in found
    ]
    return [re.sub(r'\{[^{}]*"what":"Ana: \(secret\)[^{}]*\},?', "", one) for one in plain]


def test_nobody_sees_a_difference_between_two_secret_entries(sit: Sit, client: TestClient) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    host.do("roll")
    first, *_, last = [one["notation"] for one in ana.state()["me"]["options"] if one["notation"][0] not in "!r"]
    client.get(bo.base)
    seen = []
    for words in (first, last):
        ana.say(words)
        seen.append(_all_that_others_see(client, host, bo))
        assert ana.state()["me"]["entry"]["notation"] == words
    assert first != last and seen[0] == seen[1]
    undone = host.do("undo")["state"]["host"]
    assert undone["redo"] == "an entry" and last not in undone["undo"]


def test_nobody_sees_a_difference_between_two_votes(sit: Sit, client: TestClient) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    host.do("say", seat=None, words="paper")
    client.get(bo.base)
    seen = []
    for name in ("Bo", "Cy"):
        ana.say(f"vote {name}")
        seen.append(_all_that_others_see(client, host, bo))
    assert seen[0] == seen[1]
    assert client.get(f"/t/{host.state()['table']}/results.log").status_code == 422


def test_the_version_is_no_checksum_of_the_codes(sit: Sit, evening: Evening) -> None:
    host, _ = sit()
    hosted = hosted_at(evening, host)
    before = hosted.version
    evening.party.secret = b"another one"
    assert hosted.version != before, "without the secret nobody can reckon it"


# ---------------------------------------------------------------------- other programs at the same table


def test_what_another_program_wrote_is_told_with_the_next_write(sit: Sit, evening: Evening) -> None:
    host, _ = sit()
    hosted, tables = hosted_at(evening, host), Tables(evening.store, evening.tables.now)
    told: list[str] = []
    hosted.listeners.tell = told.append  # type: ignore[method-assign]
    elsewhere = tables.load(hosted.table.id)
    assert tables.say(elsewhere, None, "start").ok
    assert host.do("start", 409, expected=1)["code"] == "stale"
    assert told and host.state()["phase"] == "roll"


def test_what_another_program_wrote_is_noticed_after_a_while(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, _ = sit()
    hosted, tables = hosted_at(evening, host), Tables(evening.store, evening.tables.now)
    host.do("timer", seconds=60)
    elsewhere = tables.load(hosted.table.id)
    assert tables.say(elsewhere, None, "start").ok and tables.roll(elsewhere).ok
    call(client, evening.party.look)
    assert host.state()["phase"] == "play" and host.state()["deadline"] == evening.clock.now + 60


# ---------------------------------------------------------------------- the clock


def test_a_round_that_is_played_again_has_its_time_again(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("timer", seconds=90)
    host.do("start")
    host.do("roll")
    hosted = hosted_at(evening, host)
    for _ in range(2):
        ana.draw()
        evening.clock.now += 91
        call(client, hosted.ring)
        assert host.state()["round"] == 2, "the deadline reveals each time"
        assert host.do("undo")["state"]["deadline"] == evening.clock.now + 90
        ana.say("withdraw")
    host.do("undo")
    host.do("undo")
    while host.state()["phase"] == "play":
        host.do("undo")
    evening.clock.now += 500
    assert host.do("roll")["state"]["deadline"] == evening.clock.now + 90


def test_going_back_within_the_time_changes_nothing(sit: Sit, evening: Evening) -> None:
    host, (ana, *_) = sit()
    host.do("timer", seconds=90)
    host.do("start")
    due = host.do("roll")["state"]["deadline"]
    evening.clock.now += 10
    ana.draw()
    assert host.do("undo")["state"]["deadline"] == due == host.do("redo")["state"]["deadline"]
    assert hosted_at(evening, host).alarm is not None


def test_a_clock_that_was_set_back_does_not_lose_the_deadline(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    ana.draw()
    host.do("deadline", seconds=30)
    hosted = hosted_at(evening, host)
    first = hosted.alarm
    evening.clock.now -= 3600
    call(client, hosted.ring)
    assert hosted.alarm not in (None, first) and host.state()["round"] == 1
    evening.clock.now += 3631
    call(client, hosted.ring)
    assert host.state()["round"] == 2


def test_a_timer_that_is_sent_twice_counts_once(sit: Sit, evening: Evening) -> None:
    host, _ = sit()
    host.do("start")
    host.do("roll")
    due = host.do("deadline", seconds=30, key="deadline1")["state"]["deadline"]
    evening.clock.now += 20
    assert host.do("deadline", seconds=30, key="deadline1")["state"]["deadline"] == due


def test_a_deadline_that_passed_while_nothing_ran_is_kept_at_the_next_start(evening: Evening) -> None:
    table = evening.table()
    with evening.client() as client:
        host, ana = evening.host(client, table), evening.guest(client, table, 0)
        host.do("start")
        host.do("roll")
        ana.draw()
        host.do("deadline", seconds=30)
    evening.party.hosted.clear()
    evening.clock.now += 3600
    with evening.client() as client:
        host = evening.host(client, table)
        end = time.monotonic() + 60
        while host.state()["round"] == 1:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert host.state()["host"]["log"][-1]["what"] == "table: shows all moves; Bo and Cy missed the round"
