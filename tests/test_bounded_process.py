"""Work in a process of its own: what it gives, and how it is ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import bounded_process
from pnp.bounded_process import TooMuchError, TooSlowError, call
from pnp.errors import InputError
from tests.processes import soon, state


def test_plain_values_go_in_and_come_out() -> None:
    assert call("json:loads", b'{"a": [1, "x"]}') == {"a": [1, "x"]}
    assert call("os:getpid") != os.getpid()
    assert call("builtins:bytes", [1, 2, 255]) == b"\x01\x02\xff"


def test_what_is_refused_there_is_refused_here() -> None:
    with pytest.raises(InputError, match="the photo is empty"):
        call("pnp.render.photo:reencoded", b"")


def test_what_work_tells_on_the_way_is_heard_before_its_answer() -> None:
    heard: list[object] = []
    assert call("tests.test_bounded_process:counted", 3, heard=heard.append) == "done"
    assert heard == [{"at": 0}, {"at": 1}, {"at": 2}]


def counted(to: int, tell: Callable[[object], None]) -> str:
    for at in range(to):
        tell({"at": at})
    return "done"


def test_work_that_people_wait_for_does_not_stand_last() -> None:
    assert call("os:nice", 0, nice=2) - os.nice(0) == 2
    assert call("os:nice", 0) - os.nice(0) == bounded_process.AFTER_OTHERS


def test_work_without_end_is_ended_by_its_processor_time() -> None:
    start = time.monotonic()
    with pytest.raises(TooMuchError):
        call("builtins:eval", "[None for _ in iter(int, 1)]", seconds=1)
    assert time.monotonic() - start < 60


def test_work_that_only_waits_is_ended_by_the_clock_and_the_file_is_not_blamed() -> None:
    with pytest.raises(TooSlowError, match="try it again in a minute"):
        call("time:sleep", 600, seconds=0.2)


def test_memory_without_end_is_ended() -> None:
    with pytest.raises(TooMuchError):
        call("builtins:bytes", 900_000_000, memory=500_000_000)
    assert len(call("builtins:bytes", 9_000_000, memory=500_000_000)) == 9_000_000


@pytest.mark.parametrize("work", ["os:abort", "builtins:exit", "builtins:int"])
def test_a_process_that_breaks_is_an_error_that_people_can_read(work: str) -> None:
    with pytest.raises(InputError) as said:
        call(work, *(["x"] if work == "builtins:int" else []))
    assert "\n" not in str(said.value) and "Traceback" not in str(said.value)


def test_what_is_at_work_can_be_ended_at_once() -> None:
    ended: list[float] = []

    def work() -> None:
        with pytest.raises(TooMuchError):
            call("time:sleep", 600, seconds=100)
        ended.append(time.monotonic())

    thread = threading.Thread(target=work)
    thread.start()
    while not bounded_process._running:
        time.sleep(0.01)
    bounded_process.end_all()
    thread.join(60)
    assert ended and not bounded_process._running


def test_nothing_that_comes_back_is_run() -> None:
    sent = bounded_process._packed({"made": b"cos\nsystem\n(S'false'\ntR."})
    assert json.loads(sent.partition(b"\n")[2].partition(b"cos")[0])
    assert bounded_process._unpacked(sent)["made"].startswith(b"cos")


def test_work_ends_with_whoever_waits_for_it() -> None:
    program = "from pnp.bounded_process import call; call('time:sleep', 600, seconds=600)"
    waiting = subprocess.Popen([sys.executable, "-c", program])
    children = Path(f"/proc/{waiting.pid}/task/{waiting.pid}/children")
    soon(children.read_text)
    work = int(children.read_text())
    waiting.kill()
    waiting.wait()
    soon(lambda: state(work) in "Z")
