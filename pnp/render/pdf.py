"""Ink to PDF: each sheet's artwork is stored once as a form, every page adds only what is somebody's own."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import chain
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from zlib import compress

from pnp import __version__
from pnp.batch import HERE, Run, in_order
from pnp.geometry import MM, Placement
from pnp.render import pdf_tags, typeset
from pnp.render.colors import Palette
from pnp.render.job import Copy, Job, Progress, silent
from pnp.render.pdf_document import Document
from pnp.render.pdf_file import references
from pnp.render.pdf_fonts import Fonts, Letters
from pnp.render.pdf_metadata import About
from pnp.render.pdf_operators import Content, image_name
from pnp.render.qr import Symbol, symbols
from pnp.sheets import personal, typefaces
from pnp.sheets.ink import Code, Image, Text
from pnp.sheets.sheet import Sheet

if TYPE_CHECKING:
    from pnp.render.forms import Form

BATCH = 250
"""Pages that are drawn at a time, by whichever process is free."""

LEVEL = 4
"""How hard pages are compressed: more costs half as much again and saves a twentieth."""


def write(job: Job, out: BinaryIO, progress: Progress = silent, run: Run = HERE) -> list[str]:
    """Print a job into a file; the names that had to be shortened come back."""
    return _Press(job, progress).run(out, run)


Placed = Callable[[Callable[[str], int]], tuple[dict[str, list[int]], list[int]]]
"""Puts the form fields of a copy over it, each below the part of the structure that its block names."""


class Drawn(NamedTuple):
    """Pages as the compressed bytes they will be, the names that were shortened, and the letters they need."""

    streams: list[bytes]
    shortened: list[str]
    letters: Letters


LONG = 2000
"""From so many pages on, what is finished is kept for a run that is stopped."""


class _Press:
    """The state of one job while it is printed: fonts, artwork, the document."""

    def __init__(self, job: Job, progress: Progress) -> None:
        self.job = job
        self.progress = progress
        self.sheets = {copy.sheet.key: copy.sheet for copy in job.copies}
        self.names = {key: f"Sheet{number}" for number, key in enumerate(self.sheets)}
        self.plans = {key: job.page_plan(sheet) for key, sheet in self.sheets.items()}
        self.palettes = {key: Palette.of(sheet.theme, job.ink) for key, sheet in self.sheets.items()}
        self.tagged = len(job.copies) <= pdf_tags.MOST
        self._tags: dict[str, pdf_tags.Tags] = {}
        self._layers: dict[tuple[str, int], str] = {}
        self._shortened: list[str] = []
        self._images: set[str] = set()
        self._marks: dict[str, list[tuple[str, int]]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "progress": silent}

    def run(self, out: BinaryIO, run: Run) -> list[str]:
        keywords = ", ".join(sorted(self.sheets))
        about = About(self.job.title, self.job.subject, keywords, self.job.language, not self.job.fillable)
        document = Document(out, about)
        for key, sheet in self.sheets.items():
            self._artwork(document, key, sheet)
        for one in (one for copy in self.job.copies for one in copy.written if isinstance(one, Image)):
            self._image(document, image_name(one), one)
        form = None
        if self.job.fillable:
            from pnp.render.forms import Form

            form = Form(document, self.palettes)
        pages = iter(self.job.pages)
        batches = [self.job.pages[start : start + BATCH] for start in range(0, len(self.job.pages), BATCH)]
        shortened: list[str] = []
        done = 0
        name = pickle.dumps((self.job, __version__)) if run.keep and len(self.job.pages) >= LONG else b""
        for drawn in in_order(partial(_drawn, self), batches, run, name):
            shortened += drawn.shortened
            document.fonts.take(drawn.letters)
            for stream in drawn.streams:
                self._page(document, next(pages), stream, form)
                done += 1
                self.progress(done, len(self.job.pages))
        self._bookmarks(document)
        document.close(form.close() if form else b"")
        return shortened

    def _artwork(self, document: Document, key: str, sheet: Sheet) -> None:
        """The part of a sheet that is the same for everybody, in forms; where it has tags its texts are not in them."""
        images: dict[str, Image] = {}
        new = partial(Content, document.fonts, self.palettes[key], typeset.set_line, images)
        guides = sheet.guides if self.job.guides else ()
        if self.tagged:
            made = self._tags[key] = pdf_tags.tags(self.palettes[key], sheet, guides, new)
            for number, layer in enumerate(made.layers):
                document.form(sheet.bleeding, layer.art, f"{self.names[key]}-{number}")
        else:
            content = new()
            content.draw((*sheet.ink, *guides))
            document.form(sheet.bleeding, content.text(), self.names[key])
        for name, image in images.items():
            self._image(document, name, image)

    def _image(self, document: Document, name: str, image: Image) -> None:
        """A picture of dots, once in the document."""
        if name not in self._images:
            from pnp.render.dots import pixels

            self._images.add(name)
            document.image(name, *pixels(image.data, self.job.ink))

    def _codes(self, pages: Sequence[Sequence[int]]) -> Mapping[str, Iterator[Symbol]]:
        """The QR symbols of each sheet in the order in which they are drawn."""
        wanted: dict[str, list[Copy]] = {}
        for number in chain.from_iterable(pages):
            copy = self.job.copies[number]
            for one in copy.sheet.personal:
                if isinstance(one, Code):
                    wanted.setdefault(copy.sheet.key, []).append(copy)
        return {
            key: symbols(copies[0].address.before, [copy.person.code for copy in copies], copies[0].address.after)
            for key, copies in wanted.items()
        }

    def draw(self, pages: Sequence[Sequence[int]]) -> Drawn:
        """Some of the pages."""
        fonts, codes, self._shortened = Fonts(), self._codes(pages), []
        streams = [compress(self._content(fonts, members, codes).encode("latin-1"), LEVEL) for members in pages]
        return Drawn(streams, self._shortened, fonts.letters)

    def _content(self, fonts: Fonts, members: Sequence[int], codes: Mapping[str, Iterator[Symbol]]) -> str:
        """What a page draws: each copy between marks of its own, by which screen readers know it."""
        copies = [self.job.copies[member] for member in members]
        key = copies[0].sheet.key
        plan = self.plans[key]
        drawn = []
        mark = 0
        for slot, copy in zip(plan.slots, copies, strict=False):
            which = key if copy.sheet is copies[0].sheet else copy.sheet.key
            art, count = self._drawing(which, mark)
            own = self._copy(fonts, copy, which, codes)
            mark += count
            if not self.tagged:
                own, art = art + own, ""
            if _has_own(copy) or not self.tagged:
                own = f"/P <</MCID {mark}>> BDC\n{own}\nEMC"
                mark += 1
            drawn.append(_placed(slot.placement, plan.height, art + own))
        if marks := plan.marks(len(copies)):
            cuts = Content(fonts, self.palettes[key], typeset.set_line)
            cuts.draw(marks)
            drawn.append(f"/Artifact BMC\n{_placed(Placement(), plan.height, cuts.text())}\nEMC")
        return "\n".join(drawn)

    def _copy(self, fonts: Fonts, copy: Copy, key: str, codes: Mapping[str, Iterator[Symbol]]) -> str:
        """What a copy has besides the artwork; a name that stands in a form field is not printed below it too."""
        content = Content(fonts, self.palettes[key], typeset.set_line)
        content.draw(copy.written)
        person = copy.person._replace(name="") if self.job.fillable else copy.person
        for one in personal.ink_of(copy.sheet, person, copy.address):
            if isinstance(one, Code):
                content.code(one, next(codes[key]))
            elif isinstance(one, Text):
                if content.line(one).shortened:
                    self._shortened.append(copy.person.name)
            else:
                content.draw([one])
        return content.text()

    def _drawing(self, key: str, first: int) -> tuple[str, int]:
        """The operators that draw what a sheet is for everybody, and how many marks they have from a number on."""
        if not self.tagged:
            return f"/{self.names[key]} Do\n", 0
        count = self._tags[key].marks
        if (key, first) not in self._layers:
            drawn, mark = [], first
            for number, layer in enumerate(self._tags[key].layers):
                marks = tuple(range(mark, mark + layer.marks))
                drawn.append(f"/Artifact BMC\n/{self.names[key]}-{number} Do\nEMC\n{layer.texts % marks}\n")
                mark += layer.marks
            self._layers[key, first] = "".join(drawn)
        return self._layers[key, first], count

    def _page(self, document: Document, members: Sequence[int], stream: bytes, form: Form | None) -> None:
        copies = [self.job.copies[member] for member in members]
        plan = self.plans[copies[0].sheet.key]
        page = document.pdf.reserve()
        parts: list[int] = []
        widgets: list[int] = []
        for slot, copy in zip(plan.slots, copies, strict=False):
            placed = partial(form.add, page, copy, slot.placement, plan.height) if form else None
            if self.tagged:
                self._blocks(document, page, copy, parts, placed, widgets)
            else:
                self._paragraph(document, page, parts, placed, widgets)
            self._marks.setdefault(copy.sheet.key, []).append((copy.label, page))
        further = b"/StructParents %d/Tabs/S" % document.structure.belongs(parts)
        further += b"/Annots[%s]" % references(widgets) if widgets else b""
        label = copies[0].label if self.job.up == 1 else ""
        document.page(page, plan.width, plan.height, stream, label, further)

    def _paragraph(
        self, document: Document, page: int, parts: list[int], placed: Placed | None, widgets: list[int]
    ) -> None:
        """A sheet as one paragraph, below which its fields stand."""
        structure = document.structure
        if placed is None:
            parts.append(structure.paragraph(page, len(parts)))
            return
        section = structure.section()
        parts.append(structure.paragraph(page, len(parts), section))
        fields, found = placed(lambda _: section)
        structure.fill(section, [parts[-1], *(one for some in fields.values() for one in some)])
        widgets += found

    def _blocks(
        self, document: Document, page: int, copy: Copy, parts: list[int], placed: Placed | None, widgets: list[int]
    ) -> None:
        """A sheet with its title, its blocks and their texts, each with its fields, and what is the copy's own."""
        made, first = self._tags[copy.sheet.key], len(parts)
        fielded = {field.block for field in copy.sheet.fields} if placed else ()
        place, own = pdf_tags.part(document, made, fielded), 0
        if _has_own(copy):
            name = typefaces.printable(copy.person.name)
            language = pdf_tags.language([run.face for run in typeset.runs_of(name, "text")])
            own = document.structure.paragraph(page, first + made.marks, place.sheet, language)
        fields, found = placed(lambda block: place.blocks[block]) if placed else ({}, [])
        widgets += found
        parts += [*pdf_tags.close(document, place, page, made, first, fields, own), *([own] if own else [])]

    def _bookmarks(self, document: Document) -> None:
        """One for every sheet, below one for its kind where there are several kinds."""
        for key, sheet in self.sheets.items():
            several = len(self.sheets) > 1
            marked = self._marks.get(key, [])
            if several and marked:
                document.bookmark(sheet.heading, 0, marked[0][1])
            for label, page in marked:
                if not several or label != sheet.heading:
                    document.bookmark(label, int(several), page)


def _has_own(copy: Copy) -> bool:
    """Whether a copy has anything besides the artwork."""
    return bool(copy.written or copy.sheet.personal)


def _drawn(press: _Press, pages: Sequence[Sequence[int]]) -> Drawn:
    return press.draw(pages)


def _placed(placement: Placement, height: float, content: str) -> str:
    """Content in millimetres from the top left, put on a page whose unit is the point from the bottom left."""
    unit = MM * placement.scale
    return f"q {unit:.5f} 0 0 {-unit:.5f} {placement.dx * MM:.3f} {(height - placement.dy) * MM:.3f} cm\n{content}\nQ"


def pdf_bytes(job: Job) -> bytes:
    """A job as the bytes of its PDF."""
    out = BytesIO()
    write(job, out)
    return out.getvalue()


def write_file(job: Job, path: FilePath, progress: Progress = silent, run: Run = HERE) -> list[str]:
    """Print a job to a file that is there whole or not at all; the names that had to be shortened come back."""
    from pnp.paths import whole_file

    with whole_file(path) as out:
        return write(job, out, progress, run)
