"""Strict reading of somebody's TOML or JSON: every key asked for by name, every fault collected with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

Key = str | int
Path = tuple[Key, ...]
T = TypeVar("T")
UNKNOWN_KEY = "unknown key"
_HINTS = 50
"""So many unknown keys of a table get a hint; a file of nothing else should be refused at once."""
_LONG_KEY = re.compile(r"(?<![\w'\"-])(?:[\w'\"-]++[ \t]*+\.[ \t]*+){50}")
"""The reader of TOML takes the square of a key's parts in time."""


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()


class Fault(NamedTuple):
    """What is wrong at one place of a document, and what is allowed there."""

    path: Path
    message: str

    def __str__(self) -> str:
        place = place_of(self.path)
        return f"{place}: {self.message}" if place else self.message


def place_of(path: Path) -> str:
    """The place as a person would write it, counting from 1.

    >>> place_of(("sheets", 0, "rounds", 2, "tunnel"))
    'sheets 1, rounds 3, tunnel'
    """
    words: list[str] = []
    for key in path:
        if isinstance(key, int) and words:
            words[-1] += f" {key + 1}"
        else:
            words.append(str(key))
    return ", ".join(words)


def shown(value: object, limit: int = 40) -> str:
    """A value as it is quoted in a message: short and on one line.

    >>> shown("x" * 50, 10)
    "'xxxxxxxx…"
    """
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = f"{'a number' if isinstance(value, int) else 'a value'} too large to show"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def nearest(word: str, known: Iterable[str]) -> str:
    """` (did you mean …?)` with the known word nearest to a wrong one, or nothing.

    >>> nearest("furnitur", ["furniture", "cost"])
    "; did you mean 'furniture'?"
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """Like `nearest`, but there is always one: of words that are not alike the one that is least unlike.

    >>> closest("hero", ["cost", "tool", "here-is-a-long-key"])
    "; the nearest known one is 'here-is-a-long-key'"
    """
    from difflib import SequenceMatcher

    words = sorted(known)
    if not words or (near := nearest(word, words)):
        return near if words else ""
    best = max(words, key=lambda one: SequenceMatcher(None, word, one).ratio())
    return f"; the nearest known one is {best!r}"


def toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    >>> toml("[sheet]\\ncost = 3")
    {'sheet': {'cost': 3}}
    """
    import tomllib

    if _LONG_KEY.search(text):
        raise ValueError("a key of more than 50 parts")
    return tomllib.loads(text)


class Table:
    """A table of a document that is read key by key; `close` reports the keys nobody asked for.

    >>> faults = []
    >>> table = Table({"cost": "much", "hose": 1}, faults)
    >>> table.whole("cost", 0, low=0), table.text("house", "")
    (0, '')
    >>> table.close(); [str(fault) for fault in faults]
    ["cost: 'much' is not a whole number", "hose: unknown key; did you mean 'house'?"]
    """

    __slots__ = ("_asked", "data", "faults", "path")

    def __init__(self, data: Mapping[str, Any], faults: list[Fault], path: Path = ()) -> None:
        self.data = data
        self.faults = faults
        self.path = path
        self._asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        self._asked.add(key)
        return key in self.data

    def fault(self, message: str, *keys: Key) -> None:
        self.faults.append(Fault((*self.path, *keys), message))

    def raw(self, key: str, default: Any = REQUIRED) -> Any:
        """The value as it stands; a fault where it is missing and has no default."""
        self._asked.add(key)
        if key in self.data:
            return self.data[key]
        if default is REQUIRED:
            self.fault(f"{key!r} is missing")
            return None
        return default

    def _value(self, key: str, default: T, read: Callable[[Any], T]) -> T:
        self._asked.add(key)
        if key not in self.data:
            if default is REQUIRED:
                self.fault(f"{key!r} is missing")
            return default
        return self.item(self.data[key], default, read, key)

    def item(self, value: Any, default: T, read: Callable[[Any], Any], *keys: Key) -> T:
        """A value read by a reader that raises ValueError with what is wrong."""
        try:
            result: T = read(value)
            return result
        except ValueError as wrong:
            self.fault(str(wrong), *keys)
            return default

    def text(self, key: str, default: Any = REQUIRED, pattern: str = "", allowed: str = "") -> str:
        result = self._value(key, default, lambda v: as_text(v, pattern, allowed))
        return "" if result is REQUIRED else result

    def whole(self, key: str, default: Any = REQUIRED, low: int = -(10**9), high: int = 10**9) -> int:
        result = self._value(key, default, lambda v: as_whole(v, low, high))
        return low if result is REQUIRED else result

    def number(self, key: str, default: Any = REQUIRED, low: float = -1e9, high: float = 1e9) -> float:
        result = self._value(key, default, lambda v: as_number(v, low, high))
        return low if result is REQUIRED else result

    def flag(self, key: str, default: bool = False) -> bool:
        return self._value(key, default, as_flag)

    def choice(self, key: str, allowed: Sequence[str], default: Any = REQUIRED) -> str:
        result = self._value(key, default, lambda v: as_choice(v, allowed))
        return allowed[0] if result is REQUIRED else result

    def items(self, key: str, read: Callable[[Any], T], default: Any = REQUIRED, most: int = 100_000) -> list[T]:
        """A list whose items are each read by a reader that raises ValueError; bad items are left out."""
        values = self.raw(key, default)
        if key not in self.data:
            return [] if values is None else list(values)
        if not isinstance(values, list):
            self.fault(f"{shown(values)} is not a list", key)
            return []
        if len(values) > most:
            self.fault(f"{len(values)} items; at most {most} are allowed", key)
            return []
        found: list[T] = []
        for index, value in enumerate(values):
            before = len(self.faults)
            item: Any = self.item(value, None, read, key, index)
            if len(self.faults) == before:
                found.append(item)
        return found

    def table(self, key: str) -> Table | None:
        """A table below this one, or None where there is none."""
        value = self.raw(key, None)
        if key not in self.data:
            return None
        if not isinstance(value, dict):
            self.fault(f"{shown(value)} is not a table", key)
            return None
        return Table(value, self.faults, (*self.path, key))

    def tables(self, key: str, most: int = 10_000) -> list[Table]:
        """The tables of a list of tables."""
        values = self.raw(key, None)
        if key not in self.data:
            return []
        if not isinstance(values, list):
            self.fault(f"{shown(values)} is not a list of tables", key)
            return []
        if len(values) > most:
            self.fault(f"{len(values)} tables; at most {most} are allowed", key)
            return []
        found = []
        for index, value in enumerate(values):
            if isinstance(value, dict):
                found.append(Table(value, self.faults, (*self.path, key, index)))
            else:
                self.fault(f"{shown(value)} is not a table", key, index)
        return found

    def close(self) -> None:
        """Report each key that nobody asked for, with the nearest one that is known."""
        unknown = [key for key in self.data if key not in self._asked]
        for number, key in enumerate(unknown):
            self.fault(f"{UNKNOWN_KEY}{closest(key, self._asked) if number < _HINTS else ''}", key)


def as_text(value: Any, pattern: str = "", allowed: str = "") -> str:
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is not a text")
    if pattern and not re.fullmatch(pattern, value):
        raise ValueError(f"{shown(value)} is not {allowed or 'of the form ' + pattern}")
    return value


def as_whole(value: Any, low: int = -(10**9), high: int = 10**9) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{shown(value)} is not a whole number")
    return int(_within(value, low, high))


def as_number(value: Any, low: float = -1e9, high: float = 1e9) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        raise ValueError(f"{shown(value)} is not a number")
    return float(_within(value, low, high))


LONGEST_NAME = 200


def as_name(value: Any) -> str:
    """A person's name: not too long to print, and nothing in it that can't be printed.

    >>> as_name("Ana")
    'Ana'
    """
    name = as_text(value)
    if len(name) > LONGEST_NAME:
        raise ValueError(f"a name of {len(name)} characters; at most {LONGEST_NAME} are allowed")
    for char in name:
        if unicodedata.category(char) in ("Cc", "Cs"):
            raise ValueError(f"{shown(char)} in a name; control characters are not allowed")
    return name


def as_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{shown(value)} is neither true nor false")
    return value


def as_choice(value: Any, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        hint = nearest(value, allowed) if isinstance(value, str) else ""
        raise ValueError(f"{shown(value)} is not one of {', '.join(allowed)}{hint}")
    return value


def _within(value: Any, low: float, high: float) -> Any:
    if value < low:
        raise ValueError(f"{shown(value)} is too small; at least {low:g} is allowed")
    if value > high:
        raise ValueError(f"{shown(value)} is too large; at most {high:g} is allowed")
    return value
