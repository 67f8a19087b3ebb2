"""Doing something again whenever files are saved: `pnp print --watch`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

ENDINGS = frozenset({".toml", ".csv", ".json", ".svg", ".png", ".ttf"})
MOST = 2000
PAUSE = 0.25
"""Seconds between two looks."""


def again(source: Path, out: Path, do: Callable[[], None], pause: Callable[[float], None] = time.sleep) -> None:
    """Do something now and after every change of a layout or of a file beside it, until somebody presses Ctrl-C."""
    seen = _state(source, out)
    do()
    while True:
        try:
            pause(PAUSE)
        except KeyboardInterrupt:
            return
        now = _state(source, out)
        if now != seen:
            # An editor may still be writing: look until nothing changes any more.
            while (later := _state(source, out)) != now or not source.is_file():
                now = later
                pause(PAUSE)
            seen = now
            do()


def _state(source: Path, out: Path) -> dict[Path, tuple[int, int]]:
    """When the files of a layout were saved, and how large they are; what is printed there is none of them."""
    found: dict[Path, tuple[int, int]] = {}
    for path in _files(source):
        if path.suffix.lower() in ENDINGS and (path == source.resolve() or not _printed(path, out.resolve())):
            try:
                about = path.stat()
            except OSError:
                continue
            found[path] = (about.st_mtime_ns, about.st_size)
    return found


def _printed(path: Path, out: Path) -> bool:
    """Whether a file is one that the print itself writes."""
    return path.is_relative_to(out) or (
        bool(out.suffix) and path.parent == out.parent and path.stem.startswith(out.stem)
    )


def _files(source: Path) -> Iterator[Path]:
    yield source.resolve()
    folder = source.resolve().parent
    for number, path in enumerate(sorted([*folder.glob("*"), *folder.glob("*/*")])):
        if number >= MOST:
            return
        yield path
