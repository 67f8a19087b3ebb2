"""`pnp print GAME`: sheets as PDF, SVG or PNG."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pnp.cli import terminal
from pnp.cli.language import spoken, told_in
from pnp.cli.options import AsJson, Dask, Database, EditionFile, RulesFile, SheetLanguage, run_of
from pnp.cli.print_call import Call
from pnp.errors import CallError, PnpError
from pnp.words import Said, of_rooms, say


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game, or a layout file of your own.")],
    players: Annotated[str, typer.Option(help='Names, such as "Ana,Bo".')] = "",
    count: Annotated[int | None, typer.Option(help="So many sheets without names.", min=1, max=100_000)] = None,
    pad: Annotated[int | None, typer.Option(help="So many copies of each sheet, for a pad.", min=1, max=10_000)] = None,
    guests: Annotated[Path | None, typer.Option("--from", help="A CSV file of names.")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out guests who can't be printed.")] = False,
    duplex: Annotated[str, typer.Option(help="Backs of cards: long or short edge of the paper, or off.")] = "long",
    back_shift: Annotated[str, typer.Option(help="Move backs by so many mm: x,y.")] = "",
    test_print: Annotated[bool, typer.Option("--test-print", help="Two pages that say how far backs are off.")] = False,
    only: Annotated[str, typer.Option(help='Only these of them, by name or number: "Ana,3,7-9".')] = "",
    sheet: Annotated[str, typer.Option(help="Which sheet: one, several with commas, or all.")] = "",
    paper: Annotated[
        str, typer.Option(help="a4, letter, universal, a5, a6, a3, or 120x180 (mm); several with commas.")
    ] = "a4",
    up: Annotated[int, typer.Option(help="Sheets on a page: 1, 2 or 4.")] = 1,
    margin: Annotated[str, typer.Option(help="Margins in mm: one number, or top,right,bottom,left.")] = "",
    dress: Annotated[str, typer.Option(help="play (small marks), photo (large marks) or bare (none).")] = "",
    ink: Annotated[str, typer.Option(help="normal, low (outlines) or black (pure black).")] = "normal",
    format: Annotated[str, typer.Option(help="pdf, svg or png.")] = "pdf",
    dpi: Annotated[int, typer.Option(help="Resolution of PNG pictures.", min=30, max=600)] = 150,
    guides: Annotated[bool, typer.Option("--guides", help="Faint dotted strokes to trace.")] = False,
    fillable: Annotated[bool, typer.Option("--fillable", help="A PDF form to type into.")] = False,
    geometry: Annotated[bool, typer.Option("--geometry", help="Also where every field lies, as JSON.")] = False,
    example: Annotated[Path | None, typer.Option(help="A sheet document: prints it filled in.")] = None,
    rules: RulesFile = None,
    edition: EditionFile = None,
    table: Annotated[str, typer.Option(help="The sheets of a table, filled in when it is over.")] = "",
    db: Database = "",
    url: Annotated[str, typer.Option(help="The address that the QR codes open.")] = "",
    batch: Annotated[str, typer.Option(help="Another batch has other sheet codes.")] = "",
    seed: Annotated[str, typer.Option(help="Make the codes from this text instead of your own key.")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Say how much ink each page takes.")] = False,
    out: Annotated[Path, typer.Option(help="A folder, or a file to write.")] = Path("output"),
    jobs: Annotated[int, typer.Option(help="Processes that draw pages.", min=1, max=64)] = 1,
    dask: Dask = "",
    watch: Annotated[bool, typer.Option("--watch", help="Print anew when the layout is saved.")] = False,
    as_json: AsJson = False,
    language: SheetLanguage = "",
) -> None:
    """Print sheets; the path of each file is printed."""
    from pnp.cli import print_job

    papers = list(dict.fromkeys(one.strip().lower() for one in paper.split(",")))
    if len(papers) > 1 and out.suffix:
        raise CallError(say("one-file-many-papers", name=str(out)))
    calls = [
        Call(
            game, players, count or 0, guests, only, sheet, one, up, margin, ink, format, guides, fillable, example,
            rules, table, db, url, batch, seed, pad or 0, skip_bad, duplex, back_shift, test_print, language, dress,
            jobs, dask, edition,
        )
        for one in papers
    ]  # fmt: skip

    def once() -> None:
        _report(calls, out, dpi, geometry, coverage, as_json)

    if not watch:
        once()
        return
    from pnp.cli import watching

    def safely() -> None:
        try:
            once()
        except PnpError as error:
            terminal.warn(error.text(told_in(language)))

    watching.again(print_job.layout_file(calls[0]), out, safely)


def _report(calls: Sequence[Call], out: Path, dpi: int, geometry: bool, coverage: bool, as_json: bool) -> None:
    """Print what calls ask for, one for each paper, and say which files there are now."""
    from pnp.cli import print_job

    files: list[Path] = []
    measured: list[float] = []
    notes: list[Said] = []
    pages = 0
    parts = [part for call in calls for part in print_job.apart(call)]
    if len(parts) > len(calls) and out.suffix:
        raise CallError(say("one-file-with-cards", name=str(out)))
    for call in parts:
        job, told = print_job.job_of(call)
        written, inked, shortened = _print(job, call, out, dpi, geometry, coverage)
        told += [say("shortened", name=repr(name)) for name in shortened]
        files, measured, notes = [*files, *written], [*measured, *inked], [*notes, *told]
        pages += len(job.pages)
    _note(calls[0], [copy.person.name for copy in job.copies])
    language = told_in(calls[0].language)
    words = spoken(language, of_rooms(language))  # other rooms say why a guest can't be printed
    for note in notes:
        terminal.warn(words.text(note))
    if as_json:
        report: dict[str, Any] = {"files": [str(path) for path in files], "pages": pages}
        if measured:
            report["coverage"] = [round(percent, 2) for percent in measured]
        found = [words.as_json(note) for note in notes]
        terminal.answer({**report, "warnings": [one["message"] for one in found], "notes": found})
        return
    for path in files:
        terminal.show(str(path))
    for number, percent in enumerate(measured, 1):
        sys.stderr.write(words.text(say("coverage", page=number, percent=f"{percent:.1f}")) + "\n")


def _note(call: Call, names: Sequence[str]) -> None:
    """Remember for which address and for whom sheets were printed, for the parties to come."""
    known = [] if call.table or call.example or call.seed or call.batch else [name for name in names if name]
    if not call.url and not known:
        return
    from pnp.cli.storage import now
    from pnp.paths import data_folder
    from pnp.web import party_memory

    if call.url:
        party_memory.note(data_folder(), call.url, now())
    if known:
        party_memory.note_names(data_folder(), known)


def _print(
    job: Any, call: Call, out: Path, dpi: int, geometry: bool, coverage: bool
) -> tuple[list[Path], list[float], list[str]]:
    from pnp.paths import is_file, write_whole

    format = call.format
    to_file = out.suffix.lower() == f".{format}"
    if out.suffix and not to_file and not out.is_dir():
        raise CallError(say("wrong-out", name=str(out), ending=format))
    folder, name = (out.parent, out.stem) if to_file else (out, call.stem)
    if is_file(folder):
        raise CallError(say("wrong-out.file", name=str(folder), ending=format))
    files: list[Path] = []
    shortened: list[str] = []
    if format == "pdf":
        from pnp.render import pdf

        target = out if to_file else folder / f"{name}.pdf"
        with _Progress(len(job.pages)) as bar:
            shortened = pdf.write_file(job, target, bar, run_of(call.jobs, call.dask))
        files.append(target)
    else:
        from pnp.cli.page_names import page_names

        for page, content in zip(page_names(job, name), _pictures(job, format, dpi), strict=True):
            files.append(write_whole(folder / f"{page}.{format}", content))
    measured: list[float] = []
    if coverage:
        from pnp.render import pdf, rasterize

        measured = rasterize.coverage(files[0].read_bytes() if format == "pdf" else pdf.pdf_bytes(job))
    if geometry:
        import json

        from pnp.render.geometry_export import export

        content = json.dumps(export(job), ensure_ascii=False, indent=1).encode() + b"\n"
        files.append(write_whole(folder / f"{name}.geometry.json", content))
    return files, measured, shortened


def _pictures(job: Any, format: str, dpi: int) -> Any:
    if format == "png":
        from pnp.render.rasterize import png_pages

        return png_pages(job, dpi)
    from pnp.render import svg

    return (svg.page(job, number).encode() for number in range(len(job.pages)))


class _Progress:
    """A progress bar on a terminal, from a hundred pages on."""

    def __init__(self, pages: int) -> None:
        self._bar: Any = None
        self._pages = pages

    def __enter__(self) -> _Progress:
        if self._pages >= 100 and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("printing", total=self._pages)
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, of: int) -> None:
        if self._bar is not None and (done % 50 == 0 or done == of):
            self._bar.update(self._task, completed=done)
