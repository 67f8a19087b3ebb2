"""Plain answers of a game's playing: nobody joins, nothing is secret, no vote; and what games put together alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

from pnp.games.game import Marks
from pnp.games.play import Face, Last, Play, Refusal, SheetMarks, Vote
from pnp.games.verdict import Score
from pnp.strict import as_name

Told = tuple[str | int, ...]
"""A sentence in parts, in which a seat stands for the name of its player."""


def told(parts: Told, players: Sequence[str]) -> str:
    """A sentence with the names that the players have now.

    >>> told(("tours: ", 1, " gains 2"), ["Ana", "Bo"])
    'tours: Bo gains 2'
    """
    return "".join(players[part] if isinstance(part, int) else part for part in parts)


def named(players: Sequence[str], seats: int) -> tuple[str, ...] | Refusal:
    """Other names for so many seats, or what is wrong with them."""
    if len(players) != seats:
        return Refusal("wrong-names", f"{len(players)} names for {seats} seats; each seat has one")
    try:
        return tuple(map(as_name, players))
    except ValueError as wrong:
        return Refusal("wrong-names", str(wrong))


def entry(state: Any, seat: int) -> str:  # noqa: ARG001 - what lies open is no secret entry
    """Nothing is entered in secret."""
    return ""


def vote(state: Any) -> Vote | None:  # noqa: ARG001
    """There is no vote."""
    return None


def last(state: Any) -> Last | None:  # noqa: ARG001
    """No round is revealed at once."""
    return None


def pending(state: Any, seat: int) -> Marks:  # noqa: ARG001
    """No entry waits to be added."""
    return {}


def lying(state: Any) -> tuple[tuple[str, Face], ...]:  # noqa: ARG001
    """No dice lie there that the program knows of."""
    return ()


def alone(state: Any, name: str) -> Refusal:  # noqa: ARG001
    """Why nobody joins a game for one."""
    return Refusal("too-late", f"this is a game for one; {name} can watch")


def placed(sheets: Iterable[tuple[str, Marks]], players: int, seat: int | None) -> tuple[SheetMarks, ...]:
    """Filled-in sheets with their seats: a sheet of which there is one for each player, or else a pad of the table.

    >>> placed([("score", {}), ("city", {"name": "Ana"}), ("city", {"name": "Bo"})], 2, 1)
    (('score', None, {}), ('city', 1, {'name': 'Bo'}))
    """
    found, counts, next_seat = list(sheets), Counter[str](), Counter[str]()
    counts.update(name for name, _ in found)
    answer: list[SheetMarks] = []
    for name, marks in found:
        owner = next_seat[name] if counts[name] == players else None
        next_seat[name] += 1
        if seat is None or owner in (None, seat):
            answer.append((name, owner, marks))
    return tuple(answer)


class _Plain:
    """Answers for a game that leaves functions out, by those that every game has."""

    def __init__(self, play: Any) -> None:
        self._play = play

    def renamed(self, state: Any, players: Sequence[str]) -> Refusal:  # noqa: ARG002
        return Refusal("names-stay", "this game keeps the names that it began with")

    def join(self, state: Any, name: str) -> Refusal:  # noqa: ARG002
        return Refusal("too-late", f"this game takes nobody in once it has begun; {name} can watch")

    def active(self, state: Any) -> int | None:
        return next((one.seat for one in self._play.wanted(state) if one.must and one.seat is not None), None)

    def status(self, state: Any, seat: int) -> str:
        waits = not self._play.dice(state) and any(one.must and one.seat == seat for one in self._play.wanted(state))
        return "drawing" if waits else "idle"

    def marks(self, state: Any, seat: int | None) -> tuple[SheetMarks, ...]:  # noqa: ARG002
        return ()

    def scores(self, state: Any) -> tuple[Score, ...]:  # noqa: ARG002
        return ()

    entry = staticmethod(entry)
    lying = staticmethod(lying)
    vote = staticmethod(vote)
    last = staticmethod(last)
    pending = staticmethod(pending)


def completed(play: Any) -> Play:
    """A playing with plain answers in place of the functions that it leaves out."""
    answers = [name for name in vars(_Plain) if not name.startswith("_")]
    if all(hasattr(play, name) for name in answers):
        return cast(Play, play)
    plain = _Plain(play)
    own = {name: getattr(play, name) for name in dir(play) if not name.startswith("_")}
    return cast(Play, SimpleNamespace(**{**{name: getattr(plain, name) for name in answers}, **own}))
