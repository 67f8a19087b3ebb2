"""A table of Dice City while it is played: the rules in force, what each player has, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from pnp.edition import Edition
from pnp.games._city import CitySheet, Location, location_text, pile_sizes
from pnp.games._city_box import RESOURCES, Box, Card, entries, open_box, refuse
from pnp.games._city_items import Ground
from pnp.games._city_moves import Amounts, Place
from pnp.games._plain_play import Told, named, told
from pnp.games.dice_city_solo import Challenge
from pnp.games.play import Refusal
from pnp.strict import Table, as_name

STEPS = ("dice", "attack", "build")
NO_ROW = -1
"""In place of the cards of a display's row where no row lies there any more."""


class RefusedError(Exception):
    """What somebody wants to do is not allowed now."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message)


def deny(code: str, message: str) -> NoReturn:
    """Refuse what somebody wants to do."""
    raise RefusedError(code, message)


class Solo(NamedTuple):
    """What a lone player is up against."""

    goal: Challenge
    mode: str
    target: int

    @property
    def turns(self) -> int:
        return self.goal.turns[self.mode]


class Rules(NamedTuple):
    """What a table plays by: the box, the numbers of a turn, and what is known of printed spaces, bandits and ships."""

    box: Box
    refreshed: int
    token_price: int
    stock_price: int
    kept: int
    deck_ends: bool
    refresh_draws: bool
    printed: Mapping[str, tuple[str, ...]]
    defences: Mapping[int, int]
    ship_costs: Mapping[int, Amounts]
    display: tuple[int, ...]
    solo: Solo | None = None

    def space(self, place: Place) -> str:
        """The name of the printed space, nothing where nobody knows it."""
        row = self.printed.get(place.row, ())
        return row[place.column - 1] if row else ""


class Seat(NamedTuple):
    """What a player has; a die that is not on the board lies on 0."""

    name: str
    dice: tuple[int, ...]
    city: tuple[tuple[Location | None, ...], ...]
    stock: tuple[int, ...] = (0,) * len(RESOURCES)
    passes: int = 0
    tokens: int = 0
    ships: tuple[int, ...] = ()
    bandits: tuple[int, ...] = ()
    turns: int = 0


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
    notes: tuple[tuple[int, Told], ...] = ()
    ending: tuple[str, ...] = ()
    over: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


def ground(state: State) -> Ground:
    """What words at this table are about."""
    box = state.rules.box
    return Ground(state.players, box.rows, box.columns)


def rules_of(edition: Edition, solo: Solo | None = None) -> Rules:
    """The rules that an edition describes, or one line with what is wrong in it."""
    box = open_box(edition)
    table, faults = entries(edition)
    display: tuple[int, ...] = (table.whole("display", low=1, high=100),)
    if solo is not None:
        modes = table.table("modes") or Table({}, faults)
        mode = modes.table(solo.mode) or Table({}, faults, ("modes", solo.mode))
        # Two rows of equal length; only the count of the whole display is given.
        display = (mode.whole("display", low=2, high=100) // 2,) * 2
    defence = table.table("bandit-defence") or Table({}, faults)
    answer = Rules(
        box=box,
        refreshed=table.whole("refresh", low=1, high=100),
        token_price=table.whole("pass-tokens", low=1, high=100),
        stock_price=table.whole("stock-strength", low=1, high=100),
        kept=table.whole("stock-kept", low=0, high=100),
        deck_ends=table.flag("end-deck", True),
        refresh_draws=table.flag("refresh-from-deck", True),
        printed=_printed(table, box),
        defences={pile.vp: defence.whole(str(pile.vp), low=0) for pile in box.bandits if str(pile.vp) in defence},
        ship_costs={pile.vp: cost for pile in box.ships if (cost := _cost(table, f"ship-cost-{pile.vp}"))},
        display=display,
        solo=solo,
    )
    refuse(edition, faults)
    return answer


def _printed(table: Table, box: Box) -> dict[str, tuple[str, ...]]:
    """The printed spaces of each row by name, where the edition has them."""
    rows = table.table("printed-places")
    found: dict[str, tuple[str, ...]] = {}
    for row in box.rows if rows is not None else ():
        assert rows is not None
        names = tuple(rows.items(row, str))
        if len(names) == box.columns:
            found[row] = names
        else:
            rows.fault(f"{len(names)} spaces in a row; exactly {box.columns} are allowed", row)
    return found


def _cost(table: Table, name: str) -> Amounts:
    row = table.table(name)
    return tuple((kind, row.whole(kind, low=0)) for kind in RESOURCES if kind in row) if row is not None else ()


def opened(players: Sequence[str], rules: Rules) -> State:
    """The table before the first roll."""
    box = rules.box
    empty = ((None,) * box.columns,) * len(box.rows)
    seats = tuple(Seat(as_name(name), (0,) * len(box.rows), empty) for name in players)
    rolls = tuple((seat, row) for seat in range(len(seats)) for row in box.rows)
    return State(rules, seats, rolls, max(0, box.deck - sum(rules.display)), rules.display)


def at(seat: Seat, place: Place, rules: Rules) -> Location | None:
    """What is built on a space."""
    return seat.city[rules.box.rows.index(place.row)][place.column - 1]


def built(seat: Seat, place: Place, location: Location, rules: Rules) -> Seat:
    """A player with a location on a space."""
    number = rules.box.rows.index(place.row)
    row = seat.city[number]
    changed = (*row[: place.column - 1], location, *row[place.column :])
    return seat._replace(city=(*seat.city[:number], changed, *seat.city[number + 1 :]))


def places(rules: Rules) -> Iterator[Place]:
    """Every space of a city."""
    return (Place(row, column) for row in rules.box.rows for column in range(1, rules.box.columns + 1))


def sheet(seat: Seat, rules: Rules, hidden: bool = False) -> CitySheet:
    """A player's sheet; without VP tokens and cards where they lie face down."""
    city = dict(zip(rules.box.rows, seat.city, strict=True))
    if hidden:
        return CitySheet(seat.name, 0, (), (), city)
    return CitySheet(seat.name, seat.tokens, seat.ships, seat.bandits, city)


def sheets(state: State) -> list[CitySheet]:
    """What lies open: until the end, VP tokens and cards lie face down unless nobody else is there."""
    hidden = not state.over and state.rules.solo is None
    return [sheet(seat, state.rules, hidden) for seat in state.seats]


def pile_left(state: State, kind: str, vp: int) -> int | None:
    """The cards of a pile that are left; None where piles never run out."""
    sizes = pile_sizes(state.rules.box, len(state.seats))[kind]
    if not state.rules.box.piles_run_out:
        return None
    return sizes[vp] - Counter(card for seat in state.seats for card in getattr(seat, kind))[vp]


def known_gain(card: Card | None) -> bool:
    """Whether it is known what a location gives."""
    return card is not None and bool(card.gives or card.swords)


def changed(state: State, number: int, seat: Seat) -> State:
    """The table with a player changed."""
    return state._replace(seats=(*state.seats[:number], seat, *state.seats[number + 1 :]))


def remember(state: State, name: str, value: str) -> State:
    """The table with what a player said about a card, to be taken for granted from now on."""
    return state._replace(said=tuple(sorted({**dict(state.said), name: value}.items())))


def noted(state: State, number: int, *note: str | int) -> State:
    """The table with a note that something was taken on a player's word; a number in it is a seat."""
    return state if (number, note) in state.notes else state._replace(notes=(*state.notes, (number, note)))


def renamed(state: State, players: Sequence[str]) -> State | Refusal:
    """The table with other names."""
    names = named(players, len(state.seats))
    if isinstance(names, Refusal):
        return names
    return state._replace(seats=tuple(map(lambda seat, name: seat._replace(name=name), state.seats, names)))


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain JSON values, equal for equal states."""
    from hashlib import sha256

    def plain(seat: Seat) -> dict[str, Any]:
        city = [[location_text(one) for one in row] for row in seat.city]
        return {**seat._asdict(), "dice": list(seat.dice), "stock": list(seat.stock), "city": city} | {
            "ships": list(seat.ships),
            "bandits": list(seat.bandits),
        }

    solo = state.rules.solo
    return {
        "edition": sha256(repr(state.rules).encode()).hexdigest(),
        "solo": None if solo is None else {"mode": solo.mode, "target": solo.target},
        "seats": [plain(seat) for seat in state.seats],
        "rolls": [list(roll) for roll in state.rolls],
        "deck": state.deck,
        "display": list(state.display),
        "active": state.active,
        "step": state.step,
        "strength": state.strength,
        "once": list(state.once),
        "taken": [list(row) for row in state.taken],
        "said": [list(row) for row in state.said],
        "notes": [[seat, told(note, state.players)] for seat, note in state.notes],
        "ending": list(state.ending),
        "over": state.over,
    }
