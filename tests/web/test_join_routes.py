"""Five ways in: the printed code, the screen's, a photo, typing, the host's page; and sheets that were printed elsewhere."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from starlette.testclient import TestClient

from pnp.render.qr import symbol
from pnp.sheets import codes
from pnp.web.join_routes import MOST_SHEETS
from tests.web.conftest import HOUSE, SECRET, Evening, Guest, Sit

FOREIGN = codes.make(b"another machine", HOUSE, "play", "", "", "1")


def photo_of(text: str) -> bytes:
    """A picture of a QR code, as a phone would send it."""
    made = symbol(text)
    image = Image.new("L", ((made.size + 8) * 8,) * 2, 255)
    pen = ImageDraw.Draw(image)
    for y, row in enumerate(made.rows):
        for x in range(made.size):
            if row >> (made.size - 1 - x) & 1:
                pen.rectangle([(x + 4) * 8, (y + 4) * 8, (x + 5) * 8 - 1, (y + 5) * 8 - 1], fill=0)
    out = BytesIO()
    image.rotate(7, expand=True, fillcolor=255).save(out, "JPEG")
    return out.getvalue()


def test_a_printed_sheet_of_the_table_opens_its_seat(sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    code = ana.base.removeprefix("/s/")
    for address in (f"/s/{code}", f"/S/{code}/HOUSE-OF-DICE/PLAY/1", f"/s/{code.lower()}"):
        page = client.get(address, headers={"accept": "text/html"})
        assert page.status_code == 200 and '"page": "sheet"' in page.text and "Ana" in page.text


def test_a_sheet_printed_for_a_name_before_there_was_a_table(sit: Sit, evening: Evening, client: TestClient) -> None:
    sit()
    code = codes.make(SECRET, HOUSE, "play", "", "Bo", "1")
    assert Guest(client, f"/s/{code}").state()["me"]["name"] == "Bo"


def test_the_holder_of_a_sheet_with_a_name_is_not_asked_for_it(evening: Evening, client: TestClient) -> None:
    table = evening.table(HOUSE, ())
    evening.party.printed = lambda: ["Bo", "عدي"]
    client.get(f"/t/{table.id}")
    code = codes.make(SECRET, HOUSE, "play", "", "عدي", "1")
    assert '"name": "عدي"' in client.get(f"/s/{code}").text
    assert '"name": ""' in client.get(f"/s/{FOREIGN}").text
    joined = client.post(f"/t/{table.id}/join", json={"name": "عدي", "code": code, "key": "printed0001"}).json()
    assert joined["url"] == f"/s/{code}"
    assert client.get(f"/s/{code}/state").json()["me"]["name"] == "عدي"


def test_the_screens_code_then_a_name(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=())
    at = Guest(client, f"/t/{table.id}")
    url = at.post("join", name="Ana", key="firstfirst")["url"]
    assert at.post("join", name="Ana", key="firstfirst")["url"] == url, "sent twice, joined once"
    assert at.post("join", 409, name="ana")["code"] == "name-taken"
    assert [one["name"] for one in at.state()["people"]] == ["Ana"]
    assert Guest(client, url).state()["me"]["seat"] == 0


def test_a_seat_is_taken_once_and_freed_by_the_host(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    at = Guest(client, f"/t/{host.state()['table']}")
    url = at.post("claim", seat=1, key="bosphone1")["url"]
    assert at.post("claim", seat=1, key="bosphone1")["url"] == url
    assert at.post("claim", 409, seat=1)["code"] == "taken"
    host.do("release", seat=1)
    assert at.post("claim", seat=1)["url"] == url
    assert at.post("claim", 400, seat=9)["code"] == "malformed"


def test_a_sheet_of_another_machine_becomes_a_seat(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    page = client.get(f"/S/{FOREIGN}/HOUSE-OF-DICE/PLAY/1", headers={"accept": "text/html"})
    assert '"page": "join"' in page.text and FOREIGN in page.text
    at = Guest(client, f"/t/{host.state()['table']}")
    assert at.post("join", name="Di", code=FOREIGN)["url"] == f"/s/{FOREIGN}"
    assert Guest(client, f"/s/{FOREIGN}").state()["me"]["name"] == "Di"
    assert at.post("join", 409, name="Ed", code=FOREIGN)["code"] == "taken"


def test_a_sheet_of_another_machine_for_a_seat_that_is_there(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    Guest(client, f"/t/{host.state()['table']}").post("claim", seat=2, code=codes.shown(FOREIGN))
    assert Guest(client, f"/s/{FOREIGN}").state()["me"]["name"] == "Cy"


@pytest.mark.parametrize("address", ["http://10.1.2.3:9999", "", "http://party.test:8000"])
def test_a_photo_of_a_sheet_whatever_address_it_was_printed_for(address: str, sit: Sit, client: TestClient) -> None:
    _, (ana, *_) = sit()
    code = ana.base.removeprefix("/s/")
    text = codes.address("house-of-dice/play/1", address).payload(code)
    found = client.post("/find/photo", content=photo_of(text), headers={"content-type": "image/jpeg"})
    assert found.json() == {"ok": True, "url": f"/s/{code}"}


def test_a_photo_of_something_else(sit: Sit, client: TestClient) -> None:
    sit()
    said = client.post("/find/photo", content=photo_of("https://example.org/"), headers={"content-type": "image/jpeg"})
    assert said.status_code == 409 and said.json()["code"] == "no-code"
    assert client.post("/find/photo", content=b"no picture").status_code == 422


def test_typed_codes_are_forgiven(sit: Sit, client: TestClient) -> None:
    host, (ana, *_) = sit()
    code = ana.base.removeprefix("/s/")
    typed = f"{code[:4].lower()} {code[4:8]}-{code[8]}"
    assert client.post("/find", json={"code": typed}).json()["url"] == f"/s/{code}"
    table = host.state()["table"]
    assert client.post("/find", json={"code": table.lower()}).json()["url"] == f"/t/{table}"
    wrong = client.post("/find", json={"code": "K7Q3-MX5T-7"})
    assert wrong.status_code == 404 and "check character" in wrong.json()["message"]


def test_the_hosts_desk(sit: Sit) -> None:
    host, _ = sit()
    state = host.do("join", name="Grandma")["state"]
    assert state["people"][3]["name"] == "Grandma"
    assert host.do("rename", seat=3, name="Granny")["state"]["people"][3]["name"] == "Granny"
    seat = host.state()["host"]["seats"][3]
    assert seat["url"].endswith(seat["code"].replace("-", ""))
    assert len(host.do("remove", seat=3)["state"]["people"]) == 3


def test_a_late_joiner_in_the_middle(sit: Sit, client: TestClient) -> None:
    host, guests = sit()
    host.do("start")
    host.do("roll")
    for guest in guests:
        guest.draw()
    url = Guest(client, f"/t/{host.state()['table']}").post("join", name="Late")["url"]
    host.do("roll")
    late = Guest(client, url)
    late.draw()
    assert host.state()["people"][3]["status"] == "in"


def test_codes_survive_a_new_start(evening: Evening) -> None:
    table = evening.table(players=())
    with evening.client() as client:
        url = Guest(client, f"/t/{table.id}").post("join", name="Ana", code=FOREIGN)["url"]
        host = evening.host(client, table).base
    evening.party.hosted.clear()
    with evening.client() as client:
        assert Guest(client, url).state()["me"]["name"] == "Ana"
        assert Guest(client, host).state()["table"] == table.id


def test_tables_of_the_terminal_are_not_served(evening: Evening, client: TestClient) -> None:
    alone = evening.tables.open(HOUSE, ["Ana", "Bo"])
    assert client.get(f"/t/{alone.id}/state").status_code == 404


def test_where_all_share_one_pad_each_has_a_code_of_their_own(sit: Sit, client: TestClient) -> None:
    host, (ana, bo) = sit("dice-miner", ("Ana", "Bo"), sheet="score", dice="physical")
    assert [ana.state()["me"]["seat"], bo.state()["me"]["seat"]] == [0, 1]
    assert host.state()["host"]["seats"][1]["url"].endswith(bo.base)
    assert bo.state()["me"]["writes"]["score"] == ["start.", "p2."]
    host.do("start")
    host.do("roll", dice=[1, "beer"])
    assert bo.say("hero engineer", 409)["code"] or ana.state()["me"]["wanted"]


def test_a_page_knows_whether_somebody_can_still_join(sit: Sit) -> None:
    host, _ = sit()
    assert host.state()["joinable"]
    host.do("start")
    host.do("roll")
    assert host.state()["joinable"], "House of Dice takes late guests"
    for name in ("Di", "Ed", "Flo"):
        host.do("join", name=name)
    assert not host.state()["joinable"], "six play at the most"
    miner, _ = sit("dice-miner", ("Ana", "Bo"), sheet="score", dice="physical")
    miner.do("start")
    assert miner.state()["joinable"]
    miner.do("roll", dice=[1, "beer"])
    assert not miner.state()["joinable"]


def test_letters_that_look_like_digits_are_taken_for_them(evening: Evening, client: TestClient) -> None:
    table = evening.table()
    typed = table.id.replace("0", "o").replace("1", "i").lower()
    assert client.post("/find", json={"code": f"{typed[:3]}-{typed[3:]}"}).json()["url"] == f"/t/{table.id}"


def test_one_person_brings_along_no_more_sheets_than_a_hand_can_hold(evening: Evening, client: TestClient) -> None:
    table = evening.table(players=("Ana",))
    made = [codes.make(b"%d" % number, HOUSE, "play", "", "", "1") for number in range(MOST_SHEETS + 1)]
    taken = [
        client.post(f"/t/{table.id}/claim", json={"key": "thesamephone", "seat": 0, "code": code}).status_code
        for code in made
    ]
    assert taken == [200] * MOST_SHEETS + [409]
    assert client.get(f"/s/{made[0]}/state").json()["me"]["seat"] == 0
    assert len([name for name in evening.store.tables()[0].meta if name.startswith("code:")]) == MOST_SHEETS
