"""Strict reading of somebody's TOML or JSON: every key asked for by name, every fault collected with its place."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

from pnp.words import Said, english, say

Key = str | int
Path = tuple[Key, ...]
T = TypeVar("T")
_HINTS = 50
"""So many unknown keys of a table get a hint; a file of nothing else should be refused at once."""
_LONG_KEY = re.compile(r"(?<![\w'\"-])(?:[\w'\"-]++[ \t]*+\.[ \t]*+){50}")
"""The reader of TOML takes the square of a key's parts in time."""


class _Required:
    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()


class WrongError(ValueError):
    """A value that is not allowed, with what is wrong as a key and facts."""

    def __init__(self, said: Said) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        return english(self.said)


def wrong(key: str, /, **facts: Any) -> NoReturn:
    """Say that a value is not allowed."""
    raise WrongError(Said(key, facts))


def said_by(error: ValueError) -> Said | str:
    """What an error says: a key with facts where it has one."""
    return error.said if isinstance(error, WrongError) else str(error)


class Fault(NamedTuple):
    """What is wrong at one place of a document, and what is allowed there."""

    path: Path
    message: Said | str
    column: int = 0
    """The character of a text that is wrong, from 1; 0 where all of it is."""

    @property
    def said(self) -> Said | str:
        """The place and what is wrong there."""
        place = place_of(self.path)
        return say("fault", place=place, message=self.message) if place else self.message

    def __str__(self) -> str:
        return english(self.said)


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


def near(word: str, known: Iterable[str]) -> str:
    """The known word nearest to a wrong one as it is quoted in a message, or nothing.

    >>> near("furnitur", ["furniture", "cost"]), near("x", ["cost"])
    ("'furniture'", '')
    """
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), n=1, cutoff=0.65)
    return repr(close[0]) if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """Of words that are not alike the one that is least unlike, as it is quoted in a message.

    >>> closest("hero", ["cost", "tool", "here-is-a-long-key"])
    "'here-is-a-long-key'"
    """
    from difflib import SequenceMatcher

    words = sorted(known)
    return repr(max(words, key=lambda one: SequenceMatcher(None, word, one).ratio())) if words else ""


def toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    >>> toml("[sheet]\\ncost = 3")
    {'sheet': {'cost': 3}}
    """
    import tomllib

    if _LONG_KEY.search(text):
        wrong("long-key", parts=50)
    return tomllib.loads(text)


def repeated_key(pairs: Sequence[tuple[str, Any]]) -> str | None:
    """Return the first key that stands twice in a table of JSON.

    >>> repeated_key([("dice", 6), ("seat", 0), ("dice", 1)]), repeated_key([("dice", 6)])
    ('dice', None)
    """
    return next((key for key, count in Counter(key for key, _ in pairs).items() if count > 1), None)


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

    def fault(self, message: Said | str, *keys: Key) -> None:
        self.faults.append(Fault((*self.path, *keys), message))

    def raw(self, key: str, default: Any = REQUIRED) -> Any:
        """The value as it stands; a fault where it is missing and has no default."""
        self._asked.add(key)
        if key in self.data:
            return self.data[key]
        if default is REQUIRED:
            self.fault(say("missing", key=repr(key)))
            return None
        return default

    def _value(self, key: str, default: T, read: Callable[[Any], T]) -> T:
        self._asked.add(key)
        if key not in self.data:
            if default is REQUIRED:
                self.fault(say("missing", key=repr(key)))
            return default
        return self.item(self.data[key], default, read, key)

    def item(self, value: Any, default: T, read: Callable[[Any], Any], *keys: Key) -> T:
        """A value read by a reader that raises ValueError with what is wrong."""
        try:
            result: T = read(value)
            return result
        except ValueError as error:
            self.fault(said_by(error), *keys)
            return default

    def text(self, key: str, default: Any = REQUIRED, pattern: str = "", allowed: Said | str = "") -> str:
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
            self.fault(say("no-list", value=shown(values)), key)
            return []
        if len(values) > most:
            self.fault(say("too-many-items", n=len(values), most=most), key)
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
            self.fault(say("no-table", value=shown(value)), key)
            return None
        return Table(value, self.faults, (*self.path, key))

    def tables(self, key: str, most: int = 10_000) -> list[Table]:
        """The tables of a list of tables."""
        values = self.raw(key, None)
        if key not in self.data:
            return []
        if not isinstance(values, list):
            self.fault(say("no-list.tables", value=shown(values)), key)
            return []
        if len(values) > most:
            self.fault(say("too-many-items.tables", n=len(values), most=most), key)
            return []
        found = []
        for index, value in enumerate(values):
            if isinstance(value, dict):
                found.append(Table(value, self.faults, (*self.path, key, index)))
            else:
                self.fault(say("no-table", value=shown(value)), key, index)
        return found

    def close(self) -> None:
        """Report each key that nobody asked for, with the nearest one that is known."""
        unknown = [key for key in self.data if key not in self._asked]
        for number, key in enumerate(unknown):
            hint = near(key, self._asked) if number < _HINTS else ""
            least = "" if hint or number >= _HINTS else closest(key, self._asked)
            self.fault(say("unknown-key", near=hint, closest=least), key)


def as_text(value: Any, pattern: str = "", allowed: Said | str = "") -> str:
    if not isinstance(value, str):
        wrong("no-text", value=shown(value))
    if pattern and not re.fullmatch(pattern, value):
        wrong("wrong-form", value=shown(value), allowed=allowed, pattern="" if allowed else pattern)
    return value


def as_whole(value: Any, low: int = -(10**9), high: int = 10**9) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        wrong("no-whole-number", value=shown(value))
    return int(_within(value, low, high))


def as_number(value: Any, low: float = -1e9, high: float = 1e9) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        wrong("no-number", value=shown(value))
    return float(_within(value, low, high))


LONGEST_NAME = 200


def as_name(value: Any) -> str:
    """A person's name: not too long to print, and nothing in it that can't be printed.

    >>> as_name("Ana")
    'Ana'
    """
    name = as_text(value)
    if len(name) > LONGEST_NAME:
        wrong("long-name", n=len(name), most=LONGEST_NAME)
    for char in name:
        if unicodedata.category(char) in ("Cc", "Cs"):
            wrong("control-character", char=shown(char))
    return name


def as_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        wrong("no-flag", value=shown(value))
    return value


def as_choice(value: Any, allowed: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in allowed:
        hint = near(value, allowed) if isinstance(value, str) else ""
        wrong("no-choice", value=shown(value), allowed=tuple(allowed), near=hint)
    return value


def _within(value: Any, low: float, high: float) -> Any:
    if value < low:
        wrong("too-small", value=shown(value), low=f"{low:g}")
    if value > high:
        wrong("too-large", value=shown(value), high=f"{high:g}")
    return value
