"""`pnp games`: what there is to print and to check."""

from __future__ import annotations

from typing import Any

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Language, RulesFile
from pnp.cli.terminal import answer, columns, painted, show
from pnp.games.library import Library
from pnp.play.playable import can_be_kept
from pnp.sheets.own_rules import library_of
from pnp.words import say


def run(
    as_json: AsJson = False,
    rules: RulesFile = None,
    language: Language = "",
) -> None:
    """List the games: players, sheets, what is supported."""
    found = catalogue(library_of(rules))
    if as_json:
        answer({"games": found})
        return
    words = spoken(language)
    heads = (say("heading.game"), say("heading.players"), say("heading.sheets"), say("heading.supports"))
    rows = [list(map(words.text, heads))]
    rows += [
        [
            game["name"],
            _players(game) or words.text(say("any-number")),
            ", ".join(game["sheets"]),
            ", ".join(game["supports"]),
        ]
        for game in found
    ]
    for number, line in enumerate(columns(rows)):
        show(painted(line, "bold") if number == 0 else line)


def catalogue(library: Library) -> list[dict[str, Any]]:
    """Every game that has a layout or rules."""
    from pnp.sheets import layout

    found = []
    for name in sorted({*library.names(), *layout.names()}):
        beside = library.beside(name, f"{name}.toml")
        sheets = layout.load(layout.find(name, beside)) if beside or name in layout.names() else None
        game = library.load(name) if library.has(name) else None
        found.append(
            {
                "name": name,
                "title": game.TITLE if game else sheets.title if sheets else name,
                "players": list(game.PLAYERS) if game else None,
                "sheets": list(sheets.sheets) if sheets else [],
                "supports": [
                    *(["print"] if sheets else []),
                    *(["check", "score"] if game else []),
                    *(["play", "party"] if game and can_be_kept(game) else []),
                    *(["coach"] if game and game.coaching is not None else []),
                ],
            }
        )
    return found


def _players(game: dict[str, Any]) -> str:
    if game["players"] is None:
        return ""
    low, high = game["players"]
    return str(low) if low == high else f"{low}-{high}"
