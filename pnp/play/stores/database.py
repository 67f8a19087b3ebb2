"""Which database is meant: a file, or a server by its address; and the store that it holds."""

from __future__ import annotations

import os
from pathlib import Path

from pnp.errors import CallError
from pnp.extras import install_command
from pnp.paths import data_folder
from pnp.play.stores.server_address import is_server
from pnp.play.stores.sql_store import SqlStore
from pnp.words import say


def named(given: str | None = None) -> str:
    """The database of the tables: the given one, or what `PNP_DB` names, or `tables.db` in the user's data folder."""
    return given or os.environ.get("PNP_DB") or str(data_folder() / "tables.db")


def open_store(name: str, patience: float = 5.0) -> SqlStore:
    """The store in a database; `patience` is how many seconds to wait for one that is busy or lost."""
    if not is_server(name):
        from pnp.play.stores.sqlite import SqliteStore

        return SqliteStore(Path(name), patience)
    try:
        from pnp.play.stores.postgres import PostgresStore
    except ImportError as error:
        if (error.name or "").startswith("pnp"):
            raise
        raise CallError(say("needs-driver", command=install_command("convention"))) from None
    return PostgresStore(name, patience)
