"""`pnp play GAME`: the table in the terminal, or in a pipe for scripts."""

from __future__ import annotations

import shlex
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Bots, Database, EditionFile, Language, Pad, RulesFile, Season, Turns
from pnp.cli.terminal import is_screen
from pnp.errors import CallError, InputError
from pnp.sheets.own_rules import game_of
from pnp.words import say

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.tables import Tables


def run(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="A game that can be played; not needed with --table.")
    ] = "",
    players: Annotated[str, typer.Option(help='Names in turn order, such as "Ana,Bo".')] = "",
    dice: Annotated[str, typer.Option(help="virtual, or physical: you type what they show.")] = "",
    turns: Turns = False,
    pad: Pad = False,
    table: Annotated[str, typer.Option(help="Go on with a table by its name; last is the one played last.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: name=value.")] = None,
    same_dice_as: Annotated[str, typer.Option(help="The rolls of another table, for duplicate play.")] = "",
    bots: Bots = "",
    season: Season = "",
    alone: Annotated[bool, typer.Option("--alone", help="You against bots, with the dice of the day.")] = False,
    db: Database = "",
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Keep the table: dice, rounds, whose turn, what is left, who leads."""
    from pnp.cli.line_protocol import LineProtocol
    from pnp.cli.screen.pad_screen import PadScreen
    from pnp.cli.screen.table_screen import Screen
    from pnp.cli.storage import open_tables
    from pnp.cli.table_bots import with_bots
    from pnp.play import seasons
    from pnp.play.evening import SEASON

    if sys.stdin is None:
        raise InputError(say("input-closed"))
    game, rules = game_of(game, rules)
    on_terminal = not as_json and is_screen()
    if not game and not table and not on_terminal:
        raise CallError(say("name-a-game"))
    if table and (players or option or same_dice_as or bots or alone):
        raise CallError(say("agreed"))
    with open_tables(db, edition, rules, new=not table) as tables:
        if on_terminal and not table:
            game, players = _named(tables, game, players, alone, language)
        if table:
            made = found(tables, table, game)
        else:
            by_pad = is_kept_by_pad(tables, game, pad, turns or bool(dice or option or same_dice_as or bots or alone))
            asked = alone_against(game, players, bots, language) if alone else Asked(players, bots)
            made = opened(tables, game, asked, dice, option or [], same_dice_as, pad=by_pad)
        if season:
            tables.store.set_meta(made.id, SEASON, seasons.proper(season))
        tables = with_bots(tables, made)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # bytes that are no text are refused, line by line
        again = going_on(made.id, db, rules)
        if on_terminal:
            code = (PadScreen if made.opening.pad else Screen)(tables, made, language, again).run()
        else:
            code = LineProtocol(tables, made, as_json, language, again).run(sys.stdin)
    raise typer.Exit(code)


def _named(tables: Tables, game: str, players: str, alone: bool, language: str) -> tuple[str, str]:
    """Game and players, asked for where the call does not name them."""
    from pnp.cli.new_table import asked_game, asked_players
    from pnp.play.playable import can_be_kept

    words = spoken(language)
    game = game or asked_game(tables.library, words)
    if not (players or alone) and can_be_kept(tables.library.load(game)):
        players = asked_players(game, tables.library, words)
    return game, players


class Asked(NamedTuple):
    """Who shall sit at a table: names, the levels of bots, and a secret that its dice are made of."""

    players: str
    bots: str = ""
    secret: str = ""


def alone_against(game: str, players: str, bots: str, language: str) -> Asked:
    """One person against bots, with the dice of the day."""
    from datetime import UTC, datetime

    from pnp.cli.table_bots import daily_secret

    if "," in players:
        raise CallError(say("not-alone", players=repr(players)))
    name = players or spoken(language).text(say("yourself"))
    return Asked(name, bots or "normal,hard", daily_secret(game, datetime.now(UTC).date().isoformat()))


def opened(
    tables: Tables,
    game: str,
    asked: Asked,
    dice: str,
    given: list[str],
    same: str,
    lobby: bool = False,
    pad: bool = False,
) -> Table:
    """A new table as it was asked for."""
    from pnp.cli.sheet_names import proper

    players, bots, secret = asked
    names = [proper(name.strip(), "--players") for name in players.split(",")] if players else []
    levels = levels_at(tables, game, bots, names)
    if levels:
        from pnp.coach.seated import names_beside

        names += names_beside(names, levels)
    options = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark:
            raise CallError(say("no-option", option=repr(text)))
        options[name.strip()] = value.strip()
    table = tables.open(game, names, options, dice or "virtual", same, lobby, secret, pad)
    if levels:
        from pnp.cli.table_bots import seat_bots

        seat_bots(tables, table, levels)
    return table


def levels_at(tables: Tables, game: str, bots: str, names: list[str]) -> list[str]:
    """The levels of the bots that were asked for, if the game has them and there is room."""
    if not bots:
        return []
    from pnp.coach.bots import bot_of, named

    loaded, levels = tables.library.load(game), named(bots)
    for level in levels:
        bot_of(loaded, level, 0, 2, tables.library.edition(game))
    low, high = loaded.PLAYERS
    if len(names) + len(levels) > high:
        upper = high if high > low else None
        raise CallError(
            say("wrong-players.table", game=game, low=low, high=upper, most=high, n=len(names) + len(levels))
        )
    return levels


def is_kept_by_pad(tables: Tables, game: str, pad: bool, turns: bool) -> bool:
    """Whether a new table is kept by pad: as somebody asks for it, or as the game has it."""
    if pad and turns:
        raise CallError(say("pad-or-turns"))
    from pnp.play.playable import is_for_pad

    return pad or (not turns and is_for_pad(tables.library.load(game)))


def found(tables: Tables, id: str, game: str) -> Table:
    """A table to go on with."""
    table = tables.load(id)
    if game and game != table.opening.game:
        raise CallError(say("other-game", table=table.id, game=table.opening.game, asked=game))
    return table


def going_on(id: str, db: str, rules: Path | None) -> str:
    """The call that goes on with a table, with everything that it takes.

    >>> going_on("K7M2QX", "", Path("my game.py"))
    "pnp play --table K7M2QX --rules 'my game.py'"
    """
    from pnp.play.stores.server_address import shown

    given = {"--table": id, "--db": shown(db), "--rules": rules}
    return shlex.join(["pnp", "play", *(str(word) for pair in given.items() if pair[1] for word in pair)])
