"""A city of Dice City and its score: the part of a sheet that is the same alone and with others."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.errors import Problem
from pnp.games._city_box import Box
from pnp.games.document import player_of, written_of
from pnp.games.verdict import Line, Score
from pnp.strict import Table, as_text, as_whole, shown

LONGEST = 80
_LOCATION = re.compile(r"\s*(?P<name>[^=!]*[^=!\s])\s*(?P<behind>(?:=\s*[0-9]{1,3}\s*|!\s*)*)")


@dataclass(frozen=True, slots=True)
class Location:
    """What is built on a space: the name, the VP where they were entered, and whether it is deactivated."""

    name: str
    entered: int | None = None
    off: bool = False


Row = tuple[Location | None, ...]
City = Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class CitySheet:
    """One player's sheet at the end of the game."""

    player: str
    tokens: int
    ships: tuple[int, ...]
    bandits: tuple[int, ...]
    city: City
    written: int | Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """How many of something there are: on the table, or on each board."""

    code: str
    size: int
    allowed: str
    each_board: bool = False


def parse_location(value: object) -> Location | None:
    """A location from its notation, None for a space where nothing is built; the inverse of `location_text`.

    >>> parse_location("Cathedral=6!"), parse_location(".")
    (Location(name='Cathedral', entered=6, off=True), None)
    """
    text = as_text(value)
    if len(text) > LONGEST:
        raise ValueError(f"a location of {len(text)} characters; at most {LONGEST} are allowed")
    if text.strip() in (".", ""):
        return None
    match = _LOCATION.fullmatch(text)
    behind = match["behind"] if match else ""
    if match is None or match["name"] == "." or behind.count("=") > 1 or behind.count("!") > 1:
        raise ValueError(f"{shown(text)} is not a location; write '.', 'Manor', 'Church=2' or 'Church=2!'")
    name = " ".join(match["name"].split())
    if any(unicodedata.category(c) in ("Cc", "Cs") for c in name):
        raise ValueError(f"{shown(name)} has control characters; they are not allowed in a location")
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


def read_sheet(sheet: Table, number: int, box: Box) -> CitySheet:
    """A sheet of a document; what can't be understood goes to the table's faults."""
    return CitySheet(
        player=player_of(sheet, number),
        tokens=sheet.whole("tokens", 0, low=0),
        ships=tuple(sheet.items("ships", lambda v: as_whole(v, 0), [], most=1000)),
        bandits=tuple(sheet.items("bandits", lambda v: as_whole(v, 0), [], most=1000)),
        city=_read_city(sheet, box),
        written=written_of(sheet, box.lines),
    )


def _read_city(sheet: Table, box: Box) -> City:
    city = sheet.table("city") or Table({}, sheet.faults)
    rows: dict[str, Row] = {}
    for row in box.rows:
        spaces = city.raw(row, None)
        if spaces is None:
            rows[row] = (None,) * box.columns
        elif isinstance(spaces, list) and len(spaces) != box.columns:
            city.fault(f"{len(spaces)} spaces in a row; exactly {box.columns} are allowed", row)
        else:
            rows[row] = tuple(city.items(row, parse_location))
    city.close()
    return rows


def spaces(city: City) -> Iterator[tuple[str, Location]]:
    """Every location of a city with its place, such as `red 6`."""
    for row, locations in city.items():
        for column, location in enumerate(locations, 1):
            if location is not None:
                yield f"{row} {column}", location


def location_vp(location: Location | None, box: Box) -> int:
    """What a location is worth: the card's VP where they are known, else what was entered."""
    if location is None:
        return 0
    card = box.card(location.name)
    return location.entered or 0 if card is None or card.vp is None else card.vp


def location_cards(city: City, box: Box) -> int:
    """How many location cards lie in a city, deactivated or not."""
    return sum(box.is_built(location.name) for _, location in spaces(city))


def completed_rows(city: City, box: Box) -> tuple[str, ...]:
    """The rows in which every space has a built location that is not deactivated."""
    return tuple(
        row
        for row, locations in city.items()
        if all(at is not None and not at.off and box.is_built(at.name) for at in locations)
    )


def score(sheet: CitySheet, box: Box, facts: Mapping[str, int | str] | None = None) -> Score:
    """The lines of a sheet by the rules."""
    rows = {row: sum(location_vp(at, box) for at in locations) for row, locations in sheet.city.items()}
    points = {
        "tokens": (sheet.tokens, "as counted"),
        "ships": (sum(sheet.ships), _counted(sheet.ships)),
        "bandits": (sum(sheet.bandits), _counted(sheet.bandits)),
        "locations": (sum(rows.values()), ", ".join(f"{row} {vp}" for row, vp in rows.items())),
    }
    return Score(tuple(Line(name, *points[name]) for name in box.lines), facts=facts or {})


def _counted(cards: Sequence[int]) -> str:
    """Cards by their VP.

    >>> _counted([10, 5, 5])
    '2 of 5 VP, 1 of 10 VP'
    """
    return ", ".join(f"{count} of {vp} VP" for vp, count in sorted(Counter(cards).items())) or "none taken"


def pile_sizes(box: Box, players: int) -> dict[str, dict[int, int]]:
    """The cards in each pile of ships and bandits by their VP; nothing where piles never run out."""
    if not box.piles_run_out:
        return {"ships": {}, "bandits": {}}
    piles = {"ships": box.ships, "bandits": box.bandits}
    return {kind: {pile.vp: pile.size(players) for pile in found} for kind, found in piles.items()}


def supplies(box: Box, players: int) -> dict[str, Supply]:
    """Everything that is limited, by the name that `drawn` counts it under."""
    found = {"location deck": Supply("too-many-copies", box.deck, f"the location deck has {box.deck} cards")}
    for kind, piles in pile_sizes(box, players).items():
        for vp, size in piles.items():
            allowed = f"the pile has {size} with {players} players"
            found[f"{kind} of {vp} VP"] = Supply("too-many-cards", size, allowed)
    for card in box.cards.values():
        if card.copies is not None:
            allowed = f"a board has {card.copies}" if card.printed else f"there are {card.copies} copies"
            found[card.name] = Supply("too-many-copies", card.copies, allowed, card.printed)
    return found


def drawn(sheet: CitySheet, box: Box) -> Counter[str]:
    """How much of each supply is on a sheet."""
    found = Counter(f"ships of {vp} VP" for vp in sheet.ships)
    found.update(f"bandits of {vp} VP" for vp in sheet.bandits)
    for _, location in spaces(sheet.city):
        card = box.card(location.name)
        if card is not None:
            found[card.name] += 1
        if card is None or not (card.stack or card.printed):
            found["location deck"] += 1
    return found


def overdrawn(counts: Mapping[str, int], limits: Mapping[str, Supply]) -> list[Problem]:
    """Each supply of which more was drawn than there is.

    >>> overdrawn({"Mine": 16}, {"Mine": Supply("too-many-copies", 15, "there are 15 copies")})[0].message
    'Mine: 16 on the sheets; there are 15 copies'
    """
    return [
        Problem(limit.code, name, f"{name}: {counts[name]} on the sheets; {limit.allowed}")
        for name, limit in limits.items()
        if counts.get(name, 0) > limit.size
    ]
