"""A layout with rules is a game by itself: every command takes it without --rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.sheets import layout

Run = Callable[..., Any]

SHEET = """game = "coin-rush"
[[sheets]]
player = "Ana"
[sheets.marks]
r1.coins = 12
r2.coins = 9
[[sheets]]
player = "Bo"
[sheets.marks]
r1.coins = 3
"""


@pytest.fixture
def pad(call: Run, tmp_path: Path) -> str:
    assert call("new", "coin-rush").code == 0
    (tmp_path / "sheet.toml").write_text(SHEET)
    return "coin-rush.toml"


def test_a_filled_in_sheet_needs_no_other_rules(call: Run, pad: str, tmp_path: Path) -> None:
    assert json.loads(call("check", "sheet.toml", "--json").out)["sheets"][0]["score"]["total"] == 31
    done = call("print", pad, "--example", "sheet.toml")
    assert (done.code, done.out, done.err) == (0, "output/coin-rush-sheet.pdf\n", "")
    assert (tmp_path / "output" / "coin-rush-sheet.pdf").stat().st_size > 1000


def test_it_is_among_the_games_with_all_that_it_can_do(call: Run, pad: str) -> None:
    games = json.loads(call("games", "--rules", pad, "--json").out)["games"]
    (own,) = (game for game in games if game["name"] == "coin-rush")
    assert own["supports"] == ["print", "check", "score", "play", "party"]


def test_what_pnp_new_writes_is_a_game_that_needs_nothing_else(call: Run, pnp: Run, pad: str, tmp_path: Path) -> None:
    """It has nothing wrong with it, is printed for a camera, checked by its own rules and kept to its end."""
    assert [path.name for path in tmp_path.glob("*coin*")] == [pad]
    assert call("lint", pad).out == "coin-rush.toml: fine, 1 sheet\n"
    assert call("print", pad, "--players", "Ana,Bo").code == 0
    sheet = layout.ready(layout.load(tmp_path / pad), "score")
    assert len(sheet.reader_marks) == 4 and "qr" in dict(sheet.spans)
    (tmp_path / "fails.toml").write_text('game = "coin-rush"\ncoins = { r1 = 12, r2 = 1 }\nfails = 5\n')
    answer = json.loads(call("check", "fails.toml", "--json").out)["sheets"][0]
    assert [problem["message"] for problem in answer["problems"]] == [
        "coins: 1 can't be: two points are the least, or 0 for a fail",
        "fails: 5 fails in four rounds",
    ]
    typed = pnp("play", pad, "--players", "Ana,Bo", "--json", input=b"Ana coins 5 6 7 8\n3 2 4 3\n2 0\n")
    last = json.loads(typed.out.splitlines()[-1])
    assert last["over"] and [(row["player"], row["total"]) for row in last["ranking"]] == [("Ana", 34), ("Bo", 12)]


def test_the_old_word_for_a_pad_writes_the_same_and_says_so(call: Run, pad: str, tmp_path: Path) -> None:
    written = (tmp_path / pad).read_bytes()
    (tmp_path / pad).unlink()
    done = call("new", "coin-rush", "--pad", "--json")
    assert json.loads(done.out)["files"] == [pad] and (tmp_path / pad).read_bytes() == written
    assert done.err.startswith("pnp: --pad is an old word: ") and done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("sum(coins)", "summ(coins)", "lines, coins: there is no function 'summ'; did you mean 'sum'?"),
        ("sum(coins)", "sum(coin)", "lines, coins: there is no 'coin' here; did you mean 'coins'?"),
        ("sum(coins)", "100 // count(coins)", "lines, coins: '100 // count(coins)' can't be worked out: "),
        ("sum(coins)", "9 // (4 - count(coins))", "lines, coins: '9 // (4 - count(coins))' can't be worked out: "),
        ("sum(coins)", "coins", "lines, coins: it comes to {}; a number is needed"),
        ('"-fails"\n', '"-lines.fail"\n', "lines, fails: there is no '.fail' here; did you mean 'fails'?"),
        ("box.value == 1", "box.valeu == 1", "wrong, no-such-coins, when: 'box.valeu == 1 or box.value < 0' can't be"),
        ("[rules.lines]", '[rules.areas.coins]\nmay = "at.x"\n\n[rules.lines]', "areas, coins, may: 'at.x' can't be worked"),
        ("[rules.lines]", '[rules.areas.coins.dice]\n"r1,r2,r3,r4" = "sum(dice)"\n\n[rules.lines]', "areas, coins, dice: formulas for dice need"),
        ("{n} fails in", "{m} fails in", "wrong, too-many-fails, say, en: no fact is called m"),
        ("sum(coins)", "sum(n * times for n in (1, 2))", "lines, coins: there is no 'times' here"),
    ],
)  # fmt: skip
def test_lint_works_out_every_formula(call: Run, pad: str, tmp_path: Path, old: str, new: str, said: str) -> None:
    """On a blank sheet and on a full one, so that nobody finds out while playing."""
    text = (tmp_path / pad).read_text()
    assert old in text
    (tmp_path / pad).write_text(text.replace(old, new, 1))
    assert f": rules, {said}" in call("lint", pad).out


def test_a_formula_that_fails_in_the_end_is_one_line(call: Run, pad: str, tmp_path: Path) -> None:
    text = (tmp_path / pad).read_text().replace("sum(coins)", "9 // (3 - count(coins))", 1)
    (tmp_path / pad).write_text(text)
    (tmp_path / "sheet.toml").write_text('game = "coin-rush"\ncoins = { r1 = 2, r2 = 2, r3 = 2 }\n')
    for words in (("check", tmp_path / "sheet.toml"), ("print", tmp_path / pad, "--example", tmp_path / "sheet.toml")):
        done = call(*words)
        assert (done.code, done.err.count("\n")) == (2, 1) and "can't be worked out" in done.err


def test_a_name_in_a_loop_hides_nothing_that_a_formula_is_made_of(call: Run, pad: str, tmp_path: Path) -> None:
    loop = "sum(n * sum(times * n for times in (1, 2)) for n in values(coins))"
    (tmp_path / pad).write_text((tmp_path / pad).read_text().replace("sum(coins)", loop, 1))
    (tmp_path / "sheet.toml").write_text('game = "coin-rush"\ncoins = { r1 = 2, r2 = 3 }\n')
    assert json.loads(call("score", tmp_path / "sheet.toml", "--json").out)["sheets"][0]["score"]["coins"] == 39


def test_a_sheet_without_a_line_for_the_name_is_filled_in(call: Run, tmp_path: Path) -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "formulas.toml"
    (tmp_path / "sheet.toml").write_text('game = "formulas"\nplayer = "Ana"\nred = [1, 3]\n')
    done = call("print", path, "--example", tmp_path / "sheet.toml")
    assert (done.code, done.err) == (0, "")
