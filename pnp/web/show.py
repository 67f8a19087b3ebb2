"""The show: which scene is on, since when and for how long, by one clock for the screen, the host and all phones.

A table is in a stage for as long as nothing happens that leads to another one. A stage has a programme: scenes that
follow each other by the clock, the last of them open or going round. Pages are told the whole programme and the
server's time, so that each of them, woken or loaded anew, finds the scene that is on without asking.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from typing import Any, NamedTuple

from pnp.play.engine import Table
from pnp.play.result import Result

ROLLING, REVEAL, WINNER, BEST, BETWEEN, PAGE = 2.4, 8.0, 14.0, 14.0, 16.0, 8.0
"""Seconds for which dice tumble, a round is looked at, the winner is cheered, the standing of the evening is shown, and
a page of several stays."""
EACH_LINE, BEFORE_AND_AFTER = 0.85, 2.6
"""Seconds for a line of the score as it is counted, and for all that is around them."""
COUNTED_AT_ONCE = 5.0
LINES, SHEETS, PAIRS = 13, 6, 3
"""How many lines of a score, sheets, and sheets with photos a page of the screen has."""
KEPT = ("over", "voted", "closed")
"""Stages that last: when they began is noted, so that a party that is started anew counts nothing twice."""
SWITCHES = {"sound": True, "reactions": True, "buzz": True, "calm": False}
"""What the host may switch for all pages, and how it is unless somebody does: calm is a show without motion."""
BACK = frozenset({"moved", "corrected"})
"""What has happened when a table has gone back: nothing that is seen then is news."""


class Scene(NamedTuple):
    """A scene, and for how many seconds it is on; None for as long as nothing happens."""

    name: str
    seconds: float | None = None


class Moment(NamedTuple):
    """Where the show is: the stage, when it began, the rounds revealed by then, its news, the seconds skipped."""

    stage: str
    since: float = 0.0
    rounds: int = 0
    news: str = ""
    skipped: float = 0.0


_NEWS = {"reveal": (Scene("reveal", REVEAL),), "roll": (Scene("roll", ROLLING),)}


class Programme(NamedTuple):
    """The scenes of a stage in their order; from `loop` on they go round."""

    scenes: tuple[Scene, ...]
    loop: int | None = None


def phase(table: Table) -> str:
    if table.position.closed:
        return "closed"
    if table.waiting:
        return "lobby"
    if table.over:
        return "over"
    return "roll" if table.play.dice(table.state) else "play"


def _stage(table: Table) -> str:
    now = phase(table)
    if now in ("roll", "play"):
        return f"{now}.{table.play.round(table.state)[0]}.{table.position.rolls}"
    vote = table.play.vote(table.state) if now == "over" else None
    return "voted" if vote and not vote.open else now


def _rounds(table: Table) -> int:
    """How many rounds are there to be seen."""
    return 0 if table.waiting or table.position.on_paper else table.rounds_played


def first(table: Table, kept: str) -> Moment:
    """The moment of a table that was not watched: as it was noted, or one whose news are old."""
    now = _stage(table)
    try:
        known = Moment(*json.loads(kept)) if kept else None
    except (TypeError, ValueError):
        known = None
    return known if known and known.stage == now else Moment(now, 0.0, _rounds(table))


def later(moment: Moment, table: Table, happened: Set[str], clock: float, one_for_all: bool) -> Moment:
    """The moment after something happened; sheets that are everybody's are never news."""
    stage, rounds = _stage(table), _rounds(table)
    if stage == moment.stage:
        return moment._replace(rounds=rounds)
    if happened & BACK and stage not in KEPT:
        return Moment(stage, 0.0, rounds)
    news = ""
    if rounds > moment.rounds and moment.stage != "lobby" and not one_for_all:
        news = "reveal"
    elif "rolled" in happened:
        news = "roll"
    return Moment(stage, clock, rounds, news)


def switches(notes: Mapping[str, str]) -> dict[str, bool]:
    """What is switched on, by the notes of a table."""
    return {name: notes.get(f"show:{name}", "on" if usual else "") == "on" for name, usual in SWITCHES.items()}


def kept(moment: Moment) -> str:
    """A moment that is noted; nothing where it soon passes."""
    return json.dumps(moment) if moment.stage in KEPT else ""


def programme(
    table: Table, moment: Moment, result: Result, photos: int, calm: bool, evening: bool = False
) -> Programme:
    """The scenes of the stage that a table is in; in an evening, what comes between games is one of the last."""
    stage = moment.stage.partition(".")[0]
    lines = len({line.name for player in result.players for line in player.lines})
    news = _NEWS.get(moment.news, ())
    if stage in ("roll", "play") or (stage == "lobby" and not lines):
        return Programme((*news, Scene("drawing" if stage == "play" else stage)))
    vote = table.play.vote(table.state)
    winner = Scene("winner", WINNER + PAGE * (_pages(lines, LINES) - 1))
    gallery = Scene("gallery", max(WINNER, PAGE * _pages(len(table.people), PAIRS if photos else SHEETS)))
    best = Scene("best", BEST)
    between = (Scene("between", BETWEEN),) if evening and result.is_counted else ()
    if stage == "voted":
        return Programme((best, winner, *between, gallery, best), 1)
    if stage == "closed":
        return Programme(
            (winner, *between, best, gallery) if vote and not vote.open else (winner, *between, gallery), 0
        )
    around = (gallery._replace(name="vote", seconds=3 * PAGE),) if vote else (*between, gallery)
    around += (winner,)
    if stage != "over" or table.position.on_paper or not lines:
        return Programme(around[::-1], 0)
    count = Scene("count", COUNTED_AT_ONCE if calm else lines * EACH_LINE + BEFORE_AND_AFTER)
    return Programme((*news, count, winner, *around), len(news) + 2)


def _pages(count: int, each: int) -> int:
    return max(1, -(-count // each))


def told(programme: Programme, moment: Moment) -> dict[str, Any]:
    """The programme as pages are told it: when each scene begins and ends by the server's clock, the round revealed."""
    begin, scenes = moment.since - moment.skipped, []
    for name, seconds in programme.scenes:
        end = None if seconds is None else round(begin + seconds, 3)
        scenes.append({"name": name, "from": round(begin, 3), "to": end})
        begin = end or begin
    return {"scenes": scenes, "loop": programme.loop, "revealed": moment.rounds}


def left(programme: Programme, moment: Moment, clock: float) -> float | None:
    """The seconds that are left of the scene that is on; None for one that no clock ends, or that comes again."""
    passed = clock - moment.since + moment.skipped
    for _, seconds in _once(programme):
        if seconds is None:
            return None
        if passed < seconds:
            return seconds - passed
        passed -= seconds
    return None


def _once(programme: Programme) -> Sequence[Scene]:
    return programme.scenes if programme.loop is None else programme.scenes[: programme.loop]
