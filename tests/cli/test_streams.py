"""Closed streams, pipes that nobody reads, and a program that is told to go."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM


def shell(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PNP_DATA": str(folder), "PNP": str(PROGRAM)}
    call = ["bash", "-c", words]
    return subprocess.run(call, env=env, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('"$PNP" games >&-', "standard output is closed"),
        ('"$PNP" play house-of-dice --players Ana,Bo <&-', "standard input: it is closed"),
        ('"$PNP" check - <&-', "standard input: it is closed"),
        ('"$PNP" games >/dev/full', "No space left"),
    ],
)
def test_a_closed_stream_is_told_in_one_line(words: str, said: str, tmp_path: Path) -> None:
    done = shell(words, tmp_path)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done
    assert not (tmp_path / "tables.db").exists(), "nothing was begun"


def test_without_any_stream_it_ends_quietly(tmp_path: Path) -> None:
    assert shell('"$PNP" games <&- >&- 2>&-', tmp_path).returncode == 2
    done = shell('"$PNP" nonsense 2>&-', tmp_path)
    assert (done.returncode, done.stderr) == (2, "")
    done = shell('"$PNP" print yacht --out a.pdf <&- 2>&-; test -s a.pdf', tmp_path)
    assert done.returncode == 0


def test_whoever_stops_reading_is_no_illegal_document(tmp_path: Path) -> None:
    unread, out = os.pipe()
    os.close(unread)
    for words in (["rules", "house-of-dice"], ["games", "--json"]):
        call = [PROGRAM, *words]
        done = subprocess.run(call, cwd=tmp_path, stdout=out, stderr=subprocess.PIPE, timeout=120, check=False)
        assert (done.returncode, done.stderr) == (141, b""), words
    os.close(out)


def test_a_print_that_is_ended_leaves_no_part_of_a_file(tmp_path: Path) -> None:
    env = {**os.environ, "PNP_DATA": str(tmp_path)}
    words = [PROGRAM, "print", "house-of-dice", "--count", "60000", "--out", "many.pdf"]
    made = subprocess.Popen(words, env=env, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    end = time.monotonic() + 60
    while not list(tmp_path.glob(".*.part")):
        assert made.poll() is None and time.monotonic() < end, made.communicate()
        time.sleep(0.01)
    made.send_signal(signal.SIGTERM)
    _, said = made.communicate(timeout=60)
    assert made.returncode == 143 and b"Traceback" not in said
    assert not list(tmp_path.glob(".*.part")) and not (tmp_path / "many.pdf").exists()
