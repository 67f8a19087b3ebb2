"""What a page is told of a table: what lies open, what only a seat may see, what only the host needs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.games.game import Marks
from pnp.games.play import Option, Wanted
from pnp.games.verdict import Line, Rank, Score
from pnp.play import people, results, story
from pnp.play.engine import Table
from pnp.sheets import codes
from pnp.web.hosted import Hosted

MOST_OPTIONS, MOST_CLAIMS = 400, 6000


def phase(table: Table) -> str:
    if table.position.closed:
        return "closed"
    if table.waiting:
        return "lobby"
    if table.over:
        return "over"
    return "roll" if table.play.dice(table.state) else "play"


def public(hosted: Hosted) -> dict[str, Any]:
    """What everybody may see."""
    table, party = hosted.table, hosted.party
    play, state = table.play, table.state
    number, of = play.round(state)
    view = play.view(state, None)
    rolled = play.dice(state)
    standings = table.standings()
    now = phase(table)
    lying = play.lying(state) if now == "play" else ()
    return {
        "version": hosted.version,
        "seq": table.seq,
        "table": table.id,
        "game": table.opening.game,
        "title": table.game.TITLE,
        "players": list(table.game.PLAYERS),
        "phase": now,
        "round": number,
        "rounds": of,
        "headline": view.headline,
        "lines": list(view.lines),
        "dice": [face for _, face in lying],
        "dice_names": [name for name, _ in lying] if any(name for name, _ in lying) else [],
        "to_roll": [{"name": die.name, "faces": list(die.faces)} for die in rolled] if now == "roll" else [],
        "source": table.opening.dice,
        "commitment": table.opening.commitment,
        "secret": table.events[-1].data.get("secret") if table.position.closed else None,
        "active": play.active(state),
        "begun": table.position.begun,
        "paper": table.takes_paper,
        "joinable": table.takes_players,
        "build": party.build,
        "summary": "summary" in party.art.layout(table.opening.game).sheets,
        "on_paper": table.position.on_paper,
        "deadline": hosted.deadline,
        "timer": hosted.timer,
        "people": _people(hosted, standings),
        "ranking": _ranking(table, standings),
        "scores": _scores(table),
        "last": _last(table),
        "vote": _vote(table),
        "join": {"url": f"{party.url}/t/{table.id}", "address": party.url.partition("://")[2], "code": table.id},
        "wifi": bool(party.wifi),
        "notice": party.notice,
    }


def _people(hosted: Hosted, standings: Sequence[Rank]) -> list[dict[str, Any]]:
    table, sheets = hosted.table, _sheets(hosted)
    ranks = {row.player: row for row in standings}
    active = table.play.active(table.state)
    found = []
    for seat, person in enumerate(table.people):
        row, photo = ranks.get(person.name), hosted.meta.get(f"photo:{person.id}")
        sheet, marks = _shown(hosted, sheets, seat)
        mark = zlib.crc32(json.dumps([sheet, sorted(marks.items())]).encode())
        found.append(
            {
                "seat": seat,
                "name": person.name,
                "status": table.play.status(table.state, seat),
                "active": seat == active,
                "claimed": bool(hosted.meta.get(f"claimed:{person.id}")),
                "problems": _problems(table, seat),
                "total": row.total if row else None,
                "rank": row.rank if row else None,
                "why": row.why if row else "",
                "photo": f"/t/{table.id}/photo/{seat}?v={photo}" if photo else None,
                "sheet": f"/t/{table.id}/sheet/{seat}.svg?v={mark:08x}",
            }
        )
    return found


def _problems(table: Table, seat: int) -> int:
    """How many rules a player's paper breaks, where the paper counts."""
    counted = table.counted if table.position.on_paper else None
    return len(counted.verdict.sheets[seat].problems) if counted else 0


def _ranking(table: Table, standings: Sequence[Rank]) -> list[dict[str, Any]]:
    seats = {name: seat for seat, name in enumerate(table.players)}
    return [{**row._asdict(), "seat": seats[row.player]} for row in standings if row.player in seats]


def _scores(table: Table) -> list[dict[str, Any]]:
    made = enumerate(results.scores(table))
    return [{"seat": seat, "lines": _lines(one.lines), "total": one.total} for seat, one in made]


def _lines(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [line._asdict() for line in lines]


def _last(table: Table) -> dict[str, Any] | None:
    last = table.play.last(table.state)
    if last is None:
        return None
    moves = [{"seat": seat, "words": words, "means": means} for seat, words, means in last.moves]
    return {"round": last.round, "dice": list(last.dice), "moves": moves}


def _vote(table: Table) -> dict[str, Any] | None:
    vote = table.play.vote(table.state)
    if vote is None:
        return None
    counts = [vote.given.count(seat) for seat in range(len(vote.given))]
    result = None if vote.open else {"seats": list(vote.best), "votes": vote.votes, "counts": counts}
    given = sum(one is not None for one in vote.given)
    return {"open": vote.open, "given": given, "of": len(vote.given), "result": result}


# ---------------------------------------------------------------------- sheets


def shown_sheet(hosted: Hosted, seat: int) -> tuple[str, Marks]:
    """The sheet that is shown of a player: their own main one, or the table's pad."""
    return _shown(hosted, _sheets(hosted), seat)


def _sheets(hosted: Hosted) -> dict[tuple[str, int | None], Marks]:
    return {(name, seat): marks for name, seat, marks in results.sheets(hosted.table)}


def _shown(hosted: Hosted, sheets: Mapping[tuple[str, int | None], Marks], seat: int) -> tuple[str, Marks]:
    if (hosted.main_sheet, seat) in sheets:
        return hosted.main_sheet, sheets[hosted.main_sheet, seat]
    pads = [(name, marks) for (name, whose), marks in sheets.items() if whose is None]
    return pads[0] if pads else (hosted.main_sheet, {})


# ---------------------------------------------------------------------- a seat


def of_seat(hosted: Hosted, seat: int | None, sheet: str, code: str) -> dict[str, Any]:
    """What the holder of a sheet sees besides what lies open."""
    return {"me": _me(hosted, seat, sheet, code)}


def _me(hosted: Hosted, seat: int | None, sheet: str, code: str) -> dict[str, Any]:
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
                "heading": layout.sheets[name].heading,
                "owner": layout.sheets[name].owner,
                "layout": f"/art/{game}/{name}",
            }
            for name in names
        ],
        "writes": {name: art.columns(game, name, seat) for name in names if layout.sheets[name].owner == "table"},
        "marks": _marks(hosted, seat),
        "paper": _paper(table, seat),
        "counted": _counted(table, seat),
    }
    return me | (_playing(table, seat) if seat is not None else _watching(table))


def _playing(table: Table, seat: int) -> dict[str, Any]:
    play, state = table.play, table.state
    found = _legal(table, seat)
    entry = play.entry(state, seat)
    vote = play.vote(state)
    view = play.view(state, seat)
    own = next((below for name, _, below in view.sheets if name == table.players[seat]), ())
    return {
        "status": play.status(state, seat),
        "wanted": [_wanted(one) for one in play.wanted(state) if one.seat == seat],
        "options": [option._asdict() for option in _plain(found)],
        "bonuses": _claims(found),
        "entry": {"words": entry, "means": _means(found, entry)} if entry else None,
        "lines": list(own),
        "pending": dict(play.pending(state, seat)),
        "differs": differences(table, seat),
        "vote": vote.given[seat] if vote else None,
    }


def _watching(table: Table) -> dict[str, Any]:
    wanted = [_wanted(one) for one in table.play.wanted(table.state) if one.seat is None]
    nothing: dict[str, Any] = {"status": "idle", "options": [], "bonuses": [], "entry": None, "lines": []}
    return {**nothing, "wanted": wanted, "pending": {}, "differs": [], "vote": None}


def options_of(table: Table, seat: int, like: str = "") -> tuple[list[Option], list[str]]:
    """The legal actions of a seat that begin with some words, and the bonuses that may be claimed.

    Without words, claims are left out: there may be thousands.
    """
    found = _legal(table, seat)
    if like:
        return [option for option in found if option.words.startswith(like)], _claims(found)
    return _plain(found), _claims(found)


def _legal(table: Table, seat: int) -> Sequence[Option]:
    return () if table.position.closed else table.play.options(table.state, seat, MOST_CLAIMS)


def _plain(found: Sequence[Option]) -> list[Option]:
    return [option for option in found if option.words[:1] != "!"][:MOST_OPTIONS]


def _claims(found: Sequence[Option]) -> list[str]:
    claims = {option.words[1:].split(" ")[0].rstrip("0123456789>") for option in found if option.words[:1] == "!"}
    return sorted(claims | {"reroll"} & {option.words for option in found})


def _means(found: Sequence[Option], words: str) -> str:
    return next((option.means for option in found if option.words == words), words)


def _wanted(one: Wanted) -> dict[str, Any]:
    return {"what": one.what, "example": one.example, "must": one.must, "secret": one.secret}


def _marks(hosted: Hosted, seat: int | None) -> dict[str, Marks]:
    table = hosted.table
    return {name: dict(marks) for name, whose, marks in table.play.marks(table.state, seat) if whose in (None, seat)}


def _paper(table: Table, seat: int | None) -> dict[str, Marks]:
    papers = table.papers
    own = {} if seat is None else papers.own[seat]
    return {name: dict(marks) for name, marks in {**papers.table, **own}.items()}


def _counted(table: Table, seat: int | None) -> dict[str, Any] | None:
    counted = table.counted
    if counted is None:
        return None
    due = {**counted.table, **({} if seat is None else counted.own[seat])}
    verdicts = counted.verdict.sheets if seat is None else counted.verdict.sheets[seat : seat + 1]
    score = verdicts[0].score if seat is not None else Score(())
    problems = [*(p for one in verdicts for p in one.problems), *counted.verdict.problems]
    return {
        "legal": not problems,
        "problems": [{"code": one.code, "where": one.where, "message": one.message} for one in problems],
        "notes": [{"code": note.code, "message": note.message} for one in verdicts for note in one.notes],
        "lines": _lines(score.lines),
        "total": score.total,
        "due": {name: dict(marks) for name, marks in due.items()},
    }


def differences(table: Table, seat: int) -> list[str]:
    """Where a player's paper says something else than what was played here, in words."""
    if not table.over or table.position.on_paper:
        return []
    played: Mapping[str, Marks] = {n: m for n, whose, m in table.play.marks(table.state, seat) if whose == seat}
    found = []
    for name, marks in table.papers.own[seat].items():
        here = played.get(name, {})
        for id in dict.fromkeys([*here, *marks]):
            if marks and here.get(id) != marks.get(id) and id != "name":
                found.append(f"{id}: {marks.get(id, 'nothing')} on paper, {here.get(id, 'nothing')} in the log")
    return found


# ---------------------------------------------------------------------- the host


def of_host(hosted: Hosted) -> dict[str, Any]:
    """What the host needs besides what lies open; secret entries are not among it, so that a host can play."""
    table, party = hosted.table, hosted.party
    told = story.rows(table)
    steps = [one for one in told[1:] if table.events[one.seq - 1].kind not in people.BESIDE]
    later = table.later()
    closed = table.position.closed
    wanted = table.play.wanted(table.state)
    host = {
        "seats": [_host_seat(hosted, seat, wanted) for seat in range(len(table.people))],
        "wanted": [_wanted(one) for one in wanted if one.seat is None and not closed],
        "options": [] if closed else [one._asdict() for one in table.play.options(table.state, None, MOST_OPTIONS)],
        "log": [{**one._asdict(), "fixable": one.words is not None and not closed} for one in told],
        "undo": steps[-1].what if steps and not closed else None,
        "redo": _again(table, later[-1]) if later and not closed else None,
        "addresses": party.addresses,
        "reached": party.reached(),
        "settings": dict(table.opening.options),
    }
    return {"host": host}


def _again(table: Table, seq: int) -> str:
    """What going forward would bring back; a seat's words may be secret and are not told."""
    event = table.events[seq - 1]
    if event.kind == "said" and event.data["seat"] is None:
        return str(event.data["words"])
    return {"said": "an entry", "rolled": "a roll", "entered": "marks from paper"}.get(event.kind, event.kind)


def _host_seat(hosted: Hosted, seat: int, wanted: Sequence[Wanted]) -> dict[str, Any]:
    table, code = hosted.table, hosted.code_of(seat)
    return {
        "seat": seat,
        "name": table.players[seat],
        "code": codes.shown(code),
        "url": f"{hosted.party.url}/s/{code}",
        "wanted": [_wanted(one) for one in wanted if one.seat == seat],
        "entered": bool(table.play.entry(table.state, seat)),
    }
