"""What can be wrong: problems are values that are collected, errors are raised and end a command.

PnpError                one line for a person; the command ends with exit code 2
├── CallError           the call is wrong: an unknown game, an option that does not fit
├── InputError          a file can't be read or understood
└── OutputError         a file can't be written
"""

from __future__ import annotations

from typing import NamedTuple


class PnpError(Exception):
    """Something that a person can put right, said in one line."""


class CallError(PnpError):
    """The call is wrong."""


class InputError(PnpError):
    """A file can't be read or understood."""


class OutputError(PnpError):
    """A file can't be written."""


class Problem(NamedTuple):
    """One thing that is wrong in somebody's data: a code for programs, place and message for people."""

    code: str
    where: str
    message: str


class Note(NamedTuple):
    """Something a reader of the verdict should know that makes nothing illegal."""

    code: str
    message: str


def one_line(text: str, limit: int = 400) -> str:
    """Text on a single line with control characters made visible, shortened to a limit.

    >>> one_line("two\\nlines\\x07")
    'two lines\\\\x07'
    """
    folded = " ".join(text.split())
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in folded)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"
