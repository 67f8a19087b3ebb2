"""What pages are told of the coach: whether a table can be looked back at, and whose paper can be audited."""

from __future__ import annotations

from typing import Any

from pnp.play.engine import Table
from pnp.web.hosted_table import HostedTable

HINTS = "hints"
"""What is noted beside a table whose host allows hints."""
AUDITS = "audits"
"""What is noted beside a table whose host lets everybody see what is said of papers."""


def of_host(hosted: HostedTable) -> dict[str, Any]:
    """What the host has switched on."""
    return {"hints": bool(hosted.meta.get(HINTS)), "audits": bool(hosted.meta.get(AUDITS))}


def of_table(hosted: HostedTable) -> dict[str, Any]:
    """What everybody is told: whether there is a review, and of which seats there are audits to be seen."""
    shown = hosted.meta.get(AUDITS)
    seats = [seat for seat in range(len(hosted.table.people)) if has_audit(hosted, seat)] if shown else []
    return {"review": has_review(hosted.table) and hosted.counted is None, "audits": seats}


def has_audit(hosted: HostedTable, seat: int) -> bool:
    """Whether a seat has entered paper for a game whose dice are known here, and the screen has counted the points."""
    table = hosted.table
    if hosted.counted is not None:
        return False
    return bool(table.over and table.papers.own[seat] and table.game.coaching and not table.position.on_paper)


def has_review(table: Table) -> bool:
    """Whether a table can be looked back at: it is over, and was played here by a game that the coach knows."""
    coaching = table.game.coaching
    return bool(coaching and coaching.PAR and table.over and not table.position.on_paper)
