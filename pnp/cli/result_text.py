"""The result of a table drawn with characters: who stands where, every line of the score with its reason, the vote."""

from __future__ import annotations

from pnp.cli.check import picture_lines
from pnp.cli.terminal import columns, painted
from pnp.games.paper import anything_written
from pnp.play.replay import Replay
from pnp.play.result import PlayerResult, Result
from pnp.words import Words, say

UNKNOWN = "–"
"""What stands for a number that nobody knows."""


def ranking(result: Result, words: Words) -> list[str]:
    """Who stands where, and what decided it."""
    rows = [[_place(one), one.name, number(one.total), words.text(one.why)] for one in result.ranking]
    return [f"  {line}" for line in columns(rows, right=[0, 2])]


def paper(table: Replay, words: Words) -> list[str]:
    """The sheets that were entered from paper, as far as the game draws them."""
    sheets = table.counted.verdict.sheets if table.position.on_paper and table.counted else ()
    drawn = []
    for seat, one in enumerate(sheets):
        if one.picture and anything_written(table.papers, seat):
            drawn += ["", painted(one.player, "bold"), *(f"  {line}" for line in picture_lines(one.picture, words))]
    return drawn


def scores(result: Result, words: Words) -> list[str]:
    """Every line of the score of every player, each with how it comes about."""
    drawn = []
    for one in result.ranking:
        if one.lines:
            drawn += ["", painted(one.name, "bold"), *(f"  {line}" for line in columns(_lines(one, words), right=[1]))]
    return drawn


def _lines(one: PlayerResult, words: Words) -> list[list[str]]:
    rows = [[words.term("line", line.name), number(line.points), words.text(line.why)] for line in one.lines]
    rows.append([words.term("line", "total"), number(one.total), ""])
    facts = {**one.facts, **({} if one.cost is None else {"cost": one.cost})}
    return rows + [[words.term("line", name), str(value), ""] for name, value in facts.items()]


def about(result: Result, words: Words) -> list[str]:
    """What else there is to tell: the vote person by person, what nobody knows, how long it was played."""
    said = []
    if result.voting is False:
        names = [one.name for one in result.players]
        said += [say("voted", who=one.name, whom=names[one.voted]) for one in result.players if one.voted is not None]
        if result.best:
            said.append(say("voted-best", players=tuple(one.name for one in result.best), n=result.best[0].votes))
    if result.unknown:
        said.append(say("nothing-known", players=result.unknown))
    if result.minutes:
        said.append(say("played-for", hours=result.minutes // 60 or None, minutes=result.minutes % 60))
    return [words.text(one) for one in said]


def _place(one: PlayerResult) -> str:
    return UNKNOWN if one.rank is None else f"{one.rank}."


def number(value: int | None) -> str:
    """A number, or what stands for one that nobody knows."""
    return UNKNOWN if value is None else str(value)
