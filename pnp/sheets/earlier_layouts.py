"""Layouts of earlier versions: paper can't be changed once it is printed, so what it was printed by is kept."""

from __future__ import annotations

from pnp.errors import CallError
from pnp.paths import LAYOUTS, is_file
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.words import say


def of_version(game: str, version: int) -> Layout:
    """The layout that sheets of a version were printed by: the present one, or one that is kept for such sheets.

    >>> of_version("yacht", 1).version
    1
    """
    made = layout.load(layout.find(game))
    if version == made.version:
        return made
    earlier = LAYOUTS / "earlier" / f"{game}-{version}.toml"
    if not is_file(earlier):
        raise CallError(say("no-version", game=game, version=version, last=made.version))
    return layout.load(earlier)
