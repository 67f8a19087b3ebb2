"""The README is true: its commands run, what they print is what it shows, its pictures and links are there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.edition import Edition
from pnp.sheets import documents, layout
from pnp.sheets.layout_rules import read_game
from pnp.sheets.own_rules import library_of

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
PNP = str(Path(sys.executable).with_name("pnp"))


def run(words: list[str], data: Path, cwd: Path = ROOT, typed: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PNP_DATA": str(data)}
    return subprocess.run([PNP, *words], cwd=cwd, env=env, input=typed, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("block", re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL))
def test_what_a_command_prints(block: str, tmp_path: Path) -> None:
    command, _, shown = block.partition("\n")
    env = {**os.environ, "PNP_DATA": str(tmp_path), "PATH": f"{Path(PNP).parent}{os.pathsep}{os.environ['PATH']}"}
    script = command.removeprefix("$ ")
    done = subprocess.run(["sh", "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.rstrip() == shown.rstrip()


SESSIONS = [
    re.findall(r"^pnp (?!party).*$", block, re.MULTILINE) for block in re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
]
EDITION = re.search(r"```toml\n(game = \"dice-manor\".*?)```", TEXT, re.DOTALL)
ROUND = "2 4 6\nAna: D42$6\nBo: D42$6\n"


(HONEYCOMB,) = re.findall(r"```toml\n(game = \"honeycomb\".*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("lines", [lines for lines in SESSIONS if lines], ids=lambda lines: lines[0].split()[1])
def test_commands_run_in_a_fresh_clone(lines: list[str], tmp_path: Path) -> None:
    """Each block with the files of the repository and those that the README has one write; a party runs until Ctrl-C."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    if "mine.edition.toml" in str(lines):
        assert EDITION
        (tmp_path / "mine.edition.toml").write_text(EDITION[1])
    if "honeycomb.toml" in str(lines):
        (tmp_path / "honeycomb.toml").write_text(HONEYCOMB)
    if "--table last" in str(lines):
        played = ["play", "house-of-dice", "--players", "Ana,Bo", "--dice", "physical"]
        assert run(played, tmp_path, tmp_path, ROUND).returncode == 0
    for line in lines:
        words = shlex.split(line, comments=True)[1:]
        done = run(words, tmp_path, tmp_path)
        assert done.returncode == 0, done.stderr
        assert words[0] != "print" or all((tmp_path / path).is_file() for path in done.stdout.split())


FILE = re.compile(r"[\w./-]+\.(?:csv|toml|log)\b")


@pytest.mark.parametrize("line", re.findall(r"`(pnp [^`]*)`", TEXT))
def test_a_command_in_a_sentence_names_files_that_are_there(line: str) -> None:
    made = {*re.findall(r"--out (\S+?)`", TEXT), *re.findall(r"`([\w.-]+\.toml)`", TEXT)}
    made |= {f"{name}.toml" for name in re.findall(r"pnp new ([\w-]+)", TEXT)}
    assert [file for file in FILE.findall(line) if file not in made and not (ROOT / file).is_file()] == []
    assert " LOG" not in line


def test_the_list_of_guests_is_the_example() -> None:
    shown = re.search(r"```csv\n(.*?)```", TEXT, re.DOTALL)
    assert shown and (ROOT / "tests/examples/guests.csv").read_text().startswith(shown[1])


def test_what_puts_the_program_on_the_path_does(tmp_path: Path) -> None:
    (line,) = re.findall(r"^export PATH=.*$", TEXT, re.MULTILINE)
    (tmp_path / ".venv").symlink_to(Path(PNP).parents[1])
    done = subprocess.run(["sh", "-c", f"{line}; command -v pnp"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == f"{tmp_path}/.venv/bin/pnp\n"


def test_the_document_is_the_example() -> None:
    shown = re.search(r"```toml\n(game = \"house-of-dice\".*?)```", TEXT, re.DOTALL)
    assert shown and shown[1] == (ROOT / "tests/examples/house-legal.toml").read_text()


def test_fifteen_lines_are_a_game(tmp_path: Path) -> None:
    """It has nothing wrong with it, and two players who always do the first thing allowed come to its end."""
    assert (ROOT / "docs/examples/honeycomb.toml").read_text() == HONEYCOMB and HONEYCOMB.count("\n") == 15
    path = tmp_path / "honeycomb.toml"
    path.write_text(HONEYCOMB)
    assert layout.problems(layout.load(path)) == []
    name, game = read_game(path)
    play = game.play
    state = play.open(("Ana", "Bo"), {}, Edition(name))
    while not play.over(state):
        if dice := play.dice(state):
            state = play.rolled(state, dice[0].faces[2:4])
        for wanted in play.wanted(state):
            if wanted.seat is not None:
                state = play.said(state, wanted.seat, next(iter(play.options(state, wanted.seat, 1))).notation)
    assert all(row.total == 9 for row in play.standings(state))
    assert documents.judge(play.document(state), library=library_of(path)).sheets[0].score.total == 9


def test_every_option_of_print_is_explained(tmp_path: Path) -> None:
    help = run(["print", "--help"], tmp_path).stdout
    options = set(re.findall(r"--[a-z]+", help)) - {"--help", "--json", "--dpi"}
    assert options <= set(re.findall(r"--[a-z]+", TEXT))


def test_every_command_is_named(tmp_path: Path) -> None:
    from pnp.cli import VERBS

    assert [verb for verb in VERBS if f"pnp {verb}" not in TEXT] == []
    assert run(["--help"], tmp_path).returncode == 0


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", TEXT))))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).is_file()


@pytest.mark.parametrize("target", ["demo", "test", "check", "bench", "bless"])
def test_make_knows_the_words(target: str) -> None:
    assert f"make {target}" in TEXT
    done = subprocess.run(["make", "-n", target], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_edition_of_the_readme_makes_a_check_of_a_note(tmp_path: Path) -> None:
    assert EDITION
    (tmp_path / "mine.edition.toml").write_text(EDITION[1])
    (tmp_path / "table.toml").write_text(
        'game = "dice-manor"\nplayers = 2\ndiversity = 9\nrooms = [{ type = "office", color = "red" }]\n'
    )
    assert run(["check", "table.toml"], tmp_path, tmp_path).returncode == 0
    done = run(["check", "table.toml", "--edition", "mine.edition.toml"], tmp_path, tmp_path)
    assert (done.returncode, "wrong-diversity" in done.stdout) == (1, True), done.stdout
