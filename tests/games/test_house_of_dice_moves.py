"""House of Dice: moves as they are written, allowed, applied and judged round by round."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest

from pnp import edition as editions
from pnp.edition import Edition, Entry
from pnp.games.house_of_dice import game
from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply, legal_moves
from pnp.games.house_of_dice.notation import PASS, Draw, Furnish, Move, parse_move, parse_roll, text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import Rules, active, rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty, house_text
from pnp.games.verdict import Verdict
from pnp.sheets import documents
from pnp.strict import said_by
from pnp.words import say

EDITION = editions.shipped("house-of-dice")
RULES = rules_of(EDITION)
OLD = rules_of(EDITION.as_of(1))
EMPTY = empty(RULES)


TEXT = game.words().text


def judged(**keys: Any) -> Verdict:
    return documents.judge({"game": "house-of-dice", **keys})


def wrong(verdict: Verdict, seat: int = 0) -> list[tuple[str, str]]:
    return [(problem.code, TEXT(problem.where)) for problem in verdict.sheets[seat].problems]


def after(*moves: str, **keys: Any) -> Sheet:
    """The sheet that some moves lead to."""
    sheet = EMPTY
    for move in moves:
        sheet = apply(sheet, parse_move(move), RULES)
    return sheet._replace(**keys)


# --- notation --------------------------------------------------------------------------------------

WRITTEN = [
    ("W32$5", Move((Draw("W", 3, 2, 5),))),
    ("+4$1", Move((Furnish(4, 1),))),
    ("-", Move()),
    ("!free R45$6", Move((Draw("R", 4, 5, 6),), "free")),
    ("!extra W12$5 F31$5", Move((Draw("W", 1, 2, 5), Draw("F", 3, 1, 5)), "extra")),
    ("!extra +4$1 F31$5", Move((Furnish(4, 1), Draw("F", 3, 1, 5)), "extra")),
    ("!nudge3>4 W42$5", Move((Draw("W", 4, 2, 5),), "nudge", (3, 4))),
    ("!reroll W32$5", Move((Draw("W", 3, 2, 5),), "reroll")),
    ("!full-roof W32$5", Move((Draw("W", 3, 2, 5),), "full-roof")),
    ("!full-fence -", Move((), "full-fence")),
    ("!most-windows +1$1", Move((Furnish(1, 1),), "most-windows")),
    ("!most-balconies -", Move((), "most-balconies")),
]


@pytest.mark.parametrize(("written", "move"), WRITTEN)
def test_moves_are_read_and_written(written: str, move: Move) -> None:
    assert parse_move(written) == move
    assert text(move) == written


@pytest.mark.parametrize(
    ("loose", "canonical"),
    [
        (" w 3 2 $ 5 ", "W32$5"),
        ("+ 4 $ 1", "+4$1"),
        ("–", "-"),
        ("−", "-"),
        ("! Free r45$6", "!free R45$6"),
        ("!NUDGE 3 > 4   w42$5", "!nudge3>4 W42$5"),
        ("!extra w12$5f31$5", "!extra W12$5 F31$5"),
        ("!full-roof-", "!full-roof -"),
    ],
)
def test_blanks_and_small_letters_do_not_matter(loose: str, canonical: str) -> None:
    assert text(parse_move(loose)) == canonical


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "'' is no move; a move looks like W32$5"),
        ("X32$5", "'X32$5' is no move"),
        ("W3$5", "'W3$5' is no move"),
        ("W32$٥", "'W32$٥' is no move"),
        ("!free", "'!free' is no move"),
        ("!fre W32$5", "'!fre W32$5' claims an unknown bonus; there are reroll, nudge, "),
        ("!nudge W32$5", "'!nudge W32$5' does not say which die counts what"),
        ("!free3>4 W32$5", "'!free3>4 W32$5' is no move"),
        ("W32$5 F11$1", "'W32$5 F11$1' does 2 things; a round has one"),
        ("!extra W32$5", "'!extra W32$5' draws no second part"),
        ("!extra W32$5 +4$1", "'!extra W32$5 +4$1' draws no second part"),
        ("!extra -", "'!extra -' draws no second part"),
        (5, "5 is not a text"),
    ],
)
def test_what_is_no_move_is_refused(written: Any, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        parse_move(written)
    assert TEXT(said_by(refused.value)).startswith(message)


@pytest.mark.parametrize("written", ["2 4 6", "246", "2,4,6", " 2  4, 6 "])
def test_a_roll_is_three_dice(written: str) -> None:
    assert parse_roll(written, 3, 6) == (2, 4, 6)


# --- what a move does ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "cost"),
    [
        ("F11$1", 0),
        ("F11$2", 0),
        ("F11$3", 1),
        ("F11$4", 1),
        ("F11$5", 2),
        ("F11$6", 2),
        ("+3$6", 2),
        ("-", 0),
        ("!free F11$6", 0),
        ("!extra W12$5 F31$3", 3),
        ("!nudge3>4 F11$4", 1),
        ("!full-roof F11$5", 2),
    ],
)
def test_a_move_costs_what_its_cost_dice_say(move: str, cost: int) -> None:
    assert after(move).cost == cost
    assert after(move, "F21$3").cost == cost + 1


def test_a_move_is_drawn_on_the_sheet() -> None:
    sheet = after("W32$5", "!free R35$6", "+4$1", "-")
    assert (sheet.cost, sheet.turns, sheet.furniture, sheet.bonuses) == (2, 4, 4, ("free",))
    assert house_text(sheet.house, RULES).split("\n")[1::3] == [". . R . . .", ". . W . . ."]


def test_furniture_beyond_the_last_space_is_lost() -> None:
    assert after("+6$1", "+6$1", "+5$1", "+4$1").furniture == 18


@pytest.mark.parametrize(
    ("players", "seats"), [(2, [0, 1, 0, 1, 0, 1]), (3, [0, 1, 2, 0, 1, 2]), (6, [0, 1, 2, 3, 4, 5])]
)
def test_the_dice_go_round(players: int, seats: list[int]) -> None:
    assert [active(number, players) for number in range(1, 7)] == seats


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_is_active_equally_often(players: int) -> None:
    turns = [active(number, players) for number in range(1, RULES.rounds(players) + 1)]
    assert {turns.count(seat) for seat in range(players)} == {RULES.rounds(players) // players}


# --- one move judged -------------------------------------------------------------------------------

BROKE = after(cost=24)
JUDGED = [
    # before, move, dice, active, what is wrong
    (EMPTY, "W32$5", (3, 3, 5), True, []),
    (EMPTY, "W32$5", (5, 3, 3), True, []),
    (EMPTY, "G22$5", (2, 2, 5), True, []),
    (EMPTY, "W32$5", (3, 4, 5), True, ["not-in-dice"]),
    (EMPTY, "W32$3", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "D32$5", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "W72$5", (3, 3, 5), True, ["wrong-column"]),
    (EMPTY, "W02$5", (3, 3, 5), True, ["wrong-column"]),
    (EMPTY, "W38$5", (3, 3, 5), True, ["wrong-row"]),
    (EMPTY, "W35$5", (3, 3, 5), True, ["wrong-row"]),
    (EMPTY, "F32$5", (1, 3, 5), True, ["wrong-row"]),
    (EMPTY, "+3$5", (3, 3, 5), True, []),
    (EMPTY, "+3$3", (3, 3, 5), True, []),
    (EMPTY, "+5$5", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "-", (3, 3, 5), True, ["must-not-pass"]),
    (BROKE, "-", (3, 3, 5), True, []),
    (BROKE, "-", (3, 2, 5), True, ["must-not-pass"]),  # a cost die of 2 costs nothing
    (BROKE, "+3$2", (3, 2, 5), True, []),
    (BROKE, "+2$3", (3, 2, 5), True, ["over-budget"]),
    (after(cost=23), "+3$5", (3, 3, 5), True, ["over-budget"]),
    (after(cost=23), "+5$3", (3, 3, 5), True, []),
    (after("W32$5"), "W32$5", (3, 3, 5), True, ["cell-taken"]),
    (after("W32$5"), "W33$5", (3, 3, 5), True, []),
    (after("R35$1"), "C36$1", (6, 3, 1), True, []),
    (after("R34$1"), "C35$1", (6, 3, 1), True, []),
    (after("R34$1"), "C36$1", (6, 3, 1), True, ["chimney-without-roof"]),
    (EMPTY, "C36$1", (6, 3, 1), True, ["chimney-without-roof"]),
    (EMPTY, "C33$1", (6, 3, 1), True, ["chimney-without-roof", "wrong-row"]),
    (after("R34$1"), "R35$1", (5, 3, 1), True, ["above-roof"]),
    (after("R35$1"), "R34$1", (5, 3, 1), True, ["above-roof"]),
    (after("R35$1"), "W34$1", (3, 3, 1), True, []),
    (after("R34$1"), "W35$1", (3, 3, 1), True, ["above-roof", "wrong-row"]),
    (EMPTY, "!free W32$5", (3, 3, 5), True, []),
    (EMPTY, "!free W32$5", (3, 3, 5), False, ["not-active"]),
    (BROKE, "!free W32$5", (3, 3, 5), True, []),
    (BROKE, "!free -", (3, 3, 5), True, ["must-not-pass"]),
    (BROKE, "!full-roof -", (3, 3, 5), True, []),
    (after(bonuses=("free",)), "!free W32$5", (3, 3, 5), True, ["bonus-repeated"]),
    (after(bonuses=("free", "extra", "nudge")), "!reroll W32$5", (3, 3, 5), True, ["too-many-bonuses"]),
    (after(bonuses=("free", "extra", "nudge")), "!free W32$5", (3, 3, 5), False,
     ["bonus-repeated", "not-active", "too-many-bonuses"]),
    (EMPTY, "!nudge3>4 W42$5", (3, 3, 5), True, []),
    (EMPTY, "!nudge3>4 W32$5", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "!nudge2>3 W32$5", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "!nudge3>5 W52$5", (3, 3, 5), True, ["not-in-dice"]),
    (EMPTY, "!nudge6>1 F12$1", (6, 1, 1), True, ["not-in-dice", "wrong-row"]),
    (EMPTY, "!nudge6>7 +7$1", (6, 1, 1), True, ["not-in-dice", "not-in-dice"]),
    (BROKE, "!nudge3>4 -", (3, 3, 5), True, []),
    (BROKE, "!nudge3>2 -", (3, 3, 5), True, ["must-not-pass"]),
    (EMPTY, "!extra W12$5 F31$5", (1, 3, 5), True, []),
    (EMPTY, "!extra W12$5 F32$5", (1, 3, 5), True, ["wrong-row"]),
    (EMPTY, "!extra W12$5 W12$5", (1, 3, 5), True, ["cell-taken"]),
    (EMPTY, "!extra +5$1 F31$5", (1, 3, 5), True, []),
    (EMPTY, "!extra R65$1 C66$1", (5, 6, 1), True, ["not-in-dice"]),
    (EMPTY, "!extra R65$5 C66$5", (5, 6, 5), True, ["not-in-dice"]),
    (EMPTY, "!extra R65$5 C56$5", (5, 6, 5), True, ["chimney-without-roof"]),
    (after(cost=21), "!extra W12$5 F31$5", (1, 3, 5), True, ["over-budget"]),
    (after(cost=20), "!extra W12$5 F31$5", (1, 3, 5), True, []),
    (after(furniture=17), "+3$5", (3, 3, 5), True, []),
    (after(furniture=18), "+3$5", (3, 3, 5), True, ["furniture-overflow"]),
    (EMPTY, "W32$7", None, True, ["not-in-dice"]),
    (EMPTY, "+0$1", None, True, ["not-in-dice"]),
    (EMPTY, "-", None, True, []),
]  # fmt: skip


@pytest.mark.parametrize(("sheet", "move", "dice", "active", "codes"), JUDGED)
def test_a_move_is_judged(sheet: Sheet, move: str, dice: Any, active: bool, codes: list[str]) -> None:
    problems = judge_move(sheet, parse_move(move), RULES, dice, active, say("place.of-round", round=7))
    assert sorted(problem.code for problem in problems) == codes
    assert all(TEXT(problem.where) == "round 7" and TEXT(problem).startswith("round 7: ") for problem in problems)


def test_a_full_furniture_track_takes_no_more_unless_the_edition_says_so() -> None:
    entry = Entry("furniture-full", "ruling", "", True)
    full = Sheet(EMPTY.house, furniture=18)
    for opened in (OLD, rules_of(EDITION.overridden(Edition("house-of-dice", {"furniture-full": entry})))):
        assert judge_move(full, parse_move("+6$6"), opened, (6, 6, 6)) == []
        assert [p.code for p in judge_move(full, PASS, opened, (6, 6, 6))] == ["must-not-pass"]
        assert [text(move) for move in legal_moves(full, (6, 6, 6), opened)] == ["+6$6"]
    assert [p.code for p in judge_move(full, parse_move("+6$6"), RULES, (6, 6, 6))] == ["furniture-overflow"]
    assert judge_move(full, PASS, RULES, (6, 6, 6)) == [] and legal_moves(full, (6, 6, 6), RULES) == [PASS]
    assert apply(full, PASS, RULES).cost == 0


# --- whole games -----------------------------------------------------------------------------------


def test_moves_give_what_the_document_leaves_out() -> None:
    document = documents.understand({"game": "house-of-dice", "moves": ["W32$5", "!free +4$6"]}, "x")[1]
    assert document.seats[0].sheet == after("W32$5", "!free +4$6")
    assert document.seats[0].sheet.turns == 2


def test_moves_are_judged_round_by_round() -> None:
    verdict = judged(moves=["W32$5", "!free +3$3", "-"], rolls=["3 3 5", "3 3 4", "1 2 3"])
    assert wrong(verdict) == [("not-active", "round 2"), ("must-not-pass", "round 3")]


def test_each_seat_is_active_in_its_turn() -> None:
    sheets = [
        {"moves": ["!free +1$1", "+1$1", "!nudge1>2 +2$1"]},
        {"moves": ["+1$1", "!free +1$1", "!extra F11$1 F11$1"]},
    ]
    verdict = judged(sheets=sheets, rolls=["1 1 1"] * 3)
    assert wrong(verdict, 0) == []
    assert wrong(verdict, 1) == [("not-active", "round 3"), ("cell-taken", "round 3")]
    assert [p.code for p in verdict.problems] == ["bonus-taken"]
    assert "by player 1 in round 1, player 2 in round 2" in TEXT(verdict.problems[0])


def test_what_the_moves_did_wrong_is_said_once() -> None:
    moves = ["W35$5", "R34$1", "C26$1"]
    problems = [("wrong-row", "round 1"), ("above-roof", "round 2"), ("chimney-without-roof", "round 3")]
    assert wrong(judged(moves=moves)) == problems
    drawn = house_text(after(*moves).house, RULES)
    assert wrong(judged(moves=moves, house=drawn, cost=2, furniture=0, bonuses=[])) == problems


def test_a_roof_that_comes_after_its_chimney_is_too_late() -> None:
    assert wrong(judged(moves=["C26$1", "R25$1"])) == [("chimney-without-roof", "round 1")]


def test_every_round_beyond_the_budget_is_named() -> None:
    moves = ["+1$6"] * 12 + ["+1$1", "+1$3", "+1$2", "+1$5"]
    assert wrong(judged(moves=moves)) == [("over-budget", "round 14"), ("over-budget", "round 16")]
    assert wrong(judged(moves=moves, cost=27)) == wrong(judged(moves=moves))


def test_more_moves_than_rounds() -> None:
    for moves, keys in ((["+1$1"] * 18 + ["-"] * 6, {}), (["+1$1"] * 24, {"rulings": 1})):
        assert wrong(judged(moves=moves, **keys)) == []
        assert wrong(judged(moves=[*moves, "-"], **keys)) == [("too-many-turns", "turns")]
        assert wrong(judged(players=5, moves=[*moves, "-"], **keys)) == []


def test_more_rolls_than_rounds() -> None:
    assert [p.code for p in judged(moves=[], rolls=["1 2 3"] * 25).problems] == ["too-many-turns"]


def test_dice_that_are_not_given_are_not_checked_but_noted() -> None:
    verdict = judged(moves=["W32$5", "F11$1", "-"], rolls=["3 3 5"])
    assert wrong(verdict) == []
    (note,) = verdict.sheets[0].notes
    assert (note.code, TEXT(note)[:32]) == ("dice-unknown", "moves: 2 of 3 rounds have no rol")
    assert judged(moves=["W32$5"], rolls=["3 3 5"] * 2).sheets[0].notes == ()


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"cost": 3}, "cost"),
        ({"furniture": 5}, "furniture"),
        ({"bonuses": []}, "bonuses"),
        ({"house": "......\n" * 6}, "house"),
    ],
)
def test_a_sheet_must_say_what_its_moves_say(keys: dict[str, Any], where: str) -> None:
    moves = ["!free W32$5", "+4$5"]
    sheet = after(*moves)
    same = {
        "house": house_text(sheet.house, RULES),
        "cost": 2,
        "furniture": 4,
        "turns": 2,
        "bonuses": ["free"],
    }
    assert wrong(judged(moves=moves, **same)) == []
    assert wrong(judged(moves=moves, **{**same, **keys})) == [("moves-differ", where)]


def test_a_drawing_that_differs_is_also_judged_itself() -> None:
    drawn = "......\n......\n......\nF.....\n......\n......"
    assert wrong(judged(moves=["F11$1"], house=drawn)) == [
        ("wrong-row", "row 3, column 1"),
        ("moves-differ", "house"),
    ]


# --- which moves there are -------------------------------------------------------------------------


def test_the_first_moves_of_a_game() -> None:
    found = [text(move) for move in legal_moves(EMPTY, (2, 3, 3), RULES)]
    assert found == [
        "W22$3", "W23$3", "W24$3", "D32$3", "G32$3", "W32$2", "W33$2", "W34$2", "+2$3", "+3$2", "+3$3"
    ]  # fmt: skip


def test_a_pass_only_where_nothing_else_is_left() -> None:
    assert legal_moves(BROKE, (3, 4, 5), RULES) == [PASS]
    assert [text(move) for move in legal_moves(BROKE, (6, 6, 1), RULES)] == ["+6$1"]


def test_bonuses_that_can_be_claimed() -> None:
    def claimed(sheet: Sheet, **keys: Any) -> set[str]:
        return {move.bonus for move in legal_moves(sheet, (1, 3, 5), RULES, **keys)} - {""}

    assert claimed(EMPTY) == set()
    assert claimed(EMPTY, active=True) == set(BONUSES)
    assert claimed(EMPTY, active=True, available=("free", "extra")) == {"free", "extra"}
    assert claimed(after(bonuses=("free",)), active=True, available=("free", "extra")) == {"extra"}
    assert claimed(after(bonuses=("free", "extra", "nudge")), active=True) == set()


def test_extra_gives_every_second_part() -> None:
    found = {text(move) for move in legal_moves(EMPTY, (5, 6, 6), RULES, True, ("extra",)) if move.bonus}
    furnished = {f"!extra {first} {second}" for first, second in product(["+5$6", "+6$5", "+6$6"], ["R64$6", "R65$6"])}
    assert found == {"!extra R64$6 C65$5", "!extra R65$6 C66$5"} | furnished


def everything(roll: tuple[int, ...], bonus: str) -> list[Move]:
    """Every move that can be written with these dice (and some others), allowed or not."""
    faces = range(1, 7) if bonus != "extra" else sorted(set(roll))
    draws = [Draw(*one) for one in product("FDGWBRC", faces, range(1, 7), faces)]
    actions: list[Draw | Furnish] = [*draws, *(Furnish(*one) for one in product(faces, faces))]
    if bonus == "extra":
        draws = [draw for draw in draws if RULES.die_of[draw.part] in roll]
        firsts = [action for action in actions if isinstance(action, Furnish) or action in draws]
        return [Move((first, second), bonus) for first in firsts for second in draws]
    if bonus == "nudge":
        actions = [Furnish(*one) for one in permutations(sorted({*roll, 2, 4}), 2)]
        actions.append(Draw("W", 4, 2, 2))
        nudges = product(range(8), range(8))
        return [Move(done, bonus, nudge) for nudge in nudges for done in [(), *((one,) for one in actions)]]
    return [Move((), bonus), *(Move((action,), bonus) for action in actions)]


MIDDLE = after("W32$5", "R34$5", "F51$3", "B23$1", "R55$1", "+6$2", cost=21)


@pytest.mark.parametrize("bonus", ["", *BONUSES])
@pytest.mark.parametrize(
    ("sheet", "roll"), [(EMPTY, (2, 3, 5)), (MIDDLE, (5, 6, 6)), (MIDDLE, (3, 3, 4)), (BROKE, (3, 4, 4))]
)
def test_legal_moves_are_the_moves_that_are_judged_legal(sheet: Sheet, roll: tuple[int, ...], bonus: str) -> None:
    found = [move for move in legal_moves(sheet, roll, RULES, active=True) if move.bonus == bonus]
    possible = everything(roll, bonus)
    legal = {move for move in possible if not judge_move(sheet, move, RULES, roll)}
    assert len(found) == len(set(found))
    assert legal == (set(found) & set(possible) if bonus == "nudge" else set(found))
    assert all(not judge_move(sheet, move, RULES, roll) for move in found)


# --- counting games --------------------------------------------------------------------------------

ROLLS: list[tuple[int, ...]] = [(1, 2, 5), (5, 5, 6), (5, 6, 6), (3, 5, 6), (2, 2, 6)]
GAMES = {OLD: [16, 112, 560, 8_234, 57_556], RULES: [16, 112, 560, 8_234, 56_812]}


def games(sheet: Sheet, rolls: list[tuple[int, ...]], rules: Rules) -> int:
    if not rolls:
        return 1
    return sum(games(apply(sheet, move, rules), rolls[1:], rules) for move in legal_moves(sheet, rolls[0], rules))


def naive_games(rows: list[str], spent: int, rolls: list[tuple[int, ...]], room: int) -> int:
    """The same count from the bare rules: rows from the ground, every cell tried with every part; room for furniture."""
    if not rolls:
        return 1
    total = 0
    price = [0, 0, 0, 1, 1, 2, 2]
    for die, column, cost in set(permutations(rolls[0])):
        for row in range(6):
            for part in ["", "F", "DG", "W", "B", "R", "C"][die]:
                below = [rows[lower][column - 1] for lower in range(row)]
                above = [rows[upper][column - 1] for upper in range(row + 1, 6)]
                if part not in ["F", "DGW", "WB", "WBR", "RC", "C"][row] or rows[row][column - 1] != ".":
                    continue
                if part == "C" and (not below or below[-1] != "R"):
                    continue
                if part != "C" and "R" in below:
                    continue
                if part == "R" and set(above) - {".", "C"}:
                    continue
                if spent + price[cost] <= 24:
                    drawn = [*rows]
                    drawn[row] = rows[row][: column - 1] + part + rows[row][column:]
                    total += naive_games(drawn, spent + price[cost], rolls[1:], room)
    for spaces, cost in set(permutations(rolls[0], 2)):
        if spent + price[cost] <= 24 and room > 0:
            total += naive_games(rows, spent + price[cost], rolls[1:], room - spaces)
    return total or naive_games(rows, spent, rolls[1:], room)


@pytest.mark.parametrize("length", range(1, len(ROLLS) + 1))
@pytest.mark.parametrize(("rules", "room"), [(OLD, 999), (RULES, 18)], ids=["before", "now"])
def test_the_number_of_games(length: int, rules: Rules, room: int) -> None:
    assert games(EMPTY, ROLLS[:length], rules) == GAMES[rules][length - 1]
    assert naive_games(["......"] * 6, 0, ROLLS[:length], room) == GAMES[rules][length - 1]


@pytest.mark.parametrize("spent", [20, 21, 22, 23, 24])
def test_the_number_of_games_with_little_money(spent: int) -> None:
    assert games(Sheet(EMPTY.house, spent), ROLLS[1:4], RULES) == naive_games(["......"] * 6, spent, ROLLS[1:4], 18)
