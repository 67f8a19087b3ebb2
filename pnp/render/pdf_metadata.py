"""What a PDF file says of itself: title, makers, a date if one is given, the standards it keeps, and its colours."""

from __future__ import annotations

import os
import struct
from datetime import UTC, datetime
from html import escape
from typing import NamedTuple

from pnp import __version__
from pnp.errors import CallError
from pnp.render.pdf_file import PdfFile, pdf_string
from pnp.words import say

MAKER = "pnp"


class About(NamedTuple):
    """A document's title, subject, keywords and language, and whether it is an archive's: nothing in it acts."""

    title: str
    subject: str
    keywords: str
    language: str
    archival: bool = True


def made_at() -> datetime | None:
    """The date that builds agree on, by SOURCE_DATE_EPOCH; without one a file has none, and is the same every day."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given:
        return None
    try:
        return datetime.fromtimestamp(int(given), UTC)
    except (ValueError, OverflowError, OSError):
        raise CallError(say("wrong-date", given=repr(given))) from None


def info(pdf: PdfFile, about: About, when: datetime | None) -> int:
    """The properties as old viewers read them."""
    rows = {"Title": about.title, "Subject": about.subject, "Keywords": about.keywords, "Author": MAKER}
    rows |= {"Creator": f"{MAKER} {__version__}", "Producer": MAKER}
    if when:
        rows |= dict.fromkeys(("CreationDate", "ModDate"), f"D:{when:%Y%m%d%H%M%S}Z")
    body = b"".join([b"/%s %s" % (name.encode(), pdf_string(value)) for name, value in rows.items() if value])
    return pdf.add(b"<<%s>>" % body)


def xmp(pdf: PdfFile, about: About, when: datetime | None) -> int:
    """The same properties as new ones read them, with the standards that the file keeps."""
    title, subject, words = (escape(one, quote=False) for one in (about.title, about.subject, about.keywords))
    rows = [f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>']
    rows += [f"<dc:creator><rdf:Seq><rdf:li>{MAKER}</rdf:li></rdf:Seq></dc:creator>"]
    if subject:
        rows += [f'<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>']
    rows += [f"<dc:language><rdf:Bag><rdf:li>{escape(about.language)}</rdf:li></rdf:Bag></dc:language>"]
    rows += [f"<pdf:Producer>{MAKER}</pdf:Producer>", f"<xmp:CreatorTool>{MAKER} {__version__}</xmp:CreatorTool>"]
    rows += [f"<pdf:Keywords>{words}</pdf:Keywords>"] if words else []
    rows += [f"<xmp:{one}Date>{when:%Y-%m-%dT%H:%M:%SZ}</xmp:{one}Date>" for one in ("Create", "Modify") if when]
    rows += ["<pdfuaid:part>1</pdfuaid:part>"]
    if about.archival:
        rows += ["<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>", _EXTENSION]
    return pdf.ready(b"/Type/Metadata/Subtype/XML", _PACKET.format(rows="\n".join(rows)).encode())


_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
{rows}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""
_EXTENSION = """<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>which part of the standard is kept</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>"""
"""An archive's file explains every property that its standard does not know."""


def colors(pdf: PdfFile) -> bytes:
    """What the file's colours mean: those of screens and home printers, which are called sRGB."""
    profile = pdf.stream(b"/N 3", srgb())
    return (
        b"[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile %d 0 R>>]"
        % (profile)
    )


def srgb() -> bytes:
    """The colour profile of sRGB by the numbers of its standard (IEC 61966-2-1), adapted to the white of profiles."""
    curve = _tag(b"para", struct.pack(">HH", 3, 0) + _fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045))
    tags = {
        b"desc": _text("sRGB"),
        b"cprt": _text("public domain"),
        b"wtpt": _tag(b"XYZ ", _fixed(0.9642, 1.0, 0.8249)),
        b"rXYZ": _tag(b"XYZ ", _fixed(0.43607, 0.22249, 0.01392)),
        b"gXYZ": _tag(b"XYZ ", _fixed(0.38515, 0.71687, 0.09708)),
        b"bXYZ": _tag(b"XYZ ", _fixed(0.14307, 0.06061, 0.71410)),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    table, data, places = b"", b"", dict[bytes, int]()
    for name, content in tags.items():
        at = places.setdefault(content, 132 + 12 * len(tags) + len(data))
        data += content if at == 132 + 12 * len(tags) + len(data) else b""
        table += name + struct.pack(">II", at, len(content))
    size = 132 + len(table) + len(data)
    head = struct.pack(">I4sI4s4s4s", size, b"", 0x04200000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H4s28x", 2000, 1, 1, 0, 0, 0, b"acsp") + _fixed(0.9642, 1.0, 0.8249)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + table + data


def _fixed(*numbers: float) -> bytes:
    return b"".join([struct.pack(">i", round(number * 65536)) for number in numbers])


def _tag(kind: bytes, content: bytes) -> bytes:
    return (kind + bytes(4) + content).ljust(-(-(8 + len(content)) // 4) * 4, b"\0")


def _text(text: str) -> bytes:
    said = text.encode("utf-16-be")
    return _tag(b"mluc", struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(said), 28) + said)
