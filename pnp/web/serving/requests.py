"""Requests read strictly, answers written one way."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.errors import PnpError
from pnp.games.play import Option
from pnp.play.engine import Answer
from pnp.web import options
from pnp.web.hosted_table import HostedTable
from pnp.web.serving.middleware import LARGEST_BODY, RequestError, body_of, check_origin
from pnp.words import Said, Words

KEY = re.compile(r"[A-Za-z0-9_.-]{8,64}")
MOST_WAYS = 12


class PageRequest(NamedTuple):
    """What a page wants: the key of this intention, the event it saw last, and the rest of the body."""

    key: str
    expected: int
    body: dict[str, Any]

    def text(self, name: str, default: str | None = None) -> str:
        value = self.body.get(name, default)
        if not isinstance(value, str):
            raise malformed("malformed.text", name=name)
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self.body.get(name)
        if type(value) is not int or not low <= value <= high:
            raise malformed("malformed.whole", name=name, low=low, high=high)
        return value

    def seat(self, hosted: HostedTable, none: bool = False) -> int | None:
        """A seat of the table; None, where it is allowed, is the table itself."""
        value = self.body.get("seat")
        if value is None and none and "seat" in self.body:
            return None
        if type(value) is not int or not 0 <= value < len(hosted.table.people):
            raise malformed("malformed.seat", seats=len(hosted.table.people))
        return value


def digest(ask: PageRequest) -> str:
    """What tells the body of a request from others, and does not tell the names in it."""
    return hashlib.sha256(json.dumps(ask.body, sort_keys=True).encode()).hexdigest()[:32]


def malformed(key: str, /, **facts: object) -> RequestError:
    return RequestError(400, key, **facts)


async def asked(request: Request, keyed: bool = True) -> PageRequest:
    """A request that wants something: from our own page, small, JSON, with its key."""
    check_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RequestError(415, "no-json")
    try:
        body = json.loads(await body_of(request, LARGEST_BODY), object_pairs_hook=_unique)
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()  # what can't be written down again is none
    except (ValueError, RecursionError):
        raise malformed("malformed.json") from None
    if not isinstance(body, dict):
        raise malformed("malformed.table")
    key, expected = body.pop("key", None), body.pop("expected", 0)
    if keyed and (not isinstance(key, str) or not KEY.fullmatch(key)):
        raise malformed("malformed.key")
    if type(expected) is not int or not 0 <= expected < 2**31:
        raise malformed("malformed.expected")
    return PageRequest(str(key or ""), expected, body)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON in which no key stands twice."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table


def told(answer: Answer, words: Words, state: bytes, ways: Sequence[Option] = ()) -> Response:
    """What became of a write, with the state in which the table is now, and what words may have meant."""
    said = words.as_json(answer.said) if answer.said else {"message": ""}
    body = {"ok": answer.ok, "seq": answer.seq, **said, "code": answer.code}
    if ways:
        body["ways"] = [options.option(one, words) for one in ways[:MOST_WAYS]]
    content = json.dumps(body, ensure_ascii=False).encode()[:-1] + b',"state":' + state + b"}"
    return Response(content, 200 if answer.ok else 409, media_type="application/json")


def refused(said: Said | PnpError, words: Words, status: int = 409) -> Response:
    """An answer that says why not."""
    told = words.as_json(said) if isinstance(said, Said) else {"code": "refused", "message": said.text(words.language)}
    return JSONResponse({"ok": False, **told}, status)
