"""What PDF/A-2b and PDF/UA-1 ask of a file, as far as a program can tell, clause by clause."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest
from fontTools.ttLib import TTFont
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject

from pnp.errors import CallError
from pnp.render.pdf import pdf_bytes

Press = Callable[..., Any]
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
XMP = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}


@pytest.fixture(params=["plain", "fillable", "black"])
def made(request: Any, printed: Press) -> Any:
    how = {"plain": {}, "fillable": {"fillable": True}, "black": {"ink": "black", "up": 2}}[request.param]
    return printed("house-of-dice", "all", players="Ana,דנה לוי,प्रिया", **how)


def objects(reader: pypdf.PdfReader) -> Iterator[Any]:
    """Every object of a file."""
    for number in range(1, reader.trailer["/Size"]):
        try:
            yield reader.get_object(IndirectObject(number, 0, reader))
        except pypdf.errors.PdfReadError:
            continue


def dictionaries(reader: pypdf.PdfReader) -> list[DictionaryObject]:
    return [one for one in objects(reader) if isinstance(one, DictionaryObject)]


def xmp(reader: pypdf.PdfReader) -> ElementTree.Element:
    stream = reader.trailer["/Root"]["/Metadata"].get_object()
    assert "/Filter" not in stream, "metadata that any program finds is not compressed (PDF/A-2, 6.6.2.1)"
    return ElementTree.fromstring(stream.get_data())


def said(reader: pypdf.PdfReader, name: str) -> list[str]:
    return [
        "".join(one.itertext()).strip()
        for one in xmp(reader).iter(f"{{{XMP[name.split(':')[0]]}}}{name.split(':')[1]}")
    ]


def test_the_file_begins_and_ends_as_an_archive_wants(made: Any) -> None:
    """PDF/A-2, 6.1.2 and 6.1.3: a header with four high bytes, an ID, nothing encrypted."""
    assert re.match(rb"%PDF-1\.7\n%[\x80-\xff]{4}\n", made.pdf)
    assert made.pdf.endswith(b"%%EOF\n")
    assert len(made.reader.trailer["/ID"]) == 2
    assert "/Encrypt" not in made.reader.trailer


def test_the_properties_are_told_twice_and_alike(made: Any) -> None:
    """PDF/A-2, 6.6.4; PDF/UA-1, 7.1: XMP with the title, which the window shows."""
    info, root = made.reader.metadata, made.reader.trailer["/Root"]
    assert said(made.reader, "dc:title") == [info.title]
    assert said(made.reader, "xmp:CreatorTool") == [info.creator]
    assert said(made.reader, "dc:creator") == [info.author]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert root["/Lang"] == made.job.language


def test_the_file_claims_what_it_keeps(made: Any) -> None:
    """A form acts when it is typed into, which an archive forbids; a screen reader reads it all the same."""
    archive = [] if made.job.fillable else ["2", "B"]
    assert said(made.reader, "pdfaid:part") + said(made.reader, "pdfaid:conformance") == archive
    assert said(made.reader, "pdfuaid:part") == ["1"]
    acting = [one for one in dictionaries(made.reader) if {"/AA", "/JS", "/OpenAction"} & set(one)]
    assert bool(acting) is made.job.fillable


def test_colours_have_a_meaning(made: Any) -> None:
    """PDF/A-2, 6.2.3: an output intent with a profile whose header and table are whole."""
    (intent,) = made.reader.trailer["/Root"]["/OutputIntents"]
    profile = intent["/DestOutputProfile"].get_object().get_data()
    assert intent["/S"] == "/GTS_PDFA1"
    assert struct.unpack(">I", profile[:4])[0] == len(profile)
    assert (profile[12:16], profile[16:20], profile[36:40]) == (b"mntr", b"RGB ", b"acsp")
    (count,) = struct.unpack(">I", profile[128:132])
    tags = [struct.unpack(">4sII", profile[132 + 12 * i : 144 + 12 * i]) for i in range(count)]
    assert {b"rXYZ", b"gXYZ", b"bXYZ", b"rTRC", b"wtpt", b"desc", b"cprt"} <= {name for name, _, _ in tags}
    assert all(start % 4 == 0 and start + size <= len(profile) for _, start, size in tags)


def test_fonts_are_whole(made: Any) -> None:
    """PDF/A-2, 6.2.11: embedded, with the widths that the font itself has; PDF/UA-1, 7.21.7: all codes are letters."""
    found = [one for one in dictionaries(made.reader) if one.get("/Subtype") == "/Type0"]
    assert found
    for font in found:
        inner = font["/DescendantFonts"][0].get_object()
        assert (font["/Encoding"], inner["/CIDToGIDMap"]) == ("/Identity-H", "/Identity")
        file = TTFont(BytesIO(inner["/FontDescriptor"]["/FontFile2"].get_data()))
        em, names = file["head"].unitsPerEm, file.getGlyphOrder()
        widths = iter(inner["/W"])
        told = font["/ToUnicode"].get_object().get_data().decode()
        for glyph, (width,) in zip(widths, widths, strict=True):
            assert float(width) == pytest.approx(1000 * file["hmtx"][names[glyph]][0] / em, abs=1)
            assert re.search(rf"<{glyph:04x}> <(?!0000|feff|fffe)[0-9a-f]+>", told)


def test_everything_that_is_drawn_is_read_or_left_out_on_purpose(made: Any) -> None:
    """PDF/UA-1, 7.1: all content is tagged or an artifact; every mark has its part in the structure."""
    for page in made.reader.pages:
        depth, marks = 0, []
        for operands, operator in ContentStream(page.get_contents(), made.reader).operations:
            if operator in (b"BDC", b"BMC"):
                depth += 1
                if operator == b"BDC" and "/MCID" in operands[1]:
                    marks.append(int(operands[1]["/MCID"]))
            elif operator == b"EMC":
                depth -= 1
            else:
                assert depth, operator
        assert depth == 0
        assert marks == list(range(len(marks)))
        parts = parents(made.reader)[page["/StructParents"]]
        assert [part.get_object()["/K"] for part in parts] == marks
        assert page["/Tabs"] == "/S"


def parents(reader: pypdf.PdfReader) -> dict[int, Any]:
    """The structure's parts by the keys that pages and fields have."""
    found: dict[int, Any] = {}
    for kid in reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Kids"]:
        rows = list(kid.get_object()["/Nums"])
        found |= dict(zip(rows[::2], (one.get_object() for one in rows[1::2]), strict=True))
    return found


def test_the_structure_hangs_together(made: Any) -> None:
    """PDF/UA-1, 7.1 and 7.18: one document, every part names its parent, every field is a part and has a name."""
    root = made.reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value is True
    document = root["/StructTreeRoot"]["/K"].get_object()
    assert document["/S"] == "/Document"

    def walk(part: Any) -> Iterator[Any]:
        kids = part["/K"] if isinstance(part["/K"], ArrayObject) else []
        for kid in kids:
            assert kid.get_object()["/P"]["/S"] == part["/S"]
            yield kid.get_object()
            yield from walk(kid.get_object())

    kinds = [part["/S"] for part in walk(document)]
    widgets = [one.get_object() for page in made.reader.pages for one in page.get("/Annots", [])]
    assert kinds.count("/Form") == len(widgets)
    assert kinds.count("/P") == len(made.job.copies)
    known = parents(made.reader)
    for widget in widgets:
        assert known[widget["/StructParent"]]["/K"]["/Obj"]["/T"] == widget["/T"]
        assert widget["/TU"]
        assert widget["/F"] & 4, "what is seen is printed too (PDF/A-2, 6.3.2)"
        assert "/AP" in widget


def test_a_date_only_if_one_is_given(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "/CreationDate" not in made.reader.metadata
    assert said(made.reader, "xmp:CreateDate") == []
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1763424000")
    reader = pypdf.PdfReader(BytesIO(pdf_bytes(made.job)))
    assert reader.metadata["/CreationDate"] == "D:20251118000000Z"
    assert said(reader, "xmp:CreateDate") == ["2025-11-18T00:00:00Z"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(CallError, match="SOURCE_DATE_EPOCH is 'yesterday'"):
        pdf_bytes(made.job)
