"""What a game looks like on pages, from its layout: colours, emblem, the colours of its dice, what faces show."""

from __future__ import annotations

from typing import Any

from pnp.render.colors import Palette
from pnp.render.svg import Drawing
from pnp.sheets import pictures
from pnp.sheets.layout import Layout

COLORS = ("ink", "soft", "wash", "band", "accent")


def look(layout: Layout) -> dict[str, Any]:
    """The colours of a game and of the sorts of its dice, and the names of its own pictures."""
    theme, usual = layout.theme, pictures.own()
    return {
        "colors": {name: theme.colors[name] for name in COLORS},
        "dice": {sort: theme.colors[color] for sort, color in theme.dice.items() if color},
        "emblem": theme.emblem,
        "pictures": [name for name in theme.pictures if name not in usual],
    }


def picture(layout: Layout, name: str) -> str:
    """A picture of a game by its name, as a file that needs no fonts."""
    theme = layout.theme
    drawing = Drawing(Palette(theme.colors, "normal"), outlines=True)
    drawing.draw(theme.pictures[name].art)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(drawing.elements)}</svg>'
