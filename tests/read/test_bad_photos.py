"""Files that are no photo of a sheet: each gets one clear answer, whatever is in it."""

from __future__ import annotations

import re
import struct
import sys
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from simulated import printed, shot

from pnp import bounded_process
from pnp.errors import CallError, InputError
from pnp.extras import install_command
from pnp.read import installed
from pnp.web.photos import sheet_photos
from pnp.words import say

MUTATED = 2000


def saved(image: Image.Image, format: str, **how: object) -> bytes:
    out = BytesIO()
    image.save(out, format, **how)
    return out.getvalue()


@pytest.fixture(scope="module")
def page() -> Image.Image:
    """A sheet on a table, whole but small."""
    made = shot(printed("house-of-dice", "bonus"), "normal", 5_000_010, long=1400)
    return Image.open(BytesIO(made.data)).convert("L")


def answer(data: bytes) -> str:
    """What is said of a file: why it is refused, or nothing."""
    try:
        sheet_photos.readings_of(data)
    except InputError as error:
        return str(error)
    return ""


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    """A file with some bytes changed, left out, repeated, or cut off."""
    made = bytearray(data)
    for _ in range(int(rng.integers(1, 12))):
        at = int(rng.integers(0, max(1, len(made))))
        match int(rng.integers(0, 5)):
            case 0 | 1:
                made[at : at + 1] = bytes([int(rng.integers(0, 256))])
            case 2:
                del made[at : at + int(rng.integers(1, 60))]
            case 3:
                made[at:at] = made[at : at + int(rng.integers(1, 60))]
            case _:
                if rng.random() < 0.2:
                    del made[at:]
    return bytes(made)


def test_thousands_of_mutated_files_are_read_or_refused_in_one_line(page: Image.Image) -> None:
    small = page.resize((96, 128))
    files = [saved(small, "JPEG", quality=60), saved(small, "PNG"), saved(small, "WEBP"), saved(small, "GIF")]
    files.append(saved(small, "JPEG", quality=60, progressive=True))
    rng = np.random.default_rng(11)
    said = {answer(mutated(files[number % len(files)], rng)) for number in range(MUTATED)}
    assert all("\n" not in one for one in said)
    assert {"the photo is damaged or cut off; take it once more"} < said


def bomb(width: int, height: int) -> bytes:
    """A PNG file of a few bytes that says it has so many dots."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


def test_other_files_get_one_clear_answer(page: Image.Image) -> None:
    code, _, at = printed("house-of-dice", "play").sheets[0]
    whole = Image.fromarray(printed("house-of-dice", "play").dots)
    only_code = whole.crop((1900, 2150, 2350, 2650)).resize((900, 1000))
    del code, at
    refused = {
        "empty": b"",
        "no picture": b"%PDF-1.7 not a photo at all",
        "too many dots": bomb(60_000, 60_000),
        "damaged or cut off": saved(page, "JPEG")[:9000],
        "no sheet in the picture": saved(Image.effect_noise((1600, 1200), 80), "PNG"),
        "only the code": saved(only_code, "PNG"),
    }
    for said, data in refused.items():
        assert said in answer(data)
    moving = saved(page, "GIF", save_all=True, append_images=[page.rotate(90)] * 3)
    assert answer(moving) == ""


def test_a_sheet_that_nobody_knows_is_named() -> None:
    from pnp.read import known_sheets

    said = known_sheets.named("PNP:K7Q3MX5T6/CHESS/BOARD/1")
    assert said is not None
    with pytest.raises(InputError, match="chess is a sheet that nobody here knows"):
        known_sheets.of_name(said)
    newer = known_sheets.named("PNP:K7Q3MX5T6/YACHT/SCORE/99")
    assert newer is not None
    with pytest.raises(InputError, match="99"):
        known_sheets.of_name(newer)


def test_a_photo_that_takes_too_long_is_ended(page: Image.Image, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_photos, "MEMORY", 60_000_000)
    with pytest.raises(bounded_process.TooMuchError) as refused:
        sheet_photos.read_bounded(saved(page, "JPEG"))
    assert refused.value.said == say("too-much-work")


def test_a_package_that_does_not_work_is_no_fault_of_the_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "there", lambda: True)
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(CallError, match=re.escape(install_command("eye"))):
        sheet_photos.readings_of(b"a photo")
