"""The wheel works away from the repository: layouts and fonts are in it, and the program prints and checks."""

from __future__ import annotations

import json
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


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """A folder that the wheel is installed in."""
    folder = wheel.parent / "site"
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


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


def test_the_wheel_prints_and_checks_elsewhere(site: Path, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": str(site), "PNP_DATA": str(tmp_path / "data")}

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
    assert str(site) in where.stdout
    done = run("print", "house-of-dice", "--players", "Ana,桜", "--sheet", "all")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / done.stdout.strip()).read_bytes().startswith(b"%PDF")
    (tmp_path / "sheet.toml").write_text((ROOT / "tests/examples/house-legal.toml").read_text())
    assert run("check", "sheet.toml").returncode == 0
    assert run("new", "my-game").returncode == 0
    assert run("print", "my-game.toml").returncode == 0


HERE = str(Path(sys.executable).parent)
INSTALL = {
    "an index": (None, "", HERE, "pip install 'pnp-sheets[convention]'"),
    "a folder": ("folder", "", HERE, "pip install '{folder}[convention]'"),
    "a folder that is gone": ("gone", "", HERE, "pip install 'pnp-sheets[convention]'"),
    "another environment's pip first": (None, "", "/usr/bin", "{python} -m pip install 'pnp-sheets[convention]'"),
    "pipx": ("folder", "pipx_metadata.json", HERE, "pipx install --force '{folder}[convention]'"),
    "uv tool": (None, "uv-receipt.toml", HERE, "uv tool install 'pnp-sheets[convention]'"),
}
"""How it was installed: from which folder, which file a tool left, what is on the PATH; what then installs an extra."""


def lacking_driver(prefix: Path, env: dict[str, str]) -> str:
    """The command that is named where the driver of a server's database is not installed."""
    program = (
        f"import sys; sys.modules['psycopg'] = None; sys.prefix = {str(prefix)!r}; from pnp.cli import main; main()"
    )
    call = [sys.executable, "-P", "-c", program, "results", "--db", "postgresql://db.test/party", "--language", "en"]
    done = subprocess.run(call, cwd=prefix, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr.removeprefix("pnp: a server's database needs a driver that is not installed: ").rstrip()


def is_installable(line: str, env: dict[str, str]) -> bool:
    """Whether a shell and pip understand a line; nothing is fetched or installed."""
    pip = {"PIP_DRY_RUN": "1", "PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    done = subprocess.run(["sh", "-c", line], env=env | pip, capture_output=True, text=True, check=False)
    return done.returncode == 0 and "Would install pnp-sheets-" in done.stdout


@pytest.mark.parametrize("way", INSTALL)
def test_what_installs_an_extra_follows_from_how_it_was_installed(site: Path, tmp_path: Path, way: str) -> None:
    source, receipt, path, line = INSTALL[way]
    folder = tmp_path / "my games" / (source or "")
    (tmp_path / "my games" / "folder").mkdir(parents=True)
    (info,) = site.glob("*.dist-info")
    origin = {"url": folder.as_uri(), "dir_info": {}} if source else {}
    (info / "direct_url.json").write_text(json.dumps(origin))
    if receipt:
        (tmp_path / receipt).touch()
    env = {**os.environ, "PYTHONPATH": str(site), "PATH": path}
    assert lacking_driver(tmp_path, env) == line.format(folder=folder, python=sys.executable)


def test_what_installs_an_extra_in_a_checkout_works(wheel: Path, tmp_path: Path) -> None:
    env = {**os.environ, "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}", "PIP_FIND_LINKS": str(wheel.parent)}
    line = lacking_driver(tmp_path, env)
    assert line == f"pip install --editable '{ROOT}[convention]'"
    assert is_installable(line, env)
    assert is_installable(INSTALL["an index"][3], env | {"PIP_IGNORE_INSTALLED": "1"})


def test_no_document_names_an_extra_of_somebody_elses_program() -> None:
    texts = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "pnp").rglob("*.json")]
    assert [path.name for path in texts if re.search(r"\bpnp\[+[a-z]+\]", path.read_text(encoding="utf-8"))] == []
