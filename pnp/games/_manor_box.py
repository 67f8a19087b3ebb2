"""What is in the box of Dice Manor: the edition data as typed values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.strict import Fault, Table, as_choice, as_text, as_whole

MOST = 1000
"""No number of the game comes near it; it keeps a typing error from filling memory."""


@dataclass(frozen=True, slots=True)
class RoomType:
    """A type of room: its blueprint's number, tiles in the box, rooms on each, and if any die fits."""

    name: str
    blueprint: int
    tiles: int
    rooms: int
    any_die: bool


@dataclass(frozen=True, slots=True)
class Majority:
    """Prestige for the most rooms and the second most, alone and tied, and the rooms needed to be either."""

    first: int
    second: int
    tied_first: int
    tied_second: int
    least: int


@dataclass(frozen=True, slots=True)
class Box:
    """Numbers and tables of one edition; `track` is None while nobody has copied it from the board."""

    rounds: int
    dice: int
    bonus_dice: int
    inspiration: int
    tour_rewards: tuple[int, ...]
    tour_tokens: tuple[int, ...]
    die_in_round: int
    die_in_opening: int
    ranks: tuple[int, ...]
    track: tuple[int, ...] | None
    stand_in_track: tuple[int, ...]
    types: Mapping[str, RoomType]
    colors: tuple[str, ...]
    magic: str
    majority: Majority
    diversity: Mapping[int, int]
    leftover_tokens: int
    leftover_prestige: int
    tiebreak: tuple[str, ...]
    slots: tuple[int, int]
    path_once: bool
    inspiration_boxes: int
    tour_boxes: int

    @property
    def all_dice(self) -> int:
        return self.dice + self.bonus_dice

    @property
    def spaces(self) -> int:
        """How many spaces the advertising track has: the real one, or the stand-in while that is unknown."""
        return len(self.stand_in_track if self.track is None else self.track)


def open_box(edition: Edition) -> Box:
    """The box of an edition, or one line with the first thing that is wrong in its data."""
    faults: list[Fault] = []
    table = Table({entry.name: entry.value for entry in edition}, faults)
    dice, prestige = _table(table, "dice"), _table(table, "dice-prestige")
    leftovers, slots, boxes = (
        _table(table, "leftovers"),
        _table(table, "slots"),
        _table(table, "tracker-boxes"),
    )
    box = Box(
        rounds=_count(table, "rounds", 1),
        dice=_count(dice, "start", 1),
        bonus_dice=_count(dice, "bonus"),
        inspiration=_count(table, "inspiration-start"),
        tour_rewards=_counts(table, "tour-rewards"),
        tour_tokens=_counts(table, "tour-tokens"),
        die_in_round=_count(prestige, "round"),
        die_in_opening=_count(prestige, "opening"),
        ranks=_counts(table, "advertising-ranks"),
        track=_counts(table, "advertising-track") if edition.known("advertising-track") else None,
        stand_in_track=_counts(table, "advertising-stand-in"),
        types=_types(table),
        colors=tuple(table.items("colors", as_text)),
        magic=table.text("magic"),
        majority=_majority(table),
        diversity=_diversity(table, edition),
        leftover_tokens=_count(leftovers, "tokens", 1),
        leftover_prestige=_count(leftovers, "prestige"),
        tiebreak=tuple(table.items("tiebreak", lambda value: as_choice(value, ("rooms", "unhappy")))),
        slots=(_count(slots, "least"), _count(slots, "most", 1)),
        path_once=table.flag("path-once", True),
        inspiration_boxes=_count(boxes, "inspiration"),
        tour_boxes=_count(boxes, "tours"),
    )
    if faults:
        raise InputError(f"{edition.game}: edition data, {faults[0]}")
    return box


def _table(table: Table, key: str) -> Table:
    """A table that must be there; an empty one after a fault, so that reading goes on."""
    found = table.table(key)
    if found is None and table.data.get(key) is None:
        table.fault(f"{key!r} is missing")
    return found or Table({}, [], ())


def _count(table: Table, key: str, low: int = 0) -> int:
    return table.whole(key, low=low, high=MOST)


def _counts(table: Table, key: str) -> tuple[int, ...]:
    return tuple(table.items(key, _as_count, most=MOST))


def _as_count(value: Any) -> int:
    return as_whole(value, 0, MOST)


def _types(table: Table) -> dict[str, RoomType]:
    rows, numbers = _table(table, "room-types"), _table(table, "blueprints")
    found = {}
    for name in rows.data:
        row = _table(rows, name)
        tiles, rooms = _count(row, "tiles"), _count(row, "rooms", 1)
        found[name] = RoomType(name, _count(numbers, name), tiles, rooms, row.flag("any-die"))
    return found


def _majority(table: Table) -> Majority:
    row, least = _table(table, "majority"), _count(table, "majority-least")
    first, second = _count(row, "first"), _count(row, "second")
    return Majority(first, second, _count(row, "tied-first"), _count(row, "tied-second"), least)


def _diversity(table: Table, edition: Edition) -> dict[int, int]:
    """Prestige by number of room types, for the numbers that are known."""
    found: dict[int, int] = {}
    for name in ("diversity", "diversity-empty", "diversity-rest"):
        if edition.known(name):
            row = _table(table, name)
            for key in row.data:
                if not key.isdecimal():
                    row.fault("not a number of room types", key)
                    continue
                found[int(key)] = _count(row, key)
    return found
