"""The tables of this user: where they are kept, and the clock that dates what happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pnp.cli.documents import own_edition
from pnp.games.library import Library
from pnp.play.room import Room
from pnp.play.sqlite import SqliteStore
from pnp.play.store import default_path


def now() -> str:
    """The time to the second, the same everywhere."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def open_room(db: Path | None, edition: Path | None = None, rules: Path | None = None) -> Iterator[Room]:
    """The room with this user's tables."""
    library = Library(rules)
    with SqliteStore(default_path(db)) as store:
        yield Room(store, now, library, own_edition(edition, library))
