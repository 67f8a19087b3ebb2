"""Commands on a database server in place of a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from postgres_server import server

from pnp.extras import install_command
from pnp.play.stores.database import open_store
from pnp.web.network import party_checks
from pnp.words import english
from tests.cli.conftest import Run, one_line

pytestmark = pytest.mark.xdist_group("postgres")


def test_without_the_driver_one_line_says_what_to_install() -> None:
    program = "import sys; sys.modules['psycopg'] = None\nfrom pnp.cli import main\nmain()"
    call = [sys.executable, "-c", program, "results", "--db", "postgresql://db.test/party"]
    done = subprocess.run(call, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    line = f"pnp: a server's database needs a driver that is not installed: {install_command('convention')}\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def test_every_command_that_names_a_database_takes_a_server(
    pnp: Run, call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is played on a server and found there by the commands that look at one, by option and by PNP_DB."""
    url = server().new()
    played = pnp("play", "yacht", "--players", "Ana,Bo", "--db", url, input=b"roll\n")
    assert played.code == 0, played.err
    with open_store(url) as store:
        (info,) = store.tables()
        assert info.last == 2
    assert info.id in call("results", "--db", url).out
    monkeypatch.setenv("PNP_DB", url)
    assert call("results", info.id, "--format", "log").out.count("\n") == 2
    assert english(party_checks.tables(url).said) == f"{url}: sound, 1 table"
    assert call("print", "yacht", "--table", info.id).code == 0
    assert "there is no such table" not in call("coach", "review", "--table", info.id).err
    assert "there is no such file" in call("coach", "review", "--table", info.id, "--db", "none.db").err
    assert call("results", info.id, "--delete").code == 0
    with open_store(url) as store:
        assert store.tables() == []


def test_databases_are_copied_and_checked(pnp: Run, call: Run, tmp_path: Path) -> None:
    url = server().new()
    assert pnp("play", "yacht", "--players", "Ana,Bo", "--db", "t.db", input=b"roll\n").code == 0
    assert call("store", "copy", "t.db", url).out == f"✓ t.db to {url}: 1 copied and read again, 0 there already\n"
    assert json.loads(call("store", "copy", "t.db", url, "--json").out) == {
        "source": "t.db",
        "target": url,
        "new": 0,
        "same": 1,
        "problems": [],
    }
    assert call("store", "check", url).out == f"✓ {url}: 1 table, 2 events, checked by their seals\n"
    with psycopg.connect(url) as db:
        db.execute("UPDATE events SET body = replace(body, 'Ana', 'Eve')")
    checked = call("store", "check", url)
    assert (checked.code, checked.out.count("✗")) == (1, 1)
    for words in (["mend"], ["copy", "t.db"], ["check", "a", "b"], ["check", "nowhere.db"]):
        refused = call("store", *words)
        assert (refused.code, refused.out) == (2, "")
        one_line(refused)
    assert not (tmp_path / "nowhere.db").exists()
