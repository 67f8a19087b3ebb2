"""The one place that knows PostgreSQL's driver: connections in the manner of `sql_connection`, and what trouble means.

It is imported where a server is named, never before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.string import StrDumper, StrDumperUnknown, TextLoader

from pnp.errors import one_line
from pnp.play.stores.server_address import without_password
from pnp.play.stores.sql_connection import Rows
from pnp.words import Said, say

Trouble = psycopg.Error
USUAL = {
    "application_name": "pnp",
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""How a connection notices that nobody is at the other end, where the address says nothing else."""
SETTINGS = (
    "SET synchronous_commit = on",  # what is answered has been stored for good, whatever the server is used to
    "SET idle_in_transaction_session_timeout = '15s'",  # a program that is stopped holds nobody up for long
    "SET TimeZone = 'UTC'",
)
LOST, AGAIN, OTHER = "lost", "again", "other"
"""What trouble is: the server can't be reached just now; two were in each other's way; anything else."""
_SAYINGS = {
    "53100": say("database-is.full"),
    "55P03": say("database-is.busy"),
    "25006": say("database-is.server-read-only"),
    "42501": say("database-is.server-read-only"),
    "3D000": say("database-is.not-there"),
}


class Connection:
    """A connection to a server; what follows in a transaction begins with BEGIN and ends with COMMIT."""

    def __init__(self, url: str, lock_timeout: float = 0) -> None:
        given: dict[str, Any] = conninfo_to_dict(url)
        self._db = psycopg.connect(make_conninfo(**{**USUAL, **given}), autocommit=True, client_encoding="utf8")
        for kind in (_Text, _UnknownText):
            self._db.adapters.register_dumper(str, kind)
        self._db.adapters.register_loader("text", _LoadedText)
        for setting in (*SETTINGS, f"SET lock_timeout = {round(lock_timeout * 1000)}"):
            self._db.execute(setting.encode())

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Rows:
        return self._db.execute(_percent(statement), values or None)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]], /) -> None:
        if rows := list(rows):
            with self._db.cursor() as cursor:
                cursor.executemany(_percent(statement), rows)

    def told(self, seconds: float, most: int | None = None) -> list[str]:
        """What others have notified within some seconds, or as soon as there are so many."""
        return [one.payload for one in self._db.notifies(timeout=seconds, stop_after=most)]

    def close(self) -> None:
        with suppress(psycopg.Error):
            self._db.close()


@lru_cache(256)
def _percent(statement: str) -> bytes:
    """A statement with the driver's signs for values.

    >>> _percent("SELECT 1 FROM tables WHERE id = ?")
    b'SELECT 1 FROM tables WHERE id = %s'
    """
    return statement.replace("?", "%s").encode()


def kind_of(trouble: Exception) -> str:
    """What is to be done about trouble."""
    code = getattr(trouble, "sqlstate", None) or ""
    if code[:2] == "40" or code == "23505":
        return AGAIN
    away = code[:2] == "08" or code in ("57P01", "57P02", "57P03", "53300", "25P03", "57P05")
    if away or (not code and isinstance(trouble, psycopg.OperationalError)):
        return OTHER if _is_refusal(trouble) else LOST
    return OTHER


def _is_refusal(trouble: Exception) -> bool:
    """Whether a server was there and let nobody in; the driver tells that in words only."""
    return bool(re.search(r"authentication failed|does not exist|no password|pg_hba|invalid (URI|conn)", str(trouble)))


def said(trouble: Exception, url: str) -> Said:
    """Trouble in words, with a server at an address."""
    code, why = getattr(trouble, "sqlstate", None) or "", without_password(one_line(str(trouble)), url)
    if known := _SAYINGS.get(code):
        return known
    if kind_of(trouble) == LOST:
        return say("database-is.away", why=why)
    if not code and isinstance(trouble, psycopg.OperationalError | psycopg.ProgrammingError):
        return say("database-is.closed-to-us", why=why)
    return say("database-is.server-failing", why=why)


# PostgreSQL's texts have no zero byte, and ours may: it is written as two others.

_ODD = {"\x01": "\x01\x01", "\x00": "\x01\x02"}
_EVEN = {written: meant for meant, written in _ODD.items()}


def _written(text: str) -> str:
    """A text as it is stored.

    >>> _written("a\\x00b")
    'a\\x01\\x02b'
    """
    odd = "\x00" in text or "\x01" in text  # few are, and all that is stored is asked
    return re.sub("[\x00\x01]", lambda found: _ODD[found[0]], text) if odd else text


def packed(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as one value, which travels faster than columns do; `json_to_recordset` takes it apart.

    >>> packed(("number", "body"), [(1, "a"), (2, None)])
    '[{"number":1,"body":"a"},{"number":2,"body":null}]'
    """
    rows = list(rows)
    text = json.dumps([dict(zip(names, row, strict=False)) for row in rows], separators=(",", ":"))
    if "\\u0000" in text or "\\u0001" in text:
        rows = [[_written(one) if isinstance(one, str) else one for one in row] for row in rows]
        text = json.dumps([dict(zip(names, row, strict=False)) for row in rows], separators=(",", ":"))
    return text


class _Text(StrDumper):
    def dump(self, obj: str) -> Any:
        return super().dump(_written(obj))


class _UnknownText(StrDumperUnknown):
    def dump(self, obj: str) -> Any:
        return super().dump(_written(obj))


class _LoadedText(TextLoader):
    def load(self, data: Any) -> Any:
        text = bytes(data).decode()
        return re.sub("\x01.", lambda found: _EVEN.get(found[0], found[0]), text) if "\x01" in text else text
