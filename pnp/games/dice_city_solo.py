"""Dice City alone: VP in the turns of a mode, against a target that grows with every win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._city import CitySheet, read_sheet, score, supplies
from pnp.games._city_box import Box, entries, open_box, refuse
from pnp.games._city_verdict import city_fields, city_marks, judge_sheet
from pnp.games.document import players_of, sheets_of
from pnp.games.game import Counted, FieldRule, Mark, Marks, Papers
from pnp.games.verdict import Verdict, ranking
from pnp.strict import Table

TITLE = "Dice City Solo"
PLAYERS = (1, 1)


@dataclass(frozen=True, slots=True)
class Challenge:
    """What a lone player is up against: the turns of each mode, and the targets."""

    turns: Mapping[str, int]
    first: int
    step: int
    last_printed: int

    def next_target(self, target: int, won: bool) -> int:
        """The target of the next game.

        >>> Challenge({}, 50, 5, 100).next_target(50, won=True)
        55
        """
        return target + self.step if won else target


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A lone player's sheet with the mode, the turns taken and the target."""

    sheet: CitySheet
    mode: str
    turns: int
    target: int


def challenge(edition: Edition) -> Challenge:
    """The modes and targets that an edition describes, or one line with what is wrong in it."""
    table, faults = entries(edition)
    modes = table.table("modes") or Table({}, faults)
    turns: dict[str, int] = {}
    for name in modes.data:
        mode = modes.table(name)
        turns[name] = mode.whole("turns", low=1, high=100) if mode else 0
    if not turns:
        table.fault("there is no mode; at least one is needed", "modes")
    target = table.table("target") or Table({}, faults, ("target",))
    answer = Challenge(
        turns,
        first=target.whole("first", low=0, high=1000),
        step=target.whole("step", low=1, high=1000),
        last_printed=table.whole("targets-printed", low=0, high=1000),
    )
    refuse(edition, faults)
    return answer


def fields(edition: Edition) -> dict[str, dict[str, FieldRule]]:
    """The score sheet with its turns and targets, the city, and a summary without fields."""
    box, goal = open_box(edition), challenge(edition)
    pad = {
        "name": FieldRule("text"),
        "mode": FieldRule("choice", tuple(goal.turns)),
        **{f"turns.{turn}": FieldRule("cross") for turn in range(1, max(goal.turns.values()) + 1)},
        **{name: FieldRule("number") for name in (*box.lines, "total")},
        **{f"target.{target}": FieldRule("cross") for target in _printed_targets(goal)},
    }
    return {"score": pad, "city": city_fields(box), "summary": {}}


def _printed_targets(goal: Challenge) -> range:
    return range(goal.first, goal.last_printed + 1, goal.step)


def read(table: Table, edition: Edition) -> SoloGame:
    """The sheet of a document; what can't be understood goes to the table's faults."""
    box, goal = open_box(edition), challenge(edition)
    tables = sheets_of(table)
    players_of(table, len(tables), *PLAYERS)
    games = [_read_game(sheet, box, goal) for sheet in tables]
    for sheet in tables:
        if sheet is not table:
            sheet.close()
    return games[0] if games else _read_game(Table({}, []), box, goal)


def _read_game(sheet: Table, box: Box, goal: Challenge) -> SoloGame:
    mode = sheet.choice("mode", tuple(goal.turns), next(iter(goal.turns)))
    target = sheet.whole("target", goal.first, low=goal.first)
    if (target - goal.first) % goal.step:
        sheet.fault(f"{target} is no target; {goal.first} and every {goal.step} above are allowed", "target")
    turns = sheet.whole("turns", goal.turns[mode], low=0)
    return SoloGame(read_sheet(sheet, 1, box), mode, turns, target)


def outcome(total: int, target: int) -> str:
    """Whether a score wins against a target.

    >>> outcome(50, 50), outcome(49, 50)
    ('won', 'lost')
    """
    return "won" if total >= target else "lost"


def judge(document: SoloGame, edition: Edition) -> Verdict:
    """What the rules say of a lone player's game, and whether it is won."""
    box, goal = open_box(edition), challenge(edition)
    total = score(document.sheet, box).total
    verdict = judge_sheet(
        document.sheet,
        box,
        supplies(box, PLAYERS[1]),
        problems=turn_problems(document, goal),
        notes=turn_notes(document, goal),
        facts=result_of(total, document.target, goal),
    )
    ranks = ranking([(document.sheet.player, total)], [()], str)
    return Verdict("dice-city-solo", (verdict,), (), ranks)


def turn_problems(document: SoloGame, goal: Challenge) -> list[Problem]:
    """More turns than the mode lasts."""
    most = goal.turns[document.mode]
    if document.turns <= most:
        return []
    said = f"turns: {document.turns} taken; the {document.mode} mode has {most}"
    return [Problem("too-many-turns", "turns", said)]


def result_of(total: int, target: int, goal: Challenge) -> dict[str, int | str]:
    """What a total means against a target: whether it wins, and the target of the next game."""
    result = outcome(total, target)
    return {"target": target, "outcome": result, "next": goal.next_target(target, won=result == "won")}


def turn_notes(document: SoloGame, goal: Challenge) -> list[Note]:
    """Turns of the mode that were not taken."""
    most = goal.turns[document.mode]
    if document.turns >= most:
        return []
    said = f"turns: {document.turns} taken of the {most} that the {document.mode} mode has"
    return [Note("turns-left", said)]


def marks(document: SoloGame, edition: Edition) -> list[tuple[str, Marks]]:
    """The score sheet, filled in, and the city."""
    return filled(document, open_box(edition), challenge(edition))


def filled(document: SoloGame, box: Box, goal: Challenge) -> list[tuple[str, Marks]]:
    """The marks of a game by what is in the box, and by what it was played for."""
    result = score(document.sheet, box)
    boxes = min(document.turns, max(goal.turns.values()))
    filled: dict[str, Mark] = {
        "name": document.sheet.player,
        "mode": document.mode,
        **{f"turns.{turn}": True for turn in range(1, boxes + 1)},
        **{line.name: line.points for line in result.lines},
        "total": result.total,
    }
    if document.target in _printed_targets(goal):
        filled[f"target.{document.target}"] = True
    return [("score", filled), ("city", city_marks(document.sheet, box))]


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score sheet and the city come to as they are filled in on paper."""
    from pnp.games import _city_solo_paper

    return _city_solo_paper.count(papers, edition)


def __getattr__(name: str) -> object:
    """`play`, the playing of the game, which is loaded when somebody plays."""
    if name != "play":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pnp.games import _city_solo_play

    return _city_solo_play
