"""The printed sheets on screens: artwork and geometry of an empty sheet, and a sheet with its marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pnp.errors import CallError
from pnp.games.codec import Marks
from pnp.games.library import Library
from pnp.geometry import Rect
from pnp.render.colors import Palette
from pnp.render.pdf_operators import n
from pnp.render.svg import Drawing
from pnp.sheets import fill_in, layout
from pnp.sheets.ink import Ink, bounds
from pnp.sheets.labels import ANY_COLUMN, COLUMN, label
from pnp.sheets.layout import Layout, View
from pnp.sheets.scenes import Scene
from pnp.sheets.sheet import Sheet
from pnp.web import game_look
from pnp.words import Words, say

ON_SCREEN = View(dress="bare")
"""What a sheet looks like on a screen: nobody takes a photo of it."""
AROUND = 1.5
"""Millimetres that a crop shows around its block."""


class Art:
    """The layouts and sheets of the games that a library knows, each made ready once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._labels: dict[tuple[str, str, str], dict[str, str]] = {}
        self.layout = lru_cache(64)(self._layout)
        self.sheet = lru_cache(128)(self._sheet)
        self.artwork = lru_cache(64)(self._artwork)
        self.pictures = lru_cache(64)(self._pictures)
        self.look = lru_cache(32)(self._look)

    def _layout(self, game: str, language: str = "") -> Layout:
        """The layout of a game by its name alone: what a page asks for is never taken for a file's name."""
        beside = self._library.beside(game, f"{game}.toml") if game not in layout.names() else None
        if game not in layout.names() and beside is None:
            raise CallError(say("no-layout", name=repr(game), games=tuple(layout.names())))
        return layout.load(layout.find(game, beside), language)

    def _look(self, game: str) -> dict[str, Any]:
        return game_look.look(self.layout(game))

    def _sheet(self, game: str, name: str, language: str = "") -> Sheet:
        """A sheet in a language, or its own where it lacks that; its fields lie at the same places in all of them."""
        made = self.layout(game, language)
        return layout.ready(made, name, ON_SCREEN, None if made.shipped else self._library)

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

    def _artwork(self, game: str, name: str, language: str) -> str:
        sheet = self.sheet(game, name, language)
        return _svg(sheet, sheet.frame, sheet.ink, outlines=False)

    def _pictures(self, game: str, name: str, language: str) -> dict[str, dict[str, str]]:
        return _pictures(self.sheet(game, name, language))

    def geometry(self, game: str, name: str, words: Words) -> dict[str, Any]:
        """Where the fields of a sheet lie, what they are called in a language, and what is drawn in them."""
        sheet = self.sheet(game, name, words.language)
        used = dict.fromkeys(field.block for field in sheet.fields)
        return {
            "game": game,
            "sheet": name,
            "version": sheet.version,
            "title": sheet.title,
            "heading": self.heading(game, name, words),
            "owner": sheet.owner,
            "width": sheet.width,
            "height": sheet.height,
            "colors": dict(sheet.theme.colors),
            "blocks": [
                {"id": id, **_place(sheet.blocks[id]), "names": _names(sheet, id, words)}
                for id in used
                if id in sheet.blocks
            ],
            "fields": [
                {
                    "id": field.id,
                    "kind": field.kind,
                    **_place(field.rect),
                    "label": label(field, words),
                    "short": label(field, words, alone=True),
                    "column": column[0][:-1] if (column := ANY_COLUMN.match(field.id)) else "",
                    "choices": list(field.choices),
                    "most": field.most,
                    "round": field.round,
                    "block": field.block,
                }
                for field in sheet.fields
            ],
            "pictures": self.pictures(game, name, words.language),
            "choices": _choices(sheet, words),
            "scenes": {block: _scene(sheet, scene) for block, scene in sheet.scenes.items()},
        }

    def heading(self, game: str, name: str, words: Words) -> str:
        """What a sheet is called in a language."""
        own = words.sentence(f"sheet.{name}") or self.layout(game).sheets[name].heading
        return own[:1].upper() + own[1:]

    def labels(self, game: str, name: str, words: Words) -> dict[str, str]:
        """What the fields of a sheet are called in a language, by their ids."""
        known = game, name, words.language
        if known not in self._labels:
            self._labels[known] = {field.id: label(field, words) for field in self.sheet(game, name).fields}
        return self._labels[known]

    def written(self, game: str, name: str, marks: Marks, block: str = "", language: str = "") -> str:
        """A sheet with its marks, or one block of it if it has it, as a picture that needs no fonts."""
        sheet = self.sheet(game, name, language)
        known = {field.id for field in sheet.fields}
        ink = [*sheet.ink, *fill_in.ink_of(sheet, {id: mark for id, mark in marks.items() if id in known})]
        place = _shown(sheet, block)
        return _svg(sheet, place, [one for one in ink if place.meets(bounds(one))], outlines=True)

    def part_of(self, game: str, name: str, block: str, field: str) -> list[float] | None:
        """Where a field lies in the picture of a block: left, top, right, bottom in parts of its size."""
        sheet = self.sheet(game, name)
        place, rect = _shown(sheet, block), next((one.rect for one in sheet.fields if one.id == field), None)
        if rect is None or not place.holds(rect):
            return None
        left, top = (rect.x - place.x) / place.w, (rect.y - place.y) / place.h
        return [round(part, 4) for part in (left, top, left + rect.w / place.w, top + rect.h / place.h)]


def _shown(sheet: Sheet, block: str) -> Rect:
    """The part of a sheet that the picture of a block shows; the whole of it where it has no such block."""
    return sheet.blocks[block].inset(-AROUND) if block in sheet.blocks else sheet.frame


def _names(sheet: Sheet, block: str, words: Words) -> list[str]:
    """What the fields of a block are called, without the numbers of those that have one."""
    labels = (label(field, words, alone=True) for field in sheet.fields if field.block == block)
    return list(dict.fromkeys(re.sub(r",? \d+$", "", one) for one in labels))


def _choices(sheet: Sheet, words: Words) -> dict[str, str]:
    """What the values of choices are called aloud, as far as the game has words for them."""
    values = dict.fromkeys(value for field in sheet.fields for value in field.choices)
    return {value: found for value in values if (found := words.sentence(f"choice.{value}"))}


def _place(rect: Rect) -> dict[str, float]:
    return {side: round(value, 3) for side, value in zip("xywh", rect, strict=True)}


def _svg(sheet: Sheet, place: Rect, ink: Iterable[Ink], outlines: bool) -> str:
    drawing = Drawing(Palette(sheet.theme.colors, "normal"), outlines)
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
    drawing = Drawing(Palette(sheet.theme.colors, "normal"), outlines=True)
    drawing.draw(sheet.theme.pictures[picture].art)
    return f'<g xmlns="http://www.w3.org/2000/svg">{"".join(drawing.elements)}</g>'


def _scene(sheet: Sheet, scene: Scene) -> dict[str, Any]:
    """The rules of a scene and all that it is drawn with."""
    colors = sheet.theme.colors
    names = {name for pictures in scene.rules.joins.values() for name in pictures}
    names |= {wall.picture for wall in scene.rules.walls}
    drawing = Drawing(Palette(colors, "normal"), outlines=True)
    drawing.draw(scene.under)
    return {
        "left": round(scene.left, 3),
        "ground": round(scene.ground, 3),
        "cell": scene.cell,
        "columns": scene.columns,
        "line": colors["ink"],
        "order": list(scene.rules.order),
        "joins": {value: list(pictures) for value, pictures in scene.rules.joins.items()},
        "walls": [{**wall._asdict(), "edge": colors[wall.edge]} for wall in scene.rules.walls],
        "art": {name: _picture(sheet, name) for name in sorted(names)},
        "under": f'<g xmlns="http://www.w3.org/2000/svg">{"".join(drawing.elements)}</g>',
    }
