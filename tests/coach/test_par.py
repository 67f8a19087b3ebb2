"""Par is what playing everything would find, and its moves are moves that the rules allow."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from pnp.coach.par import Best, best, par
from pnp.coach.solver import solve
from pnp.edition import shipped
from pnp.errors import CallError
from pnp.extras import install_command
from pnp.games import load
from pnp.games.house_of_dice.moves import apply, legal_moves, plain_moves
from pnp.games.house_of_dice.notation import Roll
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.questions import SheetQuestion
from pnp.games.house_of_dice.rules import rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty, score
from pnp.games.house_of_dice.sheet_program import Round, Task
from pnp.sheets.documents import judge, understand

RULES = rules_of(shipped("house-of-dice"))
GAME = load("house-of-dice")
CLAIMS = BONUSES[1:]


def rolls(seed: int, count: int) -> tuple[Roll, ...]:
    rng = random.Random(seed)
    return tuple(tuple(rng.choices(range(1, 7), k=3)) for _ in range(count))


def ending(seed: int, left: int) -> Sheet:
    """A sheet by chance with so many rounds left; sometimes with little money or room for furniture."""
    rng, sheet = random.Random(seed), empty(RULES)
    for roll in rolls(seed, 24 - left):
        sheet = apply(sheet, rng.choice(plain_moves(sheet, roll, RULES)), RULES)
    return sheet._replace(cost=rng.choice((sheet.cost, 22, 24)), furniture=rng.choice((sheet.furniture, 17, 18)))


def by_playing(sheet: Sheet, rounds: tuple[Round, ...], available: tuple[str, ...]) -> int:
    """The best score of all ways to play some rounds."""

    @cache
    def most(here: Sheet, at: int) -> int:
        if at == len(rounds):
            return score(here, RULES, (here,)).total
        moves = legal_moves(here, rounds[at].roll, RULES, rounds[at].active, available)
        return max(most(apply(here, move, RULES), at + 1) for move in moves)

    return most(sheet, 0)


@pytest.mark.parametrize("seed", range(40))
def test_an_ending_is_solved_as_by_playing_everything(seed: int) -> None:
    left = 2 + seed % 2
    sheet = ending(seed, left)
    rounds = tuple(Round(25 - left + at, roll) for at, roll in enumerate(rolls(seed + 900, left)))
    found = best(SheetQuestion(Task(RULES, rounds, sheet)))
    assert found is not None and found.proven
    assert found.par == by_playing(sheet, rounds, ())


@pytest.mark.parametrize("seed", range(14))
def test_an_ending_with_bonuses_is_solved_as_by_playing_everything(seed: int) -> None:
    sheet = ending(seed, 2)
    dice = rolls(seed + 300, 2)
    rounds = (Round(23, dice[0], active=True), Round(24, dice[1], active=seed % 2 == 0))
    found = best(SheetQuestion(Task(RULES, rounds, sheet, CLAIMS)))
    assert found is not None and found.proven
    assert found.par == by_playing(sheet, rounds, CLAIMS)


@pytest.mark.parametrize("bonuses", [False, True], ids=["plain", "with bonuses"])
def test_the_quick_and_the_exact_form_agree_on_whole_games(bonuses: bool) -> None:
    for seed in range(1 if bonuses else 3):
        dice = rolls(seed + 40, 24)
        rounds = tuple(Round(at + 1, roll, bonuses and at % 3 == 1) for at, roll in enumerate(dice))
        question = SheetQuestion(Task(RULES, rounds, empty(RULES), CLAIMS if bonuses else ()))
        quick = best(question)
        between, exact = (solve(question.program(form)) for form in (1, 2))
        assert quick is not None and between is not None and exact is not None
        assert between.value >= exact.value
        assert (quick.par, quick.proven) == (exact.value, True)
        played = question.answer(exact.values)
        assert played is not None and played.total == exact.value


# ---------------------------------------------------------------------------------------- of a document


def table(**changes: Any) -> dict[str, Any]:
    """A table of two whose sheets were played by the first thing that was allowed."""
    dice = rolls(5, 24)
    sheets = []
    for player, at in (("Ana", 0), ("Bo", -1)):
        sheet, moves = empty(RULES), []
        for roll in dice:
            move = plain_moves(sheet, roll, RULES)[at]
            moves.append(" ".join(map(str, move.actions)) or "-")
            sheet = apply(sheet, move, RULES)
        sheets.append({"player": player, "moves": moves})
    return {
        "game": "house-of-dice",
        "players": 2,
        "rolls": [" ".join(map(str, r)) for r in dice],
        "sheets": sheets,
    } | changes


def asked(data: dict[str, Any], seat: int | None, bonuses: bool) -> Best:
    _, document, edition = understand(data, "table")
    return par(GAME, document, edition, seat, bonuses)


def test_the_moves_of_a_par_pass_the_check_with_the_score_that_was_promised() -> None:
    data = table()
    assert judge(data).legal
    for seat in (0, 1):
        plain, claiming = asked(data, seat, False), asked(data, seat, True)
        assert claiming.par >= plain.par == asked(data, None, False).par
        for found in (plain, claiming):
            sheets = [dict(sheet) for sheet in data["sheets"]]
            sheets[seat]["moves"] = list(found.moves)
            verdict = judge({**data, "sheets": sheets})
            assert verdict.legal, verdict.sheets[seat].problems
            assert verdict.sheets[seat].score.total == found.par
            assert len(found.moves) == 24


def test_missed_rounds_stay_missed_and_circles_that_others_took_are_gone() -> None:
    data = table()
    late = [{**data["sheets"][0]}, {**data["sheets"][1], "joined": 4}]
    late[1]["moves"] = ["-"] * 3 + late[1]["moves"][3:]
    found = asked({**data, "sheets": late}, 1, False)
    assert found.moves[:3] == ("-", "-", "-")
    assert found.par <= asked(data, 1, False).par
    ends = {f"!{bonus}" for bonus in RULES.awards}
    claims = sorted(ends & {move.split()[0] for move in asked(data, 1, True).moves})
    assert claims
    taken = [dict(sheet) for sheet in data["sheets"]]
    taken[0]["moves"] = [
        f"{claims[at // 2]} {move}" if at % 2 == 0 and at // 2 < len(claims) else move
        for at, move in enumerate(taken[0]["moves"])
    ]
    others = {move.split()[0] for move in asked({**data, "sheets": taken}, 1, True).moves}
    assert not others & {*claims}


def test_another_edition_has_another_par() -> None:
    _, document, edition = understand(table(), "table")
    entry = edition.entries["score-garage"]._replace(value={"each": 2, "pair": 3})
    dearer = type(edition)(edition.game, {**edition.entries, "score-garage": entry}, edition.rulings)
    assert par(GAME, document, dearer, None, False).par > par(GAME, document, edition, None, False).par


def test_without_dice_or_solver_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CallError, match="rolls"):
        asked(table(rolls=[]), None, False)
    monkeypatch.setitem(__import__("sys").modules, "ortools.sat.python", None)
    with pytest.raises(CallError, match=re.escape(install_command("coach"))):
        asked(table(), None, False)
