"""The fonts of a PDF: one object a face with the glyphs that were drawn, and one a face that is typed with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from pnp.render import typeset
from pnp.render.pdf_file import PdfFile
from pnp.render.typeset import Run
from pnp.sheets import typefaces

Letters = dict[str, dict[int, str]]
"""The glyphs that were drawn of each face, and the text that each stands for."""
_KEPT = ("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep", "cmap")
"""What a font needs in which glyphs are called by their numbers, and what programs that fill in forms ask for."""
TYPED = (
    range(0x20, 0x180),
    range(0x218, 0x21C),
    range(0x384, 0x460),
    range(0x1E00, 0x1F00),
    range(0x2010, 0x2027),
    (0x20AC, 0x2212),
)
"""What people may type into a form: Latin, Greek and Cyrillic letters, and what stands between them."""


class Fonts:
    """The fonts of a document: text goes in by face, operators come out."""

    def __init__(self) -> None:
        self.letters: Letters = {}
        self._codes: dict[str, _Codes] = {}

    def show(self, face: str, text: str, size: str, x: str, y: str) -> str:
        """The operators that show a text of one face at a place."""
        codes = self._codes.get(face) or self._open(face)
        return f"BT /{face} {size} Tf 1 0 0 -1 {x} {y} Tm <{''.join([codes[char] for char in text])}> Tj ET"

    def glyphs(self, run: Run, size: float, x: float, y: float, number: Callable[[float], str]) -> Iterator[str]:
        """The operators that show the glyphs of a run that was shaped, as far as they stand for text."""
        used = self.letters.setdefault(run.face, {})
        yield f"BT /{run.face} {number(size)} Tf"
        for (glyph, gx, gy), text in zip(run.glyphs, run.letters, strict=True):
            if text:
                used[glyph] = min(text, used.get(glyph, text))
                yield f"1 0 0 -1 {number(x + gx * size)} {number(y - gy * size)} Tm <{glyph:04x}> Tj"
        yield "ET"

    def _open(self, face: str) -> _Codes:
        made = self._codes[face] = _Codes(face, self.letters.setdefault(face, {}))
        return made

    def take(self, letters: Letters) -> None:
        """Letters that were drawn elsewhere; of two that share a glyph the first of the alphabet names it."""
        for face, found in letters.items():
            used = self.letters.setdefault(face, {})
            for glyph, text in found.items():
                used[glyph] = min(text, used.get(glyph, text))

    def write(self, pdf: PdfFile) -> bytes:
        """Put the fonts into a file; what resources say of them comes back."""
        faces = sorted(self.letters)
        return b"".join([b"/%s %d 0 R" % (face.encode(), _drawn(pdf, face, self.letters[face])) for face in faces])


class _Codes(dict[str, str]):
    """The hexadecimal numbers of a face's glyphs by their characters."""

    def __init__(self, face: str, used: dict[int, str]) -> None:
        super().__init__()
        self._face = typefaces.face(face)
        self._used = used

    def __missing__(self, char: str) -> str:
        glyph = self._face.glyph(char)
        self._used[glyph] = min(char, self._used.get(glyph, char))
        code = self[char] = f"{glyph:04x}"
        return code


def _drawn(pdf: PdfFile, face: str, letters: Mapping[int, str]) -> int:
    """A font whose codes are the numbers of its glyphs."""
    glyphs = sorted(letters)
    name = _name(face, repr(glyphs))
    widths = b"".join([b"%d[%s]" % (glyph, _width(face, glyph)) for glyph in glyphs])
    inner = b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)" % name
    inner += b"/Supplement 0>>/CIDToGIDMap/Identity/W[%s]" % widths
    inner += b"/FontDescriptor %d 0 R>>" % _descriptor(pdf, face, name, 4, cut(face, glyphs=glyphs))
    told = pdf.stream(b"", _to_unicode(letters))
    head = b"<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>"
    return pdf.add(head % (name, pdf.add(inner), told))


def typed(pdf: PdfFile, face: str) -> int:
    """A font with the letters of most European languages, for people who type into a form."""
    font = typefaces.face(face)
    chars = [char for codes in TYPED for char in map(chr, codes) if char.isprintable() and font.has(char)]
    return _drawn(pdf, face, {font.glyph(char): char for char in chars})


def _name(face: str, what: str) -> bytes:
    """The name of a font of which only a part is there: six letters that tell one part from another."""
    digest = sha256(f"{face} {what}".encode()).digest()
    return bytes([65 + byte % 26 for byte in digest[:6]]) + b"+pnp-" + face.encode()


def _width(face: str, glyph: int) -> bytes:
    font = typeset.hb_font(face)
    return b"%g" % round(1000 * font.get_glyph_h_advance(glyph) / font.face.upem, 3)


def _descriptor(pdf: PdfFile, face: str, name: bytes, flags: int, data: bytes) -> int:
    from reportlab.pdfbase.ttfonts import TTFontFile

    font = TTFontFile(str(typefaces.face(face).path), charInfo=0)
    box = b" ".join([b"%d" % side for side in font.bbox])
    body = b"<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%s]/ItalicAngle %d" % (
        name, flags, box, font.italicAngle,
    )  # fmt: skip
    body += b"/Ascent %d/Descent %d/CapHeight %d/StemV %d/FontFile2 %d 0 R>>"
    file = pdf.stream(b"/Length1 %d" % len(data), data)
    return pdf.add(body % (font.ascent, font.descent, font.capHeight, font.stemV, file))


def _to_unicode(letters: Mapping[int, str]) -> bytes:
    rows = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in sorted(letters.items())]
    parts = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    body = "\n".join([f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts])
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering"
    head += " (UCS) /Supplement 0>> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def\n1 begincodespacerange"
    return f"{head} <0000> <ffff> endcodespacerange\n{body}\nendcmap{_CMAP_END}".encode()


_CMAP_END = " CMapName currentdict /CMap defineresource pop end end"


def cut(face: str, chars: Iterable[str] = (), glyphs: Iterable[int] = ()) -> bytes:
    """A font file with only some of its characters; or of its glyphs, which keep their numbers."""
    import uharfbuzz as hb

    font = hb.Face(hb.Blob.from_file_path(str(typefaces.face(face).path)))
    wanted = hb.SubsetInput()
    numbers = set(glyphs)
    if numbers:
        wanted.glyph_set.update(numbers)
        wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in font.table_tags if tag not in _KEPT)
    wanted.unicode_set.update({ord(char) for char in chars} | (set() if numbers else {32}))
    return bytes(hb.subset(font, wanted).blob.data)
