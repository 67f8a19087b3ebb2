"""`pnp check photo.jpg`: what is read is judged at once, several photos are one table, doubts stand among the notes."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pnp.errors import InputError
from pnp.games.library import SHIPPED
from pnp.sheets import documents
from pnp.web.photos import sheet_photos
from pnp.words import say
from tests.cli.conftest import EXAMPLES, Run

DOUBT = {"field": "cost.1", "read": 1, "others": [{"mark": 2}], "key": "doubt.unclear", "facts": {}}


def sheet(game: str, name: str, code: str, marks: Any, doubts: Any = (), owner: str = "player") -> dict[str, Any]:
    """A sheet as it is read from a photo."""
    read = {"game": game, "sheet": name, "code": code, "owner": owner, "crops": {}}
    return {"sheets": [{**read, "marks": dict(marks), "doubts": deepcopy(list(doubts))}], "troubles": []}


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What is read from each photo by its content, which is its name; anything else can't be read."""
    known: dict[str, Any] = {}

    def read(content: bytes, *_: Any) -> dict[str, Any]:
        if content.decode() not in known:
            raise InputError(say("photo-no-sheet"))
        return deepcopy(known[content.decode()])

    monkeypatch.setattr(sheet_photos, "read_bounded", read)
    for name in ("ana.jpg", "bo.JPEG", "cy.png", "wall.webp"):
        (tmp_path / name).write_text(name)
    return known


def example(name: str) -> tuple[list[tuple[str, Any]], Any]:
    """An example as it stands on paper, and what the rules say of it."""
    data = documents.load((EXAMPLES / f"{name}.toml").read_bytes(), name)
    game, document, edition = documents.understand(data, name)
    return list(game.marks(document, edition)), game.judge(document, edition)


def on_play_sheets() -> tuple[list[dict[str, Any]], Any]:
    sheets, verdict = example("house-table")
    own = [{id: mark for id, mark in marks.items() if id != "name"} for name, marks in sheets if name == "play"]
    return own, verdict


def test_several_photos_are_one_table_and_doubts_are_notes(photos: dict[str, Any], call: Run) -> None:
    (ana, bo, cy), expected = on_play_sheets()
    photos["ana.jpg"] = sheet("house-of-dice", "play", "A", ana, [{**DOUBT, "field": "cost.1"}])
    photos["bo.JPEG"] = sheet("house-of-dice", "play", "B", bo)
    photos["cy.png"] = sheet("house-of-dice", "play", "C", cy)
    done = call("check", "ana.jpg", "bo.JPEG", "cy.png", "--json")
    verdict = json.loads(done.out)
    assert [one["player"] for one in verdict["sheets"]] == ["ana", "bo", "cy"]
    totals = [one["score"]["total"] for one in verdict["sheets"]]
    assert totals == [one.score.total for one in expected.sheets]
    assert done.code == (0 if verdict["legal"] else 1)
    (note,) = [one for one in verdict["sheets"][0]["notes"] if one["code"] == "doubt"]
    assert (note["facts"]["field"], note["facts"]["read"], note["facts"]["others"]) == ("cost.1", "1", ["2"])
    assert note["message"].endswith("read as 1, hard to read; or 2")
    assert all(one["code"] != "doubt" for two in verdict["sheets"][1:] for one in two["notes"])
    polish = call("check", "ana.jpg", "--language", "pl")
    assert "odczytano 1, trudno odczytać; albo 2" in polish.out


def test_a_sheet_that_was_photographed_twice_counts_once(photos: dict[str, Any], call: Run) -> None:
    (ana, *_), _ = on_play_sheets()
    photos["ana.jpg"] = sheet("house-of-dice", "play", "A", ana, [DOUBT])
    photos["cy.png"] = sheet("house-of-dice", "play", "A", ana)
    (one,) = json.loads(call("check", "ana.jpg", "cy.png", "--json").out)["sheets"]
    assert one["player"] == "cy" and not [note for note in one["notes"] if note["code"] == "doubt"]


def test_whoever_is_left_out_is_told_of(photos: dict[str, Any], call: Run) -> None:
    (ana, *_), _ = on_play_sheets()
    photos["ana.jpg"] = sheet("house-of-dice", "play", "A", ana, [DOUBT])
    photos["cy.png"] = sheet("house-of-dice", "play", "A", ana)
    for call_of in (("check",), ("read", "--document")):
        done = call(*call_of, "ana.jpg", "cy.png")
        assert done.err.count("\n") == 1 and "ana.jpg: play, code A, is in another photo too" in done.err


def test_copies_of_one_print_in_one_picture_are_two_sheets(photos: dict[str, Any], call: Run) -> None:
    (ana, bo, *_), _ = on_play_sheets()
    both = [sheet("house-of-dice", "play", "A", marks)["sheets"][0] for marks in (ana, bo)]
    photos["ana.jpg"] = {"sheets": both, "troubles": []}
    for twice in (("ana.jpg",), ("ana.jpg", "ana.jpg")):
        done = call("check", *twice, "--json")
        assert len(json.loads(done.out)["sheets"]) == 2 and not done.err


def test_pads_that_contradict_each_other_are_of_two_tables(photos: dict[str, Any], call: Run) -> None:
    photos["ana.jpg"] = sheet("dice-manor", "score", "A", {"p1.r1.tours": 5}, owner="table")
    photos["bo.JPEG"] = sheet("dice-manor", "score", "B", {"p1.r1.tours": 2}, owner="table")
    photos["cy.png"] = sheet("dice-manor", "score", "C", {"p2.r1.tours": 2}, owner="table")
    told = call("check", "ana.jpg", "bo.JPEG", "cy.png").out.splitlines()
    assert [line.split("  ")[0] for line in told if "dice-manor" in line] == ["ana.jpg, cy.png", "bo.JPEG"]
    written = json.loads(call("read", "ana.jpg", "bo.JPEG", "--document", "--json").out)["documents"]
    assert [Path(name).name for name in written] == ["dice-manor-read.json", "dice-manor-read-2.json"]


def test_a_doubt_in_a_game_of_ones_own_is_named_as_it_is_printed(photos: dict[str, Any], call: Run) -> None:
    call("new", "lucky-climb", "--python")
    doubt = {**DOUBT, "field": "rolls.1", "read": 7}
    photos["ana.jpg"] = sheet("lucky-climb", "play", "A", {"rolls.1": 7}, [doubt])
    assert "· Rolls 1: read as 7" in call("check", "ana.jpg", "--rules", "lucky_climb.py").out


def test_a_pad_of_the_table_has_as_many_players_as_columns(photos: dict[str, Any], call: Run) -> None:
    marks = {"p1.r1.tours": 5, "p2.r1.tours": 2}
    doubt = {**DOUBT, "field": "p2.r1.tours", "read": 2}
    photos["ana.jpg"] = sheet("dice-manor", "score", "", marks, [doubt], owner="table")
    verdict = json.loads(call("check", "ana.jpg", "--json").out)
    codes = [[note["code"] for note in one["notes"]] for one in verdict["sheets"]]
    assert len(codes) == 2 and "doubt" not in codes[0] and "doubt" in codes[1]
    assert SHIPPED.has(verdict["game"])


def test_what_can_not_be_read_is_told_and_the_rest_is_judged(photos: dict[str, Any], call: Run) -> None:
    (ana, *_), _ = on_play_sheets()
    photos["ana.jpg"] = sheet("house-of-dice", "play", "A", ana)
    done = call("check", "wall.webp", "ana.jpg", EXAMPLES / "miner-table.toml")
    assert done.code == 2
    assert done.err.count("\n") == 1 and "wall.webp: no sheet in the picture" in done.err
    assert "ana" in done.out and "dice-miner" in done.out


def test_whatever_is_refused_is_named_once(call: Run, photos: dict[str, Any], tmp_path: Path) -> None:
    told = [call("read", str(tmp_path / name)).err for name in ("gone.jpg", "wall.webp")]
    assert [line.count(".jpg") + line.count(".webp") for line in told] == [1, 1], told
