"""A PostgreSQL server of the tests' own: in a temporary folder, on a Unix socket, started when it is first asked for.

The tests of one session share it, each with a schema of its own. It ends with the session, however that ends.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg

DEBIAN = "/usr/lib/postgresql/*/bin"


class Server:
    """A server in a folder; it forgets nothing when it is stopped and started again.

    It ends with the thread that starts it: start it in one that lasts as long as it is needed.
    """

    def __init__(self, fsync: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pnp-"))
        self._fsync = "on" if fsync else "off"
        self._account = _account()
        if self._account:
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)
        made = [
            _program("initdb"),
            "-D",
            self.data,
            "-U",
            "pnp",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._as())
        self._schemas = count(1)
        self.start()

    @property
    def data(self) -> str:
        return f"{self.folder}/data"

    def _as(self) -> dict[str, object]:
        """PostgreSQL does not run as root; where we are, it runs as somebody else."""
        if not self._account:
            return {}
        return {"user": self._account.pw_uid, "group": self._account.pw_gid, "extra_groups": []}

    def start(self) -> None:
        settings = {
            "fsync": self._fsync,
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            "max_connections": 200,
            "shared_buffers": "32MB",
            "autovacuum": "off",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_program("postgres"), "-D", self.data, *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=_end_with_us,
                **self._as(),
            )
        end = time.monotonic() + 120
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > end:
                    raise AssertionError((self.folder / "log").read_text()) from None
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all connections, SIGQUIT is as good as a crash."""
        self._process.send_signal(how)
        self._process.wait(120)

    def remove(self) -> None:
        if self._process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, schema: str = "") -> str:
        within = f"&options={quote(f'-csearch_path={schema}')}" if schema else ""
        return f"postgresql://pnp@/postgres?host={quote(str(self.folder), safe='')}{within}"

    def new(self) -> str:
        """The address of an empty database: a schema that nobody has used."""
        schema = f"test{next(self._schemas)}"
        with psycopg.connect(self.url()) as db:
            db.execute(f"CREATE SCHEMA {schema}")
        return self.url(schema)


@cache
def server() -> Server:
    """The server that the tests of this session share."""
    made = Server()
    atexit.register(made.remove)
    return made


def _account() -> pwd.struct_passwd | None:
    return pwd.getpwnam("nobody") if os.getuid() == 0 else None


def _program(name: str) -> str:
    there = sorted(Path("/").glob(f"{DEBIAN[1:]}/{name}"))
    found = str(there[-1]) if there else shutil.which(name)
    assert found, f"these tests need {name} (Debian package postgresql); make test installs it"
    return found


def _end_with_us() -> None:
    """The server ends when the tests do, even if they are killed; the kernel counts the thread that starts it for us."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)
