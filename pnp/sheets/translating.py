"""Sheets in other languages: tables from the words of a layout to those of a language, in the file or beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pnp.edition import Edition
from pnp.errors import InputError, unreadable
from pnp.paths import LAYOUTS, is_file
from pnp.sheets.filling import with_entries
from pnp.sheets.origins import Whole
from pnp.strict import Table, shown
from pnp.words import say

SHARED = LAYOUTS / "shared"
"""One file a language: the words of all layouts that come with the program."""
LANGUAGE = r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*"
_PICTURES = re.compile(r"\{[^{}]*\}")


Wordings = str | list[str]
"""What a table has for a text: its words, or several ways to say it, the longest first."""


class Translated(str):
    """Words in another language; blocks are as large as the layout's own words make them, so that no field moves.

    Where there is no room for them, one of the `shorter` ways to say it may do.
    """

    __slots__ = ("original", "shorter")
    original: str
    shorter: tuple[str, ...]

    def __new__(cls, text: str, original: str, shorter: tuple[str, ...] = ()) -> Translated:
        made = super().__new__(cls, text)
        made.original = original
        made.shorter = shorter
        return made

    def strip(self, chars: str | None = None, /) -> Translated:
        shorter = tuple(one.strip(chars) for one in self.shorter)
        return Translated(super().strip(chars), self.original.strip(chars), shorter)


def as_written(text: str) -> str:
    """A text as the layout itself has it."""
    return text.original if isinstance(text, Translated) else text


class Strings:
    """The words of a language by those of the layout; it notes what was asked for, so that lint can tell what lacks."""

    def __init__(self, known: Mapping[str, Wordings] | None = None, own: Mapping[str, Wordings] | None = None) -> None:
        self.known = known or {}
        self.own = own or {}
        self.asked: set[str] = set()

    def said(self, text: str) -> str:
        """A text in the language, or as it stands where the language lacks it.

        >>> Strings({"Total": "Summe"}).said("Total")
        'Summe'
        """
        key = text.strip("\n")
        if self.known:
            self.asked.add(key)
        if key not in self.known:
            return text
        found = self.known[key]
        first, *shorter = [found] if isinstance(found, str) else found
        return Translated(first, text, tuple(shorter))

    @property
    def missing(self) -> set[str]:
        """What was asked for and is not there; pictures and numbers need no words."""
        return {text for text in self.asked - set(self.known) if re.search(r"[^\W\d_]{2}", _PICTURES.sub("", text))}

    @property
    def unused(self) -> set[str]:
        """What the layout's own table has and nobody asks for."""
        return set(self.own) - self.asked


UNTRANSLATED = Strings()


def languages(whole: Whole, own: str) -> tuple[str, ...]:
    """The languages that a layout speaks: its own first, then those that it has strings for."""
    tables = whole.data.get("strings", {})
    named = set(tables) if isinstance(tables, dict) else set()
    for source in _sources(whole):
        for path in source.parent.glob(f"{source.stem}.*.json"):
            language = path.name[len(source.stem) + 1 : -len(".json")]
            if re.fullmatch(LANGUAGE, language):
                named.add(language)
        if source.resolve().parent == LAYOUTS.resolve():
            named |= {path.stem for path in SHARED.glob("*.json")}
    return own, *sorted(named - {own})


def strings(whole: Whole, language: str, edition: Edition | None = None) -> Strings:
    """The words of a language: those that all layouts share, of the files that it extends, then its own."""
    shared = SHARED / f"{language}.json"
    known = dict(_file(shared)) if is_file(shared) else {}
    own: dict[str, Wordings] = {}
    for source in reversed(list(_sources(whole))):
        path = source.parent / f"{source.stem}.{language}.json"
        own = dict(_file(path)) if is_file(path) else {}
        known.update(own)
    tables = whole.data.get("strings", {})
    table = tables.get(language, {}) if isinstance(tables, dict) else {}
    given = {key: value for key, value in table.items() if _is_wording(value)} if isinstance(table, dict) else {}
    every, own = {**known, **given}, {**own, **given}
    if edition is not None:
        # Words of other layouts may ask for what this edition doesn't have.
        every, own = with_entries(every, edition, []), with_entries(own, edition, [])
    return Strings(every, own)


def _is_wording(value: Any) -> bool:
    found = [value] if isinstance(value, str) else value
    return isinstance(found, list) and bool(found) and all(isinstance(one, str) for one in found)


def _sources(whole: Whole) -> Iterator[Path]:
    """The files that a layout is made of, its own first."""
    seen = dict.fromkeys([whole.origins[()].source, *(origin.source for origin in whole.origins.values())])
    yield from (Path(source) for source in seen)


@cache
def _content(path: Path, changed: int) -> Mapping[str, Wordings]:
    del changed
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable(path, error) from None
    except ValueError as error:
        raise InputError(say("no-document", name=str(path), format="JSON", why=str(error))) from None
    if not isinstance(data, dict) or not all(_is_wording(value) for value in data.values()):
        raise InputError(say("no-strings", name=str(path)))
    return data


def _file(path: Path) -> Mapping[str, Wordings]:
    return _content(path, path.stat().st_mtime_ns)


def read(top: Table) -> None:
    """Look at the tables of strings in a layout file."""
    tables = top.table("strings")
    for language in tables.data if tables else ():
        row: Any = tables.table(language) if tables else None
        if row is None or tables is None:
            continue
        if not re.fullmatch(LANGUAGE, language):
            tables.fault(say("layout.a-language"), language)
        for key, value in row.data.items():
            if not _is_wording(value):
                row.fault(say("no-text", value=shown(value)), key)
