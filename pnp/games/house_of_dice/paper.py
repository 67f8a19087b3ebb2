"""The sheets on paper: the play sheets as the layout has them, the bonus sheet, and what filled-in ones come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from pnp.games.codec import Codec, Flags, Mark, Marks
from pnp.games.game import Counted, Papers
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.judge import judge
from pnp.games.house_of_dice.parts import BONUSES, PLAYERS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import LINES, Sheet, sheet_of, values_of
from pnp.games.paper import own_sheet
from pnp.games.rules.paper import marks_of_follows, marks_of_values, read_paper
from pnp.games.verdict import Line, Rank, Score, SheetVerdict
from pnp.words import Said, say


@lru_cache(maxsize=64)
def bonus_codec(rules: Rules) -> Codec:
    """The codec of the bonus sheet, which the table shares."""
    circles = {
        f"{group.name}.{bonus}.{circle}": (group.name, bonus, circle)
        for group in rules.circle_groups
        for bonus in BONUSES
        for circle in range(1, group.circles + 1)
    }
    return Codec(circles=Flags(circles))


def play_marks(sheet: Sheet, player: str, scored: Score | None, rules: Rules) -> dict[str, Mark]:
    """A play sheet filled in; the score stands on it once it is known."""
    name: dict[str, Mark] = {"name": player} if player else {}
    return name | marks_of_values(rules.declaration, values_of(sheet, rules)) | score_marks(scored, rules)


def score_marks(scored: Score | None, rules: Rules) -> dict[str, Mark]:
    """A score as it stands on a play sheet."""
    if scored is None:
        return {}
    lines = {line.name: line.points for line in scored.lines}
    return marks_of_follows(rules.declaration, {**lines, "total": scored.total})


def bonus_marks(claims: Mapping[str, int], players: int, rules: Rules) -> dict[str, Mark]:
    """The bonus sheet with the circles crossed out that were claimed, in the column for so many players."""
    group = next(group for group in rules.circle_groups if players in group.players)
    crossed = {
        (group.name, bonus, circle)
        for bonus in BONUSES
        for circle in range(1, min(claims.get(bonus, 0), group.circles) + 1)
    }
    return bonus_codec(rules).marks({"circles": crossed})


def claims_of(sheets: Iterable[Sheet]) -> Counter[str]:
    """How often each bonus is claimed on some play sheets."""
    return Counter(bonus for sheet in sheets for bonus in sheet.bonuses)


def count(papers: Papers, rules: Rules) -> Counted:
    """What the play sheets come to; one on which nothing stands is missing, as in a document of fewer sheets."""
    players = min(max(len(papers.players), PLAYERS[0]), PLAYERS[1])
    found: dict[int, Seat] = {}
    for seat, player in enumerate(papers.players):
        marks = own_sheet(papers, seat, "play")
        if any(mark is not False for id, mark in marks.items() if id != "name"):
            sheet, written = sheet_on_paper(marks, players, rules)
            found[seat] = Seat(player, sheet, written or None)
    document = Document(players, tuple(found.values()))
    judged = judge(document, rules)
    blank = say("blank")
    sheets = [
        SheetVerdict(player, (), (), Score(tuple(Line(line, 0, blank) for line in LINES))) for player in papers.players
    ]
    own: list[dict[str, Marks]] = [{} for _ in sheets]
    for seat, verdict in zip(found, judged.sheets, strict=True):
        sheets[seat], own[seat] = verdict, {"play": score_marks(verdict.score, rules)}
    claims = claims_of(seat.sheet for seat in document.seats)
    crossed = Counter(bonus for _, bonus, _ in bonus_codec(rules).value(papers.table.get("bonus", {}))["circles"])
    for bonus, note in _circle_notes(claims, crossed, len(document.seats) < document.players):
        claimers = [seat for seat, each in found.items() if bonus in each.sheet.bonuses]
        for seat in claimers or list(found)[:1]:
            sheets[seat] = sheets[seat]._replace(notes=(*sheets[seat].notes, note))
    missing = [seat for seat in range(len(papers.players)) if seat not in found]
    last = [Rank(len(found) + 1, papers.players[seat], 0, blank) for seat in missing]
    whole = judged._replace(sheets=tuple(sheets), ranking=(*judged.ranking, *last))
    return Counted(whole, {"bonus": bonus_marks(claims, players, rules)}, tuple(own))


def sheet_on_paper(marks: Marks, players: int, rules: Rules) -> tuple[Sheet, Mapping[str, int]]:
    """A sheet as it is drawn, and its score as it is written down."""
    values, written = read_paper(rules.declaration, marks, players)
    return sheet_of(values), written


def _circle_notes(claims: Counter[str], crossed: Counter[str], missing: bool) -> Iterator[tuple[str, Said]]:
    """Bonuses whose circles on the bonus sheet are not as many as their claims, where anybody crossed any out."""
    for bonus in BONUSES if crossed else ():
        # Whose sheet is missing may have claimed what is crossed out.
        if crossed[bonus] != claims[bonus] and not (missing and crossed[bonus] > claims[bonus]):
            yield bonus, say("circles-differ", bonus=bonus, claimed=claims[bonus], crossed=crossed[bonus])
