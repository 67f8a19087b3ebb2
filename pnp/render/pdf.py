"""Ink to PDF: each sheet's artwork is stored once as a form, every page adds only what is somebody's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path as FilePath
from typing import BinaryIO

from pnp.geometry import MM, Placement
from pnp.render import typeset
from pnp.render.colors import Palette
from pnp.render.job import Copy, Job, Progress, silent
from pnp.render.pdf_file import PdfFile
from pnp.render.pdf_operators import Content, Fonts, image_name
from pnp.render.qr import Symbol, symbols
from pnp.sheets import personal, typefaces
from pnp.sheets.ink import Code, Image, Text
from pnp.sheets.personal import Person
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
        self.palettes = {key: Palette.of(sheet.theme, job.ink) for key, sheet in self.sheets.items()}
        self.shortened: list[str] = []
        self._images: set[str] = set()
        self._settings: dict[Text, typeset.Setting] = {}
        self._marks: dict[str, list[tuple[str, bytes]]] = {}

    def run(self, out: BinaryIO) -> list[str]:
        fonts = Fonts(subsets(self._needed_characters()))
        pdf_file = PdfFile(out, fonts.register(), self.job.language)
        fonts.document = pdf_file.document
        pdf_file.describe(self.job.title, self.job.subject, ", ".join(sorted(self.sheets)))
        for key, sheet in self.sheets.items():
            self._artwork(pdf_file, fonts, key, sheet)
        for one in (one for copy in self.job.copies for one in copy.written if isinstance(one, Image)):
            self._image(pdf_file, image_name(one), one)
        codes = self._codes()
        for number, members in enumerate(self.job.pages):
            self._page(pdf_file, fonts, members, codes)
            self.progress(number + 1, len(self.job.pages))
        self._bookmarks(pdf_file)
        pdf_file.save()
        return self.shortened

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

    def _artwork(self, pdf_file: PdfFile, fonts: Fonts, key: str, sheet: Sheet) -> None:
        """The part of a sheet that is the same for everybody, as a form."""
        content = Content(fonts, self.palettes[key], typeset.set_line)
        content.draw(sheet.ink)
        if self.job.guides:
            content.draw(sheet.guides)
        for name, image in content.images.items():
            self._image(pdf_file, name, image)
        pdf_file.form(_form_name(key), sheet.bleeding, content.text(), content.images)

    def _image(self, pdf_file: PdfFile, name: str, image: Image) -> None:
        """A picture of dots, once in the document."""
        if name not in self._images:
            from pnp.render.dots import pixels

            self._images.add(name)
            pdf_file.image(name, *pixels(image.data, self.job.ink))

    def _codes(self) -> Mapping[str, Iterator[Symbol]]:
        """The QR symbols of each sheet in the order in which they are drawn."""
        wanted: dict[str, list[Copy]] = {}
        for members in self.job.pages:
            for number in members:
                copy = self.job.copies[number]
                for one in copy.sheet.personal:
                    if isinstance(one, Code):
                        wanted.setdefault(copy.sheet.key, []).append(copy)
        return {
            key: symbols(copies[0].address.before, [copy.person.code for copy in copies], copies[0].address.after)
            for key, copies in wanted.items()
        }

    def _page(
        self, pdf_file: PdfFile, fonts: Fonts, members: tuple[int, ...], codes: Mapping[str, Iterator[Symbol]]
    ) -> None:
        copies = [self.job.copies[member] for member in members]
        key = copies[0].sheet.key
        plan = self.plans[key]
        drawn = []
        for slot, copy in zip(plan.slots, copies, strict=False):
            artwork = pdf_file.form_operator(_form_name(copy.sheet.key))
            drawn.append(_placed(slot.placement, plan.height, f"{artwork}\n{self._copy(fonts, copy, codes)}"))
        if plan.cuts:
            cuts = Content(fonts, self.palettes[key], self._set)
            cuts.draw(plan.cuts)
            drawn.append(_placed(Placement(), plan.height, cuts.text()))
        if self.job.fillable:
            from pnp.render.forms import add_fields

            for slot, copy in zip(plan.slots, copies, strict=False):
                add_fields(pdf_file.canvas, copy, slot.placement, plan.height)
        label = copies[0].label if self.job.up == 1 else ""
        page = pdf_file.page(plan.width, plan.height, "\n".join(drawn), label)
        for copy in copies:
            self._marks.setdefault(copy.sheet.key, []).append((copy.label, page))

    def _copy(self, fonts: Fonts, copy: Copy, codes: Mapping[str, Iterator[Symbol]]) -> str:
        """What a copy has besides the artwork."""
        content = Content(fonts, self.palettes[copy.sheet.key], self._set)
        content.draw(copy.written)
        for one in personal.ink_of(copy.sheet, self._printed(copy), copy.address):
            if isinstance(one, Code):
                content.code(one, next(codes[copy.sheet.key]))
            elif isinstance(one, Text):
                if content.line(one).shortened:
                    self.shortened.append(copy.person.name)
            else:
                content.draw([one])
        return content.text()

    def _printed(self, copy: Copy) -> Person:
        """Whose sheet it is; a name that stands in a form field is not printed below it too."""
        if not self.job.fillable:
            return copy.person
        from pnp.render.forms import typed

        return copy.person._replace(name="") if typed(copy) else copy.person

    def _bookmarks(self, pdf_file: PdfFile) -> None:
        """One for every sheet, below one for its kind where there are several kinds."""
        for key, sheet in self.sheets.items():
            several = len(self.sheets) > 1
            marked = self._marks.get(key, [])
            if several and marked:
                pdf_file.bookmark(sheet.heading, 0, marked[0][1])
            for label, page in marked:
                if not several or label != sheet.heading:
                    pdf_file.bookmark(label, int(several), page)


def _code_face(sheet: Sheet) -> str:
    return next((one.face for one in sheet.personal if isinstance(one, Text) and "{code}" in one.text), "text")


def _named(text: Text, name: str) -> Text:
    return text._replace(text=text.text.replace("{name}", name))


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
        face = hb.Face(hb.Blob.from_file_path(str(typefaces.face(name).path)))
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
