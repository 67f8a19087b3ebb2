"""The sheets on paper: one codec each, what stands on them, and what filled-in ones come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from pnp.games.codec import Cells, Choices, Codec, Crosses, Flags, Mark, Marks, Numbers, Strokes, Text
from pnp.games.game import Counted, Papers
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.judge import judge
from pnp.games.house_of_dice.parts import BONUSES, EMPTY, PLAYERS
from pnp.games.house_of_dice.rules import Rules
from pnp.games.house_of_dice.sheet import LINES, Sheet
from pnp.games.paper import own_sheet
from pnp.games.verdict import Line, Rank, Score, SheetVerdict
from pnp.words import Said, say


@lru_cache(maxsize=64)
def codecs(rules: Rules) -> dict[str, Codec]:
    """The codec of each sheet; the summary has nothing to fill in."""
    cells = [
        (f"house.c{column}r{row}", letters)
        for row, letters in enumerate(rules.rows, 1)
        for column in range(1, rules.columns + 1)
    ]
    play = Codec(
        name=Text("name"),
        house=Cells(cells, EMPTY),
        turns=Strokes("turns", rules.boxes, rules.strokes),
        cost=Strokes("cost", rules.boxes, rules.strokes),
        furniture=Crosses(f"furniture.{space}" for space in range(1, rules.spaces + 1)),
        bonuses=Choices("bonuses", rules.bonuses, BONUSES),
        score=Numbers({f"score.{line}": line for line in (*LINES, "total")}),
    )
    circles = {
        f"{group.name}.{bonus}.{circle}": (group.name, bonus, circle)
        for group in rules.circle_groups
        for bonus in BONUSES
        for circle in range(1, group.circles + 1)
    }
    return {"play": play, "bonus": Codec(circles=Flags(circles)), "summary": Codec()}


def play_marks(sheet: Sheet, player: str, scored: Score | None, codec: Codec) -> dict[str, Mark]:
    """A play sheet filled in; the score stands on it once it is known."""
    lines = {} if scored is None else {**{line.name: line.points for line in scored.lines}, "total": scored.total}
    return codec.marks({"name": player, "score": lines, **sheet._asdict()})


def bonus_marks(claims: Mapping[str, int], players: int, rules: Rules, codec: Codec) -> dict[str, Mark]:
    """The bonus sheet with the circles crossed out that were claimed, in the column for so many players."""
    group = next(group for group in rules.circle_groups if players in group.players)
    crossed = {
        (group.name, bonus, circle)
        for bonus in BONUSES
        for circle in range(1, min(claims.get(bonus, 0), group.circles) + 1)
    }
    return codec.marks({"circles": crossed})


def claims_of(sheets: Iterable[Sheet]) -> Counter[str]:
    """How often each bonus is claimed on some play sheets."""
    return Counter(bonus for sheet in sheets for bonus in sheet.bonuses)


def count(papers: Papers, rules: Rules, game: str) -> Counted:
    """What the play sheets come to; one on which nothing stands is missing, as in a document of fewer sheets."""
    codec = codecs(rules)
    players = min(max(len(papers.players), PLAYERS[0]), PLAYERS[1])
    found: dict[int, Seat] = {}
    for seat, player in enumerate(papers.players):
        marks = own_sheet(papers, seat, "play")
        if any(mark is not False for id, mark in marks.items() if id != "name"):
            value = codec["play"].value(marks)
            found[seat] = Seat(player, sheet_of(value, players, rules), value["score"] or None)
    document = Document(players, tuple(found.values()))
    judged = judge(document, rules, game)
    blank = say("blank")
    sheets = [
        SheetVerdict(player, (), (), Score(tuple(Line(line, 0, blank) for line in LINES))) for player in papers.players
    ]
    own: list[dict[str, Marks]] = [{} for _ in sheets]
    for seat, verdict in zip(found, judged.sheets, strict=True):
        due = {line.name: line.points for line in verdict.score.lines} | {"total": verdict.score.total}
        sheets[seat], own[seat] = verdict, {"play": codec["play"].marks({"score": due})}
    claims = claims_of(seat.sheet for seat in document.seats)
    crossed = Counter(bonus for _, bonus, _ in codec["bonus"].value(papers.table.get("bonus", {}))["circles"])
    for bonus, note in _circle_notes(claims, crossed, len(document.seats) < document.players):
        claimers = [seat for seat, each in found.items() if bonus in each.sheet.bonuses]
        for seat in claimers or list(found)[:1]:
            sheets[seat] = sheets[seat]._replace(notes=(*sheets[seat].notes, note))
    missing = [seat for seat in range(len(papers.players)) if seat not in found]
    last = [Rank(len(found) + 1, papers.players[seat], 0, blank) for seat in missing]
    whole = judged._replace(sheets=tuple(sheets), ranking=(*judged.ranking, *last))
    return Counted(whole, {"bonus": bonus_marks(claims, players, rules, codec["bonus"])}, tuple(own))


def sheet_of(value: Mapping[str, Any], players: int, rules: Rules) -> Sheet:
    """A sheet as it is drawn; one with all strokes for turns, or without any, is taken to be finished.

    >>> from pnp.edition import shipped
    >>> from pnp.games.house_of_dice.rules import rules_of
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> value = codecs(rules)["play"].value({"house.c2r1": "F", "cost.1": 2, "bonuses.1": "free"})
    >>> sheet_of(value, 2, rules)[1:]
    (2, 24, 0, ('free',))
    """
    turns = value["turns"]
    finished = not 0 < turns < rules.boxes * rules.strokes
    sheet = Sheet(**{name: value[name] for name in Sheet._fields})
    return sheet._replace(turns=max(turns, rules.rounds(players))) if finished else sheet


def _circle_notes(claims: Counter[str], crossed: Counter[str], missing: bool) -> Iterator[tuple[str, Said]]:
    """Bonuses whose circles on the bonus sheet are not as many as their claims, where anybody crossed any out."""
    for bonus in BONUSES if crossed else ():
        # Whose sheet is missing may have claimed what is crossed out.
        if crossed[bonus] != claims[bonus] and not (missing and crossed[bonus] > claims[bonus]):
            yield bonus, say("circles-differ", bonus=bonus, claimed=claims[bonus], crossed=crossed[bonus])
