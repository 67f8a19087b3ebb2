"""Which evening a party serves: a new one, one that goes on, or the one of a table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pnp.errors import CallError
from pnp.play import evening as evenings
from pnp.play import seasons
from pnp.play.evening import Evening
from pnp.strict import near
from pnp.words import say

if TYPE_CHECKING:
    from pnp.play.stores.store import KeptEvening
    from pnp.play.tables import Tables

LAST, NEW = "last", "new"
"""What stands for the evening that changed last, and for one that does not go on with any."""
ONE_NIGHT = timedelta(hours=12)
"""After so long nobody who starts a party means the evening before."""


def evening_for(
    tables: Tables, asked: str, season: str, goes_on: bool, apart: bool, usual: Mapping[str, Any]
) -> tuple[str, bool]:
    """The name of the evening that a party serves, and whether it goes on with one that there was.

    `goes_on` is whether somebody who names none means the one that was just interrupted; `usual` are the timer, the
    dice and the bots of its games, as far as they are given.
    """
    season = seasons.proper(season) if season else ""
    usual = {name: value for name, value in usual.items() if value}
    _check_usual(usual)
    kept = _named(tables, asked) if asked not in ("", NEW) else _interrupted(tables) if not asked and goes_on else None
    if kept is None:
        made = Evening(tables.new_id(), season or seasons.usual(tables.now()), tables.now(), apart=apart, **usual)
        tables.store.keep_evening(made.id, 0, evenings.text(made), made.opened)
        return made.id, False
    found = evenings.parse(kept.body, kept.id)
    wanted = found._replace(ended=False, season=season or found.season, apart=found.apart or apart, **usual)
    if wanted != found:
        tables.store.keep_evening(kept.id, kept.seq, evenings.text(wanted), tables.now())
    return kept.id, True


def _check_usual(usual: Mapping[str, Any]) -> None:
    """Check the dice and the levels of bots that no game is there to judge yet."""
    from pnp.coach.bots import named
    from pnp.games.coaching import LEVELS
    from pnp.play.opening import DICE

    asked = [("--dice", usual.get("dice", DICE[0]), tuple(DICE))]
    asked += [("--bots", level, LEVELS) for level in named(usual.get("bots", ""))]
    for option, value, allowed in asked:
        if value not in allowed:
            facts = {"option": option, "value": repr(value), "allowed": allowed, "near": near(value, allowed)}
            raise CallError(say("no-such-choice", **facts))


def noted_at(tables: Tables, table: str) -> str:
    """The evening of a table, if it has one that is kept."""
    notes = next(info.meta for info in tables.store.tables() if info.id == table)
    noted = notes.get(evenings.TABLE, "")
    return noted if any(one.id == noted for one in tables.store.evenings()) else ""


def join_evening(tables: Tables, table: str, evening: str) -> None:
    """Note of which evening a table is, and so of which season."""
    season = season_of(tables, evening)
    tables.store.set_meta(table, evenings.TABLE, evening)
    if season:
        tables.store.set_meta(table, evenings.SEASON, season)


def season_of(tables: Tables, evening: str) -> str:
    kept = next(one for one in tables.store.evenings() if one.id == evening)
    return evenings.parse(kept.body, kept.id).season


def with_players(tables: Tables, evening: str, names: list[str]) -> None:
    """Let people into an evening whose names the call has; who is there already is."""
    kept = next(one for one in tables.store.evenings() if one.id == evening)
    found = evenings.parse(kept.body, kept.id)
    before = {one.name for one in found.guests}
    for name in names:
        if name not in before:
            after = evenings.came(found, name)
            if not isinstance(after, Evening):
                raise CallError(after)
            found = after
    tables.store.keep_evening(evening, kept.seq, evenings.text(found), tables.now())


def _named(tables: Tables, asked: str) -> KeptEvening:
    known = tables.store.evenings()
    if asked.casefold() == LAST and known:
        return max(known, key=lambda one: one.changed)
    found = next((one for one in known if one.id == asked.upper()), None)
    if found is None:
        raise CallError(say("no-evening", evening=repr(asked), near=near(asked.upper(), [one.id for one in known])))
    return found


def _interrupted(tables: Tables) -> KeptEvening | None:
    """The evening that changed last, if it was not ended and that is not long ago."""
    known = tables.store.evenings()
    last = max(known, key=lambda one: one.changed) if known else None
    if last is None or evenings.parse(last.body, last.id).ended:
        return None
    try:
        ago = datetime.fromisoformat(tables.now()) - datetime.fromisoformat(last.changed)
    except (ValueError, TypeError):
        return None
    return last if ago < ONE_NIGHT else None
