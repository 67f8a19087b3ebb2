"""An audit accuses nobody of what was possible, and says shortly what was not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pnp.coach.audit import Audited, audit
from pnp.edition import shipped
from pnp.games import load
from pnp.games.house_of_dice.moves import apply, legal_moves
from pnp.games.house_of_dice.notation import text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty, house_text
from pnp.sheets.documents import judge, understand

RULES = rules_of(shipped("house-of-dice"))
GAME = load("house-of-dice")


def played(seed: int, missed: int = 0) -> tuple[list[str], Sheet]:
    """The rolls and the sheet of somebody who plays by chance, claims when active, and misses some rounds."""
    rng, sheet, rolls = random.Random(seed), empty(RULES), []
    for number in range(24):
        roll = tuple(rng.choices(range(1, 7), k=3))
        rolls.append(" ".join(map(str, roll)))
        if number < missed:
            continue
        claiming = number % 2 == 0 and rng.random() < 0.25
        moves = legal_moves(sheet, roll, RULES, claiming, BONUSES[1:])
        sheet = apply(sheet, rng.choice(moves), RULES)
    return rolls, sheet


def document(rolls: list[str], sheet: Sheet, **changes: Any) -> dict[str, Any]:
    drawn = {"house": house_text(sheet.house, RULES), "cost": sheet.cost, "furniture": sheet.furniture}
    drawn |= {"bonuses": list(sheet.bonuses), "turns": sheet.turns}
    return {"game": "house-of-dice", "players": 2, "rolls": rolls, "sheets": [{"player": "Ana", **drawn, **changes}]}


def asked(data: dict[str, Any]) -> Audited:
    _, value, edition = understand(data, "paper")
    return audit(GAME, value, edition, 0)


@pytest.mark.parametrize("seed", range(12))
def test_whoever_was_honest_is_never_told_otherwise(seed: int) -> None:
    rolls, sheet = played(seed, missed=seed % 3)
    found = asked(document(rolls, sheet))
    assert found.possible, found.why
    assert len(found.moves) == 24


def test_the_moves_of_an_audit_lead_to_the_sheet() -> None:
    rolls, sheet = played(3)
    found = asked(document(rolls, sheet))
    data = document(rolls, sheet, moves=list(found.moves))
    assert judge(data).legal, judge(data).sheets[0].problems


def test_who_came_late_or_was_away_is_not_told_to_have_passed() -> None:
    rolls, sheet = played(1, missed=2)
    whole = document(rolls, sheet._replace(turns=24), joined=3)
    assert asked(whole).possible
    away = document(rolls, sheet._replace(turns=24), absent=[1, 2])
    assert asked(away).possible


def reason(sheet: Sheet, rolls: list[str]) -> tuple[str, str]:
    found = asked(document(rolls, sheet))
    assert not found.possible
    assert found.why is not None
    assert found.moves == ()
    return found.why.code, GAME.words("en").text(found.why)


SAME = ["1 2 6"] * 24


def test_the_ladder_of_reasons() -> None:
    start = empty(RULES)._replace(turns=24, furniture=18, cost=10)
    house = list(start.house)
    house[0] = "W"
    assert reason(start._replace(house="".join(house)), SAME)[0] == "wrong-row"
    house = list(start.house)
    house[13] = "B"
    said = reason(start._replace(house="".join(house)), SAME)
    assert said == ("no-dice-for", "no round's dice give a balcony in column 2")
    once = ["3 3 6", "3 1 5", *SAME[2:]]
    house[13], house[12], house[18] = ".", "W", "W"
    assert reason(start._replace(house="".join(house)), once) == (
        "too-few-rounds",
        "window in column 1 and window in column 1: 2 parts, and only 1 round (2) with the dice for them",
    )
    honest, sheet = played(5)
    code, text_of = reason(sheet._replace(cost=0), honest)
    assert (code, "0 is written down" in text_of) == ("cost-range", True)


def test_a_chimney_before_every_roof_has_no_order() -> None:
    rolls = ["6 1 1", *["1 2 2"] * 22, "5 1 1"]
    house = list(empty(RULES).house)
    house[24], house[30] = "R", "C"
    sheet = Sheet("".join(house), 0, 24, 18)
    assert text(legal_moves(empty(RULES), (5, 1, 1), RULES)[0])
    assert reason(sheet, rolls)[0] in ("no-order", "cost-range")
