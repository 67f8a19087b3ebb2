"""Decisions looked back at, for people: lines, and a PDF to take home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.cli.coached import Subject
from pnp.coach.decisions import Decided, decided
from pnp.errors import CallError
from pnp.words import Said, Words, say


def looked_back(subject: Subject, player: str) -> list[Decided]:
    """What came of the decisions of a table, or of one of its seats."""
    if not subject.steps:
        raise CallError(say("no-decisions", name=subject.name))
    verdict = subject.game.judge(subject.document, subject.edition)
    scores = [(sheet.player, sheet.score.total) for sheet in verdict.sheets]
    found = decided(subject.game, subject.edition, subject.steps, scores, subject.over)
    return [found[subject.seat(player)]] if player else found


def _told(one: Decided) -> list[Said]:
    facts = {"player": one.name, "score": one.score, "expected": round(one.expected, 1), "lost": round(one.lost, 1)}
    luck = None if one.luck is None else say("decided.luck", more=one.luck >= 0, by=round(abs(one.luck), 1))
    told = [say("decided.player", **facts, luck=luck)]
    for row in one.costliest:
        by = round(row.lost, 1)
        told.append(say("decided.costly", round=row.number, move=row.move, better=row.best.notation, by=by))
    return told if one.costliest else [*told, say("decided.clean")]


def lines(found: Sequence[Decided], words: Words) -> Iterator[str]:
    """What is told of each player, line by line."""
    for one in found:
        first, *rest = (words.text(said) for said in _told(one))
        yield ""
        yield f"  {first}"
        yield from (f"    {line}" for line in rest)


def write_pdf(found: Sequence[Decided], subject: Subject, path: Path) -> None:
    """A page for each player: the score, what was to be expected after each decision, and the costliest of them."""
    from pnp.geometry import Rect
    from pnp.paths import write_whole
    from pnp.render.charts import EDGE, WIDTH, curve, paragraph, written
    from pnp.sheets.ink import Ink, Text

    words, wide, pages = subject.words, WIDTH - 2 * EDGE, []
    for one in found:
        first, *rest = (words.text(said) for said in _told(one))
        ink: list[Ink] = [Text(EDGE, 18, one.name, "display", 7, "ink", fit=wide, floor=4)]
        more, _ = paragraph(first, EDGE, 25, wide, 3.4)
        ink += more
        expected = [round(row.expected, 1) for row in one.decisions]
        ink += curve([("accent", [round(one.expected, 1), *expected, float(one.score)])], Rect(EDGE, 32, wide, 60))
        below = 102.0
        for line in rest:
            more, below = paragraph(line, EDGE, below, wide, 3.2)
            ink += more
        pages.append(ink)
    write_whole(path, written(pages, subject.game.TITLE, words.language, ".pdf"))
