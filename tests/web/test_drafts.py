"""A move that was chosen and not confirmed is not lost: the deadline enters it, and before a reveal its phone is asked."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from tests.web.conftest import Evening, Guest, Sit


def chosen(guest: Guest) -> str:
    """Choose the first move that is allowed, as a phone tells it, without entering it."""
    words: str = guest.state()["me"]["options"][0]["notation"]
    assert draft(guest, words) == {"ok": True, "kept": True}
    return words


def draft(guest: Guest, words: str) -> dict[str, Any]:
    answer = guest.client.post(f"{guest.base}/draft", json={"words": words})
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()
    return said


def time_is_up(evening: Evening, client: TestClient, host: Guest) -> None:
    evening.clock.now += 100
    hosted = evening.party.hosted[host.state()["table"]]
    assert client.portal is not None
    client.portal.call(hosted.ring)


def moves(host: Guest) -> dict[int, str]:
    return {one["seat"]: one["notation"] for one in host.state()["last"]["moves"]}


def begun(sit: Sit, **options: Any) -> tuple[Guest, list[Guest]]:
    host, guests = sit(**options)
    host.do("start")
    host.do("timer", seconds=60)
    host.do("roll")
    return host, guests


def test_the_deadline_enters_what_was_chosen(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, bo, cy) = begun(sit)
    entered, kept = ana.draw(), chosen(bo)
    time_is_up(evening, client, host)
    assert moves(host) == {0: entered, 1: kept, 2: "-"}, "and who has chosen nothing has missed the round"
    assert cy.state()["round"] == 2


def test_when_nobody_has_entered_what_was_chosen_ends_the_round(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, guests = begun(sit)
    kept = [chosen(guest) for guest in guests]
    time_is_up(evening, client, host)
    assert list(moves(host).values()) == kept


def test_what_is_chosen_stays_secret(sit: Sit) -> None:
    host, (ana, bo, _) = begun(sit)
    version = host.state()["version"]
    words = chosen(ana)
    assert ana.state()["me"]["draft"] == words, "a page that is loaded anew finds it again"
    assert host.state()["version"] == version, "nobody is even told that there is something"
    for other in (host, bo):
        state = other.state()
        state.get("me", {}).pop("options", None)
        assert "draft" not in str(state).replace("'draft': ''", "") and state["people"][0]["status"] == "drawing"


def test_the_host_who_reveals_is_told_who_has_chosen(sit: Sit) -> None:
    host, (ana, bo, cy) = begun(sit, options={"reveal": "host"})
    entered, kept = ana.draw(), chosen(bo)
    told = host.do("say", 409, seat=None, words="reveal")
    assert told["code"] == "unconfirmed" and told["message"].startswith("Bo has chosen")
    assert bo.state()["me"]["asked"] and not ana.state()["me"]["asked"] and not cy.state()["me"]["asked"]
    bo.say(kept)
    assert not bo.state()["me"]["asked"]
    host.do("say", seat=None, words="reveal")
    assert moves(host) == {0: entered, 1: kept, 2: "-"}


def test_a_phone_that_sleeps_keeps_its_move(sit: Sit) -> None:
    host, (ana, bo, _) = begun(sit)
    ana.draw()
    kept = chosen(bo)
    host.do("say", 409, seat=None, words="reveal")
    host.do("say", seat=None, words="reveal")
    assert moves(host)[1] == kept


def test_what_is_taken_back_or_not_allowed_is_not_entered(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, bo, cy) = begun(sit)
    ana.draw()
    chosen(bo)
    assert draft(bo, "") == {"ok": True, "kept": False}
    assert draft(cy, "W99$9") == {"ok": True, "kept": False}
    time_is_up(evening, client, host)
    assert moves(host)[1] == moves(host)[2] == "-"


def test_other_dice_ask_for_another_choice(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, bo, _) = begun(sit)
    chosen(bo)
    host.do("undo")
    host.do("roll")
    assert bo.state()["me"]["draft"], "rolling again after going back shows the same dice"
    ana.say("reroll")
    host.do("roll")
    assert bo.state()["me"]["draft"] == ""
