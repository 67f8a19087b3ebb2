"""How long a command takes to start and do one thing, as a ratio to importing the packages it can't do without."""

from __future__ import annotations

import compileall
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent
PNP = [sys.executable, "-m", "pnp"]
HOUSE = str(HERE / "tests/examples/house-legal.toml")


def seconds(command: list[str], folder: str, times: int) -> float:
    """The least CPU time of several runs: the one that the rest of the machine disturbed least."""
    best = 1e9
    env = {**os.environ, "PNP_DATA": folder}
    for _ in range(times):
        before = _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env, cwd=HERE)
        best = min(best, _children() - before)
    return best


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ratios(times: int = 15) -> dict[str, tuple[float, float]]:
    """Each figure with the most it may be."""
    compileall.compile_dir(HERE / "pnp", quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        typer = seconds([sys.executable, "-c", "import typer"], folder, times)
        both = seconds([sys.executable, "-c", "import reportlab.pdfgen.canvas, typer"], folder, times)
        check = seconds([*PNP, "check", HOUSE], folder, times)
        sheet = seconds([*PNP, "print", "house-of-dice", "--players", "Ana", "--out", folder], folder, times)
    return {
        "pnp check FILE, to importing typer": (check / typer, 1.5),
        "pnp print, one sheet, to importing reportlab and typer": (sheet / both, 1.8),
    }


def report() -> list[str]:
    return [f"{name}: {ratio:.2f} times (at most {most})" for name, (ratio, most) in ratios().items()]


if __name__ == "__main__":
    print("\n".join(report()))
