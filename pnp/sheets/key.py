"""The secret from which this user's sheet codes are made, so that a sheet printed again keeps its code."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

LENGTH = 32


def load(folder: Path) -> tuple[bytes, bool]:
    """The key that a folder keeps, made when there is none; and whether it could be kept."""
    path = folder / "key"
    try:
        key = path.read_bytes()
        if len(key) == LENGTH:
            return key, True
    except OSError:
        pass
    key = secrets.token_bytes(LENGTH)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".key.{os.getpid()}.part")
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(key)
        # Whoever was first keeps the key: two programs that start together must not print with two keys.
        try:
            os.link(partial, path)
        except FileExistsError:
            kept = path.read_bytes()
            key = kept if len(kept) == LENGTH else key
            partial.replace(path) if len(kept) != LENGTH else None
        finally:
            partial.unlink(missing_ok=True)
    except OSError:
        return key, False
    return key, True
