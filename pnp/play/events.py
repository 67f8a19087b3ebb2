"""Events: what happened at a table, one JSON line each, sealed to the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.errors import InputError, one_line
from pnp.strict import Fault, Table, shown

VERSION = 1
KINDS = ("opened", "said", "rolled", "moved", "closed", "joined", "renamed", "left", "entered", "noted")
"""A table is opened; seats say words; dice are rolled; the table moves back or forward in its log; it is closed.
People join, take another name, leave; what stands on their paper is entered; a note is no part of the game."""
FIRST_SEAL = "0" * 32
LONGEST_LINE = 200_000


class Event(NamedTuple):
    """One thing that happened: its number, its kind, what it says, the key of the write, when, and its seal."""

    seq: int
    kind: str
    data: Mapping[str, Any]
    key: str
    at: str
    seal: str


def _canonical(seq: int, kind: str, data: Mapping[str, Any], key: str, at: str) -> str:
    body = {"v": VERSION, "seq": seq, "kind": kind, "at": at, "key": key, "data": data}
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sealed(before: str, seq: int, kind: str, data: Mapping[str, Any], key: str, at: str) -> Event:
    """An event with the seal that ties it to the one before.

    >>> sealed(FIRST_SEAL, 1, "said", {}, "k", "").seal[:8]
    '268acd8f'
    """
    digest = hashlib.sha256((before + _canonical(seq, kind, data, key, at)).encode()).hexdigest()
    return Event(seq, kind, data, key, at, digest[:32])


def is_text(value: str) -> bool:
    """Whether a text can be stored: half a character, as bytes that are no UTF-8 leave behind, can't.

    >>> is_text("Ana"), is_text("\\ud800")
    (True, False)
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def line(event: Event) -> str:
    """An event as a line of its log."""
    body = {"v": VERSION, "seq": event.seq, "kind": event.kind, "at": event.at, "key": event.key}
    return json.dumps({**body, "data": event.data, "seal": event.seal}, ensure_ascii=False, separators=(",", ":"))


def parse(text: str, where: str) -> Event:
    """The event of a line, or what is wrong with it."""
    if len(text) > LONGEST_LINE:
        raise InputError(f"{where}: a line of {len(text)} characters; at most {LONGEST_LINE} are allowed")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not readable as JSON: {one_line(str(error))}") from None
    if not isinstance(body, dict):
        raise InputError(f"{where}: {shown(body)} is no event; an event is a table with seq, kind and data")
    faults: list[Fault] = []
    table = Table(body, faults)
    version = table.whole("v", low=1)
    if not faults and version > VERSION:
        raise InputError(f"{where}: written by a newer version ({version}); this program reads up to {VERSION}")
    seq, kind = table.whole("seq", low=1), table.choice("kind", KINDS)
    key, at, seal = table.text("key"), table.text("at"), table.text("seal", pattern=r"[0-9a-f]{32}")
    data = table.table("data")
    table.close()
    if faults or data is None:
        raise InputError(f"{where}: {faults[0] if faults else 'data is missing'}")
    return Event(seq, kind, data.data, key, at, seal)


def read(lines: Iterable[str], source: str) -> Iterator[tuple[int, Event]]:
    """The events of a log with their line numbers, each checked against the one before; empty lines are passed over."""
    seal, seq = FIRST_SEAL, 0
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        where = f"{source}:{number}"
        event = parse(text, where)
        if event.seq != seq + 1:
            raise InputError(f"{where}: event {event.seq} follows event {seq}; lines are missing or out of order")
        try:
            due = sealed(seal, event.seq, event.kind, event.data, event.key, event.at).seal
        except (UnicodeEncodeError, RecursionError):
            raise InputError(f"{where}: event {event.seq} has something in it that can't have been written") from None
        if due != event.seal:
            raise InputError(f"{where}: event {event.seq} is not as it was written: its seal does not fit")
        seal, seq = event.seal, event.seq
        yield number, event
