"""The pictures of the documentation: every example and the README's sheets, drawn by pnp's own press.

Run by `make docs` and `make bless`; `tests/test_docs.py` looks whether the stored pictures are still true.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

from pnp.cli.print_call import Call
from pnp.cli.print_job import job_of
from pnp.geometry import Rect
from pnp.paths import write_whole
from pnp.render import rasterize
from pnp.render.job import Job
from pnp.render.pdf import pdf_bytes
from pnp.sheets import fill_in, layout

DOCS = Path(__file__).parent
ROOT = DOCS.parent
EXAMPLES = DOCS / "examples"
SHOWN = ROOT / "layouts" / "examples"
PICTURES = DOCS / "pictures"
SEED = "docs"
GREY = "#c9ced6"
LARGEST = 120_000
LARGEST_CONTACT = 300_000
WHITE = 4.0
"""Millimetres of white around a sheet."""

DPI = {"first-sheet": 66, "winter-patch": 66, "little-house": 66, "honeycomb": 84}
USUAL_DPI = 120

WRITTEN: Mapping[str, Mapping[str, str | int]] = {
    "grid": {"garden.c1r1": "F", "garden.c2r1": "F", "garden.c2r2": "B", "garden.c3r3": "T", "garden.c5r2": "F"},
    "track": {
        **{f"turns.{n}": 1 for n in range(1, 5)},
        **{f"coins.{n}": 2 for n in range(1, 4)},
        "coins.4": 1,
        "prizes.1": "dice",
        "prizes.2": "ten",
    },
    "scores": {"score.apples": 7, "score.pears": 4, "rounds.spring": 12, "rounds.summer": 9},
    "table": {"ana.islands": 9, "bo.islands": 12, "cy.islands": 6, "bo.storm": 1, "ana.cargo": 4},
    "entry": {"place": "Brno", "year": 2026},
    "formulas": {
        **dict.fromkeys(("red.1", "red.3", "red.4"), True),
        **dict.fromkeys(("green.2", "green.3"), 5),
        **dict.fromkeys(("coins.1", "coins.2", "coins.3"), 2),
        **dict.fromkeys(("land.c1r1", "land.c2r1", "land.c2r2"), "P"),
        **dict.fromkeys(("land.c1r2", "land.c1r3"), "T"),
        **dict.fromkeys(("land.c3r1", "land.c3r2"), "H"),
        "green.1": 3,
        "coins.4": 1,
        "gold": 12,
        "score.red": 11,
        "score.land": 7,
        "score.total": 18,
    },
    "honeycomb": {
        **dict.fromkeys(("comb.c1r1", "comb.c2r1", "comb.c1r2", "comb.c1r3"), 4),
        **dict.fromkeys(("comb.c4r1", "comb.c3r2", "comb.c4r2", "comb.c4r3", "comb.c5r3", "comb.c4r4"), 6),
        **dict.fromkeys(("comb.c2r3", "comb.c2r2"), 2),
        "comb.c3r1": 1,
        "comb.c5r1": 5,
        "comb.c5r4": 3,
        "score.groups": 57,
        "score.total": 57,
    },
    "first-sheet": {
        "patch.c1r1": "S",
        "patch.c2r1": "B",
        "patch.c3r1": "B",
        "patch.c3r2": "S",
        "patch.c6r1": "B",
        "turns.1": 1,
        "turns.2": 1,
        "turns.3": 1,
        "turns.4": 1,
        "turns.5": 1,
        "turns.6": 1,
        "jars.1": 1,
    },
}
"""What a player has written on some examples, so that the fields show what they are for."""


def example(name: str) -> Image.Image:
    """An example for Ana, with what she has written on it."""
    job, _ = job_of(Call(game=str(EXAMPLES / f"{name}.toml"), players="Ana", seed=SEED, sheets="play"))
    (copy,) = job.copies
    written = tuple(fill_in.ink_of(copy.sheet, WRITTEN.get(name, {})))
    return framed(_again(job, written), DPI.get(name, USUAL_DPI))


def _again(job: Job, written: tuple[Any, ...]) -> Job:
    """The job with something written on its only sheet."""
    from dataclasses import replace

    return replace(job, copies=(job.copies[0]._replace(written=written),))


def sheet(dpi: float, **asked: Any) -> Image.Image:
    """The first sheet that a call prints."""
    job, _ = job_of(Call(seed=SEED, **asked))
    return framed(job, dpi)


def framed(job: Job, dpi: float) -> Image.Image:
    """The first page of a job, cut to its sheet with a little white and a thin grey border."""
    page = next(rasterize.pages(pdf_bytes(job), dpi)).convert("RGB")
    first = job.copies[0].sheet
    frame = job.page_plan(first).slots[0].placement.rect(first.frame)
    around = Rect(frame.x - WHITE, frame.y - WHITE, frame.w + 2 * WHITE, frame.h + 2 * WHITE)
    unit = dpi / 25.4
    cut = page.crop(tuple(round(n * unit) for n in (around.x, around.y, around.right, around.bottom)))
    return ImageOps.expand(cut, 1, GREY)


def pads() -> Image.Image:
    """Four score pads in a row."""
    games = ("dice-miner", "dice-manor", "dice-city", "yacht")
    row = [sheet(40, game=game, sheets="score") for game in games]
    gap = 10
    width = sum(one.width for one in row) + gap * (len(row) - 1)
    image = Image.new("RGB", (width, max(one.height for one in row)), "white")
    x = 0
    for one in row:
        image.paste(one, (x, 0))
        x += one.width + gap
    return image


def cards() -> Image.Image:
    """A page of cards and the page of their backs, side by side."""
    job, _ = job_of(Call(game=str(SHOWN / "orchard-cards.toml"), sheets="card", seed=SEED))
    front, back = (page.convert("RGB") for page in list(rasterize.pages(pdf_bytes(job), 40))[:2])
    image = Image.new("RGB", (front.width + back.width + 10, front.height), GREY)
    image.paste(front, (0, 0))
    image.paste(back, (front.width + 10, 0))
    return image


def contact(ink: str) -> Image.Image:
    """Every sheet of every layout in one ink mode, small, side by side."""
    shown = []
    for game in layout.names():
        for name in layout.load(layout.find(game)).sheets:
            job, _ = job_of(Call(game=game, sheets=name, players="Ana", seed=SEED, ink=ink))
            shown.append(next(rasterize.pages(pdf_bytes(job), CONTACT_DPI)).convert("RGB"))
    return _tiled(shown, 6)


def quarters() -> Image.Image:
    """Every sheet of every layout on A5 and on A6."""
    shown = []
    for game in layout.names():
        for name in layout.load(layout.find(game)).sheets:
            for paper in ("a5", "a6"):
                job, _ = job_of(Call(game=game, sheets=name, players="Ana", seed=SEED, paper=paper))
                shown.append(next(rasterize.pages(pdf_bytes(job), 34)).convert("RGB"))
    return _tiled(shown, 8)


def papers() -> Image.Image:
    """The play sheet on several papers and in every dress, and filled in."""
    house, legal = "house-of-dice", ROOT / "tests" / "examples" / "house-legal.toml"
    calls: list[dict[str, Any]] = [
        {"players": "Ana"},
        {"players": "Ana", "dress": "photo", "guides": True},
        {"players": "Ana", "dress": "bare"},
        {"example": legal},
        {"players": "Ana", "paper": "a5"},
        {"players": "Ana", "paper": "a6"},
        {"players": "Ana,Bo,Cy,Di", "up": 4},
        {"example": legal, "ink": "black"},
    ]
    jobs = [job_of(Call(game=house, sheets="play", seed=SEED, **call))[0] for call in calls]
    return _tiled([next(rasterize.pages(pdf_bytes(job), 34)).convert("RGB") for job in jobs], 4)


def _tiled(shown: list[Image.Image], across: int) -> Image.Image:
    wide, high = max(one.width for one in shown) + 6, max(one.height for one in shown) + 6
    image = Image.new("RGB", (across * wide, -(-len(shown) // across) * high), GREY)
    for number, one in enumerate(shown):
        image.paste(one, (number % across * wide + 3, number // across * high + 3))
    return image


CONTACT_DPI = 24
CONTACTS: dict[str, Callable[[], Image.Image]] = {
    "contact-normal": lambda: contact("normal"),
    "contact-low": lambda: contact("low"),
    "contact-black": lambda: contact("black"),
    "contact-papers": papers,
    "contact-small": quarters,
}
"""Pictures of everything at once: made by hand, since looking at them is what they are for."""


def all_pictures() -> dict[str, Callable[[], Image.Image]]:
    """Every picture by the name of its file, and how it is made."""
    house = "house-of-dice"
    legal = ROOT / "tests" / "examples" / "house-legal.toml"
    made: dict[str, Callable[[], Image.Image]] = {
        "play-sheet": lambda: sheet(72, game=house, sheets="play", players="Ana"),
        "filled-in": lambda: sheet(72, game=house, sheets="play", example=legal),
        "bonus-sheet": lambda: sheet(72, game=house, sheets="bonus"),
        "pads": pads,
        "cards": cards,
        "lantern-walk": lambda: sheet(72, game=str(SHOWN / "lantern-walk.toml"), players="Ana"),
        "harbour-year": lambda: sheet(66, game=str(SHOWN / "harbour-year.toml"), players="Ana"),
    }
    for path in sorted(EXAMPLES.glob("*.toml")):
        made[path.stem] = lambda name=path.stem: example(name)
    return made


def png(image: Image.Image) -> bytes:
    """A picture as a small file: 256 colours are plenty for line art."""
    out = BytesIO()
    few = image.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, "PNG", optimize=True)
    return out.getvalue()


SCREENSHOTS = {"party-phone": ("phone-round-0", 300), "party-screen": ("screen-round", 860)}
"""Pictures of pages: what the browser tests leave in output/party, and how wide it is here."""


def screenshot(name: str) -> Image.Image | None:
    """A page as the last run of the browser tests saw it, if there was one."""
    source, width = SCREENSHOTS[name]
    path = ROOT / "output" / "party" / f"{source}.png"
    if not path.is_file():
        return None
    image = Image.open(path).convert("RGB")
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


SCHEMA = DOCS / "layout.schema.json"


def schema_text() -> str:
    """The schema of layouts for editors, as it is kept beside this page."""
    import json

    from pnp.sheets.schema import schema

    return json.dumps(schema(), indent=1) + "\n"


def main() -> int:
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    pages = {name: image for name in SCREENSHOTS if (image := screenshot(name))}
    for name, image in pages.items():
        image.quantize(256, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)
    for name, make in {**all_pictures(), **CONTACTS}.items():
        content = png(make())
        write_whole(PICTURES / f"{name}.png", content)
        print(f"{name}.png: {len(content) // 1000 + 1} kB")
        if len(content) > (LARGEST_CONTACT if name in CONTACTS else LARGEST):
            print(f"{name}.png is too large; at most {LARGEST // 1000} kB", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
