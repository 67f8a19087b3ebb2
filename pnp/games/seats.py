"""Who sits at a table and how they are meant: names, numbers, and the one way to refuse what somebody wants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NoReturn

from pnp.errors import Problem
from pnp.strict import WrongError, as_name, near, said_by, shown
from pnp.words import Said, say


class Refusal(Said):
    """Why an action is not allowed now: a key with facts; `anyway` among them where it is only in doubt."""

    __slots__ = ()

    @property
    def in_doubt(self) -> bool:
        """Whether it rests on a count or a guess and not on a rule, so that `anyway` takes the action."""
        return not isinstance(self.facts, str) and "anyway" in self.facts


class RefusedError(WrongError):
    """What somebody wants to do is not allowed now; the table makes a `Refusal` of it."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def refuse(key: str, /, **facts: object) -> Refusal:
    """Why something is not allowed, by its key and facts."""
    return Refusal(key, facts)


def deny(key: str, /, **facts: object) -> NoReturn:
    """Refuse what somebody wants to do."""
    raise RefusedError(Refusal(key, facts))


def refuse_for(found: Problem, **more: object) -> Refusal:
    """Why an action is not allowed that would make a problem, with more facts where there are any."""
    facts = found.facts if isinstance(found.facts, str) else {"where": found.where, **found.facts, **more}
    return Refusal(found.key, facts)


def deny_for(found: Problem, **more: object) -> NoReturn:
    """Refuse an action for a problem that it would make."""
    raise RefusedError(refuse_for(found, **more))


# ---------------------------------------------------------------------- what is only in doubt

ANYWAY = "anyway"
"""What somebody says in front of words that were refused for a count or a guess: it really was so."""
_INSIST = re.compile(rf"\s*{ANYWAY}\b[:,;]?\s*", re.IGNORECASE)
_TAKEN: ContextVar[list[Refusal] | None] = ContextVar("taken", default=None)


def insisted(words: str) -> str | None:
    """The words behind `anyway`; None where it does not stand in front.

    >>> insisted("Anyway count"), insisted("count")
    ('count', None)
    """
    found = _INSIST.match(words)
    return words[found.end() :] if found else None


@contextmanager
def taking_anyway() -> Iterator[list[Refusal]]:
    """As long as it lasts, what is only in doubt is put into this list and not refused."""
    taken: list[Refusal] = []
    token = _TAKEN.set(taken)
    try:
        yield taken
    finally:
        _TAKEN.reset(token)


def doubted(refusal: Refusal) -> Refusal:
    """The same refusal, told to rest on a count or a guess."""
    facts = {} if isinstance(refusal.facts, str) else refusal.facts
    return Refusal(refusal.key, {**facts, "anyway": say("say-anyway")})


def doubt(key: str, /, **facts: object) -> None:
    """Refuse what rests on a count or a guess and not on a rule; where somebody said `anyway`, note it and go on."""
    weigh(Refusal(key, facts))


def doubt_for(found: Problem, **more: object) -> None:
    """The same for a problem that an action would make."""
    weigh(refuse_for(found, **more))


def weigh(refusal: Refusal) -> None:
    """Refuse for a doubt, unless somebody said `anyway`."""
    taken = _TAKEN.get()
    if taken is None:
        raise RefusedError(doubted(refusal))
    taken.append(refusal)


ABSENCE = re.compile(r"\s*(absent|back)\b(?:[:,;]+(?!\S))?\s*(.*?)\s*", re.IGNORECASE | re.DOTALL)
"""What is said when somebody goes or comes back, and of whom; a comma or the like may stand behind the word."""


def known_as(name: str) -> str:
    """A name as it is compared: single blanks, small letters."""
    return " ".join(name.split()).casefold()


def check_seat(seat: int, players: Sequence[str]) -> None:
    """Refuse a seat, counted from 0, that is not there."""
    if not 0 <= seat < len(players):
        deny("no-such-seat", number=seat + 1, seats=len(players))


def seats_meant(who: str, players: Sequence[str]) -> list[int]:
    """The seats, from 0, that a name, a number from 1 or the beginning of a name may mean.

    >>> [seats_meant(who, ["Ana", "Anton", "Bo"]) for who in ("ANA", "3", "b", "an", "x", "")]
    [[0], [2], [2], [0, 1], [], []]
    """
    names, asked = [known_as(name) for name in players], known_as(who)
    if asked in names:
        return [names.index(asked)]
    if (seat := _numbered(who.strip(), players)) is not None:
        return [seat]
    return [seat for seat, name in enumerate(names) if asked and name.startswith(asked)]


def seat_of(who: str, players: Sequence[str]) -> int:
    """The seat, from 0, that a name, its beginning or a number from 1 means.

    >>> seat_of("ANA", ["Ana", "Bo"]), seat_of("2", ["Ana", "Bo"]), seat_of("b", ["Ana", "Bo"])
    (0, 1, 1)
    """
    found = seats_meant(who, players)
    if len(found) == 1:
        return found[0]
    if found:
        deny("no-such-player.several", who=shown(who), names=tuple(players[seat] for seat in found))
    there = tuple(f"{number} {name}" for number, name in enumerate(players, 1))
    if not who.strip():
        deny("no-such-player.nobody", there=there)
    deny("no-such-player", who=shown(who), there=there)


def seat_by_number(who: str, players: Sequence[str]) -> int:
    """The seat, from 0, that a number from 1 means, even where it is somebody's name, or else a name.

    >>> seat_by_number("2", ["2", "Bo"]), seat_of("2", ["2", "Bo"])
    (1, 0)
    """
    seat = _numbered(who, players)
    return seat_of(who, players) if seat is None else seat


def _numbered(who: str, players: Sequence[str]) -> int | None:
    is_number = who.isascii() and who.isdecimal() and len(who) <= 3
    return int(who) - 1 if is_number and 1 <= int(who) <= len(players) else None


def opened_for(players: Sequence[str], low: int, high: int) -> tuple[str, ...]:
    """The names of a table's players, as many as the game is for."""
    if not low <= len(players) <= high:
        deny("wrong-players.only" if low == high else "wrong-players", n=len(players), low=low, high=high)
    return proper_names(players, len(players))


def check_options(options: Iterable[str], known: Sequence[str] = ()) -> None:
    """Refuse an option that the game does not have."""
    for option in options:
        if not known:
            deny("no-such-option.none", option=shown(option))
        if option not in known:
            deny("no-such-option", option=shown(option), known=tuple(known), near=near(option, known))


def proper_names(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """Names for so many seats, each its own."""
    if len(players) != seats:
        deny("wrong-names.count", n=len(players), seats=seats)
    try:
        names = tuple(map(as_name, players))
    except ValueError as wrong:
        raise RefusedError(Refusal("wrong-names.letters", {"wrong": said_by(wrong)})) from None
    check_different(name.casefold() for name in names)
    return names


def check_different(names: Iterable[str]) -> None:
    """Refuse names that are the same or empty, as they are compared."""
    known = list(names)
    if len(set(known)) < len(known) or "" in known:
        deny("wrong-names.same")
