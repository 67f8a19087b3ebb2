"""Nobody can read a sheet's code from a photo that others see: not by machine, and not the letters below it."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
import qrcode
import zxingcpp
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from starlette.testclient import TestClient

from pnp.play.stores.store import StoreError
from pnp.web.photos import photo_codes
from tests.web.conftest import Evening, Sit

SIDE = 230
CODE = "http://192.168.1.23:8000/S/{}/HOUSE-OF-DICE/PLAY/2"


def sheet(letters: str = "K7Q3MX5T6") -> Image.Image:
    """Something drawn, a code, and its letters below it, as a sheet of paper has them."""
    paper = Image.new("RGB", (620, 877), (250, 246, 236))
    ink = ImageDraw.Draw(paper)
    for x in range(60, 560, 70):
        ink.rectangle((x, 80, x + 44, 480), outline="black", width=4)
    code = qrcode.QRCode(border=1)
    code.add_data(CODE.format(letters))
    paper.paste(code.make_image().get_image().convert("RGB").resize((SIDE, SIDE)), (350, 560))
    ink.text((370, 560 + SIDE + 4), letters, "black", ImageFont.load_default(34))
    return paper


def photographed(*sheets: Image.Image, turned: float = 0.0, blur: float = 0.8, seed: int = 1) -> bytes:
    """Sheets beside each other on a table, turned, a little out of focus, with grain, as a phone sends them."""
    table = Image.new("RGB", (900 * len(sheets), 920), (120, 90, 60))
    for n, one in enumerate(sheets):
        table.paste(one.rotate(90 * n, expand=True), (20 + 900 * n, 20))
    picture = table.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=(120, 90, 60))
    noise = Image.frombytes("L", picture.size, random.Random(seed).randbytes(picture.width * picture.height))
    grain = Image.blend(picture, noise.convert("RGB"), 0.06).filter(ImageFilter.GaussianBlur(blur))
    out = BytesIO()
    grain.save(out, "JPEG", quality=85)
    return out.getvalue()


def read(photo: bytes) -> list[str]:
    """Whatever a machine makes of a photo that tries hard: larger, smaller, sharper, with more contrast."""
    image = Image.open(BytesIO(photo)).convert("L")
    larger, smaller = image.resize((image.width * 2, image.height * 2)), image.reduce(2)
    hard = image.point([0] * 110 + [255] * 146)
    return [one.text for view in (image, larger, smaller, hard) for one in zxingcpp.read_barcodes(view)]


@pytest.mark.parametrize("turned", [0, 90, 180, 33, -71])
def test_no_code_is_left_in_a_turned_photo(turned: float) -> None:
    photo = photographed(sheet(), turned=turned)
    assert read(photo), "there was one"
    assert read(photo_codes.covered(photo)) == []


def test_none_of_several_codes_is_left() -> None:
    photo = photographed(sheet(), sheet("M4W8PQ2Z9"), sheet("T6C0NYR5J"), turned=12)
    assert len(set(read(photo))) == 3
    assert read(photo_codes.covered(photo)) == []


def test_the_letters_below_the_code_are_covered_and_the_drawing_is_not() -> None:
    given = photographed(sheet(), blur=0)
    before, after = (Image.open(BytesIO(one)).convert("L") for one in (given, photo_codes.covered(given)))
    letters, drawing = (370, 810, 620, 870), (70, 90, 560, 510)
    assert before.crop(letters).getextrema()[0] < 90 < 170 < after.crop(letters).getextrema()[0]
    assert after.crop(drawing).getextrema()[0] < 90


def test_a_code_that_can_not_be_read_is_covered_as_well() -> None:
    """A finger on the code: what one phone can't read another may."""
    hurt = sheet()
    ImageDraw.Draw(hurt).ellipse((430, 640, 520, 730), fill=(200, 150, 120))
    given = photographed(hurt)
    assert read(given) == []
    after = Image.open(BytesIO(photo_codes.covered(given))).convert("L")
    assert after.crop((380, 590, 600, 800)).getextrema()[0] > 150


def test_a_photo_is_covered_before_anybody_sees_it(sit: Sit, evening: Evening, client: TestClient) -> None:
    host, (ana, _, _) = sit()
    given = photographed(sheet())
    assert client.post(f"{ana.base}/photo", content=given).status_code == 200
    address = host.state()["people"][0]["photo"]
    assert read(client.get(address).content) == []
    table = host.state()["table"]
    assert read(evening.store.file(table, "photo/0") or b"") == []
    evening.store.keep_file(table, "photo/0", given)  # as an earlier version kept it
    evening.party.hosted[table].meta["photo:0"] = "0badc0de"
    assert read(client.get(f"/t/{table}/photo/0").content) == []
    assert host.state()["people"][0]["photo"] != address.replace("-covered", "")


def test_a_photo_that_was_taken_away_is_not_shown_again(
    sit: Sit, evening: Evening, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends the program between the photo and its note."""
    host, (ana, _, _) = sit()
    assert client.post(f"{ana.base}/photo", content=photographed(sheet())).status_code == 200
    address = f"/t/{host.state()['table']}/photo/0"
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "drop_file", ended)
        assert client.delete(f"{ana.base}/photo").status_code == 503
    assert host.state()["people"][0]["photo"] and client.get(address).status_code == 200, "it is there, and told so"
    with monkeypatch.context() as broken:
        broken.setattr(evening.store, "set_meta", ended)
        assert client.delete(f"{ana.base}/photo").status_code == 503
    assert client.get(address).status_code == 404
    assert evening.store.file(host.state()["table"], "photo/0") is None


def ended(*_: object) -> None:
    raise StoreError("no more")
