"""Hostile requests: bombs for pictures, files outside of their folder, floods of results, what is kept by caches."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from pnp import bounded_process
from pnp.bounded_process import TooMuchError
from pnp.errors import CallError
from pnp.render import photo as photos
from pnp.web import result_files
from pnp.web.result_files import File
from tests.web.conftest import Evening, Sit


def scan_bomb(scans: int) -> bytes:
    """A small JPEG that has to be drawn over and over."""
    out = BytesIO()
    Image.effect_noise((64, 64), 50).save(out, "JPEG", progressive=True)
    whole = out.getvalue()
    last = whole.rindex(b"\xff\xda")
    return whole[:last] + whole[last:-2] * scans + whole[-2:]


def picture() -> bytes:
    out = BytesIO()
    Image.new("RGB", (400, 300), "#886644").save(out, "JPEG", progressive=True)
    return out.getvalue()


# ---------------------------------------------------------------------- pictures


def test_a_jpeg_of_thousands_of_scans_is_not_even_decoded(
    sit: Sit, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (ana, *_) = sit()
    answer = client.post("/find/photo", content=scan_bomb(5000))
    assert answer.status_code == 422 and "passes" in answer.json()["message"]
    assert client.post(f"{ana.base}/photo", content=picture()).status_code == 200, "a progressive one is fine"
    monkeypatch.setattr(photos, "_opened", lambda _: pytest.fail("it was opened"))
    with pytest.raises(Exception, match="passes"):
        photos.gray(scan_bomb(5000))


def test_a_picture_that_does_not_end_bars_its_address_and_nobody_else(
    sit: Sit, evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (ana, *_) = sit()
    evening.budgets.own = ()
    real = bounded_process.call
    monkeypatch.setattr(bounded_process, "call", lambda *_: (_ for _ in ()).throw(TooMuchError("too much")))
    assert client.post("/find/photo", content=picture()).status_code == 422
    monkeypatch.setattr(bounded_process, "call", real)
    again = client.post(f"{ana.base}/photo", content=picture())
    assert again.status_code == 503 and int(again.headers["retry-after"]) > 0
    assert ("uploads", "testclient") in evening.budgets._barred
    evening.budgets._barred.clear()
    assert client.post(f"{ana.base}/photo", content=picture()).status_code == 200


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize(
    "path",
    [
        "/art/secret.txt/play.svg",
        "/art/secret.toml/play.json",
        "/art/..%2Fsecret.toml/play.svg",
        "/art/%2Fetc%2Fpasswd/play.svg",
        "/static/../secret.txt",
        "/static/..%2f..%2fpages%2fhost.html",
        "/static/%2e%2e/app.py",
        "/static/base.css%00.js",
        "/static/games/house-of-dice/..%2Frules.py",
        "/static/games/house-of-dice/..%2Fwords.en.json",
        "/static/games/..%2Fyacht/round.js",
    ],
)
def test_no_address_leads_out_of_its_folder(
    path: str, sit: Sit, client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit()
    monkeypatch.chdir(tmp_path)
    for name in ("secret.txt", "secret.toml"):
        Path(name).write_text('game = "the treasure is under the stairs"\n')
    answer = client.get(path)
    assert answer.status_code == 404
    assert "treasure" not in answer.text and "secret" not in answer.text and "not readable" not in answer.text


def test_a_layout_is_looked_up_by_the_name_of_a_game_alone(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('game = "mine"\n')
    for name in ("mine.toml", "./mine.toml", str(tmp_path / "mine.toml")):
        with pytest.raises(CallError, match="is no game"):
            evening.party.art.layout(name)


# ---------------------------------------------------------------------- results


def test_results_are_drawn_while_the_table_goes_on(
    sit: Sit, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, (ana, *_) = sit()
    begun, go_on, drawn = threading.Event(), threading.Event(), []
    real = result_files.files

    def slow(table: Any, *more: Any) -> Any:
        def draw() -> File:
            begun.set()
            assert go_on.wait(60)
            drawn.append(table.seq)
            return File("image/png", "x.png", b"%d" % table.seq)

        return {**real(table, *more), "png": draw}

    monkeypatch.setattr(result_files, "files", slow)
    address = f"/t/{host.state()['table']}/results.png"
    with ThreadPoolExecutor(4) as guests:
        asked = [guests.submit(client.get, address) for _ in range(4)]
        assert begun.wait(60)
        before = host.state()["seq"]
        host.do("start")
        host.do("roll")
        ana.draw()
        assert host.state()["seq"] > before, "the table is written to meanwhile"
        go_on.set()
        said = {one.result().content for one in asked}
    assert b"%d" % before in said, "of the table as it was"
    assert len(set(drawn)) == len(drawn), "one drawing of each moment, for all who asked"
    assert client.get(address).content == b"%d" % host.state()["seq"]


def test_a_sheet_is_drawn_once_for_all_who_look(
    sit: Sit, evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = sit()
    drawn, real = [], evening.party.art.written
    monkeypatch.setattr(evening.party.art, "written", lambda *a: drawn.append(a) or real(*a))
    for n in range(20):
        assert client.get(f"/t/{host.state()['table']}/sheet/0.svg?v={n}&block=nothing{n}").status_code == 200
    assert len(drawn) == 1


# ---------------------------------------------------------------------- caches


def test_only_what_can_not_change_is_kept_for_good(sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    client.post(f"{ana.base}/photo", content=picture())
    for kind in ("sheet", "picture", "photo"):
        address = ana.state()["people"][0][kind]
        assert "immutable" in client.get(address).headers["cache-control"], address
        for other in (address.partition("?")[0], address.partition("?")[0] + "?v=00000000"):
            assert client.get(other).headers["cache-control"] == "no-cache", other
