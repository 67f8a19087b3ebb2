"""How a sheet is looked at: how large on which paper, in which arrangement, in which dress."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from pnp.sheets.theme import DRESSES

ENLARGED = 1.5
"""A sheet that is arranged for its paper fills it, up to so many times its size."""


class View(NamedTuple):
    """The way in which a sheet is expanded; `least` has styles of text that are set at least so large."""

    scale: float = 1.0
    paper: str = "universal"
    arrangement: str = ""
    dress: str = DRESSES[0]
    least: Mapping[str, float] = MappingProxyType({})


USUAL = View()
