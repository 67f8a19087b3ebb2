"""`pnp results`: tables that run and tables that ended, to look at and to take away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Database, Language, RulesFile
from pnp.cli.terminal import answer, columns, painted, show, warn
from pnp.errors import CallError
from pnp.strict import near
from pnp.words import LANGUAGE, Words, say

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.result import Result
    from pnp.play.results import WordsOf
    from pnp.play.tables import Tables

FORMATS = ("table", "csv", "json", "bgsplay", "bgstats", "log")
OF_ONE = ("bgstats", "log")
"""The formats that are of one table."""


class _Call(NamedTuple):
    format: str
    lines: bool
    location: str
    language: str


def run(
    table: Annotated[
        str,
        typer.Argument(metavar="[TABLE]", help="One table by its name, or last; all without. With --season its name."),
    ] = "",
    season: Annotated[
        bool, typer.Option("--season", help="The standing of a season: that of a name, or all; without one the newest.")
    ] = False,
    format: Annotated[
        str, typer.Option(help="table, csv, json, bgsplay (BG Stats), bgstats (its link) or log.")
    ] = "table",
    lines: Annotated[bool, typer.Option("--lines", help="With csv: a row for each line of the score.")] = False,
    location: Annotated[str, typer.Option(help="For BG Stats: where you played.")] = "",
    out: Annotated[Path | None, typer.Option(help="A file to write instead of standard output.")] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the table for good.")] = False,
    forget: Annotated[str, typer.Option(help="Delete the results of a person at all tables, for good.")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="With --forget: don't ask.")] = False,
    db: Database = "",
    rules: RulesFile = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """List tables, show one, export or delete it."""
    from pnp.cli.storage import open_tables

    call = _Call("json" if as_json else format, lines, location, language or LANGUAGE)
    _check(call, table, delete, season)
    with open_tables(db, None, rules, new=False) as tables:
        if forget:
            from pnp.cli import season_results

            season_results.forget(tables, forget, yes, as_json, language)
            return
        if delete:
            _delete(tables, table, as_json, language)
            return
        text = _of_one(tables.load(table), call) if table and not season else _of_all(tables, call, season, table)
    if out is not None:
        if out.is_dir():
            raise CallError(say("out-is-folder", name=str(out)))
        from pnp.paths import write_whole

        show(str(write_whole(out, text.encode())))
    else:
        show(text.rstrip("\n"))


def _check(call: _Call, table: str, delete: bool, season: bool) -> None:
    if season:
        from pnp.cli import season_results

        season_results.check(call.format)
    if call.format not in FORMATS:
        slip = near(call.format, FORMATS)
        raise CallError(say("no-such-choice", option="--format", value=repr(call.format), allowed=FORMATS, near=slip))
    if call.lines and call.format != "csv":
        raise CallError(say("lines-of-csv"))
    if (not table or season) and (delete or call.format in OF_ONE):
        raise CallError(say("name-the-table", option="--delete" if delete else f"--format {call.format}"))


def _delete(tables: Tables, id: str, as_json: bool, language: str) -> None:
    gone = tables.delete(id)
    if as_json:
        answer({"deleted": gone})
    else:
        show(spoken(language).text(say("deleted", table=gone)))


def _of_one(table: Table, call: _Call) -> str:
    from pnp.play import bg_stats, events, results
    from pnp.play.result import result_of

    if call.format == "log":
        return "".join(events.line(event) + "\n" for event in table.events)
    result, words = result_of(table), table.words(call.language)
    if call.format == "bgstats":
        return bg_stats.link(result, call.location)
    if call.format == "json":
        return json.dumps(results.whole(result, words, table.play.document(table.state)), ensure_ascii=False)
    if call.format == "table":
        return _shown(table, result, spoken(call.language, words))
    return _exported([result], lambda _: words, call)


def _of_all(tables: Tables, call: _Call, season: bool = False, name: str = "") -> str:
    """All tables; one that can't be shown, as its rules are somebody's own file, does not hide the others."""
    from pnp.play.tables import LeftOut

    found: list[Result] = []
    for one in tables.results(whole=season or call.format != "table"):
        if isinstance(one, LeftOut):
            said = say("left-out", table=one.id, why=one.error.text(call.language))
            warn(spoken(call.language).text(said))
        else:
            found.append(one)
    if call.format == "table" and not season:
        return _list(found, spoken(call.language))

    def words_of(result: Result) -> Words:
        return tables.library.load(result.game).words(call.language).of([one.name for one in result.players])

    if season:
        from pnp.cli import season_results

        return season_results.text_of(tables, found, name, call.format, spoken(call.language), words_of)

    return _exported(found, words_of, call)


def _exported(found: list[Result], words_of: WordsOf, call: _Call) -> str:
    from pnp.play import bg_stats, results

    if call.format == "csv":
        return (results.lines_as_csv if call.lines else results.as_csv)(found, words_of)
    if call.format == "bgsplay":
        return json.dumps(bg_stats.as_bgsplay(found, call.location), ensure_ascii=False, indent=1)
    return json.dumps({"tables": [results.summary(one, words_of(one)) for one in found]}, ensure_ascii=False)


def _list(found: list[Result], words: Words) -> str:
    from pnp.cli.result_text import number

    if not found:
        return words.text(say("no-tables"))
    heads = (
        say("heading.table"),
        say("heading.game"),
        say("heading.opened"),
        say("heading.round"),
        say("heading.players"),
    )
    rows = [list(map(words.text, heads))]
    ended = words.text(say("ended"))
    for one in found:
        at = ended if one.over else words.text(say("round-of", round=one.round, rounds=one.rounds or None))
        if one.early is not None:
            at = words.text(say("ended.early", n=one.early, rounds=one.rounds or None))
        standing = ", ".join(f"{each.name} {number(each.total)}" for each in one.ranking)
        rows.append([one.id, one.game, one.opened[:16].replace("T", " "), at, standing])
    lines = columns(rows)
    return "\n".join([painted(lines[0], "bold"), *lines[1:]])


def _shown(table: Table, result: Result, words: Words) -> str:
    from pnp.cli import result_text, table_text
    from pnp.play import bg_stats

    about = words.text(say("one-table", table=table.id, over=table.over or table.ended_early, events=table.seq))
    head = f"{painted(result.title, 'bold')}, {about}"
    told = [*result_text.scores(result, words), "", *result_text.about(result, words)]
    link = [words.text(say("to-bg-stats", link=bg_stats.link(result)))] if result.final else []
    drawn = table_text.lines(table, words, None, sheets=not result.paper)
    return "\n".join([head, *drawn, *result_text.paper(table, words), *told, *link])
