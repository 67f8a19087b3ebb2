"""Where the logs of the tables are kept: what any store does, whichever it is.

PnpError
├── StoreError          the database can't be used, said in one line
│   ├── NoTable         there is no table of this id
│   └── TableExists     there is one already
├── Stale               an answer to `append`: the table has gone on; carries its last `seq`
└── Repeated            an answer to `append`: this was stored before; carries the `record`
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from pnp.errors import PnpError
from pnp.strict import shown
from pnp.words import Said, say


class StoreError(PnpError):
    """The store can't do what was asked; nothing that was acknowledged is lost.

    `nameless` is the same without the file's name, for people who have no business with it.
    """

    def __init__(self, said: Said | str, nameless: Said | str = "") -> None:
        super().__init__(said)
        self.nameless = nameless or said


class NoTable(StoreError):  # noqa: N818
    """There is no table of this id."""

    def __init__(self, table: str) -> None:
        super().__init__(say("no-such-table", table=shown(table)))


class TableExists(StoreError):  # noqa: N818
    """There is a table of this id already."""

    def __init__(self, table: str) -> None:
        super().__init__(say("table-exists", table=shown(table)))


class Stale(PnpError):  # noqa: N818
    """Somebody else was first: the table's last event has another number than expected."""

    def __init__(self, seq: int) -> None:
        super().__init__(say("stale.gone-on", seq=seq))
        self.seq = seq


class Repeated(PnpError):  # noqa: N818
    """An event with this key is in the log already, as the first try or somebody else stored it."""

    def __init__(self, record: Record) -> None:
        super().__init__(say("repeated.event", seq=record.seq))
        self.record = record


class Record(NamedTuple):
    """One event of a log: its number from 1, a key that no other event of the table has, and its JSON text."""

    seq: int
    key: str
    body: str


class TableInfo(NamedTuple):
    """What is known of a table without reading its log; the times are as they were given."""

    id: str
    meta: dict[str, str]
    last: int
    created: str
    changed: str


class KeptEvening(NamedTuple):
    """An evening as it is kept: its last number, when it began and last changed, and what it is as JSON."""

    id: str
    seq: int
    created: str
    changed: str
    body: str


class KeptPlace(NamedTuple):
    """One player of a result that is kept: name, place and points, None where nobody knows, and the rest as JSON."""

    seat: int
    player: str
    rank: int | None
    total: int | None
    won: bool | None
    body: str = ""


class Kept(NamedTuple):
    """The result of a table as it is kept beside its log: after which event, by which rules, and what it is.

    `seal` is the seal of that event as it stands in the log, which is not kept a second time.
    """

    seq: int
    rules: str
    game: str
    opened: str
    final: bool
    minutes: int | None
    body: str
    places: tuple[KeptPlace, ...] = ()
    seal: str = ""


MakeResult = Callable[[], Kept | None]
"""Makes the result that events led to; a store that keeps none does not ask for it."""


def no_result() -> None:
    """Nothing that could be kept."""


Heard = Callable[[Mapping[str, int] | None], None]
"""Is told of tables that were written to, with the numbers of their last events or 0 where something else changed;
None where anything may have happened."""


def told_together(told: Mapping[str, int], more: Mapping[str, int]) -> dict[str, int]:
    """What was told before and what is told now: a number does not say what has changed beside a log, so 0 stays.

    >>> told_together({"K7M2PQ": 0, "B4N8TX": 7}, {"K7M2PQ": 12, "B4N8TX": 8})
    {'K7M2PQ': 0, 'B4N8TX': 8}
    """
    return {**told, **{table: last if told.get(table, last) else 0 for table, last in more.items()}}


class Store(Protocol):
    """An append-only log of events a table; every method may be called from any thread.

    What a method answered has been stored for good. An unknown table raises `NoTable`, trouble `StoreError`; a write
    that raised may still be found stored when the machine failed in that moment, so try again with the same keys.
    `now` is the time as a text, by the caller's clock; without it the time of the last change stays.
    """

    def create(
        self,
        table: str,
        meta: Mapping[str, str],
        records: Sequence[Record],
        now: str = "",
        secret: str | None = None,
        result: MakeResult = no_result,
    ) -> None:
        """Begin a table with its first events, its secret and what it has come to, or raise `TableExists`."""

    def append(
        self, table: str, expected_seq: int, records: Sequence[Record], now: str = "", result: MakeResult = no_result
    ) -> int:
        """The last number after all of these events are stored; otherwise none is, and `Repeated` or `Stale` raised.

        A key that is there already is noticed before the number, so that a second try of a write gets its event. The
        result that these events led to is stored with them, or nothing is.
        """

    def keep_result(self, table: str, result: Kept) -> None:
        """Keep what a table has come to; where it has gone on meanwhile, that is known no more and not kept."""

    def results(self, whole: bool = False) -> dict[str, Kept]:
        """What the tables have come to by their ids, as far as it is kept; bodies of places only with `whole`."""

    def read(self, table: str, after: int = 0) -> list[Record]:
        """The events after a number, in order."""

    def last(self, table: str) -> int:
        """The number of the last event, 0 before the first."""

    def tables(self) -> list[TableInfo]:
        """Every table in the order of their making."""

    def infos(self, tables: Sequence[str]) -> list[TableInfo]:
        """What is known of some tables, without those that are not there."""
        return [info for info in self.tables() if info.id in tables]

    @property
    def is_shared(self) -> bool:
        """Whether several programs write here and hear of one another."""
        return False

    def listen(self, heard: Heard) -> None:  # noqa: ARG002
        """Tell of whatever is written, by any program, until the store is closed; a file can't, it has to be read."""
        return

    def alone(self, name: str) -> AbstractContextManager[bool]:  # noqa: ARG002
        """Whether nobody else, in any program, does what is named so as long as this lasts."""
        return nullcontext(True)

    def set_meta(self, table: str, key: str, value: str, now: str = "") -> None:
        """Note something about a table, in place of what was noted under this key."""

    def secret(self, table: str) -> str | None:
        """The private text of a table, which is in no log and no list."""

    def keep_file(self, table: str, name: str, content: bytes) -> None:
        """Keep a file that belongs to a table, in place of the one before of this name."""

    def drop_file(self, table: str, name: str) -> None:
        """Forget a file; one that is not there is fine."""

    def file(self, table: str, name: str) -> bytes | None:
        """A file that was kept."""

    def delete(self, table: str) -> None:
        """Remove a table and all that belongs to it, for good."""

    def rewrite(
        self,
        table: str,
        expected_seq: int,
        records: Sequence[Record],
        meta: Mapping[str, str],
        without: Sequence[str] = (),
        result: MakeResult = no_result,
    ) -> None:
        """Put another log and other notes in place of a table's, without some of its files, or raise `Stale`."""

    def evenings(self) -> list[KeptEvening]:
        """Every evening in the order of their making."""

    def keep_evening(self, evening: str, expected_seq: int, body: str, now: str = "") -> int:
        """Keep an evening in place of what it was, and its next number; 0 expects none, or `Stale` is raised."""

    def forget(self) -> None:
        """Leave nothing of what was deleted or rewritten in any file."""

    def close(self) -> None:
        """Finish what was begun; a closed store raises `StoreError`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def check(expected_seq: int, records: Sequence[Record]) -> None:
    """Raise ValueError for records that no log could take: they don't follow one another, or share a key.

    >>> check(4, [Record(5, "a", "{}"), Record(7, "b", "{}")])
    Traceback (most recent call last):
        ...
    ValueError: event 7 where 6 follows
    """
    keys: set[str] = set()
    for due, (seq, key, body) in enumerate(records, expected_seq + 1):
        if seq != due:
            raise ValueError(f"event {seq} where {due} follows")
        if key in keys:
            raise ValueError(f"key {key!r} twice in one write")
        keys.add(key)
        (key + body).encode()


class Request:
    """A write that waits for its turn, and the answer to it."""

    __slots__ = ("answer", "done", "error", "work")

    def __init__(self, work: Any) -> None:
        self.work, self.done = work, threading.Event()
        self.answer: Any = None
        self.error: Exception | None = None


class Requests:
    """The writes that wait for the one thread that writes, which may commit together all that it finds here."""

    def __init__(self) -> None:
        self.closed = False
        self._queue: SimpleQueue[Request | None] = SimpleQueue()
        self._door = threading.Lock()

    def ask(self, work: Any) -> Any:
        """The answer to a write, once it is there; work that nobody will do any more is refused."""
        request = Request(work)
        with self._door:
            if self.closed:
                raise StoreError(say("store-closed"))
            self._queue.put(request)
        request.done.wait()
        if request.error:
            raise request.error
        return request.answer

    def next(self) -> Request | None:
        """The next write, waited for; None when the store is closed and all are answered."""
        return self._queue.get()

    def waiting(self, most: int) -> list[Request]:
        """Those that wait just now."""
        found: list[Request] = []
        with suppress(Empty):
            while len(found) < most:
                if (request := self._queue.get_nowait()) is None:
                    self._queue.put(None)  # the end, which nothing follows
                    break
                found.append(request)
        return found

    def close(self) -> None:
        """Let nobody in any more; the end stands behind the last request."""
        with self._door:
            self.closed = True
            self._queue.put(None)
