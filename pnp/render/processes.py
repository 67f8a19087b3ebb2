"""Work that several processes share, and whose results come in the order in which it was given out."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")
AHEAD = 3
"""Parts a process that are under way or wait to be fetched, so that fast workers don't fill the memory."""
_work: Callable[[Any], Any] | None = None
"""What a process was started for; it has it from the one that it is a copy of."""


def in_turn(work: Callable[[Part], Result], parts: Sequence[Part], processes: int) -> Iterator[Result]:
    """What the work makes of each part.

    Processes are copies of this one, where the system can make such; elsewhere this one does it all.
    """
    if processes < 2 or len(parts) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, parts)
        return
    from concurrent.futures import Future, ProcessPoolExecutor

    global _work
    _work = work
    context = multiprocessing.get_context("fork")
    waiting: deque[Future[Result]] = deque()
    try:
        with ProcessPoolExecutor(min(processes, len(parts)), context) as pool:
            for part in parts:
                waiting.append(pool.submit(_do, part))
                if len(waiting) >= AHEAD * processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    finally:
        _work = None


def _do(part: Any) -> Any:
    assert _work is not None
    return _work(part)
