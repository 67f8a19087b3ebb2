"""The numbers of an edition as one value, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.house_of_dice.columns import ColumnFaults, Deals, Effects, Places
from pnp.games.house_of_dice.parts import FULL_OF, GARAGE, MOST_OF, PARTS, PLAYERS
from pnp.games.rules.declaration import Declaration, text_of_rules
from pnp.games.rules.shapes import declare
from pnp.paths import LAYOUTS
from pnp.strict import Fault, Table, as_text, as_whole, toml
from pnp.words import Words, of_folders, say

UNTIL = ("reveal", "entry")
"""A reroll may be claimed until the reveal, or until somebody has entered a move."""


class Points(NamedTuple):
    """What a kind of part scores: the first, each next one, each adjacent pair, each column without one."""

    first: int
    next: int
    pair: int
    missing: int


class Award(NamedTuple):
    """What an end bonus gives for a part: points, the parts needed, and whether it takes the most too."""

    part: str
    points: int
    parts: int
    most: bool


class CircleGroup(NamedTuple):
    """One column of the bonus sheet: for which numbers of players, and how many circles a bonus has there."""

    name: str
    players: tuple[int, ...]
    circles: int


class Numbers(NamedTuple):
    """The numbers and tables of an edition.

    `superseded` is the number of the rulings that they go by where there are newer ones, otherwise 0.
    """

    superseded: int
    rounds_by_players: Mapping[int, int]
    dice: int
    faces: int
    die_of: Mapping[str, int]
    letters_of: Mapping[int, str]
    rows: tuple[str, ...]
    columns: int
    costs: tuple[int, ...]
    budget: int
    furniture_rows: int
    furniture_row: int
    furnish_when_full: bool
    bonuses: int
    claims_each: int
    circle_groups: tuple[CircleGroup, ...]
    reroll_until: str
    nudge: int
    free: int
    points: Mapping[str, Points]
    furniture_points: tuple[int, ...]
    awards: Mapping[str, Award]


class Rules(Numbers):
    """The numbers of an edition, ready to be played with: what follows from them is worked out once."""

    edition: Edition
    """The edition itself, for what the layout reads of it."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.superseded, self.rows, self.costs, self.budget))

    @cached_property
    def declaration(self) -> Declaration:
        """What the layout says of the play sheet, by the numbers of this edition."""
        faults: list[Fault] = []
        made = declare(Table(_layout(), faults, ("rules",)), self.edition.game, self.edition, checked=False)
        if faults:
            raise InputError(say("wrong-edition", game=self.edition.game, fault=faults[0].said), of_house)
        return made

    @cached_property
    def faults(self) -> ColumnFaults:
        """What is wrong in a column."""
        return ColumnFaults(self.declaration)

    @cached_property
    def spaces(self) -> int:
        """All spaces of the furniture track."""
        return self.furniture_rows * self.furniture_row

    @cached_property
    def dearest(self) -> int:
        """The most that a cost die costs."""
        return max(self.costs, default=0)

    @cached_property
    def deals(self) -> Deals:
        """What a roll allows."""
        return Deals(self.letters_of, self.places, self.columns, self.prices)

    @cached_property
    def places(self) -> Places:
        """Where a column takes each part."""
        return Places(self.rows, self.faults)

    @cached_property
    def effects(self) -> Effects:
        """What an action does."""
        return Effects(len(self.rows), self.columns, self.prices)

    @cached_property
    def prices(self) -> dict[int, int]:
        """What each cost die costs; a number that is on no die costs nothing."""
        return dict(enumerate(self.costs, 1))

    def rounds(self, players: int) -> int:
        """The rounds of a game for this number of players."""
        return self.rounds_by_players[players]

    def circles(self, players: int) -> int:
        """The circles of each bonus for this number of players."""
        return self._circles[players]

    @cached_property
    def _circles(self) -> dict[int, int]:
        return {players: group.circles for group in reversed(self.circle_groups) for players in group.players}


@lru_cache(maxsize=1024)
def active(round_number: int, players: int, joined: tuple[int, ...] = ()) -> int:
    """The seat, counted from 0, that is active in a round, counted from 1; `joined` is from which round each one plays.

    The turn goes round the seats in their order and passes over those who have not joined yet.

    >>> [active(round_number, 3) for round_number in (1, 2, 3, 4)]
    [0, 1, 2, 0]
    >>> [active(round_number, 3, (1, 1, 4)) for round_number in (1, 2, 3, 4, 5, 6, 7)]
    [0, 1, 0, 1, 2, 0, 1]
    """
    if not joined or max(joined) == 1:
        return (round_number - 1) % players
    firsts = (*joined, *(1,) * (players - len(joined)))
    seat = -1
    for number in range(1, round_number + 1):
        seat = next((s for s in ((seat + step) % players for step in range(1, players + 1)) if firsts[s] <= number), 0)
    return seat


def of_house(language: str) -> Words:
    """The words of this game."""
    return of_folders(language, Path(__file__).parent)


@lru_cache(maxsize=64)
def rules_of(edition: Edition) -> Rules:
    """The rules of an edition, worked out once for each.

    >>> from pnp.edition import shipped
    >>> rules = rules_of(shipped("house-of-dice"))
    >>> rules.rounds(5), rules.budget, rules.prices
    (25, 24, {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2})
    """
    faults: list[Fault] = []
    superseded = edition.rulings if edition.rulings < edition.latest else 0
    rules = _read(Table({entry.name: entry.value for entry in edition}, faults, ("entries",)), superseded)
    rules.edition = edition
    if faults:
        raise InputError(say("wrong-edition", game=edition.game, fault=faults[0].said), of_house)
    return rules


@cache
def _layout() -> dict[str, Any]:
    """The tables `rules` of the layout."""
    rules: dict[str, Any] = toml(text_of_rules((LAYOUTS / "house-of-dice.toml").read_text(encoding="utf-8")))["rules"]
    return rules


def _read(top: Table, superseded: int) -> Rules:
    dice, furniture = (_row(top, name) for name in ("dice", "furniture-track"))
    die_of = _die_of(top)
    return Rules(
        superseded,
        rounds_by_players=_rounds(top),
        dice=dice.whole("count", low=3, high=9),
        faces=dice.whole("faces", low=1, high=9),
        die_of=die_of,
        letters_of={die: "".join(p for p in PARTS if die_of[p] == die) for die in die_of.values()},
        rows=tuple(top.items("grid", _row_letters)),
        columns=top.whole("columns", low=1, high=9),
        costs=tuple(top.items("cost", lambda value: as_whole(value, 0))),
        budget=top.whole("budget", low=0),
        furniture_rows=furniture.whole("rows", low=1, high=20),
        furniture_row=furniture.whole("spaces", low=1, high=20),
        furnish_when_full=top.flag("furniture-full"),
        bonuses=top.whole("bonuses", low=0, high=8),
        claims_each=top.whole("once-each", low=1, high=8),
        circle_groups=_circle_groups(_row(top, "circles")),
        reroll_until=top.choice("reroll-until", UNTIL),
        nudge=top.whole("nudge", low=1, high=9),
        free=top.whole("free", low=0),
        points={part: _points(_row(top, f"score-{name}")) for part, name in PARTS.items()},
        furniture_points=tuple(top.items("score-furniture", as_whole)),
        awards=_awards(top),
    )


def _row(top: Table, name: str) -> Table:
    """A table of the edition; one that is not there is read as empty, so its first key is missed by name."""
    return top.table(name) or Table({}, top.faults, (*top.path, name))


def _row_letters(value: object) -> str:
    return as_text(value, f"[{''.join(PARTS)}]*", say("row-of-letters", letters=tuple(PARTS)))


def _rounds(top: Table) -> dict[int, int]:
    row = _row(top, "rounds")
    return {players: row.whole(str(players), low=1, high=99) for players in range(PLAYERS[0], PLAYERS[1] + 1)}


def _die_of(top: Table) -> dict[str, int]:
    row = _row(top, "parts")
    found = {part: row.whole(part, low=1, high=9) for part in PARTS if part != GARAGE}
    row.close()
    return {**found, GARAGE: top.whole("garage", low=1, high=9)}


def _circle_groups(groups: Table) -> tuple[CircleGroup, ...]:
    found = []
    for name in groups.data:
        row = _row(groups, name)
        players = tuple(row.items("players", lambda value: as_whole(value, *PLAYERS)))
        found.append(CircleGroup(name, players, row.whole("circles", low=0, high=9)))
    for number in range(PLAYERS[0], PLAYERS[1] + 1):
        if not any(number in group.players for group in found):
            groups.fault(say("no-circles", n=number))
    return tuple(found)


def _points(row: Table) -> Points:
    each = row.whole("each", 0) if "each" in row else None
    first = row.whole("first") if each is None else each
    following = row.whole("next") if each is None else each
    points = Points(first, following, row.whole("pair", 0), row.whole("missing", 0))
    row.close()
    return points


def _awards(top: Table) -> dict[str, Award]:
    least = top.whole("most-least", low=0)
    awards = {bonus: Award(part, top.whole(bonus), least, True) for bonus, part in MOST_OF.items()}
    for bonus, part in FULL_OF.items():
        row = _row(top, bonus)
        awards[bonus] = Award(part, row.whole("points"), row.whole("parts", low=1), False)
    return awards
