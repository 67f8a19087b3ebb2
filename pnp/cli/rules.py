"""`pnp rules GAME`: the rulings in force, each with how we know it."""

from __future__ import annotations

import textwrap
from typing import Annotated, Any

import typer

from pnp.cli.documents import own_edition
from pnp.cli.options import AsJson, EditionFile, RulesFile
from pnp.cli.terminal import answer, painted, say
from pnp.errors import CallError


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that has rules.")],
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
) -> None:
    """Show the rulings in force: rule, fact, ruling or unknown."""
    from pnp.games.library import Library

    library = Library(rules)
    library.load(game)
    own = own_edition(edition, library)
    if own is not None and own.game != game:
        raise CallError(f"{edition} is edition data of {own.game}; {game} was asked for")
    entries = list(own or library.edition(game))
    if as_json:
        rows = [{"name": e.name, "kind": e.kind, "text": e.text, "value": e.value} for e in entries]
        answer({"game": game, "entries": rows})
        return
    say(painted(f"{game}: {len(entries)} entries", "bold"))
    wide = max(len(entry.name) for entry in entries) if entries else 0
    for entry in entries:
        value = "" if isinstance(entry.value, bool) or entry.value is None else f"  [{_short(entry.value)}]"
        lines = textwrap.wrap(entry.text + value, max(40, 100 - wide)) or [""]
        say(f"{entry.kind:<8}{entry.name:<{wide}}  {lines[0]}")
        for line in lines[1:]:
            say(f"{'':<8}{'':<{wide}}  {line}")


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_short(part)}" for key, part in value.items())
    if isinstance(value, list):
        return " ".join(_short(part) if not isinstance(part, list | dict) else f"({_short(part)})" for part in value)
    return str(value)
