"""Figures of a party in the form that Prometheus reads; every worker has a row of its own in memory that all share."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

COUNTERS = {
    "requests": "Requests that were answered.",
    "request_seconds": "Seconds that they took together.",
    "refused": "Requests answered with a status from 400 to 499.",
    "failed": "Requests answered with a status from 500 on.",
    "store_writes": "Writes to the store.",
    "store_commits": "Transactions in which they were stored.",
}
GAUGES = {
    "tables": "Tables that can be joined or played at.",
    "tables_in_memory": "Tables that this worker has in memory.",
    "listeners": "Pages that listen here.",
    "ready": "Whether the database answered last time.",
}
WITHIN = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds within which requests were answered, each counted apart."""
_NAMES = [*COUNTERS, *GAUGES, *(f"within {seconds}" for seconds in WITHIN)]
SIZE = len(_NAMES)
_PLACE = {name: number for number, name in enumerate(_NAMES)}


class Meters:
    """The figures of one worker, and a look at those of all."""

    def __init__(self, cells: Any = None, worker: int = 0) -> None:
        self._cells = array("d", [0.0] * SIZE) if cells is None else cells
        self._worker = worker

    def add(self, name: str, by: float = 1.0) -> None:
        self._cells[self._worker * SIZE + _PLACE[name]] += by

    def put(self, name: str, value: float) -> None:
        self._cells[self._worker * SIZE + _PLACE[name]] = value

    def answered(self, status: int, seconds: float) -> None:
        """Count a request by what it was answered with and how long that took."""
        self.add("requests")
        self.add("request_seconds", seconds)
        if status >= 400:
            self.add("failed" if status >= 500 else "refused")
        for limit in WITHIN:
            if seconds <= limit:
                self.add(f"within {limit}")

    def text(self) -> str:
        """All figures of all workers."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        rows = range(len(self._cells) // SIZE)
        for name, said in {**COUNTERS, **GAUGES}.items():
            kind, full = ("counter", f"pnp_{name}_total") if name in COUNTERS else ("gauge", f"pnp_{name}")
            yield f"# HELP {full} {said}"
            yield f"# TYPE {full} {kind}"
            for row in rows:
                yield f'{full}{{worker="{row}"}} {self._cells[row * SIZE + _PLACE[name]]:.10g}'
        yield "# HELP pnp_request_duration_seconds How long requests took; pages that listen are not among them."
        yield "# TYPE pnp_request_duration_seconds histogram"
        for row in rows:
            at = row * SIZE
            count = self._cells[at + _PLACE["requests"]]
            for limit in WITHIN:
                found = self._cells[at + _PLACE[f"within {limit}"]]
                yield f'pnp_request_duration_seconds_bucket{{worker="{row}",le="{limit}"}} {found:.10g}'
            yield f'pnp_request_duration_seconds_bucket{{worker="{row}",le="+Inf"}} {count:.10g}'
            total = self._cells[at + _PLACE["request_seconds"]]
            yield f'pnp_request_duration_seconds_sum{{worker="{row}"}} {total:.10g}'
            yield f'pnp_request_duration_seconds_count{{worker="{row}"}} {count:.10g}'
