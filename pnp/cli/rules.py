"""`pnp rules GAME`: the rulings in force, each with how we know it."""

from __future__ import annotations

import textwrap
from typing import Annotated, Any

import typer

from pnp.cli.documents import own_edition
from pnp.cli.language import spoken
from pnp.cli.options import AsJson, EditionFile, Language, RulesFile
from pnp.cli.terminal import answer, painted, show
from pnp.edition import KINDS, Entry, told
from pnp.errors import CallError
from pnp.words import Words, say


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game that has rules.")],
    as_json: AsJson = False,
    edition: EditionFile = None,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """Show the rulings in force: rule, fact, ruling or unknown."""
    from pnp.sheets.own_rules import library_of

    library = library_of(rules)
    library.load(game)
    own = own_edition(edition, library)
    if own is not None and own.game != game:
        raise CallError(say("other-game.edition", name=str(edition), game=own.game, asked=game))
    in_force = own or library.edition(game)
    beside = library.beside(game, f"{game}.edition.{language}.json") if language else None
    entries = [entry._replace(text=told(entry, language, game, beside)) for entry in in_force]
    if as_json:
        answer({"game": game, "rulings": in_force.rulings, "entries": [_row(entry) for entry in entries]})
        return
    words = spoken(language)
    kinds = {kind: words.term("kind", kind) for kind in KINDS}
    first = max(map(len, kinds.values())) + 1
    rulings = in_force.rulings if in_force.rulings > 1 else None
    show(painted(words.text(say("entries.of", game=game, n=len(entries), rulings=rulings)), "bold"))
    wide = max(len(entry.name) for entry in entries) if entries else 0
    for entry in entries:
        value = "" if isinstance(entry.value, bool) or entry.value is None else f"  [{_short(entry.value, words)}]"
        if entry.was is not None:
            now, was = (_short(value, words) for value in (entry.value, entry.was))
            value = f"  [{words.text(say('entry.changed', now=now, rulings=in_force.rulings - 1, was=was))}]"
        lines = textwrap.wrap(entry.text + value, max(40, 100 - wide)) or [""]
        show(f"{kinds[entry.kind]:<{first}}{entry.name:<{wide}}  {lines[0]}")
        for line in lines[1:]:
            show(f"{'':<{first}}{'':<{wide}}  {line}")


def _row(entry: Entry) -> dict[str, Any]:
    row = {"name": entry.name, "kind": entry.kind, "text": entry.text, "value": entry.value}
    return row if entry.was is None else {**row, "was": entry.was}


def _short(value: Any, words: Words) -> str:
    if isinstance(value, bool):
        return words.text(say("yes") if value else say("no"))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_short(part, words)}" for key, part in value.items())
    if isinstance(value, list):
        nested = [(isinstance(part, list | dict), _short(part, words)) for part in value]
        return " ".join(f"({text})" if inner else text for inner, text in nested)
    return str(value)
