"""The files that a call names, one after the other, `-` for standard input."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pnp.cli.language import spoken
from pnp.cli.terminal import warn
from pnp.edition import Edition
from pnp.errors import InputError
from pnp.games.library import Library
from pnp.games.verdict import Verdict
from pnp.sheets import documents
from pnp.sheets.own_rules import beside, library_of
from pnp.strict import near
from pnp.words import LANGUAGE, Words, say

PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".heif")
"""How the names of photos end."""


def read(name: str, language: str = "") -> dict[str, Any]:
    """A document by its name."""
    if name == "-":
        if sys.stdin is None:
            raise InputError(say("input-closed"))
        return documents.load(sys.stdin.buffer.read(documents.LARGEST + 1), source_of(name, language))
    return documents.load(documents.read_bytes(Path(name)), name)


def source_of(name: str, language: str) -> str:
    """What a file is called in a message; `-` is standard input."""
    return spoken(language).text(say("standard-input")) if name == "-" else name


def verdicts(
    names: list[str], edition: Path | None, rules: Path | None, language: str
) -> Iterator[tuple[str, Verdict | InputError]]:
    """What the rules say of each file; one that can't be read does not keep the others from being judged."""
    library = library_of(rules)
    own = own_edition(edition, library)
    photos = [name for name in names if name.lower().endswith(PHOTOS)]
    if photos:
        from pnp.cli import photo_documents  # not before it is needed: commands start at once

        yield from photo_documents.verdicts(photos, own, library, language)
    for name in (name for name in names if name not in photos):
        try:
            data = read(name, language)
            with_layout = beside(library, Path(name), data)
            yield name, documents.judge(data, source_of(name, language), own, with_layout)
        except InputError as error:
            yield name, error
        except Exception as error:  # rules of one's own may raise whatever they like, ours may not
            if rules is None:
                raise
            place, what = f"{rules}{traceback_line(error, rules)}", f"{type(error).__name__}: {error}"
            yield name, InputError(say("rules-raised", place=place, what=what))


def show_each(
    names: list[str],
    edition: Path | None,
    rules: Path | None,
    language: str,
    show: Callable[[str, Verdict, Words], None],
) -> int:
    """Show what the rules say of each file; the exit code for all of them comes back."""
    code = 0
    for name, verdict in verdicts(names, edition, rules, language):
        if isinstance(verdict, InputError):
            warn(verdict.text(language or LANGUAGE))
            code = 2
            continue
        library = beside(library_of(rules), Path(name), {"game": verdict.game})
        words = library.load(verdict.game).words(language or LANGUAGE)
        show(name, verdict, spoken(language, words.of([sheet.player for sheet in verdict.sheets])))
        code = code if verdict.legal else max(code, 1)
    return code


def traceback_line(error: BaseException, source: Path) -> str:
    """`:12` for the last line of a file that an error passed through."""
    found, frame = "", error.__traceback__
    while frame is not None:
        if Path(frame.tb_frame.f_code.co_filename) == source.absolute() or frame.tb_frame.f_code.co_filename == str(
            source
        ):
            found = f":{frame.tb_lineno}"
        frame = frame.tb_next
    return found


def own_edition(path: Path | None, library: Library) -> Edition | None:
    """The edition that a person's own file makes of the shipped one."""
    if path is None:
        return None
    from pnp import edition

    own = edition.load(path)
    known = library.edition(own.game).entries
    for name in own.entries:
        # A new entry may add a card or a tile; one that is almost a known one would only seem to count.
        if name not in known and (slip := near(name, known)):
            raise InputError(say("no-such-entry", name=str(path), entry=name, game=own.game, near=slip))
    for name, wrong in edition.misfits(own, library.edition(own.game)):
        raise InputError(say("fault", place=f"{path}: entries, {name}", message=wrong))
    return library.edition(own.game).overridden(own)
