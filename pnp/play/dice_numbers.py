"""Numbers that phones add to the dice: pledged before the game starts, given before the first roll, never changed.

The table has promised its secret before anybody pledges, and all pledges stand in the log before the first number does:
whoever knows the secret can't choose a number that suits it, and whoever chooses a number does not know the secret.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.games.seats import Refusal, refuse
from pnp.play.events import Event
from pnp.play.people import Person

KINDS = ("pledged", "added")
MOST_EACH = 4
"""So many phones of one person may add a number."""
_HEX = re.compile(r"[0-9a-f]{64}")


class Numbers(NamedTuple):
    """What phones have done for the dice: who pledged which hash, the numbers that came, and whether it is too late."""

    pledged: tuple[tuple[int, str], ...] = ()
    added: tuple[str, ...] = ()
    started: bool = False
    rolled: bool = False

    @property
    def due(self) -> tuple[str, ...]:
        """The pledges whose number can still come and has not."""
        given = {hash_of(number) for number in self.added}
        return tuple(hash for _, hash in self.pledged if hash not in given) if self.started and not self.rolled else ()


def hash_of(number: str) -> str:
    """What a phone pledges for its number.

    >>> hash_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(number)).hexdigest()


def of(events: Sequence[Event]) -> Numbers:
    """What a log says of numbers; going back in the game changes nothing about them."""
    pledged: list[tuple[int, str]] = []
    added: list[str] = []
    started = False
    for event in events:
        if event.kind == "rolled":
            return Numbers(tuple(pledged), tuple(added), True, True)
        if event.kind == "pledged":
            pledged.append((event.data["by"], event.data["hash"]))
        elif event.kind == "added":
            added.append(event.data["number"])
        started = started or event.kind == "said"  # a table that waits understands nothing but its start
    return Numbers(tuple(pledged), tuple(added), started)


def judged(kind: str, data: Mapping[str, Any], known: Numbers, people: Sequence[Person]) -> Refusal | None:
    """Why a pledge or a number can't be taken; None where it can."""
    text = data.get("hash" if kind == "pledged" else "number")
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        return refuse("no-dice-number")
    if kind == "added":
        if known.rolled or hash_of(text) not in known.due:
            return refuse("no-dice-number.not-due")
        return None
    by = data.get("by")
    if known.started or known.rolled:
        return refuse("no-dice-number.late")
    if by not in {person.id for person in people}:
        return refuse("no-dice-number.nobody")
    if sum(whose == by for whose, _ in known.pledged) >= MOST_EACH:
        return refuse("no-dice-number.many", most=MOST_EACH)
    if text in {hash for _, hash in known.pledged}:
        return refuse("no-dice-number.twice")
    return None
