"""The tables of this user: where they are kept, and the clock that dates what happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pnp.cli.documents import own_edition
from pnp.errors import CallError
from pnp.play.stores.database import named, open_store
from pnp.play.stores.server_address import is_server
from pnp.play.tables import Tables
from pnp.sheets.own_rules import library_of
from pnp.words import say


def now() -> str:
    """The time to the second, the same everywhere."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def there(name: str) -> None:
    """A file that is to be read has to be there; it would be made otherwise."""
    if not is_server(name) and not Path(name).exists():
        raise CallError(say("store.no-file", name=name))


@contextmanager
def open_tables(
    db: str, edition: Path | None = None, rules: Path | None = None, *, new: bool = True
) -> Iterator[Tables]:
    """This user's tables, for as long as they are used; a file that is named is made only where something is `new`."""
    if db and not new:
        there(db)
    library = library_of(rules)
    with open_store(named(db)) as store:
        yield Tables(store, now, library, own_edition(edition, library))
