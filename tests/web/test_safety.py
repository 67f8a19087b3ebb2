"""Cheeky guests: guessing, peeking, forging, flooding, and what errors tell."""

from __future__ import annotations

import re
import struct
import time
import zlib
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient

from pnp.sheets import codes
from pnp.web import keys
from pnp.web.serving import middleware
from pnp.web.serving.middleware import Guesses
from tests.web.conftest import HOUSE, SECRET, Evening, Guest, Sit

NASTY = "<img src=x onerror=alert(1)>"


# ---------------------------------------------------------------------- guessing


def test_a_sheet_code_has_forty_bits_and_a_host_key_four_times_that() -> None:
    assert len(codes.ALPHABET) == 32 and codes.RANDOM * 5 >= 40
    made = {keys.host_key(SECRET, f"T{n}") for n in range(100)}
    assert len(made) == 100 and all(re.fullmatch(r"[A-Z2-7]{32}", one) for one in made)
    assert keys.host_key(SECRET, "T1") != keys.host_key(SECRET, "T1", "2")


def test_guessing_is_slowed_down_by_address(sit: Sit, client: TestClient) -> None:
    sit()
    answers = [client.get(f"/s/{codes.make(b'guess', str(n))}/state") for n in range(30)]
    assert answers[0].status_code == 404 and answers[-1].status_code == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert client.get("/h/AAAA/state").status_code == 429
    assert client.post("/find", json={"code": "K7Q3-MX5T-6"}).status_code == 429


def test_a_guesser_is_answered_late(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, _ = sit()
    for n in range(25):
        client.get(f"/s/{codes.make(b'guess', str(n))}/state")
    evening.guesses.hold = 0.4
    start = time.perf_counter()
    assert client.get("/h/AAAA/state").status_code == 429
    assert time.perf_counter() - start >= 0.4
    assert host.state()["phase"] == "lobby"


def test_a_name_that_is_none_does_not_tell_whether_a_code_is_real(
    sit: Sit, evening: Evening, client: TestClient
) -> None:
    _, (ana, *_) = sit()
    table, real = ana.state()["table"], ana.base.removeprefix("/s/")
    wrong = codes.make(b"guess", "1")
    said = [
        client.post(f"/t/{table}/join", json={"key": "12345678", "name": "", "code": code}).json()["code"]
        for code in (real, wrong)
    ]
    assert said == ["no-name", "no-name"]
    for n in range(30):
        body = {"key": f"12345678{n}", "name": f"Guest {n}", "code": real}
        last = client.post(f"/t/{table}/join", json=body)
    assert last.status_code == 429, "codes that turn out to be real are counted too"


def test_what_is_known_is_not_slowed_down(sit: Sit, evening: Evening) -> None:
    host, _ = sit()
    for _ in range(40):
        host.state()
    assert evening.guesses.wait("testclient") == 0


def test_patience_comes_back_with_time() -> None:
    now = [0.0]
    guesses = Guesses(most=3, seconds=10, clock=lambda: now[0])
    for _ in range(4):
        guesses.wrong("a")
    assert guesses.wait("a") > 0 and guesses.wait("b") == 0
    now[0] += 11
    assert guesses.wait("a") == 0


def test_the_memory_of_guessers_is_bounded() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    for n in range(10_050):
        guesses.wrong(str(n))
        now[0] += 10
    assert len(guesses._free_at) <= 10_001


# ---------------------------------------------------------------------- other tables, other seats


def test_a_code_opens_its_own_table_alone(sit: Sit, client: TestClient) -> None:
    (host, (ana, *_)), (other, _) = sit(), sit(players=("Xi", "Yu"))
    theirs = other.state()["table"]
    assert ana.state()["table"] == host.state()["table"] != theirs
    other.do("start")
    other.do("roll")
    assert ana.state()["phase"] == "lobby"
    assert "Xi" not in client.get(f"{ana.base}/state").text
    assert client.post(f"{ana.base}/do", json={"do": "roll", "key": "12345678"}).status_code == 404
    assert client.get(f"/h/{ana.base.removeprefix('/s/')}/state").status_code == 404


def test_a_seat_speaks_for_itself_alone(sit: Sit, evening: Evening) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    ana.say("reveal", 409)
    words = ana.state()["me"]["options"][0]["notation"]
    ana.post("say", words=words, seat=1)
    events = evening.party.hosted[host.state()["table"]].table.events
    assert events[-1].data["seat"] == 0
    assert ana.say("absent Bo", 409)["code"] == "table-only"


def test_a_column_of_a_pad_is_its_players(sit: Sit) -> None:
    _, (ana, *_) = sit("dice-manor", ("Ana", "Bo"), sheet="tracker")
    assert ana.post("paper", 409, sheet="score", marks={"p2.r1.tours": 5})["code"] == "not-yours"
    assert ana.post("paper", sheet="score", marks={"p1.r1.tours": 5})["ok"]


def test_the_log_keeps_its_secrets_until_the_end(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    ana.draw()
    said = client.get(f"/t/{host.state()['table']}/results.log")
    assert said.status_code >= 400 and "$" not in said.text
    sheet = client.get(f"/t/{host.state()['table']}/results.json").text
    assert f'"{ana.state()["me"]["entry"]["notation"]}"' not in sheet


# ---------------------------------------------------------------------- forging


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://party.test"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_another_sites_request_is_refused(headers: dict[str, str], sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    body = {"do": "start", "key": "12345678", "expected": 1}
    assert client.post(f"{host.base}/do", json=body, headers=headers).status_code == 403
    assert client.post(f"{ana.base}/say", json={"words": "-", "key": "12345678"}, headers=headers).status_code == 403
    assert client.post(f"{ana.base}/photo", content=b"x", headers=headers).status_code == 403
    assert client.delete(f"{ana.base}/photo", headers=headers).status_code == 403
    assert client.post("/find/photo", content=b"x", headers=headers).status_code == 403
    assert client.post("/find", json={"code": "x"}, headers=headers).status_code == 403
    assert host.state()["phase"] == "lobby"


def test_our_own_page_is_let_in(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    body = {"do": "start", "key": "12345678", "expected": 1}
    own = {"origin": "http://party.test:8000", "sec-fetch-site": "same-origin"}
    assert client.post(f"{host.base}/do", json=body, headers=own).status_code == 200


def test_a_form_is_no_json(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    sent = client.post(
        f"{host.base}/do", content=b'{"do":"start","key":"12345678"}', headers={"content-type": "text/plain"}
    )
    assert sent.status_code == 415 and host.state()["phase"] == "lobby"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"nonsense",
        b"{" * 5000,
        b'{"do":"start"}',
        b'{"do":"start","key":"short"}',
        b'{"do":"start","key":12345678}',
        b'{"do":"start","key":"12345678","expected":"1"}',
        b'{"do":"start","key":"12345678","expected":-1}',
        b'{"do":"start","key":"12345678","expected":true}',
        b'{"do":"fly","key":"12345678","expected":1}',
        b'{"do":"say","key":"12345678","expected":1,"words":"x"}',
        b'{"do":"say","key":"12345678","expected":1,"seat":"0","words":"x"}',
        b'{"do":"say","key":"12345678","expected":1,"seat":null,"words":7}',
        b'{"do":"roll","key":"12345678","expected":1,"dice":"all"}',
        b'{"do":"timer","key":"12345678","expected":1,"seconds":1e9}',
        b'{"do":"correct","key":"12345678","expected":1,"seq":0,"words":"","reason":""}',
        '{"do":"rename","key":"12345678","seat":0,"name":"\ud800"}'.encode("utf-8", "surrogatepass"),
    ],
)
def test_malformed_requests_get_one_sentence(body: bytes, sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    answer = client.post(f"{host.base}/do", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    said = answer.json()
    assert (
        said["ok"] is False and said["message"] and "\n" not in said["message"] and "Traceback" not in said["message"]
    )
    assert host.state()["seq"] == 1


# ---------------------------------------------------------------------- flooding


def test_bodies_are_bounded(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    large = b'{"words":"' + b"x" * middleware.LARGEST_BODY + b'"}'
    headers = {"content-type": "application/json"}
    assert client.post(f"{ana.base}/say", content=large, headers=headers).status_code == 413
    assert client.post(f"{ana.base}/say", content=iter([large]), headers=headers).status_code == 413, "without a length"
    huge = b"\xff" * (middleware.LARGEST_PHOTO + 1)
    assert client.post(f"{ana.base}/photo", content=huge).status_code == 413
    assert client.post("/find/photo", content=huge).status_code == 413
    assert host.state()["seq"] == 1


def _png(width: int, height: int) -> bytes:
    """A small file that says it is a very large picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    "photo", [_png(100_000, 100_000), b"GIF89a", b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"\xff\xd8\xff\xe0", b""]
)
def test_pictures_that_are_none(photo: bytes, sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    answer = client.post(f"{ana.base}/photo", content=photo, headers={"content-type": "image/png"})
    assert answer.status_code == 422 and ana.state()["people"][0]["photo"] is None


def test_a_photo_is_made_anew_and_its_exif_is_gone(sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    exif = Image.Exif()
    exif[0x010E] = "the flat of Ana"
    exif[0x8825] = {1: "N", 2: (52.0, 13.0, 48.0)}
    out = BytesIO()
    Image.new("RGB", (2400, 1800), "#886644").save(out, "JPEG", exif=exif)
    assert (
        client.post(f"{ana.base}/photo", content=out.getvalue(), headers={"content-type": "image/jpeg"}).status_code
        == 200
    )
    address = ana.state()["people"][0]["photo"]
    kept = client.get(address)
    assert kept.headers["content-type"] == "image/jpeg" and b"flat of Ana" not in kept.content
    with Image.open(BytesIO(kept.content)) as image:
        assert max(image.size) <= 1600 and not image.getexif()
    assert client.delete(f"{ana.base}/photo").status_code == 200
    assert ana.state()["people"][0]["photo"] is None and client.get(address).status_code == 404


# ---------------------------------------------------------------------- escaping and headers


def test_names_are_text_everywhere(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=(NASTY, "Bo"))
    host, guest = evening.host(client, table), evening.guest(client, table, 0)
    for address in (f"/t/{table.id}", f"/t/{table.id}/screen", f"/t/{table.id}/results", guest.base, host.base, "/"):
        page = client.get(address, headers={"accept": "text/html"})
        assert page.status_code == 200 and "<img src=x" not in page.text, address
    host.do("start")
    assert "<img src=x" not in client.get(f"/t/{table.id}/sheet/0.svg").text


def test_a_page_can_not_be_ended_by_its_data(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=("</script><script>", "Bo"))
    page = client.get(f"/t/{table.id}", headers={"accept": "text/html"}).text
    assert "</script><script>" not in page


def test_every_answer_has_a_strict_policy(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    for address in (
        "/",
        host.base,
        ana.base,
        "/health",
        "/nothing",
        "/static/elements.js",
        f"/t/{host.state()['table']}/screen",
    ):
        headers = client.get(address, headers={"accept": "text/html"}).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_errors_leak_nothing(evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening.table()
    host = evening.host(client, table)

    def broken(*_: object) -> object:
        raise RuntimeError("/secret/path and a password")

    monkeypatch.setattr("pnp.web.host_states.of_host", broken)
    answer = client.get(f"{host.base}/state")
    assert answer.status_code == 500 and "secret" not in answer.text and "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/.hidden",
        "/static/core.py",
        "/art/house-of-dice/..%2f..%2fsecret.svg",
    ],
)
def test_the_shelf_holds_nothing_else(path: str, client: TestClient) -> None:
    assert client.get(path).status_code == 404


def test_outside_addresses_are_in_no_page(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    for address in (
        "/",
        host.base,
        ana.base,
        f"/t/{host.state()['table']}/screen",
        f"/t/{host.state()['table']}/results",
    ):
        page = client.get(address, headers={"accept": "text/html"}).text
        for script in re.findall(r'(?:src|href)="([^"]+)"', page):
            assert script.startswith("/"), f"{address} asks {script}"


def test_a_host_key_is_not_told_to_guests(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    secret = host.base.removeprefix("/h/")
    for address in (f"{ana.base}/state", ana.base, f"/t/{host.state()['table']}/state", "/", "/health"):
        assert secret not in client.get(address).text


def test_foreign_codes_do_not_open_other_games(evening: Evening, client: TestClient) -> None:
    table = evening.table("dice-manor", ("Ana", "Bo"))
    client.get(f"/t/{table.id}")
    assert (
        Guest(client, f"/s/{codes.make(SECRET, HOUSE, 'play', '', 'Ana', '1')}")
        .client.get(f"/s/{codes.make(SECRET, HOUSE, 'play', '', 'Ana', '1')}/state")
        .status_code
        == 404
    )


def test_no_script_writes_markup_and_no_page_runs_any() -> None:
    from pnp.web.pages import HERE

    sources = [*(HERE / "static").glob("*.js"), *(HERE / "pages").glob("*.html")]
    assert len(sources) > 20
    for path in sources:
        text = path.read_text(encoding="utf-8")
        found = re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)
        assert not found, f"{path.name}: {found}"
        if path.suffix == ".html":
            assert not re.search(r"\son\w+=|\sstyle=", text), path.name
