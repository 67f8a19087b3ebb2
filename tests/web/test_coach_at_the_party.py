"""The coach at the party: hints where the host allows them, audits of paper that only the host sees unless it
shows them, and a game looked back at.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pnp import bounded_process
from tests.web.conftest import Evening, Sit


def test_hints_are_for_those_whom_the_host_allows_them(sit: Sit) -> None:
    host, (ana, _, _) = sit()
    host.do("start")
    host.do("roll")
    refused = ana.client.get(f"{ana.base}/hints")
    assert refused.status_code == 409 and refused.json()["code"] == "no-hints"
    assert host.do("hints", on=True)["state"]["host"]["hints"] is True
    assert ana.state()["me"]["hints"] is True
    answer = ana.client.get(f"{ana.base}/hints").json()
    assert 1 <= len(answer["hints"]) <= 3
    best = answer["hints"][0]
    assert {"words", "means", "expected", "error"} == {*best} and best["means"]
    assert ana.say(best["words"])["ok"]
    host.do("hints", on=False)
    assert ana.client.get(f"{ana.base}/hints").status_code == 409


def test_paper_of_a_game_with_known_dice_is_audited_for_the_host_alone(
    evening: Evening, sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    host.do("start")
    for _ in range(24):
        host.do("roll")
        for guest in guests:
            guest.draw()
    ana = guests[0]
    host.do("skip")
    played = next(marks for name, marks in ana.state()["me"]["marks"].items() if name == "play")
    ana.post("paper", sheet="play", marks={id: mark for id, mark in played.items() if id != "name"})
    assert not host.state()["host"]["seats"][0]["audit"], "the points are being counted"
    assert host.client.get(f"{host.base}/seat/0/audit").status_code == 404
    host.do("skip")
    assert [one["audit"] for one in host.state()["host"]["seats"]] == [True, False]
    honest = host.client.get(f"{host.base}/seat/0/audit").json()
    assert honest["possible"] is True and len(honest["moves"]) == 24, honest
    assert len(honest["means"]) == 24 and not any("$" in one for one in honest["means"]), "words, not notation"
    rolls = evening.party.hosted[host.state()["table"]].table.state.rolls
    never = next(
        column for column in range(1, 7) if f"house.c{column}r6" not in played and f"house.c{column}r5" not in played
    )
    assert rolls
    ana.post("paper", sheet="play", marks={f"house.c{never}r6": "C"})
    wrong = host.client.get(f"{host.base}/seat/0/audit").json()
    assert wrong["possible"] is False and wrong["why"]["code"] == "chimney-without-roof"
    assert "cheat" not in str(wrong).lower()
    assert host.client.get(f"{host.base}/seat/1/audit").status_code == 404
    assert "audit" not in ana.state()["me"]
    table = host.state()["table"]
    looked_back(host, table, monkeypatch)
    assert ana.client.get(f"/t/{table}/state").json()["audits"] == []
    hidden = ana.client.get(f"/t/{table}/audit/0")
    assert hidden.status_code == 404 and hidden.json()["code"] == "audit-hidden"
    assert host.do("audits", on=True)["state"]["host"]["audits"] is True
    assert ana.client.get(f"/t/{table}/state").json()["audits"] == [0]
    assert ana.client.get(f"/t/{table}/audit/0").json() == wrong
    host.do("audits", on=False)
    assert ana.client.get(f"/t/{table}/audit/0").status_code == 404


def looked_back(host: Any, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The review of a table that is over is worked out once, in a process of its own, and kept with the table.

    Whoever is done with is shown while the others are still looked at.
    """
    client, asked, read = host.client, [], threading.Event()
    really = bounded_process.call

    def first_rounds(work: str, document: dict[str, Any], *rest: Any, **limits: Any) -> Any:
        asked.append(work)
        sheets = [{**one, "moves": one["moves"][:2]} for one in document["sheets"]]
        heard = limits["heard"]

        def slowly(news: dict[str, Any]) -> None:
            heard(news)
            assert not news.get("players") or read.wait(60)

        limits["heard"] = slowly
        return really(work, {**document, "rolls": document["rolls"][:2], "sheets": sheets}, *rest, **limits)

    monkeypatch.setattr(bounded_process, "call", first_rounds)
    while not (so_far := client.get(f"/t/{table}/review.json").json()).get("players"):
        assert so_far["wait"]
    assert [one["player"] for one in so_far["players"]] == ["Ana"] and so_far["table"]["par"]
    assert (so_far["wait"], so_far["done"], so_far["of"]) == (True, 2, 4)
    assert client.get(f"/t/{table}/review/0.svg").status_code == client.get(f"/t/{table}/review/0/1").status_code == 200
    read.set()
    while client.get(f"/t/{table}/review.json").status_code == 202:
        pass
    found = client.get(f"/t/{table}/review.json").json()
    assert [one["player"] for one in found["players"]] == ["Ana", "Bo"]
    assert [len(one["rounds"]) for one in found["players"]] == [2, 2] and found["rulings"]
    best = client.get(f"/t/{table}/review/0.svg")
    assert best.headers["content-type"].startswith("image/svg") and best.text.startswith("<svg")
    means = client.get(f"/t/{table}/review/1/2").json()
    assert means["move"] and means["move"] != found["players"][1]["rounds"][1]["move"]
    assert client.get(f"/t/{table}/review/1/9").status_code == client.get(f"/t/{table}/review/7.svg").status_code == 404
    assert 'class="page review"' in client.get(f"/t/{table}/review").text
    polish = client.get(f"/t/{table}/review.json?lang=pl").json()["rulings"]
    assert [one["name"] for one in polish] == [one["name"] for one in found["rulings"]] and polish != found["rulings"]
    host.do("close")
    assert client.get(f"/t/{table}/review.json").json() == found
    assert len(asked) == 1 and client.get(f"/t/{table}/state").json()["review"] is True


def test_a_table_that_goes_on_is_not_looked_back_at(sit: Sit) -> None:
    host, (ana, _, _) = sit()
    host.do("start")
    table = host.state()["table"]
    assert ana.client.get(f"/t/{table}/state").json()["review"] is False
    for path in ("review", "review.json", "review/0.svg", "review/0/1"):
        answer = ana.client.get(f"/t/{table}/{path}")
        assert answer.status_code == 404 and answer.json()["code"] == "no-review"
