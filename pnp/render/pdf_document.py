"""A PDF document: pages, bookmarks, page labels, and the order in which a screen reader reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO

from pnp.geometry import MM, Rect
from pnp.render import pdf_metadata
from pnp.render.pdf_file import PdfFile, pdf_string, references
from pnp.render.pdf_fonts import Fonts
from pnp.render.pdf_metadata import About

FAMILY = 250
"""Pages, or rows of a table, that are kept together: nothing large is read to find one of them."""


class Document:
    """Pages on their way into a file, and what belongs to all of them."""

    def __init__(self, out: BinaryIO, about: About) -> None:
        self.pdf = PdfFile(out)
        self.fonts = Fonts()
        self._about = about
        self._resources, self._inner, self._fonts = self.pdf.reserve(), self.pdf.reserve(), self.pdf.reserve()
        self._pages, self._family = self.pdf.reserve(), 0
        self._families: list[tuple[int, list[int]]] = []
        self._artwork: dict[str, int] = {}
        self._images: dict[str, int] = {}
        self._outline: list[tuple[str, int, int]] = []
        self._labels: list[bytes] = []
        self._count = 0
        self.structure = Structure(self.pdf)

    def image(self, name: str, width: int, height: int, colors: bytes, opacity: bytes) -> None:
        """A picture of dots, three bytes of colour and one of opacity each, that artwork and pages draw by its name."""
        size = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8" % (width, height)
        mask = b""
        if min(opacity) < 255:
            mask = b"/SMask %d 0 R" % self.pdf.stream(size + b"/ColorSpace/DeviceGray", opacity)
        self._images[name] = self.pdf.stream(size + b"/ColorSpace/DeviceRGB" + mask, colors)

    def form(self, frame: Rect, content: str, name: str = "", number: int = 0, further: bytes = b"") -> int:
        """Artwork in the units of its frame, which pages draw by its name; its number may have been reserved."""
        box = b"/Type/XObject/Subtype/Form/BBox[%.3f %.3f %.3f %.3f]" % (frame.x, frame.y, frame.right, frame.bottom)
        made = self.pdf.stream(box + b"/Resources %d 0 R" % self._inner + further, content.encode("latin-1"), number)
        if name:
            self._artwork[name] = made
        return made

    def page(self, number: int, width: float, height: float, stream: bytes, label: str, further: bytes = b"") -> None:
        """A page of a size in millimetres with its compressed content; its number was reserved."""
        if not self._families or len(self._families[-1][1]) == FAMILY:
            self._families.append((self.pdf.reserve(), []))
        family, pages = self._families[-1]
        content = self.pdf.ready(b"/Filter/FlateDecode", stream)
        size = b"/MediaBox[0 0 %.3f %.3f]" % (width * MM, height * MM)
        used = b"/Resources %d 0 R/Contents %d 0 R" % (self._resources, content)
        self.pdf.put(number, b"<</Type/Page/Parent %d 0 R%s%s%s>>" % (family, size, used, further))
        pages.append(number)
        if label:
            self._labels.append(b"%d<</P %s>>" % (self._count, pdf_string(label)))
        self._count += 1

    def bookmark(self, title: str, level: int, page: int) -> None:
        """A bookmark of a page; one of level 1 belongs to the last one of level 0."""
        self._outline.append((title, level, page))

    def close(self, form: bytes = b"") -> None:
        """Write what belongs to all pages."""
        pdf = self.pdf
        for number, pages in self._families:
            kids = b"/Kids[%s]/Count %d" % (references(pages), len(pages))
            pdf.put(number, b"<</Type/Pages/Parent %d 0 R%s>>" % (self._pages, kids))
        kids = b"/Kids[%s]/Count %d" % (references([number for number, _ in self._families]), self._count)
        pdf.put(self._pages, b"<</Type/Pages%s>>" % kids)
        pdf.put(self._fonts, b"<<%s>>" % self.fonts.write(pdf))
        for number, drawn in ((self._inner, self._images), (self._resources, self._images | self._artwork)):
            named = b"".join([b"/%s %d 0 R" % (name.encode(), one) for name, one in drawn.items()])
            pdf.put(number, b"<</Font %d 0 R/XObject<<%s>>>>" % (self._fonts, named))
        when = pdf_metadata.made_at()
        body = b"<</Type/Catalog/Pages %d 0 R/Lang %s" % (self._pages, pdf_string(self._about.language))
        body += b"/MarkInfo<</Marked true>>/StructTreeRoot %d 0 R" % self.structure.close()
        body += b"/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None>>"
        body += b"/Metadata %d 0 R/OutputIntents %s" % (
            pdf_metadata.xmp(pdf, self._about, when), pdf_metadata.colors(pdf),
        )  # fmt: skip
        body += b"/PageLabels<</Nums[%s]>>" % b"".join(self._labels) if self._labels else b""
        body += b"/Outlines %d 0 R" % _outline(pdf, self._outline) if self._outline else b""
        body += b"/PageMode/UseOutlines" if len(self._outline) > 1 else b""
        pdf.close(pdf.add(body + form + b">>"), pdf_metadata.info(pdf, self._about, when))


class Structure:
    """What a screen reader reads, and where each part of it lies."""

    def __init__(self, pdf: PdfFile) -> None:
        self._pdf = pdf
        self._root, self._document = pdf.reserve(), pdf.reserve()
        self._parts: list[int] = []
        self._parents: list[bytes] = []

    def paragraph(self, page: int, mark: int, above: int = 0, language: str = "") -> int:
        """What lies between the marks of a number on a page, perhaps in another language than the document."""
        spoken = b"/Lang %s" % pdf_string(language) if language else b""
        part = self._pdf.add(b"<</S/P/P %d 0 R/Pg %d 0 R/K %d%s>>" % (above or self._document, page, mark, spoken))
        if not above:
            self._parts.append(part)
        return part

    def section(self) -> int:
        """The number of a section, whose parts are told when they are known."""
        self._parts.append(self._pdf.reserve())
        return self._parts[-1]

    def fill(self, section: int, parts: Iterable[int]) -> None:
        self._pdf.put(section, b"<</S/Sect/P %d 0 R/K[%s]>>" % (self._document, references(list(parts))))

    def field(self, page: int, widget: int, above: int) -> int:
        """A place to type in."""
        return self._pdf.add(b"<</S/Form/P %d 0 R/Pg %d 0 R/K<</Type/OBJR/Obj %d 0 R>>>>" % (above, page, widget))

    def belongs(self, parts: Sequence[int] | int) -> int:
        """The key by which a page knows its paragraphs in order, or a field its own part."""
        self._parents.append(b"%d 0 R" % parts if isinstance(parts, int) else b"[%s]" % references(list(parts)))
        return len(self._parents) - 1

    def close(self) -> int:
        """The number of the whole."""
        pdf = self._pdf
        pdf.put(self._document, b"<</S/Document/P %d 0 R/K[%s]>>" % (self._root, references(self._parts)))
        kids = []
        for start in range(0, len(self._parents), FAMILY):
            some = self._parents[start : start + FAMILY]
            rows = b" ".join([b"%d %s" % (start + place, parent) for place, parent in enumerate(some)])
            kids.append(pdf.add(b"<</Limits[%d %d]/Nums[%s]>>" % (start, start + len(some) - 1, rows)))
        tree = pdf.add(b"<</Kids[%s]>>" % references(kids) if kids else b"<</Nums[]>>")
        body = b"<</Type/StructTreeRoot/K %d 0 R/ParentTree %d 0 R/ParentTreeNextKey %d>>"
        return pdf.put(self._root, body % (self._document, tree, len(self._parents)))


def _outline(pdf: PdfFile, entries: Sequence[tuple[str, int, int]]) -> int:
    """The bookmarks: a list, or a list of lists, each entry with its page."""
    root = pdf.reserve()
    numbers = [pdf.reserve() for _ in entries]
    parents: list[int] = []
    families: dict[int, list[int]] = {}
    above = root
    for number, (_, level, _) in zip(numbers, entries, strict=True):
        parents.append(above if level else root)
        families.setdefault(parents[-1], []).append(number)
        above = above if level else number
    beside = {
        number: (b"/Prev %d 0 R" % before if before else b"") + (b"/Next %d 0 R" % after if after else b"")
        for family in families.values()
        for before, number, after in zip([0, *family], family, [*family[1:], 0], strict=False)
    }
    for number, parent, (title, _, page) in zip(numbers, parents, entries, strict=True):
        links = b"/Parent %d 0 R%s%s" % (parent, beside[number], _ends(families.get(number, [])))
        pdf.put(number, b"<</Title %s%s/Dest[%d 0 R/Fit]>>" % (pdf_string(title), links, page))
    return pdf.put(root, b"<</Type/Outlines%s>>" % _ends(families.get(root, [])))


def _ends(family: Sequence[int]) -> bytes:
    return b"/First %d 0 R/Last %d 0 R/Count %d" % (family[0], family[-1], len(family)) if family else b""
