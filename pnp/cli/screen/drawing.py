"""The whole screen put together for a size: title, dice, a page or the table, a message, what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pnp.cli.screen import pages
from pnp.cli.screen.cells import Line, fitted, line, printable, wrapped
from pnp.cli.screen.panels import FAINT, Look, body, dice, title
from pnp.cli.screen.steps import chances
from pnp.words import Said, say

SMALLEST = (60, 20)
BOTTOM = 2
"""The rows below the table: a rule, and a line that says what is waited for."""
LARGE_DICE = 20
"""So many rows leave room for large dice."""

MOST_CHOICES = 8
"""So many rows of options at the most."""

Page = Callable[[Look, int], list[Line]]
Body = Callable[[Look, int, int], list[Line]]


class Shown(NamedTuple):
    """What is on the screen: the table as somebody sees it, a page in place of it, a message, how far down.

    `body` draws the sheets below the dice, `asks` says what is waited for where the game does not.
    """

    look: Look
    page: Page | None = None
    message: str = ""
    good: bool = True
    scroll: int = 0
    body: Body = body
    asks: Said | None = None


def drawn(shown: Shown, cells: int, rows: int) -> list[Line]:
    """Every line above the prompt."""
    if cells < SMALLEST[0] or rows < SMALLEST[1]:
        said = say("small-window", cells=cells, rows=rows, least=SMALLEST[0], least_rows=SMALLEST[1])
        return printable(wrapped(shown.look.words.text(said), cells)[: rows - 1])
    bottom = _bottom(shown, cells)
    # A long message hides what is just above it on the table, and moves nothing; pages can be scrolled.
    scrolls = shown.page is not None or shown.look.table.over or shown.look.table.ended_early
    room = rows - 2 - (len(bottom) if scrolls else BOTTOM)
    content = _scrolled(_content(shown, cells, room), room, shown)
    content = [*content, *([[]] * (room - len(content)))][: rows - 2 - len(bottom)]
    return printable([fitted(one, cells) for one in (title(shown.look, cells), *content, *bottom)])


def _content(shown: Shown, cells: int, rows: int) -> list[Line]:
    look = shown.look
    if shown.page is not None:
        return shown.page(look, cells)
    if look.step.kind == "pause":
        return _with_sheets(pages.reveal(look, cells), look, cells, rows, None)
    if look.table.over or look.table.ended_early:
        return pages.final(look, cells, result=look.step.kind not in ("words", "curtain"))
    above = dice(look, cells, 5 if rows >= LARGE_DICE else 1)
    if look.step.kind == "roll" and (revealed := pages.reveal(look, cells)):
        return _with_sheets([*above, [], *revealed], look, cells, rows, None)
    room = rows - len(above)
    main = shown.body(look, cells, room)
    offered = pages.choices(look, cells, min(room - len(main) - 1, MOST_CHOICES))
    return _with_sheets([*above, *main, *([[]] if offered else []), *offered], look, cells, rows, look.shown_seat)


def _with_sheets(made: list[Line], look: Look, cells: int, rows: int, but: int | None) -> list[Line]:
    """Lines with the sheets of everybody else below, where there is room for them."""
    more = pages.sheets(look, cells, but) if not look.table.opening.pad else []
    return [*made, [], *more[:-1]] if more and len(made) + len(more) <= rows else made


def _scrolled(content: list[Line], room: int, shown: Shown) -> list[Line]:
    """As much as there is room for, from where somebody has scrolled to; a sign tells that there is more."""
    if len(content) <= room:
        return content
    start = max(0, min(shown.scroll, len(content) - room + 1))
    more = len(content) - start - (room - 1)
    if more <= 0:
        return content[-room:]
    return [*content[start : start + room - 1], line(f" {shown.look.words.text(say('more-below', n=more))}", "reverse")]


def _bottom(shown: Shown, cells: int) -> list[Line]:
    """A rule, a message, and what is waited for; why something was refused is enough."""
    rule = line("─" * cells, FAINT)
    asked = wrapped(shown.look.words.text(_prompt_line(shown)), cells - 1, FAINT)[:2]
    if not shown.message:
        return [rule, *asked]
    if shown.good:
        return [rule, *wrapped(shown.message, cells - 1)[:4], *asked]
    return [rule, *wrapped(f"✗ {shown.message}", cells - 1, "bold fg:ansired")[:4]]


def _prompt_line(shown: Shown) -> Said:
    step, table = shown.look.step, shown.look.table
    if shown.page is not None:
        return say("prompt-line.page")
    if shown.asks is not None:
        return shown.asks
    match step.kind:
        case "roll":
            example = " ".join(str(die.faces[n % len(die.faces)]) for n, die in enumerate(table.play.dice(table.state)))
            return (
                say("prompt-line.roll") if table.opening.dice == "virtual" else say("prompt-line.dice", example=example)
            )
        case "curtain":
            may = tuple(say("prompt-line.chance", seat=one.seat, words=one.example) for one in chances(table))
            return say("prompt-line.curtain", seat=step.seat, may=may)
        case "pause":
            return say("prompt-line.last") if table.over else say("prompt-line.pause")
        case "stopped":
            return say("prompt-line.stopped")
        case "done":
            return say("prompt-line.done")
    wanted = step.wanted
    if wanted is None:
        return say("prompt-line.done")
    if wanted.only:
        return say("prompt-line.only", what=wanted.what, words=wanted.example)
    return say("prompt-line.words", what=wanted.what, example=wanted.example, skip=not wanted.must)
