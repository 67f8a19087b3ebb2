"""Tables told in Polish: what a game has a Polish word for is never called by its name in the data or in a move."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.games.play import Option
from pnp.play.engine import Table, Write
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.tables import Tables

AT = "2026-01-01T12:00:00Z"
STEPS = 40
"""Enough for each game to have dice, options and something on the table."""
PLAYERS = {"dice-miner": 2, "dice-miner-solo": 1, "dice-manor": 2, "dice-city": 2, "dice-city-solo": 1, "yacht": 2}


def names_in_data(table: Table) -> set[str]:
    """What Polish words of the game are called in the data, where that is something else."""
    catalogue = table.words("pl").catalogues[0]
    tables = {name for sentence in catalogue.values() for name in re.findall(r"@([a-z-]+)", sentence)}
    words = {key.partition(".")[2]: text for key, text in catalogue.items() if key.partition(".")[0] in tables}
    polish = {word for text in words.values() for word in re.findall(r"\w+", text.lower())}
    return {part for name in words for part in name.split("-") if len(part) > 2 and part not in polish}


def told(table: Table) -> Iterator[Any]:
    """What people are told of a table: where it is, what lies there, what is asked for and what may be done."""
    play, state = table.play, table.state
    yield from (one.what for one in play.wanted(state))
    yield from (die.name for die in play.dice(state))
    yield from (name for name, _ in play.lying(state))
    for seat in range(len(table.players)):
        view = play.view(state, seat)
        yield from (view.headline, *view.lines, *(line for _, _, below in view.sheets for line in below))
        yield from (option.means for option in play.options(state, seat, 30))


def step(table: Table, store: SqliteStore, chance: random.Random) -> bool:
    """Roll, or do something that is allowed; whether there was anything to do."""

    def write(kind: str, **data: Any) -> bool:
        return table.submit(Write(table.seq, f"step{table.seq:06d}", kind, data), store, AT).ok

    if table.play.dice(table.state):
        return write("rolled", dice=None, source="virtual")
    seats = (*range(len(table.players)), None)
    found: list[tuple[int | None, Option]] = [(s, one) for s in seats for one in table.play.options(table.state, s, 30)]
    chance.shuffle(found)
    return any(write("said", seat=seat, words=one.notation) for seat, one in found[:9])


@pytest.mark.parametrize("game", PLAYERS)
def test_a_table_is_told_in_polish(game: str, tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "tables.db") as store:
        table = Tables(store, lambda: AT).open(game, ["Ana", "Bo"][: PLAYERS[game]])
        words, names, chance = table.words("pl"), names_in_data(table), random.Random(3)
        for _ in range(STEPS):
            seats = range(len(table.players))
            names |= {one.notation for seat in seats for one in table.play.options(table.state, seat, 30)}
            for said in told(table):
                text = words.text(said)
                assert not names & {*re.findall(r"[a-z]+", text.lower())}, text
            if table.over or not step(table, store, chance):
                break
