"""What the rules of Dice City say of one sheet, and the marks that its city makes on paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pnp.errors import Note, Problem
from pnp.games._city import (
    City,
    CitySheet,
    Location,
    Supply,
    drawn,
    location_text,
    location_vp,
    overdrawn,
    score,
    spaces,
)
from pnp.games._city_box import Box, Pile
from pnp.games.game import FieldRule, Mark
from pnp.games.verdict import Cell, Picture, SheetVerdict, wrong_sums
from pnp.strict import nearest, shown


def judge_sheet(
    sheet: CitySheet,
    box: Box,
    limits: Mapping[str, Supply],
    problems: Iterable[Problem] = (),
    notes: Iterable[Note] = (),
    facts: Mapping[str, int | str] | None = None,
) -> SheetVerdict:
    """What the rules say of a sheet by itself, with what is already known of it from elsewhere."""
    result = score(sheet, box, facts)
    found = [
        *(_no_such_pile("ships", sheet.ships, box.ships)),
        *(_no_such_pile("bandits", sheet.bandits, box.bandits)),
        *(problem for where, at in spaces(sheet.city) if (problem := location_problem(where, at, box))),
        *overdrawn(drawn(sheet, box), limits),
        *problems,
        *wrong_sums(sheet.written, result),
    ]
    said = (*location_notes(sheet.city, box), *notes)
    return SheetVerdict(sheet.player, tuple(found), said, result, picture(sheet.city, box, found))


def _no_such_pile(kind: str, cards: Iterable[int], piles: Iterable[Pile]) -> list[Problem]:
    worth = [pile.vp for pile in piles]
    allowed = f"there are {', '.join(map(str, worth))} VP"
    return [
        Problem("no-such-card", f"{kind} {number}", f"{kind} {number}: no card is worth {vp} VP; {allowed}")
        for number, vp in enumerate(cards, 1)
        if vp not in worth
    ]


def location_problem(where: str, location: Location, box: Box) -> Problem | None:
    """What is wrong with a location by itself: no such card, VP that differ, VP that are missing."""
    card = box.card(location.name)
    name, entered = location.name, location.entered
    if card is None:
        if entered is not None and box.unlisted_cards:
            return None
        hint = nearest(name.title(), [known.name for known in box.cards.values()])
        if not hint and box.unlisted_cards:
            hint = f"; one that is not listed takes its VP, such as {name}=2"
        hint = hint or "; only listed cards are allowed"
        return Problem("no-such-card", where, f"{where}: {shown(name)} is no card that is listed{hint}")
    if card.vp is None and entered is None:
        how = f"write what it is worth, such as {card.name}=2"
        return Problem("unknown-vp", where, f"{where}: the VP of {card.name} are not known; {how}")
    if card.vp is not None and entered not in (None, card.vp):
        wrong = f"{where}: {card.name} is entered with {entered} VP; it is worth {card.vp}"
        return Problem("wrong-vp", where, wrong)
    return None


def location_notes(city: City, box: Box) -> list[Note]:
    """Which VP were taken as they were entered, because nobody could verify them."""
    unverified: list[str] = []
    unlisted: list[str] = []
    for where, location in spaces(city):
        card = box.card(location.name)
        if location.entered is not None and (card is None or card.vp is None):
            (unlisted if card is None else unverified).append(f"{where} {location_text(location)}")
    notes = []
    if unverified:
        listed = ", ".join(unverified)
        notes.append(Note("unverified-vp", f"locations: VP taken as entered, not verified: {listed}"))
    if unlisted and box.unlisted_cards:
        listed = ", ".join(unlisted)
        notes.append(Note("unlisted-card", f"locations: not listed, VP taken as entered: {listed}"))
    return notes


def picture(city: City, box: Box, problems: Iterable[Problem]) -> Picture:
    """The city as it lies on the table, with the locations that have a problem marked."""
    bad = {problem.where for problem in problems}
    rows = []
    for row, locations in city.items():
        cells = []
        for column, location in enumerate(locations, 1):
            text = _cell(location, box)
            card = box.card(location.name) if location else None
            cells.append(Cell(text, f"{row} {column}" in bad or (card is not None and card.name in bad)))
        rows.append((row, tuple(cells)))
    below = ("! deactivated",) if any(at.off for _, at in spaces(city)) else ()
    return Picture(tuple(rows), tuple(str(column) for column in range(1, box.columns + 1)), below)


def _cell(location: Location | None, box: Box) -> str:
    """A location with what it counts.

    >>> from pnp.edition import shipped
    >>> from pnp.games._city_box import open_box
    >>> _cell(Location("manor", off=True), open_box(shipped("dice-city")))
    'Manor 2!'
    """
    if location is None:
        return "."
    card = box.card(location.name)
    known = location.entered is not None or (card is not None and card.vp is not None)
    worth = location_vp(location, box) if known else "?"
    return f"{card.name if card else location.name} {worth}{'!' if location.off else ''}"


def city_fields(box: Box) -> dict[str, FieldRule]:
    """The fields of a player's own sheet: what is built on each space, and what is deactivated."""
    places = [f"{row}.{column}" for row in box.rows for column in range(1, box.columns + 1)]
    return {
        "name": FieldRule("text"),
        **{f"city.{place}": FieldRule("text") for place in places},
        **{f"off.{place}": FieldRule("cross") for place in places},
    }


def city_marks(sheet: CitySheet, box: Box) -> dict[str, Mark]:
    """What a player's own sheet says."""
    marks: dict[str, Mark] = {"name": sheet.player}
    for where, location in spaces(sheet.city):
        place = where.replace(" ", ".")
        card = box.card(location.name)
        name = card.name if card else location.name
        marks[f"city.{place}"] = location_text(Location(name, location.entered))
        if location.off:
            marks[f"off.{place}"] = True
    return marks
