"""Bots at the party: seats like any other, entries like any other, and never before the first person."""

from __future__ import annotations

import time

from starlette.testclient import TestClient

from pnp.coach.seated import noted
from tests.web.conftest import Evening, Guest


def until(guest: Guest, round_number: int) -> dict[str, object]:
    end = time.monotonic() + 60
    while (state := guest.state())["round"] != round_number:
        assert time.monotonic() < end, state
        time.sleep(0.02)
    return state


def test_bots_are_no_voters(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=("Ana", "Bo", "Ada (bot)", "Ben (bot)"))
    evening.store.set_meta(table.id, "bots", noted({2: ("easy", 5), 3: ("normal", 6)}))
    host, ana = evening.host(client, table), evening.guest(client, table, 0)
    host.do("on-paper")
    assert (ana.state()["vote"]["given"], ana.state()["vote"]["of"]) == (0, 2)
    ana.say("vote Bo")
    evening.guest(client, table, 1).say("vote Ben (bot)")
    assert (ana.state()["vote"]["given"], ana.state()["vote"]["of"]) == (2, 2)


def test_bots_enter_after_the_first_person_and_the_round_goes_on(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=("Ana", "Ada (bot)", "Ben (bot)"))
    evening.store.set_meta(table.id, "bots", noted({1: ("easy", 5), 2: ("normal", 6)}))
    host, ana = evening.host(client, table), evening.guest(client, table, 0)
    host.do("start")
    host.do("roll")
    time.sleep(0.2)
    hosted = evening.party.hosted[table.id]
    entered = [event for event in hosted.table.events if event.kind == "said" and event.data["seat"] is not None]
    assert entered == []
    ana.draw()
    until(ana, 2)
    said = [event for event in hosted.table.events if event.kind == "said" and event.data["seat"] is not None]
    assert [event.data["seat"] for event in said] == [0, 1, 2]
    assert set(said[1].data) == {"seat", "words"}
    undone = host.do("undo")
    assert undone["ok"]
    time.sleep(0.2)
    assert hosted.table.play.round(hosted.table.state)[0] == 1
