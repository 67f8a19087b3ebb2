"""What is wrong with a call by typer's own reading of it, as a key with facts; what has none stays as typer says it."""

from __future__ import annotations

import re
from typing import Any

from pnp.words import Said, say


def said_of(error: Any, verbs: tuple[str, ...]) -> Said | str:
    """What typer's error says."""
    message: str = error.format_message() if hasattr(error, "format_message") else str(error)
    if message.startswith("No such command"):
        return say("no-such-command", what=message, verbs=verbs)
    if type(error).__name__ == "NoSuchOption":
        near = tuple(sorted(error.possibilities or ()))
        return say("no-such-flag", option=error.option_name, near=near)
    if message.startswith("Missing argument "):
        return say("missing-argument", name=_quoted(message))
    if message.startswith("Got unexpected extra argument"):
        return say("extra-argument", words=message.rpartition("(")[2].rstrip(")."))
    if type(error).__name__ == "BadOptionUsage":
        needed = message.endswith("requires an argument.")
        return say("needs-value" if needed else "takes-no-value", option=error.option_name)
    if found := re.fullmatch(r"Invalid value for '([^']+)': (.*)", message, re.DOTALL):
        return _of_value(error, found[1], found[2]) or message
    return message


def _of_value(error: Any, name: str, why: str) -> Said | None:
    """What is wrong with the value of an option or an argument: it is no number, out of range, or not readable."""
    if found := re.fullmatch(r"Path '(.*)' is not readable\.", why, re.DOTALL):
        return say("unreadable", name=found[1], why="Permission denied")
    if not (found := re.fullmatch(r"'?(.*?)'? is not (?:in the range|a valid int).*", why, re.DOTALL)):
        return None
    kind = error.param.type
    low, high = ("" if end is None else str(end) for end in (getattr(kind, "min", None), getattr(kind, "max", None)))
    return say("call-number", name=name, value=repr(found[1]), low=low, high=high)


def _quoted(message: str) -> str:
    """What stands in quotes in a message.

    >>> _quoted("Missing argument 'FILE…'.")
    'FILE…'
    """
    return message.partition("'")[2].rpartition("'")[0]
