"""Looking back at a table that is over, in a process of its own: plain values go in, and come out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pnp.coach.review import Review, as_answer, review
from pnp.edition import Edition, Entry
from pnp.games.library import Library
from pnp.sheets import documents


def plain(edition: Edition) -> list[Any]:
    """An edition as plain values."""
    return [edition.game, edition.rulings, edition.latest, [list(one) for one in edition]]


def looked_back(
    document: dict[str, Any], edition: list[Any], rules: str, tell: Callable[[Any], None] = lambda _: None
) -> dict[str, Any]:
    """What a review says of a table by its document, with what stands on the best sheet of each player.

    On the way it tells how many rounds are `done`, and `of` how many, and everything that is known of a player who is.
    """
    name, number, latest, entries = edition
    its = Edition(name, {one[0]: Entry(*one) for one in entries}, number, latest)
    library = Library(Path(rules) if rules else None)
    game, read, its = documents.understand(document, name, its, library)
    players: list[dict[str, Any]] = []

    def progress(done: int, of: int, found: Review) -> None:
        news: dict[str, Any] = {"done": done, "of": of}
        if not done or len(players) < len(found.players):
            players.extend(_drawn(one) for one in as_answer(found)["players"][len(players) :])
            news |= as_answer(found) | {"players": [*players]}
        tell(news)

    def _drawn(player: dict[str, Any]) -> dict[str, Any]:
        """A player with what stands on the best sheet."""
        seat, sheets = len(players), [*document["sheets"]]
        sheets[seat] = {**sheets[seat], "moves": player["moves"]}
        _, best, _ = documents.understand({**document, "sheets": sheets}, name, its, library)
        return player | {"marks": list(game.marks(best, its)[seat])}

    found = review(game, read, its, progress)
    return as_answer(found) | {"players": players}
