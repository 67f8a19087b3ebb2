"""Corrections in place: an earlier event says something else, everything since is judged anew, numbers stay.

Nothing is rewritten in the log: the correction is an event of its own. What no longer fits after it is left out of the
game, and the event says which that was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol

from pnp.games.play import Play
from pnp.games.seats import Refusal, refuse
from pnp.play import dice_numbers, people
from pnp.play.events import Event
from pnp.play.opening import Opening
from pnp.play.position import LateCorrection, Position, Positions

Data = Mapping[str, Any]
CORRECTED = "corrected"
KINDS = ("said", "rolled", "entered")
"""The events that can be corrected: words, dice that were misread, what was written on a pad."""


class Log(Protocol):
    """What a correction needs to know of the table whose log it is in."""

    events: list[Event]
    head: int
    opening: Opening
    play: Play
    _positions: Positions

    @property
    def state(self) -> Any: ...
    @property
    def over(self) -> bool: ...
    @property
    def position(self) -> Position: ...
    def path(self) -> list[int]: ...
    def positions(self) -> dict[int, Position]: ...
    def before(self, seq: int) -> Position: ...
    def _after(self, kind: str, data: Data) -> Position | int | Refusal: ...


class Correction(NamedTuple):
    """Where a correction leads: the position after it, and the events since that no longer fit."""

    position: Position
    left: tuple[int, ...]


def data_of(table: Log, seq: int, words: str) -> Data | Refusal:
    """What an event says instead, from words: a move, the faces of dice, a number for the box that it wrote."""
    if seq not in table.path()[1:] or table.events[seq - 1].kind not in KINDS:
        return refuse("no-such-event", seq=seq)
    event, now = table.events[seq - 1], effective(table)[seq]
    if now is None:
        return refuse("no-such-event.left", seq=seq)
    if event.kind == "said":
        return {**now, "words": words}
    if event.kind == "rolled":
        if table.opening.dice == "virtual":
            return refuse("virtual-dice", seq=seq)
        return {**now, "dice": [int(word) if word.isdecimal() else word for word in _parts(words)]}
    numbers = [int(word.replace("−", "-")) for word in words.split() if word.lstrip("-−+").isdecimal()]
    if len(numbers) != len(now["marks"]):
        return refuse("no-such-event.marks", seq=seq, n=len(now["marks"]))
    return {**now, "marks": dict(zip(now["marks"], numbers, strict=True))}


def _parts(words: str) -> list[str]:
    parts = [part.strip() for part in words.split(",")] if "," in words else words.split()
    return list(parts[0]) if len(parts) == 1 and parts[0].isdecimal() else parts


def effective(table: Log) -> dict[int, Data | None]:
    """What each event on the way here says by now; None where it no longer counts."""
    said: dict[int, Data | None] = {}
    for seq in table.path():
        event = table.events[seq - 1]
        said[seq] = event.data
        if event.kind == CORRECTED:
            said[event.data["seq"]] = event.data["data"]
            said.update(dict.fromkeys(left_out(table, event.data["left"])))
    return said


def left_out(table: Log, left: Sequence[Any]) -> tuple[Any, ...]:
    """Return the events that a correction left out: never numbers for the dice, which some logs name beside them."""
    numbers = {event.seq for event in table.events if event.kind in dice_numbers.KINDS}
    return tuple(seq for seq in left if type(seq) is not int or seq not in numbers)


def secrets(table: Log) -> Callable[[int], bool]:
    """Return a test of whether what was said in an event is still secret."""
    hidden = any(prompt.secret for prompt in table.play.wanted(table.state))
    if not hidden:
        return lambda _: False
    rolled = next((seq for seq in reversed(table.path()) if table.events[seq - 1].kind == "rolled"), 1)
    over = table.over
    # When it is over the moves lie open, and the votes that follow do not.
    return lambda seq: seq > rolled and (not over or table.play.over(table.before(seq).state))


def positions(table: Log) -> dict[int, Position]:
    """Where the table was after each event on the way here, by what the events say by now."""
    if not any(table.events[seq - 1].kind == CORRECTED for seq in table.path()):
        return table.positions()
    found = _retold(table, effective(table), 0)
    assert not isinstance(found, Refusal)
    return found[0]


def counting(table: Log) -> Iterator[tuple[Position, str, Data]]:
    """The events that count by now, as they say by now, each with the position before it."""
    there, here = positions(table), table._positions.at_hand[1]
    for seq, now in effective(table).items():
        kind = table.events[seq - 1].kind
        if seq > 1 and now is not None and kind != CORRECTED:
            yield here, kind, now
        here = there.get(seq, here)


def before(table: Log, seq: int) -> Position | None:
    """Where the table was before an event that counts, by what the events say by now; before the first it was not."""
    if seq == 1 or effective(table).get(seq) is None:
        return None
    if not any(table.events[one - 1].kind == CORRECTED for one in table.path()):
        return table.before(seq)
    there = positions(table)
    return max(((one, position) for one, position in there.items() if one < seq), default=(0, None))[1]


def _retold(
    table: Log, said: Mapping[int, Data | None], changed: int
) -> tuple[dict[int, Position], list[int]] | Refusal:
    """The positions after events that say something else, and those events that no longer fit."""
    again = copy(table)
    again.events, again.head = table.events[:1], 1
    again._positions = Positions(table._positions.at_hand[1])
    found = again._positions.at_hand
    left: list[int] = []
    for number, now in list(said.items())[1:]:
        kind = table.events[number - 1].kind
        if now is None or kind == CORRECTED:
            continue
        again.events += table.events[len(again.events) : number - 1]
        after = again._after(kind, now)
        if isinstance(after, Position):
            found[number] = after
            again.head = number
        elif number == changed or kind in people.KINDS:
            return after if isinstance(after, Refusal) else refuse("no-such-event", seq=changed)
        elif kind not in dice_numbers.KINDS:
            left.append(number)
    return found, left


def corrected(table: Log, seq: int, data: Data) -> Correction | Refusal:
    """The table as it would be if an event had said something else."""
    said = effective(table)
    if said.get(seq) is None or table.events[seq - 1].kind not in KINDS:
        return refuse("no-such-event", seq=seq)
    found = _retold(table, {**said, seq: data}, seq)
    if isinstance(found, Refusal):
        return found
    there, left = found
    last = list(there.values())[-1]
    late = (*table.position.late, *_late_correction(table, seq, there, last))
    return Correction(last._replace(parent=table.head, late=late), tuple(left))


def _late_correction(table: Log, seq: int, there: Mapping[int, Position], last: Position) -> list[LateCorrection]:
    """Return what there is to tell of a correction: that it changed a secret entry when that had been revealed."""
    before = there[max(number for number in there if number < seq)].state
    seat, play = table.events[seq - 1].data.get("seat"), table.play
    hidden = {prompt.seat for prompt in play.wanted(before) if prompt.secret}
    if seat is None or seat not in hidden or last.state == table.state or secrets(table)(seq):
        return []
    round = None if play.over(before) else play.round(before)[0]
    return [LateCorrection(table.events[-1].seq + 1, seq, seat, round)]


def after(table: Log, data: Data) -> Position | Refusal:
    """Where a correction in a log leads; what it says to have left out has to be so."""
    seq, instead, left = data.get("seq"), data.get("data"), data.get("left")
    if type(seq) is not int or not isinstance(instead, Mapping) or not isinstance(left, list):
        return refuse("no-such-event.kind", kind=repr(CORRECTED))
    found = corrected(table, seq, instead)
    if isinstance(found, Refusal):
        return found
    return found.position if found.left == left_out(table, left) else refuse("no-such-event.kind", kind=repr(CORRECTED))
