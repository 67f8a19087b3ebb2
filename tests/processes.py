"""Other processes as the tests see them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 120.0
"""Seconds that a slow machine may take for what a fast one does at once."""


def soon(is_so: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def state(pid: int) -> str:
    """What a process does: `R` runs, `S` waits, `Z` has ended; empty when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
    except OSError:
        return ""
