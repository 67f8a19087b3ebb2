"""What those who run a party ask of it: whether it lives, whether it can work, and its figures."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from pnp import __version__
from pnp.play.stores.store import StoreError
from pnp.web import lookup
from pnp.web.party import Party
from pnp.web.serving.meters import Meters
from pnp.web.serving.threads import in_thread

PATIENCE = 2.0
"""Seconds within which the database answers a worker that is ready."""


async def health(request: Request) -> Response:
    """Whether this worker lives; it need not reach its database for that."""
    party = lookup.serving(request).party
    count = {"tables": len(party.index.open()), "listening": listening(party), "reached": party.reached()}
    return JSONResponse({"ok": True, "pnp": True, "version": __version__, **count})


async def ready(request: Request) -> Response:
    """Whether this worker can serve tables: it reaches its database."""
    good = await _reaches(lookup.serving(request).party)
    return JSONResponse({"ok": good}, 200 if good else 503)


async def _reaches(party: Party) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await in_thread(party.tables.store.infos, ["-"])
    except (StoreError, TimeoutError):
        return False
    return True


async def metrics(request: Request) -> Response:
    """The figures of all workers."""
    meters: Meters = request.app.state.meters
    await measure(lookup.serving(request).party, meters)
    return PlainTextResponse(meters.text(), media_type="text/plain; version=0.0.4")


def listening(party: Party) -> int:
    return sum(len(one.listening) for one in party.listeners())


async def measure(party: Party, meters: Meters) -> None:
    """Put down what is so now."""
    store = party.tables.store
    meters.put("ready", await _reaches(party))
    meters.put("tables", len(party.index.open()))
    meters.put("tables_in_memory", len(party.hosted))
    meters.put("listeners", listening(party))
    meters.put("store_writes", getattr(store, "writes", 0))
    meters.put("store_commits", getattr(store, "commits", 0))
