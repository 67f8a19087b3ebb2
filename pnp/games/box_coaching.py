"""The coaching of games that fill boxes: the exact best strategy for one, as hint and bot, and a simpler one."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from pnp.edition import Edition
from pnp.games.box_strategy import Dice, Strategy, Turn
from pnp.games.coaching import Bot, Coaching, Hint
from pnp.games.rules import turns
from pnp.games.rules.boxes import plain
from pnp.games.rules.declaration import TURNS, Declaration
from pnp.games.rules.scope import Scope
from pnp.games.rules.turns import State


class Situation(NamedTuple):
    """Where a seat chooses: the boxes it has filled with their points, the dice that lie there, rolls that are left."""

    filled: Mapping[str, int]
    dice: Dice
    again: int


class BoxGame(NamedTuple):
    """A game of boxes: their names, its dice, and what every full roll gives in each box."""

    boxes: tuple[str, ...]
    dice: int
    faces: int
    rolls: int
    points: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def strategy_of(game: BoxGame) -> Strategy:
    """The best strategy of a game, worked out as far as it is asked for, and kept."""
    return Strategy(Turn(game.dice, game.faces, game.rolls), game.points)


def box_game(declaration: Declaration) -> BoxGame | None:
    """The game of boxes that a declaration is, None where it is another kind of game.

    Each box takes what the dice of one turn give, whatever else is filled in, and the total is the sum of the boxes.
    """
    dice, areas = declaration.dice, turns.marked_areas(declaration)
    if dice is None or not dice.keep or declaration.turn != TURNS[0] or declaration.wrong or declaration.may_pass:
        return None
    if not all(set(area.boxes) <= set(area.dice) and not area.may and not area.order for area in areas):
        return None
    added = Counter(part for line in declaration.lines.values() for part in _added(declaration, line.formula.tree.body))
    if added != Counter((area.name, plain(box)) for area in areas for box in area.boxes):
        return None
    scope = Scope(declaration, {})
    rolls = [scope.within({"dice": roll}) for roll in Turn(dice.number, dice.faces, 1).full]
    boxes = tuple(box for area in areas for box in area.boxes)
    texts = [text for area in areas for text in map(area.dice.__getitem__, area.boxes)]
    points = tuple(tuple(int(declaration.formula(text)(roll)) for roll in rolls) for text in texts)
    return BoxGame(boxes, dice.number, dice.faces, dice.rolls, points)


def _added(declaration: Declaration, node: ast.expr) -> Iterator[tuple[str, str]]:
    """The boxes that a formula adds up, by area and box; something that is no box where it does more than that."""
    match node:
        case ast.Attribute(ast.Name(area), box):
            yield area, box
        case ast.Call(ast.Name("sum"), [ast.Name(name)]):
            boxes = next((area.boxes for area in declaration.areas.values() if area.name == name), ())
            yield from ((name, plain(box)) for box in boxes or ("",))
        case ast.BinOp(left, ast.Add(), right):
            yield from (*_added(declaration, left), *_added(declaration, right))
        case _:
            yield "", ast.unparse(node)


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
    """What a game of boxes offers to the coach: its exact best strategy, and a simpler one."""

    EXACT = True

    def __init__(self, declare: Callable[[Edition], Declaration]) -> None:
        self._declare = declare

    @property
    def levels(self) -> tuple[str, ...]:
        return ("normal", "hard")

    def expected(self, edition: Edition) -> float:
        game = self.game(edition)
        return strategy_of(game).value((1 << len(game.boxes)) - 1)

    def game(self, edition: Edition) -> BoxGame:
        """The game by the numbers of an edition."""
        return _game_of(self._declare(edition))

    def game_of(self, state: State) -> BoxGame:
        """The game of a running table."""
        return _game_of(state.declaration)

    def situation(self, state: State, seat: int) -> Situation | None:
        """Where a seat chooses now; None where it has nothing to choose."""
        dice = state.declaration.dice
        if not state.dice or seat != state.seat or dice is None:
            return None
        areas = turns.marked_areas(state.declaration)
        filled = {box: points for area in areas for box, points in state.sheets[seat][area.name].items()}
        return Situation(filled, state.dice, dice.rolls - state.rolls)

    def keep(self, dice: Sequence[int]) -> str:
        """How it is written that some dice are kept."""
        return f"keep {' '.join(map(str, dice))}".strip()

    def bot(self, level: str, taste: int, players: int, edition: Edition) -> Bot | None:
        del players, edition
        return BoxBot(level, taste, self) if level in self.levels else None


_GAMES: WeakKeyDictionary[Declaration, BoxGame] = WeakKeyDictionary()


def _game_of(declaration: Declaration) -> BoxGame:
    """The game of boxes of a declaration, worked out once."""
    if declaration not in _GAMES:
        found = box_game(declaration)
        assert found is not None
        _GAMES[declaration] = found
    return _GAMES[declaration]
