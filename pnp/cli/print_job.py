"""From the words of a call to a print job: which sheets, for whom, with which codes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cli import card_job, small_print
from pnp.cli import sheet_names as lists
from pnp.cli.print_call import Call
from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.games.codec import Marks
from pnp.render import filled_sheets, imposition, table_sheets
from pnp.render.card_pages import DUPLEX
from pnp.render.colors import MODES
from pnp.render.job import Copy, Job
from pnp.sheets import codes, layout, personal
from pnp.sheets.layout import Layout
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.theme import DRESSES
from pnp.strict import near
from pnp.words import Said, languages, say

if TYPE_CHECKING:
    from pnp.games.library import Library
    from pnp.play.engine import Table

FORMATS = ("pdf", "svg", "png")


def job_of(call: Call) -> tuple[Job, list[Said]]:
    """The job that a call asks for, and what its caller should know."""
    _one_of("--ink", call.ink, MODES)
    _one_of("--format", call.format, FORMATS)
    if call.dress:
        _one_of("--dress", call.dress, DRESSES)
    if call.up not in imposition.UPS:
        raise CallError(say("no-such-choice", option="--up", value=call.up, allowed=imposition.UPS))
    if call.fillable and call.format != "pdf":
        raise CallError(say("no-form", format=call.format))
    _one_of("--duplex", call.duplex, DUPLEX)
    card_job.shift(call.back_shift)
    if call.test_print:
        return card_job.trial(call), []
    made = _layout(call)
    if cards := card_job.decks(made, call.sheets):
        return card_job.job_of(call, made, cards, lambda name: layout.ready(made, name)), []
    notes: list[Said] = []
    if call.table:
        copies = _of_table(call, made, notes)
    else:
        copies = _examples(call, made, notes) if call.example else _blank(call, made, notes)
    how = {"ink": call.ink, "guides": call.guides, "fillable": call.fillable}
    job = filled_sheets.bound(made, copies, call.onto(), **how)
    return job, notes + small_print.warnings(job, made)


def apart(call: Call) -> list[Call]:
    """A call as those that make a file each: cards are printed apart from sheets to write on."""
    return card_job.apart(call, _layout(call)) if call.sheets == "all" and not call.test_print else [call]


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        slip = near(value, allowed)
        raise CallError(say("no-such-choice", option=option, value=repr(value), allowed=allowed, near=slip))


def _layout(call: Call) -> Layout:
    """The layout that a call names, in the language that it asks for if the layout has it."""
    path = layout_file(call)
    made = layout.load(path, call.language, _edition(call, path))
    known = tuple(dict.fromkeys((*made.languages, *languages())))
    if call.language and call.language not in known:
        raise CallError(say("no-such-choice", option="--language", value=repr(call.language), allowed=known))
    return made


def _edition(call: Call, path: Path) -> Edition | None:
    """The edition that a call names, over that of its layout's game."""
    if call.edition is None:
        return None
    from pnp.cli.documents import own_edition
    from pnp.sheets.own_rules import library_of

    usual = layout.load(path)
    edition = own_edition(call.edition, library_of(_rules(call, usual)))
    if edition is not None and edition.game != usual.game:
        raise InputError(say("other-edition", name=str(path), game=usual.game, edition=edition.game))
    return edition


def layout_file(call: Call) -> Path:
    """The file of the layout that a call names."""
    if call.game in layout.names() or call.game.endswith(".toml"):
        return layout.find(call.game)
    from pnp.sheets.own_rules import library_of

    return layout.find(call.game, library_of(call.rules).beside(call.game, f"{call.game}.toml"))


def _names_of_sheets(call: Call, made: Layout) -> list[str]:
    if call.sheets == "all":
        return [one.name for one in made.sheets.values() if one.owner != "card"] or [""]
    return call.sheets.split(",") if call.sheets else list(made.sheets)[:1] or [""]


def _ready(made: Layout, name: str, call: Call, usual: str = DRESSES[0]) -> Sheet:
    return filled_sheets.ready(made, name, call.onto(usual), _library(call, made))


def _library(call: Call, made: Layout) -> Library | None:
    """Where rules are looked for; a layout that came with the program has been matched with its rules already."""
    if made.shipped:
        return None
    from pnp.sheets.own_rules import library_of

    return library_of(call.rules)


def _rules(call: Call, made: Layout) -> Path | None:
    """The rules that are named; without any a layout of one's own that has rules is the rules too."""
    return call.rules or (layout_file(call) if made.rules is not None and not made.shipped else None)


def _blank(call: Call, made: Layout, notes: list[Said]) -> list[Copy]:
    """Sheets to write on: every copy that was asked for, of every sheet that was asked for."""
    names, bad = lists.names(call.players, call.count, call.guests)
    if bad and not (call.skip_bad and names):
        raise InputError(lists.refusal(bad, len(names)))
    notes += [*(say("guest-skipped", why=why) for why in bad), *lists.unprinted(names)]
    key = key_of(call, notes)
    copies: list[Copy] = []
    for name in _names_of_sheets(call, made):
        sheet = _ready(made, name, call)
        address = table_sheets.address_on(sheet, call.onto(), call.url)
        for_table = sheet.owner == "table"
        seats = lists.by_table(names, personal.seats(sheet)) if for_table else [[one] for one in names]
        parties = [party for party in seats for _ in range(max(1, call.pad))]
        if len(parties) > lists.MOST:
            raise CallError(say("too-many-in-one-file", n=len(parties), most=lists.MOST))
        owners = ["" if for_table else party[0] for party in parties]
        given = codes.codes(key, (made.game, name, call.batch), owners)
        people = [Person(owner, code) for owner, code in zip(owners, given, strict=True)]
        for party in seats:
            _warn_of_long_names(sheet, party, notes)
        drawn = [() if call.fillable or not for_table else personal.at_seats(sheet, party) for party in parties]
        typed = [personal.seat_values(sheet, party) if call.fillable and for_table else {} for party in parties]
        chosen = range(len(people)) if for_table else lists.selection(people, call.only)
        copies += [Copy(sheet, people[number], address, drawn[number], typed[number]) for number in chosen]
    return copies


def _of_table(call: Call, made: Layout, notes: list[Said]) -> list[Copy]:
    """The sheets of a table: with its players' names and its codes, or filled in with points when it is over."""
    from pnp.cli.storage import open_tables
    from pnp.play import results
    from pnp.sheets.documents import understand

    if call.players or call.count or call.guests or call.example:
        raise CallError(say("agreed.print"))
    with open_tables(call.db, None, _rules(call, made), new=False) as tables:
        table = tables.load(call.table)
    if table.opening.game != made.game:
        raise CallError(say("other-game.print", table=table.id, game=table.opening.game, asked=made.game))
    if made.edition is not None:
        made = layout.load(layout_file(call), call.language, table.edition)
    if table.position.on_paper:
        entered = [(name, marks) for name, _, marks in results.sheets(table) if marks]
        if not entered:
            raise CallError(say("nothing-entered", table=table.id))
        return _copies_of(entered, made, call, notes)
    if table.over:
        source = f"table {table.id}"
        game, document, edition = understand(table.play.document(table.state), source, table.edition, tables.library)
        return _copies_of(game.marks(document, edition), made, call, notes)
    if not table.people:
        raise CallError(say("nobody-there", table=table.id))
    return _to_play(call, made, table, notes)


def _to_play(call: Call, made: Layout, table: Table, notes: list[Said]) -> list[Copy]:
    people = [(one.id, one.name) for one in table.people]
    notes += lists.unprinted(name for _, name in people)
    seats = table_sheets.Seats(table.id, people, key_of(call, notes), call.url)
    copies = table_sheets.copies(made, _names_of_sheets(call, made), call.onto(), seats, _library(call, made))
    for sheet in {copy.sheet.key: copy.sheet for copy in copies}.values():
        _warn_of_long_names(sheet, [name for _, name in people], notes)
    return copies


def _warn_of_long_names(sheet: Sheet, names: Sequence[str], notes: list[Said]) -> None:
    """Say which names have no room in the heads of a pad's columns."""
    if sheet.owner == "table":
        notes += [say("shortened", name=repr(name)) for name in personal.shortened(sheet, names)]


def key_of(call: Call, notes: list[Said]) -> bytes:
    """What codes are made of: the call's own text, or this user's key."""
    if call.seed:
        return call.seed.encode()
    from pnp.paths import data_folder
    from pnp.sheets import secret_key

    secret, kept = secret_key.load(data_folder())
    if not kept:
        notes.append(say("codes-not-kept", folder=str(data_folder())))
    return secret


def _examples(call: Call, made: Layout, notes: list[Said]) -> list[Copy]:
    """The sheets of a document, filled in."""
    from pnp.cli.documents import read
    from pnp.sheets.documents import understand
    from pnp.sheets.own_rules import library_of

    assert call.example is not None
    source = str(call.example)
    data = read(source)
    game, document, edition = understand(
        data, source, made.edition if call.edition else None, library_of(_rules(call, made))
    )
    if data["game"] != made.game:
        raise InputError(say("other-game.document", name=source, game=data["game"], asked=made.game))
    if not game.judge(document, edition).legal:
        notes.append(say("printed-illegal", name=source))
    return _copies_of(game.marks(document, edition), made, call, notes)


def _copies_of(filled: list[tuple[str, Marks]], made: Layout, call: Call, notes: list[Said]) -> list[Copy]:
    """Sheets that are filled in, as far as they were asked for."""
    copies: list[Copy] = []
    written: list[str] = []
    for name, marks in filled:
        if call.sheets in ("", "all") or name in call.sheets.split(","):
            written += [mark for mark in marks.values() if isinstance(mark, str)]
            sheet = _ready(made, name, call, filled_sheets.FILLED_IN)
            copies.append(filled_sheets.copy(sheet, marks, codes.address(sheet.key, call.url)))
    if not copies:
        raise CallError(say("no-such-filled-sheet", sheet=repr(call.sheets)))
    notes += lists.unprinted(written)
    return copies
