"""A game small enough to see through, played at tables of the real engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from memory_store import MemoryStore

from pnp.games.library import Library
from pnp.play.tables import Tables

SMALL = '''
"""Higher: two rounds; a die is rolled, then everybody secretly says high or low."""
from typing import NamedTuple
from pnp.games.play import Option, View, Wanted
from pnp.games.table_dice import Die
from pnp.games.seats import Refusal
from pnp.games.verdict import Rank, Verdict

TITLE = "Higher"
PLAYERS = (2, 4)
fields = read = judge = marks = None


class State(NamedTuple):
    players: tuple
    rounds: int
    said: tuple
    right: tuple
    rolls: tuple = ()
    done: int = 0


class play:
    @staticmethod
    def open(players, options, edition):
        unknown = set(options) - {"rounds"}
        if unknown:
            raise ValueError(f"{sorted(unknown)[0]!r} is no option; rounds is")
        nobody = (None,) * len(players)
        return State(tuple(players), int(options.get("rounds", 2)), nobody, (0,) * len(players))

    @staticmethod
    def dice(state):
        waits = len(state.rolls) == state.done < state.rounds
        return (Die("die", (1, 2, 3, 4, 5, 6)),) if waits else ()

    @staticmethod
    def act(state, action):
        if action.dice:
            if len(action.dice) != 1 or action.dice[0] not in range(1, 7):
                return Refusal("no-such-die", "one die from 1 to 6 is rolled")
            return state._replace(rolls=(*state.rolls, action.dice[0]))
        if play.dice(state) or play.over(state):
            return Refusal("not-now", "the die is rolled first")
        if action.seat is None or action.words not in ("high", "low"):
            return Refusal("no-such-word", f"{action.words!r} is neither high nor low")
        said = tuple(action.words if i == action.seat else s for i, s in enumerate(state.said))
        if None in said:
            return state._replace(said=said)
        answer = "high" if state.rolls[-1] > 3 else "low"
        right = tuple(r + (word == answer) for r, word in zip(state.right, said))
        return state._replace(said=(None,) * len(said), right=right, done=state.done + 1)

    @staticmethod
    def wanted(state):
        if play.dice(state) or play.over(state):
            return ()
        return tuple(Wanted(i, "say high or low", "high", secret=True) for i, s in enumerate(state.said) if s is None)

    @staticmethod
    def options(state, seat, most=200):
        return (Option("high", "4 to 6"), Option("low", "1 to 3")) if play.wanted(state) else ()

    @staticmethod
    def view(state, seat):
        return View(f"round {len(state.rolls)}", (), tuple(f"{n} {r}" for n, r in zip(state.players, state.right)))

    @staticmethod
    def round(state):
        return len(state.rolls), state.rounds

    @staticmethod
    def over(state):
        return state.done == state.rounds

    @staticmethod
    def standings(state):
        totals = list(state.right)
        return tuple(Rank(1 + sum(t > total for t in totals), n, total) for n, total in zip(state.players, totals))

    @staticmethod
    def document(state):
        return {"game": "higher", "players": len(state.players)}

    @staticmethod
    def dump(state):
        return {k: list(v) if isinstance(v, tuple) else v for k, v in state._asdict().items()}
'''


class Clock:
    """A clock that ticks once for every look."""

    def __init__(self) -> None:
        self.ticks = 0

    def __call__(self) -> str:
        self.ticks += 1
        return f"2026-01-01T00:{self.ticks // 60:02}:{self.ticks % 60:02}+00:00"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The rules of the small game, as a file of one's own."""
    path = tmp_path / "higher.py"
    path.write_text(SMALL)
    return path


@pytest.fixture
def library(rules: Path) -> Library:
    return Library(rules)


@pytest.fixture
def tables(library: Library) -> Tables:
    return Tables(MemoryStore(), Clock(), library)
