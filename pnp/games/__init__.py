"""The rules: one folder a game, pure functions over frozen values, the standard library only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from pnp.games.game import Game, as_game

_FRAME = {"codec", "document", "functions", "game", "library", "paper", "play", "rolls", "seats", "verdict"}
"""What all games are made with."""
_SOLO = "solo"


@cache
def names() -> tuple[str, ...]:
    """The games that come with the program, found by looking: a folder or module each, `solo` in a folder too."""
    found = []
    for module in iter_modules(__path__):
        if module.name in _FRAME or module.name.startswith("_"):
            continue
        found.append(module.name.replace("_", "-"))
        if module.ispkg and any(one.name == _SOLO for one in iter_modules([str(Path(__path__[0], module.name))])):
            found.append(f"{found[-1]}-{_SOLO}")
    return tuple(sorted(found))


@cache
def load(name: str) -> Game:
    """The rules of a game that comes with the program.

    >>> load("house-of-dice").TITLE
    'House of Dice'
    """
    folder, solo = name.replace("-", "_"), f"_{_SOLO}"
    if folder.endswith(solo) and Path(__path__[0], folder.removesuffix(solo)).is_dir():
        return as_game(import_module(f"pnp.games.{folder.removesuffix(solo)}.{_SOLO}"))
    return as_game(import_module(f"pnp.games.{folder}"))
