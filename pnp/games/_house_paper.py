"""House of Dice on paper: marks become sheets again, and the rules say what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pnp.edition import Edition
from pnp.errors import Note
from pnp.games._house_rules import BONUSES, EMPTY, PLAYERS, Rules, rules_of
from pnp.games._house_sheet import LINES, Sheet
from pnp.games._paper import crosses, number, numbers, own_sheet
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.house_of_dice import Document, Seat, judge
from pnp.games.verdict import Line, Rank, Score, SheetVerdict, Verdict

BLANK = "nothing written yet"
_SCORE = {f"score.{line}": line for line in (*LINES, "total")}


def count(papers: Papers, edition: Edition) -> Counted:
    """What the play sheets come to; one on which nothing stands is missing, as in a document of fewer sheets."""
    rules = rules_of(edition)
    players = min(max(len(papers.players), PLAYERS[0]), PLAYERS[1])
    found: dict[int, Seat] = {}
    for seat, player in enumerate(papers.players):
        marks = own_sheet(papers, seat, "play")
        if any(mark is not False for id, mark in marks.items() if id != "name"):
            found[seat] = Seat(player, sheet_of(marks, players, rules), numbers(marks, _SCORE) or None)
    document = Document(players, tuple(found.values()))
    judged = judge(document, edition)
    sheets = [
        SheetVerdict(player, (), (), Score(tuple(Line(line, 0, BLANK) for line in LINES))) for player in papers.players
    ]
    own: list[dict[str, Marks]] = [{} for _ in sheets]
    for seat, verdict in zip(found, judged.sheets, strict=True):
        sheets[seat], own[seat] = verdict, {"play": _due(verdict.score)}
    for bonus, note in _circle_notes(document, papers.table.get("bonus", {})):
        claimers = [seat for seat, each in found.items() if bonus in each.sheet.bonuses]
        for seat in claimers or list(found)[:1]:
            sheets[seat] = sheets[seat]._replace(notes=(*sheets[seat].notes, note))
    last = len(found) + 1
    blank = [Rank(last, player, 0, BLANK) for seat, player in enumerate(papers.players) if seat not in found]
    whole = Verdict(judged.game, tuple(sheets), judged.problems, (*judged.ranking, *blank))
    return Counted(whole, {"bonus": _circles(document, rules)}, tuple(own))


def sheet_of(marks: Marks, players: int, rules: Rules) -> Sheet:
    """A sheet as it is drawn; one with all strokes for turns, or without any, is taken to be finished.

    >>> from pnp.edition import shipped
    >>> sheet_of({"house.c2r1": "F", "cost.1": 2, "bonuses.1": "free"}, 2, rules_of(shipped("house-of-dice")))[1:]
    (2, 24, 0, ('free',))
    """
    turns = _strokes(marks, "turns", rules)
    places = [(column, row) for row in range(1, len(rules.rows) + 1) for column in range(1, rules.columns + 1)]
    return Sheet(
        "".join(str(marks.get(f"house.c{column}r{row}", EMPTY)) for column, row in places),
        _strokes(marks, "cost", rules),
        turns if 0 < turns < rules.boxes * rules.strokes else max(turns, rules.rounds(players)),
        crosses(marks, "furniture."),
        tuple(str(marks[id]) for claim in range(1, rules.bonuses + 1) if (id := f"bonuses.{claim}") in marks),
    )


def _strokes(marks: Marks, track: str, rules: Rules) -> int:
    return sum(number(marks, f"{track}.{box}") or 0 for box in range(1, rules.boxes + 1))


def _due(score: Score) -> dict[str, Mark]:
    return {**{f"score.{line.name}": line.points for line in score.lines}, "score.total": score.total}


def _claims(document: Document) -> Counter[str]:
    return Counter(bonus for seat in document.seats for bonus in seat.sheet.bonuses)


def _circles(document: Document, rules: Rules) -> dict[str, Mark]:
    """The circles of the bonus sheet that the claims cross out."""
    claims = _claims(document)
    return {
        f"{group.name}.{bonus}.{circle}": True
        for group in rules.circle_groups
        if document.players in group.players
        for bonus in BONUSES
        for circle in range(1, min(claims[bonus], group.circles) + 1)
    }


def _circle_notes(document: Document, bonus_sheet: Marks) -> Iterator[tuple[str, Note]]:
    """Bonuses whose circles on the bonus sheet are not as many as their claims, where anybody crossed any out."""
    crossed = Counter(id.split(".")[1] for id, mark in bonus_sheet.items() if mark is True)
    claims = _claims(document)
    for bonus in BONUSES if crossed else ():
        # Whose sheet is missing may have claimed what is crossed out.
        missing = len(document.seats) < document.players and crossed[bonus] > claims[bonus]
        if crossed[bonus] != claims[bonus] and not missing:
            both = f"{claims[bonus]} claimed on play sheets, {crossed[bonus]} crossed out on the bonus sheet"
            yield bonus, Note("circles-differ", f"{bonus}: {both}; each claim crosses out one circle")
