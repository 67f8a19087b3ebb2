"""Results as the store keeps them beside the logs, and back: a list of tables need not play any of them again."""

from __future__ import annotations

import json
from typing import Any

from pnp.play.replay import Replay
from pnp.play.result import PlayerResult, Result, ScoreLine, result_of
from pnp.play.stores.store import Kept, KeptPlace
from pnp.words import Said

FORM = 2
"""Results of another form are made anew from their logs."""
_OWN_COLUMNS = ("id", "players", "game", "opened", "final", "minutes")
_PLACE_COLUMNS = KeptPlace._fields[:-1]
_REST = PlayerResult._fields[len(_PLACE_COLUMNS) :]
"""What a player has besides the columns of a place: those are the first fields of a player, in the same order."""


def stamp(rules: str) -> str:
    """What a kept result says of the rules by which it was made; nothing where nobody can tell them from others."""
    return f"{FORM} {rules}" if rules else ""


def kept(table: Replay, result: Result | None = None) -> Kept | None:
    """What is kept of a table as it is now; None where its rules may be others the next time."""
    return dump(result or result_of(table), table.rules) if table.rules else None


def dump(result: Result, rules: str) -> Kept:
    """A result as it is kept."""
    rest = {name: value for name, value in result._asdict().items() if name not in _OWN_COLUMNS}
    places = tuple(
        KeptPlace(one.seat, one.name, one.rank, one.total, one.won, _place_body(one)) for one in result.players
    )
    head = result.events, stamp(rules), result.game, result.opened, result.final, result.minutes
    return Kept(*head, _text(rest), places)


def load(id: str, found: Kept) -> Result:
    """A result from what is kept of it; of players whose bodies were not read only name, place and points."""
    players = tuple(map(_player, found.places))
    _, _, game, opened, final, minutes, body, _ = found
    rest = {name: _told(value) for name, value in json.loads(body).items()}
    return Result(id=id, players=players, game=game, opened=opened, final=final, minutes=minutes, **rest)


def _place_body(one: PlayerResult) -> str:
    """What a player has besides the columns of a place, and nothing where that is all."""
    rest = {name: value for name, value in zip(_REST, one[len(_PLACE_COLUMNS) :], strict=True) if not _is_empty(value)}
    return _text(rest) if rest else ""


def _is_empty(value: Any) -> bool:
    return value is None or (not value and not isinstance(value, int))


def _player(place: KeptPlace) -> PlayerResult:
    body = {name: _told(value) for name, value in json.loads(place.body).items()} if place.body else {}
    if "lines" in body:
        body["lines"] = tuple(ScoreLine(*line) for line in body["lines"])
    return PlayerResult(*place[:-1], **body)


_encoded = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def _text(value: dict[str, Any]) -> str:
    return _encoded({name: _plain(one) for name, one in value.items()})


def _plain(value: Any) -> Any:
    """A value of a result for JSON; what was said keeps its key and facts."""
    if isinstance(value, Said):
        facts = value.facts
        return {"said": value.key, "facts": facts if isinstance(facts, str) else _plain(dict(facts))}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(name): _plain(one) for name, one in value.items()}
    return value


def _told(value: Any) -> Any:
    """The value that was made plain."""
    if isinstance(value, list):
        return tuple(_told(one) for one in value)
    if isinstance(value, dict):
        told = {name: _told(one) for name, one in value.items()}
        return Said(told["said"], told["facts"]) if told.keys() == {"said", "facts"} else told
    return value
