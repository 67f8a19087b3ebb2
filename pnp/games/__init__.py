"""The rules: one module a game, pure functions over frozen values, the standard library only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pnp.games.game import Game

_FRAME = {"game", "verdict", "document", "library", "play"}


@cache
def names() -> tuple[str, ...]:
    """The games that come with the program, found by looking: a module without a leading `_` is a game."""
    found = [m.name for m in iter_modules(__path__) if m.name not in _FRAME and not m.name.startswith("_")]
    return tuple(sorted(name.replace("_", "-") for name in found))


def load(name: str) -> Game:
    """The rules of a game that comes with the program.

    >>> load("house-of-dice").TITLE
    'House of Dice'
    """
    game: Game = import_module(f"pnp.games.{name.replace('-', '_')}")
    return game
