"""`pnp results`: tables that run and tables that ended, to look at and to take away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import AsJson, Database, RulesFile
from pnp.cli.terminal import answer, columns, painted, say, warn
from pnp.errors import CallError, InputError
from pnp.strict import nearest

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.room import Room

FORMATS = ("table", "csv", "json", "bgsplay", "log")


def run(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="One table by its name; all without.")] = "",
    format: Annotated[str, typer.Option(help="table, csv, json, bgsplay (BG Stats) or log.")] = "table",
    out: Annotated[Path | None, typer.Option(help="A file to write instead of standard output.")] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the table for good.")] = False,
    db: Database = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """List tables, show one, export or delete it."""
    from pnp.cli.tables import open_room

    format = "json" if as_json else format
    if format not in FORMATS:
        raise CallError(f"--format {format!r} is not one of {', '.join(FORMATS)}{nearest(format, FORMATS)}")
    if not table and (delete or format == "log"):
        raise CallError("name the table: pnp results TABLE" + (" --delete" if delete else " --format log"))
    with open_room(db, None, rules) as room:
        if delete:
            _delete(room, table, as_json)
            return
        text = _text([room.load(table)] if table else _loaded(room), format, bool(table))
    if out is not None:
        if out.is_dir():
            raise CallError(f"--out {out} is a folder; a file to write is allowed")
        from pnp.paths import write_whole

        say(str(write_whole(out, text.encode())))
    else:
        say(text.rstrip("\n"))


def _delete(room: Room, id: str, as_json: bool) -> None:
    gone = room.delete(id)
    if as_json:
        answer({"deleted": gone})
    else:
        say(f"table {gone} is deleted for good")


def _loaded(room: Room) -> list[Table]:
    """All tables; one that can't be shown, as its rules are somebody's own file, does not hide the others."""
    found = []
    for info in room.store.tables():
        try:
            found.append(room.load(info.id))
        except (CallError, InputError) as error:
            warn(f"table {info.id} is left out: {error}")
    return found


def _text(tables: list[Table], format: str, one: bool) -> str:
    from pnp.play import events, results

    if format == "log":
        return "".join(events.line(event) + "\n" for event in tables[0].events)
    if format == "csv":
        return results.as_csv(tables)
    if format == "bgsplay":
        return json.dumps(results.as_bgsplay(tables), ensure_ascii=False, indent=1)
    if format == "json":
        found = [results.summary(table) for table in tables]
        if one:
            return json.dumps({**found[0], "document": tables[0].play.document(tables[0].state)}, ensure_ascii=False)
        return json.dumps({"tables": found}, ensure_ascii=False)
    return _one(tables[0]) if one else _list(tables)


def _list(tables: list[Table]) -> str:
    from pnp.play.results import summary

    if not tables:
        return "no tables yet; pnp play GAME --players Ana,Bo opens one"
    rows = [["table", "game", "opened", "round", "players"]]
    for table in tables:
        made = summary(table)
        at = (
            "ended"
            if made["over"]
            else f"{made['round']} of {made['rounds']}"
            if made["rounds"]
            else str(made["round"])
        )
        standing = ", ".join(f"{row['player']} {row['total']}" for row in made["ranking"])
        rows.append([made["id"], made["game"], made["opened"][:16].replace("T", " "), at, standing])
    lines = columns(rows)
    return "\n".join([painted(lines[0], "bold"), *lines[1:]])


def _one(table: Table) -> str:
    from pnp.cli import board

    state = "ended" if table.over else "running"
    head = f"{painted(table.game.TITLE, 'bold')}, table {table.id}, {state}, {table.seq} events"
    return "\n".join([head, *board.lines(table, None, sheets=True)])
