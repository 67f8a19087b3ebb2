"""How many keys a four-player game of each kind takes on a terminal, with dice that are typed in."""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from memory_store import MemoryStore

from pnp import games
from pnp.cli.options_list import listed
from pnp.cli.screen.pad_screen import PadScreen
from pnp.cli.screen.table_screen import Screen
from pnp.play.tables import Tables

NAMES = ("Ana", "Bo", "Cy", "Di")
SEEDS = range(3)
BEFORE = {
    "house-of-dice": "about 800",
    "dice-miner": "about 1,050",
    "dice-manor": "2,383 to 3,123",
    "dice-city": "3,062 to 4,008",
}
"""What people typed when every word had to be exact, in games that were really played."""


def keys(game: str, seed: int) -> tuple[int, int]:
    """A game by chance: its key strokes when moves are numbers of the list, and when they are written out.

    A list that only has examples, such as the troves of a mountain on the table, makes numbers look better than they are.
    """
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    players = NAMES[: games.load(game).PLAYERS[1]]
    screen, rng = Screen(tables, tables.open(game, players, dice="physical")), random.Random(seed)
    numbers = written = 0
    while not (screen.table.over and screen.step.kind != "pause"):
        short = long = ""
        if screen.step.kind == "roll":
            faces = [str(rng.choice(die.faces)) for die in screen.table.play.dice(screen.table.state)]
            short = long = ("" if all(len(face) == 1 for face in faces) else " ").join(faces)
        elif screen.step.kind == "words":
            options = listed(screen.table, screen.step.seat, screen.words).options
            number = rng.randint(1, len(options))
            short, long = str(number), options[number - 1].notation
        screen.enter(long)
        if not screen.good:
            raise RuntimeError(f"{game}: {long}: {screen.message}")
        numbers, written = numbers + len(short) + 1, written + len(long) + 1
    return numbers, written


def pad_keys(game: str, seed: int) -> int:
    """The key strokes of the same game kept by pad: a number and Enter for each box that needs one."""
    tables, rng, typed = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00"), random.Random(seed), 0
    players = NAMES[: games.load(game).PLAYERS[1]]
    screen = PadScreen(tables, tables.open(game, players, pad=True))
    while screen.due is not None:
        number = str(rng.randint(0, 15))
        screen.enter(number)
        if not screen.good:
            raise RuntimeError(f"{game}: {number}: {screen.message}")
        typed += len(number) + 1
    return typed


def report() -> list[str]:
    """A line a game."""
    lines = []
    for game in (name for name in games.names() if games.load(name).play is not None):
        found = [keys(game, seed) for seed in SEEDS]
        numbers, written = (sum(one[at] for one in found) // len(found) for at in (0, 1))
        before = f"; {BEFORE[game]} when every word had to be exact" if game in BEFORE else ""
        if games.load(game).PAD:
            before = f", {pad_keys(game, 1):,} by pad{before}"
        lines.append(f"{game}: {numbers:,} keys with numbers of the list, {written:,} with moves written out{before}")
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
