"""Personal sheets in one document, each with its own name, code and QR: this press and three other ways, in one run.

All draw the same ink of the same sheet. The straightforward way is ReportLab redrawing everything with `qrcode`'s own
picture. fpdf2 keeps the artwork's operators, pikepdf stamps overlays on artwork; both are given this press's planned
QR codes as paths, so that only the ways of writing pages are compared.
"""

from __future__ import annotations

import gc
import io
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from zlib import compress

import qrcode

from pnp.batch import Run
from pnp.cli.print_job import Call, job_of
from pnp.geometry import MM
from pnp.render import pdf, pdf_operators, typeset
from pnp.render.colors import Palette
from pnp.render.job import Job, silent
from pnp.render.pdf_document import Document
from pnp.render.pdf_fonts import Fonts
from pnp.render.pdf_metadata import About
from pnp.render.qr import Symbol, runs, symbols
from pnp.sheets import personal, typefaces
from pnp.sheets.ink import Box, Code, Disc, Ink, Line, Text
from pnp.sheets.ink import Path as InkPath

URL = "http://192.168.1.23:8000"


def job(count: int) -> Job:
    """A job of so many sheets, all with names of their own."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv", delete=False) as file:
        file.write("name\n" + "\n".join(f"Player {number}" for number in range(1, count + 1)))
    try:
        return job_of(Call("house-of-dice", guests=Path(file.name), url=URL, seed="bench"))[0]
    finally:
        Path(file.name).unlink()


def ours(made: Job, out: Path) -> None:
    pdf.write_file(made, out)


# ------------------------------------------------------------------ the floor


def splicing(count: int) -> float:
    """CPU seconds of a loop that only puts prepared page bytes into a file with bookmarks, labels and tags."""
    made = job(min(count, 250))
    press = pdf._Press(made, silent)
    press.tagged = False  # as in the large job that it is the floor of
    codes = press._codes(made.pages)
    contents = [press._content(Fonts(), members, codes) for members in made.pages]
    heads = [content[:40] for content in contents]
    plan = made.page_plan(made.copies[0].sheet)
    with tempfile.TemporaryFile() as out:
        document = Document(out, About(made.title, made.subject, "", made.language))
        start = time.process_time()
        for number in range(count):
            place = number % len(contents)
            stream = compress((heads[place] + contents[place][40:]).encode("latin-1"), pdf.LEVEL)
            page = document.pdf.reserve()
            part = document.structure.belongs([document.structure.paragraph(page, 0)])
            document.page(page, plan.width, plan.height, stream, str(number), b"/StructParents %d" % part)
            document.bookmark(str(number), 0, page)
        document.close()
        return time.process_time() - start


# ------------------------------------------------------------------ the straightforward way


def straightforward(made: Job, out: Path) -> None:
    """ReportLab draws every shape of every page; the code is the picture that `qrcode` makes."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in ("display", "text", "strong"):
        pdfmetrics.registerFont(TTFont(name, str(typefaces.face(name).path)))
    plan = made.page_plan(made.copies[0].sheet)
    at = plan.slots[0].placement
    canvas = Canvas(str(out), pagesize=(plan.width * MM, plan.height * MM), pageCompression=1, invariant=1)
    colors = Palette(made.copies[0].sheet.theme.colors, "normal")
    for copy in made.copies:
        canvas.translate(at.dx * MM, (plan.height - at.dy) * MM)
        for ink in (*copy.sheet.ink, *personal.ink_of(copy.sheet, copy.person, copy.address)):
            _reportlab(canvas, ink, colors)
        canvas.showPage()
    canvas.save()


def _reportlab(canvas: object, ink: Ink, colors: Palette) -> None:
    from reportlab.lib.colors import HexColor
    from reportlab.lib.utils import ImageReader

    c: object = canvas
    if isinstance(ink, Text):
        c.setFillColor(HexColor(colors.color(ink.color)))  # type: ignore[attr-defined]
        c.setFont(ink.face, ink.size * MM)  # type: ignore[attr-defined]
        draw = {"left": c.drawString, "center": c.drawCentredString, "right": c.drawRightString}[ink.align]  # type: ignore[attr-defined]
        draw(ink.x * MM, -ink.y * MM, ink.text)
        return
    if isinstance(ink, Code):
        picture = io.BytesIO()
        code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M)
        code.add_data(ink.payload)
        code.make_image().save(picture)
        picture.seek(0)
        side = ink.size * MM
        c.drawImage(ImageReader(picture), ink.x * MM, -(ink.y + ink.size) * MM, side, side)  # type: ignore[attr-defined]
        return
    tint = colors.tint(ink.paint)
    if tint.fill:
        c.setFillColor(HexColor(tint.fill))  # type: ignore[attr-defined]
    if tint.stroke:
        c.setStrokeColor(HexColor(tint.stroke))  # type: ignore[attr-defined]
        c.setLineWidth(tint.width * MM)  # type: ignore[attr-defined]
    how = {"fill": int(bool(tint.fill)), "stroke": int(bool(tint.stroke))}
    if isinstance(ink, Line):
        c.line(ink.x1 * MM, -ink.y1 * MM, ink.x2 * MM, -ink.y2 * MM)  # type: ignore[attr-defined]
    elif isinstance(ink, Box):
        c.roundRect(ink.x * MM, -(ink.y + ink.h) * MM, ink.w * MM, ink.h * MM, ink.radius * MM, **how)  # type: ignore[attr-defined]
    elif isinstance(ink, Disc):
        c.circle(ink.x * MM, -ink.y * MM, ink.r * MM, **how)  # type: ignore[attr-defined]
    elif isinstance(ink, InkPath):
        path = c.beginPath()  # type: ignore[attr-defined]
        calls = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for op, points in ink.steps:
            calls[op](*(p * MM if i % 2 == 0 else -p * MM for i, p in enumerate(points)))
        c.drawPath(path, **how)  # type: ignore[attr-defined]


# ------------------------------------------------------------------ fpdf2 with its artwork kept


def fpdf2(made: Job, out: Path) -> None:
    """fpdf2 sets the text; the shapes' operators are made once and put on every page."""
    from fpdf import FPDF

    sheet = made.copies[0].sheet
    plan = made.page_plan(sheet)
    at = plan.slots[0].placement
    colors = Palette(sheet.theme.colors, "normal")
    shapes = pdf_operators.Content(Fonts(), colors, typeset.set_line)
    shapes.draw([ink for ink in sheet.ink if not isinstance(ink, Text)])
    artwork = f"q {MM:.5f} 0 0 {-MM:.5f} {at.dx * MM:.3f} {(plan.height - at.dy) * MM:.3f} cm\n{shapes.text()}\nQ"
    document = FPDF(unit="mm", format=(plan.width, plan.height))
    document.set_auto_page_break(False)
    for name in ("display", "text", "strong"):
        document.add_font(name, fname=str(typefaces.face(name).path))
    words: bytes | None = None
    codes = _codes(made)
    for copy in made.copies:
        document.add_page()
        document._out(artwork)
        if words is None:
            start = len(document.pages[document.page].contents or b"")
            for ink in sheet.ink:
                if isinstance(ink, Text):
                    _fpdf_text(document, ink, at.dx, at.dy, colors)
            words = bytes(document.pages[document.page].contents[start:])
        else:
            # fpdf2 lists a font among a page's resources when it is chosen there.
            document.set_font("strong", size=8)
            document.text(0, 0, " ")
            document._out(words)
        for ink in personal.ink_of(sheet, copy.person, copy.address):
            if isinstance(ink, Text):
                _fpdf_text(document, ink, at.dx, at.dy, colors)
            elif isinstance(ink, Code):
                document._out(_code_path(ink, next(codes), at.dx, plan.height - at.dy))
    document.output(str(out))


def _fpdf_text(document: object, ink: Text, dx: float, dy: float, colors: Palette) -> None:
    color = colors.color(ink.color)
    document.set_text_color(*(int(color[i : i + 2], 16) for i in (1, 3, 5)))  # type: ignore[attr-defined]
    document.set_font(ink.face, size=ink.size * MM)  # type: ignore[attr-defined]
    width = document.get_string_width(ink.text)  # type: ignore[attr-defined]
    shift = {"left": 0.0, "center": 0.5, "right": 1.0}[ink.align] * width
    document.text(dx + ink.x - shift, dy + ink.y, ink.text)  # type: ignore[attr-defined]


def _codes(made: Job) -> Iterator[Symbol]:
    address = made.copies[0].address
    return symbols(address.before, [copy.person.code for copy in made.copies], address.after)


def _code_path(ink: Code, symbol: Symbol, dx: float, top: float) -> str:
    """A QR code as one path, placed on a page whose unit is the point from the bottom left."""
    unit = ink.size / (symbol.size + 8) * MM
    left, high = (dx + ink.x) * MM + 4 * unit, (top - ink.y) * MM - 4 * unit
    path = "\n".join(f"{x} {y} {w} {h} re" for x, y, w, h in runs(symbol))
    return f"q 0 0 0 rg {unit:.5f} 0 0 {-unit:.5f} {left:.3f} {high:.3f} cm\n{path}\nf Q"


# ------------------------------------------------------------------ pikepdf stamping


def pikepdf(made: Job, out: Path) -> None:
    """Artwork is printed once; pages with only the personal ink are made by ReportLab and laid over it."""
    import pikepdf as pike
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    sheet = made.copies[0].sheet
    plan = made.page_plan(sheet)
    at = plan.slots[0].placement
    plain = sheet._replace(personal=())
    for name in ("display", "text"):
        pdfmetrics.registerFont(TTFont(name, str(typefaces.face(name).path)))
    overlays = io.BytesIO()
    canvas = Canvas(overlays, pagesize=(plan.width * MM, plan.height * MM), pageCompression=1, invariant=1)
    colors = Palette(sheet.theme.colors, "normal")
    codes = _codes(made)
    for copy in made.copies:
        for ink in personal.ink_of(sheet, copy.person, copy.address):
            if isinstance(ink, Code):
                canvas._code.append(_code_path(ink, next(codes), at.dx, plan.height - at.dy))
        canvas.translate(at.dx * MM, (plan.height - at.dy) * MM)
        for ink in personal.ink_of(sheet, copy.person, copy.address):
            if not isinstance(ink, Code):
                _reportlab(canvas, ink, colors)
        canvas.showPage()
    canvas.save()
    artwork = pdf.pdf_bytes(replace(made, copies=(made.copies[0]._replace(sheet=plain),)))
    overlays.seek(0)
    with pike.open(io.BytesIO(artwork)) as base, pike.open(overlays) as over, pike.new() as target:
        form = target.copy_foreign(base.pages[0].as_form_xobject())
        for page in over.pages:
            target.pages.append(page)
            added = target.pages[-1]
            name = added.add_resource(form, pike.Name.XObject)
            added.contents_add(f"q {name} Do Q\n".encode(), prepend=True)
        target.save(str(out))


def several(count: int = 100_000, processes: int = 2) -> list[str]:
    """A very large job by one process and by several, and whether they write the same bytes."""
    made = job(count)
    took, known = [], []
    for number in (1, processes):
        with tempfile.TemporaryDirectory() as folder:
            out, start = Path(folder) / "sheets.pdf", time.perf_counter()
            pdf.write_file(made, out, run=Run(number))
            took.append(time.perf_counter() - start)
            known.append(sha256(out.read_bytes()).digest())
    same = "the same bytes" if known[0] == known[1] else "OTHER BYTES"
    line = f"  {count:,} sheets: {took[0]:.1f} s by one process, {took[1]:.1f} s by {processes}: {same}"
    return [line]


WAYS: dict[str, Callable[[Job, Path], None]] = {
    "pnp": ours,
    "straightforward": straightforward,
    "fpdf2": fpdf2,
    "pikepdf": pikepdf,
}


def one(way: str, count: int) -> tuple[float, float, int]:
    """CPU seconds, kilobytes of memory and bytes of file of one way, in this process."""
    made = job(count)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "sheets.pdf"
        WAYS[way](made, out)
        seconds = time.process_time() - start
        return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, out.stat().st_size


def apart(way: str, count: int) -> tuple[float, float, int]:
    """The same in a process of its own, so that no way warms up another."""
    command = [sys.executable, __file__, way, str(count)]
    seconds, memory, size = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(seconds), float(memory), int(size)


def report(counts: tuple[int, ...] = (1000, 10_000)) -> list[str]:
    """The lines of the report. The slow ways are measured at 200 sheets a thousand and counted up."""
    lines = []
    for count in counts:
        mine = apart("pnp", count)
        lines.append(f"{count:,} personal sheets: pnp {mine[0]:.2f} CPU s, {mine[0] / count * 1e6:.0f} µs a sheet")
        for way in ("straightforward", "fpdf2", "pikepdf"):
            share = min(count, 1000 if way != "straightforward" else 200)
            seconds = apart(way, share)[0] * count / share
            measured = "" if share == count else f", measured at {share}"
            lines.append(f"  {way:<16} {seconds:8.2f} CPU s   pnp is {seconds / mine[0]:5.1f} times as fast{measured}")
    floor = splicing(counts[-1])
    lines.append(
        f"  a loop that only splices prepared pages takes {floor / counts[-1] * 1e6:.0f} µs a sheet:"
        f" pnp takes {mine[0] / floor:.1f} times as long (at most 3)"
    )
    lines += several()
    small, large = apart("pnp", counts[0]), apart("pnp", counts[-1])
    further = counts[-1] - counts[0]
    lines.append(f"  memory for each further page: {(large[1] - small[1]) / further:.1f} kB (at most 10)")
    lines.append(f"  file for each further page: {(large[2] - small[2]) / further:.0f} bytes (at most 2000)")
    return lines


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(*one(sys.argv[1], int(sys.argv[2])))
    else:
        print("\n".join(report()))
