"""The game that a layout is by its rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.library import SHIPPED
from pnp.games.rules.boxes import plain
from pnp.games.rules.file_game import FileGame
from pnp.games.rules.lint import Lint
from pnp.games.rules.shapes import declare
from pnp.paths import is_file
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.sheets.rules_check import edition_beside, printed_sheet, python_of
from pnp.strict import Fault, Table
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


def unread_entries(path: Path, edition: Edition) -> list[Fault]:
    """The entries of an edition file with values that no rule reads, where the game is a layout file beside it."""
    file = path.with_name(f"{edition.game}.toml")
    if not is_file(file) or (SHIPPED.has(edition.game) and type(SHIPPED.load(edition.game)) is not FileGame):
        return []
    made = layout.load(file)
    if made.rules is None or layout.faults_of(made):
        return []
    pages = [printed_sheet(layout.expand(made, name)[0]) for name in made.sheets]
    declaration = declare(Table(made.rules, [], ("rules",)), made.game, edition, pages)
    unread = Lint(declaration).unread_entries()
    return [
        Fault(("entries", entry.name), say("rules.unread-entry", game=edition.game))
        for entry in edition
        if plain(entry.name) in unread and entry.value is not None
    ]


def game_of_layout(made: Layout) -> FileGame:
    """The game of a layout that has nothing wrong with it."""
    data = {"game": made.game, "title": made.title, "rules": made.rules or {}, "language": made.language}
    printed = [printed_sheet(layout.expand(made, name)[0]) for name in made.sheets]
    return FileGame(made.source, data, printed, *python_of(made.game), edition_beside(made.source, made.game))
