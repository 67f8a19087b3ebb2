"""Sheets as they were read from a photo, for a table: whose each is, what is doubtful, what the log says."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.codec import Mark, Marks
from pnp.games.paper import MarkCheck
from pnp.play.engine import Table
from pnp.sheets import codes
from pnp.strict import shown
from pnp.web.hosted_table import HostedTable, Seat
from pnp.words import Said, Words, say

Read = Mapping[str, Any]
"""A sheet as `sheet_photos` has read it."""


class Whose(NamedTuple):
    """Whose sheet a photo shows: the seat, None for the table's own pad, and whether the code says so."""

    seat: int | None
    known: bool


def refusal(hosted: HostedTable, holder: Seat | None, sheet: Read) -> Said | None:
    """Why a sheet can't be entered here; the holder of a sheet enters their own, the host (None) everybody's."""
    table, library = hosted.table, hosted.party.tables.library
    game, name = sheet["game"], sheet["sheet"]
    if game != table.opening.game:
        title = library.load(game).TITLE if library.has(game) else game
        return say("other-paper.game", game=title, here=table.game.TITLE)
    plan = hosted.party.art.layout(game).sheets.get(name)
    if plan is None or name not in table.game.fields(table.edition):
        return say("other-paper.sheet", sheet=name)
    if holder is None or plan.owner == "table":
        return None
    if holder.person is None:
        return say("not-yours.pad")
    person, _ = hosted.codes.get(sheet["code"], (holder.person, name))
    if person == holder.person:
        return None
    seat = None if person is None else hosted.seat_of(person)
    return say("other-paper.person", name="" if seat is None else table.players[seat])


def whose(hosted: HostedTable, holder: Seat | None, sheet: Read) -> Whose:
    """Whose a sheet is: by its code, or else of whoever has photographed it."""
    if hosted.party.art.layout(sheet["game"]).sheets[sheet["sheet"]].owner == "table":
        return Whose(None, True)
    person, _ = hosted.codes.get(sheet["code"], (None, ""))
    if holder is not None:
        return Whose(holder.seat, person is not None)
    seat = None if person is None else hosted.seat_of(person)
    return Whose(seat, seat is not None)


def offer(hosted: HostedTable, holder: Seat | None, sheet: Read, words: Words) -> dict[str, Any]:
    """A sheet to be confirmed: what was read, what is doubtful and why, and what the game played here would say."""
    table, art, name = hosted.table, hosted.party.art, sheet["sheet"]
    game = table.opening.game
    seat, known = whose(hosted, holder, sheet)
    pad = art.layout(game).sheets[name].owner == "table"
    writes = art.columns(game, name, holder.seat if holder else None) if pad else [""]
    fields = {id: rule for id, rule in table.game.fields(table.edition)[name].items() if id.startswith(tuple(writes))}
    marks = {id: mark for id, mark in sheet["marks"].items() if id in fields}
    found = pad or seat is not None
    before = _entered(table, seat, name) if found else {}
    played = _played(table, seat, name) if found else {}
    doubts = [_doubt(one, sheet["crops"], words) for one in sheet["doubts"] if one["field"] in fields]
    doubts += _more_doubts(marks, before, MarkCheck(fields), {one["field"] for one in doubts}, words)
    return {
        "sheet": name,
        "heading": art.heading(game, name, words),
        "layout": f"/art/{game}/{name}",
        "owner": "table" if pad else "player",
        "seat": seat,
        "name": table.players[seat] if seat is not None else "",
        "known": known,
        "code": codes.shown(sheet["code"]) if sheet["code"] else "",
        "writes": writes if pad else None,
        "marks": marks,
        "doubts": doubts,
        "log": {id: mark for id, mark in played.items() if id in fields},
        "over": table.over,
    }


def _entered(table: Table, seat: int | None, name: str) -> Marks:
    """What was entered of a sheet before; texts are left out, which nobody reads from a photo."""
    papers, rules = table.papers, table.game.fields(table.edition)[name]
    marks = (papers.table if seat is None else papers.own[seat]).get(name, {})
    return {id: mark for id, mark in marks.items() if rules[id].kind != "text"}


def _played(table: Table, seat: int | None, name: str) -> Marks:
    """What stands on a sheet by the game that was played here; nothing where it is played on paper."""
    if not table.position.begun or table.position.on_paper or table.opening.pad:
        return {}
    played = table.play.marks(table.state, seat)
    return next((dict(marks) for sheet, whose, marks in played if sheet == name and whose == seat), {})


def _doubt(one: Read, crops: Mapping[str, bytes], words: Words) -> dict[str, Any]:
    others = [other["mark"] for other in one["others"]]
    crop = crops.get(one["field"])
    picture = f"data:image/png;base64,{b64encode(crop).decode()}" if crop else None
    why = words.text(Said(one["key"], one["facts"]))
    return {"field": one["field"], "read": one["read"], "others": others, "why": why, "crop": picture}


def _more_doubts(
    marks: dict[str, Mark], before: Marks, check: MarkCheck, doubted: set[str], words: Words
) -> Sequence[dict[str, Any]]:
    """What can't stand where it was read, which is left out, and what was entered before and is not what was read."""
    found: list[tuple[str, Mark | None, list[Mark], Said]] = []
    for id, mark in list(marks.items()):
        if fault := check.fault(id, mark):
            del marks[id]
            found.append((id, None, [], say("doubt.impossible", mark=shown(mark), allowed=fault)))
    doubted |= {id for id, *_ in found}
    for id, mark in before.items():
        if id in check.fields and marks.get(id) != mark and id not in doubted:
            found.append((id, marks.get(id), [mark], say("doubt.before")))
    return [
        {"field": id, "read": read, "others": others, "why": words.text(why), "crop": None}
        for id, read, others, why in found
    ]
