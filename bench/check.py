"""How many sheet documents one call of `pnp check` judges in a second of one core, after it has started."""

from __future__ import annotations

import io
import sys
import tempfile
import time
from contextlib import redirect_stdout, suppress
from pathlib import Path

from pnp.cli import check as verb

EXAMPLES = Path(__file__).parent.parent / "tests/examples"
GAMES = ("house-legal", "miner-solo", "yacht")


def documents_a_second(document: str, count: int = 1000) -> float:
    import typer

    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number in range(count):
            path = Path(folder) / f"{number}.toml"
            path.write_text(document.replace("Ana", f"Player {number}"))
            files.append(str(path))
        start = time.process_time()
        with redirect_stdout(io.StringIO()), suppress(typer.Exit):
            verb.run(files, as_json=True)
        return count / (time.process_time() - start)


def report() -> list[str]:
    lines = []
    for name in GAMES:
        document = (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8")
        best = max(documents_a_second(document) for _ in range(3))
        lines.append(f"pnp check, {name}: {best:,.0f} documents a second of one core (at least 2,000)")
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
