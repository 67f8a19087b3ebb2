"""Looking back at a table that is over, in a process of its own: plain values go in, and come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pnp.coach.par import rulings
from pnp.coach.review import as_answer, review
from pnp.edition import Edition, Entry
from pnp.games.library import Library
from pnp.sheets import documents


def plain(edition: Edition) -> list[Any]:
    """An edition as plain values."""
    return [edition.game, edition.rulings, edition.latest, [list(one) for one in edition]]


def looked_back(document: dict[str, Any], edition: list[Any], rules: str) -> dict[str, Any]:
    """What a review says of a table by its document, with what stands on the best sheet of each player."""
    name, number, latest, entries = edition
    its = Edition(name, {one[0]: Entry(*one) for one in entries}, number, latest)
    library = Library(Path(rules) if rules else None)
    game, read, its = documents.understand(document, name, its, library)
    found = review(game, read, its, lambda _done, _of: None)
    told = as_answer(found)
    for seat, player in enumerate(told["players"]):
        sheets = [*document["sheets"]]
        sheets[seat] = {**sheets[seat], "moves": player["moves"]}
        _, best, _ = documents.understand({**document, "sheets": sheets}, name, its, library)
        player["marks"] = list(game.marks(best, its)[seat])
    return told | {"rulings": rulings(game, its)}
