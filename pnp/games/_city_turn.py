"""The first step of a turn of Dice City: dice are used, pass tokens are spent, and what that brings."""

from __future__ import annotations

from dataclasses import replace

from pnp.games import _city_moves as moves
from pnp.games._city import Location
from pnp.games._city_box import key
from pnp.games._city_gain import add, gain, left, on_board, printed_gain, reach, with_die
from pnp.games._city_items import effects_text
from pnp.games._city_moves import Gain, Place
from pnp.games._city_state import NO_ROW, STEPS, State, at, built, changed, deny, known_gain, noted


def _spend(state: State, die: str) -> tuple[State, Place]:
    """The die is taken off the board; where it lay."""
    state = reach(state, STEPS[0])
    seat = state.seats[state.active]
    column = on_board(seat, die, state.rules)
    if not column:
        there = ", ".join(left(state)) or "none"
        deny("die-used", f"the {die} die has been used; each die is used once, and there are left: {there}")
    return changed(state, state.active, with_die(seat, die, 0, state.rules)), Place(die, column)


def use(state: State, move: moves.Use) -> State:
    """The location under a die does what it does."""
    state, place = _spend(state, move.die)
    location = at(state.seats[state.active], place, state.rules)
    if location is not None and location.off:
        deny("deactivated", f"{location.name} on {place} is deactivated; reactivate it with a die, or use it otherwise")
    name = _name(state, place, location, move.name)
    card = state.rules.box.card(name) if name else None
    if not known_gain(card):
        if move.gives is None:
            what = f"{name} on {place}" if name else str(place)
            deny("say-what", f"what {what} gives is not known; write what it gave: {move.die} use: wood 1")
        state = noted(state, state.active, f"{name or place} gave {effects_text(move.gives)}")
        state = gain(state, move.gives, place)
    else:
        assert card is not None
        gives = printed_gain(card)
        if move.gives is not None and sorted(move.gives, key=repr) != sorted(gives, key=repr):
            more = f"{move.die} use plus sword 1"
            deny("known-effect", f"{card.name} gives {effects_text(gives)}; what other cards add stands apart: {more}")
        state = gain(state, gives, place)
    if move.plus:
        state = noted(state, state.active, f"{name or place} with other cards gave {effects_text(move.plus)} more")
    return gain(state, move.plus, place)


def _name(state: State, place: Place, location: Location | None, said: str) -> str:
    """The name of what lies under the die, as far as it is known."""
    rules = state.rules
    if not said:
        return location.name if location is not None else rules.space(place)
    card = rules.box.card(said)
    known = location.name if location is not None else rules.space(place)
    if known and key(known) != key(said):
        deny("wrong-space", f"{known} is on {place}, not {said}; write {place.row} use")
    if not known and (card is None or not card.printed):
        names = ", ".join(card.name for card in rules.box.cards.values() if card.printed)
        deny("wrong-space", f"nothing is built on {place}, and {said} is no printed space; {names} are")
    return card.name if card is not None else known


def shift(state: State, move: moves.Shift) -> State:
    """A die moves another one in its row."""
    if move.die == move.other:
        deny("same-die", f"the {move.die} die can't move itself; it moves another one")
    state, _ = _spend(state, move.die)
    seat = state.seats[state.active]
    column = on_board(seat, move.other, state.rules)
    if not column:
        there = ", ".join(left(state)) or "none"
        deny("die-used", f"the {move.other} die has been used; dice on the board can be moved: {there}")
    if not 1 <= column + move.by <= state.rules.box.columns:
        side = "left" if move.by < 0 else "right"
        deny("edge", f"the {move.other} die is on {column}, with no space to its {side}; the other way is allowed")
    return changed(state, state.active, with_die(seat, move.other, column + move.by, state.rules))


def reactivate(state: State, move: moves.Reactivate) -> State:
    """A die takes the token from a location."""
    state, _ = _spend(state, move.die)
    seat = state.seats[state.active]
    location = at(seat, move.place, state.rules)
    if location is None or not location.off:
        deny("not-deactivated", f"{move.place} is not deactivated; a location with a token is reactivated")
    return changed(state, state.active, built(seat, move.place, replace(location, off=False), state.rules))


def _once(state: State, what: str) -> State:
    if what in state.once:
        deny("once-a-turn", f"{what} is allowed once a turn, and it has been done; another use of the die is allowed")
    return state._replace(once=(*state.once, what))


def refresh(state: State, move: moves.Refresh) -> State:
    """A die replaces cards of the display, as many as the deck still has."""
    state, _ = _spend(state, move.die)
    state = _once(state, "refresh")
    shown = sum(n for n in state.display if n > 0)
    gone = min(state.rules.refreshed, shown)
    if not state.deck or not gone:
        deny("no-cards", "no card can be replaced: the deck or the display is empty; another use of the die is allowed")
    if not state.rules.refresh_draws:
        return state
    missing = max(0, gone - state.deck)
    rows = []
    for row in state.display:
        less = min(max(row, 0), missing)
        missing -= less
        rows.append(row - less if row != NO_ROW else row)
    return state._replace(deck=max(0, state.deck - gone), display=tuple(rows))


def pass_die(state: State, move: moves.PassDie) -> State:
    """A die brings a pass token."""
    state, _ = _spend(state, move.die)
    return add(_once(state, "pass"), Gain("pass", 1))


def _pay_tokens(state: State) -> State:
    state = reach(state, STEPS[0])
    price, has = state.rules.token_price, state.seats[state.active].passes
    if has < price:
        deny("no-tokens", f"{price} pass tokens are needed, and there are {has}; a die that passes brings one")
    return add(state, Gain("pass", -price))


def tokens(state: State, move: moves.Tokens) -> State:
    """Pass tokens buy a resource or army strength."""
    return add(_pay_tokens(state), Gain(move.kind, 1))


def force(state: State, move: moves.Force) -> State:
    """Pass tokens make every other player re-roll a die, clockwise from the left."""
    state = _pay_tokens(state)
    count = len(state.seats)
    rivals = [(state.active + step) % count for step in range(1, count)]
    if not rivals:
        deny("no-rivals", "nobody else is at the table; tokens bring a resource or a sword")
    each = dict(move.each)
    if not move.row and (sorted(each) != sorted(rivals) or len(each) < len(move.each)):
        names = ", ".join(state.seats[seat].name for seat in rivals)
        deny("every-rival", f"one die of each other player is re-rolled; name one for each: {names}")
    dice = tuple((seat, move.row or each[seat]) for seat in rivals)
    return state._replace(rolls=(*state.rolls, *dice))
