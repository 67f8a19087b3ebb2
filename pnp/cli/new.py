"""`pnp new GAME`: a game of your own to start from: a layout, rules and a test that pass as they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.options import AsJson
from pnp.cli.terminal import answer, say
from pnp.errors import CallError


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, such as my-game.")],
    out: Annotated[Path, typer.Option(help="The folder to write into.")] = Path(),
    as_json: AsJson = False,
) -> None:
    """Write a commented layout, a rules module and a test of a new game."""
    from pnp.games.library import SHIPPED
    from pnp.paths import LAYOUTS, write_whole
    from pnp.sheets import layout

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game) or len(game) > 40:
        raise CallError(f"{game!r} is no name for a game; small letters and digits with hyphens between are allowed")
    if SHIPPED.has(game) or game in layout.names():
        raise CallError(f"{game!r} is a game already; a name of its own is needed")
    words = {"name": game, "module": game.replace("-", "_"), "title": game.replace("-", " ").title()}
    files = {
        out / f"{words['name']}.toml": "game.toml",
        out / f"{words['module']}.py": "game.py",
        out / f"test_{words['module']}.py": "test_game.py",
    }
    for path in files:
        if path.exists():
            raise CallError(f"{path} is there already; nothing was written")
    for path, source in files.items():
        text = (LAYOUTS / "new" / source).read_text(encoding="utf-8")
        write_whole(path, text.format(**words).encode())
    if as_json:
        answer({"files": [str(path) for path in files]})
        return
    sheet, rules, test = files
    for path in files:
        say(str(path))
    say()
    say(f"pnp lint {sheet} --rules {rules}       judges the layout")
    say(f"pnp print {sheet} --rules {rules}      prints the sheet")
    say(f"pytest {test}       runs the test")
