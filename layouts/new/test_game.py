"""{title}: the rules as a table, and the sheet that fits them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.games.game import Papers
from pnp.games.library import Library
#: play
from pnp.games.play import Action
#: end
from pnp.sheets import documents, layout

OWN = Path(__file__).with_name("{module}.py")
LIBRARY = Library(OWN if OWN.is_file() else None)


def verdict(**sheet: object) -> dict:
    return documents.judge({{"game": "{name}", "player": "Ana", **sheet}}, library=LIBRARY).as_json()["sheets"][0]


@pytest.mark.parametrize(
    ("rolls", "total"),
    [
        ([], 0),
        ([7], 0),
        ([3, 7], 1),
        ([3, 7, 7, 12], 2),
        ([7, 6, 5, 4, 3, 2, 7, 6, 5, 12], 7),  # two climbs, and the last roll is a 12
    ],
)
def test_points(rolls: list[int], total: int) -> None:
    assert verdict(rolls=rolls)["score"]["total"] == total


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        ({{"rolls": [1]}}, "no-such-roll"),
        ({{"rolls": [7] * 11}}, "too-many-rolls"),
        ({{"rolls": [3, 7], "written": 4}}, "wrong-sum"),
    ],
)
def test_what_is_against_the_rules(sheet: dict, code: str) -> None:
    assert [problem["code"] for problem in verdict(**sheet)["problems"]] == [code]


def test_paper_is_counted() -> None:
    paper = {{"rolls.1": 3, "rolls.2": 7, "score.total": 4}}
    papers = Papers(("Ana",), {{}}, ({{"play": paper}},))
    counted = LIBRARY.load("{name}").count(papers, LIBRARY.edition("{name}"))
    assert [problem.code for problem in counted.verdict.sheets[0].problems] == ["wrong-sum"]
    assert counted.own[0]["play"]["score.total"] == 1


def test_the_sheet_fits_the_rules() -> None:
    made = layout.load(layout.find("{name}", LIBRARY.beside("{name}", "{name}.toml")))
    assert layout.problems(made, LIBRARY) == []
#: play


def test_a_game_is_played_to_its_end() -> None:
    play = LIBRARY.load("{name}").play
    state = play.open(("Ana", "Bo"), {{}}, LIBRARY.edition("{name}"))
    for dice in [(1, 2), (6, 6)] * 10:
        state = play.act(state, Action(None, "", dice))
    assert play.over(state) and [row.player for row in play.standings(state)] == ["Bo", "Ana"]
    assert documents.judge(play.document(state), library=LIBRARY).ranking == play.standings(state)
#: end
