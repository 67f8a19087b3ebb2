"""What happened at a table, told event by event; what is still secret is not told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.play import correcting
from pnp.play.events import Event
from pnp.play.position import LateCorrection
from pnp.play.replay import Replay
from pnp.sheets import pads
from pnp.sheets.labels import FieldName, seat_of_field
from pnp.words import Said, say


class HistoryRow(NamedTuple):
    """One event for people: its number, what it was, and for words that are no secret the seat and the words."""

    seq: int
    what: Said
    seat: int | None = None
    words: str | None = None


def rows(table: Replay) -> list[HistoryRow]:
    """What happened on the way to where the table is; an entry that is still secret is not shown."""
    secret, said = correcting.secrets(table), correcting.effective(table)
    return [_told(table, seq, said[seq], secret(seq)) for seq in table.path()]


def notes(table: Replay) -> list[Said]:
    """What was taken with `anyway`, and what was corrected when it lay open; of a secret entry nothing is told."""
    doubts, late = table.position.doubts, table.position.late
    if not (doubts or late):
        return []
    secret = correcting.secrets(table)
    return [
        *(say("taken-anyway", seq=seq, who=seat, why=why) for seq, seat, why in doubts if not secret(seq)),
        *(_late(correction) for correction in late),
    ]


def _late(correction: LateCorrection) -> Said:
    seq, entry, seat, round = correction
    if round is None:
        return say("corrected-late.vote", seq=seq, entry=entry, who=seat)
    return say("corrected-late", seq=seq, entry=entry, who=seat, round=round)


def _told(table: Replay, seq: int, now: Mapping[str, Any] | None, secret: bool) -> HistoryRow:
    event = table.events[seq - 1]
    if now is None:
        return HistoryRow(seq, say("happened.left-out", what=_told(table, seq, event.data, secret).what))
    event = event._replace(data=now)
    if event.kind == "rolled":
        return HistoryRow(seq, say("happened.rolled", dice=tuple(event.data["dice"])))
    if event.kind == "said":
        seat = event.data["seat"]
        words, by_host = event.data["words"], event.data.get("by") == "host"
        if seat is None:
            return HistoryRow(seq, say("happened.table", words=words), None, words)
        who = _name(table, seat)
        if secret:
            return HistoryRow(seq, say("happened.secret", who=who, host=by_host), seat)
        return HistoryRow(seq, say("happened.said", who=who, words=words, host=by_host), seat, words)
    return HistoryRow(seq, _other(table, event))


def _other(table: Replay, event: Event) -> Said:
    data = event.data
    match event.kind:
        case "joined":
            return say("happened.joined", name=data["name"])
        case "renamed":
            return say("happened.renamed", number=data["seat"] + 1, name=data["name"])
        case "left":
            return say("happened.left", number=data["seat"] + 1)
        case "entered":
            return _written(table, data) if table.opening.pad else _entered(table, data)
        case "corrected":
            left = correcting.left_out(table, data["left"])
            return say("happened.corrected", seq=data["seq"], left=left, reason=data.get("reason", ""))
        case "noted":
            return say("happened.noted", what=str(data.get("what", "")))
        case "pledged":
            return say("happened.pledged")
        case "added":
            return say("happened.added")
        case "closed":
            return say("happened.closed")
        case "moved":
            return say("happened.moved")
        case _:
            return say("happened.opened")


def _entered(table: Replay, data: Mapping[str, Any]) -> Said:
    """Marks from paper, by their number."""
    marks, sheet = len(data["marks"]), data["sheet"]
    if data["seat"] is None:
        return say("happened.entered-table", n=marks, sheet=sheet)
    return say("happened.entered", whose=_name(table, data["seat"]), n=marks, sheet=sheet)


def _name(table: Replay, seat: int) -> Said | str:
    return table.players[seat] if seat < len(table.players) else say("seat", number=seat + 1)


FEW = 4
"""How many boxes of a pad one line tells of."""


def _written(table: Replay, data: Mapping[str, Any]) -> Said:
    """What was written on a pad, box by box."""
    sheets = pads.sheets_of(table.opening.game, table.library)
    fields = {field.id: field for sheet in sheets if sheet.name == data["sheet"] for field in sheet.fields}
    seats = {data["seat"]} if data["seat"] is not None else {seat_of_field(id) for id in data["marks"]}
    whose = tuple(_name(table, seat) for seat in sorted(one for one in seats if one is not None))
    marks = [(id, mark) for id, mark in data["marks"].items() if mark is not None and id in fields]
    told = tuple(say("happened.box", box=FieldName(fields[id]), mark=_mark(mark)) for id, mark in marks[:FEW])
    return say("happened.written", whose=whose, boxes=told, more=len(marks) - len(told) or None)


def _mark(mark: Any) -> str:
    return "×" if mark is True else str(mark)
