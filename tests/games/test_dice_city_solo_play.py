"""Dice City played alone: modes, rows of the display, targets."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from dumps_dice_city import dump

from pnp.edition import Edition, Entry, shipped
from pnp.games.dice_city import solo
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.sheets.documents import judge
from pnp.strict import said_by

PLAY: Any = solo.game.play
WORDS = solo.game.words()
EDITION = shipped("dice-city-solo")
ROWS = ("white", "yellow", "red", "blue", "black")
RECORD = Path(__file__).parent / "plays" / "dice-city-solo.jsonl"
ROLL = Action(None, "", (1, 2, 3, 4, 5))


def opened(edition: Edition = EDITION, **options: str) -> Any:
    return PLAY.open(["Ana"], options, edition)


def after(*words: str, state: Any = None) -> Any:
    """The table after the player's words; dice are rolled wherever it waits for them."""
    state = rolled(state or opened())
    for one in words:
        following = PLAY.act(state, Action(0, one))
        assert not isinstance(following, Refusal), (one, following)
        state = rolled(following)
    return state


def rolled(state: Any) -> Any:
    return PLAY.act(state, ROLL) if PLAY.dice(state) else state


def refused(state: Any, words: str) -> str:
    answer = PLAY.act(state, Action(0, words))
    assert isinstance(answer, Refusal), words
    return answer.code


def gained(said: str) -> list[str]:
    return [f"white use: {said}", *(f"{row} use: nothing" for row in ROWS[1:])]


@pytest.mark.parametrize(("mode", "turns", "row"), [("normal", 15, 4), ("hard", 12, 5)])
def test_a_mode_lasts_as_long_as_the_deck(mode: str, turns: int, row: int) -> None:
    state = rolled(opened(mode=mode))
    assert state.display == (row, row) and PLAY.round(state) == (1, turns)
    taken = 0
    while not PLAY.over(state):
        state = after("next", "next", "end", state=state)
        taken += 1
        assert PLAY.document(state)["sheets"][0]["turns"] == taken <= turns
        assert state.deck == max(0, 60 - row * (taken + 2))
        assert judge(PLAY.document(state)).legal
    assert taken == turns and PLAY.round(state) == (turns, turns)
    assert WORDS.text(PLAY.view(state, 0).headline) == "lost with 0 VP against 50; the next target is 50"


def test_a_row_leaves_after_every_turn_and_what_was_built_is_not_replaced() -> None:
    state = after(*gained("wood 9"), *(f"build Manor red {n} cost wood 1" for n in range(1, 4)))
    assert (state.display, state.deck) == ((1, 4), 52)
    state = after("build Manor red 4 cost wood 1 from top", state=state)
    assert state.display == (1, 3)
    state = after("build Manor red 5", state=state)
    assert state.display == (0, 3) and refused(state, "build Manor red 6 from bottom") == "no-cards"
    assert after("build Manor red 6", state=state).display == (0, 2)
    assert after("end", state=state).display == (3, 4)
    assert after("build Lumber Mill blue 1", state=state).display == (0, 3)


def test_replaced_cards_come_out_of_turns_to_come() -> None:
    state = after("red refresh")
    assert (state.display, state.deck) == ((4, 4), 48)
    turns = 0
    while not PLAY.over(state):
        state, turns = after("next", "next", "end", state=state), turns + 1
    assert turns == 14
    change = Edition("dice-city-solo", {"refresh-from-deck": Entry("refresh-from-deck", "ruling", "", False)})
    assert after("red refresh", state=opened(EDITION.overridden(change))).deck == 52


def test_a_refresh_with_a_short_deck() -> None:
    state = after()._replace(deck=1)
    assert after("red refresh", state=state).display == (1, 4)
    assert refused(state._replace(deck=0), "red refresh") == "no-cards"


def test_bandits_and_ships_are_always_there_and_bring_tokens() -> None:
    words = [*gained("sword 40, wood 40"), *["attack bandit 4 strength 5"] * 8, *["ship 20 cost wood 10"] * 3]
    state = after(*words)
    assert (state.seats[0].tokens, state.seats[0].ships, state.seats[0].bandits) == (92, (), ())
    assert PLAY.standings(state)[0].total == 92 and not state.ending


@pytest.mark.parametrize(
    ("vp", "said"), [(50, "won with 50 VP against 50; the next target is 55"), (49, "lost with 49")]
)
def test_a_target_is_met_or_not(vp: int, said: str) -> None:
    state = after(f"red use: vp {vp}")
    while not PLAY.over(state):
        state = after("next", "next", "end", state=state)
    assert WORDS.text(PLAY.view(state, 0).headline).startswith(said)
    facts = judge(PLAY.document(state)).as_json()["sheets"][0]["score"]
    assert facts["outcome"] == said.split()[0] and facts["total"] == vp == PLAY.standings(state)[0].total


def test_nobody_else_is_there() -> None:
    state = after("red use: pass 2, sword 2")
    assert refused(state, "tokens reroll red") == "no-rivals"
    state = after("next", state=state)
    assert refused(state, "attack Ana red 1 strength 1") == "no-rivals"
    assert refused(state, "attack Ana stock wood 1") == "no-rivals"
    assert refused(state, "call end") == "no-call"
    absent = PLAY.act(state, Action(None, "absent 1"))
    assert absent.seats[0].turns == 1


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["Ana", "Bea"], {}, "2 players"),
        (["Ana"], {"mode": "easy"}, "'easy' is not one of normal, hard"),
        (["Ana"], {"target": "51"}, "51 is no target"),
        (["Ana"], {"target": "many"}, "is not a whole number"),
        (["Ana"], {"turns": "3"}, "'turns' is no option"),
    ],
)
def test_a_table_that_cant_be_opened(players: list[str], options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError) as error:
        PLAY.open(players, options, EDITION)
    assert said in WORDS.text(said_by(error.value))


def test_options_choose_mode_and_target() -> None:
    sheet = PLAY.document(opened(mode="hard", target="65"))["sheets"][0]
    assert (sheet["mode"], sheet["target"], sheet["turns"]) == ("hard", 65, 0)


def game(seed: int, state: Any) -> list[tuple[Action, Any]]:
    """A game in which everything is chosen at random."""
    rng = random.Random(seed)
    steps = []
    while not PLAY.over(state):
        dice = PLAY.dice(state)
        if dice:
            action = Action(None, "", tuple(rng.choice(die.faces) for die in dice))
        else:
            action = Action(0, rng.choice(PLAY.options(state, PLAY.wanted(state)[0].seat)).notation)
        kept = dump(state)
        following = PLAY.act(state, action)
        assert not isinstance(following, Refusal), (action, following)
        assert dump(state) == kept
        state = following
        steps.append((action, state))
        assert len(steps) < 2000
    return steps


@pytest.mark.parametrize("mode", ["normal", "hard"])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_run_to_their_end(mode: str, seed: int) -> None:
    steps = game(seed, opened(mode=mode))
    again = opened(mode=mode)
    for number, (action, state) in enumerate(steps):
        again = PLAY.act(again, action)
        assert dump(again) == dump(state)
        if number % 5 == 0 or PLAY.over(state):
            verdict = judge(PLAY.document(state))
            assert verdict.legal, verdict
            assert verdict.ranking == PLAY.standings(state)
    assert PLAY.wanted(state) == () == PLAY.options(state, 0)


def test_the_recorded_game_is_played_as_it_was() -> None:
    from test_dice_city_play import record, replayed

    first = opened(mode="hard", target="55")
    if os.environ.get("PNP_BLESS") == "1":
        record(PLAY, first, 7, RECORD)
    state = replayed(PLAY, first, RECORD)
    assert PLAY.over(state) and judge(PLAY.document(state)).legal
