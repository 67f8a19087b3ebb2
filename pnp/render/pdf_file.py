"""A PDF document around ReportLab's: it makes fonts and artwork, the pages are written as they will stand in the file.

ReportLab keeps every page as objects until the end. Thousands of pages that differ in a few hundred bytes take far
less time and memory when each is compressed at once and kept as the bytes it will be.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import BasicFonts, PDFObject, PDFObjectReference, xObjectName
from reportlab.pdfgen.canvas import Canvas

from pnp import __version__
from pnp.geometry import MM, Rect


class Ready(PDFObject):  # type: ignore[misc]
    """A PDF object whose bytes are known."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: Any) -> bytes:
        del document
        return self.data


def pdf_string(text: str) -> bytes:
    """A text as a PDF string, whatever its script.

    >>> pdf_string("Ana")
    b'<FEFF0041006E0061>'
    """
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().upper().encode() + b">"


class PdfFile:
    """Pages in a file: artwork as forms, pages that use it, bookmarks, labels."""

    def __init__(self, out: BinaryIO, first_font: str, language: str) -> None:
        # ASCII85 makes streams a quarter larger and is for channels that lose bytes.
        rl_config.useA85 = 0
        self.canvas = Canvas(
            out, pageCompression=1, invariant=1, initialFontName=first_font, lang=language, pdfVersion=(1, 7)
        )
        self.document = self.canvas._doc
        self._parent = self.document.Reference(self.document.Pages).format(self.document)
        self._resources = b""
        self._forms: dict[str, bytes] = {}
        self._outline = _Outline()
        self._labels: list[tuple[int, str]] = []
        self._count = 0

    def _add(self, data: bytes, name: str | None = None) -> Any:
        """A reference to an object that is put into the file as it is."""
        return self.document.Reference(Ready(data), name)

    def describe(self, title: str, subject: str, keywords: str) -> None:
        """What the file says of itself, and how a viewer should print it."""
        self.canvas.setTitle(title)
        self.canvas.setSubject(subject)
        self.canvas.setAuthor("pnp")
        self.canvas.setCreator(f"pnp {__version__}")
        self.canvas.setProducer("pnp with ReportLab")
        self.canvas.setKeywords(keywords)
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")

    def image(self, name: str, width: int, height: int, colors: bytes, opacity: bytes) -> None:
        """A picture of dots, three bytes of colour and one of opacity each, that artwork and pages draw by its name."""
        size = b"/Type/XObject/Subtype/Image/Width %d/Height %d/BitsPerComponent 8" % (width, height)
        mask = b"/SMask " + self._stream(size + b"/ColorSpace/DeviceGray", opacity) if min(opacity) < 255 else b""
        internal = xObjectName(name)
        self._forms[internal] = self._stream(size + b"/ColorSpace/DeviceRGB" + mask, colors, internal)

    def _stream(self, head: bytes, data: bytes, name: str | None = None) -> bytes:
        packed = zlib.compress(data, 9)
        body = b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (head, len(packed), packed)
        reference: bytes = self._add(body, name).format(self.document)
        return reference

    def form(self, name: str, frame: Rect, content: str, images: Iterable[str] = ()) -> None:
        """Artwork that pages draw by its name."""
        self.canvas.beginForm(name, frame.x, frame.y, frame.right, frame.bottom)
        self.canvas._code.append(content)
        self.canvas._formsinuse = list(images)
        self.canvas.endForm()
        internal = xObjectName(name)
        self._forms[internal] = PDFObjectReference(internal).format(self.document)

    def form_operator(self, name: str) -> str:
        return f"/{self.document.getXObjectName(name)} Do"

    def page(self, width: float, height: float, content: str, label: str) -> bytes:
        """A page of a size in millimetres; form fields that were put on the canvas become its annotations."""
        stream = zlib.compress(content.encode("latin-1"), 6)
        body = self._add(b"<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (len(stream), stream))
        contents = body.format(self.document)
        size = b"0 0 %.3f %.3f" % (width * MM, height * MM)
        parts = [b"<</Type/Page/Parent ", self._parent, b"/MediaBox[", size, b"]/Resources ", self._shared()]
        parts += [b"/Contents ", contents, self._annotations(), b">>"]
        # Form fields look for their page by the name that ReportLab would give it.
        page = self._add(b"".join(parts), self.document.thisPageName())
        self.document.pageCounter += 1
        self.document.Pages.addPage(page)
        if label:
            self._labels.append((self._count, label))
        self._count += 1
        reference: bytes = page.format(self.document)
        return reference

    def bookmark(self, title: str, level: int, page: bytes) -> None:
        """A bookmark of a page; one of level 1 belongs to the last one of level 0."""
        self._outline.entries.append((title, level, page))

    def _annotations(self) -> bytes:
        fields = [reference.format(self.document) for reference in self.canvas._annotationrefs]
        self.canvas._annotationrefs = []
        return b"/Annots[" + b" ".join(fields) + b"]" if fields else b""

    def _shared(self) -> bytes:
        """The resources of every page: all fonts and all artwork."""
        if not self._resources:
            fonts = PDFObjectReference(BasicFonts).format(self.document)
            forms = b"".join(b"/%s %s" % (name.encode(), reference) for name, reference in self._forms.items())
            shared = self._add(b"<</Font %s/XObject<<%s>>/ProcSet[/PDF/Text]>>" % (fonts, forms))
            self._resources = shared.format(self.document)
        return self._resources

    def save(self) -> None:
        """Write the file."""
        document = self.document
        document.outline = document.Outlines = self._outline
        document.Catalog.PageMode = "/UseOutlines" if len(self._outline.entries) > 1 else "/UseNone"
        if self._labels:
            rows = b"".join(b"%d<</P %s>>" % (number, pdf_string(label)) for number, label in self._labels)
            document.Catalog.PageLabels = Ready(b"<</Nums[" + rows + b"]>>")
        document.SaveToFile(self.canvas._filename, self.canvas)


class _Outline(PDFObject):  # type: ignore[misc]
    """The bookmarks: a list, or a list of lists, each entry with its page."""

    __RefOnly__ = 1
    ready = 1

    def __init__(self) -> None:
        self.entries: list[tuple[str, int, bytes]] = []
        self._data = b""

    def format(self, document: Any) -> bytes:
        del document
        return self._data

    def prepare(self, document: Any, canvas: Any) -> None:
        """Number the entries and tie them to each other, as the file wants it."""
        del canvas
        document.Catalog.Outlines = document.Reference(self)
        root = document.Catalog.Outlines.format(document)
        items = [Ready(b"") for _ in self.entries]
        numbers = [document.Reference(item).format(document) for item in items]
        parents, children = self._family(root, numbers)
        places = {index: place for family in children.values() for place, index in enumerate(family)}
        for index, (title, _, page) in enumerate(self.entries):
            family, place = children[parents[index]], places[index]
            links = b"/Parent " + parents[index]
            links += b"/Prev " + numbers[family[place - 1]] if place else b""
            links += b"/Next " + numbers[family[place + 1]] if place + 1 < len(family) else b""
            links += self._ends(children.get(numbers[index], []), numbers)
            items[index].data = b"<</Title %s%s/Dest[%s/Fit]>>" % (pdf_string(title), links, page)
        self._data = b"<</Type/Outlines" + self._ends(children.get(root, []), numbers) + b">>"

    def _family(self, root: bytes, numbers: list[bytes]) -> tuple[list[bytes], dict[bytes, list[int]]]:
        """Each entry's parent, and each parent's entries."""
        parents: list[bytes] = []
        children: dict[bytes, list[int]] = {}
        above = root
        for index, (_, level, _) in enumerate(self.entries):
            parent = above if level else root
            parents.append(parent)
            children.setdefault(parent, []).append(index)
            if not level:
                above = numbers[index]
        return parents, children

    @staticmethod
    def _ends(family: list[int], numbers: list[bytes]) -> bytes:
        if not family:
            return b""
        return b"/First %s/Last %s/Count %d" % (numbers[family[0]], numbers[family[-1]], len(family))
