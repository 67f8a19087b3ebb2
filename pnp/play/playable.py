"""The playing of a game: turn by turn by its rules, or by pad."""

from __future__ import annotations

from pnp.errors import CallError
from pnp.games.functions import as_play
from pnp.games.game import Game
from pnp.games.library import Library
from pnp.games.play import Play
from pnp.play.pad import PadPlay
from pnp.sheets import pads
from pnp.words import say


def playable(library: Library, name: str, pad: bool = False) -> tuple[Game, Play]:
    """A game that can be played, and its playing: turn by turn, or by pad."""
    game = library.load(name)
    if pad:
        if game.count is None:
            raise CallError(say("no-pad", game=repr(name)))
        return game, PadPlay(game, lambda: pads.sheets_of(name, library))
    if game.play is None:
        raise CallError(say("not-played", game=repr(name)))
    return game, as_play(game.play)


def can_be_kept(game: Game) -> bool:
    """Whether there can be a table of a game: with turns, or by pad."""
    return game.play is not None or game.count is not None


def is_for_pad(game: Game) -> bool:
    """Whether a table of a game is kept by pad unless somebody asks for turns."""
    return game.PAD or (game.play is None and game.count is not None)
