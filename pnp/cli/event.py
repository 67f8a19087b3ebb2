"""`pnp event`: many tables, from the list of people to the last standing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Database, Language
from pnp.cli.terminal import answer, show
from pnp.errors import CallError
from pnp.strict import near, shown
from pnp.words import say

if TYPE_CHECKING:
    from pnp.convention.desk import Desk
    from pnp.play.tables import Tables


class _Call(NamedTuple):
    name: str
    game: str
    people: Path | None
    seats: int
    rounds: int
    rule: str
    seating: str
    confirm: bool
    seed: int
    player: str
    other: str
    table: int
    totals: str
    anyway: bool


def run(
    do: Annotated[
        str,
        typer.Argument(
            metavar="DO",
            help="new, list, show, seat, add, drop, back, rename, swap, move, tell, confirm, undo, close, "
            "standings or print.",
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="The event.")] = "",
    game: Annotated[str, typer.Option(help="With new: what is played.")] = "",
    people: Annotated[Path | None, typer.Option("--from", help="With new: a CSV file with a column name.")] = None,
    seats: Annotated[int, typer.Option("--tables-of", help="With new: so many at a table.", min=1, max=100)] = 4,
    rounds: Annotated[int, typer.Option(help="With new: so many rounds.", min=1, max=50)] = 3,
    rule: Annotated[str, typer.Option(help="With new: places, points or share decide.")] = "places",
    seating: Annotated[str, typer.Option(help="With new: apart (nobody meets twice) or standing.")] = "apart",
    confirm: Annotated[bool, typer.Option("--confirm", help="With new: two players confirm each result.")] = False,
    seed: Annotated[int, typer.Option(help="With new: another seating.", min=1, max=1_000_000)] = 1,
    player: Annotated[str, typer.Option(help="Whom it is about, by name or number.")] = "",
    other: Annotated[str, typer.Option("--with", help="With swap and rename: the other, or the new name.")] = "",
    table: Annotated[int, typer.Option(help="A table of the round, counted from 1; 0 is a bye.", min=0)] = 0,
    totals: Annotated[str, typer.Option(help='With tell: the slip of a table, "Ana=41,Bo=38".')] = "",
    anyway: Annotated[bool, typer.Option("--anyway", help="With close: without the tables that still wait.")] = False,
    sheet: Annotated[
        str,
        typer.Option(help="With print: all, or seating, signs (with slips), sheets, badges; several with commas."),
    ] = "all",
    only: Annotated[str, typer.Option(help="With print: one lost sheet, by the player's name or number.")] = "",
    url: Annotated[str, typer.Option(help="With print: the address that the QR codes open.")] = "",
    paper: Annotated[str, typer.Option(help="What is printed on: a4 or letter.")] = "a4",
    format: Annotated[str, typer.Option(help="With standings: table, csv, json or pdf.")] = "table",
    out: Annotated[Path, typer.Option(help="A folder, or a file to write.")] = Path("output"),
    db: Database = "",
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Open an event, seat its rounds, enter results, print what its tables need, and tell the standings."""
    from pnp.cli.storage import open_tables

    if do not in DOINGS:
        raise CallError(say("event.no-such-doing", value=repr(do), allowed=tuple(DOINGS), near=near(do, DOINGS)))
    if not name and do != "list":
        raise CallError(say("event.name-missing", do=do))
    call = _Call(name, game, people, seats, rounds, rule, seating, confirm, seed, player, other, table, totals, anyway)
    _need(do, {"--player": player, "--with": other, "--table": table, "--totals": totals})
    words = spoken(language)
    with open_tables(db, new=do == "new") as tables:
        if do == "print" or (do == "standings" and format == "pdf"):
            from pnp.cli import event_print

            desk = _loaded(tables, call)
            if do == "print":
                files = event_print.run(desk, sheet, only, url, paper, out, words)
            else:
                files = event_print.standings(desk, paper, out, words)
            _tell({"files": [str(path) for path in files]}, [str(path) for path in files], as_json)
            return
        from pnp.cli import event_text

        report = DOINGS[do](tables, call)
        if do == "standings" and (format != "table" or as_json):
            event_text.export(report, "json" if as_json else format, out)
            return
    _tell(report, event_text.lines(do, report, words), as_json)


def _need(do: str, given: dict[str, Any]) -> None:
    """Refuse what can't be done with the options that were given."""
    if missing := tuple(option for option in NEEDS.get(do, ()) if not given[option]):
        raise CallError(say("event.option-missing", do=do, options=missing))


def _tell(report: Any, lines: list[str], as_json: bool) -> None:
    if as_json:
        answer(report)
        return
    for line in lines:
        show(line)


def _loaded(tables: Tables, call: _Call) -> Desk:
    from pnp.convention.desk import Desk

    return Desk.load(tables, call.name)


def _new(tables: Tables, call: _Call) -> dict[str, Any]:
    from pnp.cli import event_text, sheet_names
    from pnp.convention.desk import Desk
    from pnp.convention.event import Settings

    if not call.game or call.people is None:
        raise CallError(say("event.new-needs"))
    names = sheet_names.of_people(call.people)
    low = tables.library.load(call.game).PLAYERS[0]
    asked = call.rule, call.seating, call.confirm, call.seed, max(2, low) if call.seats > 1 else 1
    return event_text.overview(
        Desk.open(tables, Settings(call.name, call.game, call.seats, call.rounds, *asked), names)
    )


def _list(tables: Tables, call: _Call) -> dict[str, Any]:
    from pnp.convention.desk import Desk

    del call
    desks = [Desk.load(tables, name) for name in Desk.known(tables)]
    rows = [
        {"name": one.name, "game": one.event.settings.game, "people": len(one.event.people),
         "round": one.event.current, "rounds": one.event.settings.rounds}
        for one in desks
    ]  # fmt: skip
    return {"events": rows}


def _doing(do: Callable[[Desk, _Call], object]) -> Callable[[Tables, _Call], dict[str, Any]]:
    """Does something to an event, and tells how it stands then."""

    def done(tables: Tables, call: _Call) -> dict[str, Any]:
        from pnp.cli import event_text

        desk = _loaded(tables, call)
        do(desk, call)
        return event_text.overview(desk)

    return done


def _standings(tables: Tables, call: _Call) -> dict[str, Any]:
    from pnp.cli import event_text

    return event_text.standings(_loaded(tables, call))


def _totals(text: str) -> dict[str, int]:
    """The totals that a slip says.

    >>> _totals("Ana=41, Bo=-3")
    {'Ana': 41, 'Bo': -3}
    """
    totals: dict[str, int] = {}
    for part in text.split(","):
        name, _, value = (piece.strip() for piece in part.rpartition("="))
        if not name or not re.fullmatch("-?[0-9]{1,6}", value):
            raise CallError(say("event.no-totals", value=shown(part)))
        if name in totals:
            raise CallError(say("event.named-twice", name=shown(name)))
        totals[name] = int(value)
    return totals


DOINGS: dict[str, Callable[[Tables, _Call], dict[str, Any]]] = {
    "new": _new,
    "list": _list,
    "show": _doing(lambda _desk, _call: None),
    "seat": _doing(lambda desk, _call: desk.seat()),
    "add": _doing(lambda desk, call: desk.come(call.player)),
    "drop": _doing(lambda desk, call: desk.leave(call.player)),
    "back": _doing(lambda desk, call: desk.back(call.player)),
    "rename": _doing(lambda desk, call: desk.rename(call.player, call.other)),
    "swap": _doing(lambda desk, call: desk.swap(call.player, call.other)),
    "move": _doing(lambda desk, call: desk.move(call.player, call.table or None)),
    "tell": _doing(lambda desk, call: desk.tell(call.table, _totals(call.totals))),
    "confirm": _doing(lambda desk, call: desk.confirm(call.table, call.player)),
    "undo": _doing(lambda desk, _call: desk.undo()),
    "close": _doing(lambda desk, call: desk.close(call.anyway)),
    "standings": _standings,
    "print": _standings,
}
"""What can be done to an event, and who does it."""
NEEDS = {
    **dict.fromkeys(("add", "drop", "back", "move"), ("--player",)),
    **dict.fromkeys(("rename", "swap"), ("--player", "--with")),
    "tell": ("--table", "--totals"),
    "confirm": ("--table", "--player"),
}
"""Options without which nothing is done."""
