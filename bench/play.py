"""How many whole random games of each kind a second of one core plays, and what replaying a log costs by its length."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from memory_store import MemoryStore

from pnp.games.library import Library
from pnp.play import engine
from pnp.play.engine import Table
from pnp.play.tables import Tables

NAMES = ("Ana", "Bo", "Cy", "Di")
GAMES, SECONDS = 200, 2.5
"""So many games of a kind at most, and no new one after so much time; one before them warms up."""
MOVES = 1000


def step(tables: Tables, table: Table, rng: random.Random) -> None:
    """One thing that the game offers: its dice, or words of somebody from whom something is wanted."""
    play, state = table.play, table.state
    if play.dice(state):
        answer = tables.roll(table)
    else:
        wanted = play.wanted(state)
        one = rng.choice([one for one in wanted if one.must] or wanted)
        found = play.options(state, one.seat, 40)
        answer = tables.say(table, one.seat, rng.choice(found).notation if found else one.example)
    if not answer.ok:
        raise RuntimeError(table.text(answer.said or ""))


def opened(game: str, players: int) -> tuple[Tables, Table]:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    return tables, tables.open(game, NAMES[:players])


def games_a_second(game: str, players: int, games: int = GAMES) -> tuple[float, float]:
    """Whole games a second of one core, and events a second."""
    played(game, players, -1)
    start, done, events = time.process_time(), 0, 0
    while done < games and (not done or time.process_time() - start < SECONDS):
        done, events = done + 1, events + played(game, players, done)
    spent = time.process_time() - start
    return done / spent, events / spent


def played(game: str, players: int, seed: int) -> int:
    """A whole random game: how many events it had."""
    tables, table = opened(game, players)
    rng = random.Random(seed)
    while not table.over:
        step(tables, table, rng)
    return table.seq


def long_log(events: int) -> list[engine.Event]:
    """A log of so many events: games that are played, undone and played otherwise, each stretch much like the others."""
    tables, table = opened("house-of-dice", 4)
    rng = random.Random(1)
    while table.seq < events:
        step(tables, table, rng)
        if table.over:
            tables.undo(table, len(table.path()) - 1)
    return table.events[:events]


def replay_seconds(log: list[engine.Event]) -> float:
    """The least time of five."""
    times = []
    for _ in range(5):
        start = time.process_time()
        engine.replay(log, "T")
        times.append(time.process_time() - start)
    return min(times)


def report() -> list[str]:
    library, lines = Library(), []
    for name in library.names():
        game = library.load(name)
        if game.play is None:
            continue
        players = min(2, game.PLAYERS[1])
        games, events = games_a_second(name, players)
        lines.append(f"{name}, {players} players: {games:,.1f} random games a second of one core, {events:,.0f} events")
    log = long_log(2 * MOVES)
    half, whole = replay_seconds(log[:MOVES]), replay_seconds(log)
    lines.append(
        f"replaying {2 * MOVES:,} events takes {whole / half:.2f} times as long as {MOVES:,}"
        f" ({2 * MOVES / whole:,.0f} events a second)"
    )
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
