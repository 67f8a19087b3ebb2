"""The result of a table: one value of which every view, every file and what the store keeps of it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from pnp.games.paper import anything_written, is_written
from pnp.games.verdict import Rank, Score
from pnp.play import history
from pnp.play.events import Event
from pnp.play.replay import PAUSES, Replay
from pnp.words import NOTHING, Said

LONGEST_BREAK = 30
"""So many minutes between two events are still play; a longer time is a pause between two sittings."""
PLAYED = ("opened", "said", "rolled", "moved", "entered")
"""The events that are play; people who come, notes and closing the table are not."""
BGG_ENTRY = "bgg-id"
"""The entry of edition data with the number that the game has at BoardGameGeek."""


class ScoreLine(NamedTuple):
    """A line of a score: its points, None where nobody knows them, and why they are what they are."""

    name: str
    points: int | None
    why: Said | str = ""


class PlayerResult(NamedTuple):
    """What one player came to; whatever nobody knows is None, and `unknown` names the lines of which that holds.

    Of a player of whom nothing at all is known `total` is unknown. `won` is None until the result is final, and for
    whoever plays alone without a goal. `voted` is the seat that they voted for, `votes` how many voted for them.
    """

    seat: int
    name: str
    rank: int | None = None
    total: int | None = None
    won: bool | None = None
    why: Said | str = ""
    cost: int | None = None
    votes: int | None = None
    voted: int | None = None
    unknown: tuple[str, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    rounds: tuple[int, ...] = ()
    facts: Mapping[str, int | str] = NOTHING


class Result(NamedTuple):
    """What a table came to, or where it stands: its players by seat, and how, when and how long they played.

    It is `final` when the game has ended, or was ended early with a winner, and everybody's total is known; `early` is
    how many rounds had been played of a game that was ended early, None of any other. `minutes` are those of play,
    without pauses, which nobody knows of a game on paper; `ended` is when something was played last.
    """

    id: str
    game: str
    title: str
    players: tuple[PlayerResult, ...]
    opened: str
    ended: str
    changed: str
    over: bool
    closed: bool
    final: bool
    paper: bool
    round: int
    rounds: int
    events: int
    dice: str
    minutes: int | None = None
    voting: bool | None = None
    bgg: int | None = None
    notes: tuple[Said, ...] = ()
    early: int | None = None

    @property
    def is_counted(self) -> bool:
        """Whether the game counts as played."""
        return self.final or self.early is not None

    @property
    def ranking(self) -> tuple[PlayerResult, ...]:
        """The players by their places; of those without one, those of whom nothing is known come last."""
        return tuple(sorted(self.players, key=lambda one: (one.rank or len(self.players) + 1, one.total is None)))

    @property
    def unknown(self) -> tuple[str, ...]:
        """Those of whom nothing is known."""
        return tuple(one.name for one in self.players if one.total is None)

    @property
    def winners(self) -> tuple[PlayerResult, ...]:
        return tuple(one for one in self.players if one.won)

    @property
    def best(self) -> tuple[PlayerResult, ...]:
        """Whoever has the most votes, once the vote is closed."""
        most = max((one.votes or 0 for one in self.players), default=0)
        return tuple(one for one in self.players if most and one.votes == most)

    @property
    def lowest_wins(self) -> bool:
        """Whether fewer points are better, as the places show."""
        totals = [one.total for one in self.ranking if one.rank is not None and one.total is not None]
        return len(totals) > 1 and totals[0] < totals[-1]


def result_of(table: Replay) -> Result:
    """What a table came to so far."""
    here, number = table.position, table.play.round(table.state)
    players = _players(table)
    ended = here.winner if table.ended_early else table.over or (here.on_paper and here.closed)
    final = ended and bool(players) and all(one.total is not None for one in players)
    if final:
        players = tuple(one._replace(won=_won(one, len(players))) for one in players)
    vote = table.play.vote(table.state)
    bgg = table.edition.entries.get(BGG_ENTRY)
    return Result(
        id=table.id,
        game=table.opening.game,
        title=table.game.TITLE,
        players=players,
        opened=table.events[0].at,
        ended=next(event.at for event in reversed(table.events) if event.kind in PLAYED),
        changed=table.events[-1].at,
        over=table.over,
        closed=here.closed,
        final=final,
        paper=here.on_paper,
        round=number[0],
        rounds=number[1],
        events=table.seq,
        dice=table.opening.dice,
        minutes=None if here.on_paper else minutes_played(table.events, table.opening.lobby),
        voting=None if vote is None else vote.open,
        bgg=bgg.value if bgg is not None and type(bgg.value) is int else None,
        notes=tuple(history.notes(table)),
        early=table.rounds_played if table.ended_early else None,
    )


def _players(table: Replay) -> tuple[PlayerResult, ...]:
    places = {row.player: row for row in table.standings()}
    blank, scores = _blank(table), table.scores()
    placed = not blank and (table.position.winner or not table.ended_early)
    found = []
    for seat, name in enumerate(table.players):
        if seat in blank:
            found.append(PlayerResult(seat, name, unknown=("total",)))
            continue
        score = scores[seat] if seat < len(scores) else Score(())
        found.append(_player(seat, name, places.get(name) if placed else None, score, places.get(name)))
    return _voted(table, found)


def _player(seat: int, name: str, place: Rank | None, score: Score, counted: Rank | None) -> PlayerResult:
    lines = score_lines(score)
    return PlayerResult(
        seat,
        name,
        place.rank if place else None,
        counted.total if counted else None,
        why=place.why if place else "",
        cost=score.cost,
        unknown=tuple(line.name for line in lines if line.points is None),
        lines=lines,
        rounds=tuple(sum(line.points for line in each) for each in score.rounds),
        facts=score.facts,
    )


def score_lines(score: Score) -> tuple[ScoreLine, ...]:
    """The lines of a score; a box of paper in which nothing stands has no points."""
    return tuple(ScoreLine(line.name, line.points if is_written(line) else None, line.why) for line in score.lines)


def _blank(table: Replay) -> frozenset[int]:
    """The seats of which nothing is known: before the game everybody's, on paper those whose sheet is not entered."""
    seats = range(len(table.players))
    if not table.position.on_paper:
        return frozenset(seats if table.waiting else ())
    if table.counted is None:
        return frozenset(seats)
    return frozenset(seat for seat in seats if not anything_written(table.papers, seat))


def _won(one: PlayerResult, players: int) -> bool | None:
    """Whether a player has won: the first place, or alone the goal of the game where it has one."""
    if players > 1:
        return one.rank == 1
    return one.facts["outcome"] == "won" if "outcome" in one.facts else None


def _voted(table: Replay, players: Sequence[PlayerResult]) -> tuple[PlayerResult, ...]:
    """The players with their votes, which nobody knows before the vote is closed."""
    vote = table.play.vote(table.state)
    if vote is None or vote.open:
        return tuple(players)
    given = vote.given
    return tuple(one._replace(votes=given.count(one.seat), voted=given[one.seat]) for one in players)


def minutes_played(log: Sequence[Event], lobby: bool = False) -> int | None:
    """How many minutes were played, without the pauses between sittings; None where the log has no times.

    At a table that waited for its players, play begins with the first word.
    """
    kinds = {*PLAYED, *PAUSES} - ({"opened"} if lobby else set())
    goes_on = {event.at: event.kind != "paused" for event in log if event.kind in kinds}  # by seconds
    try:
        times = [(datetime.fromisoformat(at), on) for at, on in goes_on.items()]
        gaps = [(after - before).total_seconds() for (before, on), (after, _) in pairwise(times) if on]
    except (ValueError, TypeError):
        return None
    return int(sum(gap for gap in gaps if 0 < gap <= 60 * LONGEST_BREAK) // 60)
