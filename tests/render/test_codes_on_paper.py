"""What a camera reads from a printed page: QR codes that decode, and corner marks that say where the sheet lies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp

from pnp.errors import CallError
from pnp.geometry import Rect
from pnp.render.geometry_export import export
from pnp.sheets import codes

Press = Callable[..., Any]
PLAYERS = "Ana,Bo,Cy,Di"
URL = "http://192.168.1.23:8000"
CALLS = [{}, {"paper": "a5"}, {"up": 2}, {"up": 4}]
ON_PAPER = pytest.mark.parametrize("options", CALLS, ids=lambda call: "-".join(map(str, call.values())) or "a4")


def sheets_on(made: Any, page: int = 0) -> list[dict[str, Any]]:
    """The sheets of a page as the geometry export tells of them."""
    return export(made.job)["pages"][page]["sheets"]


def as_rect(place: dict[str, float]) -> Rect:
    return Rect(place["x"], place["y"], place["w"], place["h"])


# --- QR codes --------------------------------------------------------------------------------------


@ON_PAPER
@pytest.mark.parametrize(
    ("url", "before"), [("", "PNP:"), (URL, "HTTP://192.168.1.23:8000/S/")], ids=["no address", "address"]
)
def test_every_code_of_a_page_is_read(
    printed: Press, game: str, sheet: str, options: Any, url: str, before: str
) -> None:
    try:
        made = printed(game, sheet, players=PLAYERS, url=url, **options)
    except CallError as refusal:
        # Too small to be scanned is said and not printed: the next test.
        assert "the QR code's squares are 0.4" in str(refusal)
        assert options == {"up": 4}
        return
    places = sheets_on(made)
    key = made.job.copies[0].sheet.key
    assert key.startswith(f"{game}/{sheet}/{places[0]['version']}")
    wanted = {f"{before}{one['code']}/{key}".upper() for one in places if one["codes"]}
    read = zxingcpp.read_barcodes(made.picture(300).pixels, formats=zxingcpp.BarcodeFormat.QRCode)
    assert {found.text for found in read} == wanted
    assert len(read) == sum(len(one["codes"]) for one in places)


def test_the_code_is_the_same_in_every_format(printed: Press) -> None:
    made = printed("yacht", players="Ana", ink="black")
    plain = printed("yacht", players="Ana")
    read = [zxingcpp.read_barcodes(one.picture(200).pixels)[0].text for one in (made, plain)]
    assert read[0] == read[1]


def test_an_address_with_a_path_keeps_its_case(printed: Press) -> None:
    made = printed("yacht", players="Ana", url="https://games.example.org/Party")
    code = made.job.copies[0].person.code
    (found,) = zxingcpp.read_barcodes(made.picture(300).pixels)
    assert found.text == f"https://games.example.org/Party/s/{code}/yacht/score/2t"


@ON_PAPER
def test_squares_are_half_a_millimetre_at_least(printed: Press, game: str, sheet: str, options: Any) -> None:
    for url in ("", URL):
        try:
            made = printed(game, sheet, players=PLAYERS, url=url, **options)
        except CallError:
            continue
        copy = made.job.copies[0]
        for one in sheets_on(made):
            for place in one["codes"]:
                count = codes.modules(copy.address.payload(one["code"])) + 8
                assert place["w"] / count >= 0.499


@pytest.mark.parametrize("options", [{"up": 4}, {"paper": "letter", "up": 4}], ids=["a4-4", "letter-4"])
def test_smaller_squares_are_refused(printed: Press, options: Any) -> None:
    long = "http://a.very.long.name.of.a.computer.that.is.far.away.and.far.from.every.other.one.example.org:8000"
    with pytest.raises(CallError, match=r"house-of-dice/play/2s on .*squares are 0\.[34]\d mm; at least 0\.5 mm"):
        printed("house-of-dice", players=PLAYERS, url=long, **options)


@ON_PAPER
def test_four_squares_around_a_code_are_white(printed: Press, game: str, sheet: str, options: Any) -> None:
    made = printed(game, sheet, players=PLAYERS, **options)
    page, address = made.picture(300), made.job.copies[0].address
    for one in sheets_on(made):
        for place in one["codes"]:
            whole = as_rect(place)
            quiet = 4 * whole.w / (codes.modules(address.payload(one["code"])) + 8)
            # Half a pixel of shade on each side is the raster's.
            zone = whole.inset(0.1)
            assert page.at(zone).min() == 0
            found = page.ink(zone)
            inner = whole.inset(quiet)
            assert found.x == pytest.approx(inner.x, abs=0.2)
            assert found.y == pytest.approx(inner.y, abs=0.2)
            assert found.w == pytest.approx(inner.w, abs=0.3)
            assert found.h == pytest.approx(inner.h, abs=0.3)


# --- corner marks ----------------------------------------------------------------------------------


def marks_in(image: np.ndarray) -> dict[tuple[int, int], np.ndarray]:
    """The corners of each mark that is found, in pixels; a mark that comes again has the next number."""
    finder = cv2.aruco.DetectorParameters()
    finder.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000), finder)
    corners, ids, _ = detector.detectMarkers(image)
    found: dict[tuple[int, int], np.ndarray] = {}
    for id, places in sorted(
        zip([] if ids is None else ids.ravel().tolist(), corners, strict=True), key=lambda one: one[0]
    ):
        found[id, sum(known == id for known, _ in found)] = places[0]
    return found


def corners_of(place: dict[str, float]) -> np.ndarray:
    """The corners of a rectangle, clockwise from the top left."""
    r = as_rect(place)
    return np.array([(r.x, r.y), (r.right, r.y), (r.right, r.bottom), (r.x, r.bottom)])


def distance(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.linalg.norm(found - wanted, axis=1).max())


@pytest.mark.parametrize(
    "options", [*CALLS, {"ink": "low"}, {"ink": "black"}], ids=lambda call: "-".join(map(str, call.values())) or "a4"
)
def test_marks_are_where_the_geometry_says(printed: Press, game: str, sheet: str, options: Any) -> None:
    made = printed(game, sheet, players=PLAYERS, **options)
    page = made.picture(200)
    found = marks_in(page.pixels)
    wanted = [mark for one in sheets_on(made) for mark in one["marks"]]
    assert sorted(id for id, _ in found) == sorted(mark["id"] for mark in wanted)
    for mark in wanted:
        same = [corners for (id, _), corners in found.items() if id == mark["id"]]
        # The middle of a pixel is half a pixel from its edge.
        assert min(distance(page.mm(corners + 0.5), corners_of(mark)) for corners in same) < 0.3


@pytest.mark.parametrize("lean", [0.12, -0.12], ids=["from the left", "from the right"])
def test_a_photo_is_squared_up_by_its_marks(printed: Press, game: str, sheet: str, lean: float) -> None:
    """A page seen from the side: the marks found there put every point of the page back within a millimetre."""
    made = printed(game, sheet, players="Ana")
    (there,) = sheets_on(made)
    if not there["marks"]:
        assert not there["fields"], "a sheet with fields has marks to read it by"
        return
    page = made.picture(150)
    height, width = page.pixels.shape
    ground = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    seen = ground + np.array(
        [(90, 90 + 300 * lean), (60, 90 - 300 * lean), (20 - 700 * lean, 120), (140 - 700 * lean, 60)]
    )
    view = cv2.getPerspectiveTransform(ground, seen.astype(np.float32))
    photo = cv2.warpPerspective(page.pixels, view, (width + 300, height + 300), borderValue=90)
    photo = cv2.GaussianBlur(photo, (3, 3), 0)
    found = {id: corners for (id, _), corners in marks_in(photo).items()}
    assert set(found) == {mark["id"] for mark in there["marks"]}
    paper = np.concatenate([corners_of(mark) for mark in there["marks"]])
    image = np.concatenate([found[mark["id"]] for mark in there["marks"]])
    back, _ = cv2.findHomography(image, paper)
    for x, y in [(10, 10), (105, 148), (200, 280), (30, 200)]:
        spot = np.array([[(x * 150 / 25.4, y * 150 / 25.4)]])
        straight = cv2.perspectiveTransform(cv2.perspectiveTransform(spot, view), back)[0, 0]
        assert np.linalg.norm(straight - (x, y)) < 0.6


def test_the_marks_of_a_sheet_tell_it_from_others(job: Press) -> None:
    """No two sheets that could lie on one table share a mark."""
    from pnp.sheets import layout

    seen: dict[int, str] = {}
    for game in layout.names():
        made = job(game, "all", players="Ana")
        for copy in made.copies:
            for mark in copy.sheet.reader_marks:
                assert seen.setdefault(mark.number, copy.sheet.key) == copy.sheet.key
