"""House of Dice: what stands on the play sheet of a player and on the bonus sheet of the table."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games._house_rules import BONUSES, EMPTY, Rules
from pnp.games._house_sheet import Sheet
from pnp.games.game import Mark
from pnp.games.verdict import Score


def play_marks(sheet: Sheet, player: str, scored: Score | None, rules: Rules) -> dict[str, Mark]:
    """A play sheet filled in; the score stands on it once it is known."""
    found: dict[str, Mark] = {"name": player}
    for cell, part in enumerate(sheet.house):
        row, column = divmod(cell, rules.columns)
        if part != EMPTY:
            found[f"house.c{column + 1}r{row + 1}"] = part
    for track, strokes in (("turns", sheet.turns), ("cost", sheet.cost)):
        for box in range(rules.boxes):
            if (left := strokes - box * rules.strokes) > 0:
                found[f"{track}.{box + 1}"] = min(left, rules.strokes)
    found |= {f"furniture.{space}": True for space in range(1, min(sheet.furniture, rules.spaces) + 1)}
    found |= {f"bonuses.{claim}": bonus for claim, bonus in enumerate(sheet.bonuses[: rules.bonuses], 1)}
    if scored is None:
        return found
    found |= {f"score.{line.name}": line.points for line in scored.lines}
    return {**found, "score.total": scored.total}


def bonus_marks(claims: Mapping[str, int], players: int, rules: Rules) -> dict[str, Mark]:
    """The bonus sheet with the circles crossed out that were claimed, in the column for so many players."""
    group = next(group for group in rules.circle_groups if players in group.players)
    return {
        f"{group.name}.{bonus}.{circle}": True
        for bonus in BONUSES
        for circle in range(1, min(claims[bonus], group.circles) + 1)
    }
