"""Which command adds an optional package to this installation, wherever it came from."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from subprocess import list2cmdline

from pnp.paths import PACKAGE

DISTRIBUTION = "pnp-sheets"
"""What the program is called on the package index; command and package are called pnp."""


def install_command(extra: str) -> str:
    """Return the line for a shell that installs an extra."""
    words = [*_installer(), *_requirement(extra)]
    return list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _installer() -> list[str]:
    here, python = Path(sys.prefix), sys.executable
    if (here / "pipx_metadata.json").is_file():
        return ["pipx", "install", "--force"]
    if (here / "uv-receipt.toml").is_file():
        return ["uv", "tool", "install"]
    if find_spec("pip") is None:
        return ["uv", "pip", "install", "--python", python]
    pip = shutil.which("pip")
    return ["pip", "install"] if pip and Path(pip).parent == Path(python).parent else [python, "-m", "pip", "install"]


def _requirement(extra: str) -> list[str]:
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return ["--editable", f"{checkout}[{extra}]"]
    return [f"{_source() or DISTRIBUTION}[{extra}]"]


def _source() -> Path | None:
    """Return the folder or wheel that was installed; None where it came from an index or is gone."""
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlparse
    from urllib.request import url2pathname

    with suppress(PackageNotFoundError):
        url = urlparse(json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}").get("url", ""))
        path = Path(url2pathname(url.path))
        return path if url.scheme == "file" and path.exists() else None
    return None
