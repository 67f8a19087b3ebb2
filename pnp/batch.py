"""Work that is a list of independent pieces: done here, by processes, or on a cluster, with the same outcome.

Results come in the order of the pieces, so that nobody can tell where each was made. A piece that fails is tried again;
what is finished can be kept, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import copyreg
import hashlib
import multiprocessing
import os
import pickle
import shutil
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.errors import CallError, OutputError, PnpError, one_line
from pnp.extras import install_command
from pnp.paths import write_whole
from pnp.words import Said, say

if TYPE_CHECKING:
    from concurrent.futures import Future

TRIES = 3
"""How often a piece is tried before the run fails."""
AHEAD = 3
"""Pieces a process that are under way or wait to be fetched, so that fast workers don't fill the memory."""
_ENDING = {signal.SIGINT, signal.SIGTERM}


def _read_only(table: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(table)


# Pickle has no way to keep a read-only table, and what pieces of work are made of has some.
copyreg.pickle(MappingProxyType, lambda table: (_read_only, (dict(table),)))


class Run(NamedTuple):
    """Where pieces are done: by so many processes here, or on the Dask cluster at an address; where what is kept."""

    jobs: int = 1
    dask: str = ""
    keep: Path | None = None


HERE = Run()


def in_order(work: Callable[[Any], Any], pieces: Sequence[Any], run: Run = HERE, name: bytes = b"") -> Iterator[Any]:
    """What the work makes of each piece; `name` says what is done, for a run that goes on with what another kept."""
    kept = _Kept(run.keep / hashlib.sha256(name).hexdigest()[:24] if run.keep and name else None)
    pool = _open_pool(work, pieces, run)
    try:
        missing = iter([number for number in range(len(pieces)) if not kept.has(number)])
        for number in islice(missing, pool.ahead):
            pool.start(number)
        for number in range(len(pieces)):
            if (value := kept.get(number)) is None:
                value = kept.put(number, pool.result(number))
                for later in islice(missing, min(pool.ahead, 1)):
                    pool.start(later)
            yield value
        kept.clear()
    finally:
        pool.close()


def _open_pool(work: Callable[[Any], Any], pieces: Sequence[Any], run: Run) -> _Here:
    if run.dask:
        return _Cluster(work, pieces, run.dask)
    if run.jobs > 1 and len(pieces) > 1 and "fork" in multiprocessing.get_all_start_methods():
        return _Processes(work, pieces, min(run.jobs, len(pieces)))
    return _Here(work, pieces)


class _Here:
    """Does each piece when its result is asked for."""

    ahead = 0
    """How many pieces are started before the first result is there."""

    def __init__(self, work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
        self._work, self._pieces = work, pieces
        self._tries: Counter[int] = Counter()

    def start(self, number: int) -> None:
        """Have a piece done."""

    def result(self, number: int) -> Any:
        """Wait for what became of a piece, however often it has to be tried."""
        return self._work(self._pieces[number])

    def close(self) -> None:
        """End what is under way."""

    def _count_failure(self, number: int, why: Said | str) -> CallError | None:
        """Return the error of a piece that has failed too often to be tried again."""
        self._tries[number] += 1
        if self._tries[number] < TRIES:
            return None
        return CallError(say("piece-failed", n=number + 1, of=len(self._pieces), why=why))


class _Cluster(_Here):
    """The workers of a Dask cluster; its size may change while they work."""

    ahead = 64

    def __init__(self, work: Callable[[Any], Any], pieces: Sequence[Any], address: str) -> None:
        super().__init__(work, pieces)
        self._client = _connect(address)
        self._scattered = self._client.scatter(work, broadcast=True)
        self._executor = self._client.get_executor(pure=False, retries=TRIES - 1)
        self._futures: dict[int, Future[Any]] = {}

    def start(self, number: int) -> None:
        self._futures[number] = self._executor.submit(_call, self._scattered, self._pieces[number])

    def result(self, number: int) -> Any:
        while True:
            try:
                if number not in self._futures:
                    self.start(number)
                return self._futures.pop(number).result()
            except PnpError:
                raise
            except Exception as error:
                if failure := self._count_failure(number, one_line(repr(error))):
                    raise failure from error

    def close(self) -> None:
        self._client.close()


class _Worker(NamedTuple):
    process: multiprocessing.process.BaseProcess
    line: Connection
    """Takes numbers of pieces, and gives each back with what became of it."""
    numbers: list[int]
    """The pieces that it was given and that have not come back, in the order in which it does them."""


class _Processes(_Here):
    """Processes that are copies of this one.

    Each has a line of its own: whenever one is killed, its line ends, and nothing is broken that others need. Only
    numbers go out, which never fill a line, so that nobody waits for somebody who waits too.
    """

    def __init__(self, work: Callable[[Any], Any], pieces: Sequence[Any], count: int) -> None:
        super().__init__(work, pieces)
        self.ahead = AHEAD * count
        self._count = count
        self._workers: list[_Worker] = []
        self._results: dict[int, tuple[Any, PnpError | None]] = {}

    def _new_worker(self) -> _Worker:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(
            target=_serve, args=(self._work, self._pieces, theirs), daemon=True
        )
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # until it has handlers of its own
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)
            theirs.close()
        return _Worker(process, ours, [])

    def start(self, number: int) -> None:
        self._receive(timeout=0)
        self._give(number)

    def _give(self, number: int) -> None:
        if len(self._workers) < self._count:
            self._workers.append(self._new_worker())
        worker = min(self._workers, key=lambda worker: len(worker.numbers))
        worker.numbers.append(number)
        with suppress(OSError):  # one that has died is replaced when the end of its line is read
            worker.line.send(number)

    def result(self, number: int) -> Any:
        if number not in self._results and not any(number in worker.numbers for worker in self._workers):
            self._give(number)
        while number not in self._results:
            self._receive()
        value, error = self._results.pop(number)
        if error is not None:
            raise error
        return value

    def _receive(self, timeout: float | None = None) -> None:
        """Take what workers have sent, and put another in the place of one that died."""
        ready = wait([worker.line for worker in self._workers], timeout)
        for worker in [worker for worker in self._workers if worker.line in ready]:
            try:
                number, value, error = worker.line.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            worker.numbers.remove(number)
            if isinstance(error, str):
                self._fail(number, error)
            else:
                self._results[number] = value, error

    def _replace(self, worker: _Worker) -> None:
        _end(worker)
        self._workers[self._workers.index(worker)] = self._new_worker()
        for number in worker.numbers[1:]:
            self._give(number)
        for number in worker.numbers[:1]:
            self._fail(number, say("worker-died", code=worker.process.exitcode))

    def _fail(self, number: int, why: Said | str) -> None:
        if failure := self._count_failure(number, why):
            self._results[number] = None, failure
        else:
            self._give(number)

    def close(self) -> None:
        for worker in self._workers:
            _end(worker)


def _end(worker: _Worker) -> None:
    worker.process.kill()
    worker.process.join()
    worker.line.close()


def _serve(work: Callable[[Any], Any], pieces: Sequence[Any], line: Connection) -> None:
    """Do the pieces that are asked for, as long as the process lives that this one is a copy of."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which ends its workers
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            number = line.recv()
            try:
                line.send((number, work(pieces[number]), None))
            except PnpError as error:
                line.send((number, None, error))
            except Exception as error:
                line.send((number, None, one_line(repr(error))))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


class _Kept:
    """The finished pieces of a run in a folder, which is gone when all are."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def has(self, number: int) -> bool:
        return bool(self._folder and (self._folder / str(number)).is_file())

    def get(self, number: int) -> Any:
        if self.has(number) and self._folder:
            with suppress(OSError, ValueError, EOFError, pickle.PickleError, AttributeError, ImportError):
                return pickle.loads((self._folder / str(number)).read_bytes())
        return None

    def put(self, number: int, made: Any) -> Any:
        if self._folder:
            with suppress(OutputError):  # a full disk only costs that a stopped run begins anew
                write_whole(self._folder / str(number), pickle.dumps(made))
        return made

    def clear(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise CallError(say("needs-cluster", command=install_command("cluster"))) from None
    try:
        return Client(address, timeout=5)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise CallError(say("no-cluster", address=address, why=one_line(str(error)))) from None


def _call(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)
