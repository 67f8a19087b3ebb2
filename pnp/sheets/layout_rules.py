"""The game that a layout is by its rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp.errors import InputError
from pnp.games.rules.file_game import FileGame
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.sheets.rules_check import edition_beside, printed_sheet, python_of
from pnp.words import say


@lru_cache(maxsize=32)
def read_game(path: Path) -> tuple[str, FileGame]:
    """The name and the game of a layout file."""
    made = layout.load(path)
    if made.rules is None:
        raise InputError(say("no-layout-rules", name=str(path)))
    if faults := layout.faults_of(made):
        raise InputError(say("fault", place=layout.where(made, faults[0]), message=faults[0].message))
    return made.game, game_of_layout(made)


def game_of_layout(made: Layout) -> FileGame:
    """The game of a layout that has nothing wrong with it."""
    data = {"game": made.game, "title": made.title, "rules": made.rules or {}, "language": made.language}
    printed = [printed_sheet(layout.expand(made, name)[0]) for name in made.sheets]
    return FileGame(made.source, data, printed, *python_of(made.game), edition_beside(made.source, made.game))
