"""The language that a call speaks, and the words of the commands in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pnp.errors import CallError
from pnp.words import LANGUAGE, Words, language_of, languages, of_folders, say

FOLDER = Path(__file__).parent
_OPTION = "--language"


def chosen(asked: str) -> str:
    """The language that somebody asks for or, without, that of their locale; one that is not there is a wrong call.

    >>> chosen("pl")
    'pl'
    """
    if asked and asked not in languages():
        raise CallError(say("no-such-choice", option=_OPTION, value=repr(asked), allowed=languages()))
    return language_of(asked)


def of_call(arguments: Sequence[str]) -> str:
    """The language in which a call is told what is wrong with it: as it asks for, if it can be understood.

    >>> of_call(["check", "a.toml", "--language", "pl"]), of_call(["check", "--language=pl"])
    ('pl', 'pl')
    """
    asked = ""
    for word, after in zip(arguments, [*arguments[1:], ""], strict=True):
        if word == _OPTION:
            asked = after
        elif word.startswith(f"{_OPTION}="):
            asked = word.partition("=")[2]
    return asked if asked in languages() else language_of()


def told_in(asked: str) -> str:
    """The language of messages where somebody asks for sheets in a language, which the program need not speak.

    >>> told_in("pl")
    'pl'
    """
    return language_of(asked if asked in languages() else "")


def spoken(language: str, own: Words | None = None) -> Words:
    """The words of the commands, after those of a game or a table where there is one."""
    commands = of_folders(language or LANGUAGE, FOLDER)
    return own.then(commands) if own else commands
