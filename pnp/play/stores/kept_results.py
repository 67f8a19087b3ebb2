"""Results as the store keeps them beside the logs, and back: a list of tables need not play any of them again.

The body of a result begins with a digest of all that is kept and of the seal of the last event. A result that does not
fit its digest, or is kept beside another log, is none.
"""

from __future__ import annotations

import hashlib
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


def is_of_this_form(result: Kept) -> bool:
    """Whether a kept result can be checked; an earlier program kept others, which are made anew."""
    return result.rules.startswith(f"{FORM} ")


def kept(table: Replay, result: Result | None = None) -> Kept | None:
    """What is kept of a table as it is now; None where its rules may be others the next time."""
    return dump(result or result_of(table), table.rules, table.events[-1].seal) if table.rules else None


def dump(result: Result, rules: str, seal: str) -> Kept:
    """A result as it is kept beside a log that ends with a seal."""
    rest = {name: value for name, value in result._asdict().items() if name not in _OWN_COLUMNS}
    places = tuple(
        KeptPlace(one.seat, one.name, one.rank, one.total, one.won, _place_body(one)) for one in result.players
    )
    head = result.events, stamp(rules), result.game, result.opened, result.final, result.minutes
    kept = Kept(*head, _text({**rest, "bodies": _digest([place.body for place in places])}), places, seal)
    return kept._replace(body=f"{_digest_of(kept)} {kept.body}")


def load(id: str, kept: Kept, whole: bool = True) -> Result | None:
    """A result from what is kept of it, or None where that is not what was kept beside this log.

    Not `whole`, the bodies of the places were not read: of players there are only name, place and points.
    """
    digest, _, text = str(kept.body).partition(" ")
    if digest != _digest_of(kept._replace(body=text)):
        return None
    rest = json.loads(text)
    if rest.pop("bodies") != _digest([place.body for place in kept.places]) and whole:
        return None
    _, _, game, opened, final, minutes, *_ = kept
    players, rest = tuple(map(_player, kept.places)), {name: _told(value) for name, value in rest.items()}
    return Result(id=id, players=players, game=game, opened=opened, final=final, minutes=minutes, **rest)


def _digest_of(kept: Kept) -> str:
    """The digest of what is kept but for the bodies of the places."""
    return _digest([*kept._replace(places=()), [place[:-1] for place in kept.places]])


def _digest(value: list[Any]) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]


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
