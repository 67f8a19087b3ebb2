"""A game looked back at: what was still possible after each round, and what could be seen when it was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from pnp.coach.par import Best, best, coaching_of, par
from pnp.edition import Edition, shipped
from pnp.errors import CallError
from pnp.games.coaching import Coaching, Thought
from pnp.games.game import Game
from pnp.words import Said, say

Plan = tuple[str, ...]
SHOWN = 3
"""The costliest rounds that are named."""


class Round(NamedTuple):
    """A round of a player: the move, what it took from the best still possible, and what could be seen of it then."""

    number: int
    move: str
    hindsight: int
    reachable: int
    thought: Thought | None
    means: Said | str = ""
    """The move in words, and in `better` the best one as it could be seen."""
    better: Said | str = ""

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
        return self.score / self.par.par if self.par.par > 0 else 0.0

    @property
    def costliest(self) -> list[Round]:
        """The rounds that cost most, of those that both measures blame."""
        both = [one for one in self.rounds if one.costly]
        return _first(sorted(both, key=lambda one: -one.seen), lambda one: one.hindsight)

    @property
    def in_hindsight(self) -> list[Round]:
        """The rounds that took most from what was possible, whoever could have known."""
        return _first(self.rounds, lambda one: one.hindsight)

    @property
    def at_the_time(self) -> list[Round]:
        """The rounds in which another move could be seen to be better by most, whatever came of it."""
        return _first(self.rounds, lambda one: one.seen)


def _first(rounds: Iterable[Round], measure: Callable[[Round], float]) -> list[Round]:
    return sorted([one for one in rounds if measure(one) > 0], key=lambda one: -measure(one))[:SHOWN]


class Review(NamedTuple):
    """A table looked back at; `luck` is by how much the dice were better than usual, where that is known."""

    table: Best
    luck: float | None
    spread: float | None
    players: tuple[Player, ...]


Progress = Callable[[int, int, Review], None]
"""Told how many rounds are done, of how many, and what is known of the table: the players that are done with."""


def review(game: Game, document: Any, edition: Edition, progress: Progress, seats: list[int] | None = None) -> Review:
    """Look back at a table, or at some of its seats; `progress` is told of it on the way."""
    coaching, verdict = coaching_of(game), game.judge(document, edition)
    if not verdict.legal:
        raise CallError(say("illegal-moves", game=game.TITLE))
    table = par(game, document, edition, None, False)
    asked = [*range(len(verdict.sheets))] if seats is None else seats
    moves = [coaching.moves(document, edition, seat) for seat in asked]
    if not any(moves):
        raise CallError(say("no-moves", game=game.TITLE))
    usual = coaching.PAR.get(coaching.rounds(document)) if edition.entries == shipped(edition.game).entries else None
    luck = None if usual is None else table.par - usual[0]
    found, done, of = Review(table, luck, usual[1] if usual else None, ()), 0, sum(map(len, moves))
    progress(done, of, found)
    for seat, played in zip(asked, moves, strict=True):
        start, sheet = par(game, document, edition, seat, True), verdict.sheets[seat]
        curve, rounds, plan = [start.par], [], start.moves
        for number, move in enumerate(played, 1):
            reachable, plan = _reachable(coaching, document, edition, (seat, number), move, curve[-1], plan)
            thought = coaching.thought(document, edition, seat, number)
            both, before = (move, thought.best.notation if thought else ""), played[: number - 1]
            told = [_words(coaching, edition, [*before, one]) for one in both]
            rounds.append(Round(number, move, curve[-1] - reachable, reachable, thought, *told))
            curve.append(reachable)
            done += 1
            progress(done, of, found)
        player = Player(sheet.player, sheet.score.total, start, tuple(curve), tuple(rounds))
        found = found._replace(players=(*found.players, player))
        progress(done, of, found)
    return found


def _words(coaching: Coaching, edition: Edition, moves: Sequence[str]) -> Said | str:
    """What the last of some moves means; the move itself where nobody can tell."""
    means = coaching.means(moves, edition) if moves[-1] else ()
    return means[-1] if means else moves[-1]


def _reachable(
    coaching: Coaching, document: Any, edition: Edition, at: tuple[int, int], move: str, before: int, plan: Plan
) -> tuple[int, Plan]:
    """The best still possible after a round of a seat, and the moves that lead to it.

    Whoever moves as the best plan does has lost nothing; any other move makes it no better than it was before.
    """
    if plan[:1] == (move,):
        return before, plan[1:]
    question = coaching.par(document, edition, at[0], True, at[1])
    found = best(question, most=before) if question else None
    return (found.par, found.moves) if found else (before, ())


def as_answer(found: Review) -> dict[str, Any]:
    """A review as plain values."""
    best = found.table
    return {
        "table": {
            "par": best.par,
            "proven": best.proven,
            "house": best.house,
            "luck": found.luck,
            "spread": found.spread,
        },
        "players": [
            {
                "player": one.name,
                "score": one.score,
                "par": one.par.par,
                "proven": one.par.proven,
                "share": round(one.share, 3),
                "curve": list(one.curve),
                "house": one.par.house,
                "moves": list(one.par.moves),
                "costliest": [row.number for row in one.costliest],
                "in_hindsight": [row.number for row in one.in_hindsight],
                "at_the_time": [row.number for row in one.at_the_time],
                "rounds": [_round(row) for row in one.rounds],
            }
            for one in found.players
        ],
    }


def _round(row: Round) -> dict[str, Any]:
    thought = row.thought
    return {
        "round": row.number,
        "move": row.move,
        "hindsight": row.hindsight,
        "reachable": row.reachable,
        "expected": round(thought.made.expected, 2) if thought else None,
        "error": round(thought.made.error, 2) if thought else None,
        "better": thought.best.notation if thought and row.seen else None,
        "seen": round(row.seen, 2),
        "costly": row.costly,
    }
