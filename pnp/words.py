"""Words for what the rules say: a code with facts becomes a sentence of a language.

The rules never build a sentence. They say `say("over-budget", spent=26, budget=24)`, and whoever talks to a person asks
a `Words` for the text. A catalogue is a JSON file `words.LANGUAGE.json` beside the code that speaks, a key and its
sentence a line. What stands in braces is filled in:

    {name}          a fact: a number, a text, something else that was said, or several of them with commas
    {name&}         several with "and" before the last; {name~} with "or"; {name+} with blanks
    {name@part}     a word of the game: the sentence with the key `part.VALUE`; `{seat@player}` is a player's name
    {n:row|rows}    the word that goes with a number: as many forms as the language has
    {won:?won|lost} one of two, by whether the fact holds
    [ for {n}]      left out where a fact in it is missing, empty or false; [[ is a bracket
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

Facts = Mapping[str, Any]
NOTHING: Facts = MappingProxyType({})
LANGUAGE = "en"
"""The language that every catalogue has, and that stands in for what another one lacks."""


class Said(NamedTuple):
    """Something that is to be told: a key, whose first part is its code, and facts; or a finished sentence."""

    key: str
    facts: Facts | str = NOTHING

    @property
    def code(self) -> str:
        """What programs know it by: sentences that mean the same have keys such as `over-budget.move`."""
        return self.key.partition(".")[0]

    def __hash__(self) -> int:
        return hash(self.key)


def say(key: str, /, **facts: Any) -> Said:
    """Something to be told, by its key and facts.

    >>> say("over-budget", spent=26).facts
    {'spent': 26}
    """
    return Said(key, facts)


def facts_of(said: Any) -> dict[str, Any]:
    """The facts as plain JSON values; what was said inside of them has its own code and facts."""
    return {} if isinstance(said.facts, str) else {name: _plain(value) for name, value in said.facts.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Said):
        return {"code": value.key, "facts": facts_of(value)}
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return value if value is None or isinstance(value, str | int | float) else str(value)


# ---------------------------------------------------------------------- plurals


def _one_other(n: int) -> int:
    return 0 if n == 1 else 1


def _one_few_many(n: int) -> int:
    if n == 1:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


PLURALS: Mapping[str, Callable[[int], int]] = {"one-other": _one_other, "one-few-many": _one_few_many}
"""The forms that a word has beside a number; a language names its way under the key `plural`."""


# ---------------------------------------------------------------------- sentences


class _Slot(NamedTuple):
    name: str
    table: str
    join: str
    forms: tuple[str, ...]
    holds: bool


_SLOT = re.compile(r"\{(\w+)(?:@([\w-]+))?([&~+]?)(?::(\??)([^{}]*))?\}")
_GROUP = re.compile(r"\[\[|\[([^\[\]]*)\]")
Piece = str | _Slot | tuple[Any, ...]


@lru_cache(maxsize=4096)
def _compiled(sentence: str) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    at = 0
    for group in _GROUP.finditer(sentence):
        pieces += _slots(sentence[at : group.start()])
        pieces.append("[" if group[1] is None else tuple(_slots(group[1])))
        at = group.end()
    return (*pieces, *_slots(sentence[at:]))


def _slots(text: str) -> Iterable[Piece]:
    at = 0
    for found in _SLOT.finditer(text):
        if found.start() > at:
            yield text[at : found.start()]
        forms = tuple(found[5].split("|")) if found[5] is not None else ()
        yield _Slot(found[1], found[2] or "", found[3], forms, bool(found[4]))
        at = found.end()
    if at < len(text):
        yield text[at:]


def slots(sentence: str) -> dict[str, tuple[str, ...]]:
    """The facts that a sentence needs, with the tables of words that each is looked up in.

    >>> slots("{part@part} in row {row}[ for {price}]")
    {'part': ('part',), 'row': (), 'price': ()}
    """
    found: dict[str, tuple[str, ...]] = {}
    flat = [one for piece in _compiled(sentence) for one in ([piece] if isinstance(piece, str | _Slot) else piece)]
    for slot in flat:
        if isinstance(slot, _Slot):
            found[slot.name] = (*found.get(slot.name, ()), *([slot.table] if slot.table else []))
    return found


class Words:
    """The words of a language for one game: catalogues, the first that has a key comes first, and players' names.

    >>> words = Words("en", [{"spent": "{n} {n:coin|coins} spent[ by {who@player}]"}], ["Ana", "Bo"])
    >>> words.text(say("spent", n=1)), words.text(say("spent", n=3, who=1))
    ('1 coin spent', '3 coins spent by Bo')
    >>> words.text(say("spent"))
    '… coins spent'
    """

    def __init__(self, language: str, catalogues: Sequence[Mapping[str, str]], players: Sequence[str] = ()) -> None:
        self.language = language
        self.catalogues = tuple(catalogues)
        self.players = tuple(players)
        self._plural = PLURALS[self.sentence("plural") or "one-other"]

    def of(self, players: Sequence[str]) -> Words:
        """The same words with names for the seats of a table."""
        return Words(self.language, self.catalogues, players)

    def then(self, others: Words) -> Words:
        """The same words, and others where these have none."""
        return Words(self.language, [*self.catalogues, *others.catalogues], self.players)

    def sentence(self, key: str) -> str | None:
        """What stands in the catalogues under a key."""
        return next((found for one in self.catalogues if (found := one.get(key)) is not None), None)

    def text(self, said: Any) -> str:
        """The sentence for something that was said; a text is a sentence already."""
        if isinstance(said, str):
            return said
        if isinstance(said.facts, str):
            return said.facts
        facts = said.facts if not hasattr(said, "where") else {"where": said.where, **said.facts}
        sentence = self.sentence(said.key) or self.sentence(said.code)
        return said.key if sentence is None else self.filled(sentence, facts)

    def filled(self, sentence: str, facts: Facts) -> str:
        """A sentence with its facts."""
        return "".join(self._piece(piece, facts) for piece in _compiled(sentence))

    def _piece(self, piece: Piece, facts: Facts) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, _Slot):
            return self._slot(piece, facts)
        if any(isinstance(one, _Slot) and _is_empty(facts.get(one.name)) for one in piece):
            return ""
        return "".join(self._piece(one, facts) for one in piece)

    def _slot(self, slot: _Slot, facts: Facts) -> str:
        value = facts.get(slot.name, "…")
        if slot.holds:
            return slot.forms[0 if value else 1]
        if slot.forms:
            form = self._plural(abs(int(value))) if isinstance(value, int | float) else len(slot.forms)
            return slot.forms[min(form, len(slot.forms) - 1)]
        if isinstance(value, tuple | list) and not hasattr(value, "facts"):
            return self.joined([self._value(one, slot.table) for one in value], slot.join)
        return self._value(value, slot.table)

    def _value(self, value: Any, table: str) -> str:
        if table == "player" and isinstance(value, int):
            return self.players[value] if 0 <= value < len(self.players) else str(value + 1)
        if table:
            return self.term(table, value)
        if hasattr(value, "facts"):
            return self.text(value)
        if hasattr(value, "in_words"):
            named: str = value.in_words(self)
            return named
        if isinstance(value, tuple | list):
            return " ".join(self._value(one, "") for one in value)
        if isinstance(value, float):
            return self.number(str(value))
        return "" if value is None else str(value)

    def number(self, digits: str) -> str:
        """A number with the language's sign before its decimals.

        >>> Words("pl", [{"decimal": ","}]).number("0.50")
        '0,50'
        """
        return digits.replace(".", self.sentence("decimal") or ".")

    def joined(self, texts: Sequence[str], join: str = "") -> str:
        """Several texts as a list: with commas, `&` with "and" before the last, `~` with "or", `+` with blanks."""
        if join == "+" or len(texts) < 2 or not join:
            return (" " if join == "+" else ", ").join(texts)
        last = self.sentence("and" if join == "&" else "or") or ", "
        return f"{', '.join(texts[:-1])}{last}{texts[-1]}"

    def term(self, table: str, value: Any) -> str:
        """A word of the game, such as a part of a house; one that has no entry stands for itself."""
        found = self.sentence(f"{table}.{value}")
        return str(value) if found is None else found

    def as_json(self, said: Any) -> dict[str, Any]:
        """What was said for programs: code, place where there is one, sentence and facts."""
        place = {"where": self.text(said.where)} if hasattr(said, "where") else {}
        return {"code": said.code, **place, "message": self.text(said), "facts": facts_of(said)}


def _is_empty(value: Any) -> bool:
    return value is None or value is False or (isinstance(value, str | tuple | list) and not value)


# ---------------------------------------------------------------------- catalogues and languages


@cache
def catalogue(folder: Path, language: str) -> Mapping[str, str]:
    """The sentences of a folder in a language; none where it has no file for it."""
    try:
        text = (folder / f"words.{language}.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    import json

    found: dict[str, str] = json.loads(text)
    return found


SHARED = Path(__file__).parent / "games"
"""The folder with the words that all games share; a language that it has is a language of the program."""


def languages() -> tuple[str, ...]:
    """The languages that the program speaks.

    >>> languages()
    ('en', 'pl')
    """
    return tuple(sorted(path.name.split(".")[1] for path in SHARED.glob("words.*.json")))


def language_of(asked: str = "", environment: Mapping[str, str] | None = None) -> str:
    """The language that somebody asks for or, without, the one that their locale names, or English.

    >>> language_of("", {"LANG": "pl_PL.UTF-8"}), language_of("en", {"LANG": "pl_PL.UTF-8"}), language_of("", {})
    ('pl', 'en', 'en')
    """
    if asked:
        return asked
    environment = os.environ if environment is None else environment
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = re.split(r"[_.@]", next((name for name in names if name), ""))[0].casefold()
    return locale if locale in languages() else LANGUAGE


@lru_cache(maxsize=64)
def of_folders(language: str, *folders: Path) -> Words:
    """The words of some folders and of all games, what a language lacks in English."""
    places = (*folders, SHARED)
    wanted = [catalogue(folder, language) for folder in places]
    return Words(language, wanted if language == LANGUAGE else [*wanted, *(catalogue(f, LANGUAGE) for f in places)])


@cache
def rooms() -> tuple[Path, ...]:
    """The folders of the program that have words of their own."""
    return tuple(sorted(path.parent for path in Path(__file__).parent.glob(f"*/words.{LANGUAGE}.json")))


def of_rooms(language: str) -> Words:
    """The words of all rooms, for whoever tells what another room has said."""
    return of_folders(language, *rooms())


def english(said: Any) -> str:
    """What was said in English, by the words of all rooms: for logs and errors that know no language."""
    return of_rooms(LANGUAGE).text(said)
