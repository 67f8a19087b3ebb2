"""A running table as a value."""

from __future__ import annotations

from typing import NamedTuple

from pnp.games.house_of_dice.notation import Move, Roll
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet


class State(NamedTuple):
    """A table: what was revealed of each seat, and the round that is being played.

    `joined` is the round from which each seat plays; those before it are passes. A game on `paper` has no rounds.
    `voided` are the seats that had entered a move before the reroll and have entered none since.
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
    voided: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        return self.rules.rounds_by_players[len(self.players)]

    @property
    def over(self) -> bool:
        return self.paper or len(self.rolls) >= self.rules.rounds_by_players[len(self.players)]

    @property
    def number(self) -> int:
        """The round that is played; in the end the last one."""
        rounds, done = self.rules.rounds_by_players[len(self.players)], len(self.rolls)
        return rounds if self.paper or done >= rounds else done + 1

    @property
    def active(self) -> int:
        return active(self.number, len(self.players), self.joined)

    def plays(self, seat: int) -> bool:
        """Whether a seat has a move in this round: its player is here, and has joined by now."""
        first = self.joined[seat]
        return not self.away[seat] and (first == 1 or first <= self.number)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that the round waits for."""
        return tuple([seat for seat, entry in enumerate(self.entries) if entry is None and self.plays(seat)])

    @property
    def all_in(self) -> bool:
        """Whether the round waits for nobody."""
        return bool(self.roll) and not self.missing

    def circles_left(self, bonus: str) -> int:
        """The free circles of a bonus on the shared bonus sheet."""
        left = self.rules.circles(len(self.players))
        for sheet in self.sheets:
            if sheet.bonuses:
                left -= sheet.bonuses.count(bonus)
        return left - 1 if self.rerolled and bonus == "reroll" else left
