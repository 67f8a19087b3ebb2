"""A city: its spaces, and the locations that are built on them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pnp.errors import Problem, problem
from pnp.games.dice_city.rules import Place, Rules
from pnp.games.verdict import Cell, Picture
from pnp.strict import as_text, near, shown, wrong
from pnp.words import Said, say

LONGEST = 80
_LOCATION = re.compile(r"\s*(?P<name>[^=!]*[^=!\s])\s*(?P<behind>(?:=\s*[0-9]{1,3}\s*|!\s*)*)")


class Location(NamedTuple):
    """What is built on a space: the name, the VP where they were entered, and whether it is deactivated."""

    name: str
    entered: int | None = None
    off: bool = False


Row = tuple[Location | None, ...]
City = Mapping[Place, Location]
"""What is built, by its place; a space where nothing is built is not there."""


def parse_location(value: object) -> Location | None:
    """A location from its notation, None for a space where nothing is built; the inverse of `location_text`.

    >>> parse_location("Cathedral=6!"), parse_location(".")
    (Location(name='Cathedral', entered=6, off=True), None)
    """
    text = as_text(value)
    if len(text) > LONGEST:
        wrong("no-location.long", n=len(text), most=LONGEST)
    if text.strip() in (".", ""):
        return None
    match = _LOCATION.fullmatch(text)
    behind = match["behind"] if match else ""
    if match is None or match["name"] == "." or behind.count("=") > 1 or behind.count("!") > 1:
        wrong("no-location", text=shown(text))
    name = " ".join(match["name"].split())
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        wrong("no-location.control", name=shown(name))
    digits = re.search("[0-9]+", behind)
    return Location(name, int(digits[0]) if digits else None, "!" in behind)


def location_text(location: Location | None) -> str:
    """A location in the notation of sheet documents.

    >>> location_text(Location("Cathedral", 6, off=True)), location_text(None)
    ('Cathedral=6!', '.')
    """
    if location is None:
        return "."
    entered = "" if location.entered is None else f"={location.entered}"
    return f"{location.name}{entered}{'!' if location.off else ''}"


def rows_of(city: City, rules: Rules) -> dict[str, Row]:
    """The spaces of each row from left to right."""
    columns = range(1, rules.columns + 1)
    return {row: tuple(city.get(Place(row, column)) for column in columns) for row in rules.rows}


def spaces(city: City, rules: Rules) -> Iterator[tuple[Place, Location]]:
    """Every location of a city with its place, row by row."""
    return ((place, city[place]) for place in rules.places if place in city)


def location_vp(location: Location | None, rules: Rules) -> int:
    """What a location is worth: the card's VP where they are known, else what was entered."""
    if location is None:
        return 0
    card = rules.card(location.name)
    return location.entered or 0 if card is None or card.vp is None else card.vp


def vp_known(location: Location | None, rules: Rules) -> bool:
    """Whether it is known what a location is worth, by its card or behind its name."""
    if location is None or location.entered is not None:
        return True
    card = rules.card(location.name)
    return card is not None and card.vp is not None


def location_cards(city: City, rules: Rules) -> int:
    """How many location cards lie in a city, deactivated or not."""
    return sum(rules.is_built(location.name) for location in city.values())


def completed_rows(city: City, rules: Rules) -> tuple[str, ...]:
    """The rows in which every space has a built location that is not deactivated."""
    if len(city) < rules.columns:
        return ()
    full = Counter(place.row for place, at in city.items() if not at.off and rules.is_built(at.name))
    return tuple(row for row in rules.rows if full[row] == rules.columns)


def location_problem(place: Place, location: Location, rules: Rules) -> Problem | None:
    """What is wrong with a location by itself: no such card, VP that differ, VP that are missing."""
    card = rules.card(location.name)
    name, entered, where = location.name, location.entered, place.said
    if card is None:
        if entered is not None and rules.unlisted_cards:
            return None
        hint = near(name.title(), [known.name for known in rules.cards.values()])
        if hint or not rules.unlisted_cards:
            return problem("no-such-card", where, name=shown(name), near=hint)
        return problem("no-such-card.unlisted", where, name=shown(name), example=f"{name}=2")
    if card.vp is None and entered is None:
        return problem("unknown-vp", where, card=card.name, example=f"{card.name}=2")
    if card.vp is not None and entered not in (None, card.vp):
        return problem("wrong-vp", where, card=card.name, entered=entered, vp=card.vp)
    return None


def location_notes(city: City, rules: Rules) -> list[Said]:
    """Which VP were taken as they were entered, because nobody could verify them."""
    unverified: list[Said] = []
    unlisted: list[Said] = []
    for place, location in spaces(city, rules):
        card = rules.card(location.name)
        if location.entered is not None and (card is None or card.vp is None):
            entered = say("built", place=place.said, location=location_text(location))
            (unlisted if card is None else unverified).append(entered)
    notes = [say("unverified-vp", locations=tuple(unverified))] if unverified else []
    if unlisted and rules.unlisted_cards:
        notes.append(say("unlisted-card", locations=tuple(unlisted)))
    return notes


def picture(city: City, rules: Rules, problems: Iterable[Problem] = ()) -> Picture:
    """The city as it lies on the table, with the locations that have a problem marked."""
    bad = {one.where for one in problems}
    rows = []
    for row, locations in rows_of(city, rules).items():
        cells = []
        for column, location in enumerate(locations, 1):
            card = rules.card(location.name) if location else None
            is_bad = Place(row, column).said in bad or (card is not None and card.name in bad)
            cells.append(Cell(_cell(location, rules), is_bad))
        rows.append((row, tuple(cells)))
    below = (say("below.off"),) if any(at.off for at in city.values()) else ()
    return Picture(tuple(rows), tuple(str(column) for column in range(1, rules.columns + 1)), below)


def _cell(location: Location | None, rules: Rules) -> str:
    """A location with what it counts.

    >>> from pnp.edition import shipped
    >>> from pnp.games.dice_city.rules import rules_of
    >>> _cell(Location("manor", off=True), rules_of(shipped("dice-city")))
    'Manor 2!'
    """
    if location is None:
        return "."
    card = rules.card(location.name)
    worth = location_vp(location, rules) if vp_known(location, rules) else "?"
    return f"{card.name if card else location.name} {worth}{'!' if location.off else ''}"
