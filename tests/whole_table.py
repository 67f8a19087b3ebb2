"""All that a table tells of a state, as text: two states that tell the same everywhere are the same to everybody."""

from __future__ import annotations

import json
from typing import Any

from pnp.play.engine import Table


def told(table: Table, state: Any = None) -> str:
    """What is open, what each seat may see, what is wanted, offered and worth; it can be written as JSON."""
    play, words = table.play, table.words()
    state = table.state if state is None else state
    seats = (None, *range(len(play.players(state))))
    wanted = play.wanted(state)
    rest = {
        "document": play.document(state),
        "round": play.round(state),
        "over": play.over(state),
        "dice": [(words.text(die.name), die.faces) for die in play.dice(state)],
        "wanted": [(one.seat, words.text(one.what), one.example, one.must, one.secret) for one in wanted],
        "options": [[one.notation for one in play.options(state, one.seat, 40)] for one in wanted],
        "standings": [(row.rank, row.player, row.total, words.text(row.why)) for row in play.standings(state)],
        "views": [_view(play.view(state, seat), words) for seat in seats],
        "marks": [play.marks(state, seat) for seat in seats],
        "status": [(play.status(state, seat), repr(play.entry(state, seat))) for seat in seats if seat is not None],
    }
    return json.dumps(rest, ensure_ascii=False, sort_keys=True, allow_nan=False)


def _view(view: Any, words: Any) -> Any:
    sheets = [
        (name, picture and picture.rows, [words.text(line) for line in below]) for name, picture, below in view.sheets
    ]
    return words.text(view.headline), sheets, [words.text(line) for line in view.lines]
