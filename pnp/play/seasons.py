"""Seasons: results that belong together, by a name that is noted beside each table; without one it is the year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.errors import CallError
from pnp.games.seats import Refusal
from pnp.play import people
from pnp.play.evening import SEASON
from pnp.play.result import Result
from pnp.play.results import as_table
from pnp.play.standing import Best, Finished, Record, Standing, standing
from pnp.words import say

BOT = "(bot)"
"""How the names of bots end, at tables where some sit."""


def usual(now: str) -> str:
    """The season of a time: its year.

    >>> usual("2026-11-18T20:00:00+00:00")
    '2026'
    """
    return now[:4]


def proper(name: str) -> str:
    """A name that a season can have, or an error that says what is wrong with it."""
    name = name.strip()
    if isinstance(people.proper(name, ()), Refusal) or not people.is_visible(name):
        raise CallError(say("no-season", season=repr(name)))
    return name


def season_of(notes: Mapping[str, str], opened: str) -> str:
    """The season that a table belongs to."""
    return notes.get(SEASON) or usual(opened)


def standing_of(results: Iterable[Result], notes: Mapping[str, Mapping[str, str]]) -> Standing:
    """The standing of a season: people are told apart by how their names look, and bots are left out."""
    return standing(Finished(one, _who(one, notes.get(one.id, {}))) for one in results)


def _who(result: Result, notes: Mapping[str, str]) -> list[str | None]:
    bots = bool(notes.get("bots"))
    return [None if bots and one.name.endswith(BOT) else people.looks(one.name) for one in result.players]


# ---------------------------------------------------------------------- for programs and spreadsheets

COLUMNS = ("season", "rank", "player", "games", "wins", "places", "voted", "best", "best_rounds")
"""The columns of the CSV of a season, a row a player; `places` is how often on each, from the first."""


def as_json(season: str, found: Standing) -> dict[str, Any]:
    """The standing of a season as plain values."""
    rows = []
    for row in found.rows:
        plain = {
            name: value for name, value in row._asdict().items() if name not in ("who", "name", "sheets", "rounds")
        }
        best = {"best": [_best(one) for one in row.sheets], "best_rounds": [_best(one) for one in row.rounds]}
        rows.append({**plain, "player": row.name, "places": list(row.places), **best})
    bests = {"best": [_record(one) for one in found.sheets], "best_rounds": [_record(one) for one in found.rounds]}
    return {"season": season, "standing": rows, **bests}


def _best(one: Best) -> dict[str, Any]:
    return {name: value for name, value in one._asdict().items() if value is not None}


def _record(one: Record) -> dict[str, Any]:
    return {**_best(one.best), "players": list(one.names)}


def as_csv(season: str, found: Standing) -> str:
    """The standing of a season with a row a player."""
    rows = []
    for row in found.rows:
        counts = row.games, row.wins, " ".join(map(str, row.places)), row.voted
        rows.append((season, row.rank, row.name, *counts, _told(row.sheets), _told(row.rounds)))
    return as_table(COLUMNS, rows)


def _told(bests: Iterable[Best]) -> str:
    return "; ".join(f"{one.title} {one.points}" for one in bests)
