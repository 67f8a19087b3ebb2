"""A party without a network: the app itself, with hosts and guests that talk to it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.play.engine import Table
from pnp.play.stores.sqlite import SqliteStore
from pnp.play.stores.store import Store
from pnp.play.tables import Tables
from pnp.sheets import codes
from pnp.web import keys
from pnp.web.party import Party
from pnp.web.serving.app import app
from pnp.web.serving.budgets import Budgets
from pnp.web.serving.middleware import Guesses

HOUSE = "house-of-dice"
URL = "http://party.test:8000"
SECRET = b"a secret of the tests"
PEOPLE = ("Ana", "Bo", "Cy")


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Guest:
    """Somebody with a browser at one address of the party, such as /s/CODE or /h/KEY."""

    _numbers = itertools.count(1)

    def __init__(self, client: TestClient, base: str) -> None:
        self.client, self.base = client, base

    def state(self) -> dict[str, Any]:
        answer = self.client.get(f"{self.base}/state")
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        return state

    def post(self, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        """Send something as a page does; the key and what was seen last are added where they are not given."""
        body.setdefault("key", f"testkey{next(self._numbers):06d}")
        if "expected" not in body:
            body["expected"] = self.state()["seq"]
        answer = self.client.post(f"{self.base}/{path}", json=body)
        assert answer.status_code == status, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def say(self, words: str, status: int = 200, **more: Any) -> dict[str, Any]:
        return self.post("say", status, words=words, **more)

    def do(self, deed: str, status: int = 200, **more: Any) -> dict[str, Any]:
        return self.post("do", status, do=deed, **more)

    def draw(self) -> str:
        """Enter the first move that is allowed."""
        words: str = self.state()["me"]["options"][0]["notation"]
        self.say(words)
        return words


class Evening:
    """A party of the tests: its tables, hosts and guests."""

    def __init__(self, folder: Path, store: Store | None = None, **options: Any) -> None:
        self.store = store or SqliteStore(folder / "tables.db")
        self.tables = Tables(self.store, lambda: "2026-11-16T20:00:00+00:00")
        self.clock = Clock()
        self.party = Party(self.tables, SECRET, URL, clock=self.clock, **options)
        self.guesses = Guesses(hold=0.0)
        self.budgets = Budgets()
        self.budgets.own = ("testclient",)
        self.app = app(self.party, guesses=self.guesses, budgets=self.budgets)

    def table(self, game: str = HOUSE, players: tuple[str, ...] = PEOPLE, **options: Any) -> Table:
        made = self.tables.open(game, players, lobby=True, **options)
        self.store.set_meta(made.id, "party", "yes")
        return made

    def client(self) -> TestClient:
        return TestClient(self.app, base_url=URL, raise_server_exceptions=False)

    def host(self, client: TestClient, table: Table) -> Guest:
        client.get(f"/t/{table.id}")
        return Guest(client, f"/h/{keys.host_key(SECRET, table.id)}")

    def guest(self, client: TestClient, table: Table, person: int, sheet: str = "play") -> Guest:
        client.get(f"/t/{table.id}")
        return Guest(client, f"/s/{codes.of_seat(SECRET, table.id, sheet, person)}")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def client(evening: Evening) -> Iterator[TestClient]:
    with evening.client() as made:
        yield made


Sit = Callable[..., tuple[Guest, list[Guest]]]


@pytest.fixture
def sit(evening: Evening, client: TestClient) -> Sit:
    """A table with its host and guests."""

    def seated(
        game: str = HOUSE, players: tuple[str, ...] = PEOPLE, sheet: str = "play", **options: Any
    ) -> tuple[Guest, list[Guest]]:
        table = evening.table(game, players, **options)
        return evening.host(client, table), [evening.guest(client, table, n, sheet) for n in range(len(players))]

    return seated
