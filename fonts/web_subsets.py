"""Make the fonts of the web pages anew: small WOFF2 files for what every page says, larger ones for other names.

It needs fonttools and brotli, which nothing else here does: pip install fonttools brotli
"""

from __future__ import annotations

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
FACES = {
    "display": HERE / "fredoka" / "Fredoka-SemiBold.ttf",
    "text": HERE / "noto-sans" / "NotoSans-Regular.ttf",
    "strong": HERE / "noto-sans" / "NotoSans-SemiBold.ttf",
}
FIRST = [*range(0x20, 0x7F), *map(ord, "\u00a0«»·×±óÓéèäöüßÄÖÜąćęłńśźżĄĆĘŁŃŚŹŻ–—‘’“”„…−•→")]
RANGES = [(0x20, 0x17F), (0x1E80, 0x1EF9), (0x370, 0x3FF), (0x400, 0x45F), (0x2010, 0x2044), (0x20AC, 0x20AC)]
MORE = sorted({code for low, high in RANGES for code in range(low, high + 1)} - {*FIRST})


def made(face: Path, codes: list[int], target: Path) -> None:
    """A font of some characters, without hints that no phone uses."""
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=["kern", "mark", "ccmp"], name_IDs=[0, 1, 13]
    )
    font = TTFont(face)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def css_range(codes: list[int]) -> str:
    """Characters as CSS writes them: U+20-7E, U+A0."""
    runs: list[list[int]] = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{low:X}" + (f"-{high:X}" if high > low else "") for low, high in runs)


if __name__ == "__main__":
    for name, path in FACES.items():
        made(path, FIRST, HERE / "web" / f"{name}.woff2")
        made(path, MORE, HERE / "web" / f"{name}-more.woff2")
    print(css_range(FIRST))
    print(css_range(MORE))
