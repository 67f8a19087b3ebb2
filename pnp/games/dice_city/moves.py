"""What can be done in a turn of Dice City, as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.dice_city.city import Location, location_text
from pnp.games.dice_city.rules import Amounts, Place
from pnp.words import Said, say


class Gain(NamedTuple):
    """So much of a resource, `vp`, `sword` or `pass`; less than nothing where it is paid."""

    kind: str
    amount: int


class Off(NamedTuple):
    """A location of the own city is deactivated: the one that is used, where no place is given."""

    place: Place | None = None


class Reroll(NamedTuple):
    """One of the own dice is rolled again and put where it shows."""

    die: str


class Put(NamedTuple):
    """A card comes into the city without being paid for."""

    location: Location
    place: Place


Effect = Gain | Off | Reroll | Put
Effects = tuple[Effect, ...]


class Use(NamedTuple):
    """A die uses the location under it: its name where it was said, what it gave, what other cards added."""

    die: str
    name: str = ""
    gives: Effects | None = None
    plus: Effects = ()


class Shift(NamedTuple):
    """A die moves another one a space to the left (-1) or to the right (1)."""

    die: str
    other: str
    by: int


class Reactivate(NamedTuple):
    """A die takes the token from a deactivated location."""

    die: str
    place: Place


class Refresh(NamedTuple):
    """A die replaces cards of the display."""

    die: str


class PassDie(NamedTuple):
    """A die brings a pass token."""

    die: str


class Tokens(NamedTuple):
    """Pass tokens buy a resource or a `sword`."""

    kind: str


class Force(NamedTuple):
    """Pass tokens make all others re-roll the die of a row, or each the one that is named for the seat."""

    row: str = ""
    each: tuple[tuple[int, str], ...] = ()


class AttackBandit(NamedTuple):
    """A card of a bandit pile is taken, with the strength that it takes where that was said."""

    vp: int
    strength: int | None = None


class AttackLocation(NamedTuple):
    """A rival's location is deactivated for its VP."""

    seat: int
    place: Place
    strength: int | None = None
    vp: int | None = None


class AttackStock(NamedTuple):
    """A rival's resources are taken."""

    seat: int
    amounts: Amounts


class Build(NamedTuple):
    """A card is bought and laid on a space; alone at the table it may be said of which row it comes."""

    location: Location
    place: Place
    cost: Amounts | None = None
    source: str = ""
    gives: Effects = ()


class Ship(NamedTuple):
    """Goods are exported for a card of a ship pile."""

    vp: int
    cost: Amounts | None = None


class Worth(NamedTuple):
    """What a location whose VP are not known has come to."""

    place: Place
    vp: int


class Next(NamedTuple):
    """The next step of the turn begins."""


class CallEnd(NamedTuple):
    """The player whose rows are full wants the game to end."""


class End(NamedTuple):
    """The turn ends; what stays in stock, where it is not one of each."""

    keep: Amounts | None = None


DieMove = Use | Shift | Reactivate | Refresh | PassDie
Attack = AttackBandit | AttackLocation | AttackStock
Move = DieMove | Tokens | Force | Attack | Build | Ship | Worth | Next | CallEnd | End


def told_amounts(amounts: Iterable[tuple[str, int]]) -> tuple[Said, ...]:
    """Resources as facts of what is said."""
    return tuple(say("amount", kind=kind, n=n) for kind, n in amounts) or (say("amount.nothing"),)


def told_effects(effects: Effects) -> tuple[Said, ...]:
    """What was gained as facts of what is said."""
    return tuple(map(_told, effects)) or (say("amount.nothing"),)


def _told(effect: Effect) -> Said:
    match effect:
        case Gain(kind, n):
            return say("amount", kind=kind, n=n) if n > 0 else say("effect.pay", kind=kind, n=-n)
        case Off(place):
            return say("effect.off", place=place.said if place else None)
        case Reroll(die):
            return say("effect.reroll", die=die)
        case Put(location, place):
            return say("effect.place", location=location_text(location), place=place.said)
