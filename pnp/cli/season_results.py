"""`pnp results --season` and `--forget`: the standing of a season, and a person who shall be in none."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from pnp.cli.language import spoken
from pnp.cli.result_text import UNKNOWN
from pnp.cli.terminal import answer, columns, painted, show
from pnp.errors import CallError
from pnp.paths import data_folder
from pnp.play import forgetting, results, seasons
from pnp.strict import near
from pnp.web import party_memory
from pnp.words import Words, say

if TYPE_CHECKING:
    from pnp.play.result import Result
    from pnp.play.results import WordsOf
    from pnp.play.standing import Standing
    from pnp.play.tables import Tables

ALL = "all"
"""Stands for every season at once."""
FORMATS = ("table", "csv", "json")


def check(format: str) -> None:
    if format not in FORMATS:
        raise CallError(say("no-such-choice", option="--format", value=repr(format), allowed=FORMATS))


def text_of(tables: Tables, found: list[Result], asked: str, format: str, words: Words, words_of: WordsOf) -> str:
    """The standing of a season, the newest where none is named."""
    notes = {info.id: info.meta for info in tables.store.tables()}
    belongs = {one.id: seasons.season_of(notes.get(one.id, {}), one.opened) for one in found}
    last = {belongs[one.id]: one.changed for one in sorted(found, key=lambda one: one.changed)}
    known = sorted(last, key=lambda name: last[name])
    if not known:
        return words.text(say("no-tables"))
    season = asked or known[-1]
    if season not in (*known, ALL):
        raise CallError(say("no-such-season", season=repr(season), seasons=tuple(known), near=near(season, known)))
    own = [one for one in found if season in (ALL, belongs[one.id])]
    standing = seasons.standing_of(own, notes)
    if format == "csv":
        return seasons.as_csv(season, standing)
    if format == "json":
        tables_of = [results.summary(one, words_of(one)) for one in own]
        return json.dumps(
            {**seasons.as_json(season, standing), "seasons": known, "tables": tables_of}, ensure_ascii=False
        )
    return _drawn(season, known, standing, len([one for one in own if one.is_counted]), words)


def _drawn(season: str, known: list[str], standing: Standing, games: int, words: Words) -> str:
    head = painted(words.text(say("season.head", season=season, n=games)), "bold")
    most = max((len(row.places) for row in standing.rows), default=0)
    heads = [say("season.wins"), *(f"{n}." for n in range(2, most + 1)), say("season.games"), say("season.voted")]
    rows = [["", "", *(one if isinstance(one, str) else words.text(one) for one in heads)]]
    for row in standing.rows:
        numbers = [row.wins, *row.places[1:], row.games, row.voted]
        rows.append([f"{row.rank}.", row.name, *(str(one) if one else UNKNOWN for one in numbers)])
    lines = columns(rows, right=[0, *range(2, len(rows[0]))]) if standing.rows else [words.text(say("season.nobody"))]
    for record in standing.sheets:
        lines.append(
            words.text(say("season.best", title=record.best.title, players=record.names, n=record.best.points))
        )
    for record in standing.rounds:
        best = record.best
        facts = {"title": best.title, "players": record.names, "n": best.points, "round": best.round}
        lines.append(words.text(say("season.best-round", **facts)))
    if others := tuple(one for one in known if one != season):
        lines.append(words.text(say("season.others", seasons=others)))
    return "\n".join([head, *lines])


def forget(tables: Tables, name: str, yes: bool, as_json: bool, language: str) -> None:
    """Delete a person's results everywhere, after a question unless somebody said yes."""
    words = spoken(language)
    found = forgetting.where(tables, name)
    if not found and not forgetting.is_guest(tables, name):
        raise CallError(say("forget.nobody", name=repr(name)))
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise CallError(say("forget.unsure", name=repr(name), n=len(found)))
        show(words.text(say("forget.ask", name=name, tables=tuple(found), n=len(found))))
        if input("> ").strip() != name:
            raise CallError(say("forget.not-done"))
    done = forgetting.forget(tables, name)
    party_memory.forget_name(data_folder(), name)
    if as_json:
        answer({"forgotten": name, **{part: list(one) for part, one in done._asdict().items()}})
        return
    show(words.text(say("forget.done", name=name, deleted=len(done.deleted), rewritten=len(done.rewritten))))
    if done.left:
        raise CallError(say("forget.left", tables=done.left))
