"""The sheets of an event's tables on paper: those of a table, and the one that somebody has lost."""

from __future__ import annotations

from pnp.convention.desk import Desk
from pnp.errors import CallError
from pnp.render import filled_sheets, imposition, table_sheets
from pnp.render.filled_sheets import Paper
from pnp.render.job import Copy, Job
from pnp.render.table_sheets import Seats
from pnp.sheets import layout
from pnp.sheets.layout import Layout
from pnp.words import say


def of_table(desk: Desk, table: str, paper: str, url: str, key: bytes, language: str) -> list[Copy]:
    """The main sheets of a table in a language, with its players' names and its codes."""
    made, library = _layout(desk, language), desk.tables.library
    people = [(one.id, one.name) for one in desk.tables.load(table).people]
    onto = Paper(paper, 1, imposition.margins("", paper))
    seats = Seats(table, people, key, url)
    return table_sheets.copies(made, list(made.sheets)[:1], onto, seats, None if made.shipped else library)


def lost(desk: Desk, meant: str, paper: str, url: str, key: bytes, language: str) -> Job:
    """The sheet that one player has lost, or the pad of the table where all share one, as it was printed before."""
    event = desk.event
    person = event.person(meant)
    now = event.rounds[event.current] if event.current < len(event.rounds) else None
    if now is None or not now.tables:
        raise CallError(say("event.no-sheets-yet", round=event.current + 1))
    place = now.table_of(person.id)
    if place is None:
        raise CallError(say("event.has-a-bye", name=person.name))
    copies = of_table(desk, now.tables[place], paper, url, key, language)
    own = [one for one in copies if one.person.name == person.name] or copies
    return filled_sheets.bound(_layout(desk, language), own, Paper(paper, 1, imposition.margins("", paper)))


def _layout(desk: Desk, language: str) -> Layout:
    game = desk.event.settings.game
    return layout.load(layout.find(game, desk.tables.library.beside(game, f"{game}.toml")), language)
