"""A review for people and programs: lines, plain values, and a PDF to take home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pnp.cli.coached import Subject
from pnp.coach.review import Player, Review, Round
from pnp.errors import CallError
from pnp.words import Said, Words, say

BARS = "▁▂▃▄▅▆▇█"


def as_answer(found: Review) -> dict[str, Any]:
    """A review as plain values."""
    best = found.table
    return {
        "table": {
            "par": best.par,
            "proven": best.proven,
            "house": best.house,
            "luck": found.luck,
            "spread": found.spread,
        },
        "players": [
            {
                "player": one.name,
                "score": one.score,
                "par": one.par.par,
                "proven": one.par.proven,
                "share": round(one.share, 3),
                "curve": list(one.curve),
                "house": one.par.house,
                "moves": list(one.par.moves),
                "costliest": [row.number for row in one.costliest],
                "rounds": [_round(row) for row in one.rounds],
            }
            for one in found.players
        ],
    }


def _round(row: Round) -> dict[str, Any]:
    thought = row.thought
    return {
        "round": row.number,
        "move": row.move,
        "hindsight": row.hindsight,
        "reachable": row.reachable,
        "expected": round(thought.made.expected, 2) if thought else None,
        "error": round(thought.made.error, 2) if thought else None,
        "better": thought.best.notation if thought and row.seen else None,
        "seen": round(row.seen, 2),
        "costly": row.costly,
    }


def dice_line(found: Review) -> Said:
    """How good the dice were."""
    luck = None
    if found.luck is not None:
        by = f"{abs(found.luck):.1f}"
        luck = say("review.better", n=by) if found.luck >= 0 else say("review.worse", n=by)
    return say("review.dice", par=found.table.par, luck=luck)


def player_lines(one: Player) -> list[Said]:
    """What is told of a player."""
    told = [say("review.player", player=one.name, score=one.score, par=one.par.par, share=round(100 * one.share))]
    for row in one.costliest:
        better = row.thought.best.notation if row.thought else ""
        facts = {"round": row.number, "move": row.move, "n": row.hindsight, "better": better}
        told.append(say("review.costly", **facts, before=row.reachable + row.hindsight, seen=f"{row.seen:.1f}"))
    return told if one.costliest else [*told, say("review.clean")]


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
    from pnp.render.charts import EDGE, WIDTH, curve, grid, written
    from pnp.sheets.ink import Ink, Text

    if path.suffix.lower() != ".pdf":
        raise CallError(say("no-such-choice", option="--out", value=repr(str(path)), allowed=(".pdf",)))
    words, wide, pages = subject.words, WIDTH - 2 * EDGE, []
    own = {sheet.player: sheet.picture for sheet in subject.game.judge(subject.document, subject.edition).sheets}
    for one in found.players:
        first, *rest = player_lines(one)
        ink: list[Ink] = [Text(EDGE, 18, words.text(first), "display", 7, "ink", fit=wide, floor=4)]
        ink.append(Text(EDGE, 25, words.text(dice_line(found)), "text", 3.4, "soft", fit=wide, floor=2))
        ink += curve([("accent", one.curve)], Rect(EDGE, 30, wide, 50))
        for number, said in enumerate(rest):
            ink.append(Text(EDGE, 88 + 6 * number, words.text(said), "text", 3.2, "ink", fit=wide, floor=1.6))
        picture = own.get(one.name)
        drawn = [[cell.text for cell in row] for _, row in picture.rows] if picture else []
        best = [row.split() for row in one.par.house.splitlines()]
        for at, (name, rows) in enumerate(((one.name, drawn), (f"{one.par.par}", best))):
            ink += grid(name, rows, Rect(EDGE + at * (wide + 6) / 2, 112, (wide - 6) / 2, 70))
        pages.append(ink)
    content = written(pages, subject.game.TITLE, words.language, ".pdf")
    write_whole(path, content)
