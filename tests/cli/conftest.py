"""The program as people call it: in a process of its own, or at once in this one where speed matters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAM = Path(sys.executable).parent / "pnp"


class Done(NamedTuple):
    """What a call left behind: its exit code and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def pnp(tmp_path: Path) -> Run:
    """Run the real program in a folder of its own."""

    def run(*args: object, input: bytes | None = None, env: Mapping[str, str] | None = None, **options: Any) -> Done:
        done = subprocess.run(
            [PROGRAM, *map(str, args)],
            input=b"" if input is None else input,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "PNP_DATA": str(tmp_path / "data"), **(env or {})},
            timeout=120,
            check=False,
            **options,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Call the program inside this process: the same arguments, the same exit codes."""
    monkeypatch.setenv("PNP_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*args: object) -> Done:
        from pnp.cli import main

        monkeypatch.setattr(sys, "argv", ["pnp", *map(str, args)])
        with pytest.raises(SystemExit) as leaving:
            main()
        said = capsys.readouterr()
        return Done(int(leaving.value.code or 0), said.out, said.err)

    return run


@pytest.fixture
def legal() -> Path:
    return EXAMPLES / "house-legal.toml"


@pytest.fixture
def illegal() -> Path:
    return EXAMPLES / "house-illegal.toml"


def one_line(done: Done) -> str:
    """The one line of a call that was refused; there is nothing else."""
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.endswith("\n") and done.err.count("\n") == 1, done.err
    assert done.err.startswith("pnp: ")
    assert "Traceback" not in done.err
    return done.err[5:-1]


@pytest.fixture
def refusal() -> Callable[[Done], str]:
    """What the one line of a refused call says."""
    return one_line
