"""A game looked back at: what was still possible after each round, and what could be seen when it was played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pnp.coach.par import Best, best, coaching_of, par
from pnp.edition import Edition, shipped
from pnp.errors import CallError
from pnp.games.coaching import Coaching, Thought
from pnp.games.game import Game
from pnp.words import say

SHOWN = 3
"""The costliest rounds that are named."""


class Round(NamedTuple):
    """A round of a player: the move, what it took from the best still possible, and what could be seen of it then."""

    number: int
    move: str
    hindsight: int
    reachable: int
    thought: Thought | None

    @property
    def seen(self) -> float:
        """The points by which the best move was better as it could be seen; 0 where that can't be told."""
        if self.thought is None:
            return 0.0
        made, best = self.thought
        by = best.expected - made.expected
        return by if by > made.error + best.error else 0.0

    @property
    def costly(self) -> bool:
        """Whether both measures say so: what came to light later alone is nobody's fault."""
        return self.hindsight > 0 and self.seen > 0


class Player(NamedTuple):
    """How a player did: score, par with the seat's bonuses, the best still possible before and after each round."""

    name: str
    score: int
    par: Best
    curve: tuple[int, ...]
    rounds: tuple[Round, ...]

    @property
    def share(self) -> float:
        return self.score / self.par.par if self.par.par else 0.0

    @property
    def costliest(self) -> list[Round]:
        """The rounds that cost most, of those that both measures blame."""
        blamed = [one for one in self.rounds if one.costly]
        return sorted(blamed, key=lambda one: -one.hindsight)[:SHOWN]


class Review(NamedTuple):
    """A table looked back at; `luck` is by how much the dice were better than usual, where that is known."""

    table: Best
    luck: float | None
    spread: float | None
    players: tuple[Player, ...]


def review(
    game: Game, document: Any, edition: Edition, progress: Callable[[int, int], None], seats: list[int] | None = None
) -> Review:
    """Look back at a table, or at some of its seats; `progress` is told how many rounds are done, and of how many."""
    coaching, verdict = coaching_of(game), game.judge(document, edition)
    table = par(game, document, edition, None, False)
    asked = [*range(len(verdict.sheets))] if seats is None else seats
    moves = [coaching.moves(document, edition, seat) for seat in asked]
    if not any(moves):
        raise CallError(say("no-moves", game=game.TITLE))
    done, of = 0, sum(map(len, moves))
    players = []
    for seat, played in zip(asked, moves, strict=True):
        start, sheet = par(game, document, edition, seat, True), verdict.sheets[seat]
        curve, rounds = [start.par], []
        for number, move in enumerate(played, 1):
            reachable = _reachable(coaching, document, edition, seat, number, curve[-1], sheet.score.total)
            thought = coaching.thought(document, edition, seat, number)
            rounds.append(Round(number, move, curve[-1] - reachable, reachable, thought))
            curve.append(reachable)
            done += 1
            progress(done, of)
        players.append(Player(sheet.player, sheet.score.total, start, tuple(curve), tuple(rounds)))
    usual = coaching.PAR if edition.entries == shipped(edition.game).entries else None
    luck = None if usual is None else table.par - usual[0]
    return Review(table, luck, usual[1] if usual else None, tuple(players))


def _reachable(
    coaching: Coaching, document: Any, edition: Edition, seat: int, number: int, before: int, score: int
) -> int:
    """The best still possible after some rounds; where nothing can be lost any more it need not be asked."""
    if before == score:
        return before
    question = coaching.par(document, edition, seat, True, number)
    found = best(question) if question else None
    return found.par if found else score
