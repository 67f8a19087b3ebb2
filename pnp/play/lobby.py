"""Before the game: a table that waits for its players until somebody says `start`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games.play import Action, Option, Play, View, Wanted
from pnp.games.seats import refuse
from pnp.games.verdict import Rank, Score
from pnp.strict import said_by
from pnp.words import say

START = "start"
OPENING = ("open", "usual_options")
"""What is asked before there is a state."""


class Waiting(NamedTuple):
    """A table before its game: who is there, and how it will be opened."""

    players: tuple[str, ...]
    options: Mapping[str, str]
    edition: Edition


class _Before(Play):
    """What there is to say of a game before it begins."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def judged(self, state: Waiting, action: Action) -> Any:
        if action.seat is not None or action.words.strip().casefold() != START:
            return refuse("not-started", start=START)
        try:
            return self._play.open(state.players, state.options, state.edition)
        except ValueError as wrong:
            return refuse("can't-start", wrong=said_by(wrong))

    def wanted(self, state: Waiting) -> tuple[Wanted, ...]:
        del state
        return (Wanted(None, say("wanted.lobby"), START, only=True),)

    def options(self, state: Waiting, seat: int | None, most: int = 200) -> tuple[Option, ...]:
        ready = seat is None and state.players and most
        return (Option(START, say("means.start", players=state.players), START),) if ready else ()

    def view(self, state: Waiting, seat: int | None) -> View:
        del seat
        return View(
            say("headline.waiting"), (), (say("here", players=state.players) if state.players else say("nobody"),)
        )

    def active(self, state: Waiting) -> None:
        del state

    def standings(self, state: Waiting) -> tuple[Rank, ...]:
        return tuple(Rank(1, name, 0) for name in state.players)

    def scores(self, state: Waiting) -> tuple[Score, ...]:
        return (Score(()),) * len(state.players)

    def document(self, state: Waiting) -> dict[str, Any]:
        sheets = [{"player": name} for name in state.players]
        return {"game": state.edition.game, "players": len(sheets), "sheets": sheets}


class Lobby(Play):
    """The playing of a game with the waiting before it: each question goes to whichever of the two the state is of."""

    def __init__(self, play: Play) -> None:
        before = _Before(play)

        def either(name: str) -> Any:
            waiting, begun = getattr(before, name), getattr(play, name)
            return lambda state, *rest: (waiting if isinstance(state, Waiting) else begun)(state, *rest)

        asked = [
            name for name in dir(Play) if name[:1] != "_" and callable(getattr(Play, name)) and name not in OPENING
        ]
        self.__dict__.update({name: either(name) for name in asked}, TIMED=play.TIMED)
        self.__dict__.update({name: getattr(play, name) for name in OPENING})
