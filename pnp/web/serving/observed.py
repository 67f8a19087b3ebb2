"""Every request seen from outside: counted, and told as a line of JSON where somebody wants that."""

from __future__ import annotations

import json
import logging
import re
import time
from datetime import UTC, datetime
from urllib.parse import quote

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.web.serving.meters import Meters

LOG = logging.getLogger("pnp.requests")
_SECRET = re.compile(r"(/[shd]/+)[^/]+", re.IGNORECASE)
"""What stands after these in an address opens something, and is nobody's to read in a log."""


def without_secrets(path: str) -> str:
    """An address as it may stand in a log.

    >>> without_secrets("/s/K7Q3MX5T6/say"), without_secrets("/t/K7M2PQ/state"), without_secrets("//S//K7Q3MX5T6")
    ('/s/*/say', '/t/K7M2PQ/state', '//S//*')
    """
    return quote(_SECRET.sub(r"\1*", path), safe="/*")[:200]


class Observed:
    """An app around which requests are counted; pages that listen are no requests that take long."""

    def __init__(self, app: ASGIApp, meters: Meters) -> None:
        self._app, self._meters = app, meters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            seconds = time.perf_counter() - start
            if not scope["path"].endswith("/live"):
                self._meters.answered(status, seconds)
            if LOG.isEnabledFor(logging.INFO):
                told = {"method": scope["method"], "path": without_secrets(scope["path"]), "status": status}
                LOG.info("request", extra={"told": {**told, "ms": round(seconds * 1000, 1)}})


class JsonLines(logging.Formatter):
    """Log records as lines of JSON: when, how bad, what, by which worker."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self._worker = worker

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "worker": self._worker,
            "said": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def as_json_lines(worker: int) -> None:
    """Let everything that is logged be lines of JSON on standard error, requests among it."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(worker))
    for name, level in (("uvicorn", logging.WARNING), ("pnp", logging.INFO)):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level)
