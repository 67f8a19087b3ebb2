"""Whether a party can be held on this machine: each check is a function that finds something and says what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from pnp import __version__
from pnp.errors import PnpError
from pnp.paths import PACKAGE

FINE, DOUBT, BROKEN = "fine", "doubt", "broken"
"""What a finding can be: in order; worth a look; no party before this is mended."""
OLDEST_PYTHON = (3, 11)
NEEDED = {
    "typer": (BROKEN, "no command runs"),
    "rich": (DOUBT, "there is no progress bar for long prints"),
    "reportlab": (DOUBT, "no PDF is printed"),
    "uharfbuzz": (DOUBT, "no PDF is printed"),
    "python-bidi": (DOUBT, "names in Hebrew and Arabic are not set"),
    "pillow": (DOUBT, "no PNG is printed and photos of sheets are not taken"),
    "qrcode": (BROKEN, "there are no QR codes to scan"),
    "pypdfium2": (DOUBT, "no PNG is printed"),
    "starlette": (BROKEN, "there are no pages for phones"),
    "httptools": (DOUBT, "phones are answered more slowly"),
    "uvicorn": (BROKEN, "there are no pages for phones"),
    "zxing-cpp": (DOUBT, "codes are not read from photos; they can still be typed"),
}
"""Every package that pnp leans on, how bad it is without, and what then doesn't work."""
_LITTLE, _TOO_LITTLE = 200_000_000, 10_000_000
_PATIENCE = 1.0


class Finding(NamedTuple):
    """What a check found: how it is, about what, and a line that says what to do where it is not fine."""

    state: str
    what: str
    said: str


def ready(findings: Sequence[Finding]) -> bool:
    """Whether a party can be held."""
    return all(one.state != BROKEN for one in findings)


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Is this Python new enough?

    >>> python((3, 9, 1)).said
    '3.9.1 is too old; install Python 3.11 or newer'
    """
    said = ".".join(map(str, version))
    if version < OLDEST_PYTHON:
        return Finding(
            BROKEN, "Python", f"{said} is too old; install Python {'.'.join(map(str, OLDEST_PYTHON))} or newer"
        )
    return Finding(FINE, "Python", f"{said}, pnp {__version__}")


def packages(version_of: Callable[[str], str] = metadata.version) -> list[Finding]:
    """Which packages are installed, and what doesn't work without the others."""
    there, missing = [], []
    for name, (state, without) in NEEDED.items():
        try:
            there.append(f"{name} {version_of(name)}")
        except metadata.PackageNotFoundError:
            missing.append(Finding(state, "packages", f"{name} is missing: {without}; pip install {name}"))
    return [*([Finding(FINE, "packages", ", ".join(there))] if there else []), *missing]


def writable(folder: Path) -> str:
    """Why nothing can be written into a folder, or into where it would be made; empty when that is possible."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        return f"{place} is no folder"
    try:
        with tempfile.TemporaryFile(dir=place):
            return ""
    except OSError as error:
        return f"nothing can be written into {place}: {error.strerror or error}"


def data_folder(folder: Path) -> Finding:
    """Can the folder be used that keeps the key of the sheet codes?"""
    if trouble := writable(folder):
        said = f"{trouble}; sheets printed again get other codes: make it writable or name another one with PNP_DATA"
        return Finding(DOUBT, "data folder", said)
    return Finding(FINE, "data folder", f"{folder}" + ("" if folder.exists() else ", made when it is needed"))


def tables(path: Path) -> Finding:
    """Does the database of tables open, and is it sound? One that isn't there is not made."""
    if not path.exists():
        if trouble := writable(path.parent):
            said = f"{trouble}; make it writable, or name another file with --db or PNP_DB"
            return Finding(BROKEN, "tables", said)
        return Finding(FINE, "tables", f"{path}, made with the first table")
    from pnp.play.sqlite import SqliteStore

    try:
        with SqliteStore(path, _PATIENCE) as store:
            count = len(store.tables())
        trouble = _unsound(path)
    except PnpError as error:
        return Finding(BROKEN, "tables", str(error))
    if trouble:
        said = f"{path}: is damaged ({trouble}); put a copy of it back, or name another file with --db or PNP_DB"
        return Finding(BROKEN, "tables", said)
    return Finding(FINE, "tables", f"{path}: sound, {count} {'table' if count == 1 else 'tables'}")


def _unsound(path: Path) -> str:
    """What SQLite finds wrong inside a database; empty when it is sound."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_PATIENCE)) as db:
            said = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        return str(error)
    return "" if said == "ok" else said.splitlines()[0]


def output(folder: Path) -> Finding:
    """Can sheets be printed into the usual folder?"""
    if trouble := writable(folder):
        return Finding(DOUBT, "prints", f"{trouble}; name another place with pnp print --out")
    return Finding(FINE, "prints", f"{folder}{os.sep}")


def space(folder: Path, free: int | None = None) -> Finding:
    """Is there room on the disk for an evening?"""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if free is None:
        try:
            free = shutil.disk_usage(place).free
        except OSError as error:
            return Finding(
                DOUBT, "disk", f"{place}: can't be asked: {error.strerror or error}; look at the disk yourself"
            )
    said = f"{free / 1e9:.1f} GB free" if free >= 1e9 else f"{free / 1e6:.0f} MB free"
    if free < _LITTLE:
        state = BROKEN if free < _TOO_LITTLE else DOUBT
        return Finding(
            state, "disk", f"{said} at {place}; make room: {_LITTLE // 1_000_000} MB are enough for an evening"
        )
    return Finding(FINE, "disk", said)


def fonts() -> Finding:
    """Are the typefaces there?"""
    from pnp.paths import FONTS
    from pnp.sheets.typefaces import FILES

    missing = [file for file in FILES.values() if not (FONTS / file).is_file()]
    if missing:
        return Finding(DOUBT, "fonts", f"{FONTS}: {', '.join(missing)} missing; install pnp again")
    return Finding(FINE, "fonts", f"{len(FILES)} typefaces")


def layouts() -> Iterator[Finding]:
    """Are the layouts of the games there, and can they be read?"""
    from pnp.paths import LAYOUTS
    from pnp.sheets import layout

    good = []
    for name in layout.names():
        try:
            layout.load(layout.find(name))
            good.append(name)
        except PnpError as error:
            yield Finding(DOUBT, "layouts", f"{error}; mend that file or install pnp again")
    if good:
        yield Finding(FINE, "layouts", ", ".join(good))
    else:
        yield Finding(BROKEN, "layouts", f"{LAYOUTS}: no layout can be read; install pnp again")


def clock(now: datetime | None = None, made: datetime | None = None) -> Finding:
    """Is the clock plausible: not before this program was installed, and not in another century?"""
    now = now or datetime.now(UTC)
    if made is None:
        made = datetime.fromtimestamp(0, UTC)
        with suppress(OSError):
            made = datetime.fromtimestamp((PACKAGE / "__init__.py").stat().st_mtime, UTC)
    said = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year >= 2100 or now.year < 2025 or (now - made).total_seconds() < -86_400:
        return Finding(DOUBT, "clock", f"{said} can't be right: results would be misdated; set this machine's clock")
    return Finding(FINE, "clock", said)
