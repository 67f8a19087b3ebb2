"""docs/playing.md says what the table does: its sessions run, its words, options, fields and dice are the program's."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from memory_store import MemoryStore

from pnp import games
from pnp.cli.line_protocol import LineProtocol
from pnp.cli.typed_lines import TypedLines
from pnp.errors import CallError
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.games.table_dice import Die
from pnp.play import dice as virtual
from pnp.play.engine import Table
from pnp.play.tables import Tables

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
PROGRAM = Path(sys.executable).parent / "pnp"
SESSIONS = re.findall(r"^```play (\S+) ([^\n]*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
"""Fences such as "play house-of-dice --players Ana,Bo": the game, the other words of the call, the lines typed."""
SCRIPTS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
GAMES = [name for name in games.names() if getattr(games.load(name), "play", None)]
NAMED = "K7M2QX"
"""The table that the page speaks of."""
NOT_UNDERSTOOD = {"unclear"}


def pnp(folder: Path, *args: str, input: str = "", shell: str = "") -> subprocess.CompletedProcess[str]:
    """Run the real program in a pipe, or a script that calls it, with data and tables in a folder."""
    env = {**os.environ, "PNP_DB": str(folder / "tables.db"), "PNP_DATA": str(folder / "data")}
    env["PATH"] = f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"
    call = ["sh", "-ec", shell] if shell else [str(PROGRAM), *args]
    return subprocess.run(
        call, input=input, capture_output=True, text=True, encoding="utf-8", cwd=folder, env=env, check=False
    )


def table_after(mark: str) -> list[list[str]]:
    """The rows of the table below `<!-- mark -->`, cell by cell."""
    found = re.findall(rf"<!-- {re.escape(mark)} -->\n\|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)*)", PAGE)
    assert len(found) == 1, mark
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found[0].strip().split("\n")]


def first_column(mark: str) -> list[str]:
    return [name for row in table_after(mark) for name in re.findall(r"`([^`]+)`", row[0])]


def opened(game: str, call: str) -> tuple[Tables, Table]:
    """The table that a fence opens, without a process of its own."""
    words = shlex.split(call)
    given = {name: [words[n + 1] for n, word in enumerate(words) if word == name] for name in words[::2]}
    options = dict(text.split("=", 1) for text in given.get("--option", ()))
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    return tables, tables.open(game, given["--players"][0].split(","), options, given["--dice"][0])


# ---------------------------------------------------------------- sessions and calls


def test_every_game_that_can_be_played_has_its_section() -> None:
    assert {game for game, _, _ in SESSIONS} == set(GAMES)
    for game in GAMES:
        section = re.search(rf"^## {game}\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
        assert section and f"<!-- words: {game} -->" in section[1] and "**Who is absent**" in section[1]


@pytest.mark.parametrize(("game", "call", "lines"), SESSIONS, ids=[game for game, _, _ in SESSIONS])
def test_a_session_runs_and_nothing_in_it_is_refused(game: str, call: str, lines: str, tmp_path: Path) -> None:
    done = pnp(tmp_path, "play", game, *shlex.split(call), input=lines)
    refused = [line for line in done.stdout.splitlines() if "✗" in line]
    assert (done.returncode, refused, done.stderr) == (0, [], "")


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.split("\n")[0][:50] for script in SCRIPTS])
def test_the_calls_on_the_page_work(script: str, tmp_path: Path) -> None:
    made = pnp(tmp_path, "play", "house-of-dice", "--players", "Ana,Bo", "--json", input="roll\nclose\n").stdout
    name = json.loads(made.splitlines()[0])["table"]
    done = pnp(tmp_path, shell=script.replace(NAMED, name))
    assert (done.returncode, done.stderr) == (0, "")
    for path in re.findall(r"--out (\S+)|# (output/\S+)", script.replace(NAMED, name)):
        assert (tmp_path / "".join(path)).is_file()


@pytest.mark.parametrize("verb", ["play", "results", "verify"])
def test_every_option_is_on_the_page(verb: str, tmp_path: Path) -> None:
    options = set(re.findall(r"^ +(--[a-z-]+)", pnp(tmp_path, verb, "--help").stdout, re.MULTILINE)) - {"--help"}
    assert options and all(f"`{option}`" in PAGE for option in options), verb


def test_every_link_leads_somewhere() -> None:
    headings = {line.lstrip("# ").lower().replace(" ", "-") for line in PAGE.split("\n") if line.startswith("#")}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        file, _, heading = target.partition("#")
        assert (ROOT / "docs" / file).exists() if file else heading in headings, target


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_a_game_are_understood_wherever_its_session_goes(game: str) -> None:
    """At every point of the session: done, or refused for another reason than that nobody knows what it means."""
    ((call, lines),) = [(call, lines) for name, call, lines in SESSIONS if name == game]
    tables, table = opened(game, call)
    prompt = LineProtocol(tables, table, as_json=True)
    for line in ["score", *lines.splitlines()]:
        with contextlib.redirect_stdout(io.StringIO()):
            prompt.tell(prompt.hear(line))
        if not table.play.dice(table.state) and not table.over:
            for words in first_column(f"words: {game}"):
                said = [table.play.act(table.state, Action(seat, words)) for seat in (None, 0)]
                codes = {one.code if isinstance(one, Refusal) else "fine" for one in said}
                meant = table.play.meant(table.state, 0, words, table.words())
                assert meant or not codes <= NOT_UNDERSTOOD, (line, words, said)
    assert not prompt.refused


@pytest.mark.parametrize("game", GAMES)
def test_words_that_mean_nothing_are_not_understood(game: str) -> None:
    """So that the test above can tell the difference."""
    ((call, lines),) = [(call, lines) for name, call, lines in SESSIONS if name == game]
    tables, table = opened(game, call)
    prompt = LineProtocol(tables, table, as_json=True)
    with contextlib.redirect_stdout(io.StringIO()):
        for line in lines.splitlines():
            if not table.play.dice(table.state):
                break
            prompt.tell(prompt.hear(line))
    answer = table.play.act(table.state, Action(0, "xyzzy plugh"))
    assert isinstance(answer, Refusal) and answer.code in NOT_UNDERSTOOD


OPTIONS: dict[str, dict[str, str]] = {
    "house-of-dice": {"reveal": "host"},
    "dice-miner": {"starts": "2", "mountain": "table"},
    "dice-miner-solo": {"magic": "0", "mountain": "rolled"},
    "dice-manor": {"tiles": "stand-in", "track": "stand-in", "length": "ask", "diversity": "1 2 3 4 6 9", "first": "2"},
    "dice-city-solo": {"mode": "hard", "target": "55"},
}


@pytest.mark.parametrize("game", GAMES)
def test_the_options_of_a_game_are_on_the_page(game: str) -> None:
    """They open a table; what else is refused in words that name them all."""
    tables = Tables(MemoryStore(), lambda: "")
    names = ["Ana", "Bo"][: games.load(game).PLAYERS[1]]
    assert dict(tables.open(game, names, OPTIONS.get(game, {})).opening.options) == OPTIONS.get(game, {})
    with pytest.raises(CallError, match="no option") as wrong:
        tables.open(game, names, {"xyzzy": "1"})
    section = PAGE.split(f"\n## {game}\n")[1].split("\n## ")[0]
    assert all(option in str(wrong.value) and f"`{option}`" in section for option in OPTIONS.get(game, {}))


def test_every_command_of_the_table_is_on_the_page() -> None:
    commands = {name.removeprefix("_do_") for name in vars(TypedLines) if name.startswith("_do_")}
    assert commands <= {word.split()[0] for word in first_column("words: all")}


# ---------------------------------------------------------------- what programs read


def test_the_fields_of_a_line_are_those_on_the_page(tmp_path: Path) -> None:
    said = "roll\n?\nsheet\nlog\nhelp\nnonsense\nclose\n"
    done = pnp(tmp_path, "play", "house-of-dice", "--players", "Ana,Bo", "--json", input=said)
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and [line["ok"] for line in lines] == [*[True] * 6, False, True]
    assert set(first_column("fields: line")) == {key for line in lines for key in line}
    told = " ".join(cell for row in table_after("fields: line") for cell in row)
    parts = [lines[1]["wanted"][0], lines[1]["ranking"][0], lines[2]["options"][0], lines[4]["log"][0]]
    assert all(f"`{key}`" in told for part in parts for key in part)
    extra = {key for line in lines[1:] for key in line} - set(lines[1])
    assert extra == {"options", "document", "log", "help", "secret", "commitment"} and "commitment" in lines[0]


def test_the_fields_of_a_result_are_those_on_the_page(tmp_path: Path) -> None:
    pnp(tmp_path, "play", "house-of-dice", "--players", "Ana,Bo")
    (result,) = json.loads(pnp(tmp_path, "results", "--json").stdout)["tables"]
    assert set(first_column("fields: result")) == set(result)
    assert f"`{pnp(tmp_path, 'results', '--format', 'csv').stdout.splitlines()[0]}`" in PAGE


# ---------------------------------------------------------------- dice


def faces_by_the_page(secret: bytes, number: int, dice: list[Die]) -> tuple[int | str, ...]:
    """The dice as the numbered list says, written from it alone."""
    block, stream, found = 0, [], []
    for die in dice:
        while True:
            if not stream:
                text = f"roll {number} block {block}"
                stream = list(hmac.new(secret, text.encode("ascii"), hashlib.sha256).digest())
                block += 1
            byte = stream.pop(0)
            if byte < 256 - 256 % len(die.faces):
                break
        found.append(die.faces[byte % len(die.faces)])
    return tuple(found)


def test_the_dice_on_the_page_are_the_dice_that_fall() -> None:
    for number in range(1, 60):
        secret = hashlib.sha256(str(number).encode()).digest()
        for sides in (2, 6, 7, 100, 200):
            # So many that a second block and bytes that are thrown away occur.
            dice = [Die("die", tuple(range(1, sides + 1)))] * (number % 40 + 1) + [Die("tunnel", (1, "beer", 3))]
            assert faces_by_the_page(secret, number, dice) == virtual.roll(secret, number, dice)
        assert hashlib.sha256(secret).hexdigest() == virtual.commitment(secret)


def test_the_program_on_the_page_prints_what_it_says() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == re.findall(r"print\(.*\)  # (.*)", code)
    assert virtual.roll(bytes(32), 1, [Die("die", (1, 2, 3, 4, 5, 6))] * 3) == (4, 4, 4)
    assert virtual.SECRET_BYTES == 32 and "32 random bytes" in PAGE


def test_a_log_from_a_pipe_can_be_worked_out_by_the_page(tmp_path: Path) -> None:
    pnp(tmp_path, "play", "dice-city", "--turns", "--players", "Ana,Bo", input="roll\nundo\nroll\nroll\nclose\n")
    (name,) = [table["id"] for table in json.loads(pnp(tmp_path, "results", "--json").stdout)["tables"]]
    log = [json.loads(line) for line in pnp(tmp_path, "results", name, "--format", "log").stdout.splitlines()]
    secret = bytes.fromhex(log[-1]["data"]["secret"])
    assert hashlib.sha256(secret).hexdigest() == log[0]["data"]["commitment"]
    rolled = [event["data"]["dice"] for event in log if event["kind"] == "rolled"]
    dice = [Die("die", (1, 2, 3, 4, 5, 6))] * 5
    assert [tuple(roll) for roll in rolled] == [faces_by_the_page(secret, number, dice) for number in (1, 1, 2)]
