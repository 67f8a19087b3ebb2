"""From the words of a call to a job of cards: which decks, with which backs, and the test print for both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pnp.cli.language import spoken, told_in
from pnp.cli.print_call import Call
from pnp.errors import CallError
from pnp.render import duplex_test, imposition
from pnp.render.card_pages import CardJob, Shift, plan, turns_sideways, upside_down
from pnp.render.job import Copy, Job
from pnp.sheets import codes
from pnp.sheets.layout import Layout
from pnp.sheets.personal import Person
from pnp.sheets.sheet import Sheet
from pnp.sheets.sheet_plans import SheetPlan
from pnp.strict import near
from pnp.words import say

MARGIN = "5"
"""Millimetres around cards, where a call does not say another number: nine poker cards fit on A4 and on Letter."""


def decks(made: Layout, asked: str) -> list[SheetPlan]:
    """The cards that a call asks for; none where it asks for sheets to write on."""
    fronts = _fronts(made)
    known = {one.deck or one.name: True for one in fronts}
    if asked in ("", "all"):
        first = next(iter(made.sheets.values()), None)
        whole = asked == "all" and all(one.owner == "card" for one in made.sheets.values())
        names = list(known) if whole else [first.deck or first.name] if first and not asked else []
    else:
        names = asked.split(",")
    if not any(name in known for name in names):
        return []
    for name in names:
        if name not in known:
            raise CallError(say("cards-apart", sheet=repr(name), near=near(name, known)))
    return [one for name in names for one in fronts if name in (one.deck, one.name)]


def _fronts(made: Layout) -> list[SheetPlan]:
    """The cards that are printed for themselves, not as the back of others."""
    fronts = [one for one in made.sheets.values() if one.owner == "card" and one.copies]
    backs = {one.cut.back for one in fronts}
    return [one for one in fronts if one.name not in backs]


def apart(call: Call, made: Layout) -> list[Call]:
    """A call for all sheets of a layout that has cards too: one for the sheets to write on, one for the decks."""
    sheets = [one.name for one in made.sheets.values() if one.owner != "card"]
    cards = list(dict.fromkeys(one.deck or one.name for one in _fronts(made)))
    if call.sheets != "all" or not sheets or not cards:
        return [call]
    return [replace(call, sheets=",".join(names)) for names in (sheets, cards)]


def job_of(call: Call, made: Layout, cards: list[SheetPlan], ready: Callable[[str], Sheet]) -> Job:
    """The cards of a call as a job, each as often as its row says."""
    space = imposition.margins(call.margin or MARGIN, call.paper)
    wanted = call.duplex if any(one.cut.back for one in cards) else "off"
    copies: list[Copy] = []
    cuts = {}
    for one in cards:
        sheet = ready(one.name)
        cuts[sheet.key] = one.cut
        pair = [_copy(sheet)]
        if wanted != "off":
            back = _back(ready(one.cut.back) if one.cut.back else sheet._replace(name=f"{one.name}-blank", ink=()))
            if not turns_sideways(plan(sheet, one.cut, call.paper, space), wanted):
                back = upside_down(back)
            cuts[back.key] = one.cut
            pair.append(_copy(back))
        copies += pair * one.copies
    title = f"{made.title}: " + ", ".join(dict.fromkeys(one.deck or one.heading for one in cards))
    subject = f"{made.game}, layout version {made.version}"
    return CardJob(
        title, made.language, tuple(copies), call.paper, 1, space, call.ink, subject=subject,
        cuts=tuple(cuts.items()), duplex=wanted, shift=shift(call.back_shift),
    )  # fmt: skip


def _back(sheet: Sheet) -> Sheet:
    return sheet._replace(owner="back")


def _copy(sheet: Sheet) -> Copy:
    return Copy(sheet._replace(personal=()), Person("", ""), codes.address(sheet.key, ""))


def trial(call: Call) -> Job:
    """Two pages that say how far the back of a sheet is off."""
    if call.duplex == "off":
        raise CallError(say("no-test-print"))
    words = spoken(told_in(call.language))
    told = words.text(say("test-print.front")), words.text(say("test-print.back"))
    pages = duplex_test.sheets(call.paper, call.duplex, shift(call.back_shift), told)
    copies = tuple(_copy(sheet) for sheet in pages)
    return Job("Test print", "en", copies, call.paper, 1, duplex_test.margins())


def shift(text: str) -> Shift:
    """How far backs are moved: two numbers of millimetres.

    >>> shift("0.5,-1")
    Shift(x=0.5, y=-1.0)
    """
    if not text:
        return Shift()
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 2 or not all(-20 <= number <= 20 for number in numbers):
        raise CallError(say("no-shift", text=repr(text)))
    return Shift(*numbers)
