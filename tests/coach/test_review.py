"""A game looked back at: the curve ends at the score, and nobody is blamed for what only came to light later."""

from __future__ import annotations

import json
from functools import cache

import pytest

from pnp.coach.bots import bot_of
from pnp.coach.review import Review, Round, as_answer, review
from pnp.edition import shipped
from pnp.games import load
from pnp.games.coaching import Hint, Thought
from pnp.games.play import Action
from pnp.sheets.documents import understand

GAME, EDITION = load("house-of-dice"), shipped("house-of-dice")


@cache
def table() -> str:
    """A table of two bots, played to its end, as a document."""
    play = GAME.play
    state = play.open(["Ana", "Bo"], {}, EDITION)
    bots = [bot_of(GAME, level, 3, 2, EDITION) for level in ("beginner", "normal")]
    for number in range(24):
        state = play.act(state, Action(None, dice=tuple((number * step + step) % 6 + 1 for step in (1, 3, 5))))
        for seat, bot in enumerate(bots):
            state = play.act(state, Action(seat, bot.choose(state, seat)))
    return json.dumps(play.document(state))


@cache
def looked_back() -> Review:
    _, document, edition = understand(json.loads(table()), "table")
    return review(GAME, document, edition, lambda *_: None, [0])


def test_the_curve_falls_from_par_to_the_score() -> None:
    (ana,) = looked_back().players
    assert ana.curve[0] == ana.par.par
    assert ana.curve[-1] == ana.score
    assert list(ana.curve) == sorted(ana.curve, reverse=True)
    assert sum(row.hindsight for row in ana.rounds) == ana.par.par - ana.score
    assert len(ana.rounds) == 24
    assert looked_back().luck == pytest.approx(looked_back().table.par - GAME.coaching.PAR[24][0])


def test_a_round_is_costly_only_where_both_measures_say_so() -> None:
    surely = Thought(Hint("W12$1", 40, 0.3), Hint("G12$1", 42, 0.3))
    hardly = Thought(Hint("W12$1", 40, 1.0), Hint("G12$1", 41, 1.0))
    assert Round(3, "W12$1", 4, 40, surely).costly
    assert not Round(3, "W12$1", 0, 44, surely).costly
    assert not Round(3, "W12$1", 4, 40, hardly).costly
    assert not Round(3, "-", 4, 40, None).costly
    (ana,) = looked_back().players
    assert len(ana.costliest) <= 3 and all(row.hindsight and row.seen for row in ana.costliest)


def test_of_rounds_that_cost_the_same_the_one_that_could_be_seen_best_comes_first() -> None:
    (ana,) = looked_back().players
    thoughts = [Thought(Hint("W12$1", 40, 0.1), Hint("G12$1", 40 + by, 0.1)) for by in (1, 3, 2, 4)]
    rounds = tuple(Round(at, "W12$1", 2 - at // 4, 40, one) for at, one in enumerate(thoughts, 1))
    assert [row.number for row in ana._replace(rounds=rounds).costliest] == [2, 3, 1]


def test_each_measure_is_told_of_every_round_and_names_its_own_costliest() -> None:
    found = looked_back()
    (ana,), (told,) = found.players, as_answer(found)["players"]
    assert all(row.thought is not None for row in ana.rounds)
    assert [row.hindsight for row in ana.in_hindsight] == sorted((row.hindsight for row in ana.rounds), reverse=True)[
        :3
    ]
    assert [row.seen for row in ana.at_the_time] == sorted((row.seen for row in ana.rounds), reverse=True)[:3]
    assert any(row.seen and not row.hindsight for row in ana.rounds), "what could be seen and cost nothing"
    assert told["in_hindsight"] == [row.number for row in ana.in_hindsight]
    assert told["at_the_time"] == [row.number for row in ana.at_the_time]
