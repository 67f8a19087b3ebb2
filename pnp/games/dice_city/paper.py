"""The sheets of Dice City on paper: which field holds which part of a city or a score pad, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pnp.errors import Problem, problem
from pnp.games.codec import Choice, Codec, Columns, Crosses, Flags, Marks, Numbers, Text, Texts
from pnp.games.dice_city.city import Location, location_text, parse_location, spaces
from pnp.games.dice_city.document import Document, Lone, judge, rank
from pnp.games.dice_city.rules import ALONE, ENDS, PLAYERS, Place, Rules
from pnp.games.dice_city.sheet import PILES, Sheet, boxes, empty_piles, pile_sizes, score, sure_boxes
from pnp.games.game import Counted, Papers
from pnp.games.paper import own_sheet
from pnp.games.verdict import Verdict
from pnp.strict import said_by


@lru_cache(maxsize=64)
def city_codec(rules: Rules) -> Codec:
    """A player's own sheet: what is built on each space, and what is deactivated."""
    return Codec(
        name=Text("name"),
        built=Texts({f"city.{place.id}": place for place in rules.places}),
        off=Flags({f"off.{place.id}": place for place in rules.places}),
    )


@lru_cache(maxsize=64)
def score_codec(rules: Rules) -> Codec:
    """The score pad of a table: a column for each player, a box for each card of a pile; or a lone player's sheet."""
    if rules.challenge is not None:
        return _lone_codec(rules)
    column = Codec(name=Text("name"), numbers=Numbers(["tokens", *PILES, *rules.rows, "total"]))
    piles = {
        f"{kind} {vp}": Crosses(f"piles.{kind.removesuffix('s')}{vp}.{n}" for n in range(1, size + 1))
        for kind, sizes in pile_sizes(rules, PLAYERS[1]).items()
        for vp, size in sizes.items()
    }
    seats = Columns([f"p{seat}" for seat in range(1, PLAYERS[1] + 1)], column)
    return Codec(None, seats=seats, **piles, ends=Flags({f"ends.{end}": end for end in ENDS}))


def _lone_codec(rules: Rules) -> Codec:
    goal = rules.goal
    return Codec(
        name=Text("name"),
        mode=Choice("mode", tuple(goal.turns)),
        turns=Crosses(f"turns.{turn}" for turn in range(1, max(goal.turns.values()) + 1)),
        numbers=Numbers([*rules.lines, "total"]),
        targets=Flags({f"target.{target}": target for target in goal.printed}),
    )


# ---------------------------------------------------------------------- from a value to marks


def sheets(rules: Rules) -> dict[str, Codec]:
    """The codec of each sheet; the summary has nothing to fill in."""
    return {"score": score_codec(rules), "city": city_codec(rules), "summary": Codec()}


def marks(document: Document, rules: Rules) -> list[tuple[str, Marks]]:
    """The score pad or sheet, filled in, and the city of each player."""
    pad = _pad(document, rules) if document.lone is None else _lone_sheet(document.sheets[0], document.lone, rules)
    return [("score", score_codec(rules).marks(pad)), *(("city", _city(sheet, rules)) for sheet in document.sheets)]


def _city(sheet: Sheet, rules: Rules) -> Marks:
    built, off = {}, set()
    for place, location in spaces(sheet.city, rules):
        card = rules.card(location.name)
        built[place] = location_text(Location(card.name if card else location.name, location.entered))
        if location.off:
            off.add(place)
    return city_codec(rules).marks({"name": sheet.player, "built": built, "off": off})


def _pad(document: Document, rules: Rules) -> dict[str, Any]:
    columns = []
    for sheet in document.sheets:
        result = score(sheet, rules)
        lines = {line.name: line.points for line in (*result.lines, *boxes(sheet, rules))}
        columns.append({"name": sheet.player, "numbers": {**lines, "total": result.total}})
    taken = [document.taken] if document.taken else document.sheets
    crossed = Counter(f"{kind} {vp}" for sheet in taken for kind in PILES for vp in sheet.cards(kind))
    # Full rows end the game only where their player wants it, which no document says.
    return {"seats": columns, **crossed, "ends": empty_piles(taken, rules, document.players)}


def _lone_sheet(sheet: Sheet, lone: Lone, rules: Rules) -> dict[str, Any]:
    result = score(sheet, rules)
    numbers = {**{line.name: line.points for line in result.lines}, "total": result.total}
    return {"name": sheet.player, **lone._asdict(), "numbers": numbers, "targets": {lone.target}}


# ---------------------------------------------------------------------- from marks to a value, and what it comes to


def _paper_sheet(player: str, written: Mapping[str, int], marks: Marks, rules: Rules) -> Sheet:
    """A sheet as it stands on paper: the numbers of the pad, and the city beside it."""
    value = city_codec(rules).value(marks)
    city: dict[Place, Location] = {}
    unread: list[Problem] = []
    for place, text in value["built"].items():
        try:
            location = parse_location(text)
        except ValueError as error:
            unread.append(problem("no-such-card.unread", place.said, why=said_by(error)))
        else:
            if location is not None:
                city[place] = location._replace(off=location.off or place in value["off"])
    return Sheet(player, city=city, written=written, on_paper=True, unread=tuple(unread))


def count(papers: Papers, rules: Rules) -> Counted:
    """What the paper of a table comes to; a row of a city that is drawn counts by its cards, any other as written."""
    cities = [own_sheet(papers, seat, "city") for seat in range(len(papers.players))]
    return _count_pad(papers, cities, rules) if rules.challenge is None else _count_lone(papers, cities, rules)


def _count_pad(papers: Papers, cities: list[Marks], rules: Rules) -> Counted:
    codec, players = score_codec(rules), min(max(len(papers.players), PLAYERS[0]), PLAYERS[1])
    pad = codec.value(papers.table.get("score", {}))
    written = [*(column["numbers"] for column in pad["seats"]), *({} for _ in papers.players)]
    each = zip(papers.players, written, cities, strict=False)
    sheets = tuple(_paper_sheet(player, numbers, city, rules) for player, numbers, city in each)
    sizes = pile_sizes(rules, PLAYERS[1])
    ships, bandits = (tuple(vp for vp in sizes[kind] for _ in range(pad[f"{kind} {vp}"])) for kind in PILES)
    taken = Sheet("", ships=ships, bandits=bandits)
    verdict = judge(Document(players, sheets, taken=taken), rules)
    pairs = zip(sheets, verdict.sheets, strict=True)
    columns = [{"numbers": {**sure_boxes(sheet, rules), "total": one.score.total}} for sheet, one in pairs]
    due = codec.marks({"seats": columns, "ends": empty_piles([taken], rules, players)})
    return Counted(verdict, {"score": due}, tuple({} for _ in sheets))


def _count_lone(papers: Papers, cities: list[Marks], rules: Rules) -> Counted:
    codec, goal = score_codec(rules), rules.goal
    sheets, verdicts, own = [], [], []
    for seat, (player, city) in enumerate(zip(papers.players, cities, strict=True)):
        value = codec.value(own_sheet(papers, seat, "score"))
        mode = value["mode"] or next(iter(goal.turns))
        # A sheet without a crossed turn is taken to be finished.
        lone = Lone(mode, value["turns"] or goal.turns[mode], max(value["targets"], default=goal.first))
        sheet = _paper_sheet(player, value["numbers"], city, rules)
        verdict = judge(Document(1, (sheet,), lone=lone), rules)
        sheets.append(sheet)
        verdicts.append(verdict.sheets[0])
        due = {**sure_boxes(sheet, rules), "total": verdict.sheets[0].score.total}
        own.append({"score": codec.marks({"numbers": due})})
    return Counted(Verdict(ALONE, tuple(verdicts), (), rank(sheets, rules)), {}, tuple(own))
