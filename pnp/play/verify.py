"""Verifying a log: every event replayed and judged by the rules, every virtual roll by the promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import CallError, InputError, PnpError, Problem, problem
from pnp.games.library import SHIPPED, Library
from pnp.games.table_dice import Die
from pnp.play import dice as virtual
from pnp.play import events, history
from pnp.play.engine import Table
from pnp.play.events import Event
from pnp.words import Said, Words, english, of_rooms, say


class Report(NamedTuple):
    """What a log is worth: the table it makes, what is wrong with it, and what could not be checked."""

    table: Table | None
    problems: tuple[Problem, ...]
    notes: tuple[Said, ...]
    events: int
    rolls: int
    words: Callable[[str], Words] = of_rooms


class _Roll(NamedTuple):
    line: int
    number: int
    faces: tuple[int | str, ...]
    wanted: tuple[Die, ...]


class Receipt(NamedTuple):
    """What somebody kept of an evening: the promise of the dice and the last seal, each whole or its beginning."""

    promise: str = ""
    seal: str = ""


def verify(
    lines: Iterable[str],
    source: str,
    library: Library = SHIPPED,
    edition: Edition | None = None,
    receipt: Receipt = Receipt(),  # noqa: B008
) -> Report:
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
                said = say("wrong-log.rules", place=f"{source}:{number}", seq=event.seq, why=refusal)
                raise InputError(said, table.words)
            if event.kind == "rolled" and event.data["source"] == "virtual":
                rolls.append(_Roll(number, roll, tuple(event.data["dice"]), wanted))
            secret = _revealed(event) or secret
    except (InputError, CallError) as error:
        return Report(table, (_problem(error, source),), (), count, len(rolls), error.words or of_rooms)
    if table is None:
        return Report(None, (problem("empty-log", source),), (), 0, 0)
    problems = [*_unlike(table, receipt, source), *_dishonest(table, rolls, secret, source)]
    notes = [] if problems else _notes(table, rolls, secret, receipt)
    return Report(table, tuple(problems), tuple(notes), count, len(rolls), table.words)


def _problem(error: PnpError, source: str) -> Problem:
    """What ended the replay, with its place."""
    said = error.said
    if isinstance(said, str) or isinstance(said.facts, str):
        return Problem("wrong-log", source, english(said))
    return Problem(said.key, str(said.facts.get("place", source)), said.facts)


def _revealed(event: Event) -> str:
    secret = event.data.get("secret") if event.kind == "closed" else None
    return secret if isinstance(secret, str) else ""


def _dishonest(table: Table, rolls: list[_Roll], secret: str, source: str) -> list[Problem]:
    """The first roll that the promise does not give; a closed table has to show its secret."""
    if not secret:
        hidden = table.position.closed and table.opening.dice == "virtual"
        return [problem("no-secret", f"{source}:{table.seq}")] if hidden else []
    try:
        key = bytes.fromhex(secret)
    except ValueError:
        return [problem("wrong-secret", source)]
    if virtual.commitment(key) != table.opening.commitment:
        return [problem("wrong-secret.promise", f"{source}:1")]
    key = virtual.mixed(key, table.numbers.added)
    for roll in rolls:
        given = virtual.roll(key, roll.number, roll.wanted)
        if given != roll.faces:
            place = f"{source}:{roll.line}"
            return [problem("dishonest-dice", place, roll=roll.number, said=roll.faces, due=given)]
    return []


def _unlike(table: Table, receipt: Receipt, source: str) -> list[Problem]:
    """Where the log is another one than somebody has a receipt of."""
    found = []
    if not table.opening.commitment.startswith(receipt.promise):
        found.append(problem("other-promise", f"{source}:1", kept=receipt.promise, said=table.opening.commitment))
    if not table.events[-1].seal.startswith(receipt.seal):
        found.append(problem("other-seal", f"{source}:{table.seq}", kept=receipt.seal, said=table.events[-1].seal))
    return found


def _notes(table: Table, rolls: list[_Roll], secret: str, receipt: Receipt) -> list[Said]:
    notes: list[Said] = [*history.notes(table)]
    if rolls and not secret:
        notes.append(say("dice-unchecked"))
    if not table.position.closed:
        notes.append(say("not-closed"))
    elif table.opening.numbers and not receipt.seal:
        notes.append(say("compare-seal", seal=table.events[-1].seal))
    numbers = table.numbers
    if rolls and not numbers.added:
        notes.append(say("one-hand"))
    elif numbers.pledged:
        notes.append(say("numbers", n=len(numbers.added), of=len(numbers.pledged)))
    return notes
