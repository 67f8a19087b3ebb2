"""Sheets as pictures: empty ones with letters or outlines, a player's with what is revealed, one block of it."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import HOUSE, Sit

ART = "/art/house-of-dice/play"


def drawn(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml", answer.text
    return answer.text


def place(svg: str) -> list[float]:
    """Where on the sheet a picture begins and how large it is."""
    found = re.search(r'viewBox="([^"]*)"', svg)
    assert found
    return [float(value) for value in found[1].split()]


def test_an_empty_sheet_has_letters_or_where_there_are_no_fonts_outlines(sit: Sit, client: TestClient) -> None:
    sit()
    letters, outlines = drawn(client, f"{ART}.svg"), drawn(client, f"{ART}.svg?outlines")
    assert "<text " in letters and "aria-label=" not in letters
    assert "<text " not in outlines and outlines.count("aria-label=") == letters.count("<text ")
    geometry = client.get(f"{ART}.json").json()
    assert place(letters) == place(outlines) == [0, 0, geometry["width"], geometry["height"]]


def test_a_players_sheet_needs_no_fonts_and_shows_what_is_revealed(sit: Sit, client: TestClient) -> None:
    host, guests = sit()
    path = f"/t/{host.state()['table']}/sheet/0.svg"
    empty = drawn(client, path)
    host.do("start")
    host.do("roll")
    for guest in guests:
        guest.say(next(one["notation"] for one in guest.state()["me"]["options"] if re.match("[A-Z]", one["notation"])))
    whole = drawn(client, path)
    assert place(whole) == place(drawn(client, f"{ART}.svg"))
    assert "<text " not in whole
    assert len(whole.splitlines()) > len(empty.splitlines()), "there is something on it now"
    assert drawn(client, f"{path}?block=cellar") == whole, "a block that there is not"


def test_sheets_speak_the_language_of_the_page_at_the_same_places(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    for path in (f"{ART}.svg", f"{ART}.svg?outlines", f"/t/{host.state()['table']}/sheet/0.svg"):
        both = [client.get(path, headers={"accept-language": language}).text for language in ("en", "pl", "en")]
        assert "Furniture" in both[0] and "Furniture" not in both[1] and both[2] == both[0], path
        assert place(both[0]) == place(both[1])
    told = [client.get(f"{ART}.json", headers={"accept-language": language}).json() for language in ("en", "pl")]
    places = [[(one["id"], one["x"], one["y"], one["w"], one["h"]) for one in each["fields"]] for each in told]
    assert places[0] == places[1] and told[0]["title"] != ""


@pytest.mark.parametrize("game", [HOUSE, "dice-miner", "yacht"])
def test_a_name_with_emoji_is_whole_on_pages_and_its_picture_is_there(sit: Sit, client: TestClient, game: str) -> None:
    names = ("Ana 🎲", "👩🏽\u200d🚀", "Cy 🇵🇱")
    host, _ = sit(game, names)
    state = client.get(f"/t/{host.state()['table']}/state").json()
    assert tuple(one["name"] for one in state["people"]) == names
    assert state["unprinted"] == ["🎲", "👩🏽\u200d🚀", "🇵🇱"]
    for one in state["people"]:
        assert "🚀" not in drawn(client, one["sheet"]) and drawn(client, one["picture"])


def test_a_block_is_cut_out_of_a_sheet(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    path = f"/t/{host.state()['table']}/sheet/0.svg"
    whole, block = drawn(client, path), drawn(client, f"{path}?block=house")
    house = next(one for one in client.get(f"{ART}.json").json()["blocks"] if one["id"] == "house")
    x, y, width, height = place(block)
    assert x < house["x"] and y < house["y"]
    assert house["x"] + house["w"] < x + width and house["y"] + house["h"] < y + height < place(whole)[3]
    assert "<text " not in block and len(block.splitlines()) < len(whole.splitlines())


def test_fonts_of_pages_are_small_and_nothing_else_lies_there(client: TestClient) -> None:
    sent = [client.get(f"/static/fonts/{face}.woff2") for face in ("display", "text", "strong")]
    assert [answer.content[:4] for answer in sent] == [b"wOF2"] * 3
    assert sum(len(answer.content) for answer in sent) < 27_000
    assert client.get("/static/fonts/OFL.txt").status_code == 404
    css = client.get("/static/base.css").text
    assert all(
        f"/static/fonts/{face}{more}.woff2" in css for face in ("display", "text", "strong") for more in ("", "-more")
    )
