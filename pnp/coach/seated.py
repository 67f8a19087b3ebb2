"""Bots that sit at a table: what each would say now, by nothing but what the table shows."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.coach.bots import bot_of
from pnp.edition import Edition
from pnp.games.coaching import Bot, Hint
from pnp.games.game import Game
from pnp.games.play import Play

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Elsa", "Finn", "Greta", "Hugo")
MOST_OPTIONS = 2000
"""The options among which those are found that are hinted at."""
Seats = Mapping[int, tuple[str, int]]
"""By seat, from 0, the level and the taste of the bot that sits there."""


def names_beside(players: Sequence[str], levels: Sequence[str]) -> list[str]:
    """Names for bots that nobody at the table has.

    >>> names_beside(["Ada"], ["easy", "hard"])
    ['Ben (bot)', 'Cleo (bot)']
    """
    taken = {name.casefold() for name in players}
    free = [name for name in NAMES if not taken & {name.casefold(), f"{name} (bot)".casefold()}]
    return [f"{name} (bot)" for name in free[: len(levels)]]


def noted(bots: Mapping[int, tuple[str, int]]) -> str:
    """Bots as they are noted beside a table: who, level, taste.

    >>> known(noted({1: ("hard", 77)}))
    {1: ('hard', 77)}
    """
    return " ".join(f"{who}:{level}:{taste}" for who, (level, taste) in bots.items())


def known(text: str) -> dict[int, tuple[str, int]]:
    """The bots of a note: what `noted` writes."""
    found = [part.split(":") for part in text.split()]
    return {int(who): (level, int(taste)) for who, level, taste in found}


def drawn(seats: Sequence[int], levels: Sequence[str]) -> dict[int, tuple[str, int]]:
    """Bots for some seats, each with a taste by chance."""
    return {seat: (level, secrets.randbelow(1 << 30)) for seat, level in zip(seats, levels, strict=True)}


class SeatedBots:
    """The bots of one table."""

    def __init__(self, game: Game, edition: Edition, seats: Seats, players: int) -> None:
        self.seats = dict(seats)
        self._minds: dict[int, Bot] = {
            seat: bot_of(game, level, taste, players, edition) for seat, (level, taste) in seats.items()
        }
        for mind in self._minds.values():
            mind.prepare(players, edition)

    def due(self, play: Play, state: Any, patient: bool = False) -> tuple[int, str] | None:
        """The next thing that a bot says; a patient one waits until somebody else has entered, where all enter."""
        if play.over(state) or play.dice(state):
            return None
        waited = [one.seat for one in play.wanted(state) if one.must and one.seat is not None]
        people = [seat for seat in waited if seat not in self.seats]
        if patient and people and not self._somebody_entered(play, state):
            return None
        for seat in waited:
            if seat in self._minds and (words := self._minds[seat].choose(state, seat)):
                return seat, words
        return None

    def _somebody_entered(self, play: Play, state: Any) -> bool:
        others = [seat for seat in range(len(play.players(state))) if seat not in self.seats]
        return any(play.entry(state, seat) is not None for seat in others)

    def rolls(self, play: Play, state: Any) -> bool:
        """Whether a bot is the one who rolls now."""
        return bool(play.dice(state)) and not play.over(state) and play.active(state) in self.seats


def hints(game: Game, edition: Edition, state: Any, seat: int, most: int = 3) -> list[Hint]:
    """What a seat could do now, the best first, as the best bot of the game sees it."""
    from pnp.coach.bots import levels_of

    levels = levels_of(game)
    if not levels:
        return []
    players = len(game.play.players(state))
    found = bot_of(game, levels[-1], 1, players, edition).hints(state, seat)[:most]
    known = {one.notation: one.means for one in game.play.options(state, seat, MOST_OPTIONS)} if found else {}
    return [one._replace(means=known.get(one.notation, one.notation)) for one in found]


def is_tie(found: Sequence[Hint]) -> bool:
    """Whether the two best can't be told apart: they differ by no more than both errors.

    >>> is_tie([Hint("a", 40.5, 0.3), Hint("b", 40, 0.3)]), is_tie([Hint("a", 40.5, 0), Hint("b", 40.5, 0)])
    (True, True)
    """
    return len(found) > 1 and found[0].expected - found[1].expected <= found[0].error + found[1].error
