"""Bots in the terminal: they take seats like people, and logs, undo and verify know nothing special."""

from __future__ import annotations

import json
import re

from tests.cli.conftest import Run, one_line


def answers(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_bots_play_a_game_with_somebody_and_the_log_is_verified(pnp: Run) -> None:
    lines = []
    for _ in range(24):
        lines += ["roll", "Ana: 1"]
    done = pnp(
        "play", "house-of-dice", "--players", "Ana", "--bots", "easy,normal", "--json", input="\n".join(lines).encode()
    )
    last = answers(done.out)[-1]
    assert last["over"], last
    assert {row["player"] for row in last["ranking"]} == {"Ana", "Ada (bot)", "Ben (bot)"}  # type: ignore[attr-defined]
    pnp("results", "last", "--format", "log", "--out", "game.log")
    assert pnp("verify", "game.log").code == 0


def test_undo_takes_back_what_a_person_said_and_what_bots_answered(pnp: Run) -> None:
    words = b"roll\nAna: 1\nundo\nhint\nAna: 1"
    done = pnp("play", "house-of-dice", "--players", "Ana", "--bots", "1", "--json", input=words)
    opened, rolled, entered, undone, hinted, again = answers(done.out)
    assert (opened["round"], rolled["round"], undone["round"], again["round"]) == (1, 1, 1, entered["round"])
    hints = hinted["hints"]
    assert 1 <= len(hints) <= 3 and {"words", "expected", "error"} == {*hints[0]}  # type: ignore[arg-type,index]
    going_on = pnp("play", "--table", "last", "--json", input=b"roll\nAna: 1")
    assert answers(going_on.out)[-1]["round"] == 3


def test_a_hint_is_told_in_words_however_it_is_asked_for(pnp: Run) -> None:
    asked = ("hint", "hint Ana", "Ana: hint")
    words = "\n".join(["roll", *asked]).encode()
    call = ["play", "house-of-dice", "--players", "Ana,Bo", "--language"]
    english = [line for line in pnp(*call, "en", input=words).out.splitlines() if "points in the end" in line]
    assert len(english) % len(asked) == 0 and len(english) >= 2 * len(asked)
    assert all(
        re.search(r"[0-9]\.[0-9] ±[0-9]\.[0-9] points in the end; .* (column|furniture)", line) for line in english
    ), english
    polish = [line for line in pnp(*call, "pl", input=words).out.splitlines() if "na koniec" in line]
    assert polish and all(re.search(r"na koniec [0-9]+,[0-9] ±[0-9],[0-9]", line) for line in polish), polish


def test_a_hint_that_is_exact_has_no_error(pnp: Run) -> None:
    lines = pnp("play", "yacht", "--players", "Ana", "--language", "en", input=b"roll\nhint").out.splitlines()
    hints = [line for line in lines if "points in the end" in line]
    assert len(hints) == 3 and not any("±" in line for line in hints), hints


def test_the_dice_of_the_day_are_the_same_for_everybody(pnp: Run) -> None:
    call = ["play", "house-of-dice", "--alone", "--bots", "easy", "--json"]
    first, second = (answers(pnp(*call, input=b"roll").out) for _ in range(2))
    assert first[1]["rolled"] == second[1]["rolled"]
    assert first[0]["commitment"] == second[0]["commitment"]
    assert first[0]["ranking"][0]["player"] == "Player"  # type: ignore[index]


def test_what_does_not_go_is_one_line(call: Run) -> None:
    assert "6" in one_line(call("play", "house-of-dice", "--players", "Ana,Bo,Cy,Di,Ed", "--bots", "2"))
    assert "did you mean" in one_line(call("play", "house-of-dice", "--players", "Ana", "--bots", "esy"))
    assert "--alone" in one_line(call("play", "house-of-dice", "--players", "Ana,Bo", "--alone"))
