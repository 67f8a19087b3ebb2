"""`pnp play GAME`: the table in the terminal, or in a pipe for scripts."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import AsJson, Database, EditionFile, RulesFile
from pnp.errors import CallError

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.room import Room


def run(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game that can be played; not needed with --table.")
    ] = "",
    players: Annotated[str, typer.Option(help='Names in turn order, such as "Ana,Bo".')] = "",
    dice: Annotated[str, typer.Option(help="virtual, or physical: you type what they show.")] = "virtual",
    table: Annotated[str, typer.Option(help="Go on with a table by its name; last is the one played last.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: name=value.")] = None,
    same_dice_as: Annotated[str, typer.Option(help="The rolls of another table, for duplicate play.")] = "",
    db: Database = None,
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """Keep the table: dice, rounds, whose turn, what is left, who leads."""
    from pnp.cli.tables import open_room
    from pnp.cli.talk import Talk

    if not game and not table:
        raise CallError("name a game, or a table to go on with: pnp play house-of-dice --players Ana,Bo")
    if table and (players or option or same_dice_as):
        raise CallError("--table goes on with what was agreed; --players, --option and --same-dice-as don't go with it")
    with open_room(db, edition, rules) as room:
        made = found(room, table, game) if table else opened(room, game, players, dice, option or [], same_dice_as)
        talk = Talk(room, made, as_json, not as_json and sys.stdin.isatty() and sys.stdout.isatty())
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="surrogateescape")  # bytes that are no text are refused, line by line
        code = talk.run(sys.stdin)
    raise typer.Exit(code)


def opened(room: Room, game: str, players: str, dice: str, given: list[str], same: str, lobby: bool = False) -> Table:
    """A new table as it was asked for."""
    from pnp.cli.guests import proper

    names = [proper(name.strip(), "--players") for name in players.split(",")] if players else []
    options = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark:
            raise CallError(f"--option {text!r}: name=value is allowed")
        options[name.strip()] = value.strip()
    return room.open(game, names, options, dice, same, lobby)


def found(room: Room, id: str, game: str) -> Table:
    """A table to go on with."""
    tables = room.store.tables()
    if id == "last":
        if not tables:
            raise CallError("there is no table yet; pnp play GAME --players Ana,Bo opens one")
        id = max(reversed(tables), key=lambda info: info.changed).id
    table = room.load(id)
    if game and game != table.opening.game:
        raise CallError(f"table {table.id} plays {table.opening.game}, not {game}")
    return table
