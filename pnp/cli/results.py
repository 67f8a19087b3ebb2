"""`pnp results`: tables that run and tables that ended, to look at and to take away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Database, Language, RulesFile
from pnp.cli.terminal import answer, columns, painted, show, warn
from pnp.errors import CallError, InputError
from pnp.strict import near
from pnp.words import LANGUAGE, say

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.tables import Tables

FORMATS = ("table", "csv", "json", "bgsplay", "log")


def run(
    table: Annotated[str, typer.Argument(metavar="[TABLE]", help="One table by its name; all without.")] = "",
    format: Annotated[str, typer.Option(help="table, csv, json, bgsplay (BG Stats) or log.")] = "table",
    out: Annotated[Path | None, typer.Option(help="A file to write instead of standard output.")] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the table for good.")] = False,
    db: Database = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """List tables, show one, export or delete it."""
    from pnp.cli.storage import open_tables

    format = "json" if as_json else format
    if format not in FORMATS:
        slip = near(format, FORMATS)
        raise CallError(say("no-such-choice", option="--format", value=repr(format), allowed=FORMATS, near=slip))
    if not table and (delete or format == "log"):
        raise CallError(say("name-the-table", option="--delete" if delete else "--format log"))
    with open_tables(db, None, rules) as tables:
        if delete:
            _delete(tables, table, as_json, language)
            return
        found = [tables.load(table)] if table else _loaded(tables, language)
        text = _text(found, format, bool(table), language or LANGUAGE)
    if out is not None:
        if out.is_dir():
            raise CallError(say("out-is-folder", name=str(out)))
        from pnp.paths import write_whole

        show(str(write_whole(out, text.encode())))
    else:
        show(text.rstrip("\n"))


def _delete(tables: Tables, id: str, as_json: bool, language: str) -> None:
    gone = tables.delete(id)
    if as_json:
        answer({"deleted": gone})
    else:
        show(spoken(language).text(say("deleted", table=gone)))


def _loaded(tables: Tables, language: str) -> list[Table]:
    """All tables; one that can't be shown, as its rules are somebody's own file, does not hide the others."""
    found = []
    for info in tables.store.tables():
        try:
            found.append(tables.load(info.id))
        except (CallError, InputError) as error:
            said = say("left-out", table=info.id, why=error.text(language or LANGUAGE))
            warn(spoken(language).text(said))
    return found


def _text(tables: list[Table], format: str, one: bool, language: str) -> str:
    from pnp.play import events, results

    if format == "log":
        return "".join(events.line(event) + "\n" for event in tables[0].events)
    if format == "csv":
        return results.as_csv(tables)
    if format == "bgsplay":
        return json.dumps(results.as_bgsplay(tables), ensure_ascii=False, indent=1)
    if format == "json":
        found = [results.summary(table, language) for table in tables]
        if one:
            return json.dumps({**found[0], "document": tables[0].play.document(tables[0].state)}, ensure_ascii=False)
        return json.dumps({"tables": found}, ensure_ascii=False)
    return _one(tables[0], language) if one else _list(tables, language)


def _list(tables: list[Table], language: str) -> str:
    from pnp.play.results import summary

    words = spoken(language)
    if not tables:
        return words.text(say("no-tables"))
    heads = (
        say("heading.table"),
        say("heading.game"),
        say("heading.opened"),
        say("heading.round"),
        say("heading.players"),
    )
    rows = [list(map(words.text, heads))]
    for table in tables:
        made = summary(table)
        at = say("ended") if made["over"] else say("round-of", round=made["round"], rounds=made["rounds"] or None)
        standing = ", ".join(f"{row['player']} {row['total']}" for row in made["ranking"])
        rows.append([made["id"], made["game"], made["opened"][:16].replace("T", " "), words.text(at), standing])
    lines = columns(rows)
    return "\n".join([painted(lines[0], "bold"), *lines[1:]])


def _one(table: Table, language: str) -> str:
    from pnp.cli import table_text

    words = spoken(language, table.words(language))
    about = words.text(say("one-table", table=table.id, over=table.over, events=table.seq))
    head = f"{painted(table.game.TITLE, 'bold')}, {about}"
    return "\n".join([head, *table_text.lines(table, words, None, sheets=True)])
