"""Yacht: the boxes as a table, sheets and documents, a whole turn, and the paper that fits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.games.game import Papers
from pnp.games.play import Action
from pnp.games.rules.legal_marks import legal_marks
from pnp.games.rules.paper import sheet_of
from pnp.games.seats import Refusal
from pnp.sheets import documents

GAME = games.load("yacht")
EDITION = shipped("yacht")
text = GAME.words().text
play = GAME.play


def worth(box: str, dice: str, edition: Edition = EDITION) -> Any:
    """What may be written into an empty box for dice such as "11345"."""
    scope = play.open(["Ana"], {}, edition).scopes[0]
    return next(one.mark for one in legal_marks(scope, tuple(map(int, dice))) if one.box == box)


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("ones", "11345", 2),
        ("ones", "23456", 0),
        ("sixes", "66626", 24),
        ("full-house", "22333", 13),
        ("full-house", "33333", 0),  # five alike are no three and two
        ("full-house", "22334", 0),
        ("four", "44441", 16),
        ("four", "44444", 16),  # four of the five count
        ("four", "44431", 0),
        ("little-straight", "54321", 30),
        ("little-straight", "23456", 0),
        ("big-straight", "23456", 30),
        ("big-straight", "12345", 0),
        ("choice", "13456", 19),
        ("yacht", "55555", 50),
        ("yacht", "55556", 0),
    ],
)
def test_what_dice_give_in_a_box(box: str, dice: str, points: int) -> None:
    assert worth(box, dice) == points


def sheet(**keys: Any) -> dict[str, Any]:
    return documents.judge({"game": "yacht", "player": "Ana", **keys}).as_json(GAME.words())["sheets"][0]


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ({"rounds": [{"fours": 12, "choice": 30}], "written": 42}, []),
        ({"rounds": [{"fours": 13}]}, ["no-such-score"]),
        ({"rounds": [{"yacht": 40}]}, ["no-such-score"]),
        ({"rounds": [{"fours": 12}], "written": 13}, ["wrong-sum"]),
        ({"rounds": [{"fours": 12}, {"ones": 3}], "written": {"rounds": [{"total": 12}, {"total": 4}]}}, ["wrong-sum"]),
    ],
)
def test_what_is_wrong_on_a_sheet(keys: dict[str, Any], codes: list[str]) -> None:
    assert [one["code"] for one in sheet(**keys)["problems"]] == codes


def test_the_edition_may_change_a_number() -> None:
    own = EDITION.overridden(Edition("yacht", {"straight": Entry("straight", "ruling", "At our table.", 25)}))
    assert worth("big-straight", "23456", own) == 25


def opened(players: int = 2) -> Any:
    return play.open(("Ana", "Bo", "Cy")[:players], {}, EDITION)


def after(state: Any, *said: Any) -> Any:
    """The state after dice such as "11345" and words such as (0, "keep 1 1")."""
    for one in said:
        action = Action(None, "", tuple(map(int, one))) if isinstance(one, str) else Action(*one)
        state = play.act(state, action)
        assert not isinstance(state, Refusal), text(state)
    return state


def test_a_turn() -> None:
    state = after(opened(), "11345", (0, "keep 1 1"), "126")
    assert state.dice == (1, 1, 1, 2, 6) and len(play.dice(state)) == 0
    state = after(state, (0, "keep 111"), "15", (0, "ones"))
    assert (
        [one["boxes"] for one in state.sheets] == [{"ones": 4}, {}] and state.seat == 1 and len(play.dice(state)) == 5
    )


@pytest.mark.parametrize(
    ("before", "said", "code"),
    [
        ([], (0, "ones"), "dice-first"),
        ([], "1134", "wrong-dice"),
        ([], "11347", "wrong-face"),
        (["11345"], "11345", "no-roll-now"),
        (["11345"], (1, "ones"), "not-your-turn"),
        (["11345"], (None, "ones"), "player-only"),
        (["11345"], (0, "oens"), "unclear"),
        ([], (None, "ones"), "dice-first"),
        (["11345"], (0, "keep 2"), "not-in-dice"),
        (["11345"], (0, "keep 111345"), "not-in-dice"),
        (["11345"], (0, "keep ones"), "not-in-dice"),
        (["11345"], (0, "keep 11345"), "not-in-dice"),
        (["11345", (0, "keep"), "11345", (0, "keep"), "11345"], (0, "keep"), "not-now"),
        (["11345", (0, "ones"), "11345", (1, "ones"), "11345"], (0, "ones"), "box-taken"),
    ],
)
def test_what_is_refused(before: list[Any], said: Any, code: str) -> None:
    state = after(opened(), *before)
    action = Action(None, "", tuple(map(int, said))) if isinstance(said, str) else Action(*said)
    refused = play.act(state, action)
    assert isinstance(refused, Refusal) and refused.code == code
    assert "{" not in text(refused) and "…" not in text(refused)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_whole_games_are_what_the_rules_judge(players: int) -> None:
    rng = random.Random(players)
    state = opened(players)
    while not play.over(state):
        if dice := play.dice(state):
            state = after(state, "".join(str(rng.choice(die.faces)) for die in dice))
        else:
            option = rng.choice(play.options(state, state.seat))
            before, points = len(state.sheets[state.seat]["boxes"]), option.mark
            seat, state = state.seat, after(state, (state.seat, option.notation))
            if option.kind == "box":
                boxes = state.sheets[seat]["boxes"]
                assert len(boxes) == before + 1 and boxes[option.notation] == points
    verdict = documents.judge(play.document(state))
    assert verdict.legal and verdict.ranking == play.standings(state)
    assert all(len(one["boxes"]) == 12 for one in state.sheets)


def test_paper_is_counted_column_by_column() -> None:
    paper = {"name": "Ana", "g1.ones": 3, "g1.total": 3, "g2.sixes": 12, "g2.total": 13}
    counted = GAME.count(Papers(("Ana",), {}, ({"score": paper},)), EDITION)
    (one,) = counted.verdict.sheets
    assert [problem.code for problem in one.problems] == ["wrong-sum"] and one.score.total == 15
    assert counted.own[0]["score"] == {"g1.total": 3, "g2.total": 12}
    declaration = GAME.declare(EDITION)
    read = sheet_of(declaration, "Ana", paper, 1)
    area = declaration.areas["boxes"]
    assert [area.marks(values["boxes"]) for values in read.rounds] == [{"ones": 3}, {"sixes": 12}]
