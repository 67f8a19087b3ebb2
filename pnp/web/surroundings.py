"""What every table at a party has around it: store, secret, address, clock, artwork, and somebody for errands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from pnp.errors import PnpError
from pnp.play.tables import Tables
from pnp.web import pages
from pnp.web.sheet_art import Art
from pnp.words import LANGUAGE, Said, Words

ALONE = 4
"""Tables of which one program makes sure at once that it is alone: each holds a connection to the database meanwhile
and needs another one, so that all of them would wait for each other for good if they held all that there are."""


class Surroundings:
    """What a table at a party needs to know of it."""

    def __init__(self, tables: Tables, secret: bytes, url: str, wifi: str = "", clock: Callable[[], float] = time.time):
        self.tables = tables
        self.secret = secret
        self.url = url.rstrip("/")
        self.wifi = wifi
        self.said: Said | None = None
        self.addresses: list[dict[str, Any]] = []
        self.reached: Callable[[], int] = lambda: 0
        self.printed: Callable[[], list[str]] = list
        """The names for which sheets were printed here."""
        self.clock = clock
        self.art = Art(tables.library)
        self.build = pages.build()
        self.alone = asyncio.Semaphore(ALONE)
        self._errands: set[asyncio.Task[None]] = set()

    def evening_of(self, table: Any) -> Any:
        """The evening of a table, where there is one."""
        del table

    def people_changed(self, table: Any) -> None:
        """Somebody came to a table, left it or took another name."""

    def table_changed(self, table: Any) -> None:
        """Something happened at a table."""

    @property
    def notice(self) -> str:
        """What everybody at the party should know now, in English."""
        return pages.words_of(LANGUAGE).text(self.said) if self.said else ""

    def addresses_in(self, words: Words) -> list[dict[str, Any]]:
        """The addresses of this machine for the host to choose from, in the words of a language."""
        return [{**one, "label": words.text(one["label"])} for one in self.addresses]

    def changed(self, hosted: Any) -> None:
        """A table has changed."""

    def look_again(self, hosted: Any) -> None:
        """A table may have changed by what other programs wrote, and nobody will tell of it."""

    def spawn(self, errand: Callable[[], Any]) -> None:
        """Do something in the background; what goes wrong there stops nobody."""
        task = asyncio.ensure_future(_quietly(errand))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


async def _quietly(errand: Callable[[], Any]) -> None:
    try:
        await errand()
    except PnpError:
        return
