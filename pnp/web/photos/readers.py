"""Those who read photos of paper: few at a time, each in a process of its own; the rest are told to wait."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from pnp.web.photos import sheet_photos
from pnp.web.serving.middleware import RequestError

AT_ONCE = min(3, max(1, (os.cpu_count() or 1) // 2))
"""Photos that are read at once: half of the machine is for those who play."""
MOST_INSIDE = 6
"""Photos that are read or wait for it here; each is held in memory."""
EACH = 3
"""Seconds that one photo takes, roughly: when to come again."""


class Readers:
    """The readers of a party, and how many photos they have in hand."""

    def __init__(self) -> None:
        self.inside = 0
        self._pool = ThreadPoolExecutor(AT_ONCE, "pnp readers")

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place in the line, which is taken before the photo is sent."""
        if self.inside >= MOST_INSIDE:
            raise RequestError(503, "busy.reading", EACH * -(-self.inside // AT_ONCE), n=self.inside)
        self.inside += 1
        try:
            yield
        finally:
            self.inside -= 1

    async def read(self, photo: bytes, own: tuple[Path, ...]) -> dict[str, Any]:
        """What a photo says, once it is its turn."""
        work = partial(sheet_photos.read_bounded, photo, own)
        made: dict[str, Any] = await asyncio.get_running_loop().run_in_executor(self._pool, work)
        return made


READERS = Readers()
