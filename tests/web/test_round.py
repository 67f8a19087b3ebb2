"""A round at the party: secret entries, the reveal, what each page is told, and what is refused."""

from __future__ import annotations

import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pnp.play import events
from pnp.play.verify import verify
from pnp.web import hosted_table
from tests.web.conftest import Evening, Guest, Sit


def test_a_round_from_the_lobby_to_the_reveal(sit: Sit) -> None:
    host, (ana, bo, cy) = sit()
    assert host.state()["phase"] == "lobby"
    assert host.do("start")["state"]["phase"] == "roll"
    rolled = host.do("roll")["state"]
    assert rolled["phase"] == "play" and len(rolled["dice"]) == 3 and rolled["active"] == 0
    ana.draw()
    assert [one["status"] for one in bo.state()["people"]] == ["in", "drawing", "drawing"]
    bo.draw()
    cy.draw()
    state = host.state()
    assert state["phase"] == "roll" and state["round"] == 2 and state["last"]["round"] == 1
    assert [move["seat"] for move in state["last"]["moves"]] == [0, 1, 2]


def test_an_entry_is_for_its_own_seat_alone(sit: Sit, client: TestClient) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    host.do("roll")
    words = ana.draw()
    assert ana.state()["me"]["entry"]["notation"] == words
    assert ana.state()["me"]["pending"]
    public = client.get(f"/t/{host.state()['table']}/state").text
    for told in (public, client.get(f"{bo.base}/state").text, client.get(f"{host.base}/state").text):
        assert f'"entry":{{"notation":"{words}"' not in told
    assert "(secret)" in host.state()["host"]["log"][-1]["what"]


def test_every_refusal_says_the_rule_and_where_the_table_is(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    refused = ana.say("W99$9", 409)
    assert refused["ok"] is False and refused["code"] and "9" in refused["message"]
    assert refused["state"]["me"]["seat"] == 0


def test_words_from_a_phone_need_not_be_exact(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    before = ana.state()
    assert ana.say("furniture", 409)["code"] == "several-ways" and ana.state()["seq"] == before["seq"]
    plain = next(one["notation"] for one in before["me"]["options"] if one["kind"] in ("draw", "furniture"))
    part = plain.partition("$")[0] if plain[0] != "+" else plain.replace("+", "furniture ").replace("$", " for ")
    ana.say(part)
    assert ana.state()["me"]["entry"]["notation"] == plain


def test_everybody_sees_which_bonuses_are_left(sit: Sit) -> None:
    host, people = sit()
    host.do("start")
    host.do("roll")
    before = {one["label"]: one["left"] for one in people[1].state()["bonuses_left"]}
    assert before["For nothing"] == 1 and len(before) == 8
    plain = next(one["notation"] for one in people[0].state()["me"]["options"] if one["kind"] == "furniture")
    people[0].say(f"!free {plain}")
    assert {one["label"]: one["left"] for one in people[1].state()["bonuses_left"]} == before, "a claim is secret too"
    for person in people[1:]:
        person.draw()
    after = {one["label"]: one["left"] for one in people[1].state()["bonuses_left"]}
    assert after == {**before, "For nothing": 0}


def test_trying_writes_nothing(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    before = ana.state()
    assert ana.post("try", words="W99$9")["ok"] is False
    assert ana.post("try", words=before["me"]["options"][0]["notation"])["ok"] is True
    assert ana.state()["seq"] == before["seq"]


def test_the_same_request_counts_once(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    state = ana.state()
    sent = {"words": state["me"]["options"][0]["notation"], "key": "onceandforall", "expected": state["seq"]}
    first = ana.post("say", **sent)
    assert ana.post("say", **sent)["seq"] == first["seq"]
    host.do("say", seat=None, words="reveal")
    late = ana.post("say", **sent)
    assert late["ok"] and late["seq"] == first["seq"], "late, and still the same entry"
    assert late["state"]["round"] == 2 and late["state"]["me"]["entry"] is None


def test_what_was_seen_too_long_ago_is_looked_at_again(sit: Sit) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    seen = host.do("roll")["state"]["seq"]
    words = ana.state()["me"]["options"][0]["notation"]
    bo.draw()
    host.do("say", seat=None, words="reveal")
    refused = ana.say(words, 409, expected=seen)
    assert refused["code"] == "stale" and refused["state"]["round"] == 2


def test_one_host_taps_twice_or_two_hosts_once(sit: Sit) -> None:
    host, _ = sit()
    host.do("start")
    seen = host.state()["seq"]
    assert host.do("roll", key="doubletap1", expected=seen)["ok"]
    assert host.do("roll", key="doubletap1", expected=seen)["ok"]
    assert host.do("roll", 409, key="otherhost1", expected=seen)["code"] == "stale"
    assert host.state()["round"] == 1


def test_claims_are_listed_when_asked_for(sit: Sit, client: TestClient) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    host.do("roll")
    assert "free" in ana.state()["me"]["bonuses"] and bo.state()["me"]["bonuses"] == []
    found = client.get(f"{ana.base}/options", params={"bonus": "free"}).json()["options"]
    assert found and all(one["notation"].startswith("!free") for one in found)
    assert ana.say(found[0]["notation"])["ok"]


def test_whose_entry_a_reroll_makes_void_is_told(sit: Sit) -> None:
    host, (ana, bo, cy) = sit()

    def voided() -> list[str]:
        return [one["name"] for one in cy.state()["people"] if one["voided"]]

    host.do("start")
    host.do("roll")
    for guest in (ana, bo):
        guest.draw()
    assert (voided(), host.state()["again"]) == ([], False)
    ana.say("reroll")
    state = host.state()
    assert voided() == ["Bo"] and state["again"] and state["round"] == 1
    assert state["headline"].endswith("Ana rolls again, for everybody; what Bo had entered is void")
    host.do("roll")
    assert voided() == ["Bo"] and not host.state()["again"]
    (due,) = bo.state()["me"]["wanted"]
    assert due["what"] == "a new move of round 1: the one entered for the dice before is void"
    bo.draw()
    assert voided() == []
    bo.say("withdraw")
    assert bo.state()["me"]["wanted"][0]["what"] == "a move of round 1"
    for guest in (ana, bo, cy):
        guest.draw()
    assert host.state()["round"] == 2 and not host.state()["again"]


def test_physical_dice_are_tapped_in(sit: Sit) -> None:
    host, _ = sit(dice="physical")
    host.do("start")
    assert host.do("roll", 409)["code"] == "no-dice"
    assert host.do("roll", 409, dice=[1, 2, 9])["code"] == "wrong-face"
    assert host.do("roll", dice=[1, 2, 6])["state"]["dice"] == [1, 2, 6]


def test_the_host_enters_for_a_guest_and_the_log_says_so(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    host.do("say", seat=0, words=ana.state()["me"]["options"][0]["notation"])
    assert host.state()["host"]["log"][-1]["what"] == "Ana: (secret) (entered by the host)"


def test_a_guest_takes_back_their_own_last_move_until_somebody_goes_on(sit: Sit, evening: Evening) -> None:
    host, (ana, bo, _) = sit("yacht", sheet="score")
    host.do("start")
    host.do("roll")
    assert ana.state()["me"]["revocable"] is None, "nothing was said yet"
    ana.say("sixes")
    seq = ana.state()["me"]["revocable"]
    assert seq and bo.state()["me"]["revocable"] is None
    assert bo.post("back", 409, seq=seq)["code"] == "not-revocable"
    key = {"seq": seq, "key": "back-of-ana", "expected": ana.state()["seq"]}
    taken = ana.post("back", **key)["state"]
    assert taken["active"] == 0 and taken["me"]["options"] and taken["me"]["revocable"] is None
    assert ana.post("back", **key)["code"] == "repeated" and ana.state()["seq"] == taken["seq"]
    ana.say("sixes")
    assert ana.post("back", 409, seq=seq)["code"] == "not-revocable", "that was another move"
    last = ana.state()["me"]["revocable"]
    host.do("rename", seat=2, name="Cleo")
    assert ana.state()["me"]["revocable"] == last, "a name is no move"
    host.do("roll")
    assert ana.state()["me"]["revocable"] is None
    assert ana.post("back", 409, seq=last)["code"] == "not-revocable"
    host.do("say", seat=1, words="choice")
    assert bo.state()["me"]["revocable"] is None, "the host said it"
    table = evening.party.hosted[host.state()["table"]].table
    assert verify([events.line(one) for one in table.events], "log").problems == ()


def test_what_revealed_the_others_moves_is_not_taken_back(sit: Sit) -> None:
    host, (ana, bo, cy) = sit()
    host.do("start")
    host.do("roll")
    ana.draw()
    assert ana.state()["me"]["revocable"], "nobody else has entered anything"
    bo.draw()
    cy.draw()
    assert cy.state()["me"]["revocable"] is None and cy.state()["round"] == 2


def test_undo_redo_and_a_correction_with_a_reason(sit: Sit, evening: Evening) -> None:
    host, (ana, bo, cy) = sit()
    host.do("start")
    host.do("roll")
    words = ana.draw()
    bo.draw()
    cy.draw()
    other = next(o for o in ("-", "withdraw") if o != words)
    entry = next(one for one in host.state()["host"]["log"] if one["words"] == words and one["seat"] == 0)
    assert entry["fixable"]
    assert host.do("correct", 409, seq=entry["seq"], words=other, reason="misread")["message"]
    taken = host.do("undo", reason="too fast")
    assert taken["state"]["phase"] == "play" and cy.state()["me"]["entry"] is None
    assert host.do("redo")["state"]["phase"] == "roll"
    reasons = [
        e.data.get("reason") for e in evening.party.hosted[host.state()["table"]].table.events if e.kind == "moved"
    ]
    assert "too fast" in reasons


def test_what_the_host_sends_again_after_a_restart_is_done_once(sit: Sit, evening: Evening, tmp_path: Path) -> None:
    host, guests = sit()
    host.do("start")
    host.do("roll")
    host.do("undo")
    host.do("redo", key="sentagain-redo")
    guests[0].draw()
    host.do("say", seat=None, words="reveal", key="sentagain-reveal")
    host.do("roll")
    guests[0].post("draft", words=guests[0].state()["me"]["options"][0]["notation"])
    seen = host.state()["seq"]
    again = Evening(tmp_path)
    with again.client() as client:
        there = Guest(client, host.base)
        assert there.do("redo", key="sentagain-redo")["code"] == "repeated"
        for _ in range(2):  # the next round is not revealed, and nobody is asked to confirm
            assert there.do("say", seat=None, words="reveal", key="sentagain-reveal")["code"] == "repeated"
        assert there.state()["seq"] == seen
        assert there.do("say", 409, seat=None, words="absent Bo", key="sentagain-reveal")["code"] == "key-used"
    again.store.close()


def test_a_deadline_reveals_by_the_clock_of_the_server(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    assert host.do("timer", seconds=90)["state"]["deadline"] is None
    state = host.do("roll")["state"]
    assert state["deadline"] == evening.clock.now + 90
    ana.draw()
    evening.clock.now += 91
    hosted = evening.party.hosted[state["table"]]
    assert client.portal is not None
    client.portal.call(hosted.ring)
    assert host.state()["round"] == 2 and host.state()["deadline"] is None
    assert host.state()["host"]["log"][-1]["what"] == "table: shows all moves; Bo and Cy missed the round"


def test_a_deadline_says_what_the_game_makes_of_it(
    sit: Sit, evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = sit()
    host.do("start")
    hosted = evening.party.hosted[host.do("roll")["state"]["table"]]
    monkeypatch.setattr(hosted.table.play, "time_out", lambda state: f"absent {state.players[1]}")
    host.do("deadline", seconds=30)
    evening.clock.now += 31
    assert client.portal is not None
    client.portal.call(hosted.ring)
    assert host.state()["people"][1]["status"] == "away"


def test_a_deadline_that_finds_nobody_keeps_the_round(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, _ = sit()
    host.do("start")
    table = host.do("roll")["state"]["table"]
    host.do("deadline", seconds=30)
    evening.clock.now += 31
    assert client.portal is not None
    client.portal.call(evening.party.hosted[table].ring)
    assert host.state()["phase"] == "play" and host.state()["deadline"] is None


def test_a_deadline_outlives_what_another_program_wrote_at_that_moment(
    sit: Sit, evening: Evening, client: TestClient
) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    id = host.do("roll")["state"]["table"]
    due = host.do("deadline", seconds=30)["state"]["deadline"]
    ana.draw()
    hosted, elsewhere = evening.party.hosted[id], evening.tables.load(id)

    async def at_that_moment() -> tuple[int, float | None]:
        assert evening.tables.say(elsewhere, 1, elsewhere.play.options(elsewhere.state, 1)[0].notation).ok
        evening.clock.now += 31
        await hosted.ring()
        return hosted.table.play.round(hosted.table.state)[0], hosted.deadline

    assert client.portal is not None
    assert client.portal.call(at_that_moment) == (1, due), "it is looked again"
    end = time.monotonic() + 60
    while host.state()["round"] == 1:
        assert time.monotonic() < end
        time.sleep(0.02)
    assert [move["notation"] for move in host.state()["last"]["moves"]][2] == "-", "the third had entered nothing"


def test_the_end_with_vote_and_closing(sit: Sit) -> None:
    host, (ana, bo, cy) = sit()
    host.do("start")
    for _ in range(24):
        host.do("roll")
        for guest in (ana, bo, cy):
            guest.draw()
    state = host.state()
    assert state["phase"] == "over" and state["vote"]["open"] and len(state["scores"]) == 3
    assert {line["name"] for line in state["scores"][0]["lines"]} >= {"fence", "roof"}
    assert ana.say("vote Ana", 409)["code"] == "own-house"
    ana.say("vote Bo")
    ana.say("vote Cy")
    bo.say("vote Cy")
    cy.say("vote Bo")
    assert ana.state()["me"]["vote"] == 2 and bo.state()["vote"]["given"] == 3
    assert host.state()["vote"]["result"] is None
    result = host.do("say", seat=None, words="close vote")["state"]["vote"]["result"]
    assert result == {"seats": [2], "votes": 2, "counts": [0, 1, 2]}
    closed = host.do("close")["state"]
    assert closed["phase"] == "closed" and closed["secret"]
    assert ana.say("vote Bo", 409)["code"] == "closed"


def test_states_are_sent_once(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    for address in (f"/t/{host.state()['table']}/state", f"{ana.base}/state", f"{host.base}/state"):
        first = client.get(address)
        assert client.get(address, headers={"if-none-match": first.headers["etag"]}).status_code == 304
        host.do("timer", seconds=60 if host.state()["timer"] != 60 else 90)
        assert client.get(address, headers={"if-none-match": first.headers["etag"]}).status_code == 200


def test_the_active_player_rolls_by_phone(sit: Sit) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    assert bo.post("roll", 409)["code"] == "not-your-turn"
    assert len(ana.post("roll")["state"]["dice"]) == 3
    assert ana.post("roll", 409)["code"] in ("no-roll-now", "no-dice-now")
    host, (ana, *_) = sit(dice="physical")
    host.do("start")
    assert ana.post("roll", 409)["code"] == "wrong-source"


def test_the_dice_of_whose_turn_it_is_lie_there_by_their_colours(sit: Sit) -> None:
    host, _ = sit("dice-city", ("Ana", "Bo"), sheet="city", dice="physical")
    state = host.do("start")["state"]
    for faces in ([3, 2, 4, 6, 1], [2, 6, 4, 6, 3]):
        assert len(state["to_roll"]) in (5, 10)
        rolled = faces if len(state["to_roll"]) == 5 else [3, 2, 4, 6, 1, 2, 6, 4, 6, 3]
        state = host.do("roll", dice=rolled)["state"]
        if state["phase"] == "play":
            break
    assert state["active"] == 0 and state["dice"] == [3, 2, 4, 6, 1]
    assert state["dice_names"] == ["white", "yellow", "red", "blue", "black"]


def test_moves_lie_open_in_the_log_once_the_game_is_over_and_votes_do_not(sit: Sit) -> None:
    host, (ana, bo, cy) = sit()
    host.do("start")
    for _ in range(24):
        host.do("roll")
        for guest in (ana, bo, cy):
            guest.draw()
    ana.say("vote Bo")
    log = host.state()["host"]["log"]
    assert log[-1]["what"] == "Ana: (secret)"
    assert "(secret)" not in log[-2]["what"] and log[-2]["fixable"]


def test_a_page_is_told_when_the_program_is_another_one(sit: Sit, evening: Evening) -> None:
    host, (ana, *_) = sit()
    assert ana.state()["build"] == evening.party.build == host.state()["build"]


def test_the_first_roll_waits_for_the_numbers_that_phones_have_promised(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_table, "NUMBERS_WITHIN", 60.0)
    host, (ana, *_) = sit()
    number = bytes(range(32))
    ana.post("number", hash=hashlib.sha256(number).hexdigest())
    host.do("start")
    with ThreadPoolExecutor(1) as pool:
        roll = pool.submit(host.do, "roll")
        assert ana.post("number", number=number.hex())["ok"]
        assert roll.result(60)["ok"]
    log = [row["what"] for row in host.client.get(f"{host.base}/log").json()["log"]]
    assert "added" in log[-2] and log[-1].startswith("dice"), log
    assert len(host.state()["numbers"]["added"]) == 1
