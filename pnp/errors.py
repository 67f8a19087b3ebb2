"""What can be wrong: problems are values that are collected, errors are raised and end a command.

PnpError                one line for a person; the command ends with exit code 2
├── CallError           the call is wrong: an unknown game, an option that does not fit
├── InputError          a file can't be read or understood
└── OutputError         a file can't be written
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pnp.words import LANGUAGE, NOTHING, Facts, Said, Words, of_rooms, say


class PnpError(Exception):
    """Something that a person can put right, said in one line: a key with facts, or a finished sentence.

    `words` gives the words of a language that the sentence needs besides those of the program's rooms: a game's.

    >>> CallError(say("no-rules", game="'chess'", games=("go", "ludo")))
    CallError("'chess' has no rules; there are go, ludo")
    """

    def __init__(self, said: Said | str = "", words: Callable[[str], Words] | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.words = words

    def text(self, language: str = LANGUAGE) -> str:
        """What is wrong, in a language and in one line."""
        everybody = of_rooms(language)
        said = (self.words(language).then(everybody) if self.words else everybody).text(self.said)
        return one_line(said, len(said) + 1000)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


class CallError(PnpError):
    """The call is wrong."""


class InputError(PnpError):
    """A file can't be read or understood."""


class OutputError(PnpError):
    """A file can't be written."""


class Problem(NamedTuple):
    """One thing that is wrong in somebody's data: a key with its facts, as in `Said`, and the place."""

    key: str
    where: Said | str
    facts: Facts | str = NOTHING

    @property
    def code(self) -> str:
        """What programs know it by."""
        return self.key.partition(".")[0]

    def __hash__(self) -> int:
        return hash(self.key)


def problem(key: str, where: Said | str, /, **facts: Any) -> Problem:
    """Something that is wrong at a place, by its key and facts."""
    return Problem(key, where, facts)


def unreadable(name: object, error: OSError) -> InputError:
    """A file that can't be read, with what the system says of it."""
    return InputError(say("unreadable", name=str(name), why=error.strerror or str(error)))


def not_utf8(name: object, error: UnicodeDecodeError, allowed: Said) -> InputError:
    """A file that is no text, with what is allowed there."""
    return InputError(say("not-utf8", name=str(name), byte=error.start, allowed=allowed))


Note = Said
"""What rules of one's own may still call something that is only to be known."""


def one_line(text: str, limit: int = 400) -> str:
    """Text on a single line with control characters made visible, shortened to a limit.

    >>> one_line("two\\nlines\\x07")
    'two lines\\\\x07'
    """
    folded = " ".join(text.split())
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in folded)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"
