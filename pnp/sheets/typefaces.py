"""The typefaces: which characters each has and how wide they are, read straight from the font files."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from pnp.errors import InputError
from pnp.paths import FONTS
from pnp.strict import WrongError, wrong
from pnp.words import say

FILES = {
    "display": "fredoka/Fredoka-SemiBold.ttf",
    "text": "noto-sans/NotoSans-Regular.ttf",
    "strong": "noto-sans/NotoSans-SemiBold.ttf",
    "display-medium": "fredoka/Fredoka-Medium.ttf",
    "light": "noto-sans/NotoSans-Light.ttf",
    "hebrew": "noto-sans-hebrew/NotoSansHebrew-Regular.ttf",
    "arabic": "noto-sans-arabic/NotoSansArabic-Regular.ttf",
    "devanagari": "noto-sans-devanagari/NotoSansDevanagari-Regular.ttf",
    "korean": "noto-sans-kr/NotoSansKR-Regular.ttf",
    "japanese": "noto-sans-jp/NotoSansJP-Regular.ttf",
    "chinese": "noto-sans-sc/NotoSansSC-Regular.ttf",
}
FALLBACK = ("text", "hebrew", "arabic", "devanagari")
SHAPED = frozenset({"hebrew", "arabic", "devanagari"})
"""Faces whose letters change with their neighbours: a run of these is shaped before it is drawn."""


class Face:
    """One font file: its glyphs by character, their advances in em, and its vertical measures in em."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.path = path
        self._data = path.read_bytes()
        tables = self._tables()
        self._units = struct.unpack_from(">H", self._data, tables[b"head"] + 18)[0]
        ascent, descent = struct.unpack_from(">hh", self._data, tables[b"hhea"] + 4)
        self._metrics = struct.unpack_from(">H", self._data, tables[b"hhea"] + 34)[0]
        self._hmtx = tables[b"hmtx"]
        self.ascent, self.descent = ascent / self._units, descent / self._units
        # Fonts of the first two versions don't say how high their capitals are.
        version = struct.unpack_from(">H", self._data, tables[b"OS/2"])[0]
        cap = struct.unpack_from(">h", self._data, tables[b"OS/2"] + 88)[0] if version > 1 else 0.7 * self._units
        self.cap = cap / self._units
        self._segments = self._character_map(tables[b"cmap"])
        self._advances: dict[str, float] = {}
        self._glyphs: dict[str, int] = {}

    def _tables(self) -> dict[bytes, int]:
        count = struct.unpack_from(">H", self._data, 4)[0]
        return {
            self._data[i : i + 4]: struct.unpack_from(">I", self._data, i + 8)[0]
            for i in range(12, 12 + 16 * count, 16)
        }

    def _character_map(self, start: int) -> int:
        """The place of the character map for all of Unicode (format 12), or else of the basic plane (format 4)."""
        count = struct.unpack_from(">H", self._data, start + 2)[0]
        places = [start + struct.unpack_from(">I", self._data, start + 8 + 8 * i)[0] for i in range(count)]
        formats = {struct.unpack_from(">H", self._data, place)[0]: place for place in places}
        return int(formats.get(12) or formats[4])

    def glyph(self, char: str) -> int:
        """The number of a character's glyph, 0 where the font has none."""
        known = self._glyphs.get(char)
        if known is None:
            mapped = struct.unpack_from(">H", self._data, self._segments)[0] == 12
            known = self._glyphs[char] = self._glyph_12(ord(char)) if mapped else self._glyph_4(ord(char))
        return known

    def _glyph_12(self, code: int) -> int:
        groups = struct.unpack_from(">I", self._data, self._segments + 12)[0]
        low, high = 0, groups
        while low < high:
            middle = (low + high) // 2
            first, last, glyph = struct.unpack_from(">III", self._data, self._segments + 16 + 12 * middle)
            if code > last:
                low = middle + 1
            elif code < first:
                high = middle
            else:
                return int(glyph + code - first)
        return 0

    def _glyph_4(self, code: int) -> int:
        double = struct.unpack_from(">H", self._data, self._segments + 6)[0]
        ends = self._segments + 14
        starts, deltas, offsets = ends + double + 2, ends + 2 * double + 2, ends + 3 * double + 2
        for i in range(0, double, 2):
            if code <= struct.unpack_from(">H", self._data, ends + i)[0]:
                first = struct.unpack_from(">H", self._data, starts + i)[0]
                if code < first:
                    return 0
                delta = struct.unpack_from(">h", self._data, deltas + i)[0]
                offset = struct.unpack_from(">H", self._data, offsets + i)[0]
                if not offset:
                    return int(code + delta) & 0xFFFF
                place = offsets + i + offset + 2 * (code - first)
                glyph = struct.unpack_from(">H", self._data, place)[0]
                return int(glyph + delta) & 0xFFFF if glyph else 0
        return 0

    def has(self, char: str) -> bool:
        return self.glyph(char) != 0

    def advance(self, char: str) -> float:
        """How far a character moves the pen, in em."""
        known = self._advances.get(char)
        if known is None:
            index = min(self.glyph(char), self._metrics - 1)
            known = struct.unpack_from(">H", self._data, self._hmtx + 4 * index)[0] / self._units
            self._advances[char] = known
        return known

    def width(self, text: str, size: float) -> float:
        """The width of a text at a size, in the size's unit."""
        known = self._advances
        return sum([known[char] if char in known else self.advance(char) for char in text]) * size


@cache
def face(name: str) -> Face:
    """A face by its name.

    >>> round(face("text").width("Ana", 10), 2), face("text").has("Ế"), face("text").has("한")
    (18.18, True, False)
    """
    return Face(name, _OWN.get(name) or FONTS / FILES[name])


_OWN: dict[str, Path] = {}
"""Fonts that lie beside layouts which were read, by a name made of what is in them."""
LARGEST = 20_000_000


def own(path: Path) -> str:
    """The name of the face in a font file of one's own; it is asked for every character that no other face has."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        wrong("layout.font-large", file=str(path), most=LARGEST // 1_000_000)
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        wrong("layout.no-truetype", file=str(path))
    try:
        made = Face("", path)
        made.width("Aa", 1.0)
    except (struct.error, KeyError, IndexError, ZeroDivisionError):
        raise WrongError(say("layout.font-damaged", file=str(path))) from None
    name = f"own-{sha256(data).hexdigest()[:12]}"
    _OWN.setdefault(name, path)
    return name


def is_shaped(name: str, text: str) -> bool:
    """Whether a run of a face has to be shaped before it is drawn."""
    joined = (("\u0590", "\u109f"), ("\u1780", "\u1aff"))
    return name in SHAPED or (name in _OWN and any(first <= c <= last for c in text for first, last in joined))


_SELECTORS = dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
"""What says in which of its looks the character before it is meant: our fonts have one of each."""


def clean(text: str) -> str:
    """A text in composed form, ready to be split into runs."""
    return unicodedata.normalize("NFC", text).translate(_SELECTORS)


def printable(text: str) -> str:
    """Return a text without the characters that no font has; what is joined to one of them goes with it.

    >>> printable("Ana 🎲 Bo"), printable("👩🏽\u200d🚀 Zoë"), printable("🇵🇱")
    ('Ana Bo', 'Zoë', '')
    """
    whole = clean(text).strip()
    if _is_printable(whole):
        return whole
    return " ".join("".join(cluster for cluster in _clusters(whole) if _is_printable(cluster)).split())


def unprintable(text: str) -> tuple[str, ...]:
    """Return what `printable` leaves out of a text, each piece once.

    >>> unprintable("🎲 Ana 👩🏽\u200d🚀 🎲"), unprintable("Ana"), unprintable("🇵🇱")
    (('🎲', '👩🏽\u200d🚀'), (), ('🇵🇱',))
    """
    pieces = (("".join(some), fits) for fits, some in groupby(_clusters(text), lambda one: _is_printable(clean(one))))
    return tuple(dict.fromkeys(piece for piece, fits in pieces if not fits))


def _clusters(text: str) -> Iterator[str]:
    """Yield the characters of a text, each with what is joined to it or changes its look."""
    cluster = ""
    for char in text:
        joined = cluster[-1:] == "\u200d" or unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf")
        if cluster and not joined and not "\U0001f3fb" <= char <= "\U0001f3ff":
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _is_printable(text: str) -> bool:
    try:
        runs(text)
    except InputError:
        return False
    return True


def runs(text: str, preferred: str = "text") -> list[tuple[str, str]]:
    """A text as runs of one face each: the preferred one where it has the character, else the first that has it.

    >>> runs("Ana דנה")
    [('text', 'Ana '), ('hebrew', 'דנה')]
    >>> runs("Части", "display"), runs("Żeton", "display")
    ([('strong', 'Части')], [('display', 'Żeton')])
    """
    if text.isascii() and text.isprintable():
        return [(preferred, text)] if text else []
    if max(text) < "\u0300" and text.isprintable() and all(map(face(preferred).has, text)):  # most of Europe
        return [(preferred, text)]
    chain = _chain(text, preferred)
    found: list[tuple[str, str]] = []
    for char in text:
        last = found[-1][0] if found else ""
        name = _face_of(char, last, chain)
        if name == last:
            found[-1] = (last, found[-1][1] + char)
        else:
            found.append((name, char))
    return found


def _chain(text: str, preferred: str) -> tuple[str, ...]:
    """The faces to try: the language of Han characters is told by the kana or Hangul beside them."""
    if any("\u3040" <= c <= "\u30ff" for c in text):
        asian: tuple[str, ...] = ("japanese", "chinese", "korean")
    elif any("\uac00" <= c <= "\ud7a3" or "\u1100" <= c <= "\u11ff" for c in text):
        asian = ("korean", "chinese", "japanese")
    else:
        asian = ("chinese", "japanese", "korean")
    heavy = ("strong",) if preferred.startswith("display") else ()
    return tuple(dict.fromkeys((preferred, *heavy, *FALLBACK, *asian, *_OWN)))


_SCRIPTS = (
    ("hebrew", "\u0590", "\u05ff"),
    ("arabic", "\u0600", "\u08ff"),
    ("devanagari", "\u0900", "\u097f"),
)
"""Scripts that only their own face can shape, even where another face has the letters."""


def _face_of(char: str, last: str, chain: tuple[str, ...]) -> str:
    for name, first, final in _SCRIPTS:
        if first <= char <= final and face(name).has(char):
            return name
    joins = unicodedata.category(char) in ("Mn", "Mc", "Cf") or (char.isspace() and last in SHAPED)
    if joins and last and (face(last).has(char) or char in "\u200c\u200d"):
        return last
    for name in chain:
        if face(name).has(char):
            return name
    shown = char if char.isprintable() else say("no-font.character")
    raise InputError(say("no-font", char=shown, number=f"U+{ord(char):04X}"))


def width(text: str, preferred: str, size: float) -> float:
    """The width of a text set in runs, before shaping."""
    return _width(text, preferred) * size


@lru_cache(10_000)
def _width(text: str, preferred: str) -> float:
    """The width of a text at a size of 1: a layout says its words many times, on each paper."""
    return sum([face(name).width(part, 1.0) for name, part in runs(text, preferred)])
