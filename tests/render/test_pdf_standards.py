"""What PDF/A-2b and PDF/UA-1 ask of a file, as far as a program can tell, clause by clause."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pypdf
import pytest
from fontTools.ttLib import TTFont
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject

from pnp.errors import CallError
from pnp.render import pdf_tags, rasterize
from pnp.render.pdf import pdf_bytes
from pnp.sheets.ink import Box, Disc, Paint, Text

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


PAINTING = {b"f", b"S", b"B", b"Tj", b"TJ", b"sh", b"EI"}


def marks_of(content: Any, reader: pypdf.PdfReader) -> list[int]:
    """The marks of a stream in order; whatever paints stands between some, or is artwork."""
    inside: list[bool] = []
    marks = []
    for operands, operator in ContentStream(content, reader).operations:
        if operator in (b"BDC", b"BMC"):
            numbered = operator == b"BDC" and "/MCID" in operands[1]
            if numbered:
                assert not any(inside), "marks with numbers don't lie in each other"
                marks.append(int(operands[1]["/MCID"]))
            assert not (operands[0] == "/Artifact" and any(inside)), "artwork is not part of a text"
            inside.append(numbered)
        elif operator == b"EMC":
            inside.pop()
        else:
            assert inside or operator not in {*PAINTING, b"Do"}, operator
    assert not inside
    return marks


def test_everything_that_is_drawn_is_read_or_left_out_on_purpose(made: Any) -> None:
    """PDF/UA-1, 7.1: all content is tagged or an artifact; every mark has its part in the structure, none two."""
    known = parents(made.reader)
    for page in made.reader.pages:
        marks = marks_of(page.get_contents(), made.reader)
        parts = [part.get_object() for part in known[page["/StructParents"]]]
        assert marks == list(range(len(parts))) and len(parts) > 5
        for mark, part in zip(marks, parts, strict=True):
            assert part.raw_get("/Pg").idnum == page.indirect_reference.idnum
            assert mark in (part["/K"] if isinstance(part["/K"], ArrayObject) else [part["/K"]])
        assert page["/Tabs"] == "/S"
        drawn = page["/Resources"]["/XObject"].values()
        assert all(b"MCID" not in form.get_object().get_data() for form in drawn), "what pages share has no marks"


@pytest.mark.parametrize("count", [13, 14])
def test_pages_share_their_drawings(printed: Press, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """A page of a large job has all its tags; one of a very large job is a paragraph, with its texts in the drawing."""
    monkeypatch.setattr(pdf_tags, "MOST", 13)
    made = printed("yacht", players=",".join(f"P{n}" for n in range(count)))
    kinds = [part["/S"] for part in walk(made.reader)]
    assert len(made.reader.pages[0]["/Resources"]["/XObject"]) == 1
    if count == 13:
        assert kinds.count("/H1") == 13 and kinds.count("/P") > 13 * 20
    else:
        assert kinds == ["/P"] * 14
        assert all(marks_of(page.get_contents(), made.reader) == [0] for page in made.reader.pages)
    assert "Full house" in made.reader.pages[-1].extract_text()


def test_a_shape_that_covers_a_text_still_does(job: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are drawn by the page and shapes by what pages share, yet in the order of the layout."""
    made = job("yacht", players="Ana")
    (copy,) = made.copies
    over = (Box(20, 20, 60, 30, Paint(fill="accent")), Text(25, 40, "over it", "display", 9, "paper"))
    ink = (Text(22, 35, "below it", "display", 12), *over, Disc(70, 40, 4, Paint(fill="ink")))
    made = replace(made, copies=(copy._replace(sheet=copy.sheet._replace(ink=ink, spans=(("one", 4),))),))
    tagged = pdf_bytes(made)
    monkeypatch.setattr(pdf_tags, "MOST", 0)
    first, second = (next(rasterize.pages(data, 60)).tobytes() for data in (tagged, pdf_bytes(made)))
    assert first == second


def test_a_sheet_is_read_block_by_block(printed: Press) -> None:
    """A title, then each block with its texts and then its fields; a name tells the language of its script."""
    made = printed("yacht", players="Ana,דנה", fillable=True)
    first, second = made.reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object()["/K"]
    blocks = [one.get_object() for one in first.get_object()["/K"]]
    kinds = [[kid.get_object()["/S"] for kid in block["/K"]] for block in blocks if block["/S"] == "/Sect"]
    assert kinds[0] == ["/H1"]
    assert sum("/H1" in one for one in kinds) == 1 and any("/H2" in one for one in kinds)
    assert all(one == sorted(one, key=lambda kind: kind == "/Form") for one in kinds)
    assert any(one.count("/Form") == 78 and "/P" in one for one in kinds)
    languages = [sheet.get_object()["/K"][-1].get_object().get("/Lang") for sheet in (first, second)]
    assert languages == [None, "he"]


def parents(reader: pypdf.PdfReader) -> dict[int, Any]:
    """The structure's parts by the keys that pages and fields have."""
    found: dict[int, Any] = {}
    for kid in reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Kids"]:
        rows = list(kid.get_object()["/Nums"])
        found |= dict(zip(rows[::2], (one.get_object() for one in rows[1::2]), strict=True))
    return found


def walk(reader: pypdf.PdfReader) -> Iterator[Any]:
    """Every part of the structure below the document, in the order it is read; each names its parent."""

    def below(part: Any) -> Iterator[Any]:
        kids = part["/K"] if isinstance(part["/K"], ArrayObject) else []
        for kid in (one.get_object() for one in kids):
            if isinstance(kid, DictionaryObject):
                assert kid["/P"].get_object() is part.get_object()
                yield kid
                yield from below(kid)

    yield from below(reader.trailer["/Root"]["/StructTreeRoot"]["/K"].get_object())


def test_the_structure_hangs_together(made: Any) -> None:
    """PDF/UA-1, 7.1 and 7.18: one document, every part names its parent, every field is a part and has a name."""
    root = made.reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value is True
    document = root["/StructTreeRoot"]["/K"].get_object()
    assert document["/S"] == "/Document"

    kinds = [part["/S"] for part in walk(made.reader)]
    widgets = [one.get_object() for page in made.reader.pages for one in page.get("/Annots", [])]
    assert kinds.count("/Form") == len(widgets)
    assert kinds.count("/H1") == len(made.job.copies)
    known = parents(made.reader)
    for widget in widgets:
        assert known[widget["/StructParent"]]["/K"]["/Obj"]["/T"] == widget["/T"]
        assert widget["/TU"]
        assert widget["/F"] & 4, "what is seen is printed too (PDF/A-2, 6.3.2)"
        assert "/AP" in widget or widget.get("/V", "") == ""


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
