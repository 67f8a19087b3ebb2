"""How everybody's points grew from round to round."""

from __future__ import annotations

from pnp.play.correcting import CORRECTED, positions
from pnp.play.engine import Table
from pnp.play.lobby import Waiting
from pnp.play.position import KEPT, Position

Totals = tuple[int, ...]


class Race:
    """The points of each seat at the end of each round; what was reckoned is kept until the past is corrected."""

    def __init__(self) -> None:
        self._rounds: dict[int, int] = {}
        self._totals: dict[int, Totals] = {}
        self._corrections = 0

    def totals(self, table: Table) -> list[Totals]:
        """The totals of all seats after each round that has begun, the running one last."""
        corrections = sum(event.kind == CORRECTED for event in table.events)
        if corrections != self._corrections:
            self._corrections = corrections
            self._rounds.clear()
            self._totals.clear()
        there = self._looked_at(table, bool(corrections))
        begins: dict[int, int] = {}
        for seq, position in there.items():
            if number := self._round(table, seq, position):
                begins.setdefault(number, seq)
        # What ends a round is seen where the next one begins.
        ends = (*list(begins.values())[1:], *([list(there)[-1]] if begins else []))
        self._totals = {seq: self._at(table, seq, there[seq]) for seq in ends}
        return list(self._totals.values())

    def _looked_at(self, table: Table, corrected: bool) -> dict[int, Position | None]:
        """The events on the way here, with the positions after those that are new; what was seen is not told again."""
        path = table.path()
        fresh = [seq for seq in path if seq not in self._rounds]
        if corrected or len(fresh) > KEPT:
            return {**positions(table)}
        return {seq: table.at(seq) if seq in fresh else None for seq in path}

    def _round(self, table: Table, seq: int, position: Position | None) -> int:
        if position is not None and seq not in self._rounds:
            state = position.state
            self._rounds[seq] = 0 if isinstance(state, Waiting) else table.play.round(state)[0]
        return self._rounds[seq]

    def _at(self, table: Table, seq: int, position: Position | None) -> Totals:
        if seq not in self._totals:
            state = (position or table.at(seq)).state
            return tuple(score.total or 0 for score in table.play.scores(state))
        return self._totals[seq]
