"""Documents of a table of miners: reading them, and what the rules say of them.

A tie at the end is settled by `[[sheets.tiebreak]]`, one table written like a round for each time that the
tied players rolled their troves again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

from pnp.errors import Problem
from pnp.games.dice_miner.dice import TYPES, Trove, cells, die_said, read_dice
from pnp.games.dice_miner.problems import place, sheet_problems, table_problems
from pnp.games.dice_miner.rules import MOST_TIEBREAKS, PLAYERS, Rules
from pnp.games.dice_miner.sheet import LINES, Document, Result, Scored, Sheet, Tie, next_starters, result_of, score
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.verdict import Picture, SheetVerdict, Verdict, wrong_sums
from pnp.strict import Table, as_choice, as_text
from pnp.words import Said, say


def read(table: Table, rules: Rules) -> Document:
    """A table of miners from its document."""
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
    if tiebreak and len(rounds) != rules.rounds:
        sheet.fault(say("early-tiebreak", n=len(rounds), rounds=rules.rounds), "tiebreak")
    written = written_of(sheet, LINES, LINES)
    sums = len(written.get("rounds", ())) if isinstance(written, Mapping) else 0
    if sums > len(rounds):
        sheet.fault(say("too-many-sums", sums=sums, n=len(rounds)), "written", "rounds")
    return Sheet(player, hero, rounds, tiebreak, written)


def parse_hero(value: Any, rules: Rules) -> str:
    """A hero as somebody wrote it; ValueError for one that is not there."""
    if value == "":
        return ""
    return as_choice("-".join(as_text(value).lower().replace("-", " ").split()), list(rules.heroes))


def _read_troves(sheet: Table, key: str, most: int) -> tuple[Trove, ...]:
    tables = sheet.tables(key)
    if len(tables) > most:
        many = say("too-many-troves.rounds", n=len(tables), most=most)
        sheet.fault(many if key == "rounds" else say("too-many-troves", n=len(tables), most=most), key)
    troves = []
    for table in tables[:most]:
        troves.append(Trove(*(read_dice(table, kind) for kind in TYPES)))
        table.close()
    return tuple(troves)


def written_down(document: Document, game: str) -> dict[str, Any]:
    """The document as its reader takes it, without what anybody wrote."""
    sheets: list[dict[str, Any]] = []
    for sheet in document.sheets:
        rows = {"rounds": sheet.rounds, "tiebreak": sheet.tiebreak}
        named: dict[str, Any] = {"player": sheet.player} | ({"hero": sheet.hero} if sheet.hero else {})
        sheets.append(
            named | {key: [trove.as_document() for trove in troves] for key, troves in rows.items() if troves}
        )
    return {"game": game, "players": document.players, "sheets": sheets}


def judge(document: Document, rules: Rules) -> Verdict:
    """What the rules say of a table: dice that can't lie there, the score of every round, the ranking."""
    return verdict_of(document, result_of(document, rules), table_problems(document, rules), rules)


def verdict_of(document: Document, result: Result, problems: Iterable[Problem], rules: Rules) -> Verdict:
    """What the rules say of a table whose rounds are scored and whose ties are settled as far as they can be."""
    starters = _starters(document, result.totals, rules)
    sheets = []
    for index, (sheet, points) in enumerate(zip(document.sheets, result.scores(), strict=True)):
        rows, tie = result.scored[index], result.ties[index]
        found = (*sheet_problems(sheet, tie, document.complete, rules), *_wrong_sums(sheet.written, rows))
        notes = (*_notes(sheet, document, rows, tie), *starters.get(index, ()))
        sheets.append(SheetVerdict(sheet.player, found, notes, points, picture(sheet, rules)))
    places = result.ranking([sheet.player for sheet in document.sheets])
    return Verdict(rules.edition.game, tuple(sheets), tuple(problems), places)


def _wrong_sums(written: int | Mapping[str, Any] | None, scored: Sequence[Scored]) -> list[Problem]:
    """What was written wrongly, whichever way the doubts about doubling turn out."""
    doubtful = [number for number, row in enumerate(scored) if row.doubt]
    choices = (each for count in range(len(doubtful) + 1) for each in combinations(doubtful, count))
    return min((wrong_sums(written, score(scored, Tie(), each)) for each in choices), key=len)


def _notes(sheet: Sheet, document: Document, scored: Sequence[Scored], tie: Tie) -> Iterator[Said]:
    if not sheet.hero:
        yield say("no-hero")
    if len(sheet.rounds) < document.rounds:
        yield say("rounds-missing", n=len(sheet.rounds), most=document.rounds)
    for number, row in enumerate(scored, 1):
        if row.doubt:
            yield say("most-gems-unknown", round=number, more=row.doubt)
    for number, (before, after) in enumerate(pairwise(sheet.rounds), 2):
        if after.size >= before.size:
            for kind, old, new in zip(TYPES, before, after, strict=True):
                if len(new) < len(old):
                    yield say("shared-beer", round=number, kind=kind, n=len(old) - len(new))
    if len(tie.rivals) > len(tie.points):
        yield say("tiebreak-due", who=tie.rivals[-1], n=len(tie.rivals))


def _starters(document: Document, totals: Sequence[int], rules: Rules) -> dict[int, list[Said]]:
    """A note for each player who may start the coming round, where one is coming and all sheets are here."""
    done = document.rounds
    if not 0 < done < rules.rounds or not document.has_all(done):
        return {}
    starters = next_starters(totals)
    names = tuple(document.sheets[index].player for index in starters)
    note = say("starts-next", round=done + 1, who=names, alone=len(names) == 1)
    return {index: [note] for index in starters}


def picture(sheet: Sheet, rules: Rules) -> Picture:
    """The dice of every trove, and the faces on the hero's card."""
    lines = tuple(
        (place(rows, number, kind), cells(dice, rules.dice.faces[kind]))
        for rows, number, trove in sheet.troves()
        for kind, dice in trove.by_type()
    )
    return Picture(
        lines, below=(say("hero-card", hero=sheet.hero, faces=card(sheet.hero, rules)),) if sheet.hero else ()
    )


def card(hero: str, rules: Rules) -> tuple[Said, ...]:
    """The faces on a hero's card."""
    return tuple(die_said(kind, face) for kind, dice in rules.heroes[hero].by_type() for face in dice)
