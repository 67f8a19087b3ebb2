"""Games of Dice City as documents, alone and with others: read, judged and ranked, whether typed in or from paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pnp.errors import Problem, problem
from pnp.games.dice_city.city import City, Location, completed_rows, location_cards, parse_location
from pnp.games.dice_city.rules import ALONE, SEVERAL, Place, Rules
from pnp.games.dice_city.sheet import Item, Sheet, drawn, end_conditions, judge_sheet, overdrawn, score
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.verdict import Rank, Verdict, ranking
from pnp.strict import Table, as_whole
from pnp.words import Said, say


class Lone(NamedTuple):
    """What a lone player played: the mode, the turns taken and the target."""

    mode: str
    turns: int
    target: int


class Document(NamedTuple):
    """The sheets of a table in turn order; `stated` is false where nobody said how many played.

    On a pad `taken` has the cards that are crossed out, as if one player had them all.
    """

    players: int
    sheets: tuple[Sheet, ...]
    stated: bool = True
    taken: Sheet | None = None
    lone: Lone | None = None


def read(table: Table, rules: Rules) -> Document:
    """The sheets of a document; what can't be understood goes to the table's faults."""
    least, most = rules.players
    tables = sheets_of(table)
    stated = "players" in table or len(tables) >= least
    players = players_of(table, len(tables), least, most)
    lone = [read_lone(sheet, rules) for sheet in tables] if rules.challenge else []
    sheets = tuple(_read_sheet(sheet, number, rules) for number, sheet in enumerate(tables, 1))
    for sheet in tables:
        if sheet is not table:
            sheet.close()
    # A lone sheet may come from a table of any size, so only the largest one's piles can be held against it.
    return Document(players if stated else most, sheets, stated, lone=lone[0] if lone else None)


def read_lone(sheet: Table, rules: Rules) -> Lone:
    """How a lone player played, by the keys of a sheet."""
    goal = rules.goal
    mode = sheet.choice("mode", tuple(goal.turns), next(iter(goal.turns)))
    target = sheet.whole("target", goal.first, low=goal.first)
    if (target - goal.first) % goal.step:
        sheet.fault(say("no-target", target=target, first=goal.first, step=goal.step), "target")
    return Lone(mode, sheet.whole("turns", goal.turns[mode], low=0), target)


def _read_sheet(sheet: Table, number: int, rules: Rules) -> Sheet:
    return Sheet(
        player=player_of(sheet, number),
        tokens=sheet.whole("tokens", 0, low=0),
        ships=tuple(sheet.items("ships", lambda v: as_whole(v, 0), [], most=1000)),
        bandits=tuple(sheet.items("bandits", lambda v: as_whole(v, 0), [], most=1000)),
        city=_read_city(sheet, rules),
        written=written_of(sheet, rules.lines),
    )


def _read_city(sheet: Table, rules: Rules) -> City:
    city = sheet.table("city") or Table({}, sheet.faults)
    found: dict[Place, Location | None] = {}
    for row in rules.rows:
        spaces = city.raw(row, None)
        if isinstance(spaces, list) and len(spaces) != rules.columns:
            city.fault(say("row-length", n=len(spaces), columns=rules.columns), row)
        elif spaces is not None:
            found |= {Place(row, column): at for column, at in enumerate(city.items(row, parse_location), 1)}
    city.close()
    return {place: location for place, location in found.items() if location is not None}


def judge(document: Document, rules: Rules) -> Verdict:
    """What the rules say of a table: each city, the piles they share, the end and the ranking."""
    sheets, players, lone = document.sheets, document.players, document.lone
    notes = _end_notes(document, rules) if lone is None else [_turn_notes(lone, rules)]
    verdicts = tuple(
        judge_sheet(sheet, rules, players, _turn_problems(lone, rules), about, lone.target if lone else None)
        for sheet, about in zip(sheets, notes, strict=True)
    )
    together: Counter[Item] = Counter()
    for sheet in (*sheets, *([document.taken] if document.taken else [])):
        together += drawn(sheet, rules)
    known = {one.where for verdict in verdicts for one in verdict.problems}
    problems = [one for one in overdrawn(together, rules, players, shared=True) if one.where not in known]
    return Verdict(ALONE if lone else SEVERAL, verdicts, tuple(problems), rank(sheets, rules))


def _turn_problems(lone: Lone | None, rules: Rules) -> list[Problem]:
    """More turns than the mode lasts."""
    if lone is None or lone.turns <= (most := rules.goal.turns[lone.mode]):
        return []
    return [problem("too-many-turns", say("place.turns"), turns=lone.turns, mode=lone.mode, most=most)]


def _turn_notes(lone: Lone, rules: Rules) -> list[Said]:
    """Turns of the mode that were not taken."""
    most = rules.goal.turns[lone.mode]
    return [say("turns-left", turns=lone.turns, mode=lone.mode, most=most)] if lone.turns < most else []


def _end_notes(document: Document, rules: Rules) -> list[list[Said]]:
    """Why the game may have ended, for each sheet; what concerns the whole table is said on the first one."""
    sheets, players = document.sheets, document.players
    notes: list[list[Said]] = [[] for _ in sheets]
    if document.taken is not None:
        return notes
    ends = end_conditions(sheets, rules, players)
    if not document.stated:
        notes[0] += _too_many_for_few(sheets[0], players, rules)
    if "bandits" in ends:
        notes[0].append(say("end-condition.bandits", n=rules.empty_bandits))
    if "ships" in ends:
        notes[0].append(say("end-condition.ships", n=rules.empty_ships))
    for sheet, about in zip(sheets, notes, strict=True):
        rows = completed_rows(sheet.city, rules)
        if len(rows) >= rules.full_rows:
            about.append(say("end-condition.rows", rows=rows, player=sheet.player))
    if len(sheets) == players and not ends:
        notes[0].append(say("no-end-condition"))
    return notes


def _too_many_for_few(sheet: Sheet, assumed: int, rules: Rules) -> list[Said]:
    """A note where a lone sheet would be over a pile's size at a smaller table."""
    fewest = rules.players[0]
    over = overdrawn(drawn(sheet, rules), rules, fewest)
    piles = tuple(one.where for one in over if one.code == "too-many-cards")
    return [say("players-assumed", assumed=assumed, fewest=fewest, piles=piles)] if piles else []


def rank(sheets: Sequence[Sheet], rules: Rules) -> tuple[Rank, ...]:
    """The players from first to last; their order decides what nothing else does."""
    # Cards are compared only where everybody's city is there to be counted.
    counted = all(sheet.has_city or not sheet.on_paper for sheet in sheets)
    rows, keys = [], []
    for number, sheet in enumerate(sheets):
        steps = {
            "location-cards": location_cards(sheet.city, rules) if counted else 0,
            "ships-and-bandits": sheet.taken_vp,
            "turn-order": -number,
        }
        rows.append((sheet.player, score(sheet, rules).total))
        keys.append(tuple(steps[step] for step in rules.tiebreaks))
    return ranking(rows, keys, lambda step: say("why.tiebreak", tiebreak=rules.tiebreaks[step]))
