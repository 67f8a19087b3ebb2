"""Requests read strictly, answers written one way."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pnp.play.engine import Answer
from pnp.web.guard import LARGEST_BODY, DoorError, body_of, check_origin
from pnp.web.hosted import Hosted

KEY = re.compile(r"[A-Za-z0-9_.-]{8,64}")


class Asked(NamedTuple):
    """What a page wants: the key of this intention, the event it saw last, and the rest of the body."""

    key: str
    expected: int
    body: dict[str, Any]

    def text(self, name: str, default: str | None = None) -> str:
        value = self.body.get(name, default)
        if not isinstance(value, str):
            raise malformed(f"{name}: a text is expected")
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self.body.get(name)
        if type(value) is not int or not low <= value <= high:
            raise malformed(f"{name}: a whole number from {low} to {high} is expected")
        return value

    def seat(self, hosted: Hosted, none: bool = False) -> int | None:
        """A seat of the table; None, where it is allowed, is the table itself."""
        value = self.body.get("seat")
        if value is None and none and "seat" in self.body:
            return None
        if type(value) is not int or not 0 <= value < len(hosted.table.people):
            raise malformed(f"seat: there are {len(hosted.table.people)}, counted from 0")
        return value


def malformed(message: str) -> DoorError:
    return DoorError(400, "malformed", message)


async def asked(request: Request, keyed: bool = True) -> Asked:
    """A request that wants something: from our own page, small, JSON, with its key."""
    check_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise DoorError(415, "no-json", "the body has to be application/json")
    try:
        body = json.loads(await body_of(request, LARGEST_BODY))
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()  # what can't be written down again is none
    except (ValueError, RecursionError):
        raise malformed("the body is no JSON") from None
    if not isinstance(body, dict):
        raise malformed("the body is no table")
    key, expected = body.pop("key", None), body.pop("expected", 0)
    if keyed and (not isinstance(key, str) or not KEY.fullmatch(key)):
        raise malformed("key: 8 to 64 letters and digits are expected")
    if type(expected) is not int or not 0 <= expected < 2**31:
        raise malformed("expected: the number of an event is expected")
    return Asked(str(key or ""), expected, body)


def told(answer: Answer, state: bytes) -> Response:
    """What became of a write, with the state in which the table is now."""
    body = {"ok": answer.ok, "seq": answer.seq, "code": answer.code, "message": answer.message}
    content = json.dumps(body, ensure_ascii=False).encode()[:-1] + b',"state":' + state + b"}"
    return Response(content, 200 if answer.ok else 409, media_type="application/json")


def refused(code: str, message: str, status: int = 409, **more: Any) -> Response:
    return JSONResponse({"ok": False, "code": code, "message": message, **more}, status)
