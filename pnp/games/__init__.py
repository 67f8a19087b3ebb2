"""The rules: one module a game, pure functions over frozen values, the standard library only."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from pnp.errors import CallError
from pnp.games.game import Game
from pnp.strict import nearest

_FRAME = {"game", "verdict", "document"}


def names() -> list[str]:
    """The games there are rules for, found by looking: a module without a leading `_` is a game."""
    found = [m.name for m in iter_modules(__path__) if m.name not in _FRAME and not m.name.startswith("_")]
    return sorted(name.replace("_", "-") for name in found)


def load(name: str) -> Game:
    """The rules of a game by its name.

    >>> load("house-of-dice").TITLE
    'House of Dice'
    """
    if name not in names():
        raise CallError(f"{name!r} is no game that has rules; there are {', '.join(names())}{nearest(name, names())}")
    game: Game = import_module(f"pnp.games.{name.replace('-', '_')}")
    return game
