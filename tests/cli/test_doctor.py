"""`pnp doctor`: every finding, what it says to do, and the exit code."""

from __future__ import annotations

import errno
import json
import plistlib
import socket
import sqlite3
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

import pnp
from pnp.cli import doctor
from pnp.play.stores.sqlite import SqliteStore
from pnp.web.network import guest_addresses as network
from pnp.web.network import party_checks, reachability
from pnp.web.network.guest_addresses import Interface, ranked
from pnp.web.network.party_checks import BROKEN, DOUBT, FINE
from pnp.words import english, of_rooms

WIFI = Interface("wlan0", "192.168.1.23", "wifi", True)
LO = Interface("lo", "127.0.0.1")


@contextmanager
def served(body: bytes, status: int = 200) -> Iterator[int]:
    """A program on this machine that answers everything the same way, by its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine in a Wi-Fi, on its own; however busy it is, its answers are waited for."""
    monkeypatch.setattr(reachability, "PATIENCE", 60.0)
    monkeypatch.setattr(network, "interfaces", lambda: [LO, WIFI])
    monkeypatch.setattr(reachability, "surroundings", list)


# ---------------------------------------------------------------- the command


@pytest.mark.usefixtures("at_home")
def test_a_party_can_be_held(call: Callable[..., Any], tmp_path: Path, port: int) -> None:
    done = call("doctor", "--port", port)
    assert (done.code, done.err) == (0, "")
    assert f"  ✓ address     http://192.168.1.23:{port}, Wi-Fi (wlan0)\n" in done.out
    assert f"  ✓ port {port}  free\n" in done.out
    assert "  ! guests      no other device has ever reached pnp here" in done.out
    assert done.out.endswith("\na party can be held: pnp party GAME\n")
    assert "✗" not in done.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("at_home")
def test_json_is_one_document(call: Callable[..., Any], port: int) -> None:
    done = call("doctor", "--port", port, "--json")
    report = json.loads(done.out)
    assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
    assert report["ready"] is True
    assert [one["label"] for one in report["addresses"]] == ["Wi-Fi (wlan0)"]
    assert {"Python", "packages", "tables", "address", "guests"} <= {one["what"] for one in report["findings"]}
    assert {one["state"] for one in report["findings"]} <= {FINE, DOUBT}


@pytest.mark.usefixtures("at_home")
def test_what_prevents_a_party_is_exit_code_1(call: Callable[..., Any], tmp_path: Path, port: int) -> None:
    db = tmp_path / "tables.db"
    db.write_bytes(b"this is no database, but long enough to be taken for one" * 40)
    done = call("doctor", "--port", port, "--db", db)
    assert done.code == 1
    assert f"  ✗ tables       {db}: is no database of tables; move it away" in done.out
    assert done.out.endswith("\nno party yet: first mend what is marked ✗\n")
    done = call("doctor", "--port", port, "--db", db, "--json")
    assert (done.code, json.loads(done.out)["ready"]) == (1, False)


def test_without_a_network_there_is_no_party(
    call: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, port: int
) -> None:
    monkeypatch.setattr(network, "interfaces", lambda: [LO])
    done = call("doctor", "--port", port)
    assert done.code == 1
    assert "✗ address" in done.out


@pytest.mark.usefixtures("at_home")
def test_a_party_that_is_being_held_says_who_came(call: Callable[..., Any]) -> None:
    with served(b'{"ok": true, "pnp": true, "tables": 2, "reached": 3}') as port:
        done = call("doctor", "--port", port)
    assert done.code == 0
    assert "a pnp party is being held there, tables: 2" in done.out
    assert "✓ guests" in done.out and "have reached this party: 3" in done.out


@pytest.mark.usefixtures("at_home")
def test_sheets_for_another_address_are_mentioned(call: Callable[..., Any], tmp_path: Path, port: int) -> None:
    network.note(tmp_path / "data", "http://10.0.0.5:8000", "2025-03-01")
    network.note(tmp_path / "data", f"http://192.168.1.23:{port}", "2025-03-02")
    assert "  ! sheets      sheets were printed for http://10.0.0.5:8000; guests" in call("doctor", "--port", port).out
    chosen = call("doctor", "--port", port, "--url", "http://10.0.0.5:8000").out
    assert f"sheets were printed for http://192.168.1.23:{port}; guests" in chosen


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--url", "http://"], "--url 'http://' is no address"),
        (["--url", "ftp://x"], "is no address"),
        (["--port", "0"], "--port '0': a whole number from 1 to 65535 is allowed"),
        (["--port", "65536"], "--port '65536': a whole number"),
        (["--nonsense"], "No such option"),
    ],
)
def test_a_wrong_call_is_one_line(
    call: Callable[..., Any], refusal: Callable[[Any], str], words: list[str], said: str
) -> None:
    assert said in refusal(call("doctor", *words))


def test_the_real_program_answers_in_any_state_of_the_network(pnp: Callable[..., Any], port: int) -> None:
    done = pnp("doctor", "--json", "--port", port)
    assert done.code in (0, 1)
    assert done.err == ""
    assert json.loads(done.out)["ready"] is (done.code == 0)


def test_a_terminal_gets_lines_that_fit_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    doctor._show(
        [party_checks.Finding(DOUBT, "guests", "word " * 30 + "http://192.168.1.23:8000"), party_checks.python()],
        of_rooms("en"),
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("  ! guests  word word") and lines[1].startswith(" " * 12 + "word")
    assert lines[-2].endswith(" http://192.168.1.23:8000") and lines[-1].startswith("  ✓ Python  3.")
    assert max(map(len, lines)) < 60


def test_an_old_terminal_gets_signs_it_can_show(pnp: Callable[..., Any], port: int) -> None:
    done = pnp("doctor", "--port", port, env={"PYTHONIOENCODING": "ascii"})
    assert done.code in (0, 1)
    assert done.err == ""


# ---------------------------------------------------------------- this machine


def test_packages_are_those_that_the_program_asks_for() -> None:
    asked = tomllib.loads((Path(pnp.__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    names = {one.split(">")[0].split("[")[0] for one in asked["project"]["dependencies"]}
    assert names == set(party_checks.NEEDED)


def test_a_missing_package_is_named_with_what_then_does_not_work() -> None:
    def version(name: str) -> str:
        if name in ("uvicorn", "zxing-cpp"):
            raise metadata.PackageNotFoundError(name)
        return "1.0"

    there, *missing = party_checks.packages(version)
    assert there.state == FINE and "typer 1.0" in english(there.said) and "uvicorn" not in english(there.said)
    assert [(one.state, english(one.said)) for one in missing] == [
        (BROKEN, "uvicorn is missing: there are no pages for phones; pip install uvicorn"),
        (DOUBT, "zxing-cpp is missing: codes are not read from photos; they can still be typed; pip install zxing-cpp"),
    ]
    assert not party_checks.ready(missing)
    assert party_checks.ready(missing[1:])


def test_an_old_python_is_too_old() -> None:
    assert party_checks.python((3, 10, 9)).state == BROKEN
    assert party_checks.python((3, 11, 0)).state == FINE


def test_tables_that_are_sound_missing_foreign_and_damaged(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    assert party_checks.tables(str(path)).state == FINE
    assert not path.exists()
    with SqliteStore(path) as store:
        for number in range(200):
            store.create(f"T{number}", {"note": "x" * 200}, [])
    assert english(party_checks.tables(str(path)).said) == f"{path}: sound, 200 tables"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert party_checks.tables(str(path)).state == BROKEN
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()
    assert (
        party_checks.tables(str(foreign)).state,
        "another program's data" in english(party_checks.tables(str(foreign)).said),
    ) == (
        BROKEN,
        True,
    )
    assert party_checks.tables(str(tmp_path)).state == BROKEN


def test_damage_inside_is_found_by_looking_inside(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with SqliteStore(path) as store:
        for number in range(400):
            store.create(f"T{number}", {"note": "x" * 200}, [])
    content = bytearray(path.read_bytes())
    page = int.from_bytes(content[16:18], "big")
    # A page that listing the tables need not read: part of an index.
    with sqlite3.connect(path) as db:
        index = db.execute("SELECT rootpage FROM sqlite_master WHERE name LIKE '%autoindex_tables%'").fetchone()[0]
    db.close()
    content[(index - 1) * page : (index - 1) * page + 64] = b"\xff" * 64
    path.write_bytes(bytes(content))
    found = party_checks.tables(str(path))
    assert found.state == BROKEN
    assert "damaged" in english(found.said) and "--db" in english(found.said)


def test_folders(tmp_path: Path) -> None:
    assert party_checks.writable(tmp_path / "a" / "b") is None
    assert not (tmp_path / "a").exists()
    (tmp_path / "file").write_text("")
    for found in (party_checks.data_folder(tmp_path / "file"), party_checks.output(tmp_path / "file" / "below")):
        assert found.state == DOUBT
        assert f"{tmp_path / 'file'} is no folder; " in english(found.said)
    assert party_checks.tables(str(tmp_path / "file" / "tables.db")).state == BROKEN
    assert english(party_checks.data_folder(tmp_path).said) == str(tmp_path)


def test_a_folder_that_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(party_checks.tempfile, "TemporaryFile", refuse)
    assert "Permission denied; " in english(party_checks.data_folder(tmp_path).said)
    assert party_checks.tables(str(tmp_path / "tables.db")).state == BROKEN


@pytest.mark.parametrize(
    ("free", "state", "said"),
    [(5_000_000_000, FINE, "5.0 GB free"), (100_000_000, DOUBT, "100 MB free"), (5_000_000, BROKEN, "make room")],
)
def test_space(tmp_path: Path, free: int, state: str, said: str) -> None:
    found = party_checks.space(tmp_path / "none" / "yet", free)
    assert found.state == state
    assert said in english(found.said)
    assert party_checks.space(tmp_path / "none").what == "disk"


def test_the_clock() -> None:
    made = datetime(2025, 6, 1, tzinfo=UTC)
    assert party_checks.clock(datetime(2025, 6, 2, tzinfo=UTC), made).state == FINE
    for wrong in (datetime(1970, 1, 1, tzinfo=UTC), datetime(2025, 5, 1, tzinfo=UTC), datetime(2106, 1, 1, tzinfo=UTC)):
        assert party_checks.clock(wrong, made).state == DOUBT
    assert party_checks.clock().what == "clock"


def test_fonts_and_layouts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert party_checks.fonts().state == FINE
    assert [one.state for one in party_checks.layouts()] == [FINE]
    monkeypatch.setattr("pnp.paths.FONTS", tmp_path)
    assert party_checks.fonts().state == DOUBT
    monkeypatch.setattr("pnp.sheets.layout_files.LAYOUTS", tmp_path)
    assert [one.state for one in party_checks.layouts()] == [BROKEN]
    (tmp_path / "bad.toml").write_text("][")
    assert [one.state for one in party_checks.layouts()] == [DOUBT, BROKEN]


# ---------------------------------------------------------------- the network


def test_the_best_address_is_first_and_the_others_say_why_not() -> None:
    candidates = ranked([LO, Interface("tun0", "10.8.0.2", default=True), WIFI, Interface("eth0", "192.168.1.40")])
    found = reachability.addresses(candidates, 8000)
    assert [(one.state, one.what, english(one.said)) for one in found] == [
        (FINE, "address", "http://192.168.1.23:8000, Wi-Fi (wlan0)"),
        (FINE, "also", "http://192.168.1.40:8000, cable (eth0): if guests are on this network, name it with --url"),
        (FINE, "also", "http://10.8.0.2:8000, VPN (tun0): only devices in the same VPN reach it"),
    ]
    only = reachability.addresses(ranked([LO, Interface("tun0", "10.8.0.2")]), 8000)
    assert [one.state for one in only] == [DOUBT]
    assert "join the Wi-Fi" in english(only[0].said)
    assert [one.state for one in reachability.addresses([], 8000)] == [BROKEN]


@pytest.mark.parametrize(
    ("url", "state", "said"),
    [
        ("http://192.168.1.23:8000", FINE, "Wi-Fi (wlan0)"),
        ("192.168.1.23:8000", FINE, "Wi-Fi (wlan0)"),
        ("http://party.local:8000", FINE, "open it on a phone"),
        ("http://192.168.1.23", DOUBT, "leads to port 80; pnp party listens on 8000: add --port 80"),
        ("http://10.0.0.5:8000", DOUBT, "no address of this machine, which has 192.168.1.23, 10.8.0.2"),
        ("http://10.8.0.2:8000", DOUBT, "only devices in the same VPN"),
        ("http://localhost:8000", DOUBT, "this machine only"),
        ("http://127.0.0.1:8000", DOUBT, "this machine only: no other"),
        ("http://127.0.0.2:8000", DOUBT, "this machine only: no other"),
    ],
)
def test_an_address_that_somebody_chose(url: str, state: str, said: str) -> None:
    (found,) = reachability.addresses(ranked([LO, WIFI, Interface("tun0", "10.8.0.2")]), 8000, url)
    assert found.state == state
    assert said in english(found.said)


def test_a_free_port_and_one_that_is_taken(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    assert english(reachability.port(port, reachability.health(port)).said) == "free"
    with served(b"hello") as taken:
        assert reachability.health(taken) is None
        found = reachability.port(taken, None)
    assert found.state == BROKEN
    assert "another program has it" in english(found.said) and "pnp party --port " in english(found.said)
    monkeypatch.setattr(reachability, "bound", lambda number: errno.EACCES if number < 1024 else 0)
    assert (
        english(reachability.port(80, None).said)
        == "only for administrators; choose another one: pnp party --port 8000"
    )


@pytest.mark.parametrize("body", [b"", b"[]", b'{"ok": true}', b'{"pnp": 1}', b"\xff", b"[" * 4000, b'{"pnp": true'])
def test_only_our_own_answer_is_a_party(body: bytes) -> None:
    with served(body) as port:
        assert reachability.health(port) is None


def test_a_program_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reachability, "PATIENCE", 0.05)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        begun = time.monotonic()
        assert reachability.health(silent.getsockname()[1]) is None
        assert time.monotonic() - begun < 60


def test_firewalls_are_found_by_looking(tmp_path: Path) -> None:
    assert reachability.firewalls(8000, "linux", tmp_path) == []
    ufw = tmp_path / "etc/ufw/ufw.conf"
    ufw.parent.mkdir(parents=True)
    ufw.write_text("# on or off\nENABLED=no\nLOGLEVEL=low\n")
    assert reachability.firewalls(8000, "linux", tmp_path) == []
    ufw.write_text("ENABLED=yes\n")
    assert reachability.firewalls(8001, "linux", tmp_path) == ["sudo ufw allow 8001/tcp"]
    (tmp_path / "run").mkdir()
    (tmp_path / "run/firewalld.pid").touch()
    assert reachability.firewalls(8001, "linux", tmp_path)[1:] == ["sudo firewall-cmd --add-port=8001/tcp"]
    assert "localport=8001" in english(reachability.firewalls(8001, "win32", tmp_path)[0])
    plist = tmp_path / "Library/Preferences/com.apple.alf.plist"
    assert "--unblockapp" in reachability.firewalls(8001, "darwin", tmp_path)[0]
    plist.parent.mkdir(parents=True)
    for content, hints in (
        (b"nonsense", 1),
        (plistlib.dumps({"globalstate": 1}), 1),
        (plistlib.dumps({"globalstate": 0}), 0),
    ):
        plist.write_bytes(content)
        assert len(reachability.firewalls(8001, "darwin", tmp_path)) == hints


def test_whether_anybody_ever_came(tmp_path: Path) -> None:
    never = reachability.others_came(tmp_path, 8000, ["sudo ufw allow 8000/tcp"])
    assert [one.state for one in never] == [DOUBT, DOUBT]
    assert "no other device has ever reached" in english(never[0].said) and "guest network" in english(never[0].said)
    assert english(never[1].said).endswith(": sudo ufw allow 8000/tcp")
    assert [one.state for one in reachability.others_came(tmp_path, 8000, [])] == [DOUBT, FINE]
    network.remember(tmp_path, "2025-03-01T20:00:00+00:00")
    assert [english(one.said) for one in reachability.others_came(tmp_path, 8000, ["x"])] == [
        "another device last came in on 2025-03-01"
    ]


def test_a_machine_inside_another_one(tmp_path: Path) -> None:
    assert reachability.surroundings("6.1.0-amd64", tmp_path) == []
    assert "mirrored" in english(reachability.surroundings("5.15.90.1-microsoft-standard-WSL2", tmp_path)[0].said)
    (tmp_path / ".dockerenv").touch()
    assert "--url" in english(reachability.surroundings("6.1.0-amd64", tmp_path)[0].said)


def test_every_doubt_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    below = tmp_path / "file" / "x"
    network.note(tmp_path, "http://10.0.0.9", "2025")
    found = [
        *(
            party_checks.data_folder(below),
            party_checks.tables(str(below)),
            party_checks.output(below),
            party_checks.space(tmp_path, 5),
        ),
        *(party_checks.python((2, 7)), party_checks.clock(datetime(1999, 1, 1, tzinfo=UTC))),
        *reachability.addresses([], 8000),
        *reachability.addresses(ranked([Interface("tun0", "10.8.0.2")]), 8000),
        *reachability.others_came(tmp_path / "no", 8000, ["x"]),
        *reachability.printed(tmp_path, []),
    ]
    for one in found:
        assert one.state != FINE
        assert ";" in english(one.said) and "\n" not in english(one.said)


def test_every_finding_is_said_in_polish(call: Callable[..., Any], tmp_path: Path) -> None:
    """Nothing of what is found here stands in English beside Polish headings; codes and facts are the same."""
    there = {}
    for language in ("en", "pl"):
        ran = call("doctor", "--json", "--db", str(tmp_path / "none.db"), "--language", language)
        there[language] = json.loads(ran.out)["findings"]
    for english_one, polish in zip(there["en"], there["pl"], strict=True):
        assert [english_one[key] for key in ("state", "what", "code")] == [
            polish[key] for key in ("state", "what", "code")
        ]
    fonts = next(one for one in there["pl"] if one["what"] == "fonts")
    assert fonts["said"].split()[1] in ("krój", "kroje", "krojów") and fonts["facts"]["n"] > 4
    shown = call("doctor", "--language", "pl").out
    assert "pakiety" in shown and "dysk" in shown and "packages" not in shown
