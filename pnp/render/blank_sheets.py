"""Sheets as they look before anybody writes on them, as dots: what a photo is compared with."""

from __future__ import annotations

from pnp.render.imposition import Margins
from pnp.render.job import Copy, Job
from pnp.render.pdf import pdf_bytes
from pnp.render.rasterize import pages
from pnp.sheets.codes import Address
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet


def luminance(sheet: Sheet, ink: str, guides: bool, dots: float, margin: float) -> tuple[int, int, bytes]:
    """A blank sheet with so much paper around it, in so many dots a millimetre: width, height, a byte a dot."""
    bare = sheet._replace(personal=(), largest=1.0)
    paper = f"{sheet.width + 2 * margin:.2f}x{sheet.height + 2 * margin:.2f}"
    copy = Copy(bare, Person("", ""), Address("", ""))
    job = Job(sheet.title, sheet.language, (copy,), paper, 1, Margins(margin, margin, margin, margin), ink, guides)
    image = next(pages(pdf_bytes(job), dots * 25.4)).convert("L")
    return image.width, image.height, image.tobytes()
