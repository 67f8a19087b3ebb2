"""Dice Miner alone: one trove at the end of the game, whether it could be drafted, and how good it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edition import Edition
from pnp.errors import Note
from pnp.games._mine import cells, counted, numbers, read_dice, rolled_faces, sequences, symbols
from pnp.games._mine_draft import (
    PILES,
    Document,
    Rules,
    chests,
    draft_problems,
    kind_of,
    rules_of,
    unmatched,
    unsupported,
)
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, FieldRule, Mark, Marks, Papers
from pnp.games.verdict import Line, Picture, Score, SheetVerdict, Verdict, ranking, wrong_sums
from pnp.strict import Table, as_whole

__all__ = [
    "Document",
    "band",
    "chests",
    "count",
    "fields",
    "judge",
    "marks",
    "read",
    "rolled_faces",
    "rules_of",
    "score_trove",
    "unmatched",
    "unsupported",
]

TITLE = "Dice Miner, solo"
PLAYERS = (1, 1)
LINES = ("tunnel", "hazard", "treasure", "cached")
BEST_SCORES = 5


def fields(edition: Edition) -> Mapping[str, Mapping[str, FieldRule]]:
    """The score pad of a solo game, and the summary, on which nothing is written."""
    rules = rules_of(edition)
    bands = tuple(str(number) for number in range(1, len(rules.bands) + 1))
    pad = {"name": FieldRule("text")}
    pad |= {line: FieldRule("number") for line in (*LINES, "total")}
    pad |= {f"refills.{number}": FieldRule("cross") for number in range(1, rules.refills + 1)}
    pad["magic"] = FieldRule("choice", tuple(str(count) for count in sorted(rules.starting_magic)))
    pad["band"] = FieldRule("choice", bands)
    pad |= {f"best.{number}": FieldRule("number") for number in range(1, BEST_SCORES + 1)}
    return {"score": pad, "summary": {}}


def read(table: Table, edition: Edition) -> Document:
    """A miner's trove from its document."""
    rules = rules_of(edition)
    sheets = sheets_of(table)
    documents = []
    for number, sheet in enumerate(sheets, 1):
        player = player_of(sheet, number)
        piles = {name: read_dice(sheet, name) for name in PILES}
        refills = sheet.whole("refills", None, low=0)
        value = sheet.raw("starting-magic", None)
        start = sheet.item(value, None, lambda v: _start(v, rules), "starting-magic")
        written = written_of(sheet, LINES)
        documents.append(Document(player, **piles, refills=refills, starting_magic=start, written=written))
        if sheet is not table:
            sheet.close()
    players_of(table, len(sheets), *PLAYERS)
    return documents[0] if documents else Document("")


def _start(value: Any, rules: Rules) -> int | None:
    if value is None:
        return None
    if as_whole(value) not in rules.starting_magic:
        raise ValueError(f"{value} is not one of {', '.join(map(str, rules.starting_magic))}")
    return int(value)


def judge(document: Document, edition: Edition) -> Verdict:
    """What the rules say of a trove: dice that can't have been drafted, the score and its band."""
    rules = rules_of(edition)
    score = score_trove(document, rules)
    problems = (*draft_problems(document, rules), *wrong_sums(document.written, score))
    sheet = SheetVerdict(document.player, problems, band_notes(score, rules), score, _picture(document, rules))
    places = ranking([(document.player, score.total)], [()], str)
    return Verdict(edition.game, (sheet,), (), places)


def score_trove(document: Document, rules: Rules) -> Score:
    """The lines of a trove as it lies there, and its band."""
    ends = sequences(document.tunnel, rules.straight_start)
    straights = sum(end >= rules.straight_end for end in ends)
    hazards = sum(symbols(document.hazard, hazard) for hazard in rules.neutralizes)
    lines = (
        _line("tunnel", straights, "full straight", rules.straight_points),
        _line("hazard", hazards, "hazard symbol", rules.hazard_points),
        _line("treasure", sum(numbers(document.treasure)), "loose gem", rules.treasure_points),
        _line("cached", sum(numbers(document.cached)), "cached gem", rules.cached_points),
    )
    return banded(lines, rules)


def banded(lines: tuple[Line, ...], rules: Rules) -> Score:
    """The score of some lines, with the band that their total falls into."""
    return Score(lines, facts={"band": band(sum(line.points for line in lines), rules)})


def _line(name: str, count: int, word: str, points: int) -> Line:
    return Line(name, count * points, f"{counted(count, word)} times {points}")


def band(total: int, rules: Rules) -> int:
    """The number of the result band, 1 for the worst, that a total falls into.

    >>> from pnp.edition import shipped
    >>> [band(total, rules_of(shipped("dice-miner-solo"))) for total in (14, 15, 45, 46, 60, 71)]
    [1, 2, 3, 4, 4, 6]
    """
    return max(1, sum(total >= start for start, _ in rules.bands))


def band_notes(score: Score, rules: Rules) -> tuple[Note, ...]:
    """How good a score is, and what the next band takes."""
    number = int(score.facts["band"])
    place = f"band {number} of {len(rules.bands)}: {rules.bands[number - 1][1]}"
    more = f"; {rules.bands[number][0]} points reach the next one" if number < len(rules.bands) else ""
    return (Note("band", place + more),)


def _picture(document: Document, rules: Rules) -> Picture:
    room = chests(document) * rules.chest_room
    bad: dict[str, Sequence[int]] = {
        "tunnel": unsupported(document.tunnel, rules.straight_start),
        "hazard": unmatched(document.hazard, document.tool, rules.neutralizes),
        "cached": range(room, len(document.cached)),
    }
    return Picture(
        tuple(
            (name, cells(document.pile(name), rules.dice.faces[kind_of(name)], bad.get(name, ())))
            for name in PILES
            if document.pile(name)
        )
    )


def marks(document: Document, edition: Edition) -> list[tuple[str, Marks]]:
    """The solo score pad, filled in."""
    rules = rules_of(edition)
    score = score_trove(document, rules)
    pad: dict[str, Mark] = {"name": document.player, "total": score.total, "band": str(score.facts["band"])}
    pad |= {line.name: line.points for line in score.lines}
    pad |= {f"refills.{n}": True for n in range(1, min(document.refills or 0, rules.refills) + 1)}
    if document.starting_magic is not None:
        pad["magic"] = str(document.starting_magic)
    return [("score", pad)]


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad comes to as it is filled in on paper."""
    from pnp.games import _mine_solo_paper

    return _mine_solo_paper.count(papers, edition)


def __getattr__(name: str) -> Any:
    """The playing of the game, loaded when somebody plays."""
    if name == "play":
        from pnp.games import _mine_solo_play

        return _mine_solo_play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
