"""The score pad of Dice Miner: the dice are not on it, so its numbers are taken as written and added up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._mine import counted
from pnp.games._mine import numbers as shown_numbers
from pnp.games._mine_score import Rules, Scored, Trove, gems, leader, rules_of, tunnel_line
from pnp.games._mine_table import Document, Sheet, Tie, taken_heroes
from pnp.games._paper import as_written, columns, differing, impossible, number, outside
from pnp.games.dice_miner import LINES, PLAYERS, column, parse_hero, starts, verdict_of
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.verdict import Line, SheetVerdict, Verdict


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad comes to, round by round as far as it is filled in."""
    if not papers.players:
        return Counted(Verdict(edition.game, ()), {}, ())
    rules = rules_of(edition)
    pad = columns(papers, "score")
    sheets = tuple(_sheet(player, marks, rules) for player, marks in zip(papers.players, pad, strict=True))
    document = Document(min(max(len(sheets), PLAYERS[0]), PLAYERS[1]), sheets)
    scored = [_rows(marks, len(sheet.rounds)) for sheet, marks in zip(sheets, pad, strict=True)]
    ties = _ties(document, [sum(row.total for row in rows) for rows in scored], pad, rules)
    verdict = verdict_of(document, scored, ties, taken_heroes(document, rules), edition)
    between = limits(rules)
    more = [
        (*_impossible(marks, between), *_not_doubled(seat, pad, rules), *_so_far(marks, scored[seat], rules))
        for seat, marks in enumerate(pad)
    ]
    judged = tuple(
        each._replace(problems=(*each.problems, *found), notes=tuple(_notes(each)))
        for each, found in zip(verdict.sheets, more, strict=True)
    )
    due: dict[str, Mark] = starts(document, scored, rules)
    for seat, (sheet, rows) in enumerate(zip(sheets, scored, strict=True), 1):
        filled = column(sheet, rows, Tie(), f"p{seat}", rules.rounds)
        due |= {id: mark for id, mark in filled.items() if id.endswith((".total", ".running"))}
    return Counted(verdict._replace(sheets=judged), {"score": due}, tuple({} for _ in sheets))


def _notes(sheet: SheetVerdict) -> Iterator[Note]:
    """What a reader should know; whose hero is not named has counted its faces all the same."""
    yield from (note for note in sheet.notes if note.code != "no-hero")


def _sheet(player: str, marks: Marks, rules: Rules) -> Sheet:
    """A player's column; nobody knows the troves, only how many there were."""
    begun = {number for number in range(1, rules.rounds + 1) if any(id.startswith(f"r{number}.") for id in marks)}
    rounds = range(1, max(begun, default=0) + 1)
    totals = [number(marks, f"r{each}.total") for each in rounds]
    written: dict[str, object] = {"rounds": [{} if total is None else {"total": total} for total in totals]}
    if "total" in marks:
        written["total"] = number(marks, "total")
    again = (Trove(),) if "tiebreak" in marks and len(rounds) == rules.rounds else ()
    return Sheet(player, _hero(marks, rules), (Trove(),) * len(rounds), again, written)


def _hero(marks: Marks, rules: Rules) -> str:
    """The hero of a column, none where the name is not one."""
    try:
        return parse_hero(marks.get("hero", ""), rules)
    except ValueError:
        return ""


def _rows(marks: Marks, rounds: int) -> list[Scored]:
    found = []
    for each in range(1, rounds + 1):
        tunnel, treasure, hazard = (as_written(line, number(marks, f"r{each}.{line}")) for line in LINES)
        found.append(Scored((tunnel, treasure, hazard)))
    return found


def _ties(document: Document, totals: Sequence[int], pad: Sequence[Marks], rules: Rules) -> list[Tie]:
    """Who is tied at the end, and how the one tiebreak that has a box on the pad settled it."""
    finished = all(len(sheet.rounds) == rules.rounds for sheet in document.sheets)
    points = [number(marks, "tiebreak") for marks in pad]
    found = []
    for index, total in enumerate(totals):
        tied = [other for other, each in enumerate(totals) if finished and each == total]
        rivals = [tuple(document.sheets[other].player for other in tied if other != index)]
        mine, rolled = points[index], all(points[other] is not None for other in tied)
        if len(tied) < 2:
            found.append(Tie())
        elif mine is None or not rolled:
            found.append(Tie((), tuple(rivals)))
        else:
            still = [other for other in tied if other != index and points[other] == mine]
            rivals += [tuple(document.sheets[other].player for other in still)] if still else []
            found.append(Tie((mine,), tuple(rivals)))
    return found


def _so_far(marks: Marks, rows: Sequence[Scored], rules: Rules) -> list[Problem]:
    """Running totals that were not added up right."""
    found: list[Problem] = []
    for each in range(1, rules.rounds + 1):
        written, totals = number(marks, f"r{each}.running"), [row.total for row in rows[:each]]
        if written is not None:
            where = f"so far round {each}"
            found += differing({where: written}, [Line(where, sum(totals), " + ".join(map(str, totals)))])
    return found


def limits(rules: Rules) -> dict[str, tuple[int, int]]:
    """The fewest and most points that all the dice of the box and a hero's card could give in each line.

    >>> from pnp.edition import shipped
    >>> limits(rules_of(shipped("dice-miner")))
    {'tunnel': (0, 80), 'treasure': (0, 50), 'hazard': (-40, 320)}
    """
    dice, heroes = rules.dice, rules.heroes.values()
    run = [face for face in dice.faces["tunnel"] if not face.symbol and face.count >= rules.start]
    best = Trove(tunnel=tuple(islice(cycle(sorted(run)), dice.counts["tunnel"])))
    tunnel = tunnel_line(best, rules).points + max((sum(shown_numbers(hero.tunnel)) for hero in heroes), default=0)
    gem = max(shown_numbers(dice.faces["treasure"]), default=0)
    treasure = gem * dice.counts["treasure"] + max(map(gems, heroes), default=0)
    symbols = dice.counts["hazard"] * max((face.count for face in dice.faces["hazard"]), default=0)
    tools = dice.counts["tool"] + max((len(hero.tool) for hero in heroes), default=0)
    return {
        "tunnel": (0, tunnel),
        "treasure": (0, treasure * rules.double),
        "hazard": (min(0, symbols * rules.hazard_points), symbols * tools),
    }


def _impossible(marks: Marks, between: Mapping[str, tuple[int, int]]) -> Iterator[Problem]:
    """Numbers that no trove can give."""
    for id in marks:
        when, _, line = id.partition(".")
        if line in between:
            yield from outside(f"{line} round {when.removeprefix('r')}", number(marks, id), *between[line])


def _not_doubled(seat: int, pad: Sequence[Marks], rules: Rules) -> Iterator[Problem]:
    """Rounds in which a player leads alone in treasure with points that no doubled gems can be."""
    for each in range(1, rules.rounds + 1):
        points = [number(marks, f"r{each}.treasure") for marks in pad]
        written = [value for value in points if value is not None]
        complete = len(written) == len(points) >= PLAYERS[0]
        if rules.double < 2 or not complete or leader(written, rules.double_from) != seat:
            continue
        shown, rest = divmod(written[seat], rules.double)
        if rest or leader([*written[:seat], shown, *written[seat + 1 :]], rules.double_from) != seat:
            most = max(written[:seat] + written[seat + 1 :])
            rule = f"whoever alone has the most gems counts them times {rules.double}"
            allowed = f"another has {counted(most, 'point')}, and {rule}"
            yield impossible(f"treasure round {each}", written[seat], allowed)
