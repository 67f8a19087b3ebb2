"""What a turn of Dice City brings and takes: resources, swords, tokens, cards that are laid, locations turned off."""

from __future__ import annotations

from pnp.games.dice_city.city import Location, location_problem, location_text
from pnp.games.dice_city.moves import Effects, Gain, Off, Put, Reroll, told_amounts
from pnp.games.dice_city.rules import RESOURCES, STEPS, Amounts, Card, Place, key
from pnp.games.dice_city.state import State
from pnp.games.seats import deny, deny_for, doubt
from pnp.words import Said, say

SOURCES = ("bottom", "top")
"""The rows of a lone player's display."""


def printed_gain(card: Card) -> Effects:
    """What a card gives as it is printed."""
    swords = (Gain("sword", card.swords),) if card.swords else ()
    return (*(Gain(kind, count) for kind, count in card.gives if count), *swords)


def gain(state: State, effects: Effects, here: Place) -> State:
    """What a location brings, one after the other."""
    for effect in effects:
        match effect:
            case Gain(kind, count):
                state = add(state, kind, count)
            case Off(place):
                state = turn_off(state, state.active, place or here)
            case Reroll(die):
                state = state.reach(STEPS[0])
                if die != here.row and not state.column(die):
                    deny("die-used.reroll", die=die)
                state = state._replace(rolls=(*state.rolls, (state.active, die)))
            case Put(location, place):
                note = say("note.placed", location=location_text(location), place=place.said)
                state = lay(state.noted(note), location, place)
    return state


def count_of(state: State, kind: str) -> int:
    """How much the active player has of something."""
    if kind in RESOURCES:
        return state.mine.stock[RESOURCES.index(kind)]
    return {"sword": state.strength, "pass": state.mine.passes}.get(kind, state.mine.tokens)


def add(state: State, kind: str, count: int) -> State:
    """The active player gains or pays something."""
    seat, has = state.mine, count_of(state, kind)
    if has + count < 0:
        deny("not-enough.gain", n=-count, kind=kind, seat=state.active, has=has)
    if kind == "sword":
        return state._replace(strength=has + count)
    if kind == "pass":
        return state.with_mine(seat._replace(passes=has + count))
    if kind == "vp":
        return state.with_mine(seat._replace(tokens=has + count))
    stock = tuple(n + count * (one == kind) for one, n in zip(RESOURCES, seat.stock, strict=True))
    return state.with_mine(seat._replace(stock=stock))


def can_pay(state: State, cost: Amounts) -> bool:
    """Whether the active player's stock has a price."""
    return all(count <= count_of(state, kind) for kind, count in cost)


def pay(state: State, cost: Amounts, what: Said | str) -> State:
    """Resources go back to their piles."""
    if not can_pay(state, cost):
        stock = zip(RESOURCES, state.mine.stock, strict=True)
        deny("not-enough", what=what, cost=told_amounts(cost), stock=told_amounts(stock))
    for kind, count in cost:
        state = add(state, kind, -count)
    return state


def turn_off(state: State, number: int, place: Place) -> State:
    """A token is laid on a location."""
    seat = state.seats[number]
    location = seat.city.get(place)
    if location is None:
        deny("not-built.off", place=place.said, seat=number)
    if location.off:
        deny("deactivated.already", name=location.name, place=place.said)
    return state.with_seat(number, seat.built(place, location._replace(off=True)))


def lay(state: State, location: Location, place: Place, source: str = "") -> State:
    """A card from its stack or from the display comes into the active player's city, over what lies there."""
    card = state.rules.card(location.name)
    if card is not None and card.printed:
        deny("not-for-sale", card=card.name)
    about = f"vp {key(location.name)}"
    if location.entered is None and (before := state.told(about)):
        location = location._replace(entered=int(before))
    if problem := location_problem(place, location, state.rules):
        deny_for(problem)
    if card is None or card.vp is None:
        state = state.remember(about, str(location.entered))
        state = state.noted(say("note.worth", name=location.name, vp=location.entered))
    else:
        location = location._replace(entered=None)
    state = _draw(state, card, source)
    return state.with_mine(state.mine.built(place, location._replace(name=card.name if card else location.name)))


def lowest_row(state: State) -> int:
    """The row of the display that a card comes from where nobody says it."""
    return next((row for row, cards in enumerate(state.display) if cards > 0), 0)


def _draw(state: State, card: Card | None, source: str) -> State:
    """A card is taken: from its stack, or from the display, which is filled up at once where others play."""
    if card is not None and card.copies is not None:
        if state.copies_left(card) == 0:
            doubt("no-copies", copies=card.copies, card=card.name)
        taken, name = dict(state.taken), key(card.name)
        taken[name] = taken.get(name, 0) + 1
        state = state._replace(taken=tuple(sorted(taken.items())))
    if card is not None and card.stack:
        return state
    if source and state.solo is None:
        deny("no-rows")
    row = SOURCES.index(source) if source else lowest_row(state)
    if state.display[row] <= 0:
        doubt("no-cards.display") if state.solo is None else doubt("no-cards.row", source=SOURCES[row])
        return state
    if state.solo is None and state.deck:
        return state._replace(deck=state.deck - 1)
    return state._replace(display=tuple(cards - (number == row) for number, cards in enumerate(state.display)))
