"""A miner alone: bots draft by the rules, better ones more, and hints say what they rest on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pnp.coach.seated import hints
from pnp.edition import shipped
from pnp.games import load
from pnp.games.play import Action
from pnp.games.seats import Refusal

GAME, EDITION = load("dice-miner-solo"), shipped("dice-miner-solo")


def mined(seed: int) -> Any:
    """A game whose first mountain lies there."""
    play, chance = GAME.play, random.Random(seed)
    state = play.open(["Ana"], {"mountain": "rolled"}, EDITION)
    while dice := play.dice(state):
        state = play.act(state, Action(None, dice=tuple(chance.choice(die.faces) for die in dice)))
    return state


def mean(level: str) -> float:
    totals = GAME.coaching.simulate([(level, 3)], 8, range(30), EDITION).totals[0]
    return sum(total * times for total, times in totals.items()) / 30


def test_better_levels_score_more() -> None:
    beginner, easy, normal = mean("beginner"), mean("easy"), mean("normal")
    assert 15 < beginner < easy - 1 < normal - 2


@pytest.mark.parametrize("level", ["beginner", "easy", "normal"])
def test_the_table_allows_all_that_a_bot_says(level: str) -> None:
    play, chance, state = GAME.play, random.Random(2), mined(2)
    bot, kinds = GAME.coaching.bot(level, 1, 1, EDITION), set()
    while not play.over(state):
        if dice := play.dice(state):
            state = play.act(state, Action(None, dice=tuple(chance.choice(die.faces) for die in dice)))
            continue
        words = bot.choose(state, 0)
        kinds.add(words.split()[0])
        state = play.act(state, Action(0, words))
        assert not isinstance(state, Refusal), words
    assert kinds >= {"draft", "spend", "recycle", "refill", "end"}
    assert bot.choose(state, 0) == ""


def test_hints_are_drafts_with_an_error_and_say_that_faces_are_made_up() -> None:
    state = mined(4)
    found = hints(GAME, EDITION, state, 0)
    allowed = {option.notation for option in GAME.play.options(state, 0, 500)}
    assert len(found) == 3
    assert all(one.notation in allowed and one.notation.startswith("draft") for one in found)
    assert [one.expected for one in found] == sorted((one.expected for one in found), reverse=True)
    assert all(one.error > 0 and one.note is not None and one.note.key == "told.stand-in" for one in found)


def test_nobody_knows_what_to_draft_from_a_mountain_on_the_table() -> None:
    state = GAME.play.open(["Ana"], {"magic": "0"}, EDITION)
    assert hints(GAME, EDITION, state, 0) == []
