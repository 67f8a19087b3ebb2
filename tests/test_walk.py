"""The walk of CONTRIBUTING.md, done in a folder of one's own: from `pnp new` to a printed, checked, published game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def shell(script: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    whole = {**os.environ, "PATH": path, "PNP_DATA": str(folder / "data"), **env}
    return subprocess.run(["sh", "-euc", script], cwd=folder, env=whole, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every command of the walk has been typed."""
    made = tmp_path_factory.mktemp("walk")
    for script in blocks("sh"):
        done = shell(script, made)
        assert done.returncode == 0, done.stderr + done.stdout
    return made


def test_the_walk_ends_with_sheets(folder: Path) -> None:
    assert (folder / "output/coin-rush.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "output/lucky-climb.pdf").read_bytes().startswith(b"%PDF")
    assert (folder / "output/lucky-climb-sheet.pdf").read_bytes().startswith(b"%PDF")


def test_the_game_is_judged_by_its_own_rules(folder: Path) -> None:
    done = shell("pnp check sheet.toml --rules lucky_climb.py", folder)
    assert (done.returncode, "2 climbs" in done.stdout) == (0, True)
    (folder / "wrong.toml").write_text('game = "lucky-climb"\nrolls = [13]\n')
    done = shell("pnp check wrong.toml --rules lucky_climb.py", folder)
    assert (done.returncode, "no-such-roll" in done.stdout) == (1, True)


def test_nothing_is_written_over(folder: Path) -> None:
    before = (folder / "lucky_climb.py").read_text()
    done = shell("pnp new lucky-climb --python", folder)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (folder / "lucky_climb.py").read_text() == before


@pytest.mark.parametrize("name", ["house-of-dice", "yacht", "My-Game", "my game", "../evil", "x" * 41, "-x"])
def test_a_name_that_a_game_can_not_have(name: str, tmp_path: Path) -> None:
    done = shell(f"pnp new -- '{name}'", tmp_path)
    assert (done.returncode, done.stderr.count("\n"), list(tmp_path.glob("*.py"))) == (2, 1, [])


def test_a_published_game_is_found(folder: Path, tmp_path: Path) -> None:
    """An installed package is its modules and a folder that names its entry points."""
    for name in ("lucky-climb.toml", "lucky_climb.py"):
        (tmp_path / name).write_text((folder / name).read_text())
    info = tmp_path / "lucky_climb-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-climb\nVersion: 1.0\n")
    entry = next(block for block in blocks("toml") if "entry-points" in block)
    (info / "entry_points.txt").write_text(re.sub(r'\[project.entry-points."(.*?)"\]', r"[\1]", entry).replace('"', ""))
    script = f"pnp games; pnp check {folder / 'sheet.toml'}; pnp print lucky-climb --out ."
    done = shell(script, tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "lucky-climb" in done.stdout and "2 climbs" in done.stdout and (tmp_path / "lucky-climb.pdf").is_file()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(:", "SyntaxError"),
        ("TITLE = 1", "it lacks PLAYERS, fields, read, judge, marks"),
        ("import nothing_like_this", "ModuleNotFoundError"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_rules_that_can_not_be_loaded(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "odd_game.py").write_text(text)
    (tmp_path / "sheet.toml").write_text('game = "odd-game"')
    done = shell("pnp check sheet.toml --rules odd_game.py", tmp_path)
    assert (done.returncode, done.stderr.count("\n"), said in done.stderr) == (2, 1, True), done.stderr
