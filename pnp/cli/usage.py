"""What is wrong with a call by typer's own reading of it, as a key with facts; what has none stays as typer says it."""

from __future__ import annotations

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
    return message


def _quoted(message: str) -> str:
    """What stands in quotes in a message.

    >>> _quoted("Missing argument 'FILE…'.")
    'FILE…'
    """
    return message.partition("'")[2].rpartition("'")[0]
