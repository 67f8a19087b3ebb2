"""Layouts with rules: what their boxes come to, what lint says of them, and a game without a line of Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pnp.edition import Edition
from pnp.games.game import Papers
from pnp.games.rules.file_game import FileGame
from pnp.geometry import Rect
from pnp.sheets import documents, layout
from pnp.sheets.labels import label
from pnp.sheets.layout_rules import read_game
from pnp.sheets.own_rules import beside, game_of, library_of
from pnp.sheets.rules_check import with_script
from pnp.sheets.sheet import Field
from pnp.words import Words

PAD = (
    (Path(layout.LAYOUTS) / "new" / "pad.toml").read_text(encoding="utf-8").format(name="coin-rush", title="Coin Rush")
)


@pytest.fixture
def pad(tmp_path: Path) -> Path:
    path = tmp_path / "coin-rush.toml"
    path.write_text(PAD, encoding="utf-8")
    return path


def lint(path: Path, old: str, new: str) -> list[str]:
    assert old in PAD
    path.write_text(PAD.replace(old, new), encoding="utf-8")
    return [f"{problem.where}: {problem.facts}" for problem in layout.problems(layout.load(path))]


def test_the_example_of_streets_adds_up_and_no_box_adds_itself() -> None:
    """Its boxes are named so that the sum stands among the boxes of its street."""
    made = layout.load(layout.LAYOUTS / "examples" / "lantern-walk.toml")
    sheet = layout.ready(made, "play")
    follow = [f"{line}.points" for line in ("rose", "amber", "moss", "dusk", "gusts", "total")]
    assert sorted(with_script(sheet, made.source, made.rules or {}).follows) == sorted(follow)
    marks = {"rose.1": True, "rose.4": True, "rose.11": True, "rose.gate": True, "moss.2": True, "gusts.1": True}
    game = read_game(Path(made.source))[1]
    counted = game.count(Papers(("Ana",), {}, ({"play": marks},)), Edition(made.game))
    assert counted.own[0]["play"]["rose.points"] == 10 and counted.own[0]["play"]["total.points"] == 10 + 1 - 5
    (verdict,) = counted.verdict.sheets
    assert verdict.score is not None and verdict.score.total == 10 + 1 - 5


def test_boxes_that_are_missing_since_their_block_is_wrong_are_told_once(pad: Path) -> None:
    assert lint(pad, 'top = "how.bottom + 8"', 'top = "haw.bottom + 8"') == [
        f"{pad}:84:1: score, block pad, top: there is no block 'haw' before this one; did you mean 'how'?"
    ]


def test_boxes_are_called_as_they_are_printed() -> None:
    """A track by its label, a row without one by its column; pictures are nothing to say."""
    made = layout.load(layout.LAYOUTS / "examples" / "lantern-walk.toml")
    names = {field.id: label(field, Words("en", [])) for field in layout.ready(made, "play").fields}
    assert names["gusts.1"] == "Gusts 1" and names["rose.1"] == "rose 2"
    assert names["rose.points"] == "rose" and names["total.points"] == "total"
    field = Field("a", "number", Rect(0, 0, 1, 1), "Ana: {berry-red} Red")
    assert label(field, Words("en", [])) == "Red"
    assert label(field._replace(label="Ana: {berry-red}"), Words("en", [])) == "red"


def test_a_box_takes_others_as_they_should_be_and_the_rest_as_written(pad: Path) -> None:
    pad.write_text(PAD.replace('fails = "-fails"', 'fails = "-fails"\ntwice = "2 * bonus"'), encoding="utf-8")
    marks = {"p1.r1.coins": 12, "p1.r2.coins": 9, "p1.bonus": 99, "p1.total": 1}
    counted = read_game(pad)[1].count(Papers(("Ana",), {"score": marks}, ({},)), Edition("coin-rush"))
    assert counted.table["score"] == {"p1.bonus": 10, "p1.total": 21 + 10 + 20}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("sum(coins) >= 20", "sum(coin) >= 20", "did you mean 'coins'"),
        ("sum(coins) >= 20", "smu(coins) >= 20", "did you mean 'sum'"),
        ("sum(coins) >= 20", "sum(coins >= 20", "lines, bonus"),
        ("sum(coins) >= 20", "sum(coins) ** 2", "pow"),
        ("[rules.lines]", "[rules.line]", "did you mean 'lines'"),
        ("players = [1, 4]", "players = [4, 1]", "rules, players"),
        ("players = [1, 4]", 'wins = "most"', "highest"),
        ("[rules.lines]", "[rules.areas.coin]\norder = 'right'\n[rules.lines]", "did you mean 'coins'"),
    ],
)
def test_lint_names_what_is_wrong_with_rules(pad: Path, old: str, new: str, says: str) -> None:
    found = lint(pad, old, new)
    assert found and any(says in problem and "rules" in problem for problem in found), found


def test_the_template_is_fine_and_prints_what_follows(pad: Path) -> None:
    made = layout.load(pad)
    assert layout.problems(made) == []
    sheet = layout.ready(made, "score")
    texts = [getattr(one, "text", "") for one in sheet.ink]
    assert texts.count("Σ") == 4 and texts.count("≥ 20: 10") == 4


def test_no_hint_is_printed_where_nobody_wants_it(pad: Path) -> None:
    pad.write_text(PAD.replace("[rules]", "[rules]\nsign = false"), encoding="utf-8")
    assert not [
        ink for ink in layout.ready(layout.load(pad), "score").ink if getattr(ink, "text", "")[:1] in ("Σ", "≥")
    ]


def test_a_layout_is_a_game(pad: Path) -> None:
    name, game = read_game(pad)
    assert (name, game.PLAYERS, game.PAD) == ("coin-rush", (1, 4), True)
    marks = {"p1.r1.coins": 12, "p1.r2.coins": 9, "p1.fails": 1, "p2.r1.coins": 5, "p2.total": 6}
    counted = game.count(Papers(("Ana", "Bo"), {"score": marks}, ({}, {})), library_of(pad).edition(name))
    assert counted.table["score"] == {"p1.bonus": 10, "p1.total": 30, "p2.bonus": 0, "p2.total": 5}
    assert [(row.player, row.total) for row in counted.verdict.ranking] == [("Ana", 30), ("Bo", 5)]
    ana, bo = counted.verdict.sheets
    assert [(line.name, line.points) for line in ana.score.lines] == [("coins", 21), ("bonus", 10), ("fails", -1)]
    assert not ana.problems and [problem.code for problem in bo.problems] == ["wrong-sum"]


def test_the_lowest_wins_where_the_layout_says_so(pad: Path) -> None:
    pad.write_text(PAD.replace("[rules]", '[rules]\nwins = "lowest"'), encoding="utf-8")
    game = read_game(pad)[1]
    marks = {"p1.r1.coins": 12, "p2.r1.coins": 5}
    counted = game.count(Papers(("Ana", "Bo"), {"score": marks}, ({}, {})), library_of(pad).edition("coin-rush"))
    assert [(row.rank, row.player, row.total) for row in counted.verdict.ranking] == [(1, "Bo", 5), (2, "Ana", 12)]


def judged(data: dict[str, Any], path: Path | None = None) -> dict[str, Any]:
    return documents.judge(data, library=library_of(path)).as_json()


def test_documents_of_marks(pad: Path) -> None:
    ana = {"player": "Ana", "marks": {"r1": {"coins": 21}, "total": 31}}
    answer = judged({"game": "coin-rush", "sheets": [ana, {"player": "Bo", "marks": {"r1.coins": 7}}]}, pad)
    assert answer["legal"] and [row["total"] for row in answer["ranking"]] == [31, 7]


@pytest.mark.parametrize(
    ("marks", "says"),
    [
        ({"r1": {"coin": 3}}, "did you mean 'r1.coins'"),
        ({"r1.coins": "three"}, "a whole number"),
        ({"r1.coins": True}, "a whole number"),
        ({"total": 10**9}, "a whole number"),
    ],
)
def test_marks_that_can_not_be_are_told(pad: Path, marks: dict[str, Any], says: str) -> None:
    with pytest.raises(documents.InputError, match=says):
        judged({"game": "coin-rush", "sheets": [{"marks": marks}]}, pad)


def test_marks_of_a_shipped_game_are_counted_by_its_rules() -> None:
    sheets = [{"player": "Ana", "marks": {"r1": {"tours": 5}}}, {"player": "Bo", "marks": {"r1": {"tours": 9}}}]
    assert [row["total"] for row in judged({"game": "dice-manor", "sheets": sheets})["ranking"]] == [9, 5]
    house = {"game": "house-of-dice", "players": 2, "player": "Ana", "marks": {"house": {"c1r1": "F", "c2r1": "F"}}}
    assert judged(house)["sheets"][0]["score"]["fence"] == 3


def test_whoever_extends_a_game_has_rules_of_its_own(tmp_path: Path) -> None:
    """A layout with other sheets has nothing wrong with it, and is no pad that nobody made."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "yacht"\ndrop = ["score"]\ngame = "mine"\ntitle = "Mine"\nversion = 1\n'
        '[sheets.notes]\ntitle = "Notes"\nblocks = [{ kind = "text", text = "Mine", left = 0, right = 90, top = 0 }]\n',
        encoding="utf-8",
    )
    assert not layout.problems(layout.load(path)) and layout.load(path).rules is None


@pytest.mark.parametrize("game", layout.names())
def test_every_total_of_every_game_is_one_that_forms_add_up(game: str) -> None:
    made, seen = layout.load(layout.find(game)), set[str]()
    for name in made.sheets:
        for arrangement in ("", *made.arrangements(name)):
            sheet = layout.ready(made, name, layout.View(arrangement=arrangement))
            totals = {field.id for field in sheet.fields if field.id.rpartition(".")[2] in ("total", "running")}
            follows = with_script(sheet, made.source, made.rules or {}).follows.keys()
            assert totals <= follows and bool(totals) == bool(follows), (name, arrangement)
            seen |= totals
    assert seen


def test_whoever_has_a_layout_names_it_or_lays_it_beside(pad: Path) -> None:
    assert game_of(str(pad), None) == ("coin-rush", pad) and game_of("yacht", None) == ("yacht", None)
    assert game_of(str(layout.find("yacht")), None) == ("yacht", None)  # it is known by its name
    found = beside(library_of(None), pad.parent / "sheet.toml", {"game": "coin-rush"})
    assert isinstance(found.load("coin-rush"), FileGame)
    assert not beside(library_of(None), pad, {"game": "coin-rush"}).has("coin-rush")


def test_the_layout_alone_is_printed_checked_and_played(pad: Path, tmp_path: Path) -> None:
    """The walk of somebody who has a layout file and nothing else."""
    import os
    import subprocess
    import sys

    program = Path(sys.executable).with_name("pnp")
    env = {**os.environ, "PNP_DATA": str(tmp_path / "data")}

    def pnp(*words: str, lines: str = "") -> str:
        done = subprocess.run(
            [str(program), *words], input=lines, capture_output=True, text=True, cwd=tmp_path, env=env, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert pnp("print", "coin-rush.toml", "--players", "Ana,Bo").strip().endswith(".pdf")
    typed = pnp("play", "coin-rush.toml", "--players", "Ana,Bo", "--json", lines="Ana coins 5 6 7 8\n3 1 2 3\n2 0\n")
    last = json.loads(typed.splitlines()[-1])
    assert last["over"] and [(row["player"], row["total"]) for row in last["ranking"]] == [("Ana", 34), ("Bo", 9)]
    log = pnp("results", last["table"], "--format", "log", "--rules", "coin-rush.toml")
    (tmp_path / "evening.jsonl").write_text(log, encoding="utf-8")
    assert pnp("verify", "evening.jsonl", "--rules", "coin-rush.toml")
    (tmp_path / "sheet.toml").write_text('game = "coin-rush"\nmarks = { r1.coins = 5, total = 5 }\n', encoding="utf-8")
    assert "5 points" in pnp("check", "sheet.toml")
