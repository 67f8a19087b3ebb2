"""Before the game: a table that waits for its players until somebody says `start`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.games.play import Action, Option, Play, Refusal, View, Wanted
from pnp.games.verdict import Rank, Score

START = "start"


class Waiting(NamedTuple):
    """A table before its game: who is there, and how it will be opened."""

    players: tuple[str, ...]
    options: Mapping[str, str]
    edition: Edition


NOTHING: Mapping[str, Any] = {
    "dice": (),
    "lying": (),
    "round": (0, 0),
    "over": False,
    "active": None,
    "status": "idle",
    "entry": "",
    "vote": None,
    "last": None,
    "marks": (),
    "pending": {},
    "wanted": (Wanted(None, "the start, when all are there", START),),
}
"""What there is to say of a game before it begins, whoever asks."""


class Lobby:
    """The playing of a game with the waiting before it: each question goes to whichever of the two the state is of."""

    def __init__(self, play: Play) -> None:
        self._play = play

    def __getattr__(self, name: str) -> Any:
        begun = getattr(self._play, name)

        def either(state: Any, *rest: Any) -> Any:
            if not isinstance(state, Waiting):
                return begun(state, *rest)
            return NOTHING[name] if name in NOTHING else getattr(self, f"_{name}")(state, *rest)

        return either

    def _act(self, state: Waiting, action: Action) -> Any:
        if action.seat is not None or action.words.strip().casefold() != START:
            return Refusal("not-started", f"the game has not begun; the table says {START} when all are there")
        try:
            return self._play.open(state.players, state.options, state.edition)
        except ValueError as wrong:
            return Refusal("can't-start", str(wrong))

    def _options(self, state: Waiting, *seat: int | None) -> tuple[Option, ...]:
        return (Option(START, f"begins with {', '.join(state.players)}"),) if seat[0] is None and state.players else ()

    def _view(self, state: Waiting, *_: Any) -> View:
        return View("waiting for players", (), (f"here: {', '.join(state.players) or 'nobody yet'}",))

    def _standings(self, state: Waiting) -> tuple[Rank, ...]:
        return tuple(Rank(1, name, 0) for name in state.players)

    def _scores(self, state: Waiting) -> tuple[Score, ...]:
        return (Score(()),) * len(state.players)

    def _document(self, state: Waiting) -> dict[str, Any]:
        sheets = [{"player": name} for name in state.players]
        return {"game": state.edition.game, "players": len(sheets), "sheets": sheets}

    def _dump(self, state: Waiting) -> dict[str, Any]:
        return {"waiting": list(state.players), "options": dict(state.options)}
