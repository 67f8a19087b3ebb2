"""The printed sheets on screens: artwork and geometry of an empty sheet, and a sheet with its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pnp.games.game import Marks
from pnp.games.library import Library
from pnp.geometry import Rect
from pnp.render.colors import Palette
from pnp.render.content import n
from pnp.render.svg import Drawing
from pnp.sheets import filled, layout
from pnp.sheets.ink import Ink, bounds
from pnp.sheets.layout import Layout
from pnp.sheets.sheet import Sheet

COLUMN = re.compile(r"p\d+\.")
"""How the fields of one player's column of a pad begin."""
AROUND = 1.5
"""Millimetres that a crop shows around its block."""


class Art:
    """The layouts and sheets of the games that a library knows, each made ready once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.layout = lru_cache(32)(self._layout)
        self.sheet = lru_cache(64)(self._sheet)
        self.artwork = lru_cache(64)(self._artwork)
        self.geometry = lru_cache(64)(self._geometry)

    def _layout(self, game: str) -> Layout:
        if game in layout.names():
            return layout.load(layout.find(game))
        return layout.load(layout.find(game, self._library.beside(game, f"{game}.toml")))

    def _sheet(self, game: str, name: str) -> Sheet:
        made = self.layout(game)
        return layout.ready(made, name, library=None if made.shipped else self._library)

    def main_sheet(self, game: str) -> str:
        """The sheet that people play on: the first that is a player's own, otherwise the first."""
        sheets = self.layout(game).sheets
        return next((name for name, plan in sheets.items() if plan.owner == "player"), next(iter(sheets)))

    def written_sheets(self, game: str) -> list[str]:
        """The sheets of a game that have something to write in besides a name."""
        return [name for name in self.layout(game).sheets if len(self.sheet(game, name).fields) > 1]

    def columns(self, game: str, name: str, seat: int | None) -> list[str]:
        """How the fields begin that a player writes on a pad: their own column, and what belongs to nobody."""
        if seat is None:
            return [""]
        first = dict.fromkeys(field.id.partition(".")[0] + "." for field in self.sheet(game, name).fields)
        return [one for one in first if not COLUMN.fullmatch(one) or one == f"p{seat + 1}."]

    def _artwork(self, game: str, name: str) -> str:
        sheet = self.sheet(game, name)
        return _svg(sheet, sheet.frame, sheet.ink, outlines=False)

    def _geometry(self, game: str, name: str) -> dict[str, Any]:
        sheet = self.sheet(game, name)
        used = dict.fromkeys(field.block for field in sheet.fields)
        return {
            "game": game,
            "sheet": name,
            "version": sheet.version,
            "title": sheet.title,
            "heading": sheet.heading,
            "owner": sheet.owner,
            "width": sheet.width,
            "height": sheet.height,
            "colors": dict(sheet.look.colors),
            "blocks": [{"id": id, **_place(sheet.blocks[id])} for id in used if id in sheet.blocks],
            "fields": [
                {
                    "id": field.id,
                    "kind": field.kind,
                    **_place(field.rect),
                    "label": field.label,
                    "choices": list(field.choices),
                    "most": field.most,
                    "round": field.round,
                    "block": field.block,
                }
                for field in sheet.fields
            ],
            "pictures": _pictures(sheet),
        }

    def written(self, game: str, name: str, marks: Marks, block: str = "") -> str:
        """A sheet with its marks, or one block of it if it has it, as a picture that needs no fonts."""
        sheet = self.sheet(game, name)
        known = {field.id for field in sheet.fields}
        ink = [*sheet.ink, *filled.ink_of(sheet, {id: mark for id, mark in marks.items() if id in known})]
        if block not in sheet.blocks:
            return _svg(sheet, sheet.frame, ink, outlines=True)
        place = sheet.blocks[block].inset(-AROUND)
        return _svg(sheet, place, [one for one in ink if place.meets(bounds(one))], outlines=True)


def _place(rect: Rect) -> dict[str, float]:
    return {side: round(value, 3) for side, value in zip("xywh", rect, strict=True)}


def _svg(sheet: Sheet, place: Rect, ink: Iterable[Ink], outlines: bool) -> str:
    drawing = Drawing(Palette(sheet.look.colors, "normal"), outlines)
    drawing.draw(ink)
    box = " ".join(n(value) for value in place)
    ground = f'<rect x="{n(place.x)}" y="{n(place.y)}" width="{n(place.w)}" height="{n(place.h)}" fill="#ffffff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
    return "\n".join([head, ground, *drawing.elements, "</svg>"])


def _pictures(sheet: Sheet) -> dict[str, dict[str, str]]:
    """What is drawn for each value of each block's choices, in a square of 100 by 100; =text where that is written."""
    found: dict[str, dict[str, str]] = {}
    for field in sheet.fields:
        for value, picture in field.choices.items():
            drawn = found.setdefault(field.block, {})
            if value not in drawn:
                drawn[value] = _picture(sheet, picture)
    return found


def _picture(sheet: Sheet, picture: str) -> str:
    if not picture or picture[:1] == "=":
        return picture
    drawing = Drawing(Palette(sheet.look.colors, "normal"), outlines=True)
    drawing.draw(sheet.look.pictures[picture].art)
    return f'<g xmlns="http://www.w3.org/2000/svg">{"".join(drawing.elements)}</g>'
