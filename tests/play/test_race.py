"""The race of scores: points after each round, also after a correction of the past."""

from __future__ import annotations

from pnp.play.engine import Write
from pnp.play.race import Race
from pnp.play.tables import Tables
from tests.memory_store import MemoryStore

NOW = "2026-01-01T12:00:00Z"


def test_points_after_each_round_follow_a_correction() -> None:
    store = MemoryStore()
    table = Tables(store, lambda: NOW).open("yacht", ["Ana", "Bo"], dice="physical")
    race = Race()

    def do(kind: str, **data: object) -> int:
        answer = table.submit_all([Write(table.seq, f"key-{table.seq:05}", kind, data)], store, NOW)
        assert answer.ok, answer
        return answer.seq

    roll = {"dice": [1, 2, 3, 4, 6], "source": "physical"}
    said = []
    for seat, box in ((0, "choice"), (1, "ones"), (0, "sixes"), (1, "choice")):
        do("rolled", **roll)
        said.append(do("said", seat=seat, words=box))
        race.totals(table)
    assert race.totals(table)[:2] == [(16, 1), (22, 17)]
    made = table.corrected(said[0], "fours", "misread", False)
    assert not hasattr(made, "code"), made
    do("corrected", **made)
    assert race.totals(table)[:2] == [(4, 1), (10, 17)]
