"""The wheel works away from the repository: layouts and fonts are in it, and the program prints and checks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def facts(wheel: Path) -> Message:
    """What the wheel says of itself."""
    with zipfile.ZipFile(wheel) as files:
        (name,) = (one for one in files.namelist() if one.endswith(".dist-info/METADATA"))
        return message_from_bytes(files.read(name))


def test_everything_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("layouts", "fonts"):
        files = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()]
        files = [path for path in files if "__pycache__" not in path.parts]
        assert files
        assert [path for path in files if f"pnp/data/{path}" not in names] == []
    own = [path.relative_to(ROOT) for path in (ROOT / "pnp").rglob("*") if path.is_file()]
    assert [path for path in own if "__pycache__" not in path.parts and str(path) not in names] == []
    assert {"pnp/py.typed", "pnp/web/words.pl.json", "pnp/web/static/elements.js", "pnp/web/pages/join.html"} <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "bench/"))]


def test_the_licences_are_named_and_in_the_wheel(wheel: Path) -> None:
    """The program's own, that of each font, and that of the weights, which are derived from other people's digits."""
    fonts = [f"fonts/{folder.name}/OFL.txt" for folder in (ROOT / "fonts").iterdir() if folder.is_dir()]
    weights = "pnp/read/weights.LICENSE.txt"
    told = facts(wheel)
    assert told["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-SA-3.0"
    assert fonts and set(told.get_all("License-File", [])) == {"LICENSE", *fonts, weights}
    with zipfile.ZipFile(wheel) as files:
        kept = {name.partition(".dist-info/licenses/")[2]: name for name in files.namelist() if "/licenses/" in name}
        assert set(kept) == {"LICENSE", *fonts, weights}
        assert b"MNIST" in files.read(kept[weights]) and b"CC BY-SA 3.0" in files.read(kept[weights])
        assert b"MIT License" in files.read(kept["LICENSE"])
        assert all(b"SIL OPEN FONT LICENSE Version 1.1" in files.read(kept[name]) for name in fonts)


def test_every_python_that_the_wheel_names_is_tried(wheel: Path) -> None:
    workflow = (ROOT / ".github/workflows/test.yml").read_text()
    tried = re.findall(r'"(3\.\d+)"', next(line for line in workflow.splitlines() if " python: [" in line))
    named = [row.rpartition(" :: ")[2] for row in facts(wheel).get_all("Classifier", []) if ":: Python :: 3." in row]
    assert named == tried == ["3.11", "3.12", "3.13", "3.14"]
    assert facts(wheel)["Requires-Python"] == f">={tried[0]}"


def test_the_wheel_prints_and_checks_elsewhere(wheel: Path, tmp_path: Path) -> None:
    there = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(there)
    env = {**os.environ, "PYTHONPATH": str(there), "PNP_DATA": str(tmp_path / "data")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", "-m", "pnp", *words]
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)

    where = subprocess.run(
        [sys.executable, "-P", "-c", "import pnp; print(pnp.__file__)"],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
    )
    assert str(there) in where.stdout
    done = run("print", "house-of-dice", "--players", "Ana,桜", "--sheet", "all")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / done.stdout.strip()).read_bytes().startswith(b"%PDF")
    (tmp_path / "sheet.toml").write_text((ROOT / "tests/examples/house-legal.toml").read_text())
    assert run("check", "sheet.toml").returncode == 0
    assert run("new", "my-game").returncode == 0
    assert run("print", "my-game.toml").returncode == 0
