"""The answer of the rules: problems, notes, score lines and the ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.errors import Problem, problem
from pnp.words import LANGUAGE, Said, Words, of_folders, say


class Line(NamedTuple):
    """One line of a score: its points and, for people, why they are what they are."""

    name: str
    points: int
    why: Said | str = ""


class Score(NamedTuple):
    """The lines of a sheet without their total, the same lines round by round, and what else follows from them.

    The fact `outcome` is `won` or `lost` where whoever plays alone has a goal; `cost` is what was paid for all of it.
    """

    lines: tuple[Line, ...]
    rounds: tuple[tuple[Line, ...], ...] = ()
    facts: Mapping[str, int | str] = MappingProxyType({})
    cost: int | None = None

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        if self.rounds:
            answer["rounds"] = [_with_total(lines) for lines in self.rounds]
        return {**answer, **_with_total(self.lines), **self.facts}


def _with_total(lines: Sequence[Line]) -> dict[str, int]:
    return {**{line.name: line.points for line in lines}, "total": sum(line.points for line in lines)}


class Cell(NamedTuple):
    """One cell of a picture of a sheet, marked where a problem is."""

    text: str
    bad: bool = False


class Picture(NamedTuple):
    """A sheet as a person sees it, from the top: rows of cells with a label at the left, columns labelled below."""

    rows: tuple[tuple[Said | str, tuple[Cell, ...]], ...]
    columns: tuple[str, ...] = ()
    below: tuple[Said | str, ...] = ()


class SheetVerdict(NamedTuple):
    """What the rules say of one sheet."""

    player: str
    problems: tuple[Problem, ...]
    notes: tuple[Said, ...]
    score: Score
    picture: Picture | None = None

    @property
    def legal(self) -> bool:
        return not self.problems


class Rank(NamedTuple):
    """A place in the ranking, and what decided it where totals were equal."""

    rank: int
    player: str
    total: int
    why: Said | str = ""


class Verdict(NamedTuple):
    """What the rules say of a whole document."""

    game: str
    sheets: tuple[SheetVerdict, ...]
    problems: tuple[Problem, ...] = ()
    ranking: tuple[Rank, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.problems and all(sheet.legal for sheet in self.sheets)

    def as_json(self, words: Words | None = None) -> dict[str, Any]:
        """The answer for programs, with its sentences by some words; without, by those that all games share."""
        words = words or of_folders(LANGUAGE)
        return {
            "game": self.game,
            "legal": self.legal,
            "sheets": [
                {
                    "player": sheet.player,
                    "legal": sheet.legal,
                    "problems": [words.as_json(one) for one in sheet.problems],
                    "notes": [words.as_json(note) for note in sheet.notes],
                    "score": sheet.score.as_json(),
                }
                for sheet in self.sheets
            ],
            "problems": [words.as_json(one) for one in self.problems],
            "ranking": [ranking_row(row, words) for row in self.ranking],
        }


def ranking_row(row: Rank, words: Words) -> dict[str, Any]:
    answer: dict[str, Any] = {"rank": row.rank, "player": row.player, "total": row.total}
    return {**answer, "why": words.text(row.why)} if row.why else answer


def ranking(
    rows: Sequence[tuple[str, int]], tiebreak: Sequence[tuple[int, ...]], step: Callable[[int], Said | str]
) -> tuple[Rank, ...]:
    """Players by total, then by tiebreak keys (higher is better); equal keys share a rank and the next one is skipped.

    `step` says what the tiebreak at an index was.

    >>> [(r.rank, r.player) for r in ranking([("A", 5), ("B", 7), ("C", 7)], [(0,), (1,), (1,)], lambda i: "cost")]
    [(1, 'B'), (1, 'C'), (3, 'A')]
    """
    keys = [(total, *tiebreak[i]) for i, (_, total) in enumerate(rows)]
    order = sorted(range(len(rows)), key=lambda i: keys[i], reverse=True)
    ranks: list[Rank] = []
    for place, index in enumerate(order, 1):
        player, total = rows[index]
        rank = ranks[-1].rank if ranks and keys[order[place - 2]] == keys[index] else place
        ranks.append(Rank(rank, player, total, _why(place - 1, order, keys, step)))
    return tuple(ranks)


def _why(
    place: int, order: Sequence[int], keys: Sequence[tuple[int, ...]], step: Callable[[int], Said | str]
) -> Said | str:
    """What parts a player from the next one up or down with the same total, and whether the place is shared."""
    mine = keys[order[place]]
    same = [keys[i] for i in order if keys[i][0] == mine[0]]
    if len(same) == 1:
        return ""
    others = [key for key in same if key != mine]
    if not others:
        return say("tie.still")
    above, below = [key for key in others if key > mine], [key for key in others if key < mine]
    rival = min(above) if above else max(below)
    by = step(next(k for k in range(1, len(mine)) if rival[k] != mine[k]) - 1)
    if same.count(mine) > 1:
        return say("tie.shared", by=by)
    return by


Doubts = Mapping[str, Sequence[int] | None]
"""Lines that can't be known from what is there: the points that they may have too, or None where that is open."""


def wrong_sums(written: int | Mapping[str, Any] | None, score: Score, doubts: Doubts | None = None) -> list[Problem]:
    """Each number that was written down and is not what the rules give, nor what they may give where that is open.

    >>> [p.facts for p in wrong_sums({"door": 4}, Score((Line("door", 2, "2 for the first"),)))]
    [{'written': 4, 'due': 2, 'why': '2 for the first'}]
    >>> wrong_sums({"door": 4, "total": 4}, Score((Line("door", 2),)), {"door": [4]})
    []
    """
    if written is None:
        return []
    doubts = doubts or {}
    totals = _totals(score, doubts)
    if isinstance(written, int):
        written = {"total": written}
    problems: list[Problem] = []
    by_name = {line.name: line for line in score.lines}
    for name, value in written.items():
        if name == "total":
            problems += [] if totals is None or value in totals else compare(_line(name), value, score.total)
        elif name == "rounds":
            for number, row in enumerate(value):
                problems += _wrong_round(number, row, score)
        elif name in by_name and not _open(name, value, doubts):
            problems += compare(_line(name), value, by_name[name].points, by_name[name].why)
    return problems


def _line(name: str) -> Said:
    return say("place.line", line=name)


def _open(name: str, value: int, doubts: Doubts) -> bool:
    return name in doubts and (doubts[name] is None or value in (doubts[name] or ()))


def _totals(score: Score, doubts: Doubts) -> set[int] | None:
    """The totals that are possible, or None where a line may be anything."""
    totals = {score.total}
    for line in score.lines:
        if line.name in doubts:
            other = doubts[line.name]
            if other is None:
                return None
            totals |= {total - line.points + points for total in totals for points in other}
    return totals


def _wrong_round(number: int, written: Mapping[str, int], score: Score) -> list[Problem]:
    lines = {line.name: line for line in score.rounds[number]} if number < len(score.rounds) else {}
    problems: list[Problem] = []
    for name, value in written.items():
        place = say("place.round", line=name, round=number + 1)
        if name == "total":
            problems += compare(place, value, sum(line.points for line in lines.values()))
        elif name in lines:
            problems += compare(place, value, lines[name].points, lines[name].why)
    return problems


def compare(where: Said | str, written: int, due: int, why: Said | str = "") -> list[Problem]:
    """A problem where a number that was written is not the one that follows from the rules."""
    return [] if written == due else [problem("wrong-sum", where, written=written, due=due, why=why)]
