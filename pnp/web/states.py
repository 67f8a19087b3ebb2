"""What everybody may see of a table."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from pnp.coach.seated import known
from pnp.games.codec import Marks
from pnp.games.play import SheetMarks
from pnp.games.table_dice import sort_of
from pnp.play import dice_numbers, history, results
from pnp.play.engine import Table
from pnp.play.result import PlayerResult, Result, result_of
from pnp.read import installed
from pnp.sheets.typefaces import unprintable
from pnp.web import coach_states, counting, options, show
from pnp.web.hosted_table import HostedTable
from pnp.words import Said, Words, say

SEEN_ELSEWHERE = ("ranking", "circles")
"""How keys of lines end that tell what every page shows anyway."""

FOR_THE_HOST = "notice.printed"
"""What guests can do nothing about: that sheets were printed for another address."""


def whose_turn(table: Table) -> int | None:
    """The seat that every page names: who rolls now, or else whose turn it is; nobody once the table is closed."""
    if table.position.closed:
        return None
    play, state = table.play, table.state
    return play.roller(state) if play.dice(state) else play.active(state)


def public(hosted: HostedTable, words: Words) -> dict[str, Any]:
    """What everybody may see."""
    table, party = hosted.table, hosted.party
    play, state = table.play, table.state
    number, of = play.round(state)
    view = table.view(None)
    whole = result_of(table)
    result = counting.so_far(whole, hosted.counted)
    secret = hosted.counted is not None
    return {
        "version": hosted.version,
        "seq": table.seq,
        "table": table.id,
        **_of_game(hosted),
        "phase": show.phase(table),
        "again": play.rolls_again(state),
        "round": number,
        "rounds": of,
        "stage": words.text(play.stage(state)),
        "headline": words.text(say("common.counting") if secret else view.headline),
        "lines": _lines(hosted, () if secret else view.lines, words),
        "bonuses_left": [
            {"label": words.term("printed-bonus", bonus), "left": left} for bonus, left in play.bonuses_left(state)
        ],
        **_dice(table, words),
        "source": table.opening.dice,
        **_honesty(table),
        "active": whose_turn(table),
        "begun": table.position.begun,
        "pad": table.opening.pad,
        "paper": table.takes_paper,
        "joinable": table.takes_players and not hosted.of_event,
        "build": party.build,
        "on_paper": table.position.on_paper,
        "early": whole.early,
        **_times(hosted, whole),
        "people": _people(hosted, result, words),
        "unprinted": unprintable(" ".join(table.players)),
        "ranking": [] if secret else results.ranking(result, words),
        "scores": results.scores(result, words),
        "last": _last(hosted, words),
        "vote": _vote(hosted),
        **coach_states.of_table(hosted),
        **_ways_in(hosted, words),
    }


def _lines(hosted: HostedTable, lines: Sequence[Said | str], words: Words) -> list[str]:
    return [words.text(line) for line in (*lines, *history.notes(hosted.table)) if not _is_elsewhere(line)]


def _times(hosted: HostedTable, result: Result) -> dict[str, Any]:
    """What runs by the server's clock: the time for a round, and the show."""
    return {
        "timed": hosted.table.play.TIMED,
        "deadline": hosted.deadline,
        "timer": hosted.timer,
        "paused": {"left": hosted.time_left} if hosted.table.pause else None,
        "show": {
            **show.told(hosted.programme(result), hosted.moment),
            **show.switches(hosted.meta),
            "counting": hosted.counted is not None,
        },
    }


def _of_game(hosted: HostedTable) -> dict[str, Any]:
    """What is the same at all tables of a game."""
    rules, game, art = hosted.table.game, hosted.table.opening.game, hosted.party.art
    return {
        "game": game,
        "title": rules.TITLE,
        "look": art.look(game),
        "page": f"/static/games/{game}/{rules.PAGE}" if rules.PAGE else None,
        "players": list(rules.PLAYERS),
        "summary": "summary" in art.layout(game).sheets,
        "pictured": bool(rules.PICTURE),
    }


def _honesty(table: Table) -> dict[str, Any]:
    """How everybody can tell that nobody chose the dice: the promise, what phones add to it, what closing reveals."""
    last = table.events[-1] if table.position.closed else None
    return {
        "commitment": table.opening.commitment,
        "secret": last.data.get("secret") if last else None,
        "seal": last.seal if last else None,
        "numbers": _numbers(table),
    }


def _numbers(table: Table) -> dict[str, Any] | None:
    """What phones have to do with the dice: whether they may pledge a number, whose are awaited, whose are in."""
    if not table.opening.numbers:
        return None
    known = table.numbers
    pledged, due = [hash for _, hash in known.pledged], list(known.due)
    added = [dice_numbers.hash_of(number) for number in known.added]
    return {"open": table.waiting and not known.started, "pledged": pledged, "due": due, "added": added}


def _ways_in(hosted: HostedTable, words: Words) -> dict[str, Any]:
    party, table = hosted.party, hosted.table.id
    return {
        "join": {"url": f"{party.url}/t/{table}", "address": party.url.partition("://")[2], "code": table},
        "wifi": bool(party.wifi),
        "notice": words.text(party.said) if party.said and party.said.key != FOR_THE_HOST else "",
        "reads": installed.there(),
    }


def _is_elsewhere(line: Said | str) -> bool:
    return isinstance(line, Said) and line.key.rpartition(".")[2] in SEEN_ELSEWHERE


def _dice(table: Table, words: Words) -> dict[str, Any]:
    """The dice that lie there, and those that are to be rolled."""
    now = show.phase(table)
    lying = table.play.lying(table.state) if now == "play" else ()
    rolled = table.play.dice(table.state) if now == "roll" else ()
    return {
        "spread": options.spread(table.play, table.state, None, words) if now == "play" else [],
        "dice": [face for _, face in lying],
        "dice_names": [words.text(name) for name, _ in lying] if any(name for name, _ in lying) else [],
        "to_roll": [
            {"name": words.text(die.name), "faces": list(die.faces), "sort": sort_of(die.name)} for die in rolled
        ],
    }


def _people(hosted: HostedTable, result: Result, words: Words) -> list[dict[str, Any]]:
    table, sheets = hosted.table, _sheets(hosted)
    active, block = whose_turn(table), table.game.PICTURE
    played = table.position.begun and not block and not table.opening.pad
    race = hosted.race.totals(table) if played else []
    race = race if hosted.counted is None else race[:-1]
    found = []
    for seat, person in enumerate(table.people):
        row, photo = result.players[seat], hosted.meta.get(f"photo:{person.id}")
        sheet, marks = _shown(hosted, sheets, seat)
        address = f"/t/{table.id}/sheet/{seat}.svg?v={mark_of(sheet, marks)}&lang={words.language}"
        found.append(
            {
                "seat": seat,
                "name": person.name,
                "status": "idle" if table.ended_early else table.play.status(table.state, seat),
                "voided": seat in table.play.voided(table.state),
                "active": seat == active,
                "claimed": bool(hosted.meta.get(f"claimed:{person.id}")),
                "problems": _problems(table, seat),
                "total": row.total,
                "race": [totals[seat] for totals in race if seat < len(totals)] or _written(row),
                "rank": row.rank,
                "why": words.text(row.why),
                "photo": f"/t/{table.id}/photo/{seat}?v={photo}" if photo else None,
                "sheet": address,
                "picture": f"{address}&block={block}" if block else address,
            }
        )
    return found


def _written(row: PlayerResult) -> list[int]:
    """What stands on somebody's paper after each of its rounds, and with all that came later."""
    if row.total is None:
        return []
    totals = list(accumulate(row.rounds))
    return totals if totals[-1:] == [row.total] else [*totals, row.total]


def _problems(table: Table, seat: int) -> int:
    """How many rules a player's paper breaks, where the paper counts."""
    counted = table.counted if table.position.on_paper else None
    return len(counted.verdict.sheets[seat].problems) if counted else 0


def _last(hosted: HostedTable, words: Words) -> dict[str, Any] | None:
    """The round that was revealed last: of each move also where in the player's picture it wrote something."""
    table = hosted.table
    last = table.play.last(table.state)
    if last is None:
        return None
    sheet = table.opening.game, hosted.main_sheet, table.game.PICTURE
    moves = [
        {"seat": seat, **options.option(move, words), "box": hosted.party.art.part_of(*sheet, move.field)}
        for seat, move in last.moves
    ]
    return {"round": last.round, "dice": list(last.dice), "moves": moves}


def _vote(hosted: HostedTable) -> dict[str, Any] | None:
    vote = hosted.table.play.vote(hosted.table.state)
    if vote is None:
        return None
    bots = {hosted.seat_of(person) for person in known(hosted.meta.get("bots", ""))}
    voters = [seat for seat in range(len(vote.given)) if seat not in bots]
    counts = [vote.given.count(seat) for seat in range(len(vote.given))]
    result = None if vote.open else {"seats": list(vote.best), "votes": vote.votes, "counts": counts}
    given = sum(vote.given[seat] is not None for seat in voters)
    return {"open": vote.open, "given": given, "of": len(voters), "result": result}


# ---------------------------------------------------------------------- sheets


def shown_sheet(hosted: HostedTable, seat: int) -> tuple[str, Marks]:
    """The sheet that is shown of a player: their own main one, or the table's pad."""
    return _shown(hosted, _sheets(hosted), seat)


def mark_of(sheet: str, marks: Marks) -> str:
    """A few letters that change with what stands on a sheet."""
    return f"{zlib.crc32(json.dumps([sheet, sorted(marks.items())]).encode()):08x}"


def _sheets(hosted: HostedTable) -> dict[tuple[str, int | None], Marks]:
    return {(name, seat): marks for name, seat, marks in so_far(hosted, results.sheets(hosted.table))}


def so_far(hosted: HostedTable, sheets: Sequence[SheetMarks]) -> Sequence[SheetMarks]:
    """Sheets as they may be seen now: points that are being counted are not on them."""
    if hosted.counted is None:
        return sheets
    art, game = hosted.party.art, hosted.table.opening.game
    return counting.sheets_so_far(hosted.table, sheets, {name: art.sheet(game, name) for name, _, _ in sheets})


def _shown(hosted: HostedTable, sheets: Mapping[tuple[str, int | None], Marks], seat: int) -> tuple[str, Marks]:
    if (hosted.main_sheet, seat) in sheets:
        return hosted.main_sheet, sheets[hosted.main_sheet, seat]
    pads = [(name, marks) for (name, whose), marks in sheets.items() if whose is None]
    return pads[0] if pads else (hosted.main_sheet, {})
