"""While points are counted: what comes with its moment on the screen is told to nobody before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.codec import Marks
from pnp.games.play import SheetMarks
from pnp.play.engine import Table
from pnp.play.result import PlayerResult, Result, ScoreLine
from pnp.sheets.sheet import Sheet
from pnp.web.show import Moment, Programme

BEFORE, AFTER = 0.6, 2.0
"""Seconds of the scene before the first line is counted, and after the last one, when the sum is looked at."""
SET_BACK = 60.0
"""Seconds before the first line, more than any scene lasts that comes first: a clock that says so was set back."""
SCENE, NUMBER = "count", "number"


class Count(NamedTuple):
    """The points as they are counted: the moment of the first line, the seconds for each, how many, and the end."""

    begin: float
    each: float
    lines: int
    end: float

    def shown(self, clock: float) -> int | None:
        """How many lines have been counted, the sum being one more; None where everything is told."""
        if clock >= self.end or clock < self.begin - SET_BACK:
            return None
        return sum(self.begin + line * self.each <= clock for line in range(self.lines + 1))

    def next(self, clock: float) -> float | None:
        """The seconds until more is told."""
        if self.shown(clock) is None:
            return None
        moments = (*(self.begin + line * self.each for line in range(self.lines + 1)), self.end)
        return next((moment - clock for moment in moments if moment > clock), None)


def names_of(result: Result) -> list[str]:
    """The lines of a score, in the order in which they are counted."""
    return list(dict.fromkeys(line.name for player in result.players for line in player.lines))


def count_of(programme: Programme, moment: Moment, result: Result) -> Count | None:
    """When which line of the score is counted; None where a stage has no such scene."""
    begin = moment.since - moment.skipped
    for name, seconds in programme.scenes:
        if seconds is None:
            return None
        if name == SCENE:
            lines = len(names_of(result))
            each = max(0.0, seconds - AFTER - BEFORE) / max(1, lines)
            return Count(begin + BEFORE, each, lines, begin + seconds)
        begin += seconds
    return None


def so_far(result: Result, shown: int | None) -> Result:
    """A result with as many lines of the scores as have been counted; places come with the winner."""
    if shown is None:
        return result
    known = names_of(result)[:shown]
    summed = shown > len(names_of(result))
    return result._replace(final=False, players=tuple(_so_far(one, known, summed) for one in result.players))


def _so_far(one: PlayerResult, known: list[str], summed: bool) -> PlayerResult:
    lines = tuple(line if line.name in known else ScoreLine(line.name, None) for line in one.lines)
    return PlayerResult(one.seat, one.name, total=one.total if summed else None, lines=lines)


def sheets_so_far(table: Table, found: Sequence[SheetMarks], sheets: Mapping[str, Sheet]) -> list[SheetMarks]:
    """Sheets without the numbers that came with the end of the game: what was drawn stands on them, points do not."""
    play = table.play
    state: Any = next(one.state for one in (table.at(seq) for seq in table.path()[::-1]) if not play.over(one.state))
    before: dict[tuple[str, int | None], Marks] = {
        (name, whose): marks for name, whose, marks in play.marks(state, None)
    }
    made: list[SheetMarks] = []
    for name, whose, marks in found:
        numbers = {field.id for field in sheets[name].fields if field.kind == NUMBER}
        then = before.get((name, whose), {})
        kept = {id: mark for id, mark in marks.items() if id not in numbers}
        made.append((name, whose, {**kept, **{id: then[id] for id in numbers if id in then}}))
    return made
