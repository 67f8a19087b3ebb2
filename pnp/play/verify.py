"""Verifying a log: every event replayed and judged by the rules, every virtual roll by the promise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.games.library import SHIPPED, Library
from pnp.games.play import Die
from pnp.play import dice as virtual
from pnp.play import events
from pnp.play.engine import Table
from pnp.play.events import Event


class Report(NamedTuple):
    """What a log is worth: the table it makes, what is wrong with it, and what could not be checked."""

    table: Table | None
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    events: int
    rolls: int


class _Roll(NamedTuple):
    line: int
    number: int
    faces: tuple[int | str, ...]
    wanted: tuple[Die, ...]


def verify(lines: Iterable[str], source: str, library: Library = SHIPPED, edition: Edition | None = None) -> Report:
    """Replay a log; the first line that is wrong ends it, with what is wrong there."""
    table: Table | None = None
    rolls: list[_Roll] = []
    secret, count = "", 0
    try:
        for number, event in events.read(lines, source):
            count += 1
            if table is None:
                table = Table(source, event, library, edition)
                continue
            roll, wanted = table.position.rolls + 1, table.play.dice(table.state)
            if refusal := table.follow(event):
                raise InputError(f"{source}:{number}: event {event.seq} is against the rules: {refusal.message}")
            if event.kind == "rolled" and event.data["source"] == "virtual":
                rolls.append(_Roll(number, roll, tuple(event.data["dice"]), wanted))
            secret = _revealed(event) or secret
    except (InputError, CallError) as error:
        return Report(table, (str(error),), (), count, len(rolls))
    if table is None:
        return Report(None, (f"{source}: the log is empty; it begins with a table being opened",), (), 0, 0)
    problems = _dishonest(table, rolls, secret, source) if secret else []
    return Report(table, tuple(problems), tuple(_notes(table, rolls, secret)), count, len(rolls))


def _revealed(event: Event) -> str:
    secret = event.data.get("secret") if event.kind == "closed" else None
    return secret if isinstance(secret, str) else ""


def _dishonest(table: Table, rolls: list[_Roll], secret: str, source: str) -> list[str]:
    """The first roll that the promise does not give."""
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        return [f"{source}: the secret that was shown is no secret"]
    if virtual.commitment(key) != table.opening.commitment:
        return [f"{source}:1: the secret that was shown is not the one that was promised"]
    for roll in rolls:
        given = virtual.roll(key, roll.number, roll.wanted)
        if given != roll.faces:
            said, due = " ".join(map(str, roll.faces)), " ".join(map(str, given))
            return [f"{source}:{roll.line}: roll {roll.number} says {said}; the promised dice give {due}"]
    return []


def _notes(table: Table, rolls: list[_Roll], secret: str) -> list[str]:
    notes = []
    if rolls and not secret:
        notes.append("the dice can't be checked yet: their secret is shown when the table is closed")
    if not table.position.closed:
        notes.append("the log ends before the table was closed")
    return notes
