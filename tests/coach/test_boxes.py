"""The method for games of boxes gives the published optimum of Yahtzee, and so the optimum of Yacht."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from pnp.coach.bots import bot_of
from pnp.coach.decisions import Step, decided
from pnp.coach.simulation import Setting, piece
from pnp.coach.statistics import spread
from pnp.edition import shipped
from pnp.games import load
from pnp.games.box_coaching import parts_of, strategy_of
from pnp.games.box_strategy import Dice, Strategy, Turn
from pnp.games.play import Action

YACHT, EDITION = load("yacht"), shipped("yacht")
LOWER = range(6, 13)
BONUS_BOX = 11
"""Three and four of a kind, full house, small and large straight, Yahtzee, chance; the upper boxes come before."""
SHUT = np.float32(-1e9)


def lower_points(dice: Dice) -> list[int]:
    """What dice give in the lower boxes of Yahtzee."""
    counts, faces = sorted(dice.count(face) for face in set(dice)), set(dice)
    most, total = counts[-1], sum(dice)
    small = any({*range(low, low + 4)} <= faces for low in (1, 2, 3))
    large = any({*range(low, low + 5)} <= faces for low in (1, 2))
    full = 25 * (counts == [2, 3])
    return [total * (most >= 3), total * (most >= 4), full, 30 * small, 40 * large, 50 * (most == 5), total]


class Yahtzee:
    """The sheets of one level: as many boxes filled, with every upper total up to 63 and every chance of a bonus."""

    def __init__(self, masks: Any, uppers: Any, flags: Any, values: Any) -> None:
        self.masks, self.uppers, self.flags = masks, uppers, flags
        self.places = (masks * 64 + uppers) * 2 + flags
        self.upper = {(box, n): self._after(box, values, n * (box + 1)) for box in range(6) for n in range(6)}
        self.lower = {box: self._after(box, values) for box in LOWER}
        self.first_bonus = np.where(
            masks >> BONUS_BOX & 1, SHUT, values[((masks | 1 << BONUS_BOX) * 64 + uppers) * 2 + 1]
        )

    def _after(self, box: int, values: Any, points: int = 0) -> Any:
        there = ((self.masks | 1 << box) * 64 + np.minimum(63, self.uppers + points)) * 2 + self.flags
        return np.where(self.masks >> box & 1, SHUT, values[there] + points)

    def best(self, dice: Dice) -> Any:
        """The best value after a roll, for each sheet; five alike are a joker once their box is filled."""
        points = lower_points(dice)
        open_upper = [self.upper[box, dice.count(box + 1)] for box in range(6)]
        if len(set(dice)) > 1:
            return np.maximum.reduce([*open_upper, *(self.lower[box] + points[box - 6] for box in LOWER)])
        plain = [self.lower[box] + points[box - 6] for box in LOWER if box != BONUS_BOX]
        free = np.maximum.reduce([*open_upper, *plain, self.first_bonus + 50])
        face, joker = dice[0] - 1, (sum(dice), sum(dice), 25, 30, 40, 0, sum(dice))
        jokers = np.maximum.reduce([self.lower[box] + joker[box - 6] for box in LOWER if box != BONUS_BOX])
        zeros = np.maximum.reduce([self.upper[box, 0] for box in range(6) if box != face])
        lower_open = (self.masks >> 6) & 0b1111111 != 0b1111111
        own = (self.masks >> face & 1) == 0
        forced = np.where(own, self.upper[face, 5], np.where(lower_open, jokers, zeros)) + 100 * self.flags
        return np.where(self.masks >> BONUS_BOX & 1 == 1, forced, free)


def test_the_published_optimum_of_yahtzee() -> None:
    """Thirteen boxes, 35 for 63 in the upper ones, 100 for each further Yahtzee, forced jokers: 254.59."""
    turn, values = Turn(5, 6, 3, np.maximum), np.zeros(8192 * 128, np.float32)
    values.reshape(8192, 64, 2)[8191, 63, :] = 35.0
    uppers: list[set[int]] = [{0}, *(set() for _ in range(63))]
    for mask, box in product(range(64), range(6)):
        if not mask >> box & 1:
            uppers[mask | 1 << box] |= {min(63, one + (box + 1) * n) for one in uppers[mask] for n in range(6)}
    for level in range(12, -1, -1):
        sheets = [
            (mask, upper, flag)
            for mask in range(8192)
            if mask.bit_count() == level
            for upper in uppers[mask & 63]
            for flag in ((0, 1) if mask >> BONUS_BOX & 1 else (0,))
        ]
        here = Yahtzee(*np.array(sheets).T, values)
        values[here.places] = turn.begin([here.best(dice) for dice in turn.full])
    assert round(float(values[0]), 2) == 254.59


def test_a_small_game_as_by_trying_everything() -> None:
    turn = Turn(2, 3, 2)
    worth = [[sum(dice) for dice in turn.full], [10 * (dice[0] == dice[1]) for dice in turn.full]]

    @cache
    def expected(empty: int, dice: Dice, again: int) -> float:
        if not empty:
            return 0.0
        if len(dice) < 2:
            rolled = list(product(range(1, 4), repeat=2 - len(dice)))
            return sum(expected(empty, tuple(sorted((*dice, *more))), again - 1) for more in rolled) / len(rolled)
        at = turn.full.index(dice)
        ends = [worth[box][at] + expected(empty & ~(1 << box), (), 2) for box in (0, 1) if empty >> box & 1]
        keeps = [expected(empty, kept, again) for kept in parts_of(dice) if len(kept) < 2] if again else []
        return max(*ends, *keeps, -1.0)

    assert Strategy(turn, worth).value(3) == pytest.approx(expected(3, (), 2))


def test_yacht_for_one_is_solved_and_the_bot_plays_it() -> None:
    strategy = strategy_of(YACHT.coaching.game(EDITION))
    assert strategy.value(4095) == pytest.approx(166.955, abs=0.001)
    setting = Setting("yacht", None, EDITION, ("hard",), 3)
    found = spread(piece(setting, range(60)).totals[0])
    assert abs(found.mean - 166.955) < 4 * found.error


def test_a_hint_knows_what_to_keep() -> None:
    state = YACHT.play.open(["Ana"], {}, EDITION)
    state = YACHT.play.act(state, Action(None, dice=(6, 6, 6, 6, 1)))
    bot = YACHT.coaching.bot("hard", 0, 1, EDITION)
    hints = bot.hints(state, 0)
    assert hints[0].notation == "keep 6 6 6 6"
    assert hints[0].expected > hints[1].expected
    assert bot.hints(state, 1) == []


def test_decisions_are_looked_back_at_with_what_each_cost() -> None:
    play, chance = YACHT.play, random.Random(3)
    state, steps = play.open(["Ana", "Bo"], {}, EDITION), []
    bots = [bot_of(YACHT, level, 1, 2, EDITION) for level in ("hard", "easy")]
    while not play.over(state):
        if dice := play.dice(state):
            state = play.act(state, Action(None, dice=tuple(chance.choice(die.faces) for die in dice)))
        else:
            words = bots[state.seat].choose(state, state.seat)
            steps.append(Step(state, state.seat, words.upper()))
            state = play.act(state, Action(state.seat, words))
    scores = [(name, score.total) for name, score in zip(state.players, play.scores(state), strict=True)]
    ana, bo = decided(YACHT, EDITION, steps, scores)
    assert len(ana.decisions) + len(bo.decisions) == len(steps)
    assert ana.lost == 0 and ana.costliest == []
    assert bo.lost > 20 and [one.lost for one in bo.costliest] == sorted(
        (one.lost for one in bo.costliest), reverse=True
    )
    assert bo.costliest[0].lost == max(one.lost for one in bo.decisions)
    for one in (ana, bo):
        assert one.expected == pytest.approx(166.96, abs=0.01)
        assert one.score == pytest.approx(one.expected + one.luck - one.lost)
        assert one.decisions[-1].expected == pytest.approx(one.score)
    assert decided(YACHT, EDITION, steps[:4], scores, over=False)[0].luck is None
