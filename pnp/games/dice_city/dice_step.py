"""The first step of a turn of Dice City: dice are used, pass tokens are spent, and what that brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pnp.games.dice_city.moves as moves
from pnp.games.dice_city.gains import add, gain, printed_gain
from pnp.games.dice_city.moves import Effects, Put, told_effects
from pnp.games.dice_city.rules import STEPS, Place, key
from pnp.games.dice_city.state import NO_ROW, State
from pnp.games.seats import deny, doubt
from pnp.words import say


def _spend(state: State, die: str) -> tuple[State, Place]:
    """The die is taken off the board; where it lay."""
    state = state.reach(STEPS[0])
    column = state.column(die)
    if not column:
        deny("die-used", die=die, there=state.left)
    return state.with_die(state.active, die, 0), Place(die, column)


def use(state: State, move: moves.Use) -> State:
    """The location under a die does what it does."""
    state, place = _spend(state, move.die)
    location = state.mine.city.get(place)
    if location is not None and location.off:
        deny("deactivated.use", name=location.name, place=place.said)
    name = _name(state, place, move.name)
    card = state.rules.card(name)
    what, gives = name or place.said, move.gives
    if card is not None and card.gain_known:
        known = printed_gain(card)
        if gives is not None and sorted(gives, key=repr) != sorted(known, key=repr):
            deny("known-effect", card=card.name, gains=told_effects(known), die=move.die)
        gives = known
    elif gives is None:
        gives = remembered(state, place)
        if gives is None:
            deny("say-what", name=name, place=place.said, die=move.die)
    else:
        state = state.noted(say("note.gave", what=what, gains=told_effects(gives)))
        about = key(name) or str(place)
        state = state._replace(gives=(*(one for one in state.gives if one[0] != about), (about, gives)))
    state = gain(state, gives, place)
    if move.plus:
        state = state.noted(say("note.gave-more", what=what, gains=told_effects(move.plus)))
    return gain(state, move.plus, place)


def remembered(state: State, place: Place) -> Effects | None:
    """What a space is known to give since somebody said it; a card that it laid is not laid again."""
    gives = state.given(key(known_name(state, place)) or str(place))
    return None if gives is None or any(isinstance(effect, Put) for effect in gives) else gives


def known_name(state: State, place: Place) -> str:
    """The name of a space in the active player's city, as far as it is known."""
    location = state.mine.city.get(place)
    return location.name if location is not None else state.rules.space(place)


def _name(state: State, place: Place, said: str) -> str:
    """The name of what lies under the die, as it is known or was said."""
    known, card = known_name(state, place), state.rules.card(said)
    if not said:
        return known
    if known and key(known) != key(said):
        deny("wrong-space", known=known, place=place.said, said=said, die=place.row)
    if not known and (card is None or not card.printed):
        names = tuple(card.name for card in state.rules.cards.values() if card.printed)
        deny("wrong-space.printed", place=place.said, said=said, names=names)
    return card.name if card is not None else known


def shift(state: State, move: moves.Shift) -> State:
    """A die moves another one in its row."""
    if move.die == move.other:
        deny("same-die", die=move.die)
    state, _ = _spend(state, move.die)
    column = state.column(move.other)
    if not column:
        deny("die-used.shift", die=move.other, there=state.left)
    if not 1 <= column + move.by <= state.rules.columns:
        deny("edge.left" if move.by < 0 else "edge.right", die=move.other, column=column)
    return state.with_die(state.active, move.other, column + move.by)


def reactivate(state: State, move: moves.Reactivate) -> State:
    """A die takes the token from a location."""
    state, _ = _spend(state, move.die)
    location = state.mine.city.get(move.place)
    if location is None or not location.off:
        deny("not-deactivated", place=move.place.said)
    return state.with_mine(state.mine.built(move.place, location._replace(off=False)))


def _once(state: State, what: str) -> State:
    if what in state.once:
        deny("once-a-turn", what=what)
    return state._replace(once=(*state.once, what))


def replaceable(state: State) -> int:
    """How many cards of the display a die would replace now."""
    return min(state.rules.refreshed, sum(n for n in state.display if n > 0)) if state.deck else 0


def refresh(state: State, move: moves.Refresh) -> State:
    """A die replaces cards of the display, as many as the deck still has."""
    state, _ = _spend(state, move.die)
    state = _once(state, "refresh")
    gone = replaceable(state)
    if not gone:
        doubt("no-cards")
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
    return add(_once(state, "pass"), "pass", 1)


def _pay_tokens(state: State) -> State:
    state = state.reach(STEPS[0])
    price, has = state.rules.token_price, state.mine.passes
    if has < price:
        deny("no-tokens", price=price, has=has)
    return add(state, "pass", -price)


def tokens(state: State, move: moves.Tokens) -> State:
    """Pass tokens buy a resource or army strength."""
    return add(_pay_tokens(state), move.kind, 1)


def force(state: State, move: moves.Force) -> State:
    """Pass tokens make every other player re-roll a die, clockwise from the left."""
    state = _pay_tokens(state)
    count = len(state.seats)
    rivals = tuple((state.active + step) % count for step in range(1, count))
    if not rivals:
        deny("no-rivals.tokens")
    each = dict(move.each)
    if not move.row and (sorted(each) != sorted(rivals) or len(each) < len(move.each)):
        deny("every-rival", rivals=rivals)
    return state._replace(rolls=(*state.rolls, *((seat, move.row or each[seat]) for seat in rivals)))


DONE: dict[type, Callable[[State, Any], State]] = {
    moves.Use: use,
    moves.Shift: shift,
    moves.Reactivate: reactivate,
    moves.Refresh: refresh,
    moves.PassDie: pass_die,
    moves.Tokens: tokens,
    moves.Force: force,
}
"""What each move of this step does."""
