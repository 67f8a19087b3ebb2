"""Work on a stranger's file in a process of its own, which a clock and a memory limit end.

`call("pnp.render.photo:reencoded", photo)` is what the function gives for these arguments. Plain values go in and come
out: texts, numbers, bytes, and lists and tables of them; a tuple comes back as a list. Work that takes long may tell
what it has on the way: whoever listens is called with each value that the work gives to its argument `tell`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from math import ceil
from typing import IO, Any

from pnp.errors import InputError, PnpError
from pnp.words import Said, say

SECONDS, MEMORY = 8.0, 800_000_000
"""Seconds of a processor and bytes of memory that a piece of work may take."""
SLOWLY = 5.0
"""How many times as long it may take by the clock, where the machine has other things to do."""
AFTER_OTHERS = 5
"""How far it stands back, as `nice` counts: a third of a share, so that a busy machine still gets it done."""
_PROGRAM = "import sys; sys.path[:] = {path!r}; from pnp.bounded_process import serve; serve()"
_running: set[subprocess.Popen[bytes]] = set()
_door = threading.Lock()


class TooMuchError(InputError):
    """Work that took more of a processor or of memory than it may."""


class TooSlowError(InputError):
    """Work that was not done by its time: the machine had other things to do, and the file is not to blame."""


def call(
    work: str,
    *args: Any,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    nice: int = AFTER_OTHERS,
    heard: Callable[[Any], None] | None = None,
) -> Any:
    """What a function gives, named as `package.module:function`; its `PnpError` is raised here too."""
    asked = {"work": work, "args": list(args), "seconds": seconds, "memory": memory, "nice": nice}
    program = [sys.executable, "-I", "-B", "-c", _PROGRAM.format(path=sys.path)]
    env = {**os.environ, "MALLOC_ARENA_MAX": "1"}  # else its second thread takes 64 MB of what the work may have
    pipe = subprocess.PIPE
    made = subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env)
    late = False

    def end() -> None:
        nonlocal late
        late = True
        made.kill()

    clock = threading.Timer(seconds * SLOWLY, end)
    with _door:
        _running.add(made)
    try:
        clock.start()
        answer = _heard(made, asked | {"tells": heard is not None}, heard)
    except TooMuchError:
        if late:
            raise TooSlowError(say("too-slow-here")) from None
        raise
    finally:
        with _door:
            _running.discard(made)
        clock.cancel()
        made.kill()
        made.wait()
    if "refused" in answer:
        said, facts = answer["refused"]
        raise InputError(Said(said, facts) if facts is not None else said)
    return answer["made"]


def _heard(made: subprocess.Popen[bytes], asked: dict[str, Any], heard: Callable[[Any], None] | None) -> dict[str, Any]:
    """The answer of a process that is asked something; whatever it tells before is passed on."""
    assert made.stdin and made.stdout
    with made.stdout, suppress(BrokenPipeError), made.stdin:
        _send(made.stdin, asked)
        for message in _messages(made.stdout):
            if "told" not in message:
                return message
            if heard is not None:
                heard(message["told"])
    raise TooMuchError(say("too-much-work"))


def _messages(pipe: IO[bytes]) -> Iterator[dict[str, Any]]:
    """What comes through a pipe, each with its length before it; one that breaks off is none."""
    while (length := pipe.readline()).endswith(b"\n"):
        content = pipe.read(int(length))
        if len(content) < int(length):
            return
        yield _unpacked(content)


def _send(pipe: IO[bytes], message: dict[str, Any]) -> None:
    packed = _packed(message)
    pipe.write(b"%d\n%b" % (len(packed), packed))
    pipe.flush()


def end_all() -> None:
    """End whatever is at work, since nobody waits for it any more."""
    with _door:
        for one in _running:
            one.kill()


def serve() -> None:
    """The other side: do what is asked, within its limits, and answer."""
    asked = next(_messages(sys.stdin.buffer), None)
    if asked is None:
        return
    threading.Thread(target=_end_with_parent, daemon=True).start()
    module, _, name = asked["work"].partition(":")
    work = getattr(import_module(module), name)
    _limit(asked["seconds"], asked["memory"], asked["nice"])
    with os.fdopen(1, "wb") as out:
        if asked["tells"]:
            work = partial(work, tell=lambda value: _send(out, {"told": value}))
        try:
            answer: dict[str, Any] = {"made": work(*asked["args"])}
        except PnpError as error:
            said = error.said
            plain = isinstance(said, Said) and not isinstance(said.facts, str)
            answer = {"refused": [said.key, dict(said.facts)] if plain else [str(error), None]}  # type: ignore[union-attr,arg-type]
        _send(out, answer)


def _end_with_parent() -> None:
    """End this process as soon as nobody waits for its answer: then its input ends."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _limit(seconds: float, memory: int, nice: int) -> None:
    """Let this process take no more than so much, and let everything else go first; not every system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        os.nice(nice)
        used = ceil(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        for what, most in (
            (resource.RLIMIT_CPU, used + ceil(seconds)),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_AS, memory),
        ):
            resource.setrlimit(what, (most, most))


def _packed(value: Any) -> bytes:
    """A plain value as bytes: JSON, with what is bytes already behind it. Nothing in it is ever run.

    >>> _unpacked(_packed({"photo": b"JPEG", "at": [1, "a", {"x": None}]}))
    {'photo': b'JPEG', 'at': [1, 'a', {'x': None}]}
    """
    parts: list[bytes] = []

    def plain(one: Any) -> Any:
        if isinstance(one, bytes | bytearray | memoryview):
            parts.append(bytes(one))
            return {"bytes": len(parts[-1])}
        if isinstance(one, dict):
            return {"table": {name: plain(value) for name, value in one.items()}}
        return [plain(value) for value in one] if isinstance(one, list | tuple) else one

    head = json.dumps(plain(value)).encode()
    return b"".join([b"%d\n" % len(head), head, *parts])


def _unpacked(data: bytes) -> Any:
    length, _, rest = data.partition(b"\n")
    at = int(length)

    def whole(one: Any) -> Any:
        nonlocal at
        if isinstance(one, dict) and "bytes" in one:
            at += one["bytes"]
            return rest[at - one["bytes"] : at]
        if isinstance(one, dict):
            return {name: whole(value) for name, value in one["table"].items()}
        return [whole(value) for value in one] if isinstance(one, list) else one

    return whole(json.loads(rest[:at]))
