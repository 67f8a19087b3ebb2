"""Bots for any game that lists what may be done: one takes anything, one takes what scores most at once."""

from __future__ import annotations

import random
from typing import Any

from pnp.edition import Edition
from pnp.errors import CallError
from pnp.games.coaching import LEVELS, Bot, Coaching
from pnp.games.game import Game
from pnp.games.play import Action, Play
from pnp.games.seats import Refusal
from pnp.strict import near
from pnp.words import say

MOST = 200
"""The options that are looked at."""


class AnyBot(Bot):
    """A bot that knows a game only by what its table offers: it takes anything, or what is worth most at once."""

    LEVELS = LEVELS[:2]

    def __init__(self, level: str, taste: int, play: Play) -> None:
        super().__init__(level, taste)
        self._play = play

    def choose(self, state: Any, seat: int) -> str:
        words = [one.notation for one in self._play.options(state, seat, MOST)]
        if not words:
            return next((one.example for one in self._play.wanted(state) if one.seat == seat and one.must), "")
        chance = random.Random(f"{self.taste} {seat} {len(words)} {words[0]} {self._play.round(state)}")
        chance.shuffle(words)
        if self.level == self.LEVELS[0]:
            return next((one for one in words if self._worth(state, seat, one) is not None), "")
        values = [
            (worth, -at, one) for at, one in enumerate(words) if (worth := self._worth(state, seat, one)) is not None
        ]
        return max(values)[2] if values else ""

    def _worth(self, state: Any, seat: int, words: str) -> int | None:
        """What a seat has after it has said something; None where it may not say it, or nothing would come of it."""
        after = self._play.act(state, Action(seat, words))
        if isinstance(after, Refusal) or after == state:
            return None
        scores = self._play.scores(after)
        return scores[seat].total if seat < len(scores) else 0


def levels_of(game: Game) -> tuple[str, ...]:
    """The levels of bots that there are for a game."""
    if game.play is None:
        return ()
    coaching: Coaching | None = game.coaching
    known = coaching.levels if coaching else ()
    return tuple(level for level in LEVELS if level in known or level in AnyBot.LEVELS)


def bot_of(game: Game, level: str, taste: int, players: int, edition: Edition) -> Bot:
    """A bot of a level and taste for a game."""
    allowed = levels_of(game)
    if level not in allowed:
        facts = {"game": game.TITLE, "value": repr(level), "allowed": allowed, "near": near(level, allowed)}
        raise CallError(say("no-such-bot", **facts) if allowed else say("no-bots", game=game.TITLE))
    coaching: Coaching | None = game.coaching
    own = coaching.bot(level, taste, players, edition) if coaching else None
    return own or AnyBot(level, taste, game.play)


def named(asked: str) -> list[str]:
    """The levels that a text asks for: a number is so many of the usual one.

    >>> named("2"), named("easy, hard")
    (['normal', 'normal'], ['easy', 'hard'])
    """
    text = asked.strip()
    if text.isascii() and text.isdecimal() and len(text) < 3:
        return ["normal"] * int(text)
    return [part.strip() for part in text.split(",") if part.strip()]
