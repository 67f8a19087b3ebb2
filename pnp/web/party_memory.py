"""What outlives a party in the data folder: when a device last came in, for which addresses and names was printed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from pnp.errors import OutputError
from pnp.paths import write_whole
from pnp.play.people import looks

MOST, LONGEST = 20, 500
"""So many addresses are kept, none longer than this."""
MOST_NAMES = 2000
"""So many names are kept for which sheets were printed, the newest."""
_LARGEST = 1_000_000


class Noted(NamedTuple):
    """An address that sheets were printed for, and when."""

    url: str
    when: str


def remember(folder: Path, when: str) -> bool:
    """Note that another device came in; whether that could be kept."""
    return _keep(folder / "reached", {"when": when})


def last_reached(folder: Path) -> str:
    """When another device last came in; empty when that never happened or nobody knows."""
    kept = _kept(folder / "reached")
    when = kept.get("when") if isinstance(kept, dict) else None
    return when if isinstance(when, str) and len(when) <= LONGEST and when.isprintable() else ""


def note(folder: Path, url: str, when: str) -> bool:
    """Note that sheets were printed for an address, the newest last; whether that could be kept."""
    made = Noted(url.rstrip("/")[:LONGEST], when)
    rows = [*(one for one in noted(folder) if one.url != made.url), made]
    return _keep(folder / "printed", {"addresses": [one._asdict() for one in rows[-MOST:]]})


def noted(folder: Path) -> list[Noted]:
    """The addresses that sheets were printed for, the newest last; what can't be read is left out."""
    kept = _kept(folder / "printed")
    rows = kept.get("addresses") if isinstance(kept, dict) else None
    found = [Noted(str(row.get("url")), str(row.get("when"))) for row in _rows(rows)]
    return [one for one in found if len(one.url) <= LONGEST and (one.url + one.when).isprintable()][-MOST:]


def note_names(folder: Path, names: Iterable[str]) -> bool:
    """Note for whom sheets were printed, the newest last; whether that could be kept."""
    rows = list(dict.fromkeys([*names, *reversed(printed_names(folder))]))[:MOST_NAMES]
    return _keep(folder / "printed-names", {"names": rows[::-1]})


def forget_name(folder: Path, name: str) -> bool:
    """Note no more that sheets were printed for somebody, however the name is written; whether that could be kept."""
    known = printed_names(folder)
    rows = [one for one in known if looks(one) != looks(name)]
    return rows == known or _keep(folder / "printed-names", {"names": rows})


def printed_names(folder: Path) -> list[str]:
    """The names for which sheets were printed, the newest last."""
    kept = _kept(folder / "printed-names")
    rows = kept.get("names") if isinstance(kept, dict) else None
    return [one for one in rows if isinstance(one, str)][-MOST_NAMES:] if isinstance(rows, list) else []


def _rows(rows: Any) -> Iterable[dict[str, Any]]:
    if isinstance(rows, list):
        yield from (row for row in rows if isinstance(row, dict) and isinstance(row.get("url"), str) and row["url"])


def _kept(path: Path) -> Any:
    """What a small file holds; None for one that is missing, damaged or no longer ours."""
    with suppress(OSError, ValueError, RecursionError), path.open("rb") as file:
        return json.loads(file.read(_LARGEST))
    return None


def _keep(path: Path, document: dict[str, Any]) -> bool:
    try:
        write_whole(path, json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    except OutputError:
        return False
    return True
