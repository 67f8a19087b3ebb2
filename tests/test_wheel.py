"""The wheel works away from the repository: layouts and fonts are in it, and the program prints and checks."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
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


def test_everything_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("layouts", "fonts"):
        files = [path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()]
        files = [path for path in files if "__pycache__" not in path.parts]
        assert files
        assert [path for path in files if f"pnp/data/{path}" not in names] == []
    own = [path.relative_to(ROOT) for path in (ROOT / "pnp").rglob("*") if path.is_file()]
    assert [path for path in own if "__pycache__" not in path.parts and str(path) not in names] == []
    assert {"pnp/py.typed", "pnp/web/strings.toml", "pnp/web/static/core.js", "pnp/web/pages/join.html"} <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/", "bench/"))]


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
