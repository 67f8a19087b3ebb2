"""The running table of a lone player: the same turns, until the last row of the display is gone.

Options are `mode` and `target`. Bandits and ships never run out and bring VP tokens. The display has two rows; the
bottom one leaves at the end of every turn, so cards that are replaced with a die come out of turns to come.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from pnp.edition import Edition
from pnp.games.dice_city.document import read_lone
from pnp.games.dice_city.rules import rules_of
from pnp.games.dice_city.state import Solo, State, opened
from pnp.games.dice_city.table import CityPlay
from pnp.games.seats import check_options, deny
from pnp.games.verdict import Score
from pnp.strict import Fault, Table, wrong

OPTIONS = ("mode", "target")


class SoloPlay(CityPlay):
    """The playing of Dice City alone."""

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        """The table before the first roll, in a mode and against a target."""
        check_options(options, OPTIONS)
        chosen: dict[str, Any] = dict(options)
        if str(chosen.get("target", "")).isdecimal():
            chosen["target"] = int(chosen["target"])
        faults: list[Fault] = []
        rules = rules_of(edition)
        lone = read_lone(Table(chosen, faults), rules)
        if faults:
            wrong("wrong-option", fault=faults[0].said)
        return opened(players, rules, Solo(lone.mode, lone.target))

    def scores(self, state: State) -> tuple[Score, ...]:
        """The VP of the city, and in the end what they come to against the target."""
        found = super().scores(state)
        if not state.over or state.solo is None:
            return found
        target = state.solo.target
        return tuple(one._replace(facts=state.rules.goal.result(one.total, target)) for one in found)

    def seated(self, state: State, name: str) -> NoReturn:
        del state
        deny("too-late.alone", name=name)
