"""The playing of a game that is a module or namespace of functions, as rules outside of the program may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.games.play import Last, Option, Play
from pnp.games.seats import refuse

FUNCTIONS = (
    *("open", "dice", "wanted", "options", "view", "round", "over", "standings", "document", "lying", "renamed"),
    *("join", "active", "status", "entry", "vote", "last", "marks", "pending", "scores", "on_paper", "time_out"),
    "dump",
)
"""What a module or namespace may offer in place of a `Play`; whatever else it has is its own affair."""


class _Functions(Play):
    """The playing of a game that is a module or namespace: nothing is known of its states but what it tells."""

    def __init__(self, play: Any) -> None:
        self.TIMED = getattr(play, "TIMED", False)
        self.__dict__.update({name: getattr(play, name) for name in FUNCTIONS if hasattr(play, name)})
        if hasattr(play, "act"):
            self.__dict__["judged"] = play.act
        if hasattr(play, "entry"):
            self.__dict__["entry"] = lambda state, seat: self._entered(state, seat, play.entry(state, seat))
        if hasattr(play, "last"):
            self.__dict__["last"] = lambda state: _as_last(play.last(state))

    def _entered(self, state: Any, seat: int, entry: Option | str | None) -> Option | None:
        """An entry as an option; words alone will do."""
        if not isinstance(entry, str) or not entry:
            return entry or None
        return next((one for one in self.options(state, seat) if one.notation == entry), Option(entry, entry))

    def renamed(self, state: Any, players: Sequence[str]) -> Any:
        del state, players
        return refuse("names-stay")

    def join(self, state: Any, name: str) -> Any:
        del state
        return refuse("too-late", name=name)


def _as_last(last: Any) -> Last | None:
    """The last round with a move of each seat as an option; words and what they mean will do."""
    if last is None:
        return None
    moves = ((seat, Option(*move) if len(move) > 1 else move[0]) for seat, *move in last.moves)
    return Last(last.round, last.dice, tuple(moves))


def as_play(play: Any) -> Play:
    """A game's playing; a module or namespace with functions gets plain answers for those that it leaves out."""
    return play if isinstance(play, Play) else _Functions(play)
