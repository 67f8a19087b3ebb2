"""What lies in the box of Dice City: its edition data as values, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.edition import Edition
from pnp.errors import InputError
from pnp.strict import Fault, Table, as_choice, as_text

LINES = ("tokens", "ships", "bandits", "locations")
TIEBREAKS = ("location-cards", "ships-and-bandits", "turn-order")
RESOURCES = ("wood", "stone", "iron")


@dataclass(frozen=True, slots=True)
class Card:
    """A location: its VP and copies (None where nobody knows them) and whether it is printed on the board."""

    name: str
    vp: int | None = None
    copies: int | None = None
    stack: bool = False
    printed: bool = False
    defence: int | None = None
    swords: int = 0
    cost: Mapping[str, int] = field(default_factory=dict)
    gives: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pile:
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


@dataclass(frozen=True, slots=True)
class Box:
    """The edition data of Dice City."""

    rows: tuple[str, ...]
    columns: int
    cards: Mapping[str, Card]
    ships: tuple[Pile, ...]
    bandits: tuple[Pile, ...]
    piles_run_out: bool
    deck: int
    lines: tuple[str, ...]
    tiebreaks: tuple[str, ...]
    empty_bandits: int
    empty_ships: int
    full_rows: int
    printed_are_cards: bool
    unlisted_cards: bool

    def card(self, name: str) -> Card | None:
        """The card of a name, however it is spaced and capitalised."""
        return self.cards.get(key(name))

    def is_built(self, name: str) -> bool:
        """Whether a location counts as a card in the city: everything that is not printed on the board."""
        card = self.card(name)
        return card is None or not card.printed or self.printed_are_cards


def key(name: str) -> str:
    """A card's name without what people write in different ways.

    >>> key("Market  Place") == key("marketplace") == key("MARKET-PLACE")
    True
    """
    return "".join(c for c in name.casefold() if c.isalnum())


def entries(edition: Edition) -> tuple[Table, list[Fault]]:
    """The values of an edition as a table to read strictly, with the list that its faults go to."""
    faults: list[Fault] = []
    return Table({e.name: e.value for e in edition if e.value is not None}, faults), faults


def refuse(edition: Edition, faults: list[Fault]) -> None:
    """Raise what is wrong in an edition, if anything is."""
    if faults:
        raise InputError(f"{edition.game}: edition data: {faults[0]}")


def open_box(edition: Edition) -> Box:
    """The box that an edition describes, or one line with what is wrong in it."""
    table, faults = entries(edition)
    answer = Box(
        rows=tuple(table.items("rows", lambda v: as_text(v, "[a-z]+", "a colour in small letters"), most=20)),
        columns=table.whole("columns", low=1, high=20),
        cards=_cards(table, edition),
        ships=_piles(table, "ship-piles"),
        bandits=_piles(table, "bandit-piles"),
        piles_run_out=table.flag("piles-run-out", True),
        deck=table.whole("location-cards", low=0),
        lines=tuple(table.items("score", lambda v: as_choice(v, LINES))),
        tiebreaks=tuple(table.items("tiebreaks", lambda v: as_choice(v, TIEBREAKS))),
        empty_bandits=table.whole("end-bandits", low=1),
        empty_ships=table.whole("end-ships", low=1),
        full_rows=table.whole("end-rows", low=1),
        printed_are_cards=table.flag("printed-count-as-cards"),
        unlisted_cards=table.flag("unlisted-cards", True),
    )
    refuse(edition, faults)
    return answer


def _cards(table: Table, edition: Edition) -> dict[str, Card]:
    """Every location by its key; a later entry of the same name replaces an earlier one."""
    found = [_card(row, printed=True) for row in table.tables("printed-spaces")]
    for entry in edition:
        if entry.name.startswith("card-"):
            row = table.table(entry.name)
            if row is None:
                table.fault('a card needs a value such as { name = "Church", vp = 2 }', entry.name)
            else:
                found.append(_card(row, known=entry.kind != "unknown"))
    return {key(card.name): card for card in found}


def _card(row: Table, printed: bool = False, known: bool = True) -> Card:
    vp = _count(row, "vp")
    card = Card(
        name=row.text("name", pattern=r"[^=!]*[^\W_][^=!]*", allowed="a card's name"),
        vp=vp if known else None,
        copies=_count(row, "copies"),
        stack=row.flag("stack"),
        printed=printed,
        defence=_count(row, "defence"),
        swords=row.whole("swords", 0, low=0),
        cost=_resources(row, "cost"),
        gives=_resources(row, "gives"),
    )
    row.close()
    return card


def _count(row: Table, name: str) -> int | None:
    return row.whole(name, low=0) if name in row else None


def _resources(row: Table, name: str) -> dict[str, int]:
    amounts = row.table(name)
    if amounts is None:
        return {}
    found = {resource: amounts.whole(resource, low=0) for resource in RESOURCES if resource in amounts}
    amounts.close()
    return found


def _piles(table: Table, name: str) -> tuple[Pile, ...]:
    piles = []
    for row in table.tables(name, most=20):
        more = row.whole("more", 0, low=0, high=100)
        piles.append(Pile(row.whole("vp", low=0), row.whole("each", 0, low=0, high=100), more))
        row.close()
    if not piles:
        table.fault("there is no pile; at least one is needed", name)
    return tuple(piles)
