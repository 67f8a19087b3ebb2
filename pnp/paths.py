"""Where the program's own files lie: beside the package in a wheel, at the top of a checkout."""

from __future__ import annotations

import os
from pathlib import Path

from pnp.errors import OutputError

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


def write_whole(path: Path, content: bytes) -> Path:
    """Write a file so that it is there whole or not at all."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True) if partial.parent.is_dir() else None
        reason = error.strerror or str(error)
        raise OutputError(f"{path}: can't be written: {reason}; name another place with --out") from None
    return path
