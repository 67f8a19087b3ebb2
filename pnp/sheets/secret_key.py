"""The secret from which this user's sheet codes are made, so that a sheet printed again keeps its code."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

LENGTH = 32


def load(folder: Path) -> tuple[bytes, bool]:
    """The key that a folder keeps, made when there is none; and whether it could be kept."""
    path = folder / "key"
    fresh = secrets.token_bytes(LENGTH)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            _write(path, fresh, os.O_EXCL)
        except FileExistsError:
            # Whoever was first keeps the key: two programs that start together must not print with two keys.
            kept = path.read_bytes()
            if len(kept) == LENGTH:
                return kept, True
            _write(path, fresh, os.O_TRUNC)
    except OSError:
        return fresh, False
    return fresh, True


def _write(path: Path, key: bytes, how: int) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | how, 0o600), "wb") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write(key)
