"""Dice City alone, on paper: the score sheet with mode, turns and target, and the city beside it."""

from __future__ import annotations

from pnp.edition import Edition
from pnp.games._city import CitySheet
from pnp.games._city_box import Box, open_box
from pnp.games._city_paper import City, all_known, city_of, judge_city, no_such_sum, worth
from pnp.games._paper import as_written, crosses, numbers, outside, own_sheet
from pnp.games.dice_city_solo import (
    PLAYERS,
    Challenge,
    SoloGame,
    challenge,
    result_of,
    turn_notes,
    turn_problems,
)
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.verdict import Line, Score, SheetVerdict, Verdict, ranking, wrong_sums


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score sheet comes to, and whether that wins."""
    box, goal = open_box(edition), challenge(edition)
    sheets, own = [], []
    for seat, player in enumerate(papers.players):
        marks = own_sheet(papers, seat, "score")
        city = city_of(own_sheet(papers, seat, "city"), box)
        verdict = _judge(player, marks, city, box, goal)
        due: dict[str, Mark] = {"total": verdict.score.total}
        if city.drawn and all_known(city.every, box):
            due |= {line.name: line.points for line in verdict.score.lines if line.name == "locations"}
        sheets.append(verdict)
        own.append({"score": due})
    totals = [(sheet.player, sheet.score.total) for sheet in sheets]
    places = ranking(totals, [()] * len(totals), str)
    return Counted(Verdict("dice-city-solo", tuple(sheets), (), places), {}, tuple(own))


def _judge(player: str, marks: Marks, city: City, box: Box, goal: Challenge) -> SheetVerdict:
    game = game_of(player, marks, goal)
    written = numbers(marks, [*box.lines, "total"])
    lines = [as_written(name, written.get(name)) for name in box.lines]
    if city.drawn:
        built = worth(city.every, written.get("locations"), box)._replace(name="locations")
        lines = [built if line.name == "locations" else line for line in lines]
    score = Score(tuple(lines), facts=result_of(_sum(lines), game.target, goal))
    players = PLAYERS[1] if box.piles_run_out else None
    found = [
        *(problem for name in written for problem in outside(name, written[name], 0)),
        *no_such_sum("ships", written.get("ships"), box.ships, players),
        *no_such_sum("bandits", written.get("bandits"), box.bandits, players),
        *turn_problems(game, goal),
        *wrong_sums(written, score),
    ]
    verdict = judge_city(player, city, score, box, PLAYERS[1], found)
    return verdict._replace(notes=(*verdict.notes, *turn_notes(game, goal)))


def game_of(player: str, marks: Marks, goal: Challenge) -> SoloGame:
    """The mode, the turns and the target; a sheet without a crossed turn is taken to be finished.

    >>> game_of("Ana", {"turns.1": True, "target.55": True}, Challenge({"normal": 15}, 50, 5, 100)).target
    55
    """
    mode = str(marks.get("mode", next(iter(goal.turns))))
    targets = [
        int(id.removeprefix("target.")) for id, mark in marks.items() if id.startswith("target.") and mark is True
    ]
    turns = crosses(marks, "turns.") or goal.turns[mode]
    return SoloGame(CitySheet(player, 0, (), (), {}), mode, turns, max(targets, default=goal.first))


def _sum(lines: list[Line]) -> int:
    return sum(line.points for line in lines)
