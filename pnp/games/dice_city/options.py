"""What the active player may do now, listed as moves; an option is made of one only when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import pnp.games.dice_city.moves as moves
from pnp.games.dice_city.asked import LEAST_STRENGTH, UNKNOWN_GAINS, asked
from pnp.games.dice_city.city import Location, location_text, location_vp, spaces
from pnp.games.dice_city.dice_step import known_name, remembered, replaceable, use
from pnp.games.dice_city.gains import can_pay, lowest_row, printed_gain
from pnp.games.dice_city.later_steps import bandit_strength, card_cost, rows_are_full, ship_cost
from pnp.games.dice_city.moves import Move, told_amounts, told_effects
from pnp.games.dice_city.notation import text
from pnp.games.dice_city.rules import RESOURCES, STEPS, Amounts, Card, Place, key
from pnp.games.dice_city.state import State
from pnp.games.play import Option
from pnp.games.seats import RefusedError
from pnp.words import say


class Options(Sequence[Option]):
    """Moves as options."""

    def __init__(self, state: State, found: Sequence[Any]) -> None:
        self.state, self.moves = state, found

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, index: Any) -> Any:
        found = self.moves[index]
        return Options(self.state, found) if isinstance(index, slice) else option(self.state, found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))


def listed(state: State, most: int) -> Options:
    """Moves of the active player that are allowed now, so many at most."""
    return Options(state, tuple(islice(_moves(state), most)))


def of_table(state: State) -> tuple[Option, ...]:
    """What the table may say now."""
    active = state.active
    found = [Option(f"absent {active + 1}", say("means.absent", seat=active), "absent", mark=active)]
    found += [Option("deck empty", say("means.deck-empty"), "last")] if state.deck else []
    found += [Option("last round", say("means.last-round"), "last")] if not state.ending else []
    return (*found, *([] if state.is_open else [Option("reveal", say("means.reveal"), "reveal")]))


# ---------------------------------------------------------------------- which are allowed


def _moves(state: State) -> Iterator[Move]:
    unused = state.left if state.step == STEPS[0] else ()
    if state.solo is None and not state.ending and rows_are_full(state):
        yield moves.CallEnd()
    if state.step != STEPS[-1]:
        yield moves.Next()
    if state.step == STEPS[0]:
        yield from _dice(state, unused)
    if not unused:
        yield moves.End()
        if state.strength and state.step != STEPS[-1]:
            yield from _attacks(state)
        yield from _trade(state)
    if state.step == STEPS[-1]:
        yield from (
            moves.Worth(at, one.entered) for at, one in spaces(state.mine.city, state.rules) if one.entered is not None
        )


def _dice(state: State, unused: tuple[str, ...]) -> Iterator[Move]:
    rules = state.rules
    for die in unused:
        yield from _uses(state, Place(die, state.column(die)))
    once: list[type[moves.PassDie | moves.Refresh]] = [moves.PassDie] if "pass" not in state.once else []
    once += [moves.Refresh] if "refresh" not in state.once and replaceable(state) else []
    yield from (kind(die) for die in unused for kind in once)
    off = [place for place, location in spaces(state.mine.city, rules) if location.off]
    yield from (moves.Reactivate(die, place) for place in off for die in unused)
    if state.mine.passes >= rules.token_price:
        yield from (moves.Tokens(kind) for kind in (*RESOURCES, "sword"))
        yield from (moves.Force(row) for row in rules.rows if len(state.seats) > 1)
    for die in unused:
        for other in unused:
            steps = (by for by in (-1, 1) if 1 <= state.column(other) + by <= rules.columns)
            yield from (moves.Shift(die, other, by) for by in steps if die != other)


def _uses(state: State, place: Place) -> Iterator[Move]:
    location, card = state.mine.city.get(place), state.rules.card(known_name(state, place))
    if location is not None and location.off:
        return
    if (card is not None and card.gain_known) or remembered(state, place) is not None:
        with suppress(RefusedError):  # what it gave then may not be possible now
            use(state, move := moves.Use(place.row))
            yield move
    else:
        yield from (moves.Use(place.row, "", gives) for gives in UNKNOWN_GAINS)


def _attacks(state: State) -> Iterator[Move]:
    rules, strength = state.rules, state.strength
    for pile in rules.bandits:
        known = bandit_strength(state, pile.vp)
        if state.pile_left("bandits", pile.vp) != 0 and (known is None or known <= strength):
            yield moves.AttackBandit(pile.vp, LEAST_STRENGTH if known is None else None)
    for number, rival in enumerate(state.seats):
        if number == state.active:
            continue
        for place, location in spaces(rival.city, rules):
            known = _defence(state, location)
            if not location.off and (known is None or known <= strength):
                yield moves.AttackLocation(number, place, LEAST_STRENGTH if known is None else None)
        if rules.stock_price <= strength:
            stock = zip(RESOURCES, rival.stock, strict=True)
            yield from (moves.AttackStock(number, ((kind, 1),)) for kind, count in stock if count)


def _defence(state: State, location: Location) -> int | None:
    card = state.rules.card(location.name)
    return card.defence if card is not None else None


def _trade(state: State) -> Iterator[Move]:
    city, rules = state.mine.city, state.rules
    sample: Amounts = next((((kind, 1),) for kind, n in zip(RESOURCES, state.mine.stock, strict=True) if n), ())
    if not sample:
        return
    for pile in rules.ships:
        cost = ship_cost(state, pile.vp)
        if state.pile_left("ships", pile.vp) != 0 and (cost is None or can_pay(state, cost)):
            yield moves.Ship(pile.vp, sample if cost is None else None)
    shown = state.display[lowest_row(state)] > 0
    cards = (card for card in rules.cards.values() if card.stack or (shown and not card.printed))
    offers = [offer for card in cards for offer in _offer(state, card, sample)]
    for place in sorted(rules.places, key=lambda place: place in city) if offers else ():
        yield from (moves.Build(location, place, cost) for location, cost in offers)


def _offer(state: State, card: Card, sample: Amounts) -> Iterator[tuple[Location, Amounts | None]]:
    """A card as it can be built; where VP or cost are not known, something stands for what is printed."""
    cost = card_cost(state, card)
    if state.copies_left(card) != 0 and (cost is None or can_pay(state, cost)):
        entered = card.vp is None and state.told(f"vp {key(card.name)}") is None
        yield Location(card.name, 1 if entered else None), sample if cost is None else None


# ---------------------------------------------------------------------- what they are


def done(state: State, seat: int, move: Move) -> Option:
    """A move that was made: what only the cards tell is told as it was said."""
    match move:
        case moves.Worth(place, vp):
            return _worth(state, seat, move, Option(text(move, state.ground), ""))
        case moves.Ship(vp, cost) if cost is not None:
            return option(state, move)._replace(means=say("means.shipped", vp=vp, cost=told_amounts(cost)))
        case moves.Build(location, place, cost):
            built = say(
                "means.built",
                card=card.name if (card := state.rules.card(location.name)) else location.name,
                cost=told_amounts(cost) if cost is not None else (),
                vp=location.entered,
                place=place.said,
            )
            return option(state, move)._replace(means=built)
        case moves.Force(each=each) if each:
            dice = tuple(say("die.of", seat=rival, color=row) for rival, row in each)
            return option(state, move)._replace(means=say("means.force-each", dice=dice))
        case _:
            return option(state, move)


def option(state: State, move: Move) -> Option:
    """A move of the active player as an option."""
    notation = text(move, state.ground)
    made = Option(notation, "", asks=asked(state, move, notation))
    match move:
        case moves.Use() | moves.Shift() | moves.Reactivate() | moves.Refresh() | moves.PassDie():
            return _with_die(state, move, made)
        case moves.AttackBandit() | moves.AttackLocation() | moves.AttackStock():
            return _attack(state, move, made)
        case moves.Tokens() | moves.Force():
            price = state.rules.token_price
            made = made._replace(price=price, left=state.mine.passes - price)
            if isinstance(move, moves.Tokens):
                return made._replace(kind="tokens", means=say("means.tokens", kind=move.kind))
            return made._replace(kind="reroll", means=say("means.force", die=move.row))
        case moves.Build():
            return _build(state, move, made)
        case moves.Ship(vp):
            cost = ship_cost(state, vp)
            return _paid(state, cost, made)._replace(
                kind="ship", means=say("means.ship", vp=vp, known=cost is not None)
            )
        case moves.Worth():
            return _worth(state, state.active, move, made)
        case moves.Next():
            unused = state.left if state.step == STEPS[0] else ()
            return made._replace(kind="next", means=say("means.leave", dice=unused) if unused else say("means.next"))
        case moves.CallEnd():
            return made._replace(kind="call-end", means=say("means.call-end"))
        case _:
            return made._replace(kind="end", means=say("means.end"))


def _worth(state: State, seat: int, move: moves.Worth, made: Option) -> Option:
    means = say("means.worth", name=state.seats[seat].city[move.place].name, vp=move.vp)
    return made._replace(kind="worth", means=means, field=f"city.{move.place.id}")


def _with_die(state: State, move: moves.DieMove, made: Option) -> Option:
    place = Place(move.die, state.column(move.die))
    made = made._replace(dice={move.die: place.column})
    match move:
        case moves.Use(gives=gives):
            name = known_name(state, place)
            card = state.rules.card(name)
            if card is not None and card.gain_known and gives is None:
                means = say("means.use", name=name, gains=told_effects(printed_gain(card)))
            elif gives is None:
                means = say("means.use", name=name or place.said, gains=told_effects(remembered(state, place) or ()))
            else:
                means = say("means.use-said", what=name or place.said, gains=told_effects(gives or ()))
            return made._replace(kind="use", means=means, field=f"city.{place.id}")
        case moves.Shift(other=other, by=by):
            column = state.column(other)
            means = say("means.shift-left" if by < 0 else "means.shift-right", die=other)
            dice = {**made.dice, other: column}
            return made._replace(kind="shift", means=means, dice=dice, turned=(column, column + by))
        case moves.Reactivate(place=spot):
            means = say("means.reactivate", name=known_name(state, spot))
            return made._replace(kind="reactivate", means=means, field=f"off.{spot.id}", mark=False)
        case moves.Refresh():
            return made._replace(kind="refresh", means=say("means.refresh", n=state.rules.refreshed))
        case moves.PassDie():
            return made._replace(kind="pass-die", means=say("means.pass"))


def _attack(state: State, move: moves.Attack, made: Option) -> Option:
    match move:
        case moves.AttackBandit(vp, said):
            price = bandit_strength(state, vp) if said is None else said
            means = say("means.bandit", vp=vp, said=said is not None)
        case moves.AttackLocation(seat, place, said):
            location = state.seats[seat].city[place]
            price = _defence(state, location) if said is None else said
            worth = location_vp(location, state.rules)
            means = say("means.deactivate", name=location.name, vp=worth, said=said is not None)
        case moves.AttackStock(seat, ((kind, n), *_)):
            price = state.rules.stock_price * n
            means = say("means.take", n=n, kind=kind, seat=seat)
    return made._replace(kind="attack", means=means, price=price, left=state.strength - (price or 0))


def _build(state: State, move: moves.Build, made: Option) -> Option:
    card, before = state.rules.card(move.location.name), state.mine.city.get(move.place)
    assert card is not None
    unknown = {"vp": move.location.entered is not None, "cost": move.cost is not None}
    means = say(
        "means.build",
        card=card.name,
        cost=told_amounts(card.cost) if card.cost else (),
        open=tuple(what for what, is_open in unknown.items() if is_open),
        place=move.place.said,
        before=before.name if before else "",
    )
    made = made._replace(kind="build", means=means, field=f"city.{move.place.id}", mark=location_text(move.location))
    return _paid(state, card_cost(state, card), made)


def _paid(state: State, cost: Amounts | None, made: Option) -> Option:
    """An option with how many resources it costs and how many are left then, where that is known."""
    if cost is None:
        return made
    price = sum(count for _, count in cost)
    return made._replace(price=price, left=sum(state.mine.stock) - price)
