"""Many games by bots: the same however they are cut, legal at real tables, and for every game that lists options."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pnp.batch import Run
from pnp.coach.bots import bot_of
from pnp.coach.compiled import WORTH_IT, runner
from pnp.coach.simulation import Setting, piece, simulate, taste
from pnp.coach.statistics import report
from pnp.edition import Edition, Entry, shipped
from pnp.games import load, names
from pnp.games.coaching import LEVELS
from pnp.games.house_of_dice.many_games import many_games
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.play import Action
from pnp.games.seats import Refusal

EDITION = shipped("house-of-dice")
OTHER = EDITION.overridden(Edition(EDITION.game, {"budget": Entry("budget", "rule", "", 9)}))
DOC = Path(__file__).parents[2] / "docs" / "coach.md"
SETTING = Setting("house-of-dice", None, EDITION, ("easy", "normal", "beginner", "normal"), 4)


def test_the_result_does_not_depend_on_how_it_is_cut() -> None:
    whole = piece(SETTING, range(50))
    parts = simulate(SETTING, 50, Run(), print)
    assert report(whole, SETTING.bots) == report(parts, SETTING.bots)
    assert whole.totals != piece(SETTING._replace(seed=5), range(50)).totals
    assert sum(whole.shares) == 60 * 50


@pytest.mark.parametrize("bots", [("beginner",), ("easy", "normal", "beginner", "normal", "easy")], ids=len)
@pytest.mark.parametrize("edition", [EDITION, OTHER], ids=["shipped", "another edition"])
def test_loops_over_numbers_say_the_same_as_the_tables(bots: tuple[str, ...], edition: Edition) -> None:
    setting = SETTING._replace(bots=bots, edition=edition)
    seats = [(level, taste(4, seat)) for seat, level in enumerate(bots)]
    uncompiled = many_games(seats, 4, range(7, 19), rules_of(edition), lambda loop, *args: loop(*args))
    for found, games in ((uncompiled, range(7, 19)), (piece(setting, range(300), 10**6), range(300))):
        played = piece(setting, games)
        assert (found.games, found.totals, found.shares) == (played.games, played.totals, played.shares)
        assert found.lines == played.lines


def test_without_a_compiler_or_with_little_to_do_python_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    assert runner(WORTH_IT - 1) is None
    assert runner(WORTH_IT) is not None
    monkeypatch.setitem(sys.modules, "numba", None)
    assert runner(WORTH_IT) is None


def test_better_levels_score_more_and_each_win_is_somebodys() -> None:
    found = report(piece(SETTING, range(120)), SETTING.bots)
    means = {row["bot"]: row["mean"] for row in found}
    assert means["beginner"] < means["easy"] - 2 < means["normal"] - 5
    assert abs(sum(row["wins"] for row in found) - 1) < 0.001
    assert {*found[0]} >= {"bot", "mean", "error", "wins"}


@pytest.mark.parametrize("level", LEVELS[:3])
def test_the_mean_of_a_level_is_the_one_that_is_published(level: str) -> None:
    played = [piece(SETTING._replace(bots=(level,), seed=seed), range(100)).totals[0] for seed in range(4)]
    mean = sum(total * times for one in played for total, times in one.items()) / 400
    means = load("house-of-dice").coaching.MEANS
    assert abs(mean - means[level]) < 0.7
    (row,) = [line for line in DOC.read_text("utf-8").splitlines() if line.startswith(f"| `{level}`")]
    assert row.endswith(f"| {means[level]} |")


def test_bots_sit_at_a_real_table_and_the_rules_allow_all_they_say() -> None:
    game = load("house-of-dice")
    state = game.play.open(["Ana", "Bo", "Cy", "Di"], {}, EDITION)
    bots = [bot_of(game, level, taste(3, seat), 4, EDITION) for seat, level in enumerate(LEVELS)]
    number = 0
    while not game.play.over(state):
        number += 1
        faces = tuple((number * step) % 6 + 1 for step in (1, 5, 7))
        state = game.play.act(state, Action(None, dice=faces))
        for seat, bot in enumerate(bots):
            words = bot.choose(state, seat)
            assert number % 8 or words == bot.choose(state, seat)
            state = game.play.act(state, Action(seat, words))
            assert not isinstance(state, Refusal), (number, seat, words, state)
        assert all(bot.choose(state, seat) == "" for seat, bot in enumerate(bots))
    claims = [sheet.bonuses for sheet in state.sheets]
    assert claims[:3] == [(), (), ()]
    assert 1 <= len(claims[3]) <= 3
    assert "!" in " ".join(game.play.document(state)["sheets"][3]["moves"])


def test_a_hint_has_an_expectation_and_an_error() -> None:
    game = load("house-of-dice")
    state = game.play.open(["Ana", "Bo"], {}, EDITION)
    bot = bot_of(game, "hard", 1, 2, EDITION)
    assert bot.hints(state, 0) == []
    for number in range(18):
        state = game.play.act(state, Action(None, dice=(number % 6 + 1, (3 * number) % 6 + 1, (5 * number) % 6 + 1)))
        hints = bot.hints(state, 1) if number > 15 else []
        for seat in (0, 1):
            state = game.play.act(state, Action(seat, bot_of(game, "normal", seat, 2, EDITION).choose(state, seat)))
    assert len(hints) >= 2
    assert [one.expected for one in hints] == sorted((one.expected for one in hints), reverse=True)
    assert all(one.error > 0 and 20 < one.expected < 65 for one in hints)
    assert max(one.error for one in hints) < 2 * min(one.error for one in hints), "all are played on for as many games"


@pytest.mark.parametrize("name", [name for name in names() if load(name).play])
def test_every_game_that_lists_options_is_played_to_its_end(name: str) -> None:
    game, edition = load(name), shipped(name)
    setting = Setting(name, None, edition, ("easy",) + ("beginner",) * (game.PLAYERS[0] - 1), 1)
    tally = piece(setting, range(1))
    assert tally.games == 1
    assert all(sum(totals.values()) == 1 for totals in tally.totals)
    assert tally.totals == piece(setting, range(1)).totals
