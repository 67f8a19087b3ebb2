"""Dice City on paper: cities by the names on their spaces, cards and tokens as written, and what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import gcd
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games._city import (
    CitySheet,
    Location,
    Row,
    location_vp,
    parse_location,
    pile_sizes,
    supplies,
)
from pnp.games._city_box import Box, Pile, open_box
from pnp.games._city_verdict import judge_sheet
from pnp.games._paper import as_written, columns, crosses, differing, impossible, numbers, outside, own_sheet
from pnp.games.dice_city import PLAYERS, end_conditions, rank, table_problems
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.verdict import Line, Score, SheetVerdict, Verdict, wrong_sums


class City(NamedTuple):
    """A city sheet: its rows, whether anything stands on it, and what can't be understood."""

    rows: dict[str, Row]
    drawn: bool
    unread: tuple[Problem, ...]

    @property
    def every(self) -> Row:
        return tuple(location for row in self.rows.values() for location in row)


def city_of(marks: Marks, box: Box) -> City:
    """The city that stands on a sheet."""
    rows: dict[str, Row] = {}
    unread: list[Problem] = []
    for row in box.rows:
        spaces: list[Location | None] = []
        for column in range(1, box.columns + 1):
            try:
                location = parse_location(str(marks.get(f"city.{row}.{column}", "")))
            except ValueError as error:
                location = None
                unread.append(Problem("no-such-card", f"{row} {column}", f"{row} {column}: {error}"))
            off = marks.get(f"off.{row}.{column}") is True
            spaces.append(replace(location, off=location.off or off) if location else None)
        rows[row] = tuple(spaces)
    return City(rows, any(map(any, rows.values())), tuple(unread))


def all_known(locations: Row, box: Box) -> bool:
    """Whether each location has its VP, by its card or behind its name."""
    built = [(location, box.card(location.name)) for location in locations if location]
    return all(each.entered is not None or (card is not None and card.vp is not None) for each, card in built)


def worth(locations: Row, written: int | None, box: Box) -> Line:
    """What some locations are worth by their cards; where a card's VP are not known, what was written if it can be."""
    known = sum(location_vp(location, box) for location in locations)
    if not all_known(locations, box) and written is not None and written >= known:
        return Line("", written, f"as written, {known} by the cards that are known")
    return Line("", known, "by the cards")


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad comes to; a row of a city that is drawn counts by its cards, any other as written."""
    box = open_box(edition)
    players = min(max(len(papers.players), PLAYERS[0]), PLAYERS[1])
    pad = columns(papers, "score")
    cities = [city_of(own_sheet(papers, seat, "city"), box) for seat in range(len(pad))]
    sheets, due = [], _ends(papers.table.get("score", {}), box, players)
    for seat, (player, marks, city) in enumerate(zip(papers.players, pad, cities, strict=True), 1):
        written = numbers(marks, [*box.lines, *box.rows, "total"])
        rows = _rows(city, written, box)
        score = _score(written, rows, box)
        found = [
            *(problem for name in written for problem in outside(name, written[name], 0)),
            *no_such_sum("ships", written.get("ships"), box.ships, players if box.piles_run_out else None),
            *no_such_sum("bandits", written.get("bandits"), box.bandits, players if box.piles_run_out else None),
            *differing({row: written[row] for row in box.rows if row in written}, rows),
        ]
        sheets.append(judge_city(player, city, score, box, players, (*found, *wrong_sums(_total(written), score))))
        sure = [row for row in rows if city.drawn and all_known(city.rows[row.name], box)]
        due |= {f"p{seat}.{row.name}": row.points for row in sure}
        due[f"p{seat}.total"] = score.total
    plain = [CitySheet(player, 0, (), (), city.rows) for player, city in zip(papers.players, cities, strict=True)]
    alone = {problem.where for sheet in sheets for problem in sheet.problems}
    taken = taken_cards(papers.table.get("score", {}), box)
    problems = [each for each in table_problems([*plain, taken], box, players) if each.where not in alone]
    places = rank(_ladder(plain, sheets, cities), box, [sheet.score.total for sheet in sheets])
    verdict = Verdict("dice-city", tuple(sheets), tuple(problems), places)
    return Counted(verdict, {"score": due}, tuple({} for _ in sheets))


def judge_city(
    player: str, city: City, score: Score, box: Box, players: int, problems: Iterable[Problem] = ()
) -> SheetVerdict:
    """What the rules say of a city by itself, with a score that was worked out from all papers."""
    bare = CitySheet(player, 0, (), (), city.rows)
    verdict = judge_sheet(bare, box, supplies(box, players), problems=(*city.unread, *problems))
    return verdict._replace(score=score)


def _rows(city: City, written: dict[str, int], box: Box) -> list[Line]:
    if not city.drawn:
        return [as_written(row, written.get(row)) for row in box.rows]
    return [worth(city.rows[row], written.get(row), box)._replace(name=row) for row in box.rows]


def _score(written: dict[str, int], rows: Sequence[Line], box: Box) -> Score:
    why = ", ".join(f"{row.name} {row.points}" for row in rows)
    locations = Line("locations", sum(row.points for row in rows), why)
    return Score(tuple(locations if name == "locations" else as_written(name, written.get(name)) for name in box.lines))


def _total(written: dict[str, int]) -> dict[str, int]:
    return {name: points for name, points in written.items() if name == "total"}


def no_such_sum(kind: str, written: int | None, piles: Sequence[Pile], players: int | None) -> Iterator[Problem]:
    """VP that no cards of some piles make together; without players the piles never run out.

    >>> ships = [Pile(5, each=1, more=2), Pile(10, each=1, more=0)]
    >>> [each.message for value in (15, 7, 95) for each in no_such_sum("ships", value, ships, 4)]
    ['ships: 7 written; no cards of 5, 10 VP make that', 'ships: 95 written; no cards of 5, 10 VP make that']
    """
    if written is None or written < 0:
        return
    worth = [pile.vp for pile in piles if pile.vp]
    if players is None:
        fits = not written or (bool(worth) and written >= min(worth) and written % gcd(*worth) == 0)
    else:
        sums = {0}
        for pile in piles:
            sums = {sum_ + cards * pile.vp for sum_ in sums for cards in range(pile.size(players) + 1)}
        fits = written in sums
    if not fits:
        yield impossible(kind, written, f"no cards of {', '.join(map(str, worth))} VP make that")


def taken_cards(pad: Marks, box: Box) -> CitySheet:
    """The cards that are crossed out on the pad, as if one player had them all."""
    cards: dict[str, tuple[int, ...]] = {}
    for kind, sizes in pile_sizes(box, PLAYERS[1]).items():
        boxes = {vp: crosses(pad, f"piles.{kind.removesuffix('s')}{vp}.") for vp in sizes}
        cards[kind] = tuple(vp for vp, taken in boxes.items() for _ in range(taken))
    return CitySheet("", 0, cards["ships"], cards["bandits"], {})


def _ends(pad: Marks, box: Box, players: int) -> dict[str, Mark]:
    """The ends that the crossed out piles show."""
    return {f"ends.{end}": True for end in end_conditions([taken_cards(pad, box)], box, players)}


def _ladder(plain: Sequence[CitySheet], sheets: Sequence[SheetVerdict], cities: Sequence[City]) -> list[CitySheet]:
    """The sheets as ties are settled by them: with the VP of cards, and with cities where all are drawn."""
    found = []
    for sheet, verdict in zip(plain, sheets, strict=True):
        points = {line.name: line.points for line in verdict.score.lines}
        known = sheet.city if all(city.drawn for city in cities) else {}
        ships, bandits = (points.get(kind, 0) for kind in ("ships", "bandits"))
        found.append(replace(sheet, city=known, ships=(ships,), bandits=(bandits,)))
    return found
