"""The playing of Dice City alone: the same turns, until the last row of the display is gone.

Options are `mode` and `target`. Bandits and ships never run out and bring VP tokens. The display has two rows; the
bottom one leaves at the end of every turn, so cards that are replaced with a die come out of turns to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.games._city_play import act as act
from pnp.games._city_play import active as active
from pnp.games._city_play import dice as dice
from pnp.games._city_play import document as document
from pnp.games._city_play import dump as dump
from pnp.games._city_play import lying as lying
from pnp.games._city_play import options as options
from pnp.games._city_play import over as over
from pnp.games._city_play import round as round
from pnp.games._city_play import scores as scores
from pnp.games._city_play import standings as standings
from pnp.games._city_play import status as status
from pnp.games._city_play import view as view
from pnp.games._city_play import wanted as wanted
from pnp.games._city_state import Solo, State, opened, rules_of, sheet
from pnp.games._city_state import renamed as renamed
from pnp.games._plain_play import alone, placed
from pnp.games._plain_play import entry as entry
from pnp.games._plain_play import last as last
from pnp.games._plain_play import pending as pending
from pnp.games._plain_play import vote as vote
from pnp.games.dice_city_solo import PLAYERS, SoloGame, challenge, filled, read
from pnp.games.play import SheetMarks
from pnp.strict import Fault, Table

join = alone


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


def marks(state: State, seat: int | None) -> tuple[SheetMarks, ...]:
    """The score sheet and the city."""
    solo, one = state.rules.solo, state.seats[0]
    assert solo is not None
    game = SoloGame(sheet(one, state.rules), solo.mode, one.turns, solo.target)
    return placed(filled(game, state.rules.box, solo.goal), 1, seat)
