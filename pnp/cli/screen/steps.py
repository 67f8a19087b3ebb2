"""What the screen asks for next: a roll, words of somebody, a curtain before a secret, a pause, or nothing more."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pnp.games.play import Wanted
from pnp.play.engine import Table


class Step(NamedTuple):
    """What is waited for, of whom and what: `roll`, `curtain`, `words`, `pause` after a reveal, `stopped` while the
    game is paused, or `done`."""

    kind: str
    seat: int | None = None
    wanted: Wanted | None = None

    @property
    def secret(self) -> bool:
        """Whether what is typed now is for one player alone."""
        return self.kind == "words" and self.wanted is not None and self.wanted.secret


def in_turn(table: Table) -> list[Wanted]:
    """What may be done now: first what the game waits for, the active player before those who follow."""
    first = table.play.active(table.state) or 0
    count = len(table.players)

    def order(one: Wanted) -> tuple[bool, int]:
        return not one.must, (one.seat - first) % count if one.must and one.seat is not None else 0

    return sorted(table.play.wanted(table.state), key=order)


def passed_over(wanted: Wanted) -> tuple[int | None, str]:
    """How something that may be done, and that somebody went on without, is known again."""
    return wanted.seat, wanted.example


class Keyboard(NamedTuple):
    """Who sits at the keyboard: whether several people share it, who is there alone, and what was passed over.

    Bots do not sit there: what they may do, and need not, is asked of nobody.
    """

    shared: bool = True
    alone: int | None = None
    skipped: Collection[tuple[int | None, str]] = ()
    bots: Collection[int] = ()


def next_step(table: Table, keyboard: Keyboard, revealed: bool = False) -> Step:
    """What is asked for next; where a round was revealed that nobody has seen, first a pause."""
    if table.position.closed:
        return Step("done")
    if table.pause:
        return Step("stopped")
    if table.play.dice(table.state):
        return Step("roll", table.play.active(table.state))
    if revealed:
        return Step("pause")
    skipped, bots = keyboard.skipped, keyboard.bots
    asked = [one for one in in_turn(table) if one.must or (passed_over(one) not in skipped and one.seat not in bots)]
    if not asked:
        return Step("done")
    # What may be said in public while others enter in secret is said at the curtain.
    musts = [one for one in asked if one.must] or asked
    first = musts[0]
    hidden = first.secret and first.seat is not None and keyboard.shared
    if hidden and keyboard.alone != first.seat:
        return Step("curtain", first.seat, first)
    return Step("words", first.seat, first)


def chances(table: Table) -> list[Wanted]:
    """What a player may say in public although the game waits for something else."""
    return [one for one in table.play.wanted(table.state) if one.only and not one.must and one.seat is not None]
