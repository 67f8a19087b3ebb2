"""`pnp simulate`: what scripts and people get from many games."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, one_line


def test_the_command_answers_in_json_and_csv_and_draws(pnp: Run, call: Run, tmp_path: Path) -> None:
    words = ["simulate", "house-of-dice", "--games", "20", "--bots", "easy,normal", "--seed", "8"]
    picture = tmp_path / "totals.png"
    done = call(*words, "--json", "--picture", str(picture))
    answer = json.loads(done.out)
    assert [row["bot"] for row in answer["bots"]] == ["easy", "normal"]
    assert {"bot", "mean", "error", "wins"} <= {*answer["bots"][0]}
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert json.loads(pnp(*words, "--json", "--jobs", "2").out) == answer
    rows = list(csv.DictReader(io.StringIO(call(*words, "--format", "csv").out)))
    assert {row["what"] for row in rows} >= {"total", "wins", "roof"}


def test_an_edition_is_shown_beside_the_shipped_one_with_the_same_dice(call: Run, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'game = "house-of-dice"\n[entries.score-window]\nkind = "ruling"\ntext = "x"\nvalue = { each = 3 }\n'
    )
    words = ["simulate", "house-of-dice", "--games", "40", "--bots", "normal,normal"]
    answer = json.loads(call(*words, "--edition", str(own), "--json").out)
    assert answer["shipped"] == json.loads(call(*words, "--json").out)["bots"]
    assert answer["bots"][0]["mean"] > answer["shipped"][0]["mean"] + 3
    assert "by your edition" in call(*words, "--edition", str(own)).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["house-of-dice", "--bots", "hrd"], "did you mean 'hard'?)"),
        (["dice-manor", "--bots", "hard,hard"], "there are beginner, easy"),
        (["yacht", "--bots", "easy", "--picture", "a.gif"], ".pdf, .png"),
        (["chess"], "is no game that has rules"),
    ],
)
def test_a_wrong_call_is_one_line(call: Run, words: list[str], said: str) -> None:
    assert said in one_line(call("simulate", *words))
