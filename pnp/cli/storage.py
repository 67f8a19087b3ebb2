"""The tables of this user: where they are kept, and the clock that dates what happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pnp.cli.documents import own_edition
from pnp.play.stores.database import named, open_store
from pnp.play.tables import Tables
from pnp.sheets.own_rules import library_of


def now() -> str:
    """The time to the second, the same everywhere."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def open_tables(db: str, edition: Path | None = None, rules: Path | None = None) -> Iterator[Tables]:
    """This user's tables, for as long as they are used."""
    library = library_of(rules)
    with open_store(named(db)) as store:
        yield Tables(store, now, library, own_edition(edition, library))
