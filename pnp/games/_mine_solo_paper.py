"""The score pad of Dice Miner alone: its lines taken as written, added up and given a band."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games._mine import numbers as shown_numbers
from pnp.games._mine_draft import Rules, rules_of
from pnp.games._paper import as_written, differing, impossible, number, numbers, outside, own_sheet
from pnp.games.dice_miner_solo import LINES, band_notes, banded
from pnp.games.game import Counted, Mark, Marks, Papers
from pnp.games.verdict import Line, SheetVerdict, Verdict, ranking, wrong_sums


def count(papers: Papers, edition: Edition) -> Counted:
    """What the score pad comes to, and the band that goes with it; the dice of the trove are not on it."""
    rules = rules_of(edition)
    sheets, own = [], []
    for seat, player in enumerate(papers.players):
        marks = own_sheet(papers, seat, "score")
        score = banded(tuple(as_written(line, number(marks, line)) for line in LINES), rules)
        due: dict[str, Mark] = {"total": score.total, "band": str(score.facts["band"])}
        problems = [*_impossible(marks, rules), *wrong_sums(numbers(marks, ["total"]), score)]
        if "band" in marks:
            place = Line("band", int(score.facts["band"]), f"{score.total} points")
            problems += differing({"band": int(marks["band"])}, [place])
        sheets.append(SheetVerdict(player, tuple(problems), band_notes(score, rules), score))
        own.append({"score": due})
    totals = [(sheet.player, sheet.score.total) for sheet in sheets]
    verdict = Verdict(edition.game, tuple(sheets), (), ranking(totals, [()] * len(totals), str))
    return Counted(verdict, {}, tuple(own))


def limits(rules: Rules) -> dict[str, tuple[int, int]]:
    """What a thing of each line scores, and how many of them all the dice of the box could show.

    >>> from pnp.edition import shipped
    >>> limits(rules_of(shipped("dice-miner-solo")))
    {'tunnel': (5, 5), 'hazard': (1, 40), 'treasure': (1, 24), 'cached': (2, 24)}
    """
    dice = rules.dice
    straight = max(1, rules.straight_end - rules.straight_start + 1)
    gems = dice.counts["treasure"] * max(shown_numbers(dice.faces["treasure"]), default=0)
    symbols = dice.counts["hazard"] * max((face.count for face in dice.faces["hazard"]), default=0)
    return {
        "tunnel": (rules.straight_points, dice.counts["tunnel"] // straight),
        "hazard": (rules.hazard_points, symbols),
        "treasure": (rules.treasure_points, gems),
        "cached": (rules.cached_points, gems),
    }


def _impossible(marks: Marks, rules: Rules) -> Iterator[Problem]:
    """Numbers that no trove can give."""
    for line, (each, most) in limits(rules).items():
        written = number(marks, line)
        yield from (wrong := outside(line, written, 0, each * most))
        if written is not None and not wrong and each and written % each:
            yield impossible(line, written, f"it goes in steps of {each}")
