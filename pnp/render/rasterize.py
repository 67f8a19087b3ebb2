"""PDF pages as pictures: PNG files, and how much of a page is ink."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pnp.render.job import Job
from pnp.render.pdf import pdf_bytes


def pages(pdf: bytes, dpi: float, grey: bool = False) -> Iterator[Any]:
    """The pages of a PDF as Pillow images, in colour or in shades of grey."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        document.init_forms()
        for page in document:
            yield page.render(scale=dpi / 72, may_draw_forms=True, grayscale=grey).to_pil()
    finally:
        document.close()


def png_pages(job: Job, dpi: float) -> Iterator[bytes]:
    """The pages of a job as PNG files, drawn from the very PDF that is printed."""
    for image in pages(pdf_bytes(job), dpi):
        out = BytesIO()
        image.convert("RGB").save(out, "PNG", dpi=(dpi, dpi))
        yield out.getvalue()


def coverage(pdf: bytes) -> list[float]:
    """How much ink each page takes, in percent of a page that is black all over."""
    from PIL import ImageStat

    # With fewer dots a thin line is drawn wider than it is printed, and black line art seems to take a fifth more ink.
    return [100 - ImageStat.Stat(image).mean[0] / 2.55 for image in pages(pdf, 300, grey=True)]
