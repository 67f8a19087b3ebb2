"""A table of Dice City while it is played: what each player has, whose turn it is, what was taken on their word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.games.dice_city.city import City, Location
from pnp.games.dice_city.moves import Effects
from pnp.games.dice_city.phrases import Ground
from pnp.games.dice_city.rules import RESOURCES, STEPS, Card, Place, Rules, key
from pnp.games.dice_city.sheet import Sheet
from pnp.games.seats import deny, opened_for
from pnp.words import Said

NO_ROW = -1
"""In place of the cards of a display's row where no row lies there any more."""


class Solo(NamedTuple):
    """How a lone player plays."""

    mode: str
    target: int


class Seat(NamedTuple):
    """What a player has; a die that is not on the board lies on 0."""

    name: str
    dice: tuple[int, ...]
    city: City
    stock: tuple[int, ...] = (0,) * len(RESOURCES)
    passes: int = 0
    tokens: int = 0
    ships: tuple[int, ...] = ()
    bandits: tuple[int, ...] = ()
    turns: int = 0

    def cards(self, kind: str) -> tuple[int, ...]:
        return self.ships if kind == "ships" else self.bandits

    def built(self, place: Place, location: Location) -> Seat:
        """The player with a location on a space."""
        return self._replace(city={**self.city, place: location})

    @property
    def sheet(self) -> Sheet:
        return Sheet(self.name, self.tokens, self.ships, self.bandits, self.city)


class State(NamedTuple):
    """A table; `said` and `notes` are what was taken on a player's word, `rolls` the dice that are to be rolled."""

    rules: Rules
    seats: tuple[Seat, ...]
    rolls: tuple[tuple[int, str], ...]
    deck: int
    display: tuple[int, ...]
    active: int = 0
    step: str = STEPS[0]
    strength: int = 0
    once: tuple[str, ...] = ()
    taken: tuple[tuple[str, int], ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    notes: tuple[tuple[int, Said], ...] = ()
    ending: tuple[str, ...] = ()
    over: bool = False
    solo: Solo | None = None
    gives: tuple[tuple[str, Effects], ...] = ()
    """What each space gave when it was said last, by its name or, where it has none, by its place."""
    shown: bool = False
    """Whether the table wants everything to lie open before the end."""

    @property
    def is_open(self) -> bool:
        """Whether nothing lies face down."""
        return self.over or self.shown or self.solo is not None

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def ground(self) -> Ground:
        """What words at this table are about."""
        return Ground(self.players, self.rules.rows, self.rules.columns)

    @property
    def mine(self) -> Seat:
        """The player whose turn it is."""
        return self.seats[self.active]

    @property
    def left(self) -> tuple[str, ...]:
        """The dice that the active player has not used."""
        return tuple(row for row, column in zip(self.rules.rows, self.mine.dice, strict=True) if column)

    def column(self, die: str) -> int:
        """Where a die of the active player lies, 0 where it is used."""
        return self.mine.dice[self.rules.rows.index(die)]

    def pile_left(self, kind: str, vp: int) -> int | None:
        """The cards of a pile that are left; None where piles never run out."""
        if not self.rules.piles_run_out:
            return None
        size = next(pile for pile in self.rules.piles(kind) if pile.vp == vp).size(len(self.seats))
        return max(0, size - sum(seat.cards(kind).count(vp) for seat in self.seats))

    def copies_left(self, card: Card) -> int | None:
        """The copies of a card that nobody has built; None where nobody knows how many there are."""
        return None if card.copies is None else max(0, card.copies - dict(self.taken).get(key(card.name), 0))

    def told(self, about: str) -> str | None:
        """What a player said about a card or a pile, to be taken for granted from then on."""
        return next((value for name, value in self.said if name == about), None)

    def given(self, about: str) -> Effects | None:
        """What a space gave when it was said last."""
        return next((effects for name, effects in self.gives if name == about), None)

    # ------------------------------------------------------------------ the table changed

    def with_seat(self, number: int, seat: Seat) -> State:
        return self._replace(seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def with_mine(self, seat: Seat) -> State:
        return self.with_seat(self.active, seat)

    def with_die(self, number: int, die: str, column: int) -> State:
        """A die of a player on a column, or taken off with 0."""
        at, dice = self.rules.rows.index(die), self.seats[number].dice
        return self.with_seat(number, self.seats[number]._replace(dice=(*dice[:at], column, *dice[at + 1 :])))

    def remember(self, name: str, value: str) -> State:
        return self._replace(said=tuple(sorted({**dict(self.said), name: value}.items())))

    def noted(self, note: Said, number: int | None = None) -> State:
        """A note that something was taken on a player's word, the active one's where no other is named."""
        new = (self.active if number is None else number, note)
        return self if new in self.notes else self._replace(notes=(*self.notes, new))

    def reach(self, step: str) -> State:
        """The table in a step of the turn: the same one, or a later one that may begin."""
        if step == self.step:
            return self
        if STEPS.index(step) < STEPS.index(self.step):
            deny("step-over", step=step)
        if self.step == STEPS[0] and (unused := self.left):
            deny("dice-left", dice=unused)
        return self._replace(step=step)


def opened(players: Sequence[str], rules: Rules, solo: Solo | None = None) -> State:
    """The table before the first roll."""
    seats = tuple(Seat(name, (0,) * len(rules.rows), {}) for name in opened_for(players, *rules.players))
    rolls = tuple((seat, row) for seat in range(len(seats)) for row in rules.rows)
    # Alone there are two rows of equal length; only the count of the whole display is given.
    display = (rules.goal.displays[solo.mode] // 2,) * 2 if solo else (rules.display,)
    return State(rules, seats, rolls, max(0, rules.deck - sum(display)), display, solo=solo)


def sheets(state: State, viewer: int | None = None) -> tuple[Sheet, ...]:
    """What lies open, to everybody or to a seat: VP tokens and cards of others lie face down until the end."""
    return tuple(
        seat.sheet if state.is_open or number == viewer else Sheet(seat.name, city=seat.city)
        for number, seat in enumerate(state.seats)
    )
