"""docs/documents.md says what the rules do: its examples, keys, score lines, codes, answers and edition data."""

from __future__ import annotations

import ast
import copy
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pnp import edition as editions
from pnp import games
from pnp.cli.documents import own_edition
from pnp.edition import KINDS, Edition, Entry
from pnp.games.house_of_dice.notation import parse_move, text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.library import SHIPPED
from pnp.games.rules.file_game import FileGame
from pnp.games.verdict import Verdict
from pnp.paths import LAYOUTS
from pnp.sheets import documents
from pnp.strict import REQUIRED, Fault, Table

ROOT = Path(__file__).parent.parent
RULES = ROOT / "pnp" / "games"
PAGE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
GAMES = games.names()


def section(game: str) -> str:
    """What the page says about a game."""
    found = re.search(rf"^## {game}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/documents.md has no section {game}"
    return found[1]


def table_after(mark: str) -> list[list[str]]:
    """The rows of the table below `<!-- mark -->`, cell by cell."""
    found = re.findall(rf"<!-- {re.escape(mark)} -->\n\|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)*)", PAGE)
    assert len(found) == 1, mark
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found[0].strip().split("\n")]


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def named_in(mark: str) -> list[str]:
    """Everything that the first column of a table names."""
    return [name for row in table_after(mark) for name in names_in(row[0])]


def examples(marked: str = "") -> list[dict[str, Any]]:
    """The documents on the page: those below a mark, or else those without any."""
    found = []
    for mark, fence in re.findall(r"(?:<!-- ([^>]*) -->\n)?```toml\n(.*?)```", PAGE, re.DOTALL):
        if mark == marked:
            found.append(tomllib.loads(fence))
    return found


# ---------------------------------------------------------------- examples


def test_every_game_has_its_section_examples_and_tables() -> None:
    assert set(re.findall(r"^## ([a-z-]+)$", PAGE, re.MULTILINE)) == set(GAMES)
    assert {example["game"] for example in examples()} == set(GAMES)
    for game in GAMES:
        for kind in ("keys", "lines", "problems", "notes"):
            assert f"<!-- {kind}: {game} -->" in section(game)
        assert 'game = "' + game + '"' in section(game)
        assert "anking" in section(game)


@pytest.mark.parametrize("data", examples(), ids=lambda data: data["game"])
def test_every_example_is_legal(data: dict[str, Any]) -> None:
    verdict = documents.judge(data)
    assert [problem for sheet in verdict.sheets for problem in sheet.problems] == []
    assert verdict.legal
    # JSON has the same keys.
    assert documents.load(json.dumps(data).encode(), "page.json") == data


def test_the_answer_on_the_page_is_the_answer() -> None:
    (broken,) = examples("not legal")
    (shown,) = re.findall(r"<!-- answer -->\n```json\n(.*?)```", PAGE, re.DOTALL)
    answer = documents.judge(broken).as_json(games.load(broken["game"]).words())
    assert json.loads(shown) == answer
    said = named_in("keys: answer")
    assert said == [*list(answer)[:3], *(f"sheets.{key}" for key in answer["sheets"][0]), *list(answer)[3:]]


def anchors_of(page: str) -> set[str]:
    return {line.lstrip("# ").lower().replace(" ", "-") for line in page.split("\n") if line.startswith("#")}


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        page, _, anchor = target.partition("#")
        there = page or "documents.md"
        assert (ROOT / "docs" / there).is_file(), target
        assert not anchor or anchor in anchors_of((ROOT / "docs" / there).read_text(encoding="utf-8")), target


def test_the_moves_on_the_page_are_moves() -> None:
    moves = named_in("moves")
    assert [text(parse_move(move)) for move in moves] == moves
    said = " ".join(cell for row in table_after("moves") for cell in row)
    assert all(f"!{bonus}" in said for bonus in BONUSES)


# ---------------------------------------------------------------- keys

SHARED = {"players", "sheets", "player", "written", "rulings"}
OF_THE_TABLE = {"house-of-dice": {"rolls"}}
MISSED_IN_OTHER_WORDS = {"manor.at"}
"""Required too, but its absence is said in words of its own."""
NEVER_MISSING = "in every document of this test"
LONGER = {
    "house-of-dice": {"sheets": [{"house": "", "written": {}}]},
    "dice-miner": {"sheets": [{"rounds": [{}, {}, {}], "tiebreak": [{}], "written": {"rounds": [{}]}}]},
    "dice-miner-solo": {"sheets": [{"written": {}}]},
    "dice-manor": {
        "sheets": [
            {"rooms": [{}], "rounds": [{}], "opening": {}, "manor": [{}], "walks": [{}], "written": {"rounds": [{}]}}
        ]
    },
    "dice-city": {"sheets": [{"written": {}, "city": {}}]},
    "dice-city-solo": {"sheets": [{"written": {}, "city": {}}]},
    "yacht": {"sheets": [{"rounds": [{}, {}], "written": {"rounds": [{}]}}]},
}
"""Documents that make the reader ask for what the examples have no need of."""


def read(data: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], list[Fault]]:
    """Each key that is asked for while a document is read, with its default, and what is wrong with the document."""
    asked: dict[str, Any] = {}
    faults: list[Fault] = []
    value, raw, has = Table._value, Table.raw, Table.__contains__

    def note(table: Table, key: str, default: Any) -> None:
        # The edition data is read by tables too, with faults of its own or below a path of its own.
        if table.faults is not faults or table.path[:1] == ("edition-tiles",):
            return
        if not table.path and table.data is not data:  # what stands in for a table that is not there
            return
        path = [part for part in table.path if isinstance(part, str) and part != "sheets"]
        where = "sheet " if table.path[:1] == ("sheets",) else "top "
        name = where + ".".join((*path, key))
        if key in table.data:
            asked.setdefault(name, NEVER_MISSING)
        elif asked.get(name) in (None, NEVER_MISSING):
            asked[name] = default

    def hear_value(table: Table, key: str, default: Any, reader: Any) -> Any:
        note(table, key, default)
        return value(table, key, default, reader)

    def hear_raw(table: Table, key: str, default: Any = REQUIRED) -> Any:
        note(table, key, default)
        return raw(table, key, default)

    def hear_has(table: Table, key: str) -> bool:
        note(table, key, None)
        return has(table, key)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "_value", hear_value)
        patch.setattr(Table, "raw", hear_raw)
        patch.setattr(Table, "__contains__", hear_has)
        top = Table(data, faults)
        assert top.text("game") == data["game"]
        games.load(data["game"]).read(top, editions.shipped(data["game"]))
        top.close()
    return asked, faults


def asked_for(game: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Every key that a game asks a table of sheets for, with its default."""
    found: dict[str, Any] = {}
    for example in [{"game": game, "sheets": [{}]}, {"game": game, **LONGER[game]}, *examples()]:
        if example["game"] == game:
            for name, default in read(seated(example), monkeypatch)[0].items():
                if name not in found or (found[name] in (None, NEVER_MISSING) and default != NEVER_MISSING):
                    found[name] = default
    return found


def seated(data: dict[str, Any]) -> dict[str, Any]:
    """A document with its sheet in `sheets`."""
    if "sheets" in data:
        return data
    top = {"game", "players", *OF_THE_TABLE.get(data["game"], ())}
    sheet = {key: value for key, value in data.items() if key not in top}
    return {**{key: value for key, value in data.items() if key in top}, "sheets": [sheet]}


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_keys_has_exactly_the_keys_that_are_asked_for(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = {name: row for row in table_after(f"keys: {game}") for name in names_in(row[0])}
    asked = asked_for(game, monkeypatch)
    top = {name.removeprefix("top ") for name in asked if name.startswith("top ")}
    assert top == {"game", "players", "sheets", *OF_THE_TABLE.get(game, ())}
    keys = {name.split(" ")[1]: default for name, default in asked.items()}
    lines = {key.removeprefix("written.") for key in keys if key.startswith("written.") and key.count(".") == 1}
    assert lines - {"rounds"} == set(named_in(f"lines: {game}"))
    tied = {key.removeprefix("tiebreak.") for key in keys if key.startswith("tiebreak.")}
    assert tied in (set(), {key.removeprefix("rounds.") for key in keys if key.startswith("rounds.")})
    own = {key for key in keys if key.split(".")[0] not in {*SHARED, "game"} and not key.startswith("tiebreak.")}
    assert set(said) == own
    for name, (_, kind, default, meaning) in said.items():
        assert kind and meaning
        if name in MISSED_IN_OTHER_WORDS:
            assert default == "required"
        elif default != "varies":
            assert default == _said(keys[name]), name


def _said(default: Any) -> str:
    """A default as it stands on the page."""
    if default is REQUIRED:
        return "required"
    if default is None or default in ("", [], ()):
        return "—"
    return f'`"{default}"`' if isinstance(default, str) else f"`{default}`"


def test_a_tile_needs_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    faults = read({"game": "dice-manor", "sheets": [{"manor": [{"tile": "office-1"}]}]}, monkeypatch)[1]
    words = games.load("dice-manor").words()
    assert [words.text(fault.said).split(";")[0] for fault in faults] == ["sheets 1, manor 1: 'at' is missing"]


def test_the_keys_of_all_games_are_on_the_page() -> None:
    assert set(named_in("keys: all")) == {"game", *SHARED}
    for example in examples():
        verdict = documents.judge({key: value for key, value in seated(example).items() if key != "players"})
        assert verdict.sheets[0].player == seated(example)["sheets"][0]["player"]


@pytest.mark.parametrize("game", GAMES)
def test_every_key_on_the_page_stands_in_an_example(game: str) -> None:
    """So that every key is seen to be accepted in a document that is legal."""
    used = {key for example in examples() if example["game"] == game for key in _keys(seated(example))}
    assert set(named_in(f"keys: {game}")) - {"tiebreak"} <= used | {f"city.{row}" for row in _rows()}


def _keys(value: Any, before: str = "") -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _keys(item, before)
    elif isinstance(value, dict):
        for key, item in value.items():
            name = "" if key == "sheets" else f"{before}{key}"
            yield name
            yield from _keys(item, f"{name}." if name else "")


def _rows() -> list[str]:
    rows: list[str] = editions.shipped("dice-city")["rows"]
    return rows


def test_a_tiebreak_is_read_like_a_round() -> None:
    sheet = {"rounds": [{}, {}, {}], "tiebreak": [{}]}
    verdict = documents.judge({"game": "dice-miner", "sheets": [sheet, sheet]})
    assert verdict.sheets[0].problems == ()
    assert "tiebreak-1" in verdict.sheets[0].score.facts


@pytest.mark.parametrize("data", examples(), ids=lambda data: data["game"])
def test_a_key_that_is_not_on_the_page_is_refused(data: dict[str, Any]) -> None:
    for where in ("top", "sheet"):
        more = copy.deepcopy(seated(data))
        (more if where == "top" else more["sheets"][0])["colour"] = 1
        with pytest.raises(documents.InputError, match="colour: unknown key"):
            documents.judge(more)


@pytest.mark.parametrize("game", GAMES)
def test_the_score_lines_and_what_follows_from_them_are_on_the_page(game: str) -> None:
    for example in examples():
        if example["game"] == game:
            score = documents.judge(example).sheets[0].score
            assert [*(line.name for line in score.lines), "total"] == named_in(f"lines: {game}")
            extra = [*score.facts, *(["rounds"] if score.rounds else [])]
            assert all(f"`score.{name}`" in section(game) for name in extra)


# ---------------------------------------------------------------- codes


FRAME = {"game", "document", "library", "play", "seats", "codec"}
"""What games are made with and no sheet is judged by."""


@cache
def source(module: str) -> Path | None:
    """The file of a module of the rules, by its name below `pnp.games`."""
    path = RULES.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@cache
def tree(module: str) -> ast.Module:
    file = source(module)
    assert file, module
    return ast.parse(file.read_text(encoding="utf-8"))


def modules(game: str) -> set[str]:
    """The modules that a game's rules are made of: its own and those it imports, directly or not."""
    name = game.replace("-", "_")
    found, left = set(), [name if source(name) else f"{name.removesuffix('_solo')}.solo"]
    while left:
        module = left.pop()
        found.add(module)
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pnp.games"):
                package = (node.module or "").removeprefix("pnp.games").lstrip(".")
                inside = [f"{package}.{alias.name}".lstrip(".") for alias in node.names]
                own = [one for one in (package, *inside) if one.partition(".")[0] != "rules"]
                left += [one for one in own if one and source(one) and one not in found | FRAME]
    return found


MAKERS = {"problems": {"problem", "Problem"}, "notes": {"say", "Said", "Note"}}
DECLARED = {"problems": ("wrong", "together"), "notes": ("notes",)}


def codes(game: str, kind: str) -> set[str]:
    """The codes of what a layout declares, or the source of a game's rules says, with or without a place."""
    rules = games.load(game)
    if isinstance(rules, FileGame):
        declared = rules.declare(editions.shipped(game))
        own = declared.notes if kind == "notes" else declared.wrong
        dice = {"no-such-score"} if any(area.dice for area in declared.areas.values()) else set()
        return {check.key.partition(".")[0] for check in own} | ({"wrong-sum"} | dice if kind == "problems" else set())
    keys = {
        key
        for module in modules(game)
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS[kind] and node.args
        for key in _texts(node.args[0])
    }
    return {key.partition(".")[0] for key in keys | codes_in_layout(game, kind)}


def codes_in_layout(game: str, kind: str) -> set[str]:
    """The codes that the rules of a game's layout have."""
    rules = tomllib.loads((LAYOUTS / f"{game}.toml").read_text(encoding="utf-8")).get("rules", {})
    return {key for part in DECLARED[kind] for key in rules.get(part, {})}


def _texts(node: ast.expr) -> set[str]:
    match node:
        case ast.Constant(value=str(value)):
            return {value}
        case ast.IfExp(body=one, orelse=other):
            return _texts(one) | _texts(other)
    return set()


@pytest.mark.parametrize("kind", ["problems", "notes"])
@pytest.mark.parametrize("game", GAMES)
def test_the_codes_on_the_page_are_those_of_the_source(game: str, kind: str) -> None:
    said = named_in(f"{kind}: {game}") if kind == "notes" else list(places(game))
    assert len(said) == len(set(said))
    found = codes(game, kind)
    assert set(said) <= found
    if kind == "problems":
        # A solo mode and its game share modules. Besides notes the rules say reasons, places and more: which of it is a
        # note shows below, where documents are judged.
        other = game.removesuffix("-solo") if game.endswith("-solo") else f"{game}-solo"
        assert found - set(said) <= (set(places(other)) if other in GAMES else set())
    assert f"<!-- {kind}: {game} -->" in section(game)


def places(game: str) -> dict[str, str]:
    """Where the page says that each problem is found: `sheet`, `table` or `both`."""
    return {name: row[1] for row in table_after(f"problems: {game}") for name in names_in(row[0])}


class Case(NamedTuple):
    """A document that has a problem or a note, with other entries of the edition data where they are needed."""

    code: str
    data: dict[str, Any]
    entries: dict[str, Any] = {}  # noqa: RUF012


def house(*rows: str, **keys: Any) -> dict[str, Any]:
    """A house of some lines from the ground up."""
    return {"house": "\n".join(reversed([*rows, *["......"] * (6 - len(rows))])), **keys}


def plan(*tiles: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"manor": [{"type": "office", "color": "red", "doors": ["N", "S"], **tile} for tile in tiles], **keys}


def walk(*path: str, die: int = 1, when: Any = "opening") -> dict[str, Any]:
    return {"round": when, "die": die, "path": list(path)}


OFFICE = {"type": "office", "color": "red"}
NORTH = {"at": [0, 1], "slots": [1]}
MANORS = {"red": ["Manor"] * 6, "blue": ["Manor"] * 6}

CASES = {
    "house-of-dice": [
        Case("wrong-row", house("D.....")),
        Case("above-roof", house("......", "......", "......", "R.....", "R.....")),
        Case("chimney-without-roof", house("......", "......", "......", "......", "C.....")),
        Case("over-budget", house(cost=25)),
        Case("too-many-turns", house(turns=25)),
        Case("too-many-turns", {"rolls": ["2 4 6"] * 25, "sheets": [house()]}),
        Case("too-many-parts", house("F.....", turns=0)),
        Case("furniture-overflow", house(furniture=19)),
        Case("furniture-overflow", {"moves": ["+6$1"] * 4}, {"furniture-full": False}),
        Case("too-many-bonuses", house(bonuses=["free", "extra", "reroll", "nudge"])),
        Case("bonus-repeated", house(bonuses=["free", "free"])),
        Case("bonus-taken", {"sheets": [house(bonuses=["free"]), house(bonuses=["free"])]}),
        Case("cell-taken", {"moves": ["F11$1", "F11$1"]}),
        Case("wrong-column", {"moves": ["F91$1"]}),
        Case("not-in-dice", {"moves": ["F11$1"], "rolls": ["2 2 2"]}),
        Case("not-active", {"moves": ["F11$1", "!free F21$1"]}),
        Case("must-not-pass", {"moves": ["-"], "rolls": ["1 1 1"]}),
        Case("moves-differ", {"moves": ["F11$1"], "cost": 1}),
        Case("wrong-sum", house(written=99)),
        Case("most-unknown", house("......", "W.....", bonuses=["most-windows"])),
        Case("dice-unknown", {"moves": ["F11$1"]}),
        Case("turned-over", house("C.....", "R.....")),
    ],
    "dice-miner": [
        Case("no-such-face", {"rounds": [{"tunnel": [9]}]}),
        Case("too-many-dice", {"rounds": [{"treasure": [1] * 9}]}),
        Case("too-many-dice", {"sheets": [{"rounds": [{"treasure": [1] * 5}]}] * 2}),
        Case("wrong-mountain", {"sheets": [{"rounds": [{"tunnel": [1]}]}] * 2}),
        Case("wrong-mountain", {"rounds": [{"tunnel": [1] * 21}]}),
        Case("trove-shrank", {"rounds": [{"tunnel": [1, 1]}, {"tunnel": [1]}]}),
        Case("trove-shrank", {"sheets": [{"rounds": [{"tunnel": [1]}, {"tool": ["chest"]}]}] * 2}),
        Case("hero-taken", {"sheets": [{"hero": "engineer"}, {"hero": "engineer"}]}),
        Case("wrong-tiebreak", {"rounds": [{}, {}, {}], "tiebreak": [{"tunnel": [1]}]}),
        Case("wrong-sum", {"written": 1}),
        Case("no-hero", {}),
        Case("rounds-missing", {"sheets": [{"rounds": [{}]}, {}]}),
        Case("most-gems-unknown", {"rounds": [{"treasure": [1]}]}),
        Case("shared-beer", {"rounds": [{"tunnel": ["beer"]}, {"tool": ["chest"]}]}),
        Case("starts-next", {"sheets": [{"rounds": [{}]}, {"rounds": [{}]}]}),
        Case("tiebreak-due", {"sheets": [{"rounds": [{}, {}, {}]}] * 2}),
    ],
    "dice-miner-solo": [
        Case("no-such-face", {"tunnel": ["beer"]}),
        Case("too-many-dice", {"treasure": [1] * 9}),
        Case("too-many-dice", {"tunnel": [1] * 21, "refills": 0}),
        Case("too-many-refills", {"refills": 3}),
        Case("tunnel-without-straight", {"tunnel": [2]}),
        Case("hazard-not-neutralized", {"hazard": ["dragon"], "tool": ["pickaxe"]}),
        Case("chest-overfull", {"tool": ["chest"], "cached": [1, 1]}),
        Case("wrong-sum", {"written": {"cached": 1}}),
        Case("band", {}),
    ],
    "dice-manor": [
        Case("too-many-rounds", {"rounds": [{}] * 5}),
        Case("too-many-dice", {"rounds": [{"tours": [5, 5]}]}),
        Case("advertising-spaces", {"rounds": [{"advertising": [1, 2, 3]}]}),
        Case("wrong-advertising", {"rounds": [{"advertising": [1, 2]}]}, {"advertising-track": [2, 3]}),
        Case("advertising-rank", {"sheets": [{"rounds": [{"advertising": [1]}]}] * 2}),
        Case("opening-dice", {"unhappy": 6}),
        Case("no-such-room", {"rooms": [{"type": "stable", "color": "red"}]}),
        Case("wrong-diversity", {"diversity": 1, "rooms": []}),
        Case("unlisted-color", {"rooms": [{"type": "office", "color": "orange"}]}),
        Case("too-many-tiles", {"rooms": [{"type": "library", "color": "red"}] * 5}),
        Case("too-many-tiles", {"sheets": [{"rooms": [OFFICE] * 6}] * 2}),
        Case("rooms-differ", plan(NORTH, rooms=[])),
        Case("tours-differ", plan(NORTH, walks=[walk("0,0")], opening={"tours": [2]})),
        Case("overlap", plan({"at": [0, 0]})),
        Case("not-connected", plan({"at": [5, 5]})),
        Case("door-meets-wall", plan({"at": [1, 0]})),
        Case("front-door-blocked", plan({"at": [0, -1]})),
        Case("tour-no-room", plan(NORTH, walks=[walk("0,0", "7,7")])),
        Case("tour-start", plan(NORTH, walks=[walk("0,1")])),
        Case("tour-no-door", plan(NORTH, {"at": [0, 2]}, walks=[walk("0,0", "0,2")])),
        Case("tour-too-early", plan(NORTH, walks=[walk("0,0", "0,1", when=1)])),
        Case("tour-repeats", plan(NORTH, walks=[walk("0,0", "0,1", "0,0")])),
        Case("tour-slot", plan(NORTH, walks=[walk("0,0", "0,1", die=2)])),
        Case("wrong-sum", {"written": {"tours": 7}}),
        Case("incomplete-table", {}),
        Case("no-opening", {}),
        Case("diversity-unknown", {"rooms": [OFFICE]}),
        Case("advertising-unknown", {"rounds": [{"advertising": [2]}]}),
        Case("early-tour", {"rounds": [{"tours": [2]}]}),
        Case("scarce-blueprint", {"rooms": [OFFICE] * 5}),
        Case("slots-unknown", plan({"at": [0, 1]}, walks=[walk("0,0", "0,1")])),
        Case("touches-ignored", {"rooms": [{**OFFICE, "touches": ["red"]}]}),
    ],
    "dice-city": [
        Case("no-such-card", {"city": {"red": ["Castle", *"....."]}}),
        Case("no-such-card", {"ships": [6]}),
        Case("unknown-vp", {"city": {"red": ["Church", *"....."]}}),
        Case("wrong-vp", {"city": {"red": ["Manor=9", *"....."]}}),
        Case("too-many-cards", {"ships": [20, 20]}),
        Case("too-many-cards", {"sheets": [{"ships": [20]}, {"ships": [20]}]}),
        Case("too-many-copies", {"city": {"red": ["Forest"] * 6, "blue": ["Forest", *"....."]}}),
        Case("too-many-copies", {"sheets": [{"city": {"red": ["Mine"] * 6, "blue": ["Mine"] * 6}}] * 2}),
        Case("wrong-sum", {"written": 1}),
        Case("unverified-vp", {"city": {"red": ["Church=2", *"....."]}}),
        Case("unlisted-card", {"city": {"red": ["Castle=2", *"....."]}}),
        Case("players-assumed", {"ships": [10] * 3}),
        Case("end-condition", {"city": MANORS}),
        Case("end-condition", {"sheets": [{"ships": [20, 10]}, {"ships": [10]}]}),
        Case("no-end-condition", {"sheets": [{}, {}]}),
    ],
    "dice-city-solo": [
        Case("no-such-card", {"bandits": [1]}),
        Case("unknown-vp", {"city": {"red": ["Church", *"....."]}}),
        Case("wrong-vp", {"city": {"red": ["Manor=9", *"....."]}}),
        Case("too-many-copies", {"city": {"red": ["Forest"] * 6, "blue": ["Forest", *"....."]}}),
        Case("too-many-cards", {"ships": [20, 20]}, {"piles-run-out": True}),
        Case("too-many-turns", {"turns": 13, "mode": "hard"}),
        Case("wrong-sum", {"written": 1}),
        Case("turns-left", {"turns": 11, "mode": "hard"}),
        Case("unverified-vp", {"city": {"red": ["Church=2", *"....."]}}),
        Case("unlisted-card", {"city": {"red": ["Castle=2", *"....."]}}),
    ],
    "yacht": [
        Case("no-such-score", {"rounds": [{"fours": 13}]}),
        Case("wrong-sum", {"written": 1}),
    ],
}


def judged(game: str, case: Case) -> Verdict:
    own = Edition(game, {name: Entry(name, "fact", "", value) for name, value in case.entries.items()})
    return documents.judge({"game": game, **case.data}, edition=editions.shipped(game).overridden(own))


@pytest.mark.parametrize("game", GAMES)
def test_every_code_occurs_where_the_page_says(game: str) -> None:
    seen: dict[str, set[str]] = {}
    noted: set[str] = set()
    for case in CASES[game]:
        verdict = judged(game, case)
        on_sheets = {problem.code for sheet in verdict.sheets for problem in sheet.problems}
        on_table = {problem.code for problem in verdict.problems}
        notes = {note.code for sheet in verdict.sheets for note in sheet.notes}
        assert case.code in on_sheets | on_table | notes, case
        for code in on_sheets:
            seen.setdefault(code, set()).add("sheet")
        for code in on_table:
            seen.setdefault(code, set()).add("table")
        noted |= notes
    said = {code: {"sheet", "table"} if where == "both" else {where} for code, where in places(game).items()}
    assert seen == said
    assert noted == set(named_in(f"notes: {game}"))


def test_two_ships_of_twenty_are_fine_alone() -> None:
    assert documents.judge({"game": "dice-city-solo", "ships": [20, 20]}).legal


# ---------------------------------------------------------------- edition data


def test_the_kinds_of_entries_are_on_the_page() -> None:
    assert named_in("keys: entry") == ["kind", "text", "value", "was"]
    assert names_in(table_after("keys: entry")[0][1])[: len(KINDS)] == list(KINDS)


def test_the_edition_on_the_page_makes_a_problem_of_a_note(tmp_path: Path) -> None:
    (fence,) = re.findall(r"<!-- edition: dice-manor -->\n```toml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "mine.edition.toml"
    path.write_text(fence, encoding="utf-8")
    own = own_edition(path, SHIPPED)
    assert own is not None
    data = {"game": "dice-manor", "rooms": [OFFICE], "diversity": 9}
    (before,) = documents.judge(data).sheets
    (after,) = documents.judge(data, edition=own).sheets
    assert "diversity-unknown" in {note.code for note in before.notes}
    assert "diversity-unknown" not in {note.code for note in after.notes}
    assert before.legal and [problem.code for problem in after.problems] == ["wrong-diversity"]
    assert (before.score.total, after.score.total) == (9, 1)
    four = [{"type": kind, "color": "red"} for kind in ("office", "bathroom", "library", "large-bedroom")]
    assert documents.judge({**data, "rooms": four, "diversity": 4}, edition=own).legal


def test_what_owners_can_fill_in_is_taken() -> None:
    fallen = set()
    for names, entries, value, _ in table_after("owners"):
        for game in names.split(", "):
            for name in names_in(entries):
                shipped = editions.shipped(game)
                if name.endswith("…"):
                    assert any(entry.startswith(name[:-1]) for entry in shipped.entries)
                    continue
                fallen |= {(game, name)} if shipped.entries[name].kind == "unknown" else set()
                entry = tomllib.loads(f"value = {names_in(value)[0]}")["value"]
                own = shipped.overridden(Edition(game, {name: Entry(name, "fact", "", entry)}))
                documents.judge({"game": game, **({"house": ""} if game == "house-of-dice" else {})}, edition=own)
    checked = {"diversity-rest", "advertising-track", "tool-split", "hazard-split", "magic-split", "card-church"}
    assert {name for _, name in fallen} == checked


def test_extending_the_game_itself_is_refused_and_another_one_replaces(tmp_path: Path) -> None:
    path = tmp_path / "mine.edition.toml"
    path.write_text('game = "dice-manor"\nextends = "dice-manor"\n', encoding="utf-8")
    with pytest.raises(documents.InputError, match="extends"):
        own_edition(path, SHIPPED)
    path.write_text('game = "dice-city-solo"\nextends = "dice-city"\n', encoding="utf-8")
    own = own_edition(path, SHIPPED)
    assert own is not None and own["piles-run-out"] is True
    assert editions.shipped("dice-city-solo")["piles-run-out"] is False
