"""The numbers of an edition of Dice City as one value: its cards, piles and steps, and what alone is played for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.strict import Fault, Table, as_choice, as_text
from pnp.words import Said, Words, of_folders, say

SEVERAL, ALONE = "dice-city", "dice-city-solo"
PLAYERS = (2, 4)
LINES = ("tokens", "ships", "bandits", "locations")
TIEBREAKS = ("location-cards", "ships-and-bandits", "turn-order")
RESOURCES = ("wood", "stone", "iron")
STEPS = ("dice", "attack", "build")
ENDS = ("bandits", "ships", "deck", "rows")

Amounts = tuple[tuple[str, int], ...]
"""How much of each resource, those of which there is none left out."""


class Place(NamedTuple):
    """A space of a city by the row's colour and the column from 1.

    >>> str(Place("red", 3)), Place("red", 3).id
    ('red 3', 'red.3')
    """

    row: str
    column: int

    def __str__(self) -> str:
        return f"{self.row} {self.column}"

    @property
    def id(self) -> str:
        """As the fields of a sheet are called by it."""
        return f"{self.row}.{self.column}"

    @property
    def said(self) -> Said:
        return say("place", row=self.row, column=self.column)


class Card(NamedTuple):
    """A location: its VP and copies (None where nobody knows them) and whether it is printed on the board."""

    name: str
    vp: int | None = None
    copies: int | None = None
    stack: bool = False
    printed: bool = False
    defence: int | None = None
    swords: int = 0
    cost: Amounts = ()
    gives: Amounts = ()

    @property
    def gain_known(self) -> bool:
        return bool(self.gives or self.swords)


class Pile(NamedTuple):
    """A pile of bandits or ships: the VP of a card, cards for each player and cards besides."""

    vp: int
    each: int
    more: int

    def size(self, players: int) -> int:
        """How many cards lie there at the start.

        >>> Pile(5, each=1, more=2).size(4)
        6
        """
        return self.each * players + self.more


class Challenge(NamedTuple):
    """What a lone player is up against: turns and cards of the display by mode, and the targets."""

    turns: Mapping[str, int]
    displays: Mapping[str, int]
    first: int
    step: int
    last_printed: int

    @property
    def printed(self) -> range:
        """The targets that have a box on the score sheet."""
        return range(self.first, self.last_printed + 1, self.step)

    def result(self, total: int, target: int) -> dict[str, int | str]:
        """What a total means against a target: whether it wins, and the target of the next game.

        >>> Challenge({}, {}, 50, 5, 100).result(50, 50)
        {'target': 50, 'outcome': 'won', 'next': 55}
        """
        won = total >= target
        return {"target": target, "outcome": "won" if won else "lost", "next": target + self.step if won else target}


class Rules:
    """What a table plays by; there is one value for an edition, so that what follows from it is worked out once."""

    def __init__(self, table: Table, edition: Edition) -> None:
        self.rows = tuple(table.items("rows", lambda v: as_text(v, "[a-z]+"), most=20))
        self.columns = table.whole("columns", low=1, high=20)
        self.places = tuple(Place(row, column) for row in self.rows for column in range(1, self.columns + 1))
        self.cards = _cards(table, edition)
        self.ships = _piles(table, "ship-piles")
        self.bandits = _piles(table, "bandit-piles")
        self.piles_run_out = table.flag("piles-run-out", True)
        self.deck = table.whole("location-cards", low=0)
        self.lines = tuple(table.items("score", lambda v: as_choice(v, LINES)))
        self.tiebreaks = tuple(table.items("tiebreaks", lambda v: as_choice(v, TIEBREAKS)))
        self.empty_bandits = table.whole("end-bandits", low=1)
        self.empty_ships = table.whole("end-ships", low=1)
        self.full_rows = table.whole("end-rows", low=1)
        self.printed_are_cards = table.flag("printed-count-as-cards")
        self.unlisted_cards = table.flag("unlisted-cards", True)
        self.refreshed = table.whole("refresh", low=1, high=100)
        self.token_price = table.whole("pass-tokens", low=1, high=100)
        self.stock_price = table.whole("stock-strength", low=1, high=100)
        self.kept = table.whole("stock-kept", low=0, high=100)
        self.deck_ends = table.flag("end-deck", True)
        self.refresh_draws = table.flag("refresh-from-deck", True)
        self.display = table.whole("display", low=1, high=100)
        self.printed = _printed(table, self.rows, self.columns)
        defence = table.table("bandit-defence") or Table({}, table.faults)
        piles = [pile.vp for pile in self.bandits if str(pile.vp) in defence]
        self.defences = {vp: defence.whole(str(vp), low=0) for vp in piles}
        self.ship_costs = {pile.vp: cost for pile in self.ships if (cost := _amounts(table, f"ship-cost-{pile.vp}"))}
        self.challenge = _challenge(table, self.display) if edition.game == ALONE else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.rows, self.columns, self.deck))

    @property
    def players(self) -> tuple[int, int]:
        """How many may play, at least and at most."""
        return PLAYERS if self.challenge is None else (1, 1)

    def card(self, name: str) -> Card | None:
        """The card of a name, however it is spaced and capitalised."""
        return self.cards.get(key(name))

    def is_built(self, name: str) -> bool:
        """Whether a location counts as a card in the city: everything that is not printed on the board."""
        card = self.card(name)
        return card is None or not card.printed or self.printed_are_cards

    def space(self, place: Place) -> str:
        """The name of a printed space, nothing where nobody knows it."""
        names = self.printed.get(place.row)
        return names[place.column - 1] if names else ""

    def piles(self, kind: str) -> tuple[Pile, ...]:
        return self.ships if kind == "ships" else self.bandits

    @property
    def goal(self) -> Challenge:
        """What a lone player is up against; only an edition of the game alone has it."""
        assert self.challenge is not None
        return self.challenge


@lru_cache(maxsize=1024)
def key(name: str) -> str:
    """A card's name without what people write in different ways.

    >>> key("Market  Place") == key("marketplace") == key("MARKET-PLACE")
    True
    """
    return "".join(c for c in name.casefold() if c.isalnum())


def of_city(language: str) -> Words:
    """The words of this game."""
    return of_folders(language, Path(__file__).parent)


@lru_cache(maxsize=64)
def rules_of(edition: Edition) -> Rules:
    """The rules that an edition describes, or one line with what is wrong in it."""
    faults: list[Fault] = []
    answer = Rules(Table({e.name: e.value for e in edition if e.value is not None}, faults), edition)
    if faults:
        raise InputError(say("edition-data", game=edition.game, fault=faults[0].said), of_city)
    return answer


def _cards(table: Table, edition: Edition) -> dict[str, Card]:
    """Every location by its key; a later entry of the same name replaces an earlier one."""
    found = [_card(row, printed=True) for row in table.tables("printed-spaces")]
    for entry in edition:
        if entry.name.startswith("card-"):
            row = table.table(entry.name)
            if row is None:
                table.fault(say("no-card-value", example='{ name = "Church", vp = 2 }'), entry.name)
            else:
                found.append(_card(row, known=entry.kind != "unknown"))
    return {key(card.name): card for card in found}


def _card(row: Table, printed: bool = False, known: bool = True) -> Card:
    vp = _count(row, "vp")
    card = Card(
        name=row.text("name", pattern=r"[^=!]*[^\W_][^=!]*"),
        vp=vp if known else None,
        copies=_count(row, "copies"),
        stack=row.flag("stack"),
        printed=printed,
        defence=_count(row, "defence"),
        swords=row.whole("swords", 0, low=0),
        cost=_amounts(row, "cost"),
        gives=_amounts(row, "gives"),
    )
    row.close()
    return card


def _count(row: Table, name: str) -> int | None:
    return row.whole(name, low=0) if name in row else None


def _amounts(row: Table, name: str) -> Amounts:
    amounts = row.table(name)
    if amounts is None:
        return ()
    found = tuple((kind, amounts.whole(kind, low=0)) for kind in RESOURCES if kind in amounts)
    amounts.close()
    return found


def _piles(table: Table, name: str) -> tuple[Pile, ...]:
    piles = []
    for row in table.tables(name, most=20):
        more = row.whole("more", 0, low=0, high=100)
        piles.append(Pile(row.whole("vp", low=0), row.whole("each", 0, low=0, high=100), more))
        row.close()
    if not piles:
        table.fault(say("no-pile"), name)
    return tuple(piles)


def _printed(table: Table, rows: tuple[str, ...], columns: int) -> dict[str, tuple[str, ...]]:
    """The printed spaces of each row by name, where the edition has them."""
    places = table.table("printed-places")
    if places is None:
        return {}
    found = {row: tuple(places.items(row, str)) for row in rows}
    for row, names in found.items():
        if len(names) != columns:
            places.fault(say("row-length", n=len(names), columns=columns), row)
    return found


def _challenge(table: Table, display: int) -> Challenge:
    modes = table.table("modes") or Table({}, table.faults)
    found = {name: modes.table(name) or Table({}, table.faults) for name in modes.data}
    if not found:
        table.fault(say("no-mode"), "modes")
    target = table.table("target") or Table({}, table.faults, ("target",))
    return Challenge(
        {name: mode.whole("turns", low=1, high=100) for name, mode in found.items()},
        {name: mode.whole("display", display, low=2, high=100) for name, mode in found.items()},
        first=target.whole("first", low=0, high=1000),
        step=target.whole("step", low=1, high=1000),
        last_printed=table.whole("targets-printed", low=0, high=1000),
    )
