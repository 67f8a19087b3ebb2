"""A state of House of Dice as plain JSON values: everything that is in it, for tests that compare states."""

from __future__ import annotations

import json
from typing import Any

from pnp.edition import shipped
from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.rules import Rules, rules_of
from pnp.games.house_of_dice.sheet import house_text
from pnp.games.house_of_dice.state import State
from pnp.games.house_of_dice.view import best_houses

GAME = "house-of-dice"


def dump(state: State) -> dict[str, Any]:
    """The whole state; of the rules only what is not as it was shipped."""
    best, votes = best_houses(state)
    return {
        **({"paper": True} if state.paper else {}),
        "game": GAME,
        "rules": changed(state.rules),
        "players": list(state.players),
        "reveal": state.reveal,
        "round": state.number,
        "rounds": state.rounds,
        "over": state.over,
        "rolls": [" ".join(map(str, roll)) for roll in state.rolls],
        "sheets": [_sheet(state, seat) for seat in range(len(state.players))],
        "dice": list(state.roll),
        "rerolled": state.rerolled,
        "votes": [None if vote is None else vote + 1 for vote in state.votes],
        "vote-closed": state.closed,
        "best-houses": {"seats": [seat + 1 for seat in best], "votes": votes} if state.closed else None,
    }


def changed(rules: Rules) -> dict[str, Any]:
    """What the rules have otherwise than the shipped ones of the same rulings."""
    usual = rules_of(shipped(GAME).as_of(rules.superseded or 99))
    names = [name for name in Rules._fields if getattr(rules, name) != getattr(usual, name)]
    made: dict[str, Any] = json.loads(json.dumps({name: getattr(rules, name) for name in names}))
    return made


def _sheet(state: State, seat: int) -> dict[str, Any]:
    sheet, entered = state.sheets[seat], state.entries[seat]
    return {
        **({"joined": state.joined[seat]} if state.joined[seat] > 1 else {}),
        "moves": [text(move) for move in state.moves[seat]],
        "absent": list(state.missed[seat]),
        "away": state.away[seat],
        "entry": None if entered is None else text(entered),
        "house": house_text(sheet.house, state.rules).splitlines(),
        "cost": sheet.cost,
        "turns": sheet.turns,
        "furniture": sheet.furniture,
        "bonuses": list(sheet.bonuses),
    }
