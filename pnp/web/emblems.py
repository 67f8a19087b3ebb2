"""The picture and the colours that stand for a game: those of its layout."""

from __future__ import annotations

from typing import Any

from pnp.games.game import Game
from pnp.render.colors import Palette
from pnp.render.svg import Drawing
from pnp.sheets.layout import Layout
from pnp.web.sheet_art import Art

COLORS = ("band", "accent", "wash", "ink")
"""The colours of a layout that a page borrows."""


def colors(layout: Layout) -> dict[str, str]:
    """What a layout paints with where it says who it is."""
    return {name: layout.theme.colors[name] for name in COLORS}


def emblem(art: Art, name: str, game: Game) -> str:
    """The picture of a game: its emblem, the first icon on its sheets, or the block worth a picture; '' for none."""
    layout = art.layout(name)
    for picture in (layout.theme.emblem, *(_icon(plan.data) for plan in layout.sheets.values())):
        if picture in layout.theme.pictures:
            drawing = Drawing(Palette(layout.theme.colors, "normal"), outlines=True)
            drawing.draw(layout.theme.pictures[picture].art)
            inside = "".join(drawing.elements)
            return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 108 108">{inside}</svg>'
    return art.written(name, art.main_sheet(name), {}, game.PICTURE) if game.PICTURE else ""


def _icon(sheet: Any) -> str:
    blocks = [one for one in sheet.get("blocks", ()) if isinstance(one, dict) and one.get("kind") == "icon"]
    return str(blocks[0].get("picture", "")) if blocks else ""
