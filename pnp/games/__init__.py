"""The rules: one folder a game, pure functions over frozen values, the standard library only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from pnp.games.game import Game, as_game
from pnp.paths import LAYOUTS

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
RULES = "rules"
"""The folder of what reads `[rules]`, which is no game."""


@cache
def names() -> tuple[str, ...]:
    """The games that come with the program, found by looking: a folder or module each, `solo` in a folder too."""
    found = [path.stem for path in LAYOUTS.glob("*.toml") if "." not in path.stem and not _python(path.stem)]
    for path in Path(__path__[0]).iterdir():
        name, game = path.stem, path.stem.replace("_", "-")
        if (path / "__init__.py").is_file() and name != RULES:
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
    if not _python(name):
        from pnp.games.rules.file_game import shipped_game

        return shipped_game(LAYOUTS / f"{name}.toml")
    folder, solo = name.replace("-", "_"), f"_{_SOLO}"
    if folder.endswith(solo) and Path(__path__[0], folder.removesuffix(solo)).is_dir():
        return as_game(import_module(f"pnp.games.{folder.removesuffix(solo)}.{_SOLO}"))
    return as_game(import_module(f"pnp.games.{folder}"))


def _python(name: str) -> bool:
    """Whether a game has a folder or module of its own; another one is its layout file alone."""
    folder = name.replace("-", "_")
    here = Path(__path__[0])
    of_solo = here / folder.removesuffix(f"_{_SOLO}") / f"{_SOLO}.py"
    return (
        (here / folder).is_dir() or (here / f"{folder}.py").is_file() or (folder.endswith(_SOLO) and of_solo.is_file())
    )
