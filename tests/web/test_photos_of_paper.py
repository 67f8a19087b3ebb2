"""Photos of paper at the party: read, matched to seats, confirmed, entered; and whatever else people send."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any

import pytest
import qrcode
from PIL import Image
from simulated import printed, shot
from starlette.testclient import TestClient

from pnp.bounded_process import TooMuchError, TooSlowError
from pnp.extras import install_command
from pnp.play.engine import Table
from pnp.read import installed
from pnp.web.photos import readers, sheet_photos
from pnp.words import say
from tests.web.conftest import Evening, Guest, Sit

JUDGED = 5_000_000
CODE = "C0BR1WTJ8"
"""The code of the sheet that is photographed."""


@pytest.fixture(scope="module")
def photo() -> Any:
    """A photo of a filled-in sheet, and what really stands there."""
    return shot(printed("house-of-dice", "play"), "normal", JUDGED + 1, long=2400)


class Paper(Guest):
    """Somebody who sends photos."""

    def send(self, content: bytes, status: int = 200, language: str = "en") -> dict[str, Any]:
        answer = self.client.post(f"{self.base}/read?lang={language}", content=content)
        assert answer.status_code == status, answer.text
        said: dict[str, Any] = answer.json()
        return said


@pytest.fixture
def table(evening: Evening, client: TestClient) -> Table:
    """A table at which Ana has brought the sheet of the photo."""
    made = evening.table()
    asked = {"key": "brought-along", "seat": 0, "code": CODE}
    assert client.post(f"/t/{made.id}/claim", json=asked).status_code == 200
    return made


def guest(evening: Evening, client: TestClient, table: Table, person: int, sheet: str = "play") -> Paper:
    return Paper(client, evening.guest(client, table, person, sheet).base)


def host(evening: Evening, client: TestClient, table: Table) -> Paper:
    return Paper(client, evening.host(client, table).base)


def reading() -> dict[str, Any]:
    """A photo as it is read."""
    doubt = {"field": "cost.1", "read": 1, "others": [{"mark": 2}], "key": "doubt.unclear", "facts": {}}
    sheet = {"game": "house-of-dice", "sheet": "play", "code": CODE, "doubts": [doubt], "crops": {"cost.1": b"PNG"}}
    return {"sheets": [{**sheet, "marks": {"house.c1r1": "F", "cost.1": 1, "turns.1": 2}}], "troubles": []}


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The reading of every photo is this one, which a test may change: it takes no time."""
    made = reading()
    monkeypatch.setattr(sheet_photos, "read_bounded", lambda *_: made)
    return made


def test_a_photo_is_read_beside_the_party_and_entered_as_if_tapped(
    evening: Evening, client: TestClient, table: Table, photo: Any
) -> None:
    assert photo.truths[0].code == CODE
    ana, before = guest(evening, client, table, 0), table.seq
    (sheet,) = ana.send(photo.data)["sheets"]
    truth = {id: mark for id, mark in photo.truths[0].marks.items() if mark != "?"}
    right = sum(sheet["marks"].get(id) == mark for id, mark in truth.items())
    assert (sheet["sheet"], sheet["seat"], sheet["name"], sheet["known"]) == ("play", 0, "Ana", True)
    assert right >= len(truth) * 0.95
    assert all(one["crop"].startswith("data:image/png;base64,") for one in sheet["doubts"])
    assert ana.state()["seq"] == before, "nothing is entered before somebody says so"
    assert ana.post("paper", sheet="play", marks=sheet["marks"])["ok"]
    assert ana.state()["me"]["paper"]["play"] == sheet["marks"]
    assert ana.state()["people"][0]["photo"] is None, "nobody asked to keep it"


def test_the_host_s_desk_knows_whose_a_sheet_is(
    evening: Evening, client: TestClient, table: Table, remembered: dict[str, Any]
) -> None:
    desk = host(evening, client, table)
    (sheet,) = desk.send(b"photo")["sheets"]
    assert (sheet["seat"], sheet["name"], sheet["known"]) == (0, "Ana", True)
    assert desk.do("paper", seat=0, sheet="play", marks=sheet["marks"])["ok"]
    assert guest(evening, client, table, 0).state()["me"]["paper"]["play"] == sheet["marks"]
    remembered["sheets"][0]["code"] = ""
    (sheet,) = desk.send(b"photo")["sheets"]
    assert (sheet["seat"], sheet["known"]) == (None, False), "then the host says whose it is"


def test_a_sheet_of_somebody_else_is_not_taken(
    evening: Evening, client: TestClient, table: Table, remembered: dict[str, Any]
) -> None:
    said = guest(evening, client, table, 1).send(b"photo", 409)
    assert said["code"] == "other-paper"
    assert said["message"] == "that is somebody else's sheet, Ana's; take a photo of your own"
    elsewhere = evening.table()
    said = guest(evening, client, elsewhere, 1).send(b"photo", 409, "pl")
    assert said["message"] == "ten arkusz należy do innego stołu; sfotografuj arkusz tego stołu"
    other = evening.table("yacht", ("Ana", "Bo"))
    remembered["sheets"][0]["code"] = ""
    said = guest(evening, client, other, 0, evening.party.art.main_sheet("yacht")).send(b"photo", 409)
    assert "here Yacht is played" in said["message"]


def test_what_was_entered_before_and_what_can_not_be_is_a_doubt(
    evening: Evening, client: TestClient, table: Table, remembered: dict[str, Any]
) -> None:
    ana = guest(evening, client, table, 0)
    sheet = remembered["sheets"][0]
    sheet["doubts"], sheet["marks"] = [], {"house.c1r1": "F", "house.c2r1": "D", "turns.1": 7}
    ana.post("paper", sheet="play", marks={"house.c1r1": "F", "house.c2r1": "W", "cost.1": 1, "name": "Ana"})
    offered = ana.send(b"photo")["sheets"][0]
    doubts = {one["field"]: (one["read"], one["others"]) for one in offered["doubts"]}
    assert doubts == {"turns.1": (None, []), "house.c2r1": ("D", ["W"]), "cost.1": (None, [1])}
    assert offered["marks"] == {"house.c1r1": "F", "house.c2r1": "D"}


def test_paper_is_compared_with_the_game_that_is_played_here(sit: Sit, remembered: dict[str, Any]) -> None:
    host, guests = sit()
    host.do("start")
    host.do("roll")
    for one in guests:
        one.draw()
    remembered["sheets"][0]["code"] = ""
    offered = Paper(guests[0].client, guests[0].base).send(b"photo")["sheets"][0]
    assert offered["log"] == guests[0].state()["me"]["marks"]["play"]
    assert guests[0].state()["paper"] is False
    assert guests[0].post("paper", 409, sheet="play", marks=offered["marks"])["code"] == "not-over"


def test_a_player_writes_their_own_column_of_a_pad(
    evening: Evening, client: TestClient, remembered: dict[str, Any]
) -> None:
    table = evening.table("dice-manor", ("Ana", "Bo"))
    sheet = remembered["sheets"][0]
    sheet.update(game="dice-manor", sheet="score", code="")
    sheet["marks"] = {"p1.r1.tours": 5, "p2.r1.tours": 2}
    bo = guest(evening, client, table, 1, "tracker")
    assert bo.send(b"photo")["sheets"][0]["marks"] == {"p2.r1.tours": 2}
    pad = guest(evening, client, table, -1, "score")
    assert pad.send(b"photo")["sheets"][0]["marks"] == {"p1.r1.tours": 5, "p2.r1.tours": 2}
    sheet.update(sheet="tracker", marks={})
    assert pad.send(b"photo", 409)["code"] == "not-yours"


# ---------------------------------------------------------------------- many at once


def test_twenty_phones_at_once_delay_nobody(
    evening: Evening, client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, at_work, most = threading.Event(), [0], [0]

    def slowly(*_: Any) -> dict[str, Any]:
        at_work[0] += 1
        most[0] = max(most[0], at_work[0])
        go.wait(60)
        at_work[0] -= 1
        return reading()

    monkeypatch.setattr(sheet_photos, "read_bounded", slowly)
    ana = guest(evening, client, table, 0)
    phones = [guest(evening, client, table, 0) for _ in range(20)]
    with ThreadPoolExecutor(20) as pool:
        sent = [pool.submit(client.post, f"{one.base}/read", content=b"photo") for one in phones]
        refused = []
        while len(refused) < len(phones) - readers.MOST_INSIDE:
            refused = [one.result() for one in sent if one.done()]
            time.sleep(0.01)
        assert ana.post("paper", sheet="play", marks={"house.c1r1": "F"})["ok"]
        assert at_work[0] == readers.AT_ONCE, "the entry has waited for no photo"
        go.set()
        answers = [one.result() for one in sent]
    assert {one.status_code for one in refused} == {503}
    assert all(int(one.headers["retry-after"]) > 0 for one in refused)
    assert "it is tried again by itself" in refused[0].json()["message"]
    assert [one.status_code for one in answers].count(200) == readers.MOST_INSIDE
    assert most[0] <= readers.AT_ONCE
    assert readers.READERS.inside == 0


# ---------------------------------------------------------------------- what is no photo of a sheet


def file_of(image: Image.Image, kind: str = "PNG", **how: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def code_alone(text: str = "PNP:K7Q3MX5T6/HOUSE-OF-DICE/PLAY/2T") -> bytes:
    return file_of(qrcode.make(text).get_image().convert("L"))


def hostile() -> dict[str, bytes]:
    """Pictures that are something else, by what is said of them."""
    gray = Image.linear_gradient("L").resize((800, 600))
    frames = [Image.new("L", (600, 400), shade) for shade in (40, 90, 200)]
    wide = Image.new("1", (9000, 9000))
    return {
        "is empty": b"",
        "no picture": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "damaged or cut off": file_of(gray.rotate(30), "JPEG")[:900],
        "too many dots": file_of(wide),
        "drawn in": b"\xff\xd8\xff\xe0\x00\x02" + b"\xff\xda\x00\x02" * 200,
        "take it once more": b"\x00\x00\x00\x18ftypheic" + bytes(200),
        "no sheet in the picture": file_of(frames[2], "GIF", save_all=True, append_images=frames),
        "only the code": code_alone(),
        "the code of a screen": code_alone("http://192.168.1.23:8000/t/K7M2QX"),
        "too dark": file_of(Image.new("L", (800, 600), 8)),
    }


def test_whatever_is_no_photo_of_a_sheet_gets_one_clear_answer(
    evening: Evening, client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, desk = guest(evening, client, table, 0), host(evening, client, table)
    monkeypatch.setattr(sheet_photos, "read_bounded", lambda data, own: sheet_photos.read(data, list(map(str, own))))
    for what, content in hostile().items():
        english, polish = ana.send(content, 422), desk.send(content, 422, "pl")
        assert what in english["message"], what
        assert "\n" not in english["message"]
        assert polish["message"] != english["message"]
    assert client.post(f"{ana.base}/read", content=b"x" * 12_000_001).status_code == 413
    foreign = {"origin": "http://elsewhere.test"}
    assert client.post(f"{ana.base}/read", content=b"x", headers=foreign).status_code == 403
    assert client.get(f"{ana.base}/read").status_code == 405


def test_a_picture_that_does_not_end_bars_whoever_sent_it_and_a_busy_machine_bars_nobody(
    evening: Evening, client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    why: list[Exception] = [TooSlowError(say("too-slow-here")), TooMuchError(say("too-much-work"))]
    monkeypatch.setattr(sheet_photos, "read_bounded", lambda *_: (_ for _ in ()).throw(why[0]))
    evening.budgets.own = ()
    ana = guest(evening, client, table, 0)
    assert "too much else to do" in ana.send(b"photo", 422)["message"]
    del why[0]
    assert "take a new picture" in ana.send(b"photo", 422)["message"]
    assert ana.send(b"photo", 503)["code"] == "busy"
    assert readers.READERS.inside == 0


def test_without_the_extra_it_is_not_offered(
    evening: Evening, client: TestClient, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = guest(evening, client, table, 0)
    assert ana.state()["reads"] is True
    monkeypatch.setattr(installed, "there", lambda: False)
    evening.party.hosted[table.id].cache.clear()
    assert ana.state()["reads"] is False
    assert install_command("eye") in ana.send(b"photo", 422)["message"]
    host = client.get(f"/h/{evening.party.hosted[table.id].key}").text
    assert f'"install": "{install_command("eye")}"' in host
