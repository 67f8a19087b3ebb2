"""Write the pins of each set anew from pyproject.toml."""

import subprocess
import sys
from pathlib import Path

SETS = {"run": ["build"], "test": ["build", "test", "coach", "convention", "cluster", "fast", "eye"]}
SETS["bench"] = [*SETS["test"], "bench"]

for name, extras in SETS.items():
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "pyproject.toml", "--python-version", "3.11"]
    command += ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--upgrade"]
    command += [part for extra in extras for part in ("--extra", extra)]
    subprocess.run([*command, "--output-file", f"{Path(__file__).parent}/{name}.txt"], check=True)
