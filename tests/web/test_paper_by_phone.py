"""Finished sheets of paper, entered by phone: each game once, checked and counted as the rules count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.games.library import SHIPPED
from pnp.sheets import codes, documents
from tests.web.conftest import SECRET, Evening, Guest, Sit

EXAMPLES = Path(__file__).parent.parent / "examples"


def marks_of(name: str) -> tuple[str, list[str], list[tuple[str, dict[str, Any]]], dict[str, Any]]:
    """An example as it stands on paper: its game, players, marks by sheet, and what the rules say of it."""
    data = documents.load((EXAMPLES / f"{name}.toml").read_bytes(), f"{name}.toml")
    game, document, edition = documents.understand(data, name)
    verdict = game.judge(document, edition)
    players = [sheet.player or "Ana" for sheet in verdict.sheets]
    return data["game"], players, [(s, dict(m)) for s, m in game.marks(document, edition)], verdict.as_json()


@pytest.mark.parametrize("example", ["house-table", "miner-table", "manor-table", "city-charles", "miner-solo"])
def test_an_example_entered_by_phone_comes_to_what_it_should(
    example: str, evening: Evening, client: TestClient
) -> None:
    game, players, sheets, expected = marks_of(example)
    low = SHIPPED.load(game).PLAYERS[0]
    while len(players) < low:
        players.append(f"Guest {len(players) + 1}")
    table = evening.table(game, tuple(players))
    layout = evening.party.art.layout(game)
    seats = iter(range(len(players)))
    for name, marks in sheets:
        owner = -1 if layout.sheets[name].owner == "table" else next(seats)
        guest = evening.guest(client, table, owner, name)
        assert guest.post("paper", sheet=name, marks=marks)["ok"]
    state = evening.host(client, table).state()
    totals = {row["player"]: row["total"] for row in state["ranking"]}
    for row in expected["ranking"]:
        assert totals[row["player"]] == row["total"], json.dumps(state["scores"])


def test_a_house_on_paper_is_checked_by_the_rules(sit: Sit) -> None:
    _, (ana, *_) = sit()
    state = ana.post("paper", sheet="play", marks={"house.c3r3": "C", "score.total": 99})["state"]
    counted = state["me"]["counted"]
    assert not counted["legal"] and counted["due"]["play"]["score.total"] != 99
    assert {problem["code"] for problem in counted["problems"]} & {"wrong-sum"}
    assert state["me"]["paper"]["play"]["house.c3r3"] == "C"


def test_running_totals_of_a_pad_while_people_play(evening: Evening, client: TestClient) -> None:
    table = evening.table("dice-manor", ("Ana", "Bo"))
    ana, bo = (evening.guest(client, table, n, "tracker") for n in range(2))
    ana.post("paper", sheet="score", marks={"p1.r1.tours": 5, "p1.r1.dice": 4})
    bo.post("paper", sheet="score", marks={"p2.r1.tours": 2})
    assert [(row["player"], row["total"]) for row in ana.state()["ranking"]] == [("Ana", 9), ("Bo", 2)]
    ana.post("paper", sheet="score", marks={"p1.r2.tours": 9})
    assert bo.state()["ranking"][0]["total"] == 18


def test_the_pads_own_code_writes_every_column(evening: Evening, client: TestClient) -> None:
    table = evening.table("dice-manor", ("Ana", "Bo"))
    pad = evening.guest(client, table, -1, "score")
    state = pad.post("paper", sheet="score", marks={"p1.r1.tours": 5, "p2.r1.tours": 2})["state"]
    assert state["me"]["seat"] is None and len(state["ranking"]) == 2
    assert pad.say("anything", 409)["code"] == "not-a-seat"


def test_after_the_game_paper_is_compared_with_the_log(sit: Sit) -> None:
    host, guests = sit()
    host.do("start")
    for _ in range(24):
        host.do("roll")
        for guest in guests:
            guest.draw()
    for _ in ("the last round", "the count"):
        host.do("skip")
    ana = guests[0]
    played = ana.state()["me"]["marks"]["play"]
    state = ana.post("paper", sheet="play", marks=played)["state"]
    assert state["me"]["differs"] == []
    cell = next(id for id in played if id.startswith("house."))
    state = ana.post("paper", sheet="play", marks={cell: None})["state"]
    assert len(state["me"]["differs"]) == 1 and "nothing on paper" in state["me"]["differs"][0]


def test_a_house_played_on_paper_alone_is_voted_on(sit: Sit) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    host.do("say", seat=None, words="paper")
    bo.post("paper", sheet="play", marks={"house.c1r1": "F", "house.c2r1": "F"})
    ana.say("vote Bo")
    state = host.do("say", seat=None, words="close vote")["state"]
    assert state["vote"]["result"]["seats"] == [1] and state["on_paper"]
    assert state["ranking"][0]["player"] == "Bo"


def test_a_pad_printed_before_there_was_a_table(evening: Evening, client: TestClient) -> None:
    table = evening.table("dice-manor", ("Ana", "Bo"))
    client.get(f"/t/{table.id}")
    code = codes.make(SECRET, "dice-manor", "score", "", "", "1")
    assert Guest(client, f"/s/{code}").state()["me"]["sheet"] == "score"


def test_paper_that_breaks_rules_is_marked_for_all(sit: Sit) -> None:
    host, (ana, bo, _) = sit()
    ana.post("paper", sheet="play", marks={"house.c3r3": "C"})
    bo.post("paper", sheet="play", marks={"house.c1r1": "F"})
    people = host.state()["people"]
    assert people[0]["problems"] > 0 and people[1]["problems"] == 0
