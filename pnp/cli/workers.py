"""Several processes that serve one party on one port: started, looked after, and renewed one by one."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple

from pnp.cli.terminal import warn
from pnp.errors import PnpError

START_WITHIN, STOP_WITHIN = 60.0, 15.0
"""Seconds in which a worker serves, and in which one that shall stop has answered whoever is being served."""
LOOK_EVERY = 0.5
_SPAWN = get_context("spawn")


class Task(NamedTuple):
    """What every worker needs to serve the same party."""

    db: str
    edition: Path | None
    rules: Path | None
    secret: bytes
    listen: str
    port: int
    url: str
    wifi: str
    language: str
    evening: str
    behind: str
    json_log: bool


class _Worker(NamedTuple):
    number: int
    process: Any
    line: Any
    """Hears from the worker when it is ready; the worker hears from it when we are gone."""
    since: float


class Workers:
    """The workers of a party; SIGHUP renews them one by one, and nobody who is being served notices."""

    def __init__(self, task: Task, socket: socket, count: int) -> None:
        from pnp.web.serving.meters import SIZE

        self._task, self._socket = task, socket
        self._cells = _SPAWN.RawArray("d", SIZE * count)
        self._renew = self._stop = False
        self._workers = [self._started(number) for number in range(count)]

    def serve(self, ready: Callable[[], None]) -> None:
        """Look after the workers until somebody stops it; `ready` is called when all of them serve."""
        signal.signal(signal.SIGHUP, lambda *_: setattr(self, "_renew", True))
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, lambda *_: setattr(self, "_stop", True))
        try:
            for worker in self._workers:
                _is_ready(worker)
            ready()
            while not self._stop:
                wait([worker.process.sentinel for worker in self._workers], LOOK_EVERY)
                self._workers = [self._kept(worker) for worker in self._workers]
                if self._renew:
                    self._renew = False
                    self._workers = [self._renewed(worker) for worker in self._workers]
        finally:
            for worker in self._workers:
                worker.process.terminate()
            for worker in self._workers:
                _end(worker)

    def _started(self, number: int) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=work, args=(self._task, self._socket, theirs, self._cells, number), daemon=True)
        process.start()
        theirs.close()
        return _Worker(number, process, ours, time.monotonic())

    def _kept(self, worker: _Worker) -> _Worker:
        """A worker that runs, or another in the place of one that died."""
        if worker.process.is_alive() or self._stop:
            return worker
        _end(worker)
        if time.monotonic() - worker.since < 2:
            time.sleep(1)  # one that can't start is not tried all the time
        return self._started(worker.number)

    def _renewed(self, worker: _Worker) -> _Worker:
        """Another worker, once it serves; only then the old one goes."""
        fresh = self._started(worker.number)
        if not _is_ready(fresh):
            fresh.process.terminate()
            _end(fresh)
            return worker
        worker.process.terminate()
        _end(worker)
        return fresh


def _is_ready(worker: _Worker) -> bool:
    with suppress(EOFError, OSError):
        return bool(worker.line.poll(START_WITHIN) and worker.line.recv())
    return False


def _end(worker: _Worker) -> None:
    worker.process.join(STOP_WITHIN)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
    worker.line.close()


@contextmanager
def _telling() -> Iterator[None]:
    """What ends a worker is told in one line; another is started in its place."""
    try:
        yield
    except PnpError as error:
        warn(str(error))


def work(task: Task, socket: socket, line: Any, cells: Any, number: int) -> None:
    """Serve the party in a process of its own, until it is told to stop or nobody looks after it any more."""
    from pnp.cli.storage import open_tables
    from pnp.paths import data_folder
    from pnp.web.serving import server
    from pnp.web.serving.meters import Meters

    def until_alone() -> None:
        with suppress(EOFError, OSError):
            line.recv()
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    threading.Thread(target=until_alone, daemon=True).start()
    style = server.Style(task.behind, task.json_log, Meters(cells, number), number, lambda: line.send(True))
    with suppress(KeyboardInterrupt), _telling(), open_tables(task.db, task.edition, task.rules) as stored:
        where = server.Whereabouts(task.listen, task.port, task.url, data_folder())
        party = server.party_of(stored, task.secret, where, task.wifi)
        party.open_evening(task.evening)
        server.serve(party, where, socket, task.language, lambda _: None, style)
