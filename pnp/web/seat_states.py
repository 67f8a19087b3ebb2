"""What only the holder of a sheet is told: what may be done, what stands on the paper and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.errors import Problem
from pnp.games.codec import Marks
from pnp.games.verdict import Score
from pnp.play import results
from pnp.play.engine import Table
from pnp.play.result import score_lines
from pnp.sheets import codes
from pnp.sheets.labels import COLUMN, FieldName, label
from pnp.web import options
from pnp.web.hosted_table import HostedTable
from pnp.web.states import so_far
from pnp.words import Said, Words, facts_of, say


def of_seat(hosted: HostedTable, seat: int | None, sheet: str, code: str, words: Words) -> dict[str, Any]:
    """What the holder of a sheet sees besides what lies open."""
    table = hosted.table
    game, art = table.opening.game, hosted.party.art
    layout = art.layout(game)
    names = [sheet, *(name for name in art.written_sheets(game) if name != sheet)]
    me: dict[str, Any] = {
        "seat": seat,
        "name": "" if seat is None else table.players[seat],
        "code": codes.shown(code),
        "sheet": sheet,
        "sheets": [
            {
                "name": name,
                "heading": art.heading(game, name, words),
                "owner": layout.sheets[name].owner,
                "layout": f"/art/{game}/{name}",
            }
            for name in names
        ],
        "writes": {name: art.columns(game, name, seat) for name in names if layout.sheets[name].owner == "table"},
        "marks": _marks(hosted, seat),
        "paper": _paper(table, seat),
        "counted": _counted(table, seat, words),
    }
    return {"me": me | (_playing(hosted, seat, words) if seat is not None else _watching(table, words))}


def _playing(hosted: HostedTable, seat: int, words: Words) -> dict[str, Any]:
    table = hosted.table
    play, state = table.play, table.state
    closed = table.position.closed
    offered = () if closed else play.options_with(state, seat, "")[: options.MOST_OPTIONS]
    found = tuple(options.questions_once(offered))
    bonuses = () if closed else play.bonuses(state, seat)
    labels = hosted.labels(words) if found else {}
    entry = play.entry(state, seat)
    vote = play.vote(state)
    view = play.view(state, seat)
    own = next((below for name, _, below in view.sheets if name == table.players[seat]), ())
    return {
        "status": "idle" if table.ended_early else play.status(state, seat),
        "hints": bool(hosted.meta.get("hints")),
        "wanted": [options.wanted(one, words) for one in play.wanted(state) if one.seat == seat and not closed],
        "due": _due(table, seat),
        "options": [options.option(one, words, labels) for one in found],
        "spread": options.spread(play, state, seat, words) if play.lying_for(state, seat) else None,
        "terms": options.terms(found, bonuses, words),
        "bonuses": list(bonuses),
        "entry": options.option(entry, words) if entry else None,
        "revocable": table.revocable_event(seat),
        "lines": [words.text(line) for line in own if hosted.counted is None],
        "score": [
            results.score_line(line, words)
            for one in play.scores(state)[seat : seat + 1]
            for line in score_lines(one)
            if hosted.counted is None
        ],
        "pending": dict(play.pending(state, seat)),
        "draft": hosted.drafts.of(table, seat),
        "asked": hosted.drafts.is_asked(table, seat),
        "differs": [words.text(one) for one in differences(hosted, seat, words)],
        "vote": vote.given[seat] if vote else None,
    }


def _due(table: Table, seat: int) -> str | None:
    """The box of a pad that a seat fills in next."""
    said = [one.what for one in table.play.wanted(table.state) if one.seat == seat and isinstance(one.what, Said)]
    asked = [what.facts.get("box") for what in said if not isinstance(what.facts, str)]
    return next((box.field.id for box in asked if isinstance(box, FieldName)), None)


def _watching(table: Table, words: Words) -> dict[str, Any]:
    wanted = [options.wanted(one, words) for one in table.play.wanted(table.state) if one.seat is None]
    nothing: dict[str, Any] = {
        "status": "idle",
        "options": [],
        "terms": {},
        "bonuses": [],
        "entry": None,
        "revocable": None,
        "lines": [],
        "score": [],
    }
    return {**nothing, "wanted": wanted, "pending": {}, "differs": [], "vote": None}


def _marks(hosted: HostedTable, seat: int | None) -> dict[str, Marks]:
    table = hosted.table
    found = so_far(hosted, table.play.marks(table.state, seat))
    return {name: dict(marks) for name, whose, marks in found if whose in (None, seat)}


def _paper(table: Table, seat: int | None) -> dict[str, Marks]:
    papers = table.papers
    own = {} if seat is None else papers.own[seat]
    return {name: dict(marks) for name, marks in {**papers.table, **own}.items()}


def _counted(table: Table, seat: int | None, words: Words) -> dict[str, Any] | None:
    counted = table.counted
    if counted is None:
        return None
    due = {**counted.table, **({} if seat is None else counted.own[seat])}
    verdicts = counted.verdict.sheets if seat is None else counted.verdict.sheets[seat : seat + 1]
    score = verdicts[0].score if seat is not None else Score(())
    problems = [*(p for one in verdicts for p in one.problems), *counted.verdict.problems]
    return {
        "legal": not problems,
        "problems": [{**words.as_json(one), "field": _field_of(one, due, seat)} for one in problems],
        "notes": [words.as_json(note) for one in verdicts for note in one.notes],
        "lines": [results.score_line(line, words) for line in score_lines(score)],
        "total": score.total,
        "due": {name: dict(marks) for name, marks in due.items()},
    }


def _field_of(problem: Problem, due: Mapping[str, Marks], seat: int | None) -> str | None:
    """The box that a problem is about: the one whose id has the line and the round that the problem names."""
    if isinstance(problem.where, str):
        return None
    facts = facts_of(problem.where)
    named = {str(facts.get("line", "")), *([f"r{facts['round']}"] if "round" in facts else [])}
    ids = [id for marks in due.values() for id in marks if named <= set(id.split("."))]
    own = [id for id in ids if seat is None or not COLUMN.match(id) or id.startswith(f"p{seat + 1}.")]
    return min(own, key=len, default=None)


def differences(hosted: HostedTable, seat: int, words: Words) -> list[Said]:
    """Where a player's paper says something else than what was played here."""
    table = hosted.table
    if not table.over or table.position.on_paper or hosted.counted is not None:
        return []
    played: Mapping[str, Marks] = {n: m for n, whose, m in table.play.marks(table.state, seat) if whose == seat}
    found = []
    for name, marks in table.papers.own[seat].items():
        here = played.get(name, {})
        labels = {one.id: label(one, words) for one in hosted.party.art.sheet(table.opening.game, name).fields}
        for id in dict.fromkeys([*here, *marks]):
            if marks and here.get(id) != marks.get(id) and id != "name":
                field = labels.get(id, id)
                found.append(say("differs", field=field, paper=_noted(marks.get(id)), log=_noted(here.get(id))))
    return found


def _noted(mark: Any) -> Any:
    return say("nothing") if mark is None else mark
