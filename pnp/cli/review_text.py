"""A review for people: lines, and a PDF to take home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.cli.coached import Subject
from pnp.coach.review import Player, Review
from pnp.words import Said, Words, say

if TYPE_CHECKING:
    from pnp.sheets.sheet import Sheet

BARS = "▁▂▃▄▅▆▇█"


def dice_line(found: Review) -> Said:
    """How good the dice were."""
    luck = None
    if found.luck is not None:
        by = round(abs(found.luck), 1)
        luck = say("review.better", n=by) if found.luck >= 0 else say("review.worse", n=by)
    return say("review.dice", par=found.table.par, luck=luck)


def player_lines(one: Player) -> list[Said]:
    """What is told of a player."""
    told = [say("review.player", player=one.name, score=one.score, par=one.par.par, share=round(100 * one.share))]
    for row in one.costliest:
        better = row.thought.best.notation if row.thought else ""
        facts = {"round": row.number, "move": row.move, "n": row.hindsight, "better": better}
        facts |= {"means": row.means, "best": row.better}
        told.append(say("review.costly", **facts, before=row.reachable + row.hindsight, seen=round(row.seen, 1)))
    if not one.costliest:
        told.append(say("review.clean"))
    later = tuple(say("review.round", round=row.number, by=row.hindsight) for row in one.in_hindsight)
    then = tuple(say("review.round", round=row.number, by=round(row.seen, 1)) for row in one.at_the_time)
    if later:
        told.append(say("review.in-hindsight", n=len(one.in_hindsight), rounds=later))
    if then:
        told.append(say("review.at-the-time", n=len(one.at_the_time), rounds=then))
    return told


def curve_text(curve: tuple[int, ...]) -> str:
    """Numbers as bars.

    >>> curve_text((50, 50, 46, 43))
    '██▄▁'
    """
    low, high = min(curve), max(curve)
    return "".join(BARS[round((one - low) / max(1, high - low) * (len(BARS) - 1))] for one in curve)


def lines(found: Review, words: Words) -> Iterator[str]:
    """A review line by line."""
    yield words.text(dice_line(found))
    for one in found.players:
        yield ""
        first, *rest = player_lines(one)
        yield f"  {words.text(first)}"
        yield f"    {words.text(say('review.curve', curve=curve_text(one.curve)))} {one.curve[0]}–{one.curve[-1]}"
        yield from (f"    {words.text(said)}" for said in rest)


def write_pdf(found: Review, subject: Subject, path: Path) -> None:
    """A page for each player: the score, the curve, the costliest rounds, and the par house beside their own."""
    from pnp.geometry import Rect
    from pnp.paths import write_whole
    from pnp.render.charts import EDGE, HEIGHT, WIDTH, curve, drawing, paragraph, written
    from pnp.sheets.ink import Ink, Text

    sheet = _drawn_on(subject)
    words, wide, pages = subject.words, WIDTH - 2 * EDGE, []
    own = {sheet.player: sheet.picture for sheet in subject.game.judge(subject.document, subject.edition).sheets}
    for one in found.players:
        first, *rest = player_lines(one)
        ink: list[Ink] = [Text(EDGE, 18, words.text(first), "display", 7, "ink", fit=wide, floor=4)]
        ink.append(Text(EDGE, 25, words.text(dice_line(found)), "text", 3.4, "soft", fit=wide, floor=2))
        ink += curve([("accent", one.curve)], Rect(EDGE, 30, wide, 46))
        below = 84.0
        for said in rest:
            more, below = paragraph(words.text(said), EDGE, below, wide, 3.2)
            ink += more
        picture = own.get(one.name)
        drawn = [[cell.text for cell in row] for _, row in picture.rows] if picture else []
        best = [row.split() for row in one.par.house.splitlines()]
        titles = say("review.own", player=one.name, n=one.score), say("review.best", n=one.par.par)
        side = (wide - 6) / 2
        for at, (title, rows) in enumerate(zip(titles, (drawn, best), strict=True)):
            room = Rect(EDGE + at * (side + 6), below, side, HEIGHT - EDGE - below)
            ink += drawing(words.text(title), sheet, subject.game.PICTURE, rows, room)
        pages.append(ink)
    write_whole(path, written(pages, subject.game.TITLE, words.language, ".pdf", sheet.theme.colors))


def _drawn_on(subject: Subject) -> Sheet:
    """The sheet of a player that has the game's picture."""
    from pnp.sheets import layout

    name, library = subject.edition.game, subject.library
    made = layout.load(layout.find(name, library.beside(name, f"{name}.toml")))
    sheets = (layout.ready(made, one, library=None if made.shipped else library) for one in made.sheets)
    return next(one for one in sheets if subject.game.PICTURE in one.blocks)
