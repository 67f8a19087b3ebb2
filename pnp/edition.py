"""Edition data: the numbers, tables and rulings that a game is played with, each with how we know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.errors import InputError, one_line
from pnp.paths import LAYOUTS, is_file
from pnp.strict import Fault, Table, toml

KINDS = ("rule", "fact", "ruling", "unknown")


class Entry(NamedTuple):
    """One entry: `rule` from the rulebook, `fact` known from elsewhere, `ruling` decided here, `unknown` left open."""

    name: str
    kind: str
    text: str
    value: Any = None


class Edition:
    """The entries of one game in the order of their file; nobody changes one, `overridden` makes another."""

    def __init__(self, game: str, entries: Mapping[str, Entry] | None = None) -> None:
        self.game = game
        self.entries: Mapping[str, Entry] = entries or {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def __getitem__(self, name: str) -> Any:
        """The value of an entry.

        >>> Edition("g", {"budget": Entry("budget", "rule", "", 24)})["budget"]
        24
        """
        entry = self.entries.get(name)
        if entry is None:
            raise InputError(f"{self.game}: the edition data has no entry {name!r}")
        return entry.value

    def known(self, name: str) -> bool:
        return name in self.entries and self.entries[name].kind != "unknown"

    def overridden(self, other: Edition) -> Edition:
        """This edition with another one's entries in place of its own."""
        return Edition(self.game, {**self.entries, **other.entries})


def parse(data: Mapping[str, Any]) -> tuple[Edition, list[Fault]]:
    """An edition from its TOML, with everything that is wrong in it."""
    faults: list[Fault] = []
    top = Table(data, faults)
    game = top.text("game")
    entries: dict[str, Entry] = dict(_extended(top, game).entries)
    block = top.table("entries")
    for name in block.data if block else ():
        assert block is not None
        row = block.table(name)
        if row is None:
            continue
        kind = row.choice("kind", KINDS)
        value = row.raw("value", None)
        entries[name] = Entry(name, kind, row.text("text"), value)
        if kind != "unknown" and value is None:
            row.fault(f"a {kind} needs a value; only an unknown has none")
        row.close()
    top.close()
    return Edition(game, entries), faults


def _extended(top: Table, game: str) -> Edition:
    """The shipped edition that a file `extends`: its entries hold wherever the file has none of its own."""
    name = top.text("extends", "")
    base = shipped(name) if name and name != game else Edition(name)
    if name and not base.entries:
        top.fault(f"{name!r} has no edition data that another game can extend", "extends")
    return base


def read(path: Path) -> tuple[Edition, list[Fault]]:
    """The edition of a file, with everything that is wrong in it."""
    try:
        data = toml(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: can't be read as edition data: {one_line(str(error))}") from None
    return parse(data)


def load(path: Path) -> Edition:
    """The edition of a file, or one line with the first thing that is wrong in it."""
    edition, faults = read(path)
    if faults:
        raise InputError(f"{path}: {faults[0]}")
    return edition


@cache
def shipped(game: str) -> Edition:
    """The edition data that comes with a game; a game without any has an empty edition."""
    path = LAYOUTS / f"{game}.edition.toml"
    return load(path) if is_file(path) else Edition(game)
