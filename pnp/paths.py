"""Where the program's own files lie: beside the package in a wheel, at the top of a checkout."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pnp.errors import OutputError
from pnp.words import say

PACKAGE = Path(__file__).parent
_HOME = PACKAGE / "data" if (PACKAGE / "data").is_dir() else PACKAGE.parent

LAYOUTS = _HOME / "layouts"
FONTS = _HOME / "fonts"


def data_folder() -> Path:
    """The user's own folder for what outlives a command; `PNP_DATA` names another one."""
    if named := os.environ.get("PNP_DATA"):
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "pnp"


def is_file(path: Path) -> bool:
    """Whether there is such a file; a name that can't be a file's is none."""
    try:
        return path.is_file()
    except OSError:
        return False


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that is there whole or not at all: written beside its place, moved there when everything went well."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        raise OutputError(say("unwritable", name=str(path), why=error.strerror or str(error))) from None
    finally:
        with suppress(OSError):
            partial.unlink()


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file at once, whole or not at all."""
    with whole_file(path) as file:
        file.write(content)
    return path
