"""The coach at the party: hints where the host allows them, audits of paper that only the host sees."""

from __future__ import annotations

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


def test_paper_of_a_game_with_known_dice_is_audited_for_the_host_alone(evening: Evening, sit: Sit) -> None:
    host, guests = sit(players=("Ana", "Bo"))
    host.do("start")
    for _ in range(24):
        host.do("roll")
        for guest in guests:
            guest.draw()
    ana = guests[0]
    played = next(marks for name, marks in ana.state()["me"]["marks"].items() if name == "play")
    assert not host.state()["host"]["seats"][0]["audit"]
    ana.post("paper", sheet="play", marks={id: mark for id, mark in played.items() if id != "name"})
    assert host.state()["host"]["seats"][0]["audit"]
    honest = host.client.get(f"{host.base}/seat/0/audit").json()
    assert honest["possible"] is True and len(honest["moves"]) == 24, honest
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
