"""Edition data: the numbers, tables and rulings that a game is played with, each with how we know it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pnp.errors import InputError, not_utf8, one_line, unreadable
from pnp.paths import LAYOUTS, is_file
from pnp.strict import Fault, Table, as_choice, said_by, shown, toml
from pnp.words import Said, say

KINDS = ("rule", "fact", "ruling", "unknown")
HIGHEST = 1_000_000
"""Numbers of a game are smaller, below zero too."""


class Entry(NamedTuple):
    """One entry: `rule` from the rulebook, `fact` known from elsewhere, `ruling` decided here, `unknown` left open.

    An entry without a value only explains. `was` is its value under the rulings before, where it was another one.
    """

    name: str
    kind: str
    text: str
    value: Any = None
    was: Any = None


class Edition:
    """The entries of one game in the order of their file; nobody changes one, `overridden` makes another.

    Rulings that change get a number: `rulings` is the one in force here, `latest` the newest that there is.
    """

    def __init__(
        self, game: str, entries: Mapping[str, Entry] | None = None, rulings: int = 1, latest: int | None = None
    ) -> None:
        self.game = game
        self.entries: Mapping[str, Entry] = entries or {}
        self.rulings = rulings
        self.latest = rulings if latest is None else latest
        self._before: Edition | None = None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries.values())

    def __getitem__(self, name: str) -> Any:
        """The value of an entry.

        >>> Edition("g", {"budget": Entry("budget", "rule", "", 24)})["budget"]
        24
        """
        entry = self.entries.get(name)
        if entry is None:
            raise InputError(say("no-entry", game=self.game, entry=repr(name)))
        return entry.value

    def known(self, name: str) -> bool:
        return name in self.entries and self.entries[name].kind != "unknown"

    def overridden(self, other: Edition) -> Edition:
        """This edition with another one's entries in place of its own."""
        if not other.entries:
            return self
        return Edition(self.game, {**self.entries, **other.entries}, self.rulings, self.latest)

    def as_of(self, rulings: int) -> Edition:
        """This edition under earlier rulings: what was decided by them stays as it was decided.

        >>> new = Edition("g", {"budget": Entry("budget", "ruling", "", 24, 20)}, 2)
        >>> new["budget"], new.as_of(1)["budget"]
        (24, 20)
        """
        if rulings >= self.rulings:
            return self
        if self._before is None:
            was = {one.name: one if one.was is None else one._replace(value=one.was, was=None) for one in self}
            self._before = Edition(self.game, was, self.rulings - 1, self.latest)
        return self._before.as_of(rulings)


def parse(data: Mapping[str, Any]) -> tuple[Edition, list[Fault]]:
    """An edition from its TOML, with everything that is wrong in it."""
    faults: list[Fault] = []
    top = Table(data, faults)
    game = top.text("game")
    rulings = top.whole("rulings", 1, 1, 99)
    entries = _extended(top, game)
    block = top.table("entries")
    for name in block.data if block else ():
        assert block is not None
        row = block.table(name)
        if row is None:
            continue
        kind = row.choice("kind", KINDS)
        value = row.raw("value", None)
        was = row.raw("was", None)
        for key, wrong in (("value", _wrong(value)), ("was", _wrong(was))):
            if wrong:
                row.fault(wrong, key)
        entries[name] = Entry(name, kind, row.text("text"), value, was)
        if was is not None and rulings < 2:
            row.fault(say("no-value.was"), "was")
        row.close()
    top.close()
    return Edition(game, entries, rulings), faults


def _wrong(value: Any) -> Said | None:
    """What no game can count with in a value: numbers without end, and what is neither number nor text."""
    if value is None or isinstance(value, bool | str):
        return None
    if isinstance(value, int | float):
        fine = -HIGHEST <= value <= HIGHEST
        return None if fine else say("not-finite", value=shown(value), low=-HIGHEST, high=HIGHEST)
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return next((found for one in inside if (found := _wrong(one))), None)
    return say("no-value.kind", value=shown(value))


def misfits(own: Edition, base: Edition) -> Iterator[tuple[str, Said]]:
    """The entries whose value is of another kind than the one that the game counts with, and what is wrong there."""
    for entry in own:
        known = base.entries.get(entry.name)
        if known is None or known.value is None:
            continue
        if entry.value is None and entry.kind != "unknown":
            yield entry.name, say("no-value", kind=entry.kind)
        elif not _is_like(entry.value, known.value):
            yield entry.name, say("no-value.other", value=shown(entry.value), base=shown(known.value))


def _is_like(value: Any, known: Any) -> bool:
    if value is None or type(value) is type(known):
        return not (type(value) is int and value < 0 <= known)
    return isinstance(known, float) and type(value) is int


def _extended(top: Table, game: str) -> dict[str, Entry]:
    """The entries of the shipped edition that a file `extends`, without those that it drops."""
    name = top.text("extends", "")
    base = shipped(name) if name and name != game else Edition(name)
    if name and not base.entries:
        top.fault(say("no-base", game=repr(name)), "extends")
    dropped = top.items("drop", lambda value: as_choice(value, list(base.entries)), ())
    return {name: entry for name, entry in base.entries.items() if name not in dropped}


def read(path: Path) -> tuple[Edition, list[Fault]]:
    """The edition of a file, with everything that is wrong in it."""
    try:
        data = toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable(path, error) from None
    except UnicodeDecodeError as error:
        raise not_utf8(path, error, say("no-edition.text")) from None
    except (ValueError, RecursionError) as error:
        why: Said | str = said_by(error) if isinstance(error, ValueError) else one_line(str(error))
        raise InputError(say("no-edition", name=str(path), why=why)) from None
    return parse(data)


def load(path: Path) -> Edition:
    """The edition of a file, or one line with the first thing that is wrong in it."""
    edition, faults = read(path)
    if faults:
        raise InputError(say("fault", place=str(path), message=faults[0].said))
    return edition


@cache
def shipped(game: str) -> Edition:
    """The edition data that comes with a game; a game without any has an empty edition."""
    path = LAYOUTS / f"{game}.edition.toml"
    return load(path) if is_file(path) else Edition(game)


def told(entry: Entry, language: str, game: str = "", beside: Path | None = None) -> str:
    """The text of an entry in a language: from the file `beside` its edition or as it is shipped, else as it stands.

    A shipped translation holds for every entry with the very same text, so that editions need not repeat each other's.

    >>> told(shipped("yacht").entries["rolls"], "pl", "yacht")[:30]
    'Każdą z kostek można rzucić je'
    """
    if beside is not None:
        return _translated(beside).get(entry.name, entry.text)
    for name in sorted(_in_language(language), key=lambda one: one != game):
        there = shipped(name).entries.get(entry.name)
        if there is not None and there.text == entry.text:
            found = _translated(LAYOUTS / f"{name}.edition.{language}.json").get(entry.name)
            if found:
                return found
    return entry.text


@cache
def _in_language(language: str) -> tuple[str, ...]:
    """The games whose shipped edition has texts in a language."""
    return tuple(sorted(path.name.split(".")[0] for path in LAYOUTS.glob(f"*.edition.{language}.json")))


@cache
def _translated(path: Path) -> dict[str, str]:
    """The texts of a file, by the entry."""
    import json

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(say("no-edition", name=str(path), why=one_line(str(error)))) from None
    texts = found.items() if isinstance(found, dict) else ()
    return {str(name): text for name, text in texts if isinstance(text, str)}
