"""The standing of an evening or a season: who won how often, who came in where, the best sheets and rounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from pnp.play.result import PlayerResult, Result

Who = Hashable
"""What tells people apart: a guest's number, or how a name looks."""


class Best(NamedTuple):
    """A number that somebody has reached in a game, at which table; of a round also which one."""

    game: str
    title: str
    points: int
    table: str
    round: int | None = None


class Row(NamedTuple):
    """How one person stands: games that came to an end, games won, how often on each place among others, how often
    voted best, and for each game their best sheet and their best round."""

    rank: int
    who: Who
    name: str
    games: int
    wins: int
    places: tuple[int, ...]
    voted: int
    sheets: tuple[Best, ...]
    rounds: tuple[Best, ...]


class Record(NamedTuple):
    """The best of a game so far, and by whom."""

    best: Best
    names: tuple[str, ...]


class Standing(NamedTuple):
    """Everybody, the best first, and for each game its best sheet and, where rounds are counted, its best round."""

    rows: tuple[Row, ...] = ()
    sheets: tuple[Record, ...] = ()
    rounds: tuple[Record, ...] = ()


class Finished(NamedTuple):
    """A result with those who reached it, by their seats; None is nobody who is counted, such as a bot."""

    result: Result
    who: Sequence[Who | None]


class _Tally:
    """What is known of one person so far."""

    def __init__(self, who: Who) -> None:
        self.who, self.name = who, ""
        self.games = self.wins = self.voted = 0
        self.places: list[int] = []
        self.sheets: dict[str, Best] = {}
        self.rounds: dict[str, Best] = {}

    def take(self, result: Result, one: PlayerResult, lowest: bool) -> None:
        """Count a result; the points of a game that was ended early are no best ones."""
        self.name = one.name
        self.games += 1
        self.wins += bool(one.won)
        self.voted += one in result.best
        if one.rank is not None and len(result.players) > 1:
            self.places += [0] * (one.rank - len(self.places))
            self.places[one.rank - 1] += 1
        if result.early is not None:
            return
        told = result.game, result.title
        if one.total is not None:
            _keep(self.sheets, Best(*told, one.total, result.id), lowest)
        for number, points in enumerate(one.rounds, 1):
            _keep(self.rounds, Best(*told, points, result.id, number), lowest)

    @property
    def order(self) -> tuple[Any, ...]:
        """Most wins first, then most second places, and so on; all that is equal shares a place."""
        return (-self.wins, *(-count for count in self.places), 0)

    def row(self, rank: int) -> Row:
        best = tuple(self.sheets.values()), tuple(self.rounds.values())
        return Row(rank, self.who, self.name, self.games, self.wins, tuple(self.places), self.voted, *best)


def _keep(known: dict[str, Best], one: Best, lowest: bool) -> None:
    before = known.get(one.game)
    if before is None or (one.points < before.points if lowest else one.points > before.points):
        known[one.game] = one


def standing(finished: Iterable[Finished]) -> Standing:
    """Everybody who has played; games that did not end are left out, one that was ended early counts as played."""
    ended = [one for one in finished if one.result.is_counted]
    lowest = frozenset(one.result.game for one in ended if one.result.lowest_wins)
    tallies: dict[Who, _Tally] = {}
    for result, who in ended:
        for one, key in zip(result.players, who, strict=True):
            if key is not None:
                tallies.setdefault(key, _Tally(key)).take(result, one, result.game in lowest)
    rows = _ranked(list(tallies.values()))
    sheets, rounds = (_records(rows, lowest, of) for of in (lambda row: row.sheets, lambda row: row.rounds))
    return Standing(rows, sheets, rounds)


def _ranked(tallies: Sequence[_Tally]) -> tuple[Row, ...]:
    longest = max((len(one.places) for one in tallies), default=0)
    for one in tallies:
        one.places += [0] * (longest - len(one.places))
    ranked = sorted(tallies, key=lambda one: (one.order, one.name.casefold()))
    firsts: dict[tuple[Any, ...], int] = {}
    for number, one in enumerate(ranked, 1):
        firsts.setdefault(one.order, number)
    return tuple(one.row(firsts[one.order]) for one in ranked)


def _records(rows: Sequence[Row], lowest: frozenset[str], of: Callable[[Row], tuple[Best, ...]]) -> tuple[Record, ...]:
    """The best of each game, with those who share it; in the `lowest` fewer points are better."""
    found: dict[str, list[tuple[Best, str]]] = {}
    for row in rows:
        for best in of(row):
            found.setdefault(best.game, []).append((best, row.name))
    made = []
    for game, reached in found.items():
        points = [best.points for best, _ in reached]
        top = min(points) if game in lowest else max(points)
        held = [(best, name) for best, name in reached if best.points == top]
        made.append(Record(held[0][0], tuple(name for _, name in held)))
    return tuple(made)
