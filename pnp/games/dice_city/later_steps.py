"""The later steps of a turn of Dice City: attacks, building and trade, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pnp.games.dice_city.moves as moves
from pnp.games.dice_city.city import completed_rows, location_vp
from pnp.games.dice_city.gains import add, count_of, gain, lay, pay, turn_off
from pnp.games.dice_city.moves import told_amounts
from pnp.games.dice_city.phrases import amounts_text, parse_amounts
from pnp.games.dice_city.rules import RESOURCES, STEPS, Amounts, Card, key
from pnp.games.dice_city.sheet import empty_piles
from pnp.games.dice_city.state import NO_ROW, Seat, State
from pnp.games.seats import deny, doubt
from pnp.words import Said, say

# ---------------------------------------------------------------------- attacks


def _check_pile(state: State, kind: str, vp: int) -> None:
    worth = tuple(pile.vp for pile in state.rules.piles(kind))
    if vp not in worth:
        deny("no-such-pile", kind=kind, vp=vp, there=worth)
    if state.pile_left(kind, vp) == 0:
        doubt("pile-empty", kind=kind, vp=vp)


def _strike(state: State, known: int | None, said: int | None, what: Said) -> tuple[State, int]:
    """Army strength is spent on an attack: as much as is known, or was said where a card adds to it."""
    least, needed = known if known is not None else 1, said if said is not None else known
    if needed is None:
        deny("say-strength", what=what)
    if needed < least:
        deny("wrong-strength", what=what, least=least, said=needed)
    if state.strength < needed:
        deny("too-weak", what=what, strength=needed, has=state.strength)
    return state._replace(strength=state.strength - needed), needed


def _take(state: State, kind: str, vp: int) -> State:
    """A card of a pile; where piles never run out, VP tokens in its place."""
    if not state.rules.piles_run_out:
        return add(state, "vp", vp)
    seat = state.mine
    more = seat._replace(ships=(*seat.ships, vp)) if kind == "ships" else seat._replace(bandits=(*seat.bandits, vp))
    return state.with_mine(more)


def bandit_strength(state: State, vp: int) -> int | None:
    """The strength that a bandit takes, as it is known or was said before."""
    before = state.told(f"bandit {vp}")
    return state.rules.defences.get(vp, None if before is None else int(before))


def attack_bandit(state: State, move: moves.AttackBandit) -> State:
    """A bandit is taken for its VP."""
    state = state.reach("attack")
    _check_pile(state, "bandits", move.vp)
    known = state.rules.defences.get(move.vp)
    said = bandit_strength(state, move.vp) if move.strength is None else move.strength
    state, needed = _strike(state, known, said, say("a-bandit", vp=move.vp))
    if known is None:
        state = state.noted(say("note.bandit", vp=move.vp, strength=needed)).remember(f"bandit {move.vp}", str(needed))
    return _take(state, "bandits", move.vp)


def _rival(state: State, number: int) -> Seat:
    if len(state.seats) == 1:
        deny("no-rivals")
    if number == state.active:
        deny("own-city")
    return state.seats[number]


def attack_location(state: State, move: moves.AttackLocation) -> State:
    """A rival's location is deactivated, and its VP are gained."""
    state = state.reach("attack")
    location, place = _rival(state, move.seat).city.get(move.place), move.place.said
    card = state.rules.card(location.name) if location is not None else None
    if location is None or (card is not None and card.printed):
        deny("no-defence", place=place, seat=move.seat)
    state = turn_off(state, move.seat, move.place)
    what, worth = say("a-location", name=location.name, place=place, seat=move.seat), location_vp(location, state.rules)
    if move.vp not in (None, worth):
        deny("wrong-vp.attack", what=what, worth=worth, said=move.vp)
    known = card.defence if card is not None else None
    state, needed = _strike(state, known, move.strength, what)
    if needed != known:
        state = state.noted(say("note.strength", what=what, strength=needed))
    return add(state, "vp", worth)


def attack_stock(state: State, move: moves.AttackStock) -> State:
    """Resources are taken from a rival."""
    state = state.reach("attack")
    rival, wanted = _rival(state, move.seat), dict(move.amounts)
    has = dict(zip(RESOURCES, rival.stock, strict=True))
    if not wanted or any(count > has[kind] for kind, count in wanted.items()):
        stock = told_amounts((kind, count) for kind, count in has.items() if count)
        deny("not-in-stock", amounts=told_amounts(move.amounts), seat=move.seat, stock=stock)
    price = sum(wanted.values()) * state.rules.stock_price
    state, _ = _strike(state, price, None, say("to-take", amounts=told_amounts(move.amounts)))
    rest = tuple(has[kind] - wanted.get(kind, 0) for kind in RESOURCES)
    state = state.with_seat(move.seat, rival._replace(stock=rest))
    for kind, number in move.amounts:
        state = add(state, kind, number)
    return state


# ---------------------------------------------------------------------- building and trade


def card_cost(state: State, card: Card) -> Amounts | None:
    """What a card costs, as it is known or was said before."""
    return card.cost or _said_cost(state, f"cost {key(card.name)}")


def ship_cost(state: State, vp: int) -> Amounts | None:
    """What a ship takes, as it is known or was said before."""
    return state.rules.ship_costs.get(vp) or _said_cost(state, f"ship {vp}")


def _said_cost(state: State, about: str) -> Amounts | None:
    before = state.told(about)
    return None if before is None else parse_amounts(before)


def _paid(state: State, what: Said | str, about: str, known: Amounts, said: Amounts | None) -> State:
    """The price is paid: as it is known, else as it was said now or before."""
    if known and said not in (None, known):
        deny("wrong-cost", what=what, cost=told_amounts(known), said=told_amounts(said or ()))
    cost = known or (_said_cost(state, about) if said is None else said)
    if cost is None:
        deny("say-cost", what=what)
    if not known:
        state = state.noted(say("note.cost", what=what, cost=told_amounts(cost))).remember(about, amounts_text(cost))
    return pay(state, cost, what)


def build(state: State, move: moves.Build) -> State:
    """A card is paid for and laid on a space."""
    state = state.reach("build")
    if move.location.off:
        deny("deactivated")
    card = state.rules.card(move.location.name)
    title, known = (card.name, card.cost) if card is not None else (move.location.name, ())
    state = lay(state, move.location, move.place, move.source)
    state = _paid(state, title, f"cost {key(title)}", known, move.cost)
    return gain(state, move.gives, move.place)


def ship(state: State, move: moves.Ship) -> State:
    """Goods go on a ship, for its VP."""
    state = state.reach("build")
    _check_pile(state, "ships", move.vp)
    known = state.rules.ship_costs.get(move.vp, ())
    state = _paid(state, say("a-ship", vp=move.vp), f"ship {move.vp}", known, move.cost)
    return _take(state, "ships", move.vp)


def worth(state: State, number: int, move: moves.Worth) -> State:
    """A player says what a location in the own city has come to."""
    seat, place = state.seats[number], move.place
    location = seat.city.get(place)
    if location is None:
        deny("not-built", place=place.said)
    card = state.rules.card(location.name)
    if card is not None and card.vp is not None:
        deny("wrong-vp.known", card=card.name, vp=card.vp)
    state = state.noted(say("note.worth-now", name=location.name, place=place.said, vp=move.vp), number)
    return state.with_seat(number, seat.built(place, location._replace(entered=move.vp)))


# ---------------------------------------------------------------------- the end of a step, of a turn, of the game


def go_on(state: State, _: moves.Next) -> State:
    """The next step begins."""
    if state.step == STEPS[-1]:
        deny("last-step")
    return state._replace(step=STEPS[STEPS.index(state.step) + 1])


def rows_are_full(state: State) -> bool:
    """Whether the active player may end the game."""
    return len(completed_rows(state.mine.city, state.rules)) >= state.rules.full_rows


def call_end(state: State, _: moves.CallEnd) -> State:
    """The player with full rows wants the game to end."""
    if state.solo is not None:
        deny("no-call")
    if state.ending:
        deny("already-ending")
    if not rows_are_full(state):
        deny("rows-not-full", n=state.rules.full_rows)
    return state._replace(ending=("rows",))


def deck_empty(state: State) -> State:
    """The table sees that the deck is empty, whatever was counted."""
    if not state.deck:
        deny("deck-empty")
    return check_end(state._replace(deck=0))


def last_round(state: State) -> State:
    """The table says that this is the last round."""
    if state.ending:
        deny("already-ending")
    return state._replace(ending=("said",))


def reveal(state: State) -> State:
    """Everything that lies face down is turned up."""
    if state.is_open:
        deny("nothing-hidden")
    return state._replace(shown=True)


OF_TABLE: dict[str, Callable[[State], State]] = {"deck empty": deck_empty, "last round": last_round, "reveal": reveal}
"""What anybody may say for the table, at any time."""


def check_end(state: State) -> State:
    """The table with the ends that have come: piles that are empty, and the deck."""
    if state.solo is not None:
        return state
    taken = [seat.sheet for seat in state.seats if seat.ships or seat.bandits]
    deck = ("deck",) if state.rules.deck_ends and not state.deck else ()
    came = (*(empty_piles(taken, state.rules, len(state.seats)) if taken else ()), *deck)
    new = tuple(end for end in came if end not in state.ending)
    return state._replace(ending=(*state.ending, *new)) if new else state


def end_turn(state: State, move: moves.End, absent: bool = False) -> State:
    """The turn ends: what stays in stock stays, the dice are rolled again, the next player's turn begins."""
    number, keep = state.active, move.keep
    if not absent:
        state = state.reach("build")
    state = state.with_mine(state.mine._replace(stock=_kept(state, keep), turns=state.mine.turns + 1))
    if keep is not None and any(count > state.rules.kept for _, count in keep):
        state = state.noted(say("note.kept", amounts=told_amounts(keep)))
    state = state._replace(active=(number + 1) % len(state.seats), step=STEPS[0], strength=0, once=())
    if state.solo is not None:
        state = _next_row(state, state.rules.goal.displays[state.solo.mode] // 2)
    else:
        # Everybody has as many turns: the last in turn order has the last one.
        state = state._replace(over=bool(state.ending) and number == len(state.seats) - 1)
    return state._replace(rolls=() if state.over else tuple((number, row) for row in state.rules.rows))


def _kept(state: State, keep: Amounts | None) -> tuple[int, ...]:
    rules = state.rules
    if keep is None:
        return tuple(min(rules.kept, count) for count in state.mine.stock)
    for kind, count in keep:
        if count > count_of(state, kind):
            deny("not-enough.keep", n=count, kind=kind, has=count_of(state, kind))
    if not may_keep_more(state) and any(count > rules.kept for _, count in keep):
        deny("keep-too-much", most=rules.kept)
    wanted = dict(keep)
    return tuple(wanted.get(kind, 0) for kind in RESOURCES)


def may_keep_more(state: State) -> bool:
    """Whether a card of the active player may let more stay in stock: nobody knows what some of them do."""
    cards = (state.rules.card(location.name) for location in state.mine.city.values() if not location.off)
    return any(card is None or not card.gain_known for card in cards)


def _next_row(state: State, length: int) -> State:
    """Alone, the bottom row leaves, the top one comes down, and a new one lies above it while there are cards."""
    _, top = state.display
    new = min(length, state.deck)
    shown = (top, new if state.deck else NO_ROW)
    return state._replace(display=shown, deck=state.deck - new, over=top == NO_ROW or bool(state.ending))


DONE: dict[type, Callable[[State, Any], State]] = {
    moves.AttackBandit: attack_bandit,
    moves.AttackLocation: attack_location,
    moves.AttackStock: attack_stock,
    moves.Build: build,
    moves.Ship: ship,
    moves.Next: go_on,
    moves.CallEnd: call_end,
    moves.End: end_turn,
}
"""What each move of these steps does."""
