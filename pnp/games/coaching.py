"""What a game may offer to the coach: bots that know it, many games at once, and questions for the solver.

Everything is data or an object with the names that stand here; a game that offers nothing is still played by bots that
try what `options` lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games.game import Papers
from pnp.games.integer_program import Program
from pnp.games.verdict import Rank
from pnp.words import Said

LEVELS = ("beginner", "easy", "normal", "hard")
SHARES = 60
"""A win is this many shares, so that up to six who are first together get whole numbers."""


Run = Callable[..., None]
"""Calls a loop over rows of numbers, the first argument, with the others, quicker than the loop itself would be."""


class Hint(NamedTuple):
    """Something to do, the score that is to be expected in the end, and how sure that is: one standard error.

    `note` says what that rests on where it is made up, `means` what is done, for people.
    """

    notation: str
    expected: float
    error: float
    note: Said | None = None
    means: Said | str = ""


class Thought(NamedTuple):
    """A move as it could be judged when it was made: what was to be expected of it, and of the best there was."""

    made: Hint
    best: Hint


class Bot:
    """Somebody who plays: says in the game's notation what it does when the table waits for it."""

    def __init__(self, level: str, taste: int = 0) -> None:
        self.level, self.taste = level, taste

    def choose(self, state: Any, seat: int) -> str:
        """What the seat says now; an empty text where it has nothing to say."""
        del state, seat
        return ""

    def prepare(self, players: int, edition: Edition) -> None:
        """Work out beforehand what would make the first answers slow."""

    def hints(self, state: Any, seat: int) -> list[Hint]:
        """What could be done now, best first, as far as the bot can tell."""
        del state, seat
        return []


class Tally:
    """What came of many games: for each seat how often each total, line and claim, and the shares of wins."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.totals: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.shares = [0] * seats
        self.lines: list[dict[str, Counter[int]]] = [{} for _ in range(seats)]

    def count(self, ranking: Sequence[Rank], lines: Sequence[Mapping[str, int]]) -> None:
        """One more game: who came where, seat by seat, and numbers of each seat by name."""
        self.games += 1
        winners = [seat for seat, row in enumerate(ranking) if row.rank == 1]
        for seat, row in enumerate(ranking):
            self.totals[seat][row.total] += 1
            if seat in winners:
                self.shares[seat] += SHARES // len(winners)
            for name, number in lines[seat].items():
                self.lines[seat].setdefault(name, Counter())[number] += 1

    def add(self, other: Tally) -> None:
        """Take in what came of other games."""
        self.games += other.games
        for seat, totals in enumerate(other.totals):
            self.totals[seat].update(totals)
            self.shares[seat] += other.shares[seat]
            for name, numbers in other.lines[seat].items():
                self.lines[seat].setdefault(name, Counter()).update(numbers)


class Answer(NamedTuple):
    """What a solved question stands for: one move a round in notation, the score, and the sheet as it is drawn."""

    moves: tuple[str, ...]
    total: int
    house: str


class Question(Protocol):
    """A question that a solver answers: a program, and the answer that its values stand for."""

    FORMS: Sequence[Any]
    """The forms of its program, the quickest first: each allows what the next one does, the last what the rules do."""

    def program(self, form: int) -> Program:
        """The question as a program, in a form by its number."""

    def answer(self, values: Sequence[int]) -> Answer | None:
        """What values for the last program stand for; None where the rules do not allow it."""


class Audit(Question, Protocol):
    """Whether a finished sheet can have come from the dice: its program asks for any moves that lead to it."""

    def problem(self) -> Said | Problem | None:
        """What a person can see without a solver: the shortest reason why not, or nothing."""

    def costs(self, most: bool) -> Program:
        """The program for the least that the drawing can have cost, taken negative, or for the most."""

    def beyond(self, low: int, high: int) -> Said | None:
        """What is wrong with the cost that was written down, if the drawing can only have cost so much."""

    def nothing(self) -> Said:
        """That no moves lead to the sheet, where there is no shorter reason."""


class Coaching:
    """What a game offers to the coach; whatever it leaves out has a plain answer."""

    MEANS: Mapping[str, float] = {}
    """What each level of its bots scores in the mean, by the shipped rules."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of bots that know the game."""
        return tuple(self.MEANS)

    PAR: Mapping[int, tuple[float, float]] = {}
    """By how many rounds a whole game has, the mean of the best result that its dice allow and how far it spreads.

    By the shipped rules; a game that has none has no best result."""
    RULINGS: tuple[str, ...] = ()
    """The entries of the edition that a best result rests on."""

    EXACT = False
    """Whether its best bot knows exactly what is to be expected of everything that can be done."""

    def expected(self, edition: Edition) -> float:
        """What the best strategy expects before the first roll, where it is known exactly."""
        del edition
        return 0.0

    def bot(self, level: str, taste: int, players: int, edition: Edition) -> Bot | None:
        """A bot that knows the game; None where it has none of this level."""
        del level, taste, players, edition
        return None

    def simulate(
        self, bots: Sequence[tuple[str, int]], seed: int, games: range, edition: Edition, run: Run | None = None
    ) -> Tally | None:
        """Games by their numbers, played by levels and tastes; None where the table has to be asked.

        What is given as `run` makes loops over rows of numbers quick; the result is the same without it.
        """
        del bots, seed, games, edition, run
        return None

    def par(self, document: Any, edition: Edition, seat: int | None, bonuses: bool, after: int = 0) -> Question | None:
        """The question for the best result of a table's dice, or of one seat after some rounds as it played them.

        None where there is none.
        """
        del document, edition, seat, bonuses, after
        return None

    def rounds(self, document: Any) -> int:
        """How many rounds of a table were rolled."""
        del document
        return 0

    def moves(self, document: Any, edition: Edition, seat: int) -> Sequence[str]:
        """What a seat did, one move a round in notation, as far as it is known."""
        del document, edition, seat
        return ()

    def means(self, moves: Sequence[str], edition: Edition) -> Sequence[Said | str]:
        """What moves in notation mean, each after those before it, for people; nothing where nobody can tell."""
        del moves, edition
        return ()

    def thought(self, document: Any, edition: Edition, seat: int, number: int) -> Thought | None:
        """How the move of a round, counted from 1, could be judged when it was made; None where nobody could."""
        del document, edition, seat, number
        return None

    def on_paper(self, state: Any, papers: Papers, edition: Edition) -> Any:
        """A table that was played with what its players entered from paper, as a document; None without dice."""
        del state, papers, edition

    def audit(self, document: Any, edition: Edition, seat: int) -> Audit | None:
        """Whether a seat's sheet can have come from the dice; None where nobody can tell."""
        del document, edition, seat
        return None
