"""The host corrects as a player plays: the past is offered again, and no page shows how moves are written."""

from __future__ import annotations

from tests.web.conftest import Guest, Sit


def offered(host: Guest, seq: int, **asked: str) -> dict[str, object]:
    answer = host.client.get(f"{host.base}/correct/{seq}", params=asked)
    assert answer.status_code == 200, answer.text
    told: dict[str, object] = answer.json()
    return told


def test_a_past_move_is_offered_again_and_what_it_changes_is_told(sit: Sit) -> None:
    host, (ana, bo, cy) = sit(dice="physical")
    host.post("do", do="start")
    host.post("do", do="roll", dice=[2, 5, 6])
    notations = []
    for guest in (ana, bo, cy):
        draws = [one for one in guest.state()["me"]["options"] if one["kind"] == "draw"]
        notations.append(draws[0]["notation"])
        guest.post("say", words=notations[-1])
    log = host.state()["host"]["log"]
    row = next(one for one in log if one["fixable"] and one["seat"] == 0)
    assert not [one["what"] for one in log if any(words in one["what"] for words in notations)]
    then = offered(host, row["seq"])
    assert then["kind"] == "said" and [die["face"] for die in then["spread"]] == [2, 5, 6]  # type: ignore[attr-defined]
    other = next(one for one in then["me"]["options"] if one["kind"] == "draw" and one["notation"] != notations[0])  # type: ignore[index]
    assert offered(host, row["seq"], words=other["notation"]) == {"ok": True, "message": "", "left": []}
    host.post("do", do="correct", seq=row["seq"], words=other["notation"])
    assert next(one["words"] for one in host.state()["host"]["log"] if one["seq"] == row["seq"]) == other["notation"]
    rolled = next(one for one in host.state()["host"]["log"] if one["fixable"] and one["seat"] is None)
    assert offered(host, rolled["seq"])["faces"] == [2, 5, 6]
    lost = offered(host, rolled["seq"], words="1 1 1")["left"]
    assert lost and all(str(one)[:2] in ("An", "Bo", "Cy") for one in lost)  # type: ignore[attr-defined]
    assert host.client.get(f"{host.base}/correct/1").status_code == 404


def test_the_log_tells_what_was_done_however_it_was_typed_and_all_of_it_to_whoever_asks(sit: Sit) -> None:
    host, (ana, bo, cy) = sit(dice="physical")
    host.post("do", do="start")
    for _ in range(5):
        host.post("do", do="roll", dice=[2, 5, 6])
        for guest in (ana, bo, cy):
            draw = next(one for one in guest.state()["me"]["options"] if one["kind"] in ("draw", "pass", "furniture"))
            guest.post("say", words=draw["notation"].lower().replace("$", " $ "))
    state = host.state()["host"]
    whole = host.client.get(f"{host.base}/log").json()["log"]
    assert state["older"] and whole[-len(state["log"]) :] == state["log"] and whole[0]["seq"] == 1
    told = [one["what"] for one in whole]
    assert len(told) > 20 and not [one for one in told if "$" in one or one.startswith("table: start")]
    assert host.client.get(f"{ana.base.replace('/s/', '/h/')}/log").status_code == 404


def test_there_is_nothing_to_be_corrected_in_the_beginning(sit: Sit) -> None:
    host, _ = sit()
    host.do("start")
    for path in ("correct/1", "correct/1?words=x"):
        answer = host.client.get(f"{host.base}/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
