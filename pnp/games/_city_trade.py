"""The later steps of a turn of Dice City: attacks, building and trade, and its end."""

from __future__ import annotations

from dataclasses import replace

from pnp.games import _city_moves as moves
from pnp.games._city import completed_rows, location_vp
from pnp.games._city_box import RESOURCES, Pile, key
from pnp.games._city_gain import add, count_of, gain, lay, left, pay, reach, turn_off
from pnp.games._city_items import amounts_text, parse_amounts
from pnp.games._city_moves import Amounts, Gain
from pnp.games._city_state import (
    NO_ROW,
    STEPS,
    Seat,
    State,
    at,
    built,
    changed,
    deny,
    known_gain,
    noted,
    pile_left,
    remember,
    sheet,
)
from pnp.games.dice_city import end_conditions


def _strike(state: State, strength: int, what: str) -> State:
    """Army strength is spent on an attack."""
    if state.strength < strength:
        deny("too-weak", f"{what} takes army strength {strength}, and there is {state.strength}; less is allowed")
    return state._replace(strength=state.strength - strength)


def _pile(state: State, kind: str, vp: int, piles: tuple[Pile, ...]) -> None:
    worth = [pile.vp for pile in piles]
    if vp not in worth:
        deny("no-such-pile", f"no pile of {kind} is worth {vp} VP; there are {', '.join(map(str, worth))}")
    if pile_left(state, kind, vp) == 0:
        deny("pile-empty", f"all {kind} of {vp} VP have been taken; another pile is allowed")


def _needed(known: int | None, said: int | None, what: str) -> int:
    """The strength that an attack takes: as it is known, or as it was said where a card adds to it."""
    if known is None and said is None:
        deny("say-strength", f"the defence of {what} is not known; write it behind: strength 4")
    if said is not None and said < (known if known is not None else 1):
        least = known if known is not None else 1
        deny("wrong-strength", f"{what} has a defence of {least} or more, {said} was said; leave it out or say more")
    return said if said is not None else known or 0


def attack_bandit(state: State, move: moves.AttackBandit) -> State:
    """A bandit is taken for its VP."""
    state = reach(state, "attack")
    _pile(state, "bandits", move.vp, state.rules.box.bandits)
    name = f"bandit {move.vp}"
    before = dict(state.said).get(name)
    known = state.rules.defences.get(move.vp)
    said = move.strength if move.strength is not None or known is not None or before is None else int(before)
    needed = _needed(known, said, f"a bandit of {move.vp} VP")
    state = _strike(state, needed, f"a bandit of {move.vp} VP")
    if known is None:
        state = remember(noted(state, state.active, f"{name} took strength {needed}"), name, str(needed))
    return _take(state, "bandits", move.vp)


def _take(state: State, kind: str, vp: int) -> State:
    """A card of a pile; where piles never run out, VP tokens in its place."""
    if not state.rules.box.piles_run_out:
        return add(state, Gain("vp", vp))
    seat = state.seats[state.active]
    more = seat._replace(ships=(*seat.ships, vp)) if kind == "ships" else seat._replace(bandits=(*seat.bandits, vp))
    return changed(state, state.active, more)


def _rival(state: State, number: int) -> Seat:
    if len(state.seats) == 1:
        deny("no-rivals", "nobody else is at the table; bandits can be attacked")
    if number == state.active:
        deny("own-city", "nobody attacks the own city; other players and bandits can be attacked")
    return state.seats[number]


def attack_location(state: State, move: moves.AttackLocation) -> State:
    """A rival's location is deactivated, and its VP are gained."""
    state = reach(state, "attack")
    rival = _rival(state, move.seat)
    location = at(rival, move.place, state.rules)
    card = state.rules.box.card(location.name) if location is not None else None
    if location is None or (card is not None and card.printed):
        deny("no-defence", f"nothing is built on {move.place} of {rival.name}; only cards have a defence")
    state = turn_off(state, move.seat, move.place)
    what = f"{location.name} on {move.place} of {rival.name}"
    worth = location_vp(location, state.rules.box)
    if move.vp not in (None, worth):
        deny("wrong-vp", f"{what} is worth {worth} VP, {move.vp} was said; leave it out, or its owner says worth")
    known = card.defence if card is not None else None
    needed = _needed(known, move.strength, what)
    state = _strike(state, needed, what)
    if needed != known:
        where = f"{location.name} on {move.place} of "
        state = noted(state, state.active, where, move.seat, f" took strength {needed}")
    return add(state, Gain("vp", worth))


def attack_stock(state: State, move: moves.AttackStock) -> State:
    """Resources are taken from a rival."""
    state = reach(state, "attack")
    rival = _rival(state, move.seat)
    wanted = dict(move.amounts)
    has = dict(zip(RESOURCES, rival.stock, strict=True))
    if not wanted or any(count > has[kind] for kind, count in wanted.items()):
        stock = amounts_text(tuple((kind, count) for kind, count in has.items() if count))
        deny("not-in-stock", f"{amounts_text(move.amounts)} is not in the stock of {rival.name}; there is {stock}")
    count = sum(wanted.values())
    state = _strike(state, count * state.rules.stock_price, f"to take {amounts_text(move.amounts)}")
    stock_left = tuple(has[kind] - wanted.get(kind, 0) for kind in RESOURCES)
    state = changed(state, move.seat, rival._replace(stock=stock_left))
    for kind, number in move.amounts:
        state = add(state, Gain(kind, number))
    return state


def _price(state: State, known: Amounts, said: Amounts | None, name: str, what: str) -> tuple[State, Amounts]:
    """What something costs: as it is known, else as it was said now or before."""
    if known:
        if said not in (None, known):
            deny("wrong-cost", f"{what} costs {amounts_text(known)}, {amounts_text(said or ())} was said; leave it out")
        return state, known
    before = dict(state.said).get(name)
    if said is None and before is None:
        deny("say-cost", f"what {what} costs is not known; write it behind: cost wood 1 stone 2")
    cost = said if said is not None else parse_amounts(before or "")
    state = noted(state, state.active, f"{what} cost {amounts_text(cost)}")
    return remember(state, name, amounts_text(cost)), cost


def build(state: State, move: moves.Build) -> State:
    """A card is paid for and laid on a space."""
    state = reach(state, "build")
    card = state.rules.box.card(move.location.name)
    if move.location.off:
        deny("deactivated", "a location is built active; leave out the mark behind it")
    laid = lay(state, move.location, move.place, move.source)
    title = card.name if card is not None else move.location.name
    known = tuple((kind, card.cost[kind]) for kind in RESOURCES if kind in card.cost) if card is not None else ()
    laid, cost = _price(laid, known, move.cost, f"cost {key(title)}", title)
    return gain(pay(laid, cost, title), move.gives, move.place)


def ship(state: State, move: moves.Ship) -> State:
    """Goods go on a ship, for its VP."""
    state = reach(state, "build")
    _pile(state, "ships", move.vp, state.rules.box.ships)
    what = f"a ship of {move.vp} VP"
    state, cost = _price(state, state.rules.ship_costs.get(move.vp, ()), move.cost, f"ship {move.vp}", what)
    return _take(pay(state, cost, what), "ships", move.vp)


def worth(state: State, number: int, move: moves.Worth) -> State:
    """A player says what a location in the own city has come to."""
    seat = state.seats[number]
    location = at(seat, move.place, state.rules)
    if location is None:
        deny("not-built", f"nothing is built on {move.place}; the VP of a built location can be said")
    card = state.rules.box.card(location.name)
    if card is not None and card.vp is not None:
        deny("wrong-vp", f"{card.name} is worth {card.vp} VP; only VP that are not known can be said")
    state = noted(state, number, f"{location.name} on {move.place} is worth {move.vp} VP")
    return changed(state, number, built(seat, move.place, replace(location, entered=move.vp), state.rules))


def go_on(state: State) -> State:
    """The next step begins."""
    if state.step == STEPS[-1]:
        deny("last-step", "this is the last step; build, trade, or say end")
    return state._replace(step=STEPS[STEPS.index(state.step) + 1])


def call_end(state: State) -> State:
    """The player with full rows wants the game to end."""
    box = state.rules.box
    if state.rules.solo is not None:
        deny("no-call", "alone at the table the game ends with the last cards of the display; end ends the turn")
    if state.ending:
        deny("already-ending", "the end has come already; the round is played to its end")
    city = sheet(state.seats[state.active], state.rules).city
    if len(completed_rows(city, box)) < box.full_rows:
        deny("rows-not-full", f"{box.full_rows} rows have to be full of active cards for that; end ends the turn")
    return state._replace(ending=(*state.ending, "rows"))


def check_end(state: State) -> State:
    """The table with the ends that have come: piles that are empty, and the deck."""
    if state.rules.solo is not None:
        return state
    found = end_conditions([sheet(seat, state.rules) for seat in state.seats], state.rules.box, len(state.seats))
    came = [end for end in found if end != "rows"]
    if state.rules.deck_ends and not state.deck:
        came.append("deck")
    new = tuple(end for end in came if end not in state.ending)
    return state._replace(ending=(*state.ending, *new)) if new else state


def end_turn(state: State, keep: Amounts | None, absent: bool = False) -> State:
    """The turn ends: what stays in stock stays, the dice are rolled again, the next player's turn begins."""
    unused = left(state)
    if not absent:
        if state.step == STEPS[0] and unused:
            deny("dice-left", f"{', '.join(unused)} not used yet; use the dice, or say next to leave them")
        state = reach(state, "build")
    seat = state.seats[state.active]
    seat = seat._replace(stock=_kept(state, keep), turns=seat.turns + 1)
    number = state.active
    state = changed(state, number, seat)
    if keep is not None and any(count > state.rules.kept for _, count in keep):
        state = noted(state, number, f"{amounts_text(keep)} stayed in stock")
    state = state._replace(active=(number + 1) % len(state.seats), step=STEPS[0], strength=0, once=())
    state = _next_row(state) if state.rules.solo is not None else _last_turn(state, number)
    rolls = () if state.over else tuple((number, row) for row in state.rules.box.rows)
    return state._replace(rolls=rolls)


def _last_turn(state: State, number: int) -> State:
    """Everybody has as many turns: the game is over when the last in turn order has had the last one."""
    return state._replace(over=bool(state.ending) and number == len(state.seats) - 1)


def _kept(state: State, keep: Amounts | None) -> tuple[int, ...]:
    most = state.rules.kept
    if keep is None:
        return tuple(min(most, count_of(state, kind)) for kind in RESOURCES)
    wanted = dict(keep)
    for kind, count in keep:
        if count > count_of(state, kind):
            deny("not-enough", f"{count} {kind} can't be kept; the stock has {count_of(state, kind)}")
    city = (one for row in state.seats[state.active].city for one in row if one is not None and not one.off)
    helped = any(not known_gain(state.rules.box.card(one.name)) for one in city)
    if not helped and any(count > most for count in wanted.values()):
        deny("keep-too-much", f"{most} of each resource may stay; more only with an active card that allows it")
    return tuple(wanted.get(kind, 0) for kind in RESOURCES)


def _next_row(state: State) -> State:
    """Alone, the bottom row leaves, the top one comes down, and a new one lies above it while there are cards."""
    _, top = state.display
    new = min(state.rules.display[1], state.deck)
    shown = (top, new if state.deck else NO_ROW)
    return state._replace(display=shown, deck=state.deck - new, over=top == NO_ROW)
