"""A connection to a database as every engine has it, and those that are lent to readers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from pnp.play.stores.store import StoreError
from pnp.words import say


class Rows(Protocol):
    """What a statement finds."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """A connection; values stand for question marks."""

    def execute(self, statement: str, values: Any = ..., /) -> Rows: ...

    def executemany(self, statement: str, rows: Any, /) -> object: ...


def as_of_one_moment(db: Database, work: Callable[[Any], Any], begin: str) -> Any:
    """What is read within one transaction, which is over afterwards whatever happens."""
    db.execute(begin)
    try:
        return work(db)
    finally:
        db.execute("ROLLBACK")


Connection = TypeVar("Connection")


class Readers(Generic[Connection]):
    """Connections to read on, each lent to one reader at a time; at most so many are open."""

    def __init__(self, connect: Callable[[], Connection], close: Callable[[Connection], None], most: int) -> None:
        self.idle: list[Connection] = []
        self._connect, self._close, self._most = connect, close, most
        self._lent, self._closed = 0, False
        self._door = threading.Condition()

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """A connection; one that something went wrong with is not lent again."""
        with self._door:
            self._door.wait_for(lambda: self._closed or self._lent < self._most)
            if self._closed:
                raise StoreError(say("store-closed"))
            db = self.idle.pop() if self.idle else None
            self._lent += 1
        try:
            db = db or self._connect()
            yield db
        except BaseException as error:
            if db is not None and not isinstance(error, StoreError):
                self._close(db)
                db = None
            raise
        finally:
            with self._door:
                self._lent -= 1
                if db is not None:
                    self.idle.append(db)
                self._door.notify_all()

    def close(self) -> None:
        """Let readers finish, and nobody read any more."""
        with self._door:
            self._closed = True
            self._door.notify_all()
            self._door.wait_for(lambda: not self._lent)
            for db in self.idle:
                self._close(db)
            self.idle.clear()

    def drop(self) -> None:
        """Close those that nobody has just now: what they lead to is gone."""
        with self._door:
            for db in self.idle:
                self._close(db)
            self.idle.clear()
