"""The score pad of Dice Miner alone: its lines taken as written, added up and given a band."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pnp.errors import Problem
from pnp.games.codec import Choice, Codec, Crosses, Mark, Marks, Number, Numbers, Text
from pnp.games.dice_miner.dice import numbers
from pnp.games.dice_miner.solo_rules import SoloRules
from pnp.games.dice_miner.solo_sheet import LINES, SoloTrove, band_note, banded, score_of
from pnp.games.game import Counted, Papers
from pnp.games.paper import as_written, impossible, outside, own_sheet
from pnp.games.verdict import SheetVerdict, Verdict, compare, ranking, wrong_sums
from pnp.words import Said, say

BEST_SCORES = 5


@lru_cache(maxsize=32)
def pad_of(rules: SoloRules) -> Codec:
    """The score pad of a solo game."""
    return Codec(
        name=Text("name"),
        lines=Numbers(LINES),
        total=Number("total"),
        refills=Crosses(f"refills.{number}" for number in range(1, rules.refills + 1)),
        magic=Choice("magic", tuple(str(count) for count in sorted(rules.starting_magic))),
        band=Choice("band", tuple(str(number) for number in range(1, len(rules.bands) + 1))),
        best=Numbers(f"best.{number}" for number in range(1, BEST_SCORES + 1)),
    )


def sheets(rules: SoloRules) -> dict[str, Codec]:
    """The codec of each sheet; the summary has nothing to fill in."""
    return {"score": pad_of(rules), "summary": Codec()}


def marks(trove: SoloTrove, rules: SoloRules) -> list[tuple[str, Marks]]:
    """The solo score pad, filled in."""
    score = score_of(trove, rules)
    pad = {
        "name": trove.player,
        "lines": {line.name: line.points for line in score.lines},
        "total": score.total,
        "refills": trove.refills or 0,
        "magic": "" if trove.starting_magic is None else str(trove.starting_magic),
        "band": str(score.facts["band"]),
    }
    return [("score", pad_of(rules).marks(pad))]


def count(papers: Papers, rules: SoloRules) -> Counted:
    """What the score pad comes to, and the band that goes with it; the dice of the trove are not on it."""
    sheets, own = [], []
    for seat, player in enumerate(papers.players):
        pad = pad_of(rules).value(own_sheet(papers, seat, "score"))
        sheet = _counted(player, pad, rules)
        due: dict[str, Mark] = {"total": sheet.score.total, "band": str(sheet.score.facts["band"])}
        sheets.append(sheet)
        own.append({"score": due})
    totals = [(sheet.player, sheet.score.total) for sheet in sheets]
    verdict = Verdict(rules.edition.game, tuple(sheets), (), ranking(totals, [()] * len(totals), str))
    return Counted(verdict, {}, tuple(own))


def _counted(player: str, pad: Mapping[str, Any], rules: SoloRules) -> SheetVerdict:
    score = banded(tuple(as_written(line, pad["lines"].get(line)) for line in LINES), rules)
    problems = [*_impossible(pad["lines"], rules), *wrong_sums(pad["total"], score)]
    if pad["band"]:
        why = say("why.band", n=score.total)
        problems += compare(_line("band"), int(pad["band"]), int(score.facts["band"]), why)
    return SheetVerdict(player, tuple(problems), (band_note(score, rules),), score)


def _line(name: str) -> Said:
    return say("place.line", line=name)


def limits(rules: SoloRules) -> dict[str, tuple[int, int]]:
    """What a thing of each line scores, and how many of them all the dice of the box could show.

    >>> from pnp.edition import shipped
    >>> from pnp.games.dice_miner.solo_rules import rules_of
    >>> limits(rules_of(shipped("dice-miner-solo")))
    {'tunnel': (5, 5), 'hazard': (1, 40), 'treasure': (1, 24), 'cached': (2, 24)}
    """
    dice = rules.dice
    straight = max(1, rules.straight_end - rules.straight_start + 1)
    gems = dice.counts["treasure"] * max(numbers(dice.faces["treasure"]), default=0)
    hazards = dice.counts["hazard"] * max((face.number for face in dice.faces["hazard"]), default=0)
    return {
        "tunnel": (rules.straight_points, dice.counts["tunnel"] // straight),
        "hazard": (rules.hazard_points, hazards),
        "treasure": (rules.treasure_points, gems),
        "cached": (rules.cached_points, gems),
    }


def _impossible(lines: Mapping[str, int], rules: SoloRules) -> Iterator[Problem]:
    """Numbers that no trove can give."""
    for line, (each, most) in limits(rules).items():
        written = lines.get(line)
        yield from (wrong := outside(_line(line), written, 0, each * most))
        if written is not None and not wrong and each and written % each:
            yield impossible(_line(line), written, say("possible.steps", step=each))
