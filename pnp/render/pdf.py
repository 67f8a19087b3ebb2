"""Ink to PDF: each sheet's artwork is stored once as a form, every page adds only what is somebody's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path as FilePath
from typing import Any, BinaryIO

from pnp import __version__
from pnp.geometry import MM, Placement
from pnp.render import typeset
from pnp.render.colors import Palette
from pnp.render.content import Content, Fonts
from pnp.render.job import Copy, Job, Progress, silent
from pnp.render.qr import Symbol, symbols
from pnp.sheets import faces, personal
from pnp.sheets.ink import Code, Text
from pnp.sheets.sheet import Sheet


def write(job: Job, out: BinaryIO, progress: Progress = silent) -> list[str]:
    """Print a job into a file; the names that had to be shortened come back."""
    return _Press(job, progress).run(out)


class _Press:
    """The state of one job while it is printed: fonts, artwork, the canvas."""

    def __init__(self, job: Job, progress: Progress) -> None:
        self.job = job
        self.progress = progress
        self.sheets = {copy.sheet.key: copy.sheet for copy in job.copies}
        self.plans = {key: job.page_plan(sheet) for key, sheet in self.sheets.items()}
        self.palettes = {key: Palette(sheet.look.colors, job.ink) for key, sheet in self.sheets.items()}
        self.shortened: list[str] = []
        self._settings: dict[Text, typeset.Setting] = {}
        self._headings: set[str] = set()

    def run(self, out: BinaryIO) -> list[str]:
        from reportlab.pdfgen.canvas import Canvas

        fonts = Fonts(subsets(self._needed_characters()))
        first = fonts.register()
        canvas = Canvas(
            out,
            pageCompression=1,
            invariant=1,
            initialFontName=first,
            lang=self.job.language,
            pdfVersion=(1, 7),
        )
        fonts.document = canvas._doc
        self._describe(canvas)
        for key, sheet in self.sheets.items():
            self._artwork(canvas, fonts, key, sheet)
        codes = self._codes()
        for number, members in enumerate(self.job.pages):
            self._page(canvas, fonts, number, members, codes)
            self.progress(number + 1, len(self.job.pages))
        canvas.save()
        return self.shortened

    def _describe(self, canvas: Any) -> None:
        canvas.setTitle(self.job.title)
        canvas.setSubject(self.job.subject)
        canvas.setAuthor("pnp")
        canvas.setCreator(f"pnp {__version__}")
        canvas.setProducer("pnp with ReportLab")
        canvas.setKeywords(", ".join(sorted(self.sheets)))
        canvas.setViewerPreference("PrintScaling", "None")
        canvas.setViewerPreference("DisplayDocTitle", "true")

    def _needed_characters(self) -> Mapping[str, set[str]]:
        needed: dict[str, set[str]] = {"text": {" "}}
        for ink in self._all_texts():
            for face, chars in typeset.characters([self._set(ink)]).items():
                needed.setdefault(face, set()).update(chars)
        return needed

    def _all_texts(self) -> Iterator[Text]:
        for sheet in self.sheets.values():
            yield from (one for one in sheet.ink if isinstance(one, Text))
            yield Text(0, 0, "0123456789ABCDEFGHJKMNPQRSTVWXYZ-", _code_face(sheet), 1)
        for copy in self.job.copies:
            yield from (one for one in copy.written if isinstance(one, Text))
            if copy.person.name:
                for one in copy.sheet.personal:
                    if isinstance(one, Text) and "{name}" in one.text:
                        yield _named(one, copy.person.name)

    def _set(self, text: Text) -> typeset.Setting:
        known = self._settings.get(text)
        if known is None:
            known = self._settings[text] = typeset.set_line(text)
        return known

    def _artwork(self, canvas: Any, fonts: Fonts, key: str, sheet: Sheet) -> None:
        """The part of a sheet that is the same for everybody, as a form."""
        content = Content(fonts, self.palettes[key], typeset.set_line)
        content.draw(sheet.ink)
        if self.job.guides:
            content.draw(sheet.guides)
        canvas.beginForm(_form_name(key), 0, 0, sheet.width, sheet.height)
        canvas._code.append(content.text())
        canvas.endForm()

    def _codes(self) -> Mapping[str, Iterator[Symbol]]:
        """The QR symbols of each sheet in the order in which they are drawn."""
        wanted: dict[str, list[Copy]] = {}
        for members in self.job.pages:
            for number in members:
                copy = self.job.copies[number]
                if any(isinstance(one, Code) for one in copy.sheet.personal):
                    wanted.setdefault(copy.sheet.key, []).append(copy)
        return {
            key: symbols(copies[0].address.before, [copy.person.code for copy in copies], copies[0].address.after)
            for key, copies in wanted.items()
        }

    def _page(
        self,
        canvas: Any,
        fonts: Fonts,
        number: int,
        members: tuple[int, ...],
        codes: Mapping[str, Iterator[Symbol]],
    ) -> None:
        copies = [self.job.copies[member] for member in members]
        plan = self.plans[copies[0].sheet.key]
        canvas.setPageSize((plan.width * MM, plan.height * MM))
        for slot, copy in zip(plan.slots, copies, strict=False):
            self._copy(canvas, fonts, copy, slot.placement, plan.height, codes)
        if plan.cuts:
            cuts = Content(fonts, self.palettes[copies[0].sheet.key], self._set)
            cuts.draw(plan.cuts)
            canvas._code.append(_placed(Placement(), plan.height, cuts.text()))
        self._signpost(canvas, number, copies)
        if self.job.fillable:
            from pnp.render.forms import add_fields

            for slot, copy in zip(plan.slots, copies, strict=False):
                add_fields(canvas, copy, slot.placement, plan.height)
        canvas.showPage()

    def _copy(
        self,
        canvas: Any,
        fonts: Fonts,
        copy: Copy,
        placement: Placement,
        height: float,
        codes: Mapping[str, Iterator[Symbol]],
    ) -> None:
        key = copy.sheet.key
        content = Content(fonts, self.palettes[key], self._set)
        content.raw(f"/{canvas._doc.getXObjectName(_form_name(key))} Do")
        content.draw(copy.written)
        for one in personal.ink_of(copy.sheet, copy.person, copy.address):
            if isinstance(one, Code):
                content.code(one, next(codes[key]))
            elif isinstance(one, Text):
                if content.line(one).shortened:
                    self.shortened.append(copy.person.name)
            else:
                content.draw([one])
        canvas._code.append(_placed(placement, height, content.text()))
        canvas._formsinuse.append(_form_name(key))

    def _signpost(self, canvas: Any, number: int, copies: list[Copy]) -> None:
        """A bookmark for every sheet, by kind where there are several, and a label for the page."""
        mark = f"page-{number}"
        canvas.bookmarkPage(mark)
        level = 0
        if self.job.kinds > 1:
            heading = copies[0].sheet.heading
            if heading not in self._headings:
                self._headings.add(heading)
                canvas.addOutlineEntry(heading, mark, 0)
            level = 1
        for copy in copies:
            if level == 0 or copy.label != copy.sheet.heading:
                canvas.addOutlineEntry(copy.label, mark, level)
        if self.job.up == 1:
            canvas.addPageLabel(number, prefix=copies[0].label)


def _code_face(sheet: Sheet) -> str:
    return next((one.face for one in sheet.personal if isinstance(one, Text) and "{code}" in one.text), "text")


def _named(text: Text, name: str) -> Text:
    from dataclasses import replace

    return replace(text, text=text.text.replace("{name}", name))


def _form_name(key: str) -> str:
    return "Sheet-" + key.replace("/", "-")


def _placed(placement: Placement, height: float, content: str) -> str:
    """Content in millimetres from the top left, put on a page whose unit is the point from the bottom left."""
    unit = MM * placement.scale
    return f"q {unit:.5f} 0 0 {-unit:.5f} {placement.dx * MM:.3f} {(height - placement.dy) * MM:.3f} cm\n{content}\nQ"


def subsets(needed: Mapping[str, Iterable[str]]) -> dict[str, bytes]:
    """The fonts of a job, each cut down to the characters it needs."""
    import uharfbuzz as hb

    cut: dict[str, bytes] = {}
    for name, chars in needed.items():
        face = hb.Face(hb.Blob.from_file_path(str(faces.face(name).path)))
        wanted = hb.SubsetInput()
        wanted.unicode_set.update({ord(char) for char in chars} | {32})
        cut[name] = bytes(hb.subset(face, wanted).blob.data)
    return cut


def pdf_bytes(job: Job) -> bytes:
    """A job as the bytes of its PDF."""
    out = BytesIO()
    write(job, out)
    return out.getvalue()


def write_file(job: Job, path: FilePath, progress: Progress = silent) -> list[str]:
    """Print a job to a file that is there whole or not at all; the names that had to be shortened come back."""
    from pnp.paths import whole_file

    with whole_file(path) as out:
        return write(job, out, progress)
