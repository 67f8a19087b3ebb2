"""The editions that come with the program mean what they say: what is changed in them changes the game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp import games
from pnp.edition import Edition, shipped
from pnp.paths import LAYOUTS
from pnp.strict import Table, toml

EXAMPLES = Path(__file__).parent.parent / "examples"
DOCUMENTS = {"house-of-dice": "house-table", "yacht": "yacht"}
"""Games that read their whole edition before a table is opened or a document judged; others read it as they go."""
PREFIXES = {"dice-city": ("card-", "ship-cost-"), "dice-miner": ("hazard-", "magic-", "tool-", "tunnel-", "treasure-")}
"""How entries begin that are looked for by a part of their name."""


def other_values(value: Any) -> Iterator[Any]:
    """Values like one, each a little different."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, max(value - 1, 0))
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, list):
        yield value[:-1]
        yield from (
            [*value[:at], other, *value[at + 1 :]] for at, one in enumerate(value) for other in other_values(one)
        )
    elif isinstance(value, dict):
        yield from ({**value, key: other} for key, one in value.items() for other in other_values(one))


def outcome(name: str, edition: Edition) -> list[str]:
    """What a game makes of an edition: its sheets, a table before the first roll, a document and its verdict."""
    game = games.load(name)
    table = Table(toml((EXAMPLES / f"{DOCUMENTS[name]}.toml").read_text(encoding="utf-8")), [])
    table.raw("game")
    players = ["Ana", "Bo"][: game.PLAYERS[1]]
    questions = (
        lambda: sorted(game.fields(edition).items()),
        lambda: game.play.open(players, {}, edition) if game.play else None,
        lambda: game.judge(game.read(table, edition), edition),
    )
    answers = []
    for question in questions:
        try:
            answers.append(repr(question()))
        except ValueError as error:
            answers.append(str(error))
        except Exception as error:  # an edition that a game can't be played by is refused in its own way
            answers.append(repr(error))
    return [re.sub("0x[0-9a-f]+", "", answer) for answer in answers]


def entries_with_values(name: str) -> list[str]:
    """The entries that stand in a game's own file and have a value."""
    own = tomllib.loads((LAYOUTS / f"{name}.edition.toml").read_text(encoding="utf-8"))["entries"]
    return [entry for entry, row in own.items() if "value" in row]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_value_of_an_edition_changes_its_game(name: str) -> None:
    edition = shipped(name)
    usual = outcome(name, edition)
    idle = []
    for entry in entries_with_values(name):
        row = edition.entries[entry]
        others = (row._replace(value=value) for value in other_values(row.value))
        changed = (Edition(name, {**edition.entries, entry: other}, edition.rulings) for other in others)
        if all(outcome(name, each) == usual for each in changed):
            idle.append(entry)
    assert idle == []


@pytest.mark.parametrize("name", [name for name in games.names() if name not in DOCUMENTS])
def test_every_value_of_an_edition_is_asked_for_by_its_name(name: str) -> None:
    game = name.removesuffix("-solo")
    folder = Path(games.__file__).parent / game.replace("-", "_")
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    formulas = (LAYOUTS / f"{name}.toml").read_text(encoding="utf-8")
    source += "".join(
        f'"{entry}"' for entry in entries_with_values(name) if entry.replace("-", "_") in formulas + source
    )
    prefixes = PREFIXES.get(game, ())
    assert [x for x in entries_with_values(name) if f'"{x}"' not in source and not x.startswith(prefixes)] == []


def test_an_edition_repeats_nothing_of_another_that_it_extends() -> None:
    for name in games.names():
        data = tomllib.loads((LAYOUTS / f"{name}.edition.toml").read_text(encoding="utf-8"))
        base = shipped(data["extends"]).entries if "extends" in data else {}
        own = shipped(name).entries
        assert [x for x in data["entries"] if x in base and own[x] == base[x]] == []
