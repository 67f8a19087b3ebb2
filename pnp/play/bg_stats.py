"""Results as BG Stats takes them: a file with many plays, and a link that fills in one."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from pnp.play.result import PlayerResult, Result

SPACE = uuid.UUID("6f1d6c0e-4a55-5b1d-9d0b-0c8d2f2f7a11")
"""The space in which names and tables get their ids, so that exporting twice makes no doubles."""
LINK = "bgstats://app.bgstatsapp.com/createPlay.html?data="
"""BG Stats opens this with a new play filled in; it works without the internet, where the app is."""
LOCATION = "pnp"
"""Where it was played, if nobody says it: readers of the file want a place for every play."""


def as_bgsplay(results: Sequence[Result], location: str = "") -> dict[str, Any]:
    """The tables as BG Stats imports them: players, games and a place, and plays that refer to them by number."""
    place = location or LOCATION
    names = sorted({one.name for result in results for one in result.players})
    games = {result.title: result for result in results}
    numbers = {title: number for number, title in enumerate(sorted(games), 1)}
    return {
        "about": "made by pnp",
        "players": [
            _thing("player", number, name, _of_player(results, name)) | {"isAnonymous": False}
            for number, name in enumerate(names, 1)
        ],
        "games": [
            _thing("game", number, title, (one for one in results if one.title == title)) | _game(games[title], results)
            for title, number in numbers.items()
        ],
        "locations": [_thing("location", 1, place, results)] if results else [],
        "plays": [_play(result, names, numbers) for result in results],
        "userInfo": {"meRefId": 0},
    }


def _of_player(results: Sequence[Result], name: str) -> Iterable[Result]:
    return (result for result in results if any(one.name == name for one in result.players))


def _thing(kind: str, number: int, name: str, results: Iterable[Result]) -> dict[str, Any]:
    """What a player, a game and a place have alike; it changed when the last play with it did."""
    changed = max(_utc(result.changed) for result in results)
    return {"id": number, "uuid": _id(kind, name), "name": name, "modificationDate": changed}


def _game(result: Result, results: Sequence[Result]) -> dict[str, Any]:
    lowest = any(one.lowest_wins for one in results if one.title == result.title)
    known = {} if result.bgg is None else {"bggId": result.bgg, "bggName": result.title}
    return {"highestWins": not lowest, "noPoints": False, "cooperative": False, "usesTeams": False, **known}


def _id(kind: str, name: str) -> str:
    return str(uuid.uuid5(SPACE, f"{kind}/{name}")).upper()


def _play(result: Result, names: Sequence[str], games: dict[str, int]) -> dict[str, Any]:
    duration = {} if result.minutes is None else {"durationMin": result.minutes}
    return duration | {
        "uuid": _id("table", result.id),
        "gameRefId": games[result.title],
        "locationRefId": 1,
        "playDate": _utc(result.opened),
        "entryDate": _utc(result.opened),
        "modificationDate": _utc(result.changed),
        "ignored": not result.final,
        "manualWinner": _by_hand(result),
        "usesTeams": False,
        "rounds": result.round,
        "comments": f"table {result.id}",
        "playerScores": [
            {
                "playerRefId": names.index(one.name) + 1,
                "score": "" if one.total is None else str(one.total),
                **_placed(one),
                "seatOrder": one.seat + 1,
                "newPlayer": False,
            }
            for one in result.players
        ],
    }


def _placed(one: PlayerResult) -> dict[str, Any]:
    """What file and link tell alike of a player's place; the app refuses a player without either of the first two."""
    placed = {"winner": bool(one.won), "startPlayer": one.seat == 0}
    return placed if one.rank is None else {**placed, "rank": one.rank}


def _by_hand(result: Result) -> bool:
    """Whether others have won than points alone would say, as after a tie that something else decides."""
    totals = [one.total for one in result.players if one.total is not None]
    best = min(totals, default=0) if result.lowest_wins else max(totals, default=0)
    return {one.seat for one in result.winners} != {one.seat for one in result.players if one.total == best}


def created_play(result: Result, location: str = "") -> dict[str, Any]:
    """A table as BG Stats takes it from a link: one play that ended at a time in UTC, its game and its players."""
    game: dict[str, Any] = {"name": result.title, "sourceGameId": result.game}
    game |= {"highestWins": not result.lowest_wins, "noPoints": False}
    if result.bgg is not None:
        game["bggId"] = result.bgg
    play: dict[str, Any] = {
        "sourceName": "pnp",
        "sourcePlayId": _id("table", result.id),
        "playDate": _utc(result.ended),
        "game": game,
        "players": [
            {"name": one.name, "sourcePlayerId": _id("player", one.name), **_placed(one)}
            | ({} if one.total is None else {"score": one.total})
            for one in result.players
        ],
        "comments": f"table {result.id}",
    }
    known = {"durationMin": result.minutes, "location": location or None}
    return play | {name: value for name, value in known.items() if value is not None}


def link(result: Result, location: str = "") -> str:
    """The link that opens BG Stats with this play filled in."""
    data = json.dumps(created_play(result, location), ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(data, safe="")


def _utc(at: str) -> str:
    """A time as BG Stats writes it.

    >>> _utc("2026-01-01T00:30:00+02:00")
    '2025-12-31 22:30:00'
    """
    try:
        return datetime.fromisoformat(at).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return at.replace("T", " ")[:19]
