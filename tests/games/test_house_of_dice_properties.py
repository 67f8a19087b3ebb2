"""House of Dice: what holds for every sheet and every game, against a plain restatement of the rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import edition as editions
from pnp.games.house_of_dice import game
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply, legal_moves
from pnp.games.house_of_dice.notation import PASS, Draw, Furnish, Move, parse_move, text
from pnp.games.house_of_dice.parts import BONUSES
from pnp.games.house_of_dice.rules import active, rules_of
from pnp.games.house_of_dice.sheet import Sheet, empty, house_text
from pnp.sheets import documents

EDITION = editions.shipped("house-of-dice")
RULES = rules_of(EDITION)
TEXT = game.words().text

faces = st.integers(1, 6)
rolls = st.tuples(faces, faces, faces)
digits = st.integers(0, 9)
draws = st.builds(Draw, st.sampled_from("FDGWBRC"), digits, digits, digits)
furnishings = st.builds(Furnish, digits, digits)
plain_bonuses = st.sampled_from([bonus for bonus in BONUSES if bonus not in ("nudge", "extra")])
single = st.one_of(st.just(()), st.tuples(draws | furnishings))
moves = st.one_of(
    st.builds(Move, single, st.just("") | plain_bonuses, st.none()),
    st.builds(Move, single, st.just("nudge"), st.tuples(digits, digits)),
    st.builds(Move, st.tuples(draws | furnishings, draws), st.just("extra"), st.none()),
)


@given(moves, st.data())
def test_text_and_parse_move_invert_each_other(move: Move, data: st.DataObject) -> None:
    written = text(move)
    assert parse_move(written) == move
    cut = data.draw(st.integers(0, len(written)))
    assert parse_move(f"  {written[:cut].lower()} {written[cut:]}") == move


houses = st.text("......FDGWBRC", min_size=36, max_size=36)


@given(houses)
def test_house_text_is_read_again(cells: str) -> None:
    document = documents.understand({"game": "house-of-dice", "house": house_text(cells, RULES)}, "x")[1]
    assert document.seats[0].sheet.house == cells


# --- the rules once more, said plainly -------------------------------------------------------------


def broken(cells: str, cost: int, turns: int, furniture: int, bonuses: list[str], players: int) -> Counter[Any]:
    """Every rule that a sheet breaks, with the place where it is a cell."""
    found: Counter[Any] = Counter()
    grid = {(row, column): cells[(row - 1) * 6 + column - 1] for row in range(1, 7) for column in range(1, 7)}
    for (row, column), part in grid.items():
        if part == ".":
            continue
        place = f"row {row}, column {column}"
        if part not in {1: "F", 2: "DGW", 3: "WB", 4: "WBR", 5: "RC", 6: "C"}[row]:
            found["wrong-row", place] += 1
        if part == "C" and grid.get((row - 1, column)) != "R":
            found["chimney-without-roof", place] += 1
        if part != "C" and any(grid[lower, column] == "R" for lower in range(1, row)):
            found["above-roof", place] += 1
    rounds = 25 if players == 5 else 24
    drawn, extra, free = min(turns, rounds), bonuses.count("extra"), bonuses.count("free")
    found["over-budget", "cost"] += cost > min(24, 2 * max(drawn + extra - free, 0))
    found["too-many-turns", "turns"] += turns > rounds
    found["furniture-overflow", "furniture"] += furniture > 18
    found["too-many-bonuses", "bonuses"] += len(bonuses) > min(3, -(-drawn // players))
    found["bonus-repeated", "bonuses"] += sum(1 for bonus in set(bonuses) if bonuses.count(bonus) > 1)
    furnished, parts = (furniture + 5) // 6, sum(part != "." for part in cells)
    found["too-many-parts", "furniture"] += furnished > drawn
    found["too-many-parts", "house"] += furnished <= drawn and parts > drawn + extra - furnished
    return +found


def worth(cells: str, furniture: int, bonuses: list[str]) -> dict[str, int]:
    """What a lone sheet scores."""
    rows = [cells[at : at + 6] for at in range(0, 36, 6)]
    count = {part: cells.count(part) for part in "FDGWBRC"}
    pair = {part: sum(row[at] == row[at + 1] == part for row in rows for at in range(5)) for part in "FGB"}
    bare = sum(all(row[column] != "R" for row in rows) for column in range(6))
    lines = {
        "fence": count["F"] + pair["F"],
        "door": 2 if count["D"] else 0,
        "garage": 3 * pair["G"],
        "window": count["W"],
        "balcony": count["B"] + 2 * pair["B"],
        "roof": 2 * count["R"] - bare,
        "chimney": count["C"] + 1 if count["C"] else 0,
        "furniture": 6 if furniture >= 18 else 3 if furniture >= 12 else 1 if furniture >= 6 else 0,
        "bonuses": (5 if "full-roof" in bonuses and count["R"] >= 6 else 0)
        + (5 if "full-fence" in bonuses and count["F"] >= 6 else 0),
    }
    return {**lines, "total": sum(lines.values())}


def judged(sheet: Sheet, players: int) -> Any:
    return game.judge(Document(players, (Seat("Ana", sheet),)), EDITION)


def compare(sheet: Sheet, players: int) -> None:
    verdict = judged(sheet, players)
    wrong = broken(sheet.house, sheet.cost, sheet.turns, sheet.furniture, list(sheet.bonuses), players)
    assert Counter((problem.code, TEXT(problem.where)) for problem in verdict.sheets[0].problems) == wrong
    assert verdict.legal is not bool(wrong)
    assert verdict.sheets[0].score.as_json() == worth(sheet.house, sheet.furniture, list(sheet.bonuses))


claims = st.lists(st.sampled_from(BONUSES), max_size=5).map(tuple)
sheets = st.builds(Sheet, houses, st.integers(0, 30), st.integers(0, 30), st.integers(0, 24), claims)


@settings(max_examples=400, deadline=None)
@given(sheets, st.integers(2, 6))
def test_any_sheet_is_judged_and_scored_as_the_plain_rules_say(sheet: Sheet, players: int) -> None:
    compare(sheet, players)


# --- games that are played by the rules ------------------------------------------------------------


@st.composite
def played(draw: st.DrawFn, fewest: int = 2, most: int = 6) -> tuple[int, list[Any], list[list[Move]]]:
    """A table that plays legally: how many sit there, the dice of each round, the moves of each seat."""
    seats = draw(st.integers(fewest, most))
    length = draw(st.sampled_from([3, 10, 20, RULES.rounds(seats)]))
    dice = draw(st.lists(rolls, min_size=length, max_size=length))
    pick = draw(st.randoms(use_true_random=False))
    drawn = [empty(RULES)] * seats
    told: list[list[Move]] = [[] for _ in range(seats)]
    circles = dict.fromkeys(BONUSES, RULES.circles(seats))
    for number, roll in enumerate(dice, 1):
        for seat in range(seats):
            claims = active(number, seats) == seat and pick.random() < 0.5
            left = [pick.choice([bonus for bonus in BONUSES if circles[bonus]] or [""])]
            options = legal_moves(drawn[seat], roll, RULES, claims, left)
            claiming = [move for move in options if move.bonus]
            move = pick.choice(claiming if claiming else options)
            if move.bonus:
                circles[move.bonus] -= 1
            drawn[seat] = apply(drawn[seat], move, RULES)
            told[seat].append(move)
    return seats, dice, told


def document(players: int, dice: list[Any], told: list[list[Move]], **keys: Any) -> dict[str, Any]:
    return {
        "game": "house-of-dice",
        "players": players,
        "rolls": [" ".join(map(str, roll)) for roll in dice],
        "sheets": [{"moves": [text(move) for move in seat], **keys} for seat in told],
    }


@settings(max_examples=60, deadline=None)
@given(played())
def test_every_game_of_legal_moves_is_judged_legal(game: tuple[int, list[Any], list[list[Move]]]) -> None:
    players, dice, told = game
    verdict = documents.judge(document(players, dice, told))
    assert verdict.legal, verdict.as_json()
    assert all(not note.code.startswith("dice") for sheet in verdict.sheets for note in sheet.notes)
    value = documents.understand(document(players, dice, told), "x")[1]
    for seat in value.seats:
        drawn = seat.sheet
        assert broken(drawn.house, drawn.cost, drawn.turns, drawn.furniture, list(drawn.bonuses), players) == Counter()
        compare(drawn, players)


CHANGES = st.one_of(
    st.tuples(st.just("cell"), st.integers(0, 35), st.sampled_from(".FDGWBRC")),
    st.tuples(st.just("cost"), st.integers(0, 30), st.none()),
    st.tuples(st.just("turns"), st.integers(0, 30), st.none()),
    st.tuples(st.just("furniture"), st.integers(0, 25), st.none()),
    st.tuples(st.just("bonuses"), st.lists(st.sampled_from(BONUSES), max_size=5), st.none()),
)


def changed(sheet: Sheet, change: tuple[str, Any, Any]) -> Sheet:
    what, value, letter = change
    if what == "cell":
        return sheet._replace(house=sheet.house[:value] + letter + sheet.house[value + 1 :])
    return sheet._replace(**{what: tuple(value) if what == "bonuses" else value})


@settings(max_examples=60, deadline=None)
@given(played(2, 2), st.lists(CHANGES, min_size=5, max_size=40))
def test_every_change_of_a_legal_sheet_that_breaks_a_rule_is_found(
    game: tuple[int, list[Any], list[list[Move]]], changes: list[tuple[str, Any, Any]]
) -> None:
    players, _, told = game
    sheet = empty(RULES)
    for move in told[0]:
        sheet = apply(sheet, move, RULES)
    compare(sheet, players)
    for change in changes:
        compare(changed(sheet, change), players)


@settings(max_examples=60, deadline=None)
@given(played(2, 2), st.data())
def test_a_sheet_that_is_not_what_its_moves_give_is_found(
    table: tuple[int, list[Any], list[list[Move]]], data: st.DataObject
) -> None:
    players, dice, told = table
    sheet = empty(RULES)
    for move in told[0]:
        sheet = apply(sheet, move, RULES)
    other = changed(sheet, data.draw(CHANGES))
    seat = Seat("Ana", other, None, tuple(told[0]), sheet)
    verdict = game.judge(Document(players, (seat,), tuple(dice)), EDITION)
    differs = (other.house, other.cost, other.furniture, sorted(other.bonuses)) != (
        (sheet.house, sheet.cost, sheet.furniture, sorted(sheet.bonuses))
    )
    assert ("moves-differ" in [problem.code for problem in verdict.sheets[0].problems]) is differs


# --- a single move, plainly ------------------------------------------------------------------------


def allowed(sheet: Sheet, roll: tuple[int, ...], action: Draw | Furnish) -> bool:
    """Whether an action keeps to the dice, the budget and the plan, by drawing it and looking."""
    price = [0, 0, 0, 1, 1, 2, 2][action.cost] if action.cost <= 6 else 99
    if price and sheet.cost + price > 24:
        return False
    dice = Counter(roll)
    if isinstance(action, Furnish):
        return sheet.furniture < 18 and not Counter([action.spaces, action.cost]) - dice
    if (
        Counter(
            [
                {"F": 1, "D": 2, "G": 2, "W": 3, "B": 4, "R": 5, "C": 6}[action.part],
                action.column,
                action.cost,
            ]
        )
        != dice
    ):
        return False
    at = (action.row - 1) * 6 + action.column - 1
    if not 1 <= action.row <= 6 or sheet.house[at] != ".":
        return False
    after = sheet.house[:at] + action.part + sheet.house[at + 1 :]
    return broken(after, 0, 99, 0, ["extra"] * 99, 2).keys() <= broken(sheet.house, 0, 99, 0, ["extra"] * 99, 2).keys()


@settings(max_examples=25, deadline=None)
@given(played(2, 2), rolls, st.integers(16, 24))
def test_plain_legal_moves_are_those_the_plain_rules_allow(
    game: tuple[int, list[Any], list[list[Move]]], roll: tuple[int, int, int], cost: int
) -> None:
    sheet = empty(RULES)
    for move in game[2][0]:
        sheet = apply(sheet, move, RULES)
    sheet = Sheet(sheet.house, cost, sheet.turns, sheet.furniture, sheet.bonuses)
    dice = sorted(set(roll))
    actions: list[Draw | Furnish] = [Furnish(spaces, paid) for spaces in dice for paid in dice]
    actions += [
        Draw(p, column, row, paid) for p in "FDGWBRC" for column in dice for row in range(1, 7) for paid in dice
    ]
    expected = {Move((action,)) for action in actions if allowed(sheet, roll, action)}
    assert set(legal_moves(sheet, roll, RULES)) == (expected or {PASS})
    judged_legal = {Move((a,)) for a in actions if not judge_move(sheet, Move((a,)), RULES, roll, False)}
    assert judged_legal == expected
    assert bool(judge_move(sheet, PASS, RULES, roll)) is bool(expected)
