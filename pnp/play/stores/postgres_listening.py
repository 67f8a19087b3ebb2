"""Hearing of what other programs write: one connection that listens, and is made anew when it dies."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

from pnp.play.stores.postgres_connection import Connection, Trouble
from pnp.play.stores.store import Heard, told_together

TICK = 0.2
"""Seconds after which somebody who waits in vain looks whether the store is closed."""
ASK_AFTER = 25
"""So many ticks of silence, and a connection is asked whether it is still there."""


class Listening:
    """A thread that tells of every table that was written to; None where something may have been missed."""

    def __init__(self, connect: Callable[[], Connection], channel: str, heard: Heard) -> None:
        self._connect, self._channel, self._heard = connect, channel, heard
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="pnp listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._closed = True
        self._thread.join(10 * TICK)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._listen()
            except (Trouble, OSError):
                # Whoever waits for news is told that there is none: they look for themselves when it is back.
                time.sleep(0.2)

    def _listen(self) -> None:
        db = self._connect()
        try:
            db.execute(f'LISTEN "{self._channel}"')
            self._heard(None)  # what was written while nobody listened
            silent = 0
            while not self._closed:
                told: dict[str, int] = {}
                for notice in db.told(TICK, most=1):
                    told = told_together(told, json.loads(notice))
                silent = 0 if told else silent + 1
                if told:
                    self._heard(told)
                elif silent % ASK_AFTER == 0:
                    db.execute("SELECT 1")
        finally:
            db.close()
