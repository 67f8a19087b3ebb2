"""The numbers and tables of an edition of Dice Manor as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.strict import Fault, Table, as_choice, as_text, as_whole
from pnp.words import Words, of_folders, say

NAME = "dice-manor"
PLAYERS = (2, 4)
ROUND_LINES = ("tours", "dice", "advertising")
LINES = (*ROUND_LINES, "opening", "majority", "diversity", "inspiration", "largest")
DIE = range(1, 7)
MAGIC_TOO = {"purple": "magic"}
"""The rulebook calls magic rooms by their color too."""
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


@dataclass(frozen=True, eq=False)
class Rules:
    """Numbers and tables of one edition; `track` is None while nobody has copied it from the board."""

    edition: Edition = field(repr=False)
    rounds: int
    dice: int
    bonus_dice: int
    inspiration: int
    tour_rewards: tuple[int, ...]
    tour_tokens: tuple[int, ...]
    die_in_round: int
    die_in_opening: int
    blueprint_order: tuple[str, ...]
    blueprint_tokens: int
    advertising_order: tuple[str, ...]
    advertising_tokens: int
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

    def type_at(self, number: int) -> str:
        """The type of room that a number's blueprint offers, or nothing."""
        return next((kind.name for kind in self.types.values() if kind.blueprint == number), "")

    def tour_prestige(self, dice: int) -> int:
        """What a path of so many dice brings."""
        return by_dice(dice, self.tour_rewards)

    def tokens_of_tour(self, dice: int) -> int:
        """The tokens that a path of so many dice brings."""
        return self.tour_tokens[dice - 1] if dice <= len(self.tour_tokens) else 0


def by_dice(dice: int, rewards: Sequence[int]) -> int:
    """The entry of a table that starts at one die, the last one for more dice than it has.

    >>> by_dice(2, [0, 2, 5]), by_dice(9, [0, 2, 5])
    (2, 5)
    """
    return rewards[min(dice, len(rewards)) - 1] if dice > 0 and rewards else 0


@lru_cache(maxsize=32)
def rules_of(edition: Edition) -> Rules:
    """The rules of an edition, or one line with the first thing that is wrong in its data."""
    faults: list[Fault] = []
    table = Table({entry.name: entry.value for entry in edition}, faults)
    dice, prestige = _table(table, "dice"), _table(table, "dice-prestige")
    leftovers, slots, boxes = (_table(table, name) for name in ("leftovers", "slots", "tracker-boxes"))
    won = _table(table, "majority")
    prizes = {name.replace("-", "_"): _count(won, name) for name in ("first", "second", "tied-first", "tied-second")}
    rules = Rules(
        edition,
        rounds=_count(table, "rounds", 1),
        dice=_count(dice, "start", 1),
        bonus_dice=_count(dice, "bonus"),
        inspiration=_count(table, "inspiration-start"),
        tour_rewards=_counts(table, "tour-rewards"),
        tour_tokens=_counts(table, "tour-tokens"),
        die_in_round=_count(prestige, "round"),
        die_in_opening=_count(prestige, "opening"),
        blueprint_order=_names(table, "blueprint-order", "dice", "number"),
        blueprint_tokens=_count(table, "blueprint-tokens"),
        advertising_order=_names(table, "advertising-order", "dice", "number"),
        advertising_tokens=_count(table, "advertising-tokens"),
        ranks=_counts(table, "advertising-ranks"),
        track=_counts(table, "advertising-track") if edition.known("advertising-track") else None,
        stand_in_track=_counts(table, "advertising-stand-in"),
        types=_types(table),
        colors=tuple(table.items("colors", as_text)),
        magic=table.text("magic"),
        majority=Majority(**prizes, least=_count(table, "majority-least")),
        diversity=_diversity(table, edition),
        leftover_tokens=_count(leftovers, "tokens", 1),
        leftover_prestige=_count(leftovers, "prestige"),
        tiebreak=_names(table, "tiebreak", "rooms", "unhappy"),
        slots=(_count(slots, "least"), _count(slots, "most", 1)),
        path_once=table.flag("path-once", True),
        inspiration_boxes=_count(boxes, "inspiration"),
        tour_boxes=_count(boxes, "tours"),
    )
    complain(faults, edition)
    return rules


def words(language: str) -> Words:
    """The words of a language for what is wrong with an edition."""
    return of_folders(language, Path(__file__).parent)


def complain(faults: Sequence[Fault], edition: Edition) -> None:
    """One line with the first thing that is wrong in edition data."""
    if faults:
        raise InputError(say("wrong-edition", game=edition.game, fault=faults[0].said), words)


def _table(table: Table, key: str) -> Table:
    """A table that must be there; an empty one after a fault, so that reading goes on."""
    found = table.table(key)
    if found is None and table.data.get(key) is None:
        table.fault(say("missing", key=repr(key)))
    return found or Table({}, [], ())


def _count(table: Table, key: str, low: int = 0) -> int:
    return table.whole(key, low=low, high=MOST)


def _counts(table: Table, key: str) -> tuple[int, ...]:
    return tuple(table.items(key, partial(as_whole, low=0, high=MOST), most=MOST))


def _names(table: Table, key: str, *allowed: str) -> tuple[str, ...]:
    return tuple(table.items(key, lambda value: as_choice(value, allowed)))


def _types(table: Table) -> dict[str, RoomType]:
    rows, numbers = _table(table, "room-types"), _table(table, "blueprints")
    found = {}
    for name in rows.data:
        row = _table(rows, name)
        tiles, rooms = _count(row, "tiles"), _count(row, "rooms", 1)
        found[name] = RoomType(name, _count(numbers, name), tiles, rooms, row.flag("any-die"))
    return found


def _diversity(table: Table, edition: Edition) -> dict[int, int]:
    """Prestige by number of room types, for the numbers that are known."""
    found: dict[int, int] = {}
    for name in ("diversity", "diversity-empty", "diversity-rest"):
        if edition.known(name):
            row = _table(table, name)
            for key in row.data:
                if key.isdecimal():
                    found[int(key)] = _count(row, key)
                else:
                    row.fault(say("no-number-of-types"), key)
    return found
