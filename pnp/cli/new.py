"""`pnp new GAME`: a game of your own to start from: a layout with its rules, or rules in Python and a test as well."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Language
from pnp.cli.terminal import answer, columns, show, warn
from pnp.errors import CallError
from pnp.words import Said, say

_PLAYED = re.compile(r"#: play\n(.*?)#: end\n", re.DOTALL)
"""What a game that is only printed and checked does without."""


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name, such as my-game.")],
    out: Annotated[Path, typer.Option(help="The folder to write into.")] = Path(),
    python: Annotated[bool, typer.Option("--python", help="Rules in Python: a layout, a module and a test.")] = False,
    play: Annotated[
        bool, typer.Option("--play", help="With rules in Python: a game that is played turn by turn too.")
    ] = False,
    pad: Annotated[bool, typer.Option("--pad", help="An old word: a layout with rules is written anyway.")] = False,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Write a new game: a commented layout with its rules, which is printed, checked and played as it is."""
    from pnp.games.library import SHIPPED
    from pnp.paths import LAYOUTS, write_whole
    from pnp.sheets import layout

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", game) or len(game) > 40:
        raise CallError(say("no-game-name", game=repr(game)))
    if SHIPPED.has(game) or game in layout.names():
        raise CallError(say("no-game-name.taken", game=repr(game)))
    in_python = (python or play) and not pad
    words = spoken(language)
    if pad:
        warn(words.text(say("new.pad")))
    title = game.replace("-", " ").title()
    names = {"name": game, "module": game.replace("-", "_"), "title": title, "class_name": title.replace(" ", "")}
    files = {out / f"{names['name']}.toml": "game.toml" if in_python else "pad.toml"}
    if in_python:
        files |= {out / f"{names['module']}.py": "game.py", out / f"test_{names['module']}.py": "test_game.py"}
    for path in files:
        if path.exists():
            raise CallError(say("file-exists", name=str(path)))
    for path, source in files.items():
        text = (LAYOUTS / "new" / source).read_text(encoding="utf-8")
        write_whole(path, _PLAYED.sub(r"\1" if play else "", text).format(**names).encode())
    if as_json:
        answer({"files": [str(path) for path in files]})
        return
    for path in files:
        show(str(path))
    show()
    for line in columns([[call, words.text(what)] for call, what in _next(game, list(files), play)]):
        show(line)


def _next(game: str, files: list[Path], play: bool) -> list[tuple[str, Said]]:
    """What can be done with the files that were written."""
    if len(files) == 1:
        return [
            (f"pnp lint {files[0]}", say("next.lint")),
            (f"pnp print {files[0]}", say("next.print")),
            (f"pnp play {files[0]} --players Ana,Bo", say("next.play")),
        ]
    sheet, rules, test = files
    rows = [
        (f"pnp lint {sheet} --rules {rules}", say("next.lint")),
        (f"pnp print {sheet} --rules {rules}", say("next.print")),
        (f"pytest {test}", say("next.test")),
    ]
    return [*rows, (f"pnp play {game} --rules {rules} --players Ana,Bo", say("next.play"))] if play else rows
