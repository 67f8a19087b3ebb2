"""Decisions looked back at, where the best strategy is known: what each of them cost, and what the dice gave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pnp.coach.bots import bot_of, levels_of
from pnp.edition import Edition
from pnp.games.coaching import Hint
from pnp.games.game import Game
from pnp.games.play import Action

SHOWN = 3
"""The costliest decisions that are named."""
NOTHING = 1e-9
"""Points that come of rounding alone."""


class Step(NamedTuple):
    """Something that a seat said, and the state in which it did."""

    state: Any
    seat: int
    words: str


class Decision(NamedTuple):
    """A decision: the round, what was said, what was to be expected of it, and of the best there was."""

    number: int
    move: str
    expected: float
    best: Hint

    @property
    def lost(self) -> float:
        by = self.best.expected - self.expected
        return by if by > NOTHING else 0.0


class Decided(NamedTuple):
    """How a player did: the score, what the best strategy expects before the first roll, and all decisions."""

    name: str
    score: int
    expected: float
    decisions: tuple[Decision, ...]
    over: bool = True

    @property
    def lost(self) -> float:
        """What all decisions cost together."""
        return sum(one.lost for one in self.decisions)

    @property
    def luck(self) -> float | None:
        """What the dice gave more than usual: the rest of the score; None as long as the game goes on."""
        return self.score - self.expected + self.lost if self.over else None

    @property
    def costliest(self) -> list[Decision]:
        return sorted((one for one in self.decisions if one.lost), key=lambda one: -one.lost)[:SHOWN]


def decided(
    game: Game, edition: Edition, steps: Iterable[Step], scores: Iterable[tuple[str, int]], over: bool = True
) -> list[Decided]:
    """What came of the decisions of each seat, whose names and scores are given, in a game that is over or goes on."""
    seats = list(scores)
    bot = bot_of(game, levels_of(game)[-1], 0, len(seats), edition)
    found: list[list[Decision]] = [[] for _ in seats]
    for state, seat, words in steps:
        hints = bot.hints(state, seat)
        made = _made(game, state, seat, words, hints)
        if made is not None:
            found[seat].append(Decision(game.play.round(state)[0], made.notation, made.expected, hints[0]))
    expected = game.coaching.expected(edition)
    return [Decided(*seat, expected, tuple(own), over) for seat, own in zip(seats, found, strict=True)]


def _made(game: Game, state: Any, seat: int, words: str, hints: list[Hint]) -> Hint | None:
    """The hint that was followed: what leads to the same, however it was written."""
    after = game.play.act(state, Action(seat, words))
    same = (one for one in hints if one.notation == words)
    return next(same, None) or next((o for o in hints if game.play.act(state, Action(seat, o.notation)) == after), None)


def as_answer(players: Iterable[Decided]) -> dict[str, Any]:
    """Decisions looked back at, as plain values."""
    return {
        "players": [
            {
                "player": one.name,
                "score": one.score,
                "expected": round(one.expected, 2),
                "lost": round(one.lost, 2),
                "luck": None if one.luck is None else round(one.luck, 2),
                "decisions": [
                    {
                        "round": row.number,
                        "move": row.move,
                        "expected": round(row.expected, 2),
                        "lost": round(row.lost, 2),
                        "better": row.best.notation if row.lost else None,
                    }
                    for row in one.decisions
                ],
            }
            for one in players
        ]
    }
