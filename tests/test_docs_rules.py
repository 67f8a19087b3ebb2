"""docs/rules.md says what the program does: every key, name and function with an example that is run, and five games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from test_docs import DOCS, SHOWN, Ear

from pnp.edition import Edition
from pnp.games.rules import formula
from pnp.games.rules.boxes import BOX_NAMES
from pnp.games.rules.comparing import COMPARISONS
from pnp.games.rules.declaration import EVERYWHERE, IN_MAY, Declaration
from pnp.games.rules.document import read_document
from pnp.games.rules.dry_run import failures_of_rules
from pnp.games.rules.functions import FUNCTIONS
from pnp.games.rules.legal_marks import legal_marks
from pnp.games.rules.lint import Lint
from pnp.games.rules.scope import Scope, ask
from pnp.games.rules.shapes import declare
from pnp.games.rules.verdict import scopes_of
from pnp.sheets import layout
from pnp.sheets.layout_rules import read_game
from pnp.sheets.rules_check import printed_sheet
from pnp.strict import Table

PATH = DOCS / "rules.md"
PAGE = PATH.read_text(encoding="utf-8")
LAYOUTS = {path.stem: path for path in (*SHOWN, *(DOCS / "examples").glob("*.toml"))}
GAMES = ("four-rows", "clever-five", "five-dice", "wild-land", "little-house")


def compare(pattern: str, text_of: Callable[[re.Match[str]], str]) -> None:
    """What stands on the page where a pattern is found is what the program says; PNP_BLESS=1 writes it anew."""
    page = PATH.read_text(encoding="utf-8")
    fresh = re.sub(pattern, text_of, page, flags=re.DOTALL)
    if os.environ.get("PNP_BLESS"):
        PATH.write_text(fresh, encoding="utf-8")
    assert fresh == page or os.environ.get("PNP_BLESS")


def rows(name: str) -> list[list[str]]:
    """The rows of a table of the page, cell by cell."""
    table = re.search(rf"<!-- {name} -->\n\|[^\n]*\n\|[^\n]*\n((?:\|[^\n]*\n)*)", PAGE)
    assert table, f"docs/rules.md has no table {name}"
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table[1].strip().split("\n")]


def fence(comment: str) -> str:
    """The text of the fence below a comment of the page."""
    found = re.search(rf"<!-- {comment} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found, f"docs/rules.md has no {comment}"
    return found[1]


def first_code(cell: str) -> str:
    """What stands in the first backquotes of a cell."""
    return re.findall(r"`([^`]+)`", cell)[0]


@cache
def base() -> layout.Layout:
    """The layout of the sheet on which the page's formulas are worked out."""
    return layout.load(LAYOUTS["formulas"])


def with_rules(more: Mapping[str, Any], known: Mapping[str, Any] | None = None) -> Declaration:
    """The game of that sheet with other rules put into its own; there is nothing wrong with it."""
    faults: list[Any] = []
    printed = [printed_sheet(layout.expand(base(), "play")[0])]
    table = Table(_merged(base().rules or {} if known is None else known, more), faults, ("rules",))
    declaration = declare(table, "formulas", Edition("formulas"), printed)
    faults += Lint(declaration).faults() or failures_of_rules(declaration)
    assert [str(fault) for fault in faults if getattr(fault.message, "key", "") != "rules.never"] == []
    return declaration


def _merged(tables: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A table with the keys of another one put into it, at any depth."""
    both = {key: (tables.get(key), value) for key, value in more.items()}
    inner = {
        key: _merged(*pair) if isinstance(pair[0], dict) and isinstance(pair[1], dict) else pair[1]
        for key, pair in both.items()
    }
    return {**tables, **inner}


def scope_of(declaration: Declaration, document: str) -> Scope:
    """The first sheet of a document as formulas see it."""
    data, faults = tomllib.loads(document), []
    assert data.pop("game") == declaration.game
    read = read_document(declaration, Table(data, faults), {})
    assert faults == []
    return scopes_of(declaration, read)[0][0]


# ---------------------------------------------------------------- keys


class RulesEar(Ear):
    """Hears the keys that the tables of rules are asked for."""

    def place(self, path: tuple[str | int, ...]) -> tuple[str, list[str]]:
        match path:
            case ("rules",):
                return "rules", []
            case ("rules", "areas", _):
                return "area", []
            case ("rules", "dice" | "rounds" as key):
                return key, []
            case ("rules", "lines" | "boxes" | "lets", _):
                return "line", []
            case ("rules", "wrong" | "notes" | "together", _):
                return "check", []
        return "", []


def test_every_key_is_on_the_page_with_an_example_that_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    ear = RulesEar(monkeypatch)
    tables = {name: rows(f"keys: {name}") for name in ("rules", "dice", "line", "area", "check", "shape", "rounds")}
    for name, table in tables.items():
        for key, _, example, _ in table:
            assert f"{first_code(key)} =" in example.replace(".", " = "), key
            known = {"sheet": "play"} if name in ("shape", "rounds") else None
            with_rules(tomllib.loads("\n".join(re.findall(r"`([^`]+)`", example))), known)
    keys = {name: {first_code(row[0]) for row in table} for name, table in tables.items()}
    assert keys["rules"] | {"sheet", "rounds"} == set(ear.heard["rules"])
    assert keys["area"] | keys["shape"] - {"sheet", "rounds"} == set(ear.heard["area"])
    assert {name: keys[name] for name in ("dice", "line", "check", "rounds")} == {
        name: set(ear.heard[name]) for name in ("dice", "line", "check", "rounds")
    }


# ---------------------------------------------------------------- formulas


def text_of(value: Any) -> str:
    """A value as the page has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"({', '.join(map(text_of, value))})" if isinstance(value, tuple | list) else str(value)


def test_every_formula_comes_to_what_the_page_says() -> None:
    scope = scope_of(with_rules({}), fence("sheet: formulas"))

    def worked_out(match: re.Match[str]) -> str:
        return f"`{match[1]}` is {text_of(ask(formula.Formula(match[1]), scope))}"

    def row(match: re.Match[str]) -> str:
        return re.sub(r"`([^`]+)` is ([^;|]+?)(?= *[;|])", worked_out, match[0])

    compare(r"(?<=\n)\| [^\n]*", row)
    assert PAGE.count("` is ") > 40


def test_every_function_is_described_as_the_program_does() -> None:
    functions = {**FUNCTIONS, **COMPARISONS, "known": formula.known, "undecided": formula.undecided}
    meanings = {first_code(name): meaning for name, _, meaning in rows("functions")}
    assert meanings.keys() == functions.keys()
    for name, function in functions.items():
        described = " ".join((function.__doc__ or "").split("\n\n")[0].split()).removesuffix(".")
        assert meanings[name].startswith(described) or function.__module__ == "builtins", f"{name}: {described}"


@pytest.mark.parametrize(
    ("table", "names"), [("names", EVERYWHERE), ("names of a box", BOX_NAMES), ("names in may", IN_MAY)]
)
def test_every_name_is_on_the_page(table: str, names: tuple[str, ...]) -> None:
    assert {first_code(row[0]) for row in rows(table)} == set(names)


def marks_text(scope: Scope, dice: tuple[int, ...], only: str = "") -> str:
    """The legal next marks of a sheet, area by area; what may be written stands behind each box."""
    boxes: dict[str, dict[str, list[str]]] = {}
    for move in legal_marks(scope, dice):
        boxes.setdefault(move.area, {}).setdefault(move.box, []).append("" if move.mark is True else str(move.mark))
    lines = {
        area: ", ".join(f"{box} {'/'.join(marks)}".strip() for box, marks in marked.items())
        for area, marked in boxes.items()
    }
    return lines[only] if only else "\n".join(f"{area}: {text}" for area, text in lines.items())


def test_every_may_allows_what_the_page_says() -> None:
    def allowed(match: re.Match[str]) -> str:
        area = match[1].partition(".")[0]
        scope = scope_of(with_rules({"areas": tomllib.loads(match[1])}), fence("sheet: formulas"))
        return f"`{match[1]}` allows {marks_text(scope, (2, 5), area)}"

    compare(r"`([^`\n]+)` allows ([^|\n]+?)(?= *\|)", allowed)


# ---------------------------------------------------------------- five games


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_on_the_page_are_those_of_the_layout(game: str) -> None:
    shown = tomllib.loads(fence(f"rules: {game}"))["rules"]
    declared = layout.load(LAYOUTS[game]).rules or {}
    assert _merged(declared, shown) == declared


@pytest.mark.parametrize("game", GAMES)
def test_the_next_marks_on_the_page_are_the_legal_ones(game: str) -> None:
    declaration = read_game(LAYOUTS[game])[1].declare(Edition(game))
    scope = scope_of(declaration, fence(f"sheet: {game}"))

    def legal(match: re.Match[str]) -> str:
        dice = tuple(map(int, match[1].split()))
        return f"<!-- next: {game}[{match[1]}] -->\n```text\n{marks_text(scope, dice)}\n```"

    compare(rf"<!-- next: {game}\[([\d ]*)\] -->\n```text\n(.*?)```", legal)
    assert f"<!-- next: {game}" in PAGE


def test_the_answers_on_the_page_are_those_of_check(tmp_path: Path) -> None:
    """One call for all games: each document lies beside its layout."""
    for game in GAMES:
        (tmp_path / f"{game}.toml").write_bytes(LAYOUTS[game].read_bytes())
        (tmp_path / f"{game}-sheet.toml").write_text(fence(f"sheet: {game}"))
    program = Path(sys.executable).with_name("pnp")
    calls = [f"{game}-sheet.toml" for game in GAMES]
    env = {**os.environ, "PNP_DATA": str(tmp_path / "data"), "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run([str(program), "check", *calls], capture_output=True, text=True, cwd=tmp_path, env=env)
    assert done.stderr == ""
    answers = dict(zip(GAMES, re.split(r"\n(?=\S+-sheet\.toml  )", done.stdout), strict=True))

    def answer(match: re.Match[str]) -> str:
        return f"<!-- check: {match[1]} -->\n```text\n{answers[match[1]].strip()}\n```"

    assert PAGE.count("<!-- check: ") == len(GAMES)
    compare(r"<!-- check: (\S+) -->\n```text\n(.*?)```", answer)


def test_every_link_leads_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-").replace("'", "") for heading in headings}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, heading = target.partition("#")
        assert (DOCS / path).exists() if path else heading in anchors, target
