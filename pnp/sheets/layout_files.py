"""Layout files on disk: which ones come with the program, and the tables of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.errors import InputError, not_utf8, one_line, unreadable
from pnp.paths import LAYOUTS
from pnp.strict import WrongError, toml
from pnp.words import Said, say

LARGEST = 1_000_000


def names() -> list[str]:
    """The games there are layouts for, found by looking."""
    return sorted(path.stem for path in LAYOUTS.glob("*.toml") if not path.name.endswith(".edition.toml"))


def content(path: Path) -> bytes:
    """The bytes of a layout file; of one that is too large only so many that it shows."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise unreadable(path, error) from None


def tables(content: bytes, source: str) -> tuple[str, dict[str, Any]]:
    """The text of a layout file and the tables in it."""
    if len(content) > LARGEST:
        raise InputError(say("no-layout.large", name=source, most=LARGEST // 1000))
    try:
        text = content.decode("utf-8-sig")
        return text, toml(text)
    except UnicodeDecodeError as error:
        raise not_utf8(source, error, say("no-layout.text")) from None
    except RecursionError:
        raise InputError(say("no-layout.deep", name=source)) from None
    except ValueError as error:
        why: Said | str = error.said if isinstance(error, WrongError) else one_line(str(error))
        raise InputError(say("no-document", name=source, format="TOML", why=why)) from None
