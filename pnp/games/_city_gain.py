"""What a turn of Dice City brings and takes: resources, swords, tokens, cards that are laid, locations turned off."""

from __future__ import annotations

from dataclasses import replace

from pnp.games import _city_moves as moves
from pnp.games._city import Location, location_text
from pnp.games._city_box import RESOURCES, Card, key
from pnp.games._city_items import amounts_text
from pnp.games._city_moves import Effects, Gain, Off, Place, Put, Reroll
from pnp.games._city_state import STEPS, Rules, Seat, State, at, built, changed, deny, noted, remember
from pnp.games._city_verdict import location_problem

_TITLES = {"dice": "the dice are used", "attack": "attacks are made", "build": "is built and traded"}


def reach(state: State, step: str) -> State:
    """The table in a step of the turn: the same one, or a later one that may begin."""
    now, wanted = STEPS.index(state.step), STEPS.index(step)
    if wanted < now:
        deny("step-over", f"the step in which {_TITLES[step]} is over; what comes later, or end, is allowed")
    if wanted > now and state.step == STEPS[0]:
        unused = left(state)
        if unused:
            deny("dice-left", f"{', '.join(unused)} not used yet; use the dice, or say next to leave them")
    return state._replace(step=step)


def left(state: State) -> list[str]:
    """The dice that the active player has not used."""
    dice = zip(state.rules.box.rows, state.seats[state.active].dice, strict=True)
    return [row for row, column in dice if column]


def on_board(seat: Seat, die: str, rules: Rules) -> int:
    """The column of a die, 0 where it is used."""
    return seat.dice[rules.box.rows.index(die)]


def with_die(seat: Seat, die: str, column: int, rules: Rules) -> Seat:
    """A player with a die on a column, or taken off with 0."""
    number = rules.box.rows.index(die)
    return seat._replace(dice=(*seat.dice[:number], column, *seat.dice[number + 1 :]))


def printed_gain(card: Card) -> Effects:
    """What a card gives as it is printed."""
    swords = (Gain("sword", card.swords),) if card.swords else ()
    return (*(Gain(kind, card.gives[kind]) for kind in RESOURCES if card.gives.get(kind)), *swords)


def gain(state: State, effects: Effects, here: Place) -> State:
    """What a location brings, one after the other."""
    for effect in effects:
        match effect:
            case Gain():
                state = add(state, effect)
            case Off(place):
                state = turn_off(state, state.active, place or here)
            case Reroll(die):
                state = reach(state, STEPS[0])
                if die != here.row and not on_board(state.seats[state.active], die, state.rules):
                    deny("die-used", f"the {die} die has been used; only a die that lies on the board is re-rolled")
                state = state._replace(rolls=(*state.rolls, (state.active, die)))
            case Put(location, place):
                said = f"{location_text(location)} came to {place} without cost"
                state = lay(noted(state, state.active, said), location, place)
    return state


def add(state: State, effect: Gain) -> State:
    """The active player gains or pays something."""
    seat = state.seats[state.active]
    kind, count = effect
    if kind in RESOURCES:
        stock = tuple(n + count * (one == kind) for one, n in zip(RESOURCES, seat.stock, strict=True))
        rest, seat = min(stock), seat._replace(stock=stock)
    elif kind == "sword":
        rest, state = state.strength + count, state._replace(strength=state.strength + count)
    elif kind == "pass":
        rest, seat = seat.passes + count, seat._replace(passes=seat.passes + count)
    else:
        rest, seat = seat.tokens + count, seat._replace(tokens=seat.tokens + count)
    if rest < 0:
        deny("not-enough", f"{-count} {kind} can't be paid; {seat.name} has {count_of(state, kind)}")
    return changed(state, state.active, seat)


def count_of(state: State, kind: str) -> int:
    """How much the active player has of something."""
    seat = state.seats[state.active]
    if kind in RESOURCES:
        return seat.stock[RESOURCES.index(kind)]
    return {"sword": state.strength, "pass": seat.passes}.get(kind, seat.tokens)


def turn_off(state: State, number: int, place: Place) -> State:
    """A token is laid on a location."""
    seat = state.seats[number]
    location = at(seat, place, state.rules)
    if location is None:
        deny("not-built", f"nothing is built on {place} of {seat.name}; only a built location is deactivated")
    if location.off:
        deny("deactivated", f"{location.name} on {place} is deactivated already; only an active location can be")
    return changed(state, number, built(seat, place, replace(location, off=True), state.rules))


def lay(state: State, location: Location, place: Place, source: str = "") -> State:
    """A card from its stack or from the display comes into the active player's city, over what lies there."""
    box = state.rules.box
    card = box.card(location.name)
    if card is not None and card.printed:
        deny("not-for-sale", f"{card.name} is printed on the boards; cards of the display and the stacks are built")
    name = f"vp {key(location.name)}"
    entered = location.entered
    if entered is None and name in dict(state.said):
        entered = int(dict(state.said)[name])
    problem = location_problem(str(place), replace(location, entered=entered), box)
    if problem is not None:
        deny(problem.code, problem.message)
    if card is None or card.vp is None:
        state = remember(state, name, str(entered))
        state = noted(state, state.active, f"{location.name} is worth {entered} VP")
    else:
        entered = None
    state = _draw(state, card, source)
    title = card.name if card is not None else location.name
    seat = built(state.seats[state.active], place, Location(title, entered), state.rules)
    return changed(state, state.active, seat)


def _draw(state: State, card: Card | None, source: str) -> State:
    """A card is taken: from its stack, or from the display, which is filled up at once where others play."""
    taken = dict(state.taken)
    if card is not None and card.copies is not None:
        one = key(card.name)
        taken[one] = taken.get(one, 0) + 1
        if taken[one] > card.copies:
            deny("no-copies", f"all {card.copies} cards of {card.name} have been built; another card is allowed")
    state = state._replace(taken=tuple(sorted(taken.items())))
    if card is not None and card.stack:
        return state
    if state.rules.solo is None:
        if source:
            deny("no-rows", "the display has rows only alone at the table; leave out where the card comes from")
        return _replaced(state)
    rows = ("bottom", "top")
    row = rows.index(source) if source else next((i for i, n in enumerate(state.display) if n > 0), 0)
    if state.display[row] <= 0:
        deny("no-cards", f"the {rows[row]} row of the display is empty; cards of the stacks are left")
    return state._replace(display=tuple(n - (i == row) for i, n in enumerate(state.display)))


def _replaced(state: State) -> State:
    if not state.display[0]:
        deny("no-cards", "the display is empty; cards of the stacks are left")
    if state.deck:
        return state._replace(deck=state.deck - 1)
    return state._replace(display=(state.display[0] - 1,))


def pay(state: State, cost: moves.Amounts, what: str) -> State:
    """Resources go back to their piles."""
    seat = state.seats[state.active]
    needed = dict(cost)
    short = [kind for kind in RESOURCES if needed.get(kind, 0) > count_of(state, kind)]
    if short:
        has = amounts_text(tuple(zip(RESOURCES, seat.stock, strict=True)))
        deny("not-enough", f"{what} costs {amounts_text(cost)}, and the stock is {has}; what it can pay is allowed")
    stock = tuple(n - needed.get(kind, 0) for kind, n in zip(RESOURCES, seat.stock, strict=True))
    return changed(state, state.active, seat._replace(stock=stock))
