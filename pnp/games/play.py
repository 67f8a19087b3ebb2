"""What a game offers to the table that plays it: pure functions from a state and an action to the next state.

A game that can be played has an attribute `play`, a module or object with the functions of `Play`. States are frozen
values; nothing here rolls dice, knows the time or stores anything. Everything that anybody does is an `Action`: dice
that lie on the table, or words in the game's own notation from a seat (counted from 0) or from the table (None).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pnp.edition import Edition
from pnp.games.game import Marks
from pnp.games.verdict import Picture, Rank, Score

Face = int | str
State = TypeVar("State")


class Die(NamedTuple):
    """A die that is to be rolled: what people call it, and its faces."""

    name: str
    faces: tuple[Face, ...]


class Action(NamedTuple):
    """What somebody does: words from a seat or, with None, from the table; or dice as they lie."""

    seat: int | None
    words: str = ""
    dice: tuple[Face, ...] = ()


class Refusal(NamedTuple):
    """Why an action is not allowed now: a code, and a sentence that says what is."""

    code: str
    message: str


class Wanted(NamedTuple):
    """Something that may be done now: by which seat (None: anybody at the table), what, how it is written.

    `must` tells that the game waits for it; `secret` that others don't see it until it is revealed.
    """

    seat: int | None
    what: str
    example: str
    must: bool = True
    secret: bool = False


class Option(NamedTuple):
    """A legal action in words, and what it does."""

    words: str
    means: str


class View(NamedTuple):
    """What a seat, or with None everybody, may see: headline, pictures of sheets by player, lines below."""

    headline: str
    sheets: tuple[tuple[str, Picture | None, tuple[str, ...]], ...] = ()
    lines: tuple[str, ...] = ()


class Vote(NamedTuple):
    """A vote at the end: for which seat each one voted, None where not yet; once closed, the best and their votes."""

    open: bool
    given: tuple[int | None, ...]
    best: tuple[int, ...] = ()
    votes: int = 0


class Last(NamedTuple):
    """The round that was revealed last: its dice, and of each seat that played the words and what they mean."""

    round: int
    dice: tuple[Face, ...]
    moves: tuple[tuple[int, str, str], ...]


STATUS = ("in", "drawing", "away", "idle")
"""A seat has entered or is done for now; the game waits for it; its player is away; it has nothing to do."""

SheetMarks = tuple[str, int | None, Marks]
"""A sheet by its name, the seat that it belongs to or None for a pad of the whole table, and what is on it."""


class Play(Protocol):
    """The playing of a game. From `lying` on a game may leave functions out; `complete` answers in their place."""

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> Any:
        """The state before the first action; a ValueError says which option is not allowed."""
        ...

    def dice(self, state: Any) -> tuple[Die, ...]:
        """The dice that are to be rolled now, in the order in which they are entered; nothing when none are."""
        ...

    def act(self, state: Any, action: Action) -> Any:
        """The next state, or a Refusal; the state that was given is unchanged."""
        ...

    def wanted(self, state: Any) -> tuple[Wanted, ...]:
        """What may be done now and by whom; empty when the game is over and nothing is left to do."""
        ...

    def options(self, state: Any, seat: int | None, most: int = 200) -> tuple[Option, ...]:
        """Legal actions of a seat in words, as far as they can be listed."""
        ...

    def view(self, state: Any, seat: int | None) -> View:
        """What a seat may see; None sees what lies open."""
        ...

    def round(self, state: Any) -> tuple[int, int]:
        """The round that is played, and how many there are (0 where nobody knows)."""
        ...

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        ...

    def standings(self, state: Any) -> tuple[Rank, ...]:
        """The ranking as it stands, or the final one."""
        ...

    def document(self, state: Any) -> dict[str, Any]:
        """The table as a sheet document that the rules judge: everything that has been revealed."""
        ...

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole state as plain JSON values, equal for equal states."""
        ...

    def lying(self, state: Any) -> tuple[tuple[str, Face], ...]:
        """The dice that lie there for whoever acts now: what each is called, if they differ, and what it shows."""
        ...

    def renamed(self, state: Any, players: Sequence[str]) -> Any:
        """The same table with other names for its seats, as many as before; or a Refusal that says what is wrong.

        Everything that shows or compares names follows, and nothing else changes.
        """
        ...

    def join(self, state: Any, name: str) -> Any:
        """The state of a game that has begun with one more player after the last seat, or a Refusal."""
        ...

    def active(self, state: Any) -> int | None:
        """The seat whose turn it is, or whose round; None where there is none, and in the end."""
        ...

    def status(self, state: Any, seat: int) -> str:
        """One of STATUS."""
        ...

    def entry(self, state: Any, seat: int) -> str:
        """The words that a seat has entered in secret and that are not revealed; empty where there are none."""
        ...

    def vote(self, state: Any) -> Vote | None:
        """The vote at the end, for games that have one."""
        ...

    def last(self, state: Any) -> Last | None:
        """The round that was revealed last, for games that reveal."""
        ...

    def marks(self, state: Any, seat: int | None) -> tuple[SheetMarks, ...]:
        """What is on the sheets as far as it is revealed; with a seat, on its own and the pads as it may see them."""
        ...

    def pending(self, state: Any, seat: int) -> Marks:
        """What the secret entry of a seat would add to its main sheet."""
        ...

    def scores(self, state: Any) -> tuple[Score, ...]:
        """The score of each seat as it stands, by what has been revealed."""
        ...


def complete(play: Any) -> Play:
    """A game's playing with plain answers in place of the functions that it leaves out."""
    from pnp.games import _plain_play

    return _plain_play.completed(play)
