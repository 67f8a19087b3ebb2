"""Serving: the socket, the address that guests use, and an eye on the network while the party lasts."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import uvicorn
import uvicorn.config

from pnp import bounded_process
from pnp.errors import CallError
from pnp.games.functions import as_play
from pnp.games.game import Game
from pnp.play.stores.store import StoreError
from pnp.play.tables import Tables
from pnp.web import pages, party_memory
from pnp.web.network import guest_addresses
from pnp.web.network.guest_addresses import Reached
from pnp.web.network.interfaces import interfaces
from pnp.web.party import Party
from pnp.web.serving import connections
from pnp.web.serving.app import app
from pnp.web.serving.budgets import RESERVED, Budgets, raise_file_limit, who
from pnp.web.serving.meters import Meters
from pnp.web.serving.observed import as_json_lines
from pnp.words import LANGUAGE, Said, say

LOOK_EVERY = 15.0
REMEMBERED_DAYS = 60
"""Sheets that were printed longer ago are not worth a warning."""
ANYWHERE = "0.0.0.0"


def listening(address: str, port: int) -> socket.socket:
    """A socket that guests reach, or why there can't be one."""
    # The protocol is named so that asyncio sends small answers at once; without it each waits 40 ms for the last.
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
        made.listen(2048)
    except OSError as error:
        made.close()
        why = error.strerror or str(error)
        raise CallError(say("no-port", port=port, address=address, why=why)) from None
    return made


class Whereabouts:
    """Where this machine is found: the address that was given, or the best that its network has now."""

    def __init__(self, listen: str, port: int, given: str, folder: Path) -> None:
        self.given, self._listen, self.port, self._folder = given, listen, port, folder
        self.reached = Reached()
        self.trusted: set[str] = set()
        self.budgets = Budgets()
        self.look()

    def look(self) -> None:
        there = interfaces()
        own = [one.address for one in there] + ["127.0.0.1"]
        self.reached.owns(own)
        # This machine's own addresses, and a proxy's, speak for many.
        self.budgets.own = {who(address) for address in [*own, "::1"]} | self.trusted
        found = guest_addresses.ranked(there)
        if self._listen != ANYWHERE:
            found = [one for one in found if one.address == self._listen]
        self.interfaces = there
        self.candidates = found
        best = guest_addresses.url_of(found[0].address if found else self._listen, self.port)
        self.url = self.given or best

    def addresses(self) -> list[dict[str, object]]:
        """The addresses for the host to choose from."""
        return [
            {"url": guest_addresses.url_of(one.address, self.port), "label": one.label, "best": number == 0}
            for number, one in enumerate(self.candidates)
        ]

    def elsewhere(self) -> list[str]:
        """Addresses that sheets were printed for and that do not lead here."""
        here = [self.url, *(guest_addresses.url_of(one.address, self.port) for one in self.candidates)]
        since = datetime.now(UTC) - timedelta(days=REMEMBERED_DAYS)
        return guest_addresses.other_addresses(self._folder, here, since.isoformat(timespec="seconds"))

    def seen(self, address: str, now: Callable[[], str]) -> None:
        if self.reached.seen(address):
            party_memory.remember(self._folder, now())

    def printed_names(self) -> list[str]:
        return party_memory.printed_names(self._folder)


def party_of(tables: Tables, secret: bytes, where: Whereabouts, wifi: str) -> Party:
    party = Party(tables, secret, where.url, wifi)
    party.addresses = where.addresses()
    party.reached = lambda: where.reached.count
    party.printed = where.printed_names
    if others := where.elsewhere():
        party.said = say("notice.printed", address=others[0])
    return party


def check_timer(game: Game, language: str) -> None:
    """Whether rounds of a game can have a time limit; an error says that they can't."""
    if not as_play(game.play).TIMED:
        raise CallError(pages.words_of(language or LANGUAGE).text(say("no-timer", game=game.TITLE)))


class Style(NamedTuple):
    """How a party is served where it is more than a living room's: behind a proxy, by several workers, watched."""

    behind: str = ""
    """The address whose word is taken for where a request comes from."""
    json_log: bool = False
    meters: Meters | None = None
    worker: int = 0
    ready: Callable[[], None] = lambda: None


ALONE = Style()


class Server(uvicorn.Server):
    """A server that sends the pages that listen home before it waits for the others."""

    def __init__(self, config: uvicorn.Config, party: Party, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._party, self._ready = party, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self._party.listeners():
            listening.close()
        bounded_process.end_all()
        await super().shutdown(sockets)


def serve(
    party: Party,
    where: Whereabouts,
    socket: socket.socket,
    language: str,
    moved: Callable[[Said], None],
    style: Style = ALONE,
) -> None:
    """Serve until somebody stops it, by Ctrl-C or by SIGTERM; `moved` is told when the address changed."""
    gc.set_threshold(10_000, 20, 20)  # a server makes cycles, and lives long
    where.budgets.most = raise_file_limit() - RESERVED
    seen = partial(where.seen, now=party.tables.now)
    where.trusted = {who(one.strip()) for one in style.behind.split(",") if style.behind}
    where.look()
    config = uvicorn.Config(
        app(party, language, seen, budgets=where.budgets, meters=style.meters),
        http=connections.of(where.budgets),
        ws="none",
        backlog=512,
        log_level="warning",
        access_log=False,
        server_header=False,
        log_config=None if style.json_log else uvicorn.config.LOGGING_CONFIG,
        proxy_headers=bool(style.behind),
        forwarded_allow_ips=style.behind or None,
        timeout_graceful_shutdown=1,  # nobody is waited for longer
        timeout_keep_alive=30,
    )

    if style.json_log:
        as_json_lines(style.worker)
    log = logging.getLogger("uvicorn.error")
    log.addFilter(connections.NowAndThen())

    async def run() -> None:
        connections.quiet_loop(asyncio.get_running_loop(), log.warning)
        watch = asyncio.create_task(_watch(party, where, moved))
        try:
            await Server(config, party, style.ready).serve(sockets=[socket])
        finally:
            watch.cancel()

    asyncio.run(run())


async def _watch(party: Party, where: Whereabouts, moved: Callable[[Said], None]) -> None:
    """Notice when the network gives this machine another address: guests need a new code, and the log says so."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        before = guest_addresses.origin(party.url)
        await asyncio.get_running_loop().run_in_executor(None, where.look)
        party.addresses = where.addresses()
        news = None if where.given or before is None else guest_addresses.changed(before[0], where.interfaces)
        if not news or where.url == party.url:
            continue
        party.url, party.said = where.url, news
        moved(news)
        note = "noted", {"what": party.notice}
        for hosted in [one for one in party.hosted.values() if not one.table.position.closed]:
            with suppress(StoreError):  # the log may miss it; the pages, and those who come, must not
                async with hosted.lock:
                    await hosted.write(hosted.table.seq, f"moved.{hosted.table.seq}.{before}", [note])
            hosted.tell()
