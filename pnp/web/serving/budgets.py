"""Budgets: how much one address may take of the party, so that one device can't take it from the others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv6Address, ip_address
from typing import Any

CONNECTIONS, STREAMS, UPLOADS = 96, 48, 2
"""What one address may have open at once; several phones behind one router share an address."""
REQUESTS, BURST = 60.0, 300
"""Requests a second that an address is answered at once, and how many it may save up for."""
MOST_FILES = 16_384
RESERVED = 150
"""Files that are none of the guests': the database, the terminal, what is served."""
REMEMBERED = 10_000


def who(address: str) -> str:
    """Whom an address counts for: a device may have as many addresses of version 6 as it likes, all of one network.

    >>> who("192.168.1.7"), who("::ffff:192.168.1.7"), who("2001:db8:1:2:3:4:5:6")
    ('192.168.1.7', '192.168.1.7', '2001:db8:1:2::')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(found) if found.is_loopback else str(IPv6Address(int(found) >> 64 << 64))
    return str(found)


def raise_file_limit() -> int:
    """Let this process have as many files open as it may, up to what a party needs; how many that is."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        return MOST_FILES if soft == resource.RLIM_INFINITY else soft
    return 512


class Full(Exception):  # noqa: N818
    """An address has as much as it may have."""


class Budgets:
    """What each address has now. This machine's own addresses share the whole: a proxy speaks from there for many."""

    def __init__(self, most: int = MOST_FILES - RESERVED, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.own: Collection[str] = ("127.0.0.1", "::1")
        self._clock = clock
        self._connections: Counter[str] = Counter()
        self._held: Counter[tuple[str, str]] = Counter()
        self._free_at: dict[str, float] = {}
        self._barred: dict[tuple[str, str], float] = {}
        self.open = 0

    def connect(self, address: str) -> bool:
        """Whether one more connection is taken; whoever was let in has to `leave`."""
        if self.open >= self.most or (self._connections[address] >= CONNECTIONS and address not in self.own):
            return False
        self._connections[address] += 1
        self.open += 1
        return True

    def leave(self, address: str) -> None:
        self.open -= 1
        _one_less(self._connections, address)

    @contextmanager
    def held(self, what: str, address: str, most: int) -> Iterator[None]:
        """One of the few things of a kind that an address may have at once; `Full` where it has them all."""
        barred = self._barred.get((what, address), 0.0) > self._clock()
        if barred or (self._held[what, address] >= most and address not in self.own):
            raise Full
        self._held[what, address] += 1
        try:
            yield
        finally:
            _one_less(self._held, (what, address))

    def bar(self, what: str, address: str, seconds: float) -> None:
        """Let an address have nothing of a kind for a while; this machine's own speak for many and are not barred."""
        if address not in self.own:
            now = self._clock()
            self._barred = {one: until for one, until in self._barred.items() if until > now}
            self._barred[what, address] = now + seconds

    def turn(self, address: str) -> float:
        """The seconds until a request of an address is its turn; 0 for whoever does not ask all the time."""
        if address in self.own:
            return 0.0
        now = self._clock()
        if len(self._free_at) > REMEMBERED:
            self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        at = max(now, self._free_at.get(address, 0.0)) + 1 / REQUESTS
        self._free_at[address] = at
        return max(0.0, at - now - BURST / REQUESTS)


def _one_less(counter: Counter[Any], key: object) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
