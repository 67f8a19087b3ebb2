"""The state of a table of Dice City as plain values, for recorded games and comparisons."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from pnp.games.dice_city import game
from pnp.games.dice_city.city import location_text, rows_of
from pnp.games.dice_city.rules import Rules
from pnp.games.dice_city.state import Seat, State


def dump(state: State) -> dict[str, Any]:
    """The whole state as plain JSON values, equal for equal states."""
    words = game.words().of(state.players)
    solo = state.solo
    return {
        "edition": sha256(repr(vars(state.rules)).encode()).hexdigest(),
        "solo": None if solo is None else {"mode": solo.mode, "target": solo.target},
        "seats": [_plain(seat, state.rules) for seat in state.seats],
        "rolls": [list(roll) for roll in state.rolls],
        "deck": state.deck,
        "display": list(state.display),
        "active": state.active,
        "step": state.step,
        "strength": state.strength,
        "once": list(state.once),
        "taken": [list(row) for row in state.taken],
        "said": [list(row) for row in state.said],
        "notes": [[seat, words.text(note)] for seat, note in state.notes],
        "ending": list(state.ending),
        "over": state.over,
    }


def _plain(seat: Seat, rules: Rules) -> dict[str, Any]:
    city = [[location_text(one) for one in row] for row in rows_of(seat.city, rules).values()]
    return {**seat._asdict(), "dice": list(seat.dice), "stock": list(seat.stock), "city": city} | {
        "ships": list(seat.ships),
        "bandits": list(seat.bandits),
    }
