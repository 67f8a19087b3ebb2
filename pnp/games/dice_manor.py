"""Dice Manor: sheet documents judged and scored, plans of manors, and the steps that an engine plays with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games._manor_bids import (
    Bid,
    Reward,
    Track,
    advance,
    advertising_moves,
    bid_on_advertising,
    bid_on_blueprint,
    blueprint_rewards,
    collect_advertising,
    move_dice,
    new_track,
    place_bid,
    tour_reward,
)
from pnp.games._manor_box import Box, open_box
from pnp.games._manor_checks import plan_problems, sheet_notes, sheet_problems, table_problems
from pnp.games._manor_picture import picture_of
from pnp.games._manor_plan import flaws, plan_of
from pnp.games._manor_score import scores
from pnp.games._manor_sheet import (
    LINES,
    PLAYERS,
    ROUND_LINES,
    Document,
    RoomTile,
    Sheet,
    built,
    count_colors,
    count_rooms,
    read,
)
from pnp.games.game import Counted, FieldRule, Mark, Marks, Papers
from pnp.games.verdict import Rank, Score, SheetVerdict, Verdict, ranking, wrong_sums

__all__ = [
    "LINES",
    "PLAYERS",
    "ROUND_LINES",
    "TITLE",
    "Bid",
    "Document",
    "Reward",
    "Sheet",
    "Track",
    "advance",
    "advertising_moves",
    "bid_on_advertising",
    "bid_on_blueprint",
    "blueprint_rewards",
    "collect_advertising",
    "count",
    "fields",
    "judge",
    "marks",
    "move_dice",
    "new_track",
    "place_bid",
    "read",
    "tour_reward",
]

TITLE = "Dice Manor"
NAME = "dice-manor"

Manor = tuple[RoomTile, ...]


def judge(document: Document, edition: Edition) -> Verdict:
    """What the rules say of a document: problems, scores, ranking."""
    box = open_box(edition)
    manors = [built(sheet, edition, box) for sheet in document.sheets]
    scored = scores(document, manors, box)
    sheets = tuple(
        _judge_sheet(document, sheet, tiles, score, edition)
        for sheet, tiles, score in zip(document.sheets, manors, scored, strict=True)
    )
    problems = tuple(table_problems(document, manors, box))
    rooms = [count_rooms(tiles, box) for tiles in manors]
    return Verdict(NAME, sheets, problems, rank(document, rooms, scored, box))


def _judge_sheet(document: Document, sheet: Sheet, tiles: Manor, score: Score, edition: Edition) -> SheetVerdict:
    box = open_box(edition)
    plan = plan_of(sheet.manor, edition, box)
    found = [*flaws(plan), *plan_problems(sheet, plan, box)]
    problems = [
        *sheet_problems(sheet, tiles, box),
        *(flaw.problem for flaw in found),
        *wrong_sums(sheet.written, score, _doubts(document, tiles, box)),
    ]
    bad = {cell for flaw in found for cell in flaw.cells}
    picture = picture_of(plan, bad) if sheet.manor or sheet.walks else None
    notes = sheet_notes(document, sheet, tiles, plan, box)
    return SheetVerdict(sheet.player, tuple(problems), tuple(notes), score, picture)


def _doubts(document: Document, tiles: Manor, box: Box) -> dict[str, list[int]]:
    """What majority and largest may come to when sheets are missing: a prize or none, for each color that is there."""
    if document.complete or not tiles:
        return {}
    prize = box.majority
    prizes = {0, prize.first, prize.second, prize.tied_first, prize.tied_second}
    sums = {0}
    for color, count in count_colors(tiles, box).items():
        sums = {total + points for total in sums for points in prizes} if count and color != box.magic else sums
    return {"majority": sorted(sums), "largest": sorted(prizes)}


def rank(document: Document, rooms: Sequence[int], scored: Sequence[Score], box: Box) -> tuple[Rank, ...]:
    """The players from first to last: the total, and among equals what the edition says."""
    words = {"rooms": "tied: most rooms", "unhappy": "tied, as many rooms: fewest unhappy guests"}
    rows = [(sheet.player, score.total) for sheet, score in zip(document.sheets, scored, strict=True)]
    keys = [
        tuple({"rooms": count, "unhappy": -sheet.unhappy}[name] for name in box.tiebreak)
        for sheet, count in zip(document.sheets, rooms, strict=True)
    ]
    return ranking(rows, keys, lambda index: words[box.tiebreak[index]])


def fields(edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
    """The fields of each sheet: the table's score pad, a player's tracker, paper for a plan, a summary."""
    box = open_box(edition)
    name, number, cross = FieldRule("text"), FieldRule("number"), FieldRule("cross")
    pad: dict[str, FieldRule] = {}
    for player in range(1, PLAYERS[1] + 1):
        pad[f"p{player}.name"] = name
        pad |= dict.fromkeys(_pad_numbers(player, box), number)
    tracker = {"name": name}
    token = FieldRule("tally", most=2)  # a stroke for a token gained, a second one when it is spent
    for row, count, rule in (
        ("inspiration", box.inspiration_boxes, token),
        ("advertising", box.spaces, cross),
        ("bonus-dice", box.bonus_dice, cross),
    ):
        tracker |= dict.fromkeys((f"{row}.{place}" for place in range(1, count + 1)), rule)
    for when in [*(f"r{number}" for number in range(1, box.rounds + 1)), "opening"]:
        tracker |= dict.fromkeys((f"tours.{when}.{place}" for place in range(1, box.tour_boxes + 1)), number)
    return {"score": pad, "tracker": tracker, "plan": {"name": name}, "summary": {}}


def _pad_numbers(player: int, box: Box) -> list[str]:
    rounds = [f"r{number}.{line}" for number in range(1, box.rounds + 1) for line in ROUND_LINES]
    rest = [line for line in LINES if line not in ROUND_LINES]
    rooms = [*(f"rooms.{color}" for color in box.colors), "rooms.all"]
    return [f"p{player}.{field}" for field in [*rounds, *rest, "total", *rooms, "unhappy"]]


def marks(document: Document, edition: Edition) -> list[tuple[str, Marks]]:
    """The score pad of the table, filled in."""
    box = open_box(edition)
    manors = [built(sheet, edition, box) for sheet in document.sheets]
    pad: dict[str, Mark] = {}
    for number, score in enumerate(scores(document, manors, box), 1):
        sheet, tiles = document.sheets[number - 1], manors[number - 1]
        colors = count_colors(tiles, box)
        row: dict[str, Mark] = {"name": sheet.player}
        for place, lines in enumerate(score.rounds[: box.rounds], 1):
            row |= {f"r{place}.{line.name}": line.points for line in lines}
        row |= {line.name: line.points for line in score.lines if line.name not in ROUND_LINES}
        row |= {"total": score.total, "unhappy": sheet.unhappy, "rooms.all": count_rooms(tiles, box)}
        row |= {f"rooms.{color}": colors[color] for color in box.colors}
        pad |= {f"p{number}.{field}": value for field, value in row.items()}
    return [("score", pad)]


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad of a table and its trackers come to as they are filled in on paper."""
    from pnp.games import _manor_paper

    return _manor_paper.count(papers, edition)


def __getattr__(name: str) -> Any:
    """The playing of the game, `play`, loaded when somebody plays."""
    if name == "play":
        from pnp.games import _manor_play

        return _manor_play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
