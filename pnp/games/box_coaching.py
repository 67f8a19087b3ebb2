"""The coaching of games that fill boxes: the exact best strategy for one, as hint and bot, and a simpler one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games.box_strategy import Dice, Strategy, Turn
from pnp.games.coaching import Bot, Coaching, Hint


class Situation(NamedTuple):
    """Where a seat chooses: the boxes it has filled with their points, the dice that lie there, rolls that are left."""

    filled: Mapping[str, int]
    dice: Dice
    again: int


class BoxGame(NamedTuple):
    """A game of boxes: their names, the faces of its dice, and its rules, by which a strategy is known again."""

    boxes: tuple[str, ...]
    faces: int
    rules: Any


@lru_cache(maxsize=8)
def strategy_of(game: BoxGame) -> Strategy:
    """The best strategy of a game, worked out as far as it is asked for, and kept."""
    turn = Turn(game.rules.dice, game.faces, game.rules.rolls)
    return Strategy(turn, [[game.rules.worth(box, dice) for dice in turn.full] for box in game.boxes])


class BoxBot(Bot):
    """The best strategy; the usual level counts each empty box as if it were the only one left."""

    def __init__(self, level: str, taste: int, of: BoxCoaching) -> None:
        super().__init__(level, taste)
        self._of = of

    def prepare(self, players: int, edition: Edition) -> None:
        game = self._of.game(edition)
        if self.level == "hard":
            strategy_of(game).value((1 << len(game.boxes)) - 1)

    def choose(self, state: Any, seat: int) -> str:
        found = self.hints(state, seat)
        return found[0].notation if found else ""

    def hints(self, state: Any, seat: int) -> list[Hint]:
        here = self._of.situation(state, seat)
        if here is None:
            return []
        game = self._of.game_of(state)
        strategy = strategy_of(game)
        empty = sum(1 << at for at, box in enumerate(game.boxes) if box not in here.filled)
        value = strategy.value if self.level == "hard" else lambda left: self._apart(strategy, left)
        so_far, roll = sum(here.filled.values()), strategy.turn.full.index(tuple(sorted(here.dice)))
        found = [
            Hint(box, so_far + strategy.worth[at][roll] + value(empty & ~(1 << at)), 0.0)
            for at, box in enumerate(game.boxes)
            if empty >> at & 1
        ]
        if here.again:
            kept = self._keeping(strategy, empty, here, value)
            found += [Hint(self._of.keep(dice), so_far + worth, 0.0) for dice, worth in kept]
        return sorted(found, key=lambda hint: -hint.expected)

    def _apart(self, strategy: Strategy, empty: int) -> float:
        return sum(strategy.value(1 << at) for at in range(len(strategy.worth)) if empty >> at & 1)

    def _keeping(
        self, strategy: Strategy, empty: int, here: Situation, value: Callable[[int], float]
    ) -> list[tuple[Dice, float]]:
        """What may be kept of the dice that lie there, each with what is to be expected."""
        turn, boxes = strategy.turn, [at for at in range(len(strategy.worth)) if empty >> at & 1]
        later = {at: value(empty & ~(1 << at)) for at in boxes}
        values = [max(strategy.worth[at][roll] + later[at] for at in boxes) for roll in range(len(turn.full))]
        for _ in range(here.again - 1):
            values = turn.chosen(turn.expected(values))
        expected = turn.expected(values)
        return [(kept, expected[turn.index[kept]]) for kept in parts_of(here.dice) if len(kept) < len(here.dice)]


def parts_of(dice: Dice) -> list[Dice]:
    """Everything that may be kept of some dice.

    >>> parts_of((2, 2, 5))
    [(), (2,), (2, 2), (2, 2, 5), (2, 5), (5,)]
    """
    found = {()} | {
        tuple(sorted(die for at, die in enumerate(dice) if chosen >> at & 1)) for chosen in range(1 << len(dice))
    }
    return sorted(found)


class BoxCoaching(Coaching):
    """What a game of boxes offers to the coach.

    Its rules have `dice`, `rolls` and `worth(box, dice)`; its state `rules`, whose turn it is in `seat`, what each has
    filled in `boxes`, the `dice` that lie there and the `rolls` so far; and `keep 3 3` keeps dice.
    """

    EXACT = True
    MEANS: Mapping[str, float] = {"beginner": 40.0, "easy": 85.0, "normal": 164.0, "hard": 166.96}

    def __init__(self, boxes: tuple[str, ...], rules_of: Callable[[Edition], Any], faces: int = 6) -> None:
        self._boxes, self._rules_of, self._faces = boxes, rules_of, faces

    def expected(self, edition: Edition) -> float:
        game = self.game(edition)
        return strategy_of(game).value((1 << len(game.boxes)) - 1)

    def game(self, edition: Edition) -> BoxGame:
        """The game by the numbers of an edition."""
        return self._game(self._rules_of(edition))

    def game_of(self, state: Any) -> BoxGame:
        """The game of a running table."""
        return self._game(state.rules)

    def _game(self, rules: Any) -> BoxGame:
        return BoxGame(self._boxes, self._faces, rules)

    def situation(self, state: Any, seat: int) -> Situation | None:
        """Where a seat chooses now; None where it has nothing to choose."""
        if not state.dice or seat != state.seat:
            return None
        return Situation(state.boxes[seat], state.dice, state.rules.rolls - state.rolls)

    def keep(self, dice: Sequence[int]) -> str:
        """How it is written that some dice are kept."""
        return f"keep {' '.join(map(str, dice))}".strip()

    def bot(self, level: str, taste: int, players: int, edition: Edition) -> Bot | None:
        del players, edition
        return BoxBot(level, taste, self) if level in ("normal", "hard") else None
