"""Rules of one's own: a Python file, or a layout that has some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.games.library import Library
from pnp.paths import LAYOUTS


def library_of(own: Path | None) -> Library:
    """The library with rules of one's own."""
    if own is None or own.suffix != ".toml":
        return Library(own)
    from pnp.sheets.layout_rules import read_game

    return Library(own, read_game)


def game_of(game: str, rules: Path | None) -> tuple[str, Path | None]:
    """The game and the rules that somebody means who names a game, or the layout file of one."""
    if rules is not None or not game.endswith(".toml"):
        return game, rules
    if Path(game).resolve().parent == LAYOUTS:
        return Path(game).stem, None
    return library_of(Path(game)).own_name, Path(game)


def beside(library: Library, document: Path, data: dict[str, Any]) -> Library:
    """The library for a document: where it knows no such game, a layout of that name beside the document is asked."""
    game = data.get("game")
    if not isinstance(game, str) or library.own is not None or library.has(game):
        return library
    path = document.parent / f"{game}.toml"
    return library_of(path) if path.is_file() and path != document else library
