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
from pnp.words import Said, say

FINE, DOUBT, BROKEN = "fine", "doubt", "broken"
"""What a finding can be: in order; worth a look; no party before this is mended."""
OLDEST_PYTHON = (3, 11)
NEEDED = {
    "typer": (BROKEN, "commands"),
    "rich": (DOUBT, "progress"),
    "prompt-toolkit": (DOUBT, "screen"),
    "reportlab": (DOUBT, "pdf"),
    "uharfbuzz": (DOUBT, "pdf"),
    "python-bidi": (DOUBT, "right-to-left"),
    "pillow": (DOUBT, "pictures"),
    "qrcode": (BROKEN, "codes"),
    "pypdfium2": (DOUBT, "png"),
    "starlette": (BROKEN, "pages"),
    "httptools": (BROKEN, "pages"),
    "uvicorn": (BROKEN, "pages"),
    "zxing-cpp": (DOUBT, "photos"),
}
"""Every package that pnp leans on, how bad it is without, and what then doesn't work, as the catalogues call it."""
_LITTLE, _TOO_LITTLE = 200_000_000, 10_000_000
_PATIENCE = 1.0


class Finding(NamedTuple):
    """What a check found: how it is, about what, and a line that says what to do where it is not fine."""

    state: str
    what: str
    said: Said


def ready(findings: Sequence[Finding]) -> bool:
    """Whether a party can be held."""
    return all(one.state != BROKEN for one in findings)


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    """Is this Python new enough?

    >>> from pnp.words import english
    >>> english(python((3, 9, 1)).said)
    '3.9.1 is too old; install Python 3.11 or newer'
    """
    here, oldest = (".".join(map(str, one)) for one in (version, OLDEST_PYTHON))
    if version < OLDEST_PYTHON:
        return Finding(BROKEN, "Python", say("found.old-python", version=here, oldest=oldest))
    return Finding(FINE, "Python", say("found.python", version=here, pnp=__version__))


def packages(version_of: Callable[[str], str] = metadata.version) -> list[Finding]:
    """Which packages are installed, and what doesn't work without the others."""
    there, missing = [], []
    for name, (state, without) in NEEDED.items():
        try:
            there.append(f"{name} {version_of(name)}")
        except metadata.PackageNotFoundError:
            missing.append(Finding(state, "packages", say("found.no-package", name=name, without=without)))
    return [*([Finding(FINE, "packages", say("found.list", names=tuple(there)))] if there else []), *missing]


def writable(folder: Path) -> Said | None:
    """Why nothing can be written into a folder, or into where it would be made; None when that is possible."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        return say("not-writable.folder", place=str(place))
    try:
        with tempfile.TemporaryFile(dir=place):
            return None
    except OSError as error:
        return say("not-writable", place=str(place), why=error.strerror or str(error))


def data_folder(folder: Path) -> Finding:
    """Can the folder be used that keeps the key of the sheet codes?"""
    if trouble := writable(folder):
        return Finding(DOUBT, "data folder", say("found.no-data-folder", trouble=trouble))
    return Finding(FINE, "data folder", say("found.data-folder", folder=str(folder), new=not folder.exists()))


def tables(name: str) -> Finding:
    """Does the database of tables open, and is it sound? A file that isn't there is not made."""
    from pnp.play.stores.database import open_store
    from pnp.play.stores.server_address import is_server, shown

    path = Path(name)
    if not is_server(name) and not path.exists():
        if trouble := writable(path.parent):
            return Finding(BROKEN, "tables", say("found.no-tables", trouble=trouble))
        return Finding(FINE, "tables", say("found.new-tables", name=str(path)))
    try:
        with open_store(name, _PATIENCE) as store:
            count = len(store.tables())
        why = "" if is_server(name) else _unsound(path)
    except PnpError as error:
        return Finding(BROKEN, "tables", say("found.trouble", why=error.said))
    if why:
        return Finding(BROKEN, "tables", say("found.damaged-tables", name=name, why=why))
    return Finding(FINE, "tables", say("found.tables", name=shown(name), n=count))


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
        return Finding(DOUBT, "prints", say("found.no-prints", trouble=trouble))
    return Finding(FINE, "prints", say("found.prints", folder=f"{folder}{os.sep}"))


def space(folder: Path, free: int | None = None) -> Finding:
    """Is there room on the disk for an evening?"""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if free is None:
        try:
            free = shutil.disk_usage(place).free
        except OSError as error:
            why = error.strerror or str(error)
            return Finding(DOUBT, "disk", say("found.no-disk", place=str(place), why=why))
    size = f"{free / 1e9:.1f} GB" if free >= 1e9 else f"{free / 1e6:.0f} MB"
    if free < _LITTLE:
        state = BROKEN if free < _TOO_LITTLE else DOUBT
        said = say("found.little-space", size=size, place=str(place), enough=f"{_LITTLE // 1_000_000} MB")
        return Finding(state, "disk", said)
    return Finding(FINE, "disk", say("found.space", size=size))


def fonts() -> Finding:
    """Are the typefaces there?"""
    from pnp.paths import FONTS
    from pnp.sheets.typefaces import FILES

    missing = [file for file in FILES.values() if not (FONTS / file).is_file()]
    if missing:
        return Finding(DOUBT, "fonts", say("found.no-fonts", folder=str(FONTS), files=tuple(missing)))
    return Finding(FINE, "fonts", say("found.fonts", n=len(FILES)))


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
            yield Finding(DOUBT, "layouts", say("found.bad-layout", why=error.said))
    if good:
        yield Finding(FINE, "layouts", say("found.list", names=tuple(good)))
    else:
        yield Finding(BROKEN, "layouts", say("found.no-layouts", folder=str(LAYOUTS)))


def clock(now: datetime | None = None, made: datetime | None = None) -> Finding:
    """Is the clock plausible: not before this program was installed, and not in another century?"""
    now = now or datetime.now(UTC)
    if made is None:
        made = datetime.fromtimestamp(0, UTC)
        with suppress(OSError):
            made = datetime.fromtimestamp((PACKAGE / "__init__.py").stat().st_mtime, UTC)
    time = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year >= 2100 or now.year < 2025 or (now - made).total_seconds() < -86_400:
        return Finding(DOUBT, "clock", say("found.wrong-clock", time=time))
    return Finding(FINE, "clock", say("found.clock", time=time))
