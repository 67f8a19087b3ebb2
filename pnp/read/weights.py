"""The weights of the networks: plain arrays in the package, each file with its checksum beside it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from pnp.errors import InputError
from pnp.paths import write_whole
from pnp.read.network import Network, arrays, network
from pnp.words import say

SHARED = Path(__file__).parent / "weights.npz"


def write(path: Path, networks: Mapping[str, Network]) -> str:
    """Keep networks in a file, and its checksum in another; the checksum comes back."""
    out = BytesIO()
    parts: dict[str, Any] = {name: one for key, made in networks.items() for name, one in arrays(key, made).items()}
    np.savez_compressed(out, **parts)
    write_whole(path, out.getvalue())
    total = sha256(out.getvalue()).hexdigest()
    write_whole(path.with_suffix(".sha256"), f"{total}  {path.name}\n".encode())
    return f"{total}  {path.name}  {len(out.getvalue())} bytes"


@lru_cache(maxsize=8)
def load(path: Path) -> Mapping[str, Network]:
    """The networks of a file, if it is the file that was shipped."""
    data = path.read_bytes()
    if sha256(data).hexdigest() != path.with_suffix(".sha256").read_text().split()[0]:
        raise InputError(say("read.weights", name=str(path)))
    with np.load(BytesIO(data), allow_pickle=False) as kept:
        names = {key.rpartition(".")[0] for key in kept.files}
        return {name: network(name, kept) for name in sorted(names)}
