"""How long `pnp results` takes with a thousand tables, beside a database without any and beside playing them again."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import start
from play import NAMES, opened, step

from pnp.games.library import SHIPPED
from pnp.play import events
from pnp.play.engine import Table
from pnp.play.stores import kept_results
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.stores.store import Record
from pnp.play.tables import Tables

TABLES, MOST = 1000, 0.1
"""So many tables are listed in the time of starting and so many seconds more."""


def games() -> list[Table]:
    """A whole random game of each kind."""
    found = []
    for game in SHIPPED.names():
        if SHIPPED.load(game).play is None:
            continue
        tables, table = opened(game, min(len(NAMES), SHIPPED.load(game).PLAYERS[1]))
        rng = random.Random(game)
        while not table.over:
            step(tables, table, rng)
        found.append(table)
    return found


def fill(path: Path, count: int, played: list[Table]) -> None:
    """A database with so many tables, as playing them would leave it."""
    with SqliteStore(path) as store:
        for number in range(count):
            table = played[number % len(played)]
            records = [Record(one.seq, one.key, events.line(one)) for one in table.events]
            meta = {"game": table.opening.game, "players": "\n".join(table.players), "opened": table.events[0].at}
            store.create(f"T{number:05}", meta, records, table.events[-1].at, None, partial(kept_results.kept, table))


def replay_seconds(path: Path, some: int) -> float:
    """What one table costs that is played again, as it was before results were kept."""
    with SqliteStore(path) as store:
        tables = Tables(store, lambda: "")
        ids = [info.id for info in store.tables()][:some]
        begun = time.process_time()
        for id in ids:
            tables.load(id).standings()
        return (time.process_time() - begun) / len(ids)


def report(count: int = TABLES, times: int = 5) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        played = games()
        fill(empty, 0, played)
        fill(full, count, played)
        command = [sys.executable, "-m", "pnp", "results", "--db"]
        bare, listed = (start.seconds([*command, str(path)], folder, times) for path in (empty, full))
        again = replay_seconds(full, 5 * len(played)) * count
    return [
        f"pnp results with {count:,} tables, to one without any: {listed / bare:.2f} times,"
        f" {listed - bare:.3f} s more (at most {MOST}); playing them again would be {again / (listed - bare):,.0f} times"
        " as much"
    ]


if __name__ == "__main__":
    print("\n".join(report()))
