"""What the party asks of a game instead of knowing it: its own page, its picture, its timer, its way to play on paper."""

from __future__ import annotations

import json
import re

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import Sit

ROUND = "/static/games/house-of-dice/round.js"


def test_a_game_brings_its_own_page_and_its_words(sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    assert ana.state()["page"] == ROUND
    answer = client.get(ROUND)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/javascript")
    assert client.get(ROUND, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    found = re.search(r'id="page">(.*?)</script>', client.get(f"{ana.base}?lang=pl").text)
    assert found
    assert json.loads(found[1])["strings"]["page.confirm"] == "Zatwierdź"


def test_other_games_are_shown_by_what_they_offer(sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit("dice-manor", sheet="tracker")
    assert ana.state()["page"] is None
    assert client.get(ROUND).status_code == 404, "nobody plays that here"


@pytest.mark.parametrize(
    "name",
    [
        "words.en.json",
        "../__init__.py",
        "..%2f__init__.py",
        "%2e%2e/rules.py",
        ".hidden.js",
        "round.py",
        "round.js/",
        "",
    ],
)
def test_nothing_else_of_a_games_folder_is_served(name: str, sit: Sit, client: TestClient) -> None:
    sit()
    assert client.get(f"/static/games/house-of-dice/{name}").status_code == 404


@pytest.mark.parametrize("game", ["secret.txt", "yacht", "..%2fsecret", "no-such-game"])
def test_only_sheets_of_games_that_are_played_here_are_drawn(game: str, sit: Sit, client: TestClient) -> None:
    sit()
    answer = client.get(f"/art/{game}/play.svg")
    assert answer.status_code == 404 and game not in answer.json()["message"]


def test_a_game_without_a_timer_says_so(sit: Sit) -> None:
    host, _ = sit("dice-manor")
    assert host.state()["timed"] is False
    answer = host.do("timer", 409, seconds=60)
    assert (answer["code"], answer["message"]) == ("no-timer", "Dice Manor has no timer")
    host.do("start")
    assert host.do("deadline", 409, seconds=60)["code"] == "no-timer"
    assert host.do("timer", seconds=0)["ok"]


def test_that_it_was_played_on_paper_is_said_in_one_go(sit: Sit) -> None:
    host, _ = sit()
    assert host.state()["host"]["on_paper"] is True
    state = host.do("on-paper")["state"]
    assert state["phase"] == "over" and state["on_paper"] and state["vote"]["open"]
    assert host.do("on-paper", 409)["code"] == "no-paper"


def test_a_picture_is_the_block_that_the_game_names(sit: Sit) -> None:
    host, _ = sit()
    assert all(one["picture"] == f"{one['sheet']}&block=house" for one in host.state()["people"])
    other, _ = sit("dice-manor")
    assert all(one["picture"] == one["sheet"] for one in other.state()["people"])


def test_a_wish_is_tried_without_notation(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit(dice="physical")
    host.do("start")
    host.do("roll", dice=[1, 2, 3])
    wish = {"kind": "draw", "field": "house.c2r1", "dice": {"part": 1, "column": 2, "cost": 3}, "bonus": ""}
    assert client.post(f"{ana.base}/try", json={"wish": wish}).json()["ok"]
    wrong = client.post(f"{ana.base}/try", json={"wish": {**wish, "field": "house.c2r6"}}).json()
    assert not wrong["ok"] and wrong["message"]


@pytest.mark.parametrize(
    "wish",
    [None, [], "W32$5", {"dice": 3}, {"dice": {"part": []}}, {"turned": [1]}, {"else": "x"}, {"field": "x" * 200}],
)
def test_a_wish_of_another_form_is_malformed(wish: object, sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    assert client.post(f"{ana.base}/try", json={"wish": wish}).status_code == 400


@pytest.mark.parametrize(
    "wish",
    [{}, {"kind": "?"}, {"kind": "furniture"}, {"dice": {"part": "x", "cost": 99}}, {"bonus": "?"}, {"first": "$"}],
)
def test_whatever_is_wished_is_allowed_or_refused(wish: object, sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    answer = client.post(f"{ana.base}/try", json={"wish": wish})
    assert answer.status_code == 200 and not answer.json()["ok"] and answer.json()["message"]
