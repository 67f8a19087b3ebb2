"""`pnp new GAME`: a game of your own to start from: a layout, rules and a test that pass as they are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Language
from pnp.cli.terminal import answer, columns, show
from pnp.errors import CallError
from pnp.words import say

_PLAYED = re.compile(r"#: play\n(.*?)#: end\n", re.DOTALL)
"""What a game that is only printed and checked does without."""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, such as my-game.")],
    out: Annotated[Path, typer.Option(help="The folder to write into.")] = Path(),
    play: Annotated[
        bool, typer.Option("--play", help="Rules that can be played too, with pnp play and pnp party.")
    ] = False,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Write a commented layout, a rules module and a test of a new game."""
    from pnp.games.library import SHIPPED
    from pnp.paths import LAYOUTS, write_whole
    from pnp.sheets import layout

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game) or len(game) > 40:
        raise CallError(say("no-game-name", game=repr(game)))
    if SHIPPED.has(game) or game in layout.names():
        raise CallError(say("no-game-name.taken", game=repr(game)))
    title = game.replace("-", " ").title()
    words = {"name": game, "module": game.replace("-", "_"), "title": title, "class_name": title.replace(" ", "")}
    files = {
        out / f"{words['name']}.toml": "game.toml",
        out / f"{words['module']}.py": "game.py",
        out / f"test_{words['module']}.py": "test_game.py",
    }
    for path in files:
        if path.exists():
            raise CallError(say("file-exists", name=str(path)))
    for path, source in files.items():
        text = (LAYOUTS / "new" / source).read_text(encoding="utf-8")
        write_whole(path, _PLAYED.sub(r"\1" if play else "", text).format(**words).encode())
    if as_json:
        answer({"files": [str(path) for path in files]})
        return
    sheet, rules, test = files
    for path in files:
        show(str(path))
    show()
    told = spoken(language)
    rows = [
        [f"pnp lint {sheet} --rules {rules}", told.text(say("next.lint"))],
        [f"pnp print {sheet} --rules {rules}", told.text(say("next.print"))],
        [f"pytest {test}", told.text(say("next.test"))],
    ]
    if play:
        rows.append([f"pnp play {game} --rules {rules} --players Ana,Bo", told.text(say("next.play"))])
    for line in columns(rows):
        show(line)
