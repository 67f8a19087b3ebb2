"""A layout with rules is a game by itself: every command takes it without --rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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
    assert call("new", "coin-rush", "--pad").code == 0
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
