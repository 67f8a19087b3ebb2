"""Events: what happened at a table, one JSON line each, sealed to the one before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.errors import InputError, one_line
from pnp.strict import Fault, Table, repeated_key, shown
from pnp.words import say

VERSION = 1
KINDS = (
    "opened",
    "said",
    "rolled",
    "moved",
    "closed",
    "paused",
    "resumed",
    "joined",
    "renamed",
    "left",
    "entered",
    "noted",
    "pledged",
    "added",
    "corrected",
)
"""A table is opened; seats say words; dice are rolled; the table moves back or forward in its log; it is closed, with a
winner or without one where its game had not come to its end; the game is paused and gone on with. People join, take
another name, leave; what stands on their paper is entered; a note is no part of the game. Phones pledge numbers for the
dice before the start, and add them after it."""
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


_quoted = json.encoder.encode_basestring
_as_given = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_sorted = json.JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")).encode
"""Encoders that are made once; the envelope of an event, which is the same each time, is put around by hand."""


def _encoded(data: Mapping[str, Any]) -> tuple[str, str]:
    """Data as JSON, as they are given and with their keys in order; for most events that is the same, made once.

    >>> _encoded({"words": "pass", "seat": 1})
    ('{"words":"pass","seat":1}', '{"seat":1,"words":"pass"}')
    """
    parts, last = [], ""
    for name, value in data.items():
        kind = type(value)
        if kind is str:
            text = _quoted(value)
        elif kind is int:
            text = str(value)
        elif value is None:
            text = "null"
        elif kind is list and {*map(type, value)} == {int}:
            text = f"[{','.join(map(str, value))}]"
        else:
            return _as_given(data), _sorted(data)
        if name < last:
            return _as_given(data), _sorted(data)
        parts.append(f"{_quoted(name)}:{text}")
        last = name
    flat = f"{{{','.join(parts)}}}"
    return flat, flat


def written(before: str, seq: int, kind: str, data: Mapping[str, Any], key: str, at: str) -> tuple[Event, str]:
    """An event with the seal that ties it to the one before, and its line in the log.

    The seal is made of the event as JSON with its keys in order.

    >>> written(FIRST_SEAL, 1, "said", {}, "k", "")[1]
    '{"v":1,"seq":1,"kind":"said","at":"","key":"k","data":{},"seal":"268acd8f96231af04bace7a6df887796"}'
    """
    given, ordered = _encoded(data)
    kind_, key_, at_ = _quoted(kind), _quoted(key), _quoted(at)
    canonical = f'{before}{{"at":{at_},"data":{ordered},"key":{key_},"kind":{kind_},"seq":{seq},"v":{VERSION}}}'
    seal = hashlib.sha256(canonical.encode()).hexdigest()[:32]
    line = f'{{"v":{VERSION},"seq":{seq},"kind":{kind_},"at":{at_},"key":{key_},"data":{given},"seal":"{seal}"}}'
    return Event(seq, kind, data, key, at, seal), line


def sealed(before: str, seq: int, kind: str, data: Mapping[str, Any], key: str, at: str) -> Event:
    """An event with the seal that ties it to the one before."""
    return written(before, seq, kind, data, key, at)[0]


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
    begins = f'"v":{VERSION},"seq":{event.seq},"kind":{_quoted(event.kind)},"at":{_quoted(event.at)}'
    return f'{{{begins},"key":{_quoted(event.key)},"data":{_as_given(event.data)},"seal":{_quoted(event.seal)}}}'


def seal_of(line: str) -> str:
    """The seal with which the line of an event ends.

    >>> seal_of(line(sealed(FIRST_SEAL, 1, "said", {}, "k", "")))
    '268acd8f96231af04bace7a6df887796'
    """
    return line[-34:-2]


def parse(text: str, where: str) -> Event:
    """The event of a line, or what is wrong with it."""
    if len(text) > LONGEST_LINE:
        raise InputError(say("no-event.long", place=where, n=len(text), most=LONGEST_LINE))
    repeated: list[str | None] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            repeated.append(repeated_key(pairs))
        return fields

    try:
        body = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise InputError(say("no-document", name=where, format="JSON", why=one_line(str(error)))) from None
    if not isinstance(body, dict):
        raise InputError(say("no-event", place=where, value=shown(body)))
    faults: list[Fault] = []
    table = Table(body, faults)
    version = table.whole("v", low=1)
    if not faults and version > VERSION:
        raise InputError(say("no-event.newer", place=where, version=version, known=VERSION))
    seq, kind = table.whole("seq", low=1), table.choice("kind", KINDS)
    key, at, seal = table.text("key"), table.text("at"), table.text("seal", pattern=r"[0-9a-f]{32}")
    data = table.table("data")
    table.close()
    if faults or data is None:
        said = faults[0].said if faults else say("missing", key=repr("data"))
        raise InputError(say("fault", place=where, message=said))
    if repeated:
        raise InputError(say("wrong-log.twice", place=where, seq=seq, key=shown(repeated[0])))
    return Event(seq, kind, data.data, key, at, seal)


def read(lines: Iterable[str], source: str, after: Event | None = None) -> Iterator[tuple[int, Event]]:
    """The events of a log with their line numbers, each checked against the one before; empty lines are passed over.

    `after` is the last event that is known already.
    """
    seal, seq = (after.seal, after.seq) if after else (FIRST_SEAL, 0)
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        where = f"{source}:{number}"
        event = parse(text, where)
        if event.seq != seq + 1:
            raise InputError(say("wrong-log.order", place=where, seq=event.seq, last=seq))
        try:
            due = sealed(seal, event.seq, event.kind, event.data, event.key, event.at).seal
        except (UnicodeEncodeError, RecursionError):
            raise InputError(say("wrong-log.text", place=where, seq=event.seq)) from None
        if due != event.seal:
            raise InputError(say("wrong-log.seal", place=where, seq=event.seq))
        seal, seq = event.seal, event.seq
        yield number, event
