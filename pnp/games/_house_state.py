"""House of Dice: a running table as a value, from the opening on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.edition import Edition
from pnp.games._house_notation import Move, Roll
from pnp.games._house_rules import PLAYERS, Rules, active, rules_of
from pnp.games._house_sheet import Sheet, empty
from pnp.games._house_words import known_as
from pnp.strict import as_choice, as_name, nearest, shown

REVEAL = ("auto", "host")


class State(NamedTuple):
    """A table: what was revealed of each seat, and the round that is being played.

    `joined` is the round from which each seat plays; those before it are passes. A game on `paper` has no rounds.
    """

    rules: Rules
    players: tuple[str, ...]
    reveal: str
    sheets: tuple[Sheet, ...]
    moves: tuple[tuple[Move, ...], ...]
    missed: tuple[tuple[int, ...], ...]
    away: tuple[bool, ...]
    entries: tuple[Move | None, ...]
    votes: tuple[int | None, ...]
    joined: tuple[int, ...]
    rolls: tuple[Roll, ...] = ()
    roll: Roll = ()
    rerolled: bool = False
    closed: bool = False
    paper: bool = False

    @property
    def rounds(self) -> int:
        return self.rules.rounds(len(self.players))

    @property
    def over(self) -> bool:
        return self.paper or len(self.rolls) >= self.rounds

    @property
    def number(self) -> int:
        """The round that is played; in the end the last one."""
        return self.rounds if self.over else len(self.rolls) + 1

    @property
    def active(self) -> int:
        return active(self.number, len(self.players), self.joined)

    def plays(self, seat: int) -> bool:
        """Whether a seat has a move in this round: its player is here, and has joined by now."""
        return not self.away[seat] and self.joined[seat] <= self.number

    @property
    def missing(self) -> list[int]:
        """The seats that the round waits for."""
        return [seat for seat, entry in enumerate(self.entries) if entry is None and self.plays(seat)]

    @property
    def all_in(self) -> bool:
        """Whether the round waits for nobody."""
        return bool(self.roll) and not self.missing

    def circles_left(self, bonus: str) -> int:
        """The free circles of a bonus on the shared bonus sheet."""
        taken = sum(sheet.bonuses.count(bonus) for sheet in self.sheets)
        return self.rules.circles(len(self.players)) - taken - (self.rerolled and bonus == "reroll")


def open(players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
    """The table before the first roll; the option `reveal` is `auto`, as soon as all are in, or `host`."""
    low, high = PLAYERS
    if not low <= len(players) <= high:
        raise ValueError(f"{len(players)} players; {low} to {high} can play")
    check_names(players)
    for option in options:
        if option != "reveal":
            raise ValueError(f"{shown(option)} is no option; there is reveal{nearest(option, ['reveal'])}")
    try:
        reveal = as_choice(options.get("reveal", REVEAL[0]), REVEAL)
    except ValueError as wrong:
        raise ValueError(f"reveal: {wrong}") from None
    rules, count = rules_of(edition), len(players)
    nothing: tuple[()] = ()
    return State(
        rules,
        tuple(players),
        reveal,
        sheets=(empty(rules),) * count,
        moves=(nothing,) * count,
        missed=(nothing,) * count,
        away=(False,) * count,
        entries=(None,) * count,
        votes=(None,) * count,
        joined=(1,) * count,
    )


def check_names(players: Sequence[str]) -> None:
    """A ValueError says what is wrong with the names of a table."""
    names = [known_as(as_name(name)) for name in players]
    if len(set(names)) < len(names) or "" in names:
        raise ValueError("each player needs a name of their own")
