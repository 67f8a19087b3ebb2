"""The sheets that a photo may show: by what their codes say, or by the numbers of their marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.errors import CallError, InputError
from pnp.paths import LAYOUTS
from pnp.sheets import arrangements, earlier_layouts, layout
from pnp.sheets.codes import parse
from pnp.sheets.layout import Layout, View
from pnp.sheets.sheet import Sheet
from pnp.words import say

_PAYLOAD = re.compile(
    r"(?:PNP:|HTTPS?://[^/\s]+(?:/[^\s?#]*?)?/S/)([0-9A-Z-]{9,12})/([A-Z][A-Z0-9-]*)/([A-Z0-9-]+)/(\d{1,3})([A-Z]*)"
)
_DRESS = {"P": "photo"}
GUIDES, SMALL = "G", "S"
"""Letters for guides, and for the arrangement that is too small for marks."""


class Named(NamedTuple):
    """What a sheet's QR code says: its code, game, sheet and version, and the letters of how it was printed."""

    code: str
    game: str
    name: str
    version: int
    letters: str


class Kind(NamedTuple):
    """A sheet in one of the ways in which it is printed."""

    sheet: Sheet
    guides: bool = False

    @property
    def key(self) -> str:
        return self.sheet.key


def named(text: str) -> Named | None:
    """What the text of a QR code says of a sheet, None where it is no sheet's.

    >>> named("PNP:K7Q3MX5T6/SOME-GAME/PLAY/2TPG")
    Named(code='K7Q3MX5T6', game='some-game', name='play', version=2, letters='TPG')
    """
    found = _PAYLOAD.fullmatch(text.strip().upper())
    if found is None:
        return None
    try:
        code = parse(found[1])
    except CallError:
        return None
    return Named(code, found[2].lower(), found[3].lower(), int(found[4]), found[5])


def of_name(said: Named, own: tuple[Path, ...] = ()) -> Kind:
    """The sheet that a code names, as it was printed; refused where nobody here knows it."""
    made = _version(said.game, said.version, own)
    if said.name not in made.sheets:
        raise InputError(say("photo-unknown", sheet=f"{said.game}/{said.name}"))
    letters = {kind[:1].upper(): kind for kind in made.arrangements(said.name)}
    dress = next((_DRESS[letter] for letter in said.letters if letter in _DRESS), "play")
    arrangement = next((letters[letter] for letter in said.letters if letter in letters), "")
    guides = GUIDES in said.letters
    sheet = _sheet(made.source, said.name, arrangement, dress)
    return Kind(sheet._replace(variant=sheet.variant + "g") if guides else sheet, guides)


def _version(game: str, version: int, own: tuple[Path, ...]) -> Layout:
    """The layout of a game in the version that was printed: one's own, or one that is shipped."""
    for path in own:
        made = load(str(path))
        if made.game == game:
            if made.version != version:
                raise InputError(say("no-version", game=game, version=version, last=made.version))
            return made
    if game not in layout.names():
        raise InputError(say("photo-unknown", sheet=game))
    return _shipped(game, version)


@lru_cache(maxsize=32)
def _shipped(game: str, version: int) -> Layout:
    try:
        return earlier_layouts.of_version(game, version)
    except CallError as error:
        raise InputError(error.said) from None


@lru_cache(maxsize=64)
def load(path: str) -> Layout:
    """A layout by its file, kept for the next photo."""
    return layout.load(Path(path))


@lru_cache(maxsize=512)
def _sheet(source: str, name: str, arrangement: str, dress: str) -> Sheet:
    made = load(source)
    sheet, faults = layout.expand(made, name, View(arrangement=arrangement, dress=dress))
    if faults:
        raise InputError(say("photo-unknown", sheet=f"{made.game}/{name}"))
    return sheet


def source_of(kind: Kind, own: tuple[Path, ...] = ()) -> str:
    """The layout file of a sheet."""
    return _version(kind.sheet.game, kind.sheet.version, own).source


def with_marks(first: int, own: tuple[Path, ...] = ()) -> list[Kind]:
    """Every sheet, in every way in which it is printed, whose first mark has this number."""
    return list(_with_marks(first, own))


@lru_cache(maxsize=64)
def _with_marks(first: int, own: tuple[Path, ...]) -> tuple[Kind, ...]:
    return tuple(_all_with(first, own))


def _all_with(first: int, own: tuple[Path, ...]) -> Iterator[Kind]:
    earlier = sorted((LAYOUTS / "earlier").glob("*.toml"))
    for path in (*own, *(LAYOUTS / f"{name}.toml" for name in layout.names()), *earlier):
        made = load(str(path))
        for name in made.sheets:
            for arrangement in ("", *(kind for kind in arrangements.NAMES if kind in made.arrangements(name))):
                for dress in ("play", "photo"):
                    yield from _kinds(made, name, arrangement, dress, first)


def _kinds(made: Layout, name: str, arrangement: str, dress: str, first: int) -> Iterator[Kind]:
    try:
        sheet = _sheet(made.source, name, arrangement, dress)
    except InputError:
        return
    if sheet.reader_marks and sheet.reader_marks[0].number == first:
        yield Kind(sheet)
        if sheet.guides:
            yield Kind(sheet._replace(variant=sheet.variant + "g"), True)
