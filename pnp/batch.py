"""Work that is a list of independent pieces: done here, by processes, or on a cluster, with the same outcome.

Results come in the order of the pieces, so that nobody can tell where each was made. A piece that fails is tried again;
what is finished can be kept, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import copyreg
import hashlib
import multiprocessing
import pickle
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.errors import CallError, OutputError, PnpError, one_line
from pnp.paths import write_whole
from pnp.words import say

EXTRA = "pnp[cluster]"
TRIES = 3
"""How often a piece is tried before the run fails."""
AHEAD = 3
"""Pieces a process that are under way or wait to be fetched, so that fast workers don't fill the memory."""
ON_CLUSTER = 64
"""The same for a cluster, whose size may change."""
_work: Callable[[Any], Any] | None = None
"""What a process was started for; it has it from the one that it is a copy of."""


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
    pool = _Pool(work, pieces, run)
    try:
        ahead = ON_CLUSTER if run.dask else AHEAD * run.jobs
        missing = iter([number for number in range(len(pieces)) if not kept.has(number)])
        started = {next(missing, None) for _ in range(ahead if pool.is_shared else 0)}
        for number in sorted(one for one in started if one is not None):
            pool.start(number)
        for number in range(len(pieces)):
            if (made := kept.get(number)) is None:
                made = kept.put(number, pool.result(number))
                if pool.is_shared and (later := next(missing, None)) is not None:
                    pool.start(later)
            yield made
        kept.clear()
    finally:
        pool.close()


class _Pool:
    """Whoever does the pieces; those that are lost on the way are given out again."""

    def __init__(self, work: Callable[[Any], Any], pieces: Sequence[Any], run: Run) -> None:
        self._do, self._pieces, self._run = work, pieces, run
        forks = "fork" in multiprocessing.get_all_start_methods()
        self.is_shared = bool(run.dask) or (run.jobs > 1 and len(pieces) > 1 and forks)
        self._futures: dict[int, Future[Any]] = {}
        self._client: Any = None
        self._executor: Executor | None = self._made() if self.is_shared else None

    def _made(self) -> Executor:
        if self._run.dask:
            self._client = _client(self._run.dask)
            self._scattered = self._client.scatter(self._do, broadcast=True)
            executor: Executor = self._client.get_executor(pure=False, retries=TRIES - 1)
            return executor
        global _work
        _work = self._do
        count = min(self._run.jobs, len(self._pieces))
        return ProcessPoolExecutor(count, multiprocessing.get_context("fork"))

    def start(self, number: int) -> None:
        assert self._executor is not None
        piece = self._pieces[number]
        if self._run.dask:
            self._futures[number] = self._executor.submit(_call, self._scattered, piece)
        else:
            self._futures[number] = self._executor.submit(_done, piece)

    def result(self, number: int) -> Any:
        """What became of a piece, however often it has to be tried."""
        if self._executor is None:
            return self._do(self._pieces[number])
        for _ in range(TRIES):
            if number not in self._futures:
                self.start(number)
            try:
                return self._futures.pop(number).result()
            except PnpError:
                raise
            except BrokenExecutor as error:
                why: Exception = error
                self._renew()
            except Exception as error:
                why = error
        raise CallError(say("piece-failed", n=number + 1, of=len(self._pieces), why=one_line(repr(why)))) from why

    def _renew(self) -> None:
        """Other processes in place of those of which one died; what they had under way is given out again."""
        lost = sorted(self._futures)
        self._futures.clear()
        self._executor = self._made()
        for number in lost:
            self.start(number)

    def close(self) -> None:
        global _work
        _work = None
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True) if not self._run.dask else None
        if self._client is not None:
            self._client.close()


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


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise CallError(say("needs-cluster", extra=EXTRA)) from None
    try:
        return Client(address, timeout=5)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise CallError(say("no-cluster", address=address, why=one_line(str(error)))) from None


def _done(piece: Any) -> Any:
    assert _work is not None
    return _work(piece)


def _call(work: Callable[[Any], Any], piece: Any) -> Any:
    return work(piece)
