"""Dice Miner for two to four: the troves after each round, their scores, and who wins.

A tie at the end is settled by `[[sheets.tiebreak]]`, one table written like a round for each time that the
tied players rolled their troves again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._mine import TYPES, cells, counted, face_text, listed, read_dice, rolled_faces
from pnp.games._mine_score import (
    Rules,
    Scored,
    Trove,
    chests,
    gems,
    leader,
    next_starters,
    rules_of,
    score_phase,
)
from pnp.games._mine_table import (
    Document,
    Sheet,
    Tie,
    score_rounds,
    settle,
    shrunk,
    table_problems,
    wrong_dice,
    wrong_tiebreaks,
)
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, FieldRule, Mark, Marks, Papers
from pnp.games.verdict import Line, Picture, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_choice, as_text

__all__ = [
    "Document",
    "Sheet",
    "Trove",
    "chests",
    "count",
    "fields",
    "gems",
    "judge",
    "leader",
    "marks",
    "next_starters",
    "read",
    "rolled_faces",
    "rules_of",
    "score_phase",
]

TITLE = "Dice Miner"
PLAYERS = (2, 4)
LINES = ("tunnel", "treasure", "hazard")
MOST_TIEBREAKS = 50


def fields(edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
    """The score pad with a column for each seat, and the summary, on which nothing is written."""
    rounds = range(1, rules_of(edition).rounds + 1)
    seats = tuple(str(seat) for seat in range(1, PLAYERS[1] + 1))
    pad: dict[str, FieldRule] = {}
    for seat in seats:
        pad |= {f"p{seat}.{name}": FieldRule("text") for name in ("name", "hero")}
        pad |= {f"p{seat}.r{n}.{line}": FieldRule("number") for n in rounds for line in (*LINES, "total")}
        pad |= {f"p{seat}.r{n}.running": FieldRule("number") for n in rounds[1:-1]}
        pad |= {f"p{seat}.{name}": FieldRule("number") for name in ("tiebreak", "total")}
    pad |= {f"start.r{n}": FieldRule("choice", seats) for n in rounds}
    return {"score": pad, "summary": {}}


def read(table: Table, edition: Edition) -> Document:
    """A table of miners from its document."""
    rules = rules_of(edition)
    sheets = []
    tables = sheets_of(table)
    for number, sheet in enumerate(tables, 1):
        sheets.append(_read_sheet(sheet, number, rules))
        if sheet is not table:
            sheet.close()
    return Document(players_of(table, len(tables), *PLAYERS), tuple(sheets))


def _read_sheet(sheet: Table, number: int, rules: Rules) -> Sheet:
    player = player_of(sheet, number)
    hero = sheet.item(sheet.raw("hero", ""), "", lambda value: parse_hero(value, rules), "hero")
    rounds = _read_troves(sheet, "rounds", rules.rounds)
    tiebreak = _read_troves(sheet, "tiebreak", MOST_TIEBREAKS)
    done = counted(len(rounds), "round")
    if tiebreak and len(rounds) != rules.rounds:
        sheet.fault(f"a tiebreak after {done}; it follows round {rules.rounds}", "tiebreak")
    written = written_of(sheet, LINES, LINES)
    sums = len(written.get("rounds", ())) if isinstance(written, Mapping) else 0
    if sums > len(rounds):
        sheet.fault(f"{counted(sums, 'round')} of sums; there are dice for {done}", "written", "rounds")
    return Sheet(player, hero, rounds, tiebreak, written)


def parse_hero(value: Any, rules: Rules) -> str:
    """A hero as somebody wrote it; ValueError for one that is not there."""
    if value == "":
        return ""
    return as_choice("-".join(as_text(value).lower().replace("-", " ").split()), list(rules.heroes))


def _read_troves(sheet: Table, key: str, most: int) -> tuple[Trove, ...]:
    tables = sheet.tables(key)
    if len(tables) > most:
        hint = ", and a tiebreak stands in [[sheets.tiebreak]]" if key == "rounds" else ""
        sheet.fault(f"{len(tables)} troves; at most {most} are allowed{hint}", key)
    troves = []
    for table in tables[:most]:
        troves.append(Trove(**{kind: read_dice(table, kind) for kind in TYPES}))
        table.close()
    return tuple(troves)


def judge(document: Document, edition: Edition) -> Verdict:
    """What the rules say of a table: dice that can't lie there, the score of every round, the ranking."""
    rules = rules_of(edition)
    scored = score_rounds(document, rules)
    totals = [sum(row.total for row in rows) for rows in scored]
    ties = settle(document, totals, rules)
    return verdict_of(document, scored, ties, table_problems(document, rules), edition)


def verdict_of(
    document: Document,
    scored: Sequence[Sequence[Scored]],
    ties: Sequence[Tie],
    problems: Iterable[Problem],
    edition: Edition,
) -> Verdict:
    """What the rules say of a table whose rounds are scored and whose ties are settled as far as they can be."""
    rules = rules_of(edition)
    totals = [sum(row.total for row in rows) for rows in scored]
    starters = _starters(document, totals, rules)
    sheets = []
    for index, sheet in enumerate(document.sheets):
        rows, tie = scored[index], ties[index]
        found = (*_problems(sheet, document, tie, rules), *_wrong_sums(sheet.written, rows))
        notes = (*_notes(sheet, document, rows, tie), *starters.get(index, ()))
        sheets.append(SheetVerdict(sheet.player, found, notes, _score(rows, tie), _picture(sheet, rules)))
    longest = max(len(tie.points) for tie in ties)
    places = ranking(
        [(sheet.player, total) for sheet, total in zip(document.sheets, totals, strict=True)],
        [(*tie.points, *[0] * (longest - len(tie.points))) for tie in ties],
        lambda index: f"tiebreak {index + 1}",
    )
    return Verdict(edition.game, tuple(sheets), tuple(problems), places)


def _problems(sheet: Sheet, document: Document, tie: Tie, rules: Rules) -> Iterator[Problem]:
    yield from wrong_dice(sheet, rules)
    yield from shrunk(sheet, rules)
    yield from wrong_tiebreaks(sheet, tie, document.complete)


def _score(scored: Sequence[Scored], tie: Tie, doubled: Sequence[int] = ()) -> Score:
    """The rounds and their sums; in the rounds that are named the player is taken to double."""
    rounds = tuple((row.doubled() if n in doubled else row).lines for n, row in enumerate(scored))
    sums = []
    for place, name in enumerate(LINES):
        points = [lines[place].points for lines in rounds]
        sums.append(Line(name, sum(points), " + ".join(map(str, points)) or "no rounds"))
    facts = {f"tiebreak-{number}": points for number, points in enumerate(tie.points, 1)}
    return Score(tuple(sums), rounds, facts)


def _wrong_sums(written: int | Mapping[str, Any] | None, scored: Sequence[Scored]) -> list[Problem]:
    """What was written wrongly, whichever way the doubts about doubling turn out."""
    doubtful = [number for number, row in enumerate(scored) if row.doubt]
    choices = (each for count in range(len(doubtful) + 1) for each in combinations(doubtful, count))
    return min((wrong_sums(written, _score(scored, Tie(), each)) for each in choices), key=len)


def _notes(sheet: Sheet, document: Document, scored: Sequence[Scored], tie: Tie) -> Iterator[Note]:
    if not sheet.hero:
        yield Note("no-hero", "no hero is named; a hero's faces would count in every round")
    if len(sheet.rounds) < document.rounds:
        here = counted(len(sheet.rounds), "round")
        yield Note("rounds-missing", f"{here} on this sheet; another one has {document.rounds}")
    for number, row in enumerate(scored, 1):
        if row.doubt:
            rest = f"{row.doubt} more points if nobody else has as many gems"
            yield Note("most-gems-unknown", f"treasure round {number}: not every sheet is here; {rest}")
    for number, (before, after) in enumerate(pairwise(sheet.rounds), 2):
        if sum(len(after.dice(kind)) for kind in TYPES) < sum(len(before.dice(kind)) for kind in TYPES):
            continue
        for kind in TYPES:
            gone = len(before.dice(kind)) - len(after.dice(kind))
            if gone > 0:
                less = f"{counted(gone, 'die')} fewer than a round before"
                yield Note("shared-beer", f"round {number}, {kind}: {less}; only shared beer explains that")
    if len(tie.rivals) > len(tie.points):
        rest = f"tiebreak {len(tie.rivals)} is due, in which all of them roll their troves again"
        yield Note("tiebreak-due", f"tied with {listed(tie.rivals[-1])}; {rest}")


def _starters(document: Document, totals: Sequence[int], rules: Rules) -> dict[int, list[Note]]:
    """A note for each player who may start the coming round, where one is coming and all sheets are here."""
    done = document.rounds
    if not 0 < done < rules.rounds or not document.has_all(done):
        return {}
    starters = next_starters(totals)
    names = listed([document.sheets[index].player for index in starters], "or")
    reason = "the fewest points so far" if len(starters) == 1 else "equally few points, so chance decides"
    note = Note("starts-next", f"round {done + 1} is started by {names}: {reason}")
    return {index: [note] for index in starters}


def _picture(sheet: Sheet, rules: Rules) -> Picture:
    rows = tuple(
        (f"{place} {kind}", cells(trove.dice(kind), rules.dice.faces[kind]))
        for place, trove in sheet.troves()
        for kind in TYPES
        if trove.dice(kind)
    )
    hero = rules.heroes.get(sheet.hero)
    faces = [f"{kind} {face_text(face)}" for kind in TYPES for face in hero.dice(kind)] if hero else []
    return Picture(rows, below=(f"{sheet.hero}: {', '.join(faces)}",) if hero else ())


def marks(document: Document, edition: Edition) -> list[tuple[str, Marks]]:
    """The score pad of the table, filled in."""
    rules = rules_of(edition)
    scored = score_rounds(document, rules)
    ties = settle(document, [sum(row.total for row in rows) for rows in scored], rules)
    pad: dict[str, Mark] = {}
    for seat, (sheet, rows, tie) in enumerate(zip(document.sheets, scored, ties, strict=True), 1):
        pad |= column(sheet, rows, tie, f"p{seat}", rules.rounds)
    return [("score", {**pad, **starts(document, scored, rules)})]


def starts(document: Document, scored: Sequence[Sequence[Scored]], rules: Rules) -> dict[str, Mark]:
    """The seat that starts each later round, as far as no chance decides."""
    found: dict[str, Mark] = {}
    for number in range(1, min(document.rounds, rules.rounds - 1) + 1):
        starters = next_starters([sum(row.total for row in rows[:number]) for rows in scored])
        if document.has_all(number) and len(starters) == 1:
            found[f"start.r{number + 1}"] = str(starters[0] + 1)
    return found


def column(sheet: Sheet, rows: Sequence[Scored], tie: Tie, seat: str, rounds: int) -> dict[str, Mark]:
    """What stands in a player's column of the score pad."""
    found: dict[str, Mark] = {f"{seat}.name": sheet.player}
    if sheet.hero:
        found[f"{seat}.hero"] = sheet.hero.replace("-", " ").title()
    for number, row in enumerate(rows, 1):
        found |= {f"{seat}.r{number}.{line.name}": line.points for line in row.lines}
        found[f"{seat}.r{number}.total"] = row.total
        if 1 < number < rounds:
            found[f"{seat}.r{number}.running"] = sum(earlier.total for earlier in rows[:number])
    if tie.points:
        found[f"{seat}.tiebreak"] = tie.points[-1]
    if rows:
        found[f"{seat}.total"] = sum(row.total for row in rows)
    return found


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad of a table comes to as it is filled in on paper."""
    from pnp.games import _mine_paper

    return _mine_paper.count(papers, edition)


def __getattr__(name: str) -> Any:
    """The playing of the game, loaded when somebody plays."""
    if name == "play":
        from pnp.games import _mine_play

        return _mine_play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
