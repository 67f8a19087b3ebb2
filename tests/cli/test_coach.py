"""`pnp coach`: documents, logs and tables are asked about; whatever is wrong with a call is one line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Run, one_line

ROLLS = ["2 4 6", "1 3 5", "2 5 3", "4 4 1"]
TABLE = {
    "game": "house-of-dice",
    "players": 2,
    "rolls": ROLLS,
    "sheets": [
        {"player": "Ana", "moves": ["D42$6", "F31$5", "W22$5", "B14$4"]},
        {"player": "Bo", "moves": ["+6$2", "F31$5", "R25$3", "B13$4"]},
    ],
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(TABLE))
    return path


def test_par_of_the_table_of_a_seat_and_of_a_log_agree(call: Run, game: Path, tmp_path: Path) -> None:
    whole = json.loads(call("coach", "par", game, "--json").out)
    assert [seat["player"] for seat in whole["seats"]] == ["Ana", "Bo"]
    assert whole["table"]["proven"] and len(whole["table"]["moves"]) == 4
    one = json.loads(call("coach", "par", game, "--player", "bo", "--bonuses", "--json").out)
    assert {"par", "proven", "moves", "house", "rulings"} <= {*one}
    assert one["par"] == whole["seats"][1]["par"] >= whole["table"]["par"]
    assert {"name", "kind", "text", "value"} == {*one["rulings"][0]}
    shown = call("coach", "par", game).out
    assert f"{whole['table']['par']} points at the best, proven" in shown


def test_a_table_and_its_exported_log_have_the_same_par(pnp: Run, tmp_path: Path) -> None:
    lines = []
    for roll, ana, bo in zip(ROLLS, *(sheet["moves"] for sheet in TABLE["sheets"]), strict=True):  # type: ignore[index]
        lines += [roll, f"Ana: {ana}", f"Bo: {bo}"]
    played = pnp("play", "house-of-dice", "--players", "Ana,Bo", "--dice", "physical", input="\n".join(lines).encode())
    assert played.code == 0, played
    table = json.loads(pnp("coach", "par", "--table", "last", "--json").out)
    pnp("results", table["name"], "--format", "log", "--out", "game.log")
    log = json.loads(pnp("coach", "par", "game.log", "--json").out)
    assert {**log, "name": ""} == {**table, "name": ""}


def test_an_audit_says_whether_a_sheet_can_be_and_accuses_nobody(call: Run, game: Path, tmp_path: Path) -> None:
    fine = call("coach", "audit", game, "--json")
    found = json.loads(fine.out)
    assert (fine.code, [sheet["possible"] for sheet in found["sheets"]]) == (0, [True, True])
    assert len(found["sheets"][0]["moves"]) == 4
    wrong = tmp_path / "wrong.json"
    house = "......\n......\n......\n......\n......\n.....F"
    sheet = {"player": "Ana", "house": house, "cost": 0, "turns": 4, "furniture": 0}
    wrong.write_text(json.dumps({**TABLE, "sheets": [sheet]}))
    done = call("coach", "audit", wrong, "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["possible"], answer["moves"]) == (1, False, [])
    assert {"code": "no-dice-for", "facts": {"part": "fence", "column": 6}}.items() <= answer["why"].items()
    shown = call("coach", "audit", wrong).out
    assert "can't have come from these dice" in shown
    assert "cheat" not in shown


def test_a_review_tells_answers_and_writes_a_page(call: Run, game: Path, tmp_path: Path) -> None:
    answer = json.loads(call("coach", "review", game, "--player", "Ana", "--json", "--out", "ana.pdf").out)
    (ana,) = answer["players"]
    keys = {"round", "move", "hindsight", "reachable", "expected", "error", "better", "seen", "costly"}
    assert keys == {*ana["rounds"][0]}
    assert (ana["curve"][0], ana["curve"][-1]) == (ana["par"], ana["score"])
    (page,) = PdfReader(tmp_path / "ana.pdf").pages
    told = page.extract_text()
    assert f"the best: {ana['par']}" in told
    assert not [line for line in told.splitlines() if line.strip() in {*"FDWBRCG"}], "houses are drawn, not spelt"
    assert answer["rulings"]
    shown = call("coach", "review", game, "--player", "Ana").out
    assert f"Ana: {ana['score']} of {ana['par']}" in shown
    assert "costliest in hindsight: round" in shown


def test_in_polish_rulings_are_polish_and_numbers_have_a_comma(call: Run, game: Path) -> None:
    par = call("coach", "par", game, "--language", "pl").out
    assert "Bramę garażu (G) rysuje się tą samą kostką" in par and "A garage door" not in par
    (garage,) = [one for one in answer_of(call, game)["rulings"] if one["name"] == "garage"]
    assert garage["text"].startswith("A garage door")
    review = call("coach", "review", game, "--player", "Ana", "--language", "pl").out
    assert re.search("[0-9],[0-9]", review) and not re.search(r"[0-9]\.[0-9]", review)
    assert "niż zwykle" not in review, "as long as rounds are to come, nobody knows what is usual"


def answer_of(call: Run, game: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(call("coach", "par", game, "--json", "--language", "en").out)
    return answer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["best", "a.toml"], "par"),
        (["par"], "--table"),
        (["par", "missing.toml"], "missing.toml"),
        (["par", "GAME", "--player", "Cy"], "Ana, Bo"),
        (["par", "YACHT"], "best result of this game"),
        (["review", "WRONG"], "pnp check names them"),
    ],
)
def test_a_wrong_call_is_one_line(call: Run, game: Path, tmp_path: Path, words: list[str], said: str) -> None:
    other = tmp_path / "yacht.toml"
    other.write_text('game = "yacht"\nplayer = "Ana"\n[[rounds]]\nones = 3\n')
    wrong = tmp_path / "wrong.json"
    wrong.write_text(
        json.dumps({**TABLE, "sheets": [{"player": "Ana", "moves": ["D42$6", "C66$1", "W22$5", "B14$4"]}]})
    )
    names = {"GAME": str(game), "YACHT": str(other), "WRONG": str(wrong)}
    assert said in one_line(call("coach", *[names.get(word, word) for word in words]))
