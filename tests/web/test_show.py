"""The show runs by one clock: every page is told the same scenes with the moments when they begin and end."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from pnp.play.result import Result, result_of
from pnp.play.tables import Tables
from pnp.web import show
from pnp.web.party import Party
from pnp.web.serving.app import app
from tests.web.conftest import SECRET, URL, Evening, Guest, Sit


def scenes(state: dict[str, Any]) -> list[str]:
    return [one["name"] for one in state["show"]["scenes"]]


def on(state: dict[str, Any]) -> str:
    """The scene that is on at the moment of a state, as a page finds it."""
    scenes, loop, now = state["show"]["scenes"], state["show"]["loop"], state["now"]
    if loop is not None and now >= (begin := scenes[loop]["from"]):
        now = begin + (now - begin) % (scenes[-1]["to"] - begin)
    name: str = [one["name"] for one in scenes if one["from"] <= now][-1]
    return name


def play_round(host: Guest, guests: list[Guest]) -> None:
    host.do("roll")
    for guest in guests:
        guest.draw()


def to_the_end(host: Guest, guests: list[Guest]) -> None:
    host.do("start")
    for _ in range(host.state()["rounds"]):
        play_round(host, guests)


def test_the_round_that_ends_a_game_is_called_by_its_number(sit: Sit) -> None:
    """Whatever the game tells of its rounds, the screen says which one is revealed."""
    host, guests = sit("yacht", ("Ana",), sheet="score")
    host.do("start")
    for number in range(1, host.state()["rounds"] + 1):
        host.do("roll")
        box = next(one for one in guests[0].state()["me"]["options"] if "picks" not in one)
        guests[0].say(box["notation"])
        assert host.state()["last"] is None and host.state()["show"]["revealed"] == number
    assert host.state()["phase"] == "over" and "reveal" in scenes(host.state())


def test_a_round_goes_from_the_roll_to_the_reveal(sit: Sit, evening: Evening) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    assert on(host.state()) == "lobby"
    host.do("start")
    assert on(host.state()) == "roll" and scenes(host.state()) == ["roll"]
    host.do("roll")
    assert on(guests[0].state()) == "roll", "the dice tumble"
    evening.clock.now += 3
    assert on(guests[0].state()) == "drawing"
    since = guests[0].state()["show"]
    guests[0].draw()
    assert host.state()["show"] == since, "what one of them enters changes no scene"
    guests[1].draw()
    for who in (host, *guests):
        assert scenes(who.state()) == ["reveal", "roll"] and on(who.state()) == "reveal"
    evening.clock.now += 7.5
    assert on(host.state()) == "reveal"
    evening.clock.now += 1
    assert on(host.state()) == "roll"


def test_the_screen_of_a_pad_plays_on_until_its_last_box(sit: Sit) -> None:
    host, _ = sit("dice-miner", ("Ana", "Bo"), pad=True)
    host.do("start")
    for filled, box in enumerate(("treasure 1", "hazard 0", "tunnel 3 4", "treasure 2 2", "hazard 0 0", "tunnel 1")):
        for seat in (0, 1):
            assert scenes(host.state()) == ["drawing"], f"{filled} are written"
            host.do("say", seat=seat, words=box)
    assert host.state()["phase"] == "over" and "winner" in scenes(host.state())


def test_whoever_rolls_goes_on_for_everybody(sit: Sit, evening: Evening) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    host.do("start")
    play_round(host, guests)
    assert on(guests[1].state()) == "reveal"
    host.do("roll")
    evening.clock.now += 2.5
    assert on(guests[1].state()) == "drawing"


def test_going_back_is_no_news(sit: Sit) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    host.do("start")
    play_round(host, guests)
    play_round(host, guests)
    host.do("undo")
    assert on(host.state()) == "drawing"
    host.do("undo")
    host.do("undo")
    assert on(host.state()) == "roll", "the first round is not revealed once more"


def test_the_end_is_told_by_the_clock_and_skipped_for_all(sit: Sit, evening: Evening) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    pages = (host, *guests)
    assert scenes(host.state()) == ["reveal", "count", "winner", "vote", "winner"]
    for expected in ("reveal", "count", "winner"):
        assert [on(who.state()) for who in pages] == [expected] * len(pages)
        version = host.state()["version"]
        host.do("skip")
        assert host.state()["version"] != version, "everybody is told"
    assert on(host.state()) == "vote"
    assert host.do("skip", 409)["code"] == "nothing-to-skip", "what goes round has no end to skip to"
    evening.clock.now += 24
    assert on(guests[0].state()) == "winner"
    evening.clock.now += 14
    assert on(guests[0].state()) == "vote", "they go round for as long as the screen is on"
    host.do("say", seat=None, words="close vote")
    assert on(host.state()) == "best" and host.state()["show"]["loop"] == 1


def test_a_vote_in_the_middle_of_the_count_ends_nothing(sit: Sit, evening: Evening) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    host.do("skip")
    before = host.state()["show"]
    guests[0].say("vote Bo")
    assert host.state()["show"] == before and on(host.state()) == "count"


def test_a_party_that_is_started_anew_is_in_the_same_scene(sit: Sit, evening: Evening) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    host.do("skip")
    evening.clock.now += 2
    before = host.state()
    again = Party(Tables(evening.store, evening.tables.now), SECRET, URL, clock=evening.clock)
    with TestClient(app(again), base_url=URL) as client:
        after = Guest(client, host.base).state()
    assert after["show"] == before["show"] and on(after) == "count"


def test_the_host_switches_what_all_pages_do(sit: Sit) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    slow = host.state()["show"]["scenes"][1]
    host.do("show", name="calm", on=True)
    calm = guests[0].state()["show"]
    assert calm["calm"] and calm["sound"]
    assert calm["scenes"][1]["to"] - calm["scenes"][1]["from"] < slow["to"] - slow["from"]
    host.do("show", name="sound", on=False)
    assert not guests[0].state()["show"]["sound"]
    assert "reactions" in host.do("show", 400, name="fireworks", on=True)["message"]


def test_sheets_are_shown_after_each_round_unless_all_share_one(sit: Sit, evening: Evening) -> None:
    host, guests = sit("yacht", ("Ana", "Bo"), "score")
    host.do("start")
    for guest in guests:
        host.do("roll")
        guest.say("yacht")
    state = host.state()
    assert state["round"] == 2 and scenes(state) == ["reveal", "roll"]
    table = evening.tables.load(state["table"])
    before = show.Moment("play.1.2")
    assert [show.later(before, table, {"said"}, 5.0, shared).news for shared in (False, True)] == ["reveal", ""]


def test_points_are_in_no_state_and_no_file_before_the_screen_has_counted_them(
    sit: Sit, evening: Evening, client: TestClient
) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    table = host.state()["table"]
    public = Guest(client, f"/t/{table}")
    whole = show_all(evening, table)
    assert len({line.points for one in whole.players for line in one.lines}) > 2

    def told() -> list[dict[str, Any]]:
        return [one.state() for one in (public, guests[0], host)]

    begin = next(one for one in public.state()["show"]["scenes"] if one["name"] == "count")
    sheet = client.get(public.state()["people"][0]["sheet"]).text
    seen: list[int] = []
    for seconds in (1.0, begin["from"] - evening.clock.now + 0.2, *[0.7] * 40):
        evening.clock.now += seconds
        if evening.clock.now >= begin["to"]:
            break
        for state in told():
            lines = [line for one in state["scores"] for line in one["lines"]]
            names = list(dict.fromkeys(line["name"] for line in lines))
            known = {line["name"] for line in lines if line["points"] is not None}
            assert known == set(names[: len(known)]), "in the order in which they are counted"
            assert state["ranking"] == [] and state["show"]["counting"] and not state["review"]
            assert all((one["rank"], one["why"]) == (None, "") for one in state["people"])
            totals = [one["total"] for one in (*state["people"], *state["scores"])]
            assert totals == [None] * 4 or len(known) == len(names), "the sum comes after the last line"
            assert not any(id.startswith("score.") for id in state.get("me", {}).get("marks", {}).get("play", {}))
            assert not state.get("me", {}).get("score") and "Ana" not in state["headline"]
        seen.append(len(known))
        for ending in ("json", "csv", "png", "bgsplay"):
            answer = client.get(f"/t/{table}/results.{ending}")
            assert (answer.status_code, answer.json()["code"]) == (409, "counting")
        told_later = client.get(f"/t/{table}/review.json")
        assert (told_later.status_code, told_later.json()["code"]) == (409, "counting")
        assert client.get(f"/t/{table}/review").status_code == 200, "the page is there, and waits by itself"
    assert seen[0] == 0 and seen == sorted(seen) and len(set(seen)) > 5
    evening.clock.now = begin["to"] + 0.1
    for state in told():
        assert [one["total"] for one in state["people"]] == [one.total for one in whole.players]
        assert len(state["ranking"]) == 2 and not state["show"]["counting"]
    assert client.get(public.state()["people"][0]["sheet"]).text != sheet, "the points stand on the sheet now"
    assert client.get(f"/t/{table}/results.json").status_code == 200


def show_all(evening: Evening, table: str) -> Result:
    return result_of(evening.party.hosted[table].table)


def test_who_skips_the_count_or_closes_the_table_sees_everything(sit: Sit) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    host.do("skip")
    assert host.state()["show"]["counting"], "the last round was on"
    host.do("skip")
    assert not host.state()["show"]["counting"] and len(guests[0].state()["ranking"]) == 2


def test_a_clock_that_is_set_back_keeps_nobody_from_the_points(sit: Sit, evening: Evening, client: TestClient) -> None:
    """A small computer without a battery may find out what time it is in the middle of a party."""
    host, guests = sit(players=("Ana", "Bo"))
    to_the_end(host, guests)
    assert host.state()["show"]["counting"]
    evening.clock.now -= 7200
    assert not host.state()["show"]["counting"] and guests[0].state()["people"][0]["total"] is not None
    assert client.get(f"/t/{host.state()['table']}/results.json").status_code == 200
