"""The playing of Dice City alone: the same turns, until the last row of the display is gone.

Options are `mode` and `target`. Bandits and ships never run out and bring VP tokens. The display has two rows; the
bottom one leaves at the end of every turn, so cards that are replaced with a die come out of turns to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games._city_play import act, dice, document, dump, options, over, round, standings, view, wanted
from pnp.games._city_state import Solo, State, opened, rules_of
from pnp.games.dice_city_solo import PLAYERS, challenge, read
from pnp.strict import Fault, Table

__all__ = [
    "act",
    "dice",
    "document",
    "dump",
    "open",
    "options",
    "over",
    "round",
    "standings",
    "view",
    "wanted",
]


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before the first roll, in a mode and against a target."""
    if len(players) != PLAYERS[1]:
        raise ValueError(f"{len(players)} players; this game is for one")
    faults: list[Fault] = []
    chosen: dict[str, Any] = dict(options)
    if str(chosen.get("target", "")).isdecimal():
        chosen["target"] = int(chosen["target"])
    for name in chosen:
        if name not in ("mode", "target"):
            raise ValueError(f"{name!r} is no option of Dice City alone; mode and target are")
    # The sheet of the game says which modes and targets there are.
    game = read(Table({"player": players[0], **chosen}, faults), edition)
    if faults:
        raise ValueError(str(faults[0]))
    return opened(players, rules_of(edition, Solo(challenge(edition), game.mode, game.target)))
