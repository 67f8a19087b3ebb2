"""Results for programs and spreadsheets: JSON, CSV with a row a player, CSV with a row a line of the score."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pnp.games.paper import filled
from pnp.games.play import SheetMarks
from pnp.play.replay import Replay
from pnp.play.result import PlayerResult, Result, ScoreLine
from pnp.words import Words

WordsOf = Callable[[Result], Words]
"""The words for what is said in a result: those of its game, with the names of its players."""
Row = tuple[str | int | None, ...]
_TABLE = ("table", "game", "opened", "over")
COLUMNS = (*_TABLE, "rank", "player", "total", "won", "why", "cost", "votes", "unknown", "minutes", "dice", "paper")
"""The columns of the CSV with a row a player."""
LINE_COLUMNS = (*_TABLE, "player", "line", "label", "points", "why")
"""The columns of the CSV with a row a line of the score."""


def summary(result: Result, words: Words) -> dict[str, Any]:
    """A result for programs: who played what, when and how long, and how it ended or stands."""
    return {
        "id": result.id,
        "game": result.game,
        "title": result.title,
        "players": [one.name for one in result.players],
        "opened": result.opened,
        "changed": result.changed,
        "over": result.over,
        "closed": result.closed,
        "round": result.round,
        "rounds": result.rounds,
        "events": result.events,
        "dice": result.dice,
        "ranking": ranking(result, words),
        "notes": [words.as_json(note) for note in result.notes],
        "ended": result.ended,
        "final": result.final,
        "early": result.early,
        "paper": result.paper,
        "minutes": result.minutes,
        "unknown": list(result.unknown),
        "vote": _vote(result),
        "bgg": result.bgg,
    }


def whole(result: Result, words: Words, document: Any) -> dict[str, Any]:
    """A result for programs with everything that is known of it: line by line, and the sheets as a document."""
    return {**summary(result, words), "scores": scores(result, words), "document": document}


def ranking(result: Result, words: Words) -> list[dict[str, Any]]:
    """The places of a table as plain values, with what decided them in words; null is what nobody knows."""
    return [
        {
            "rank": one.rank,
            "seat": one.seat,
            "player": one.name,
            "total": one.total,
            "why": words.text(one.why),
            "won": one.won,
            "cost": one.cost,
            "votes": one.votes,
        }
        for one in result.ranking
    ]


def scores(result: Result, words: Words) -> list[dict[str, Any]]:
    """The scores of a table line by line, for programs, in the order of the seats."""
    return [
        {
            "seat": one.seat,
            "player": one.name,
            "lines": [score_line(line, words) for line in one.lines],
            "total": one.total,
            "rounds": list(one.rounds),
            "facts": dict(one.facts),
            "unknown": list(one.unknown),
        }
        for one in result.players
        if one.lines
    ]


def score_line(line: ScoreLine, words: Words) -> dict[str, Any]:
    return {"name": line.name, "points": line.points, "why": words.text(line.why), "label": label(line.name, words)}


def label(line: str, words: Words) -> str:
    """What a line is called, as a heading."""
    name = words.term("line", line)
    return name[:1].upper() + name[1:]


def _vote(result: Result) -> dict[str, Any] | None:
    """The vote: who is best by it and, once it is closed, whom everybody voted for."""
    if result.voting is None:
        return None
    names = [one.name for one in result.players]
    given = {one.name: names[one.voted] for one in result.players if one.voted is not None}
    return {"open": result.voting, "best": [one.name for one in result.best], "given": given}


# ---------------------------------------------------------------------- spreadsheets


def as_csv(results: Iterable[Result], words_of: WordsOf) -> str:
    """One row a player; what nobody knows is empty."""
    return as_table(COLUMNS, (_player(one, each, words_of) for each in results for one in each.ranking))


def lines_as_csv(results: Iterable[Result], words_of: WordsOf) -> str:
    """One row a line of a score; what nobody knows is empty."""
    return as_table(LINE_COLUMNS, (row for each in results for row in _line_rows(each, words_of)))


def _player(one: PlayerResult, result: Result, words_of: WordsOf) -> Row:
    why = words_of(result).text(one.why) if one.why else ""
    points = (one.rank, one.name, one.total, _yes(one.won), why, one.cost, one.votes, ", ".join(one.unknown))
    return (*_table(result), *points, result.minutes, result.dice, _yes(result.paper))


def _line_rows(result: Result, words_of: WordsOf) -> Iterable[Row]:
    for one in result.ranking:
        words = words_of(result)
        for line in one.lines:
            said = label(line.name, words), line.points, words.text(line.why)
            yield (*_table(result), one.name, line.name, *said)


def _table(result: Result) -> Row:
    return result.id, result.game, result.opened, _yes(result.over)


def _yes(holds: bool | None) -> str:
    return "" if holds is None else "yes" if holds else "no"


def as_table(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Rows for a spreadsheet, under their heads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([[no_formula(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    return out.getvalue()


def no_formula(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text


# ---------------------------------------------------------------------- sheets


def sheets(table: Replay) -> list[SheetMarks]:
    """What stands on each sheet: as it was entered from paper where that counts, otherwise as it was played here."""
    if not table.position.on_paper:
        return list(table.play.marks(table.state, None))
    counted, papers = table.counted, table.papers
    if counted is None:
        return []
    return filled(papers, counted)
