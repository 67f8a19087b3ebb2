"""Dice City alone, by the numbers of its rulebook."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, shipped
from pnp.errors import InputError
from pnp.games.dice_city.rules import rules_of
from pnp.games.dice_city.sheet import pile_sizes
from pnp.games.dice_city.solo import game as dice_city_solo
from pnp.games.verdict import Verdict
from pnp.sheets.documents import judge, understand

text = dice_city_solo.words().text
SOLO = shipped("dice-city-solo")


def game(**keys: Any) -> dict[str, Any]:
    return {"game": "dice-city-solo", "player": "Ana", **keys}


def codes(verdict: Verdict) -> list[tuple[str, str]]:
    return [(p.code, text(p.where)) for p in verdict.sheets[0].problems]


def notes(verdict: Verdict) -> list[str]:
    return [note.code for note in verdict.sheets[0].notes]


def facts(**keys: Any) -> dict[str, int | str]:
    return dict(judge(game(**keys)).sheets[0].score.facts)


def with_entry(name: str, value: Any) -> Edition:
    return SOLO.overridden(Edition("dice-city-solo", {name: Entry(name, "fact", "", value)}))


@pytest.mark.parametrize(
    ("tokens", "target", "outcome", "after"),
    [
        (50, 50, "won", 55),
        (49, 50, "lost", 50),
        (54, 55, "lost", 55),
        (55, 55, "won", 60),
        (120, 115, "won", 120),
    ],
)
def test_won_or_lost(tokens: int, target: int, outcome: str, after: int) -> None:
    assert facts(tokens=tokens, target=target) == {"target": target, "outcome": outcome, "next": after}


def test_the_first_target_is_fifty() -> None:
    assert facts(tokens=41)["target"] == 50
    answer = judge(game(tokens=41)).as_json()
    assert answer["sheets"][0]["score"] == {
        "tokens": 41,
        "ships": 0,
        "bandits": 0,
        "locations": 0,
        "total": 41,
        "target": 50,
        "outcome": "lost",
        "next": 50,
    }
    assert answer["ranking"] == [{"rank": 1, "player": "Ana", "total": 41}]


@pytest.mark.parametrize(("mode", "most"), [("normal", 15), ("hard", 12)])
def test_turns_of_a_mode(mode: str, most: int) -> None:
    assert judge(game(mode=mode, turns=most)).legal
    assert notes(judge(game(mode=mode, turns=most))) == []
    assert notes(judge(game(mode=mode))) == []
    assert notes(judge(game(mode=mode, turns=most - 1))) == ["turns-left"]
    over = judge(game(mode=mode, turns=most + 1))
    assert codes(over) == [("too-many-turns", "turns")]
    assert text(over.sheets[0].problems[0]) == f"turns: {most + 1} taken; the {mode} mode has {most}"


def test_the_deck_lasts_as_long_as_the_mode() -> None:
    for mode in SOLO["modes"].values():
        assert mode["turns"] * (mode["display"] // 2) == SOLO["location-cards"]


def test_normal_is_the_mode_where_none_is_given() -> None:
    assert codes(judge(game(turns=13))) == []
    assert codes(judge(game(turns=13, mode="hard"))) == [("too-many-turns", "turns")]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"target": 45}, "target: 45 is too small; at least 50"),
        ({"target": 52}, "target: 52 is no target; 50 and every 5 above are allowed"),
        ({"mode": "hrad"}, "mode: 'hrad' is not one of normal, hard; did you mean 'hard'"),
        ({"turns": -1}, "turns: -1 is too small"),
        ({"players": 2}, "players: 2 is too large"),
        ({"goal": 50}, "goal: unknown key"),
        ({"city": {"red": []}}, "city, red: 0 spaces in a row; exactly 6"),
    ],
)
def test_refused(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        judge(game(**keys))


def test_one_sheet_only() -> None:
    sheets = [{"player": "Ana", "tokens": 50}, {"player": "Bo"}]
    with pytest.raises(InputError, match="2 sheets for 1 player;"):
        judge({"game": "dice-city-solo", "sheets": sheets})
    assert judge({"game": "dice-city-solo", "sheets": sheets[:1]}).sheets[0].score.facts["outcome"] == "won"
    with pytest.raises(InputError, match="there is no sheet"):
        judge({"game": "dice-city-solo", "sheets": []})


def test_piles_never_run_out() -> None:
    assert pile_sizes(rules_of(SOLO), 1) == {"ships": {}, "bandits": {}}
    verdict = judge(game(ships=[20, 20, 10] * 4, bandits=[4] * 30))
    assert verdict.legal
    assert verdict.sheets[0].score.total == 200 + 120


def test_the_cards_are_those_of_the_game_for_several() -> None:
    cards = rules_of(SOLO).cards
    assert cards == rules_of(shipped("dice-city")).cards
    red = ["Great Wall", "Manor=3", "Church", "Chruch", "Bazaar=1", "Dock=1"]
    verdict = judge(game(ships=[6], city={"red": red}, written=1))
    assert codes(verdict) == [
        ("no-such-card", "ships 1"),
        ("wrong-vp", "red 2"),
        ("unknown-vp", "red 3"),
        ("no-such-card", "red 4"),
        ("wrong-sum", "total"),
    ]
    assert notes(verdict) == ["unverified-vp", "unlisted-card"]
    mines = {colour: ["Mine"] * 6 for colour in ("red", "blue", "black")}
    assert codes(judge(game(city=mines))) == [("too-many-copies", "Mine")]


def test_one_owner_file_serves_both_games() -> None:
    own = Edition("dice-city", {"card-church": Entry("card-church", "fact", "", {"name": "Church", "vp": 4})})
    city = {"red": ["Church", ".", ".", ".", ".", "."]}
    alone = judge(game(city=city), edition=SOLO.overridden(own))
    several = {"game": "dice-city", "player": "Ana", "city": city}
    together = judge(several, edition=shipped("dice-city").overridden(own))
    assert [v.sheets[0].score.total for v in (alone, together)] == [4, 4]
    assert codes(judge(game(city=city))) == [("unknown-vp", "red 1")]


def test_edition_decides() -> None:
    modes = with_entry("modes", {"long": {"turns": 20}})
    assert judge(game(mode="long", turns=20), edition=modes).legal
    target = with_entry("target", {"first": 30, "step": 10})
    assert judge(game(tokens=30), edition=target).sheets[0].score.facts == {
        "target": 30,
        "outcome": "won",
        "next": 40,
    }
    finite = with_entry("piles-run-out", True)
    assert codes(judge(game(ships=[20, 20]), edition=finite)) == [("too-many-cards", "ships of 20 VP")]


@pytest.mark.parametrize(
    ("name", "value"),
    [("modes", {}), ("modes", {"x": 3}), ("target", {"first": 50}), ("targets-printed", "all")],
)
def test_a_wrong_edition_is_named(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=f"dice-city-solo: edition data: .*{name}"):
        judge(game(), edition=with_entry(name, value))


def test_fields() -> None:
    sheets = dice_city_solo.fields(SOLO)
    assert list(sheets) == ["score", "city", "summary"]
    score = sheets["score"]
    assert len(score) == 2 + 15 + 5 + 11
    assert {"turns.15", "target.50", "target.100", "total"} <= set(score)
    assert score["mode"].choices == ("normal", "hard")
    assert len(sheets["city"]) == 61


def marks(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    rules, found, edition = understand(document, "document")
    return {name: dict(made) for name, made in rules.marks(found, edition)}


def test_marks() -> None:
    red = ["Manor!", ".", ".", ".", ".", "."]
    made = marks(game(mode="hard", turns=2, tokens=53, target=55, city={"red": red}))
    assert made == {
        "score": {
            "name": "Ana",
            "mode": "hard",
            "turns.1": True,
            "turns.2": True,
            "tokens": 53,
            "ships": 0,
            "bandits": 0,
            "locations": 2,
            "total": 55,
            "target.55": True,
        },
        "city": {"name": "Ana", "city.red.1": "Manor", "off.red.1": True},
    }


@settings(max_examples=60, deadline=None)
@given(
    tokens=st.integers(0, 99),
    ships=st.lists(st.sampled_from([5, 10, 20]), max_size=12),
    bandits=st.lists(st.sampled_from([2, 3, 4]), max_size=12),
    steps=st.integers(0, 30),
    turns=st.integers(0, 40),
)
def test_listing_cards_or_counting_them_as_tokens_is_the_same(
    tokens: int, ships: list[int], bandits: list[int], steps: int, turns: int
) -> None:
    target = 50 + 5 * steps
    listed = game(tokens=tokens, ships=ships, bandits=bandits, target=target, turns=turns)
    counted = game(tokens=tokens + sum(ships) + sum(bandits), target=target, turns=turns)
    scores = [judge(document).sheets[0].score for document in (listed, counted)]
    assert scores[0].total == scores[1].total
    assert scores[0].facts == scores[1].facts
    assert scores[0].facts["outcome"] == ("won" if scores[0].total >= target else "lost")
    assert judge(listed).legal is (turns <= 15)
    ids = dice_city_solo.fields(SOLO)
    assert all(set(made) <= set(ids[name]) for name, made in marks(listed).items())
