"""Whether a sheet can have come from the dice: one order of moves, or the shortest reason why not."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.coach.par import best, coaching_of
from pnp.coach.solver import solve
from pnp.edition import Edition
from pnp.errors import CallError, Problem
from pnp.games.coaching import Audit
from pnp.games.game import Game
from pnp.words import Said, say


class Audited(NamedTuple):
    """What an audit found: whether the sheet is possible, why not, and otherwise moves that lead to it."""

    possible: bool
    why: Said | Problem | None = None
    moves: tuple[str, ...] = ()


def audited(asked: Audit) -> Audited:
    """What is true of a sheet, by the reason that is easiest to check."""
    if problem := asked.problem():
        return Audited(False, problem)
    if found := best(asked):
        return Audited(True, None, found.moves)
    least, most = solve(asked.costs(most=False)), solve(asked.costs(most=True))
    beyond = asked.beyond(-least.value, most.value) if least and most else None
    return Audited(False, beyond or asked.nothing())


def audit(game: Game, document: Any, edition: Edition, seat: int) -> Audited:
    """Whether the sheet of a seat can have come from its table's dice."""
    asked = coaching_of(game).audit(document, edition, seat)
    if asked is None:
        raise CallError(say("no-rolls", game=game.TITLE))
    return audited(asked)
