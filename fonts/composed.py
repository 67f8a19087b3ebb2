"""Add the letters of Polish, Czech and their neighbours to Fredoka, from its own letters and its own accents.

The font has the accents and the places where they stand, but not the letters that are made of both: without them a
heading in Polish is set in two fonts. Run once on the files as published (version 2.001, licence OFL-1.1).
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent

LETTERS = {*range(0x100, 0x180), *range(0x1E80, 0x1E86)} - {*map(ord, "ďťľĽ")}
"""Those whose accent is drawn as Unicode takes them apart; the four have a comma at their side."""


def composed(font: TTFont) -> str:
    """The letters that were added: each accent stands where the font itself puts it on that letter."""
    glyphs = font.getBestCmap()
    added = []
    for code in sorted(LETTERS):
        parts = [int(part, 16) for part in unicodedata.decomposition(chr(code)).split() if not part.startswith("<")]
        if code in glyphs or len(parts) != 2 or not all(part in glyphs for part in parts):
            continue
        base, accent = (glyphs[part] for part in parts)
        if chr(parts[0]) in "ij" and parts[1] != 0x328:
            base = glyphs.get(0x131, base)  # an accent takes the place of the dot
        if place := _place(font, base, accent):
            _add(font, code, base, accent, place)
            added.append(chr(code))
    return "".join(added)


def _place(font: TTFont, base: str, accent: str) -> tuple[int, int] | None:
    """By how much an accent is moved to stand on a letter."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for table in (getattr(one, "ExtSubTable", one) for one in lookup.SubTable):
            if not hasattr(table, "BaseCoverage") or base not in table.BaseCoverage.glyphs:
                continue
            if accent not in table.MarkCoverage.glyphs:
                continue
            mark = table.MarkArray.MarkRecord[table.MarkCoverage.glyphs.index(accent)]
            on = table.BaseArray.BaseRecord[table.BaseCoverage.glyphs.index(base)].BaseAnchor[mark.Class]
            if on is not None:
                return on.XCoordinate - mark.MarkAnchor.XCoordinate, on.YCoordinate - mark.MarkAnchor.YCoordinate
    return None


def _add(font: TTFont, code: int, base: str, accent: str, place: tuple[int, int]) -> None:
    name, glyph = f"uni{code:04X}", Glyph()
    glyph.numberOfContours = -1
    glyph.components = [_component(base, (0, 0)), _component(accent, place)]
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    font["hmtx"][name] = font["hmtx"][base]
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = font["hmtx"][base][0], glyph.xMin
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[code] = name


def _component(name: str, place: tuple[int, int]) -> Any:
    one = GlyphComponent()
    one.glyphName, (one.x, one.y), one.flags = name, place, 0x204
    return one


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        font = TTFont(path)
        print(path.name, composed(font))
        font.save(path)
