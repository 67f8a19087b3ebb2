"""What every game and every layout promises, whichever there are."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pnp import edition as editions
from pnp import games
from pnp.games.codec import FIELD_KINDS, FieldRule, Mark
from pnp.games.library import SHIPPED, Library
from pnp.paths import LAYOUTS
from pnp.sheets import documents, fill_in, layout
from pnp.sheets.own_rules import library_of

GAMES = games.names()
PAPERS = layout.names()
EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.toml"))
ID = re.compile(r"[a-z0-9]+([.-][a-z0-9]+)*")

FILES = {path.stem: library_of(path) for path in (LAYOUTS / "examples").glob("*.toml") if layout.load(path).rules}
"""The games that are layout files with rules."""
a_game = pytest.mark.parametrize("name", GAMES)
any_game = pytest.mark.parametrize("name", [*GAMES, *sorted(FILES)])
a_layout = pytest.mark.parametrize("name", PAPERS)
an_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def expected_of(path: Path) -> Any:
    return json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))


def lacking(expected: Any, got: Any, where: str = "") -> list[str]:
    """What an answer lacks of what is expected; it may say more than that."""
    if where.endswith("problems"):
        return _lacking_problems(expected, got, where)
    if isinstance(expected, dict):
        keys = [key for key in expected if not (key == "note" and not where)]
        missing = [f"{where}/{key} is missing" for key in keys if key not in got]
        return missing + [
            line for key in keys if key in got for line in lacking(expected[key], got[key], f"{where}/{key}")
        ]
    if isinstance(expected, list):
        if len(expected) != len(got):
            return [f"{where}: {len(got)} entries, not {len(expected)}"]
        return [line for n, one in enumerate(expected) for line in lacking(one, got[n], f"{where}/{n}")]
    return [] if type(expected) is type(got) and expected == got else [f"{where}: {got!r}, not {expected!r}"]


def _lacking_problems(expected: list[dict[str, str]], got: list[dict[str, str]], where: str) -> list[str]:
    placed = {problem["code"] for problem in expected if "where" in problem}

    def key(problem: dict[str, str]) -> tuple[str, str]:
        return problem["code"], problem["where"] if problem["code"] in placed else ""

    wanted, found = Counter(map(key, expected)), Counter(map(key, got))
    return [f"{where}: {found - wanted} too much, {wanted - found} missing"] if wanted != found else []


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"legal": True}, {"legal": False}),
        ({"total": 1}, {"total": True}),
        ({"total": 1}, {}),
        ({"sheets": [{}]}, {"sheets": []}),
        ({"problems": []}, {"problems": [{"code": "a", "where": "b"}]}),
        ({"problems": [{"code": "a"}] * 2}, {"problems": [{"code": "a", "where": "b"}]}),
        ({"problems": [{"code": "a", "where": "c"}]}, {"problems": [{"code": "a", "where": "b"}]}),
    ],
)
def test_a_difference_is_seen(expected: Any, got: Any) -> None:
    assert lacking(expected, got)


# ------------------------------------------------------------------------------------------------ games


def test_the_games_are_found() -> None:
    assert {"house-of-dice", "dice-miner", "dice-miner-solo", "dice-manor", "dice-city", "dice-city-solo"} <= set(GAMES)


def library(name: str) -> Library:
    return FILES.get(name, SHIPPED)


@any_game
def test_a_game_says_its_title_and_for_how_many_it_is(name: str) -> None:
    game = library(name).load(name)
    assert game.TITLE == game.TITLE.strip() != ""
    low, high = game.PLAYERS
    assert 1 <= low <= high <= 20
    assert name.endswith("-solo") == (high == 1)


@any_game
def test_the_fields_of_a_game_are_of_known_kinds(name: str) -> None:
    sheets = library(name).load(name).fields(library(name).edition(name))
    assert sheets
    for fields in sheets.values():
        for id, rule in fields.items():
            assert ID.fullmatch(id), id
            assert rule.kind in FIELD_KINDS
            assert bool(rule.choices) == (rule.kind == "choice"), id
            assert len(set(rule.choices)) == len(rule.choices), id
            assert bool(rule.most) == (rule.kind == "tally"), id


@a_game
def test_the_edition_of_a_game_says_how_each_thing_is_known(name: str) -> None:
    edition = editions.load(LAYOUTS / f"{name}.edition.toml")
    assert edition.game == name
    assert edition.entries == editions.shipped(name).entries != {}
    for entry in edition:
        assert entry.kind in editions.KINDS
        assert entry.text.strip() == entry.text != ""


@any_game
def test_a_document_of_the_wrong_shape_is_refused(name: str) -> None:
    for data in ({"sheets": []}, {"sheets": None}, {"sheets": 3}, {"players": "many"}, {"surprise": 1}):
        with pytest.raises(documents.InputError, match=re.escape("a.toml: ")):
            documents.judge({"game": name, **data}, "a.toml", library=library(name))


# ------------------------------------------------------------------------------------------------ examples


def test_every_game_with_its_own_sheet_has_an_example() -> None:
    shown = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in EXAMPLES}
    assert shown >= set(GAMES) - {"dice-city-solo"}


@an_example
def test_an_example_is_judged_as_expected(path: Path) -> None:
    verdict = documents.judge(documents.load(path.read_bytes(), path.name), path.name)
    assert lacking(expected_of(path), verdict.as_json(games.load(verdict.game).words())) == []


@an_example
def test_the_answer_has_the_keys_that_programs_rely_on(path: Path) -> None:
    verdict = documents.judge(documents.load(path.read_bytes(), path.name), path.name)
    answer = verdict.as_json(games.load(verdict.game).words())
    assert list(answer) == ["game", "legal", "sheets", "problems", "ranking"]
    for sheet in answer["sheets"]:
        assert list(sheet) == ["player", "legal", "problems", "notes", "score"]
        lines = {k: v for k, v in sheet["score"].items() if k not in ("rounds", "band", "result", "won")}
        assert all(isinstance(points, int) for points in lines.values() if not isinstance(points, str))
        assert sheet["legal"] == (not sheet["problems"])
    for problem in [*answer["problems"], *(p for sheet in answer["sheets"] for p in sheet["problems"])]:
        assert list(problem) == ["code", "where", "message", "facts"]
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", problem["code"])
        assert problem["message"].isprintable() and not problem["message"].endswith(".")
    assert answer["legal"] == (not answer["problems"] and all(sheet["legal"] for sheet in answer["sheets"]))


@an_example
def test_a_document_in_json_gives_the_same_answer(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    as_json = documents.load(json.dumps(data).encode(), "a.json")
    assert documents.judge(as_json, "a.json").as_json() == documents.judge(data, "a.toml").as_json()


def fits(rule: FieldRule, mark: Mark) -> bool:
    """Whether a mark is one that the rules let stand in a field of such a kind."""
    match rule.kind:
        case "choice" | "text":
            return isinstance(mark, str) and mark != ""
        case "cross":
            return isinstance(mark, bool)
        case "tally":
            return type(mark) is int and 0 <= mark <= rule.most
        case _:
            return type(mark) is int


@an_example
def test_the_marks_of_an_example_fit_the_fields_of_its_sheets(path: Path) -> None:
    game, document, edition = documents.understand(documents.load(path.read_bytes(), path.name), path.name)
    sheets = game.fields(edition)
    made = game.marks(document, edition)
    assert made
    for sheet, marks in made:
        assert marks.keys() <= sheets[sheet].keys()
        assert [id for id, mark in marks.items() if not fits(sheets[sheet][id], mark)] == []


@an_example
def test_the_marks_of_an_example_can_be_drawn(path: Path) -> None:
    game, document, edition = documents.understand(documents.load(path.read_bytes(), path.name), path.name)
    paper = layout.load(layout.find(edition.game))
    for sheet, marks in game.marks(document, edition):
        assert fill_in.ink_of(layout.ready(paper, sheet), marks)


# ------------------------------------------------------------------------------------------------ layouts


def test_every_game_has_a_layout() -> None:
    assert set(GAMES) <= set(PAPERS)


@a_layout
def test_a_layout_has_no_problems(name: str) -> None:
    assert layout.problems(layout.load(layout.find(name))) == []


@a_layout
def test_a_layout_is_named_for_its_game_and_has_its_sheets(name: str) -> None:
    paper = layout.load(layout.find(name))
    assert paper.game == name
    if name in GAMES:
        assert paper.title == games.load(name).TITLE
        assert set(paper.sheets) == set(games.load(name).fields(editions.shipped(name)))


@a_layout
def test_every_sheet_says_which_it_is_and_can_be_read_from_a_photo(name: str) -> None:
    paper = layout.load(layout.find(name))
    taken: list[int] = []
    for sheet in (layout.ready(paper, sheet) for sheet in paper.sheets):
        assert any(f"layout {paper.version}" in getattr(one, "text", "") for one in sheet.ink), sheet.key
        assert any("mm long" in getattr(one, "text", "") for one in sheet.ink), sheet.key
        if sheet.fields:
            assert len(sheet.reader_marks) == 4, sheet.key
            taken += [mark.number for mark in sheet.reader_marks]
    assert len(set(taken)) == len(taken)


def test_no_two_sheets_share_their_corner_marks() -> None:
    owners: dict[int, str] = {}
    for name in PAPERS:
        paper = layout.load(layout.find(name))
        for sheet in (layout.ready(paper, sheet) for sheet in paper.sheets):
            for mark in sheet.reader_marks:
                assert owners.setdefault(mark.number, sheet.key) == sheet.key


def test_every_kind_of_field_is_drawn() -> None:
    assert set(fill_in.DRAW) == set(FIELD_KINDS)
