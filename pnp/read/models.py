"""The networks that read a sheet: those that are shipped, and one made on the spot for a layout's own drawings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from pnp.paths import LAYOUTS
from pnp.read import imagined, weights
from pnp.read.field_kinds import Models
from pnp.read.network import Network
from pnp.sheets.pictures import Picture
from pnp.sheets.sheet import Field, Sheet


def of_sheet(sheet: Sheet) -> Models:
    """The networks for a sheet."""
    shared = weights.load(weights.SHARED)
    return Models(shared["strokes"], shared["digits"], _drawings(sheet))


def _drawings(sheet: Sheet) -> Callable[[Field], Network | None]:
    """A network for the pictures of each group of fields, found or made when it is asked for."""

    def of(field: Field) -> Network | None:
        group = [one for one in sheet.fields if one.block == field.block and one.kind == "choice"]
        names = {value: picture for one in group for value, picture in one.choices.items()}
        path = LAYOUTS / f"{sheet.game}.drawings.npz"
        if path.is_file() and set(names) <= set((made := weights.load(path)["drawings"]).names):
            return made
        drawn = tuple(
            (value, sheet.theme.pictures[name]) for value, name in names.items() if name in sheet.theme.pictures
        )
        return _imagined(drawn) if drawn else None

    return of


@lru_cache(maxsize=16)
def _imagined(drawn: tuple[tuple[str, Picture], ...]) -> Network:
    return imagined.network(dict(drawn))


def shipped() -> Mapping[str, Path]:
    """The files of weights by name."""
    found = {"weights": weights.SHARED}
    found.update({path.name.removesuffix(".drawings.npz"): path for path in sorted(LAYOUTS.glob("*.drawings.npz"))})
    return found
