"""The rules: one folder a game, pure functions over frozen values, the standard library only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from pnp.games.game import Game, as_game

_FRAME = {
    "asks",
    "codec",
    "document",
    "forgiving",
    "functions",
    "game",
    "lazy_options",
    "library",
    "paper",
    "play",
    "rolls",
}
_FRAME |= {"box_coaching", "box_strategy", "coaching", "integer_program", "seats", "table_dice", "verdict"}
"""What all games are made with."""
_SOLO = "solo"


@cache
def names() -> tuple[str, ...]:
    """The games that come with the program, found by looking: a folder or module each, `solo` in a folder too."""
    found = []
    for path in Path(__path__[0]).iterdir():
        name, game = path.stem, path.stem.replace("_", "-")
        if (path / "__init__.py").is_file():
            found += [game, f"{game}-{_SOLO}"] if (path / f"{_SOLO}.py").is_file() else [game]
        elif path.suffix == ".py" and name not in _FRAME and not name.startswith("_"):
            found.append(game)
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
