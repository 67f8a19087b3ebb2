"""Words that were taken, however they were written, are told by what they did, in every language."""

from __future__ import annotations

import random

import pytest

from pnp.games.library import SHIPPED
from pnp.games.play import Action
from pnp.games.seats import Refusal

GAMES = [
    ("house-of-dice", {}, 2),
    ("dice-miner", {}, 2),
    ("dice-miner", {"dice": "virtual"}, 2),
    ("dice-miner-solo", {}, 1),
    ("dice-manor", {}, 2),
    ("dice-city", {}, 2),
    ("dice-city-solo", {}, 1),
    ("yacht", {}, 2),
]


@pytest.mark.parametrize(("name", "options", "players"), GAMES)
def test_every_move_has_words_that_are_not_its_notation(name: str, options: dict[str, str], players: int) -> None:
    game, rng = SHIPPED.load(name), random.Random(11)
    play = game.play
    usual = play.usual_options(options.get("dice", "physical"))
    names = ("Ana", "Bo")[:players]
    state, words, told = play.open(names, usual, SHIPPED.edition(name)), game.words("pl").of(names), 0
    for _ in range(120):
        if play.over(state):
            break
        if dice := play.dice(state):
            state = play.act(state, Action(None, "", tuple(rng.choice(die.faces) for die in dice)))
            continue
        wanted = play.wanted(state)
        one = rng.choice([one for one in wanted if one.must] or wanted)
        offered = play.options(state, one.seat, 300)
        notation = rng.choice(offered).notation if offered else one.example
        after = play.act(state, Action(one.seat, notation))
        if isinstance(after, Refusal):
            continue
        found = play.option_said(state, one.seat, f"  {notation.upper()} ")
        assert found and (found.notation == notation or offered), notation
        text = words.text(found.means)
        assert text and notation not in text.split(), (notation, text)
        state, told = after, told + 1
    assert told > 10


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Build CHURCH=2 red 3 cost wood 1", "builds Church for wood 1, worth 2 VP, on red 3"),
        ("ship 10 wood 3 stone 3", "exports wood 3 stone 3 for 10 VP"),
        ("tokens reroll Bo blue", "pays with pass tokens; rolled again: Bo: blue"),
    ],
)
def test_what_only_the_cards_tell_is_told_as_it_was_said(said: str, told: str) -> None:
    game = SHIPPED.load("dice-city")
    state = game.play.open(("Ana", "Bo"), {}, SHIPPED.edition("dice-city"))
    found = game.play.option_said(state, 0, said)
    assert found and game.words("en").of(("Ana", "Bo")).text(found.means) == told


def test_dice_that_are_left_are_counted_in_words() -> None:
    game = SHIPPED.load("dice-manor")
    play = game.play
    state = play.open(("Ana", "Bo"), {}, SHIPPED.edition("dice-manor"))
    while not play.options(state, 0, 5):
        state = play.act(state, Action(None, "", tuple(die.faces[0] for die in play.dice(state))))
    number = state.players[0].faces[0]
    found = play.option_said(state, 0, f"{number} b")
    assert found and "-1" not in game.words("en").of(("Ana", "Bo")).text(found.means)


def test_whatever_only_the_cards_tell_can_be_said_in_numbers() -> None:
    game, rng = SHIPPED.load("dice-city"), random.Random(2)
    play = game.play
    state, asked = play.open(("Ana", "Bo"), {}, SHIPPED.edition("dice-city")), set()
    for _ in range(400):
        if play.over(state):
            break
        if dice := play.dice(state):
            state = play.act(state, Action(None, "", tuple(rng.choice(die.faces) for die in dice)))
            continue
        options = [one for one in play.options(state, play.active(state), 500) if one.kind not in ("next", "call-end")]
        if not options:
            state = play.act(state, Action(play.active(state), "next"))
            continue
        one = rng.choice([one for one in options if one.asks and one.kind not in asked] or options)
        words = one.notation
        if one.asks:
            words = one.asks.template
            for amount in one.asks.amounts:
                assert 0 <= amount.usual <= amount.most, one
                words = words.replace(f"{{{amount.name}}}", str(min(1, amount.most)))
            assert "{" not in words
        after = play.act(state, Action(play.active(state), words))
        assert not isinstance(after, Refusal) or after.code not in ("unclear",), (words, after)
        if one.asks and not isinstance(after, Refusal):
            asked.add(one.kind)
        state = play.act(state, Action(play.active(state), one.notation)) if isinstance(after, Refusal) else after
    assert {"use", "build"} <= asked, asked
