"""Results of tables: rows for people, CSV, JSON, and the play file of BG Stats."""

from __future__ import annotations

import csv
import io
import uuid
from collections.abc import Sequence
from typing import Any

from pnp.games.play import SheetMarks
from pnp.games.verdict import Score
from pnp.play import history
from pnp.play.engine import Table
from pnp.words import LANGUAGE

SPACE = uuid.UUID("6f1d6c0e-4a55-5b1d-9d0b-0c8d2f2f7a11")
"""The space in which names and tables get their ids, so that exporting twice makes no doubles."""


def summary(table: Table, language: str = LANGUAGE) -> dict[str, Any]:
    """What a table came to: who played what, when, and how it ended or stands."""
    number, of = table.play.round(table.state)
    return {
        "id": table.id,
        "game": table.opening.game,
        "title": table.game.TITLE,
        "players": list(table.players),
        "opened": table.events[0].at,
        "changed": table.events[-1].at,
        "over": table.over,
        "closed": table.position.closed,
        "round": number,
        "rounds": of,
        "events": table.seq,
        "dice": table.opening.dice,
        "ranking": ranking(table, language),
        "notes": [table.words(language).text(note) for note in history.notes(table)],
    }


def ranking(table: Table, language: str = LANGUAGE) -> list[dict[str, Any]]:
    """The places of a table as plain values, with what decided them in words."""
    words = table.words(language)
    return [{**row._asdict(), "why": words.text(row.why)} for row in table.standings()]


def sheets(table: Table) -> list[SheetMarks]:
    """What stands on each sheet: as it was entered from paper where that counts, otherwise as it was played here."""
    counted = table.counted if table.position.on_paper else None
    if counted is None:
        return list(table.play.marks(table.state, None))
    papers = table.papers
    found: list[SheetMarks] = []
    for seat, (own, due) in enumerate(zip(papers.own, counted.own, strict=True)):
        found += [(name, seat, {**due.get(name, {}), **marks}) for name, marks in own.items()]
    return found + [(name, None, {**counted.table.get(name, {}), **marks}) for name, marks in papers.table.items()]


def scores(table: Table) -> tuple[Score, ...]:
    """The score of each seat: of the paper where the game was played on it, or of a game that is over; else nothing."""
    if table.position.on_paper and table.counted:
        return tuple(sheet.score for sheet in table.counted.verdict.sheets)
    return table.play.scores(table.state) if table.over else ()


def as_csv(tables: Sequence[Table]) -> str:
    """One row a player, for spreadsheets."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["table", "game", "opened", "over", "rank", "player", "total"])
    for table in tables:
        made = summary(table)
        for row in made["ranking"]:
            over = "yes" if made["over"] else "no"
            player = _plain(row["player"])
            writer.writerow([made["id"], made["game"], made["opened"], over, row["rank"], player, row["total"]])
    return out.getvalue()


def _plain(text: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def as_bgsplay(tables: Sequence[Table]) -> dict[str, Any]:
    """The tables as BG Stats imports them: players, games, plays that refer to them by number."""
    names = sorted({name for table in tables for name in table.players})
    games = sorted({table.game.TITLE for table in tables})
    return {
        "about": "made by pnp",
        "players": [
            {"id": n, "uuid": _id("player", name), "name": name, "isAnonymous": False}
            for n, name in enumerate(names, 1)
        ],
        "games": [
            {"id": n, "uuid": _id("game", title), "name": title, "highestWins": True, "noPoints": False}
            for n, title in enumerate(games, 1)
        ],
        "locations": [],
        "plays": [_play(table, names, games) for table in tables],
        "userInfo": {"meRefId": 0},
    }


def _id(kind: str, name: str) -> str:
    return str(uuid.uuid5(SPACE, f"{kind}/{name}")).upper()


def _play(table: Table, names: list[str], games: list[str]) -> dict[str, Any]:
    made = summary(table)
    ranks = {row["player"]: row for row in made["ranking"]}
    date = made["opened"].replace("T", " ")[:19]
    scores = []
    for seat, name in enumerate(table.players):
        row = ranks.get(name, {"total": 0, "rank": 0})
        scores.append(
            {
                "playerRefId": names.index(name) + 1,
                "score": str(row["total"]),
                "rank": row["rank"],
                "winner": made["over"] and row["rank"] == 1,
                "startPlayer": seat == 0,
                "seatOrder": seat + 1,
                "newPlayer": False,
            }
        )
    return {
        "uuid": _id("table", table.id),
        "gameRefId": games.index(table.game.TITLE) + 1,
        "playDate": date,
        "entryDate": date,
        "modificationDate": made["changed"].replace("T", " ")[:19],
        "durationMin": _minutes(made["opened"], made["changed"]),
        "ignored": not made["over"],
        "rounds": made["round"],
        "comments": f"table {table.id}",
        "playerScores": scores,
    }


def created_play(table: Table) -> dict[str, Any]:
    """A table as BG Stats takes it from a link: one play with its game and its players, times in UTC."""
    made = summary(table)
    ranks = {row["player"]: row for row in made["ranking"]}
    players = []
    for seat, name in enumerate(table.players):
        row = ranks.get(name, {"total": 0, "rank": 0})
        players.append(
            {
                "name": name,
                "sourcePlayerId": _id("player", name),
                "startPlayer": seat == 0,
                "winner": made["over"] and row["rank"] == 1,
                "score": row["total"],
                "rank": row["rank"],
            }
        )
    game = {"name": made["title"], "sourceGameId": made["game"], "highestWins": True, "noPoints": False}
    return {
        "sourceName": "pnp",
        "sourcePlayId": _id("table", table.id),
        "playDate": _utc(made["opened"]),
        "durationMin": _minutes(made["opened"], made["changed"]),
        "game": game,
        "players": players,
    }


def _utc(at: str) -> str:
    """A time as BG Stats writes it.

    >>> _utc("2026-01-01T00:30:00+02:00")
    '2025-12-31 22:30:00'
    """
    from datetime import UTC, datetime

    try:
        return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return at.replace("T", " ")[:19]


def _minutes(start: str, end: str) -> int:
    from datetime import datetime

    try:
        return max(0, int((datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() // 60))
    except (ValueError, TypeError):
        return 0
