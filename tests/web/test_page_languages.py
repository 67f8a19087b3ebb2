"""A page has a language, and whatever the server says on it is in that language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.games.library import SHIPPED
from pnp.words import say
from tests.web.conftest import Evening, Guest, Sit


def told(guest: Guest, language: str) -> dict[str, object]:
    answer = guest.client.get(f"{guest.base}/state", params={"lang": language})
    state: dict[str, object] = answer.json()
    return state


def test_states_are_worded_by_language_and_never_mixed_up(sit: Sit) -> None:
    host, (ana, *_) = sit()
    host.do("start")
    host.do("roll")
    for guest in (host, ana):
        english, polish = told(guest, "en"), told(guest, "pl")
        assert english["headline"] != polish["headline"] and english["seq"] == polish["seq"]
        assert told(guest, "en")["headline"] == english["headline"], "the other language was asked for meanwhile"
    mine = [told(ana, language)["me"] for language in ("en", "pl")]
    assert isinstance(mine[0], dict) and isinstance(mine[1], dict)
    (one, *_), (other, *_) = mine[0]["options"], mine[1]["options"]
    assert one["means"] != other["means"]
    assert {**one, "means": "", "where": ""} == {**other, "means": "", "where": ""}, "data is the same in all languages"


def test_a_tag_belongs_to_a_language(sit: Sit, client: TestClient) -> None:
    host, _ = sit()
    path = f"/t/{host.state()['table']}/state"
    tag = client.get(path, params={"lang": "en"}).headers["etag"]
    assert client.get(path, params={"lang": "en"}, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(path, params={"lang": "pl"}, headers={"If-None-Match": tag}).status_code == 200


def test_refusals_and_errors_are_in_the_language_of_the_page(sit: Sit, client: TestClient) -> None:
    host, (ana, bo, _) = sit()
    host.do("start")
    refused = client.post(f"{ana.base}/try?lang=pl", json={"words": "W32$5"}).json()
    assert (
        not refused["ok"]
        and refused["message"] != client.post(f"{ana.base}/try", json={"words": "W32$5"}).json()["message"]
    )
    body = {"key": "somebodyelse", "expected": host.state()["seq"]}
    answer = client.post(f"{bo.base}/roll?lang=pl", json=body).json()
    assert (answer["code"], answer["message"]) == ("not-your-turn", "teraz rzuca ktoś inny")
    missing = client.get("/t/NOTHERE/state", params={"lang": "pl"}).json()
    assert missing["code"] == "not-found" and "nie ma tu takiego stołu" in missing["message"]


def test_the_log_and_the_scores_are_in_the_language_of_the_page(sit: Sit) -> None:
    host, guests = sit()
    host.do("start")
    host.do("roll")
    for guest in guests:
        guest.draw()
    english, polish = (told(host, language)["host"] for language in ("en", "pl"))
    assert isinstance(english, dict) and isinstance(polish, dict)
    assert [one["seq"] for one in english["log"]] == [one["seq"] for one in polish["log"]]
    assert english["log"][2]["what"] != polish["log"][2]["what"]


def test_fields_have_labels_in_the_language_of_the_page(sit: Sit, client: TestClient) -> None:
    sit()
    labels = [
        {
            field["id"]: field["label"]
            for field in client.get("/art/house-of-dice/play.json", params=asked).json()["fields"]
        }
        for asked in ({"lang": "en"}, {"lang": "pl"})
    ]
    assert labels[0].keys() == labels[1].keys()
    assert "column 3, row 2" in labels[0]["house.c3r2"] and "kolumna 3, rząd 2" in labels[1]["house.c3r2"]


def test_the_language_of_the_party_comes_before_the_phones(evening: Evening, client: TestClient) -> None:
    table = evening.table()
    page = client.get(f"/t/{table.id}/screen", headers={"Accept-Language": "pl-PL,pl"}).text
    assert '<html lang="pl">' in page
    assert '<html lang="en">' in client.get(f"/t/{table.id}/screen?lang=en", headers={"Accept-Language": "pl"}).text


SENTENCE = re.compile(r"[A-Za-z]{3,} [a-z]{2,}")
"""Words beside each other, as in a sentence and in no id, notation or name of one word."""


NOTATION = re.compile(r"\.(notation|example|words)$")
"""What is typed is the same in every language."""


def texts(value: Any, at: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from texts(one, f"{at}.{name}")
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from texts(one, f"{at}.{number}")
    elif isinstance(value, str):
        yield at, value


def untranslated(guest: Guest) -> set[str]:
    """The sentences that a page is told in the same words in both languages."""
    english, polish = (dict(texts(told(guest, language))) for language in ("en", "pl"))
    titles = {game.TITLE for name in SHIPPED.names() if (game := SHIPPED.load(name))}
    return {
        f"{at}: {text}"
        for at, text in english.items()
        if polish.get(at) == text and SENTENCE.search(text) and text not in titles and not NOTATION.search(at)
    }


@pytest.mark.parametrize("game", [name for name in SHIPPED.names() if SHIPPED.load(name).play])
def test_no_page_of_any_game_is_told_an_english_sentence_in_polish(game: str, evening: Evening) -> None:
    low, high = SHIPPED.load(game).PLAYERS
    names = ("Ana", "Bo")[: max(low, min(2, high))]
    with evening.client() as client:
        table = evening.table(game, names)
        host = evening.host(client, table)
        sheet = evening.party.hosted[table.id].main_sheet
        seats = [evening.guest(client, table, seat, sheet) for seat in range(len(names))]
        host.do("start")
        found: set[str] = set()
        for _ in range(6):
            if host.state()["phase"] == "roll":
                host.do("roll")
            for page in (host, *seats):
                found |= untranslated(page)
            for seat in seats:
                if options := seat.state()["me"]["options"]:
                    seat.say(options[0]["notation"])
        assert found == set()


def test_addresses_are_named_in_the_language_of_the_page(sit: Sit, evening: Evening) -> None:
    label = say("network", kind="loopback", name="")
    evening.party.addresses = [{"url": "http://127.0.0.1:8000", "label": label, "best": True}]
    host, _ = sit()
    named = [told(host, language)["host"]["addresses"][0]["label"] for language in ("en", "pl")]  # type: ignore[index]
    assert named == ["this machine only", "tylko ten komputer"]
