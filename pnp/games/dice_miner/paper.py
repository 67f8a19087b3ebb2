"""The score pad of Dice Miner: the dice are not on it, so its numbers are taken as written and added up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

from pnp.errors import Problem
from pnp.games.codec import Choice, Codec, Columns, Marks, Number, Numbers, Text
from pnp.games.dice_miner.dice import Trove
from pnp.games.dice_miner.dice import numbers as shown_numbers
from pnp.games.dice_miner.document import parse_hero, verdict_of
from pnp.games.dice_miner.problems import taken_heroes
from pnp.games.dice_miner.rules import PLAYERS, Rules
from pnp.games.dice_miner.sheet import (
    LINES,
    Document,
    Result,
    Scored,
    Sheet,
    Tie,
    added,
    gems,
    leader,
    next_starters,
    result_of,
    settled,
    tunnel_line,
)
from pnp.games.game import Counted, Papers
from pnp.games.paper import as_written, impossible, outside
from pnp.games.verdict import SheetVerdict, Verdict, compare
from pnp.words import Said, say


def hero_name(hero: str) -> str:
    """A hero as it is written on the pad."""
    return hero.replace("-", " ").title()


@lru_cache(maxsize=32)
def pad_of(rules: Rules) -> Codec:
    """The score pad: a column for each seat, and who starts each round."""
    rounds = range(1, rules.rounds + 1)
    ids = [f"r{n}.{line}" for n in rounds for line in (*LINES, "total")]
    ids += [f"r{n}.running" for n in rounds[1:-1]]
    seats = tuple(str(seat) for seat in range(1, PLAYERS[1] + 1))
    column = Codec(
        name=Text("name"),
        hero=Text("hero"),
        rounds=Numbers(ids),
        tiebreak=Number("tiebreak"),
        total=Number("total"),
    )
    starts = Codec(None, **{f"r{n}": Choice(f"r{n}", seats) for n in rounds})
    return Codec(players=Columns([f"p{seat}" for seat in seats], column), starts=Columns(["start"], starts))


def sheets(rules: Rules) -> dict[str, Codec]:
    """The codec of each sheet; the summary has nothing to fill in."""
    return {"score": pad_of(rules), "summary": Codec()}


def marks(document: Document, rules: Rules) -> list[tuple[str, Marks]]:
    """The score pad of the table, filled in."""
    return [("score", pad_of(rules).marks(filled_in(document, result_of(document, rules), rules)))]


def filled_in(document: Document, result: Result, rules: Rules) -> dict[str, Any]:
    """What stands on the pad of a table whose rounds are scored."""
    seats = zip(document.sheets, result.scored, result.ties, strict=True)
    return {
        "players": [_column(sheet, rows, tie, rules) for sheet, rows, tie in seats],
        "starts": [_starts(document, result.scored, rules)],
    }


def _column(sheet: Sheet, rows: Sequence[Scored], tie: Tie, rules: Rules) -> dict[str, Any]:
    points: dict[str, int] = {}
    for number, row in enumerate(rows, 1):
        points |= {f"r{number}.{line.name}": line.points for line in row.lines}
        points[f"r{number}.total"] = row.total
        if 1 < number < rules.rounds:
            points[f"r{number}.running"] = sum(earlier.total for earlier in rows[:number])
    return {
        "name": sheet.player,
        "hero": hero_name(sheet.hero),
        "rounds": points,
        "tiebreak": tie.points[-1] if tie.points else None,
        "total": sum(row.total for row in rows) if rows else None,
    }


def _starts(document: Document, scored: Sequence[Sequence[Scored]], rules: Rules) -> dict[str, str]:
    """The seat that starts each later round, as far as no chance decides."""
    found: dict[str, str] = {}
    for number in range(1, min(document.rounds, rules.rounds - 1) + 1):
        starters = next_starters([sum(row.total for row in rows[:number]) for rows in scored])
        if document.has_all(number) and len(starters) == 1:
            found[f"r{number + 1}"] = str(starters[0] + 1)
    return found


def count(papers: Papers, rules: Rules) -> Counted:
    """What the score pad comes to, round by round as far as it is filled in."""
    if not papers.players:
        return Counted(Verdict(rules.edition.game, ()), {}, ())
    codec = pad_of(rules)
    columns = codec.value(papers.table.get("score", {}))["players"]
    # More people than the pad has columns for are only counted.
    pad = [*columns, *codec.empty["players"] * len(papers.players)][: len(papers.players)]
    sheets = tuple(_sheet(player, column, rules) for player, column in zip(papers.players, pad, strict=True))
    document = Document(min(max(len(sheets), PLAYERS[0]), PLAYERS[1]), sheets)
    scored = [_rows(column, len(sheet.rounds)) for sheet, column in zip(sheets, pad, strict=True)]
    result = settled(document, scored, rules, lambda group, _: [pad[index]["tiebreak"] for index in group])
    verdict = verdict_of(document, result, taken_heroes(document, rules), rules)
    judged = tuple(_judged(seat, one, pad, scored[seat], rules) for seat, one in enumerate(verdict.sheets))
    due = codec.marks(filled_in(document, result, rules))
    due = {id: mark for id, mark in due.items() if id.startswith("start.") or id.endswith((".total", ".running"))}
    return Counted(verdict._replace(sheets=judged), {"score": due}, tuple({} for _ in sheets))


def _judged(
    seat: int, sheet: SheetVerdict, pad: Sequence[Mapping[str, Any]], rows: Sequence[Scored], rules: Rules
) -> SheetVerdict:
    """A sheet with what its column can't say; whose hero is not named has counted its faces all the same."""
    more = (*_impossible(pad[seat]["rounds"], rules), *_not_doubled(seat, pad, rules), *_so_far(pad[seat], rows))
    notes = tuple(note for note in sheet.notes if note.code != "no-hero")
    return sheet._replace(problems=(*sheet.problems, *more), notes=notes)


def _sheet(player: str, column: Mapping[str, Any], rules: Rules) -> Sheet:
    """A player's column; nobody knows the troves, only how many there were."""
    points = column["rounds"]
    begun = {int(id.partition(".")[0][1:]) for id in points}
    rounds = range(1, max(begun, default=0) + 1)
    written: dict[str, object] = {
        "rounds": [{"total": points[f"r{n}.total"]} if f"r{n}.total" in points else {} for n in rounds]
    }
    if column["total"] is not None:
        written["total"] = column["total"]
    again = (Trove(),) if column["tiebreak"] is not None and len(rounds) == rules.rounds else ()
    return Sheet(player, _hero(column["hero"], rules), (Trove(),) * len(rounds), again, written)


def _hero(name: str, rules: Rules) -> str:
    """The hero of a column, none where the name is not one."""
    try:
        return parse_hero(name, rules)
    except ValueError:
        return ""


def _rows(column: Mapping[str, Any], rounds: int) -> list[Scored]:
    found = []
    for each in range(1, rounds + 1):
        tunnel, treasure, hazard = (as_written(line, column["rounds"].get(f"r{each}.{line}")) for line in LINES)
        found.append(Scored((tunnel, treasure, hazard)))
    return found


def _so_far(column: Mapping[str, Any], rows: Sequence[Scored]) -> Iterator[Problem]:
    """Running totals that were not added up right."""
    for number in range(1, len(rows) + 1):
        written, totals = column["rounds"].get(f"r{number}.running"), [row.total for row in rows[:number]]
        if written is not None:
            yield from compare(_at("so-far", number), written, sum(totals), added(totals))


def _at(line: str, number: int | str) -> Said:
    return say("place.round", line=line, round=number)


@lru_cache(maxsize=32)
def limits(rules: Rules) -> dict[str, tuple[int, int]]:
    """The fewest and most points that all the dice of the box and a hero's card could give in each line.

    >>> from pnp.edition import shipped
    >>> from pnp.games.dice_miner.rules import rules_of
    >>> limits(rules_of(shipped("dice-miner")))
    {'tunnel': (0, 80), 'treasure': (0, 50), 'hazard': (-40, 320)}
    """
    dice, heroes = rules.dice, rules.heroes.values()
    run = [face for face in dice.faces["tunnel"] if not face.symbol and face.number >= rules.start]
    best = Trove(tunnel=tuple(islice(cycle(sorted(run)), dice.counts["tunnel"])))
    tunnel = tunnel_line(best, rules).points + max((sum(shown_numbers(hero.tunnel)) for hero in heroes), default=0)
    gem = max(shown_numbers(dice.faces["treasure"]), default=0)
    treasure = gem * dice.counts["treasure"] + max(map(gems, heroes), default=0)
    hazards = dice.counts["hazard"] * max((face.number for face in dice.faces["hazard"]), default=0)
    tools = dice.counts["tool"] + max((len(hero.tool) for hero in heroes), default=0)
    return {
        "tunnel": (0, tunnel),
        "treasure": (0, treasure * rules.double),
        "hazard": (min(0, hazards * rules.hazard_points), hazards * tools),
    }


def _impossible(points: Mapping[str, int], rules: Rules) -> Iterator[Problem]:
    """Numbers that no trove can give."""
    between = limits(rules)
    for id, written in points.items():
        when, _, line = id.partition(".")
        if line in between:
            yield from outside(_at(line, when.removeprefix("r")), written, *between[line])


def _not_doubled(seat: int, pad: Sequence[Mapping[str, Any]], rules: Rules) -> Iterator[Problem]:
    """Rounds in which a player leads alone in treasure with points that no doubled gems can be."""
    for number in range(1, rules.rounds + 1):
        points = [column["rounds"].get(f"r{number}.treasure") for column in pad]
        written = [value for value in points if value is not None]
        complete = len(written) == len(points) >= PLAYERS[0]
        if rules.double < 2 or not complete or leader(written, rules.double_from) != seat:
            continue
        shown, rest = divmod(written[seat], rules.double)
        others = written[:seat] + written[seat + 1 :]
        if rest or leader([*written[:seat], shown, *written[seat + 1 :]], rules.double_from) != seat:
            allowed = say("possible.doubled", most=max(others), times=rules.double)
            yield impossible(_at("treasure", number), written[seat], allowed)
