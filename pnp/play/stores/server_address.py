"""The address of a database server, told from the name of a file."""

from __future__ import annotations

import re

SERVERS = ("postgresql://", "postgres://")


def is_server(name: str) -> bool:
    """Whether a database is named by the address of a server.

    >>> is_server("postgresql://db.test/party"), is_server("tables.db")
    (True, False)
    """
    return name.startswith(SERVERS)


def shown(url: str) -> str:
    """An address as it may be shown: without the password.

    >>> shown("postgresql://ana:secret@db.test/party?password=x")
    'postgresql://ana@db.test/party?password=…'
    """
    return re.sub(r"(?<=://)([^/@:]*):[^@]*@", r"\1@", re.sub(r"(pass\w*=)[^&]*", r"\1…", url))


def without_password(text: str, url: str) -> str:
    """What is said of an address, without what of it is never shown.

    >>> without_password('invalid token: "s%ZZ", for "ana"', "postgresql://ana:s%ZZ@db.test/party")
    'invalid token: "…", for "ana"'
    """
    return re.sub('"([^"]*)"', lambda one: '"…"' if one[1] in url and one[1] not in shown(url) else one[0], text)
