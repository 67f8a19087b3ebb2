"""What somebody may mean by words that are not exact: beginnings of words, names and printed numbers of bonuses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from pnp.words import Words

FEWEST_LETTERS = 3
"""Fewer letters than these are no beginning: a slip shall do nothing."""
MOST = 20_000
"""So many options are looked through for the one that was meant."""


class Written(Protocol):
    """Something that has a notation."""

    @property
    def notation(self) -> str: ...


T = TypeVar("T", bound=Written)


def plain(text: str) -> str:
    """A text as it is compared: small letters, single blanks.

    >>> plain("  For  NOTHING ")
    'for nothing'
    """
    return " ".join(text.casefold().split())


def begun(typed: str, options: Iterable[T]) -> list[T]:
    """The options whose words begin as those that were typed; the whole word stands for itself alone.

    >>> class Said(str):
    ...     notation = property(str)
    >>> begun("whi p", map(Said, ["white pass", "white use", "black pass"]))
    ['white pass']
    """
    asked = plain(typed).split()
    if sum(map(len, asked)) < FEWEST_LETTERS:
        return []
    found = [(plain(option.notation).split(), option) for option in options]
    alike = [(words, option) for words, option in found if _begins(asked, words)]
    exact = [(words, option) for words, option in alike if words[: len(asked)] == asked]
    return [option for _, option in exact or alike]


def same(written: str, options: Iterable[T]) -> T | None:
    """The option that is written like this, apart from blanks and the size of letters.

    >>> class Said(str):
    ...     notation = property(str)
    >>> same("Keep 5  5", map(Said, ["keep 5", "keep 5 5"]))
    'keep 5 5'
    """
    asked = plain(written)
    return next((option for option in options if plain(option.notation) == asked), None)


def _begins(asked: Sequence[str], words: Sequence[str]) -> bool:
    return len(asked) <= len(words) and all(word.startswith(part) for part, word in zip(asked, words, strict=False))


def bonus_in(typed: str, bonuses: Sequence[str], words: Words) -> tuple[str, str]:
    """The bonus that words begin with, by its name or as it is printed, and the rest of the words.

    >>> words = Words("en", [{"printed-bonus.free": "For nothing"}])
    >>> bonus_in("3 for nothing R45$6", ["reroll", "nudge", "free"], words)
    ('free', 'r45$6')
    >>> bonus_in("!free", ["free"], words), bonus_in("3", ["reroll", "nudge", "free"], words)
    (('free', ''), ('', '3'))
    """
    text = plain(typed)
    claimed = text.startswith("!")
    text = text.removeprefix("!").strip()
    if text.startswith("bonus "):
        claimed, text = True, text.removeprefix("bonus ")
    number, _, after = text.partition(" ")
    numbered = bonuses[int(number) - 1] if re.fullmatch("[1-9]", number) and int(number) <= len(bonuses) else ""
    names = sorted(((name, bonus) for bonus in bonuses for name in _names(bonus, words)), reverse=True)
    for name, bonus in names:
        if (not numbered or bonus == numbered) and (rest := _after(name, after if numbered else text)) is not None:
            return bonus, rest
    return (numbered, after) if numbered and (claimed or re.match(r"[^\W\d]|\+", after)) else ("", plain(typed))


def _names(bonus: str, words: Words) -> set[str]:
    """What a bonus is called: by the rules, in a language, on paper."""
    keys = (f"bonus.{bonus}", f"printed-bonus.{bonus}")
    called = {one[key] for one in words.catalogues for key in keys if key in one}
    return set(map(plain, {bonus, bonus.replace("-", " "), *called}))


def _after(name: str, text: str) -> str | None:
    """What follows a name that a text begins with; None where it does not."""
    found = re.match(rf"{re.escape(name)}(?![^\W\d_])", text)
    return text[found.end() :].strip() if found else None
