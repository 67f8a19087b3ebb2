"""What all tests have: a port of this machine for each that needs one, and English, whoever runs them."""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pnp.edition import Edition
from pnp.play import dice
from pnp.sheets import layout

# A busy machine may take its time, and what is tried is the same in every run.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

os.environ["LC_ALL"] = "C.UTF-8"
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Whoever runs the tests in the background ignores Ctrl-C, and so would every program that a test interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def held_port() -> Iterator[int]:
    """A port that nobody else is given while it is held, and where a party can listen all the same.

    The socket that holds it doesn't listen itself, and Linux then lets a second one have the port; elsewhere the port
    is only known to have been free.
    """
    with socket.socket() as holding:
        holding.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holding.bind(("127.0.0.1", 0))
        number: int = holding.getsockname()[1]
        if sys.platform != "linux":
            holding.close()
        yield number


@pytest.fixture
def port() -> Iterator[int]:
    """A port that is this test's own."""
    with held_port() as number:
        yield number


@pytest.fixture(autouse=True)
def steady_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual dice fall alike in every run of a test: what happens once in a hundred runs is no test."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(dice, "new_secret", lambda: chance.randbytes(dice.SECRET_BYTES))


@pytest.fixture(scope="session", autouse=True)
def shipped_layouts_are_read_once() -> Iterator[None]:
    """A layout is a value: tests that print thousands of sheets need not read each shipped file thousands of times."""
    read = layout.load
    kept = lru_cache(maxsize=None)(read)

    def load(path: Path, language: str = "", edition: Edition | None = None) -> layout.Layout:
        shipped = path.parent == layout.LAYOUTS and edition is None
        return kept(path, language) if shipped else read(path, language, edition)

    layout.load = load
    yield
    layout.load = read
