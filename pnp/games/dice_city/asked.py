"""What only cards and boards tell of a move: the numbers that are said with it."""

from __future__ import annotations

from collections.abc import Sequence

import pnp.games.dice_city.moves as moves
from pnp.games.asks import Amount, Asks
from pnp.games.dice_city.city import Location
from pnp.games.dice_city.dice_step import known_name
from pnp.games.dice_city.later_steps import may_keep_more
from pnp.games.dice_city.moves import Gain, Move
from pnp.games.dice_city.phrases import KINDS, amounts_text
from pnp.games.dice_city.rules import RESOURCES, Amounts, Place
from pnp.games.dice_city.state import State
from pnp.words import Said, say

UNKNOWN_GAINS = (*((Gain(kind, 1),) for kind in (*RESOURCES, "sword", "vp")), ())
"""What stands for the gain of a location that nobody knows."""
LEAST_STRENGTH = 1
"""What stands for the defence of a card that nobody knows: the rest of the army stays for more attacks."""
MOST_GAINED, MOST_VP = 9, 30
"""The most that a location is taken to give of a kind, and to be worth."""


def asked(state: State, move: Move, notation: str) -> Asks | None:
    """What only the cards tell of a move, to be said with it."""
    match move:
        case moves.Use(die, _, gives) if gives == UNKNOWN_GAINS[0]:
            place = Place(die, state.column(die))
            what = say("ask.use", what=known_name(state, place) or place.said)
            off = Amount("off", say("ask.off"), 0, 1)
            return Asks(f"{die} use: {_named((*KINDS, 'off'), ', ')}", (*_gains(state), off), what)
        case moves.AttackBandit(strength=said) | moves.AttackLocation(strength=said) if said is not None:
            amount = Amount("strength", say("ask.strength"), said, state.strength, LEAST_STRENGTH)
            return Asks(notation.replace(f"strength {said}", _named(("strength",), "")), (amount,), must=True)
        case moves.Build(location=Location(entered=vp), cost=cost) if vp is not None or cost is not None:
            worth = (Amount("vp", _goods("vp"), 1, MOST_VP),) if vp is not None else ()
            paid = _amounts(state, RESOURCES) if cost is not None else ()
            return Asks(_opened(notation.replace(f"={vp} ", "={vp} ", 1), cost), (*paid, *worth), must=True)
        case moves.Ship(cost=cost) if cost is not None:
            return Asks(_opened(notation, cost), _amounts(state, RESOURCES), must=True)
        case moves.AttackStock(seat, ((kind, n),)):
            most = min(
                dict(zip(RESOURCES, state.seats[seat].stock, strict=True))[kind],
                state.strength // state.rules.stock_price,
            )
            return (
                Asks(notation.removesuffix(str(n)) + "{n}", (Amount("n", _goods(kind), n, most),)) if most > n else None
            )
        case moves.Worth(place, vp):
            what = say("ask.worth", name=state.mine.city[place].name)
            return Asks(notation.removesuffix(str(vp)) + "{vp}", (Amount("vp", _goods("vp"), vp, MOST_VP),), what)
        case moves.End(None) if max(state.mine.stock) > state.rules.kept and may_keep_more(state):
            kept = (one._replace(usual=min(one.most, state.rules.kept)) for one in _amounts(state, RESOURCES))
            return Asks(f"{notation} keep {_named(RESOURCES, ' ')}", tuple(kept), say("ask.keep"))
    return None


def _opened(notation: str, cost: Amounts | None) -> str:
    return (
        notation if cost is None else notation.replace(f"cost {amounts_text(cost)}", f"cost {_named(RESOURCES, ' ')}")
    )


def _named(kinds: Sequence[str], between: str) -> str:
    return between.join(f"{kind} {{{kind}}}" for kind in kinds)


def _goods(kind: str) -> Said:
    return say("ask.vp") if kind == "vp" else say("ask.goods", kind=kind)


def _gains(state: State) -> tuple[Amount, ...]:
    """What a location gave; below nothing is what was paid for it."""
    stock = dict(zip(RESOURCES, state.mine.stock, strict=True))
    return tuple(one._replace(least=-stock.get(one.name, 0)) for one in _amounts(state, KINDS))


def _amounts(state: State, kinds: Sequence[str]) -> tuple[Amount, ...]:
    """Numbers of resources and other goods; no more are paid than are there."""
    stock = dict(zip(RESOURCES, state.mine.stock, strict=True)) if tuple(kinds) == RESOURCES else {}
    return tuple(Amount(kind, _goods(kind), 0, stock.get(kind, MOST_GAINED)) for kind in kinds)
