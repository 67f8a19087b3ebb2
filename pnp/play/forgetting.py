"""Forgetting a person: their name, codes and photos leave every log, note and evening; what others did stays.

A log without a name is another log: it is sealed anew, and seals that were noted before do not fit it any more, which
`pnp verify` says. The dice are the same, and can be checked as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.errors import PnpError
from pnp.play import evening as evenings
from pnp.play import events
from pnp.play.engine import Table
from pnp.play.events import FIRST_SEAL, Event
from pnp.play.people import looks
from pnp.play.result import result_of
from pnp.play.stores import kept_results
from pnp.play.stores.store import Record, TableInfo
from pnp.play.tables import Tables

TEXTS = ("words", "reason", "what")
"""Where people's own words stand in an event: a name may be among them."""
REVIEW = "review"
"""The file beside a table in which its game is looked back at, with everybody's name."""
FORGOTTEN = "forgotten"
"""What is noted beside a table whose log is without somebody: when that was done."""


class Forgotten(NamedTuple):
    """What was done: tables that were deleted, that stay without the name, that can't be played again without it."""

    deleted: tuple[str, ...]
    rewritten: tuple[str, ...]
    left: tuple[str, ...]
    evenings: tuple[str, ...]


def where(tables: Tables, name: str) -> list[str]:
    """The tables at which somebody of a name has sat."""
    return [
        info.id
        for info in tables.store.tables()
        if any(looks(one) == looks(name) for one in _names(_log(tables, info)))
    ]


def is_guest(tables: Tables, name: str) -> bool:
    """Whether somebody of a name came to an evening, wherever they sat."""
    kept = (evenings.parse(one.body, one.id) for one in tables.store.evenings())
    return any(looks(one.name) == looks(name) for evening in kept for one in evening.guests)


def forget(tables: Tables, name: str) -> Forgotten:
    """Delete what is known of a person; a table at which nobody else sat goes as a whole."""
    deleted, rewritten, left = [], [], []
    for info in tables.store.tables():
        log = _log(tables, info)
        named = {one for one in _names(log) if looks(one) == looks(name)}
        if not named:
            continue
        if not {one for one in _names(log) if not info.meta.get("bots") or not one.endswith("(bot)")} - named:
            tables.store.delete(info.id)
            deleted.append(info.id)
        elif _rewrite(tables, info, log, named):
            rewritten.append(info.id)
        else:
            left.append(info.id)
    changed = _from_evenings(tables, name)
    tables.store.forget()
    return Forgotten(tuple(deleted), tuple(rewritten), tuple(left), tuple(changed))


def _log(tables: Tables, info: TableInfo) -> list[Event]:
    return [events.parse(record.body, f"table {info.id}") for record in tables.store.read(info.id)]


def _names(log: Sequence[Event]) -> set[str]:
    """Everybody who was ever called something at a table."""
    found = {str(name) for name in log[0].data.get("players", ())}
    return found | {str(event.data["name"]) for event in log if event.kind in ("joined", "renamed")}


# ---------------------------------------------------------------------- a log without a name


def _rewrite(tables: Tables, info: TableInfo, log: Sequence[Event], named: set[str]) -> bool:
    """Put the same game without a name in place of a log; whether that could be done."""
    taken = {looks(one) for one in _names(log)}
    other = next(name for n in range(1, 1000) if looks(name := f"Player {n}") not in taken)
    try:
        before = tables.load(info.id)
        after = _replayed(tables, info.id, log, named, other)
    except PnpError:
        return False
    if after is None or _came_to(after) != _came_to(before):
        return False
    gone = {person.id for person, same in zip(after.people, before.people, strict=True) if person.name != same.name}
    gone |= {n for n, one in enumerate(log[0].data.get("players", ())) if one in named}
    gone |= {int(event.data["id"]) for event in log if event.kind == "joined" and event.data["name"] in named}
    records = [Record(event.seq, event.key, events.line(event)) for event in after.events]
    files = [REVIEW, *(f"photo/{id}" for id in gone)]
    notes = {**_notes(info.meta, gone, named, other), FORGOTTEN: tables.now()}
    tables.store.rewrite(info.id, len(log), records, notes, files, partial(kept_results.kept, after))
    return True


def _came_to(table: Table) -> list[tuple[Any, ...]]:
    """What a table came to, without names."""
    return [
        (one.seat, one.rank, one.total, one.won, one.votes, one.voted, one.rounds) for one in result_of(table).players
    ]


def _replayed(tables: Tables, id: str, log: Sequence[Event], named: set[str], other: str) -> Table | None:
    """The same game with another name; None where some words can't be said without the old one."""
    first = next(_variants(log[0], named, other))
    table = Table(id, _sealed(FIRST_SEAL, log[0], first), tables.library, tables.edition)
    for event in log[1:]:
        for data in _variants(event, named, other):
            if table.follow(_sealed(table.events[-1].seal, event, data)) is None:
                break
        else:
            return None
    return table


def _sealed(before: str, event: Event, data: Mapping[str, Any]) -> Event:
    return events.sealed(before, event.seq, event.kind, data, event.key, event.at)


def _variants(event: Event, named: set[str], other: str) -> Iterator[Mapping[str, Any]]:
    """What an event may say without a name: the name itself, or words that begin as it does, are another one."""
    whole = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in named), re.IGNORECASE)
    yield _without(event.data, named, other, lambda text: whole.sub(other, text))
    begins = re.compile(r"\w+")
    folded = [one.casefold() for one in named]

    def shortened(text: str) -> str:
        first, blank, rest = text.partition(" ")
        meant = begins.sub(lambda m: other if any(one.startswith(m[0].casefold()) for one in folded) else m[0], rest)
        return first + blank + meant

    yield _without(event.data, named, other, shortened)
    if not any(one.casefold() in str(event.data.get(text, "")).casefold() for one in named for text in TEXTS):
        yield _without(event.data, named, other, lambda text: text)


def _without(data: Any, named: set[str], other: str, text: Any, key: str = "") -> Any:
    if isinstance(data, Mapping):
        return {name: _without(one, named, other, text, name) for name, one in data.items()}
    if isinstance(data, list | tuple):
        return [_without(one, named, other, text, key) for one in data]
    if isinstance(data, str) and key in ("name", "players") and data in named:
        return other
    return text(data) if isinstance(data, str) and key in TEXTS else data


def _notes(meta: Mapping[str, str], gone: set[int], named: set[str], other: str) -> dict[str, str]:
    """The notes beside a table without what belongs to somebody."""
    own = {f"{kind}:{id}" for kind in ("claimed", "photo", "draft") for id in gone}
    kept = {name: value for name, value in meta.items() if name not in own}
    kept = {n: v for n, v in kept.items() if not (n.startswith("code:") and int(v.split(" ")[0]) in gone)}
    kept["players"] = "\n".join(other if one in named else one for one in meta.get("players", "").split("\n"))
    return kept


# ---------------------------------------------------------------------- evenings


def _from_evenings(tables: Tables, name: str) -> Iterable[str]:
    """The evenings in which somebody was a guest, who is nobody there now."""
    found = []
    for kept in tables.store.evenings():
        evening = evenings.parse(kept.body, kept.id)
        mine = [one for one in evening.guests if looks(one.name) == looks(name)]
        for one in mine:
            evening = evenings.changed(evening, one.id, name=f"Player {one.id}", key="", here=False)
        evening = evening._replace(deeds=())
        if mine:
            tables.store.keep_evening(kept.id, kept.seq, evenings.text(evening), kept.changed)
            found.append(kept.id)
    return found
