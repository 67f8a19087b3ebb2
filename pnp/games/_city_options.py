"""What can be done in a turn of Dice City, listed: each move is tried before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from pnp.games import _city_moves as moves
from pnp.games._city import Location, completed_rows, location_vp
from pnp.games._city_box import RESOURCES, Card, key
from pnp.games._city_gain import left, on_board, printed_gain
from pnp.games._city_items import amounts_text, effects_text
from pnp.games._city_moves import Amounts, Gain, Move, Place
from pnp.games._city_state import Seat, State, at, ground, known_gain, places, sheet
from pnp.games._city_words import text
from pnp.games.play import Option

Try = Callable[[State, Move], object]
"""The table after a move, or None where it is not allowed."""
_TOKEN = "pays with pass tokens"


def listed(state: State, attempt: Try, most: int) -> tuple[Option, ...]:
    """Moves of the active player that are allowed now, with what they do."""
    about = ground(state)
    found = ((move, means) for move, means in _moves(state, attempt) if attempt(state, move) is not None)
    return tuple(Option(text(move, about), means) for move, means in islice(found, max(0, most)))


def _moves(state: State, attempt: Try) -> Iterator[tuple[Move, str]]:
    unused = left(state) if state.step == "dice" else []
    seat = state.seats[state.active]
    if len(completed_rows(sheet(seat, state.rules).city, state.rules.box)) >= state.rules.box.full_rows:
        yield moves.CallEnd(), "the game ends with this round: rows are full"
    if state.step != "build":
        yield moves.Next(), f"leaves {', '.join(unused)} unused and goes on" if unused else "goes on"
    if state.step == "dice":
        yield from _dice(state, unused)
    if not unused:
        yield moves.End(), "the turn ends: one of each resource stays, the dice are rolled"
        yield from _attacks(state)
        yield from _trade(state, attempt)


def _dice(state: State, unused: list[str]) -> Iterator[tuple[Move, str]]:
    seat, rules = state.seats[state.active], state.rules
    for die in unused:
        yield from _uses(state, Place(die, on_board(seat, die, rules)))
    for die in unused:
        yield moves.PassDie(die), "gains a pass token"
        yield moves.Refresh(die), f"replaces {rules.refreshed} cards of the display"
    for place in places(rules):
        location = at(seat, place, rules)
        if location is not None and location.off:
            yield from ((moves.Reactivate(die, place), f"reactivates {location.name}") for die in unused)
    for kind in (*RESOURCES, "sword"):
        yield moves.Tokens(kind), f"{_TOKEN} for 1 {kind}"
    for row in rules.box.rows if len(state.seats) > 1 else ():
        yield moves.Force(row), f"{_TOKEN}: all others re-roll {row}"
    for die in unused:
        for other in unused:
            yield moves.Shift(die, other, -1), f"moves the {other} die to the left"
            yield moves.Shift(die, other, 1), f"moves the {other} die to the right"


def _uses(state: State, place: Place) -> Iterator[tuple[Move, str]]:
    location = at(state.seats[state.active], place, state.rules)
    name = location.name if location is not None else state.rules.space(place)
    card = state.rules.box.card(name) if name else None
    if card is not None and known_gain(card):
        yield moves.Use(place.row), f"{card.name} gives {effects_text(printed_gain(card))}"
        return
    for kind in (*RESOURCES, "sword", "vp", "nothing"):
        gives = () if kind == "nothing" else (Gain(kind, 1),)
        yield moves.Use(place.row, "", gives), f"{name or place} gave {effects_text(gives)}, as it says there"


def _attacks(state: State) -> Iterator[tuple[Move, str]]:
    if not state.strength:
        return
    for pile in state.rules.box.bandits:
        known = pile.vp in state.rules.defences or f"bandit {pile.vp}" in dict(state.said)
        said = None if known else state.strength
        yield moves.AttackBandit(pile.vp, said), f"takes a bandit of {pile.vp} VP" + _as_printed(said)
    for number, rival in enumerate(state.seats):
        if number != state.active:
            yield from _raids(state, number, rival)


def _raids(state: State, number: int, rival: Seat) -> Iterator[tuple[Move, str]]:
    box = state.rules.box
    for place in places(state.rules):
        location = at(rival, place, state.rules)
        if location is not None:
            card = box.card(location.name)
            said = None if card is not None and card.defence is not None else state.strength
            means = f"deactivates {location.name} for {location_vp(location, box)} VP{_as_printed(said)}"
            yield moves.AttackLocation(number, place, said), means
    for kind in RESOURCES:
        yield moves.AttackStock(number, ((kind, 1),)), f"takes 1 {kind} from {rival.name}"


def _as_printed(strength: int | None) -> str:
    return "" if strength is None else ", with the strength that is printed there"


def _trade(state: State, attempt: Try) -> Iterator[tuple[Move, str]]:
    seat = state.seats[state.active]
    sample = next((((kind, 1),) for kind, count in zip(RESOURCES, seat.stock, strict=True) if count), ())
    if not sample:
        return
    for pile in state.rules.box.ships:
        known = pile.vp in state.rules.ship_costs or f"ship {pile.vp}" in dict(state.said)
        means = f"exports goods for {pile.vp} VP{'' if known else ', for what is printed there'}"
        yield moves.Ship(pile.vp, None if known else sample), means
    free = sorted(places(state.rules), key=lambda place: at(seat, place, state.rules) is not None)
    # Where a card is laid changes nothing about whether it can be built, so one space tells of all.
    offers = [_offer(state, card, sample) for card in state.rules.box.cards.values() if not card.printed]
    allowed = [offer for offer in offers if attempt(state, moves.Build(offer[0], free[0], offer[1])) is not None]
    for place in free:
        before = at(seat, place, state.rules)
        over = f" over {before.name}" if before is not None else ""
        for location, cost, means in allowed:
            yield moves.Build(location, place, cost), f"{means} on {place}{over}"


def _offer(state: State, card: Card, sample: Amounts) -> tuple[Location, Amounts | None, str]:
    """A card as it can be built; where VP or cost are not known, something stands for what is printed."""
    said = dict(state.said)
    entered = None if card.vp is not None or f"vp {key(card.name)}" in said else 1
    known = bool(card.cost) or f"cost {key(card.name)}" in said
    open_points = [what for what, is_open in (("VP", entered is not None), ("cost", not known)) if is_open]
    means = f"builds {card.name}{f' ({amounts_text(tuple(card.cost.items()))})' if card.cost else ''}"
    if open_points:
        means += f" with the {' and '.join(open_points)} that are printed there"
    return Location(card.name, entered), None if known else sample, means
