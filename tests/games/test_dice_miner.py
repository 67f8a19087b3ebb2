"""Dice Miner for two to four: the rulebook's sums, every code, and properties that hold for any troves."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.errors import InputError
from pnp.games.dice_miner.dice import TYPES, Face, Trove, dice_of, face_text, parse_face, plain, rolled_faces, sequences
from pnp.games.dice_miner.rules import rules_of
from pnp.games.dice_miner.sheet import chests, gems, leader, next_starters, score_phase
from pnp.games.verdict import Verdict
from pnp.sheets.documents import judge, understand

EXAMPLES = Path(__file__).parents[1] / "examples"
EDITION = shipped("dice-miner")
RULES = rules_of(EDITION)
GAME = games.load("dice-miner")
text = GAME.words().text


def trove(**dice: list[Any]) -> dict[str, list[Any]]:
    return dice


def table(*players: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A document in which players are Ana, Bo, Cy, Di unless they say otherwise."""
    names = ("Ana", "Bo", "Cy", "Di")
    return {
        "game": "dice-miner",
        **keys,
        "sheets": [{"player": n} | p for n, p in zip(names, players, strict=False)],
    }


def one_round(*troves: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return table(*({"rounds": [each]} for each in troves), **keys)


def codes(verdict: Verdict) -> list[str]:
    everything = [*verdict.problems, *(problem for sheet in verdict.sheets for problem in sheet.problems)]
    return sorted(problem.code for problem in everything)


def messages(verdict: Verdict) -> list[str]:
    everything = [*verdict.problems, *(problem for sheet in verdict.sheets for problem in sheet.problems)]
    return [text(problem) for problem in everything]


def notes(verdict: Verdict, sheet: int = 0) -> list[str]:
    return [note.code for note in verdict.sheets[sheet].notes]


def lines(verdict: Verdict, sheet: int = 0, number: int = 0) -> dict[str, int]:
    return {line.name: line.points for line in verdict.sheets[sheet].score.rounds[number]}


def test_example() -> None:
    given_document = tomllib.loads((EXAMPLES / "miner-table.toml").read_text(encoding="utf-8"))
    expected = json.loads((EXAMPLES / "miner-table.expected.json").read_text(encoding="utf-8"))
    answer = judge(given_document).as_json()
    assert answer["game"] == expected["game"]
    assert answer["legal"]
    for sheet, wanted in zip(answer["sheets"], expected["sheets"], strict=True):
        assert {key: sheet[key] for key in wanted} == wanted
    assert answer["ranking"] == [
        {"rank": 1, "player": "Ana", "total": 21},
        {"rank": 2, "player": "Bo", "total": 17},
    ]


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ([1, 2, 3], 6),
        ([2, 3, 4], 0),
        ([1, 1, 2, 2, 3], 9),
        ([1], 1),
        ([1, 1, 1], 3),
        ([1, 2, 2, 3], 6),
        ([1, 2, "beer", 4], 3),
        ([1, 2, 3, 4, 5], 15),
        ([], 0),
    ],
)
def test_tunnels(dice: list[Any], points: int) -> None:
    assert lines(judge(one_round(trove(tunnel=dice))))["tunnel"] == points


@pytest.mark.parametrize(
    ("gems", "points"),
    [
        ([[3], [1, 3]], [3, 8]),
        ([[2, 2], [3, 1]], [4, 4]),
        ([[], []], [0, 0]),
        ([["beer"], [1]], [0, 2]),
        ([[3], [3], [2]], [3, 3, 2]),
        ([[3], [2], [2]], [6, 2, 2]),
    ],
)
def test_treasure(gems: list[list[Any]], points: list[int]) -> None:
    verdict = judge(one_round(*(trove(treasure=each) for each in gems)))
    assert [lines(verdict, sheet)["treasure"] for sheet in range(len(gems))] == points


@pytest.mark.parametrize(
    ("hazard", "tool", "points"),
    [
        (["cave-in", "dragon x4"], [], -5),
        (["cave-in x4"], ["pickaxe", "pickaxe"], 8),
        (["cave-in x3", "dragon x4"], ["pickaxe", "pickaxe"], 2),
        (["cave-in x2", "cave-in"], ["pickaxe"], 3),
        (["dragon x3"], ["pickaxe"], -3),
        (["dragon x3"], ["shield", "shield", "shield"], 9),
        (["beer", "dragon"], ["chest", "chest x2", "beer"], -1),
        ([], ["shield"], 0),
    ],
)
def test_hazards(hazard: list[str], tool: list[str], points: int) -> None:
    assert lines(judge(one_round(trove(hazard=hazard, tool=tool))))["hazard"] == points


@pytest.mark.parametrize(
    ("hero", "dice", "line", "points"),
    [
        ("alchemist", {"magic": [1]}, "total", 0),
        ("dragon-slayer", {"hazard": ["dragon x2"], "tool": ["shield"]}, "hazard", 4),
        ("engineer", {"tunnel": [1, 3]}, "tunnel", 6),
        ("engineer", {"hazard": ["cave-in x2"]}, "hazard", 2),
        ("prospector", {"treasure": [1]}, "treasure", 2),
        ("prospector", {"hazard": ["cave-in x4"]}, "hazard", 4),
        ("surveyor", {"tunnel": [1, 2, 2]}, "tunnel", 6),
        ("treasurer", {"treasure": [3]}, "treasure", 4),
        ("Dragon Slayer", {"hazard": ["dragon x3"]}, "hazard", 3),
    ],
)
def test_heroes(hero: str, dice: dict[str, Any], line: str, points: int) -> None:
    verdict = judge(table({"hero": hero, "rounds": [dice, dice]}))
    for row in verdict.sheets[0].score.rounds:
        found = {each.name: each.points for each in row}
        assert (found | {"total": sum(found.values())})[line] == points


def test_hero_gems_lead() -> None:
    leads = {"hero": "treasurer", "rounds": [trove(treasure=[2])]}
    verdict = judge(table(leads, {"rounds": [trove(treasure=[1, 1])]}))
    assert [lines(verdict, sheet)["treasure"] for sheet in (0, 1)] == [6, 2]


def legal_table(seed: int, players: int = 2, rounds: int = 3) -> dict[str, Any]:
    """A table as a shuffled bag deals it: each mountain is shared out, and all dice are rolled each round."""
    rng = random.Random(seed)
    bag = [kind for kind, count in RULES.dice.counts.items() for _ in range(count)]
    rng.shuffle(bag)
    seats = [rng.randrange(players) for _ in bag]
    heroes = rng.sample(list(RULES.heroes), players)
    sheets = []
    for seat, hero in enumerate(heroes):
        own = [[kind for kind, s in zip(bag[: 20 * r], seats, strict=False) if s == seat] for r in range(1, rounds + 1)]
        sheets.append({"hero": hero, "rounds": [rolled(rng, kinds) for kinds in own]})
    return table(*sheets)


def rolled(rng: random.Random, kinds: list[str]) -> dict[str, list[Any]]:
    dice: dict[str, list[Any]] = {kind: [] for kind in TYPES}
    for kind in kinds:
        face = rng.choice(RULES.dice.faces[kind])
        dice[kind].append(plain(face))
    return dice


tables = st.builds(legal_table, st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 3))


@given(tables)
@settings(max_examples=60, deadline=None)
def test_what_can_be_dealt_is_legal(document: dict[str, Any]) -> None:
    verdict = judge(document)
    assert verdict.legal, messages(verdict)
    for sheet in verdict.sheets:
        score = sheet.score.as_json()
        for name in ("tunnel", "treasure", "hazard", "total"):
            assert score[name] == sum(row[name] for row in score["rounds"])
        for row in (score, *score["rounds"]):
            assert row["total"] == row["tunnel"] + row["treasure"] + row["hazard"]
    assert sum(line.points != 0 for sheet in verdict.sheets for line in sheet.score.lines) > 0


@given(tables, st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_order_of_dice_never_matters(document: dict[str, Any], rng: random.Random) -> None:
    before = judge(document).as_json()
    for sheet in document["sheets"]:
        for each in sheet["rounds"]:
            for dice in each.values():
                rng.shuffle(dice)
    assert judge(document).as_json() == before


@given(tables)
@settings(max_examples=40, deadline=None)
def test_ranking_is_total_and_stable(document: dict[str, Any]) -> None:
    ranks = judge(document).ranking
    assert sorted(row.player for row in ranks) == sorted(sheet["player"] for sheet in document["sheets"])
    assert [row.total for row in ranks] == sorted((row.total for row in ranks), reverse=True)
    for row in ranks:
        assert row.rank == 1 + sum(other.total > row.total for other in ranks)
    turned = judge({**document, "sheets": document["sheets"][::-1]}).ranking
    assert {row.player: row.rank for row in turned} == {row.player: row.rank for row in ranks}


@given(tables, st.data())
@settings(max_examples=60, deadline=None)
def test_a_die_more_or_less_is_noticed(document: dict[str, Any], data: st.DataObject) -> None:
    sheet = data.draw(st.sampled_from(document["sheets"]))
    dice = sheet["rounds"][data.draw(st.integers(0, len(sheet["rounds"]) - 1))]
    kind = data.draw(st.sampled_from(TYPES))
    if dice[kind] and data.draw(st.booleans()):
        dice[kind].pop()
    else:
        dice[kind].append("beer")
    assert "wrong-mountain" in codes(judge(document))


@given(tables, st.data())
@settings(max_examples=40, deadline=None)
def test_a_wrong_sum_is_noticed_and_a_right_one_is_not(document: dict[str, Any], data: st.DataObject) -> None:
    for sheet, answer in zip(document["sheets"], judge(document).as_json()["sheets"], strict=True):
        sheet["written"] = answer["score"]
    assert judge(document).legal
    written = data.draw(st.sampled_from(document["sheets"]))["written"]
    where = data.draw(st.sampled_from([written, *written["rounds"]]))
    where[data.draw(st.sampled_from(["tunnel", "treasure", "hazard", "total"]))] += data.draw(st.sampled_from([-1, 1]))
    assert codes(judge(document)) == ["wrong-sum"]


@cache
def best_chains(counts: tuple[int, ...]) -> int:
    """The most points of any way to lay tunnel dice in chains from 1, found by trying all of them."""
    best = 0
    for length in range(1, len(counts) + 1):
        if all(counts[:length]):
            rest = tuple(count - (place < length) for place, count in enumerate(counts))
            best = max(best, length * (length + 1) // 2 + best_chains(rest))
    return best


@given(st.lists(st.integers(1, 5), max_size=9))
@settings(max_examples=150, deadline=None)
def test_tunnels_against_every_way_to_lay_them(dice: list[int]) -> None:
    counts = Counter(dice)
    assert lines(judge(one_round(trove(tunnel=dice))))["tunnel"] == best_chains(tuple(counts[n] for n in range(1, 6)))
    ends = sequences([Face("", number) for number in dice])
    assert ends == sorted(ends, reverse=True)


# Every code, with the place it is found at.


def changed(change: Any, seed: int = 1, players: int = 2, rounds: int = 3) -> Verdict:
    document = legal_table(seed, players, rounds)
    change(document["sheets"])
    return judge(document)


@pytest.mark.parametrize(
    ("kind", "face", "shown"),
    [
        ("tunnel", 6, "'6'; a tunnel die shows 1, 2, 3, 4, 5 or beer"),
        ("tunnel", 0, "'0'"),
        ("tunnel", -1, "'-1'"),
        ("tunnel", "dragon", "'dragon'"),
        ("treasure", 4, "'4'; a treasure die shows 1, 2, 3 or beer"),
        ("magic", 4, "'4'"),
        ("hazard", "dragon x5", "'dragon x5'"),
        ("hazard", "dragon x0", "'dragon x0'"),
        ("hazard", 2, "'2'"),
        ("hazard", "shield", "'shield'"),
        ("tool", "chest x3", "'chest x3'; a tool die shows beer, pickaxe, shield, chest or chest x2"),
        ("tool", "pickaxe x2", "'pickaxe x2'"),
        ("tool", "", "'nothing'"),
        ("tunnel", " ", "'nothing'"),
        ("tool", "\ud800\n\x1b", "shows"),
        ("tool", "chest x99999999999999999999", "shows"),
    ],
)
def test_no_such_face(kind: str, face: Any, shown: str) -> None:
    verdict = judge(one_round({kind: ["beer", face]}))
    assert codes(verdict) == ["no-such-face"]
    (problem,) = verdict.sheets[0].problems
    assert text(problem.where) == f"round 1, {kind}, die 2"
    assert text(problem).startswith(f"{text(problem.where)}: shows ") and shown in text(problem)
    assert text(problem).isprintable()
    picture = verdict.sheets[0].picture
    assert picture is not None and [cell.bad for cell in picture.rows[0][1]] == [False, True]


@pytest.mark.parametrize(
    ("kind", "face", "same"),
    [
        ("hazard", "dragon x4", "Dragon X4"),
        ("hazard", "dragon", "dragon x1"),
        ("hazard", "cave-in x2", " Cave In  ×2 "),
        ("hazard", "cave-in x3", "CAVE-IN x 3"),
        ("tool", "chest x2", "chestx2"),
        ("tunnel", 3, "3"),
        ("tunnel", "beer", "Beer"),
    ],
)
def test_faces_are_read_forgivingly(kind: str, face: Any, same: Any) -> None:
    assert parse_face(face) == parse_face(same)
    assert judge(one_round({kind: [same]})).legal


@pytest.mark.parametrize("kind", TYPES)
def test_faces_go_round_trip(kind: str) -> None:
    for face in RULES.dice.faces[kind]:
        assert parse_face(face_text(face)) == face


@pytest.mark.parametrize(
    ("kind", "exist"), [("tunnel", 27), ("treasure", 8), ("hazard", 10), ("tool", 7), ("magic", 8)]
)
def test_too_many_dice(kind: str, exist: int) -> None:
    few, many = ({"rounds": [{}, {kind: ["beer"] * count}]} for count in (exist, exist + 1))
    assert codes(judge(table(few))) == []
    alone = judge(table(many))
    assert codes(alone) == ["too-many-dice"] and not alone.sheets[0].legal and not alone.problems
    half = {"rounds": [{}, {kind: ["beer"] * (exist // 2 + 1)}]}
    together = judge(table(half, half, players=3))
    assert codes(together) == ["too-many-dice"] and all(sheet.legal for sheet in together.sheets)
    assert text(together.problems[0].where) == f"round 2, {kind}"


def test_wrong_mountain() -> None:
    def lose(sheets: list[Any]) -> None:
        dice = sheets[0]["rounds"][0]["tunnel"] or sheets[1]["rounds"][0]["tunnel"]
        dice.pop()

    verdict = changed(lose)
    assert codes(verdict) == ["wrong-mountain"]
    assert text(verdict.problems[0]) == "round 1: 19 dice in the troves together; 20 have been mined by then"
    assert codes(judge({**legal_table(1), "players": 3})) == []


def test_an_incomplete_table_has_at_most_its_mountains() -> None:
    dice = trove(tunnel=["beer"] * 20, tool=["beer"])
    assert codes(judge(one_round(dice))) == ["wrong-mountain"]
    assert codes(judge(one_round(trove(tunnel=["beer"] * 20)))) == []


def test_a_table_never_loses_a_type() -> None:
    before = [trove(tunnel=["beer"] * 10), trove(treasure=["beer"] * 4, hazard=["beer"] * 6)]
    after = [
        trove(tunnel=["beer"] * 20),
        trove(treasure=["beer"] * 3, hazard=["beer"] * 10, tool=["beer"] * 7),
    ]
    verdict = judge(table(*({"rounds": list(pair)} for pair in zip(before, after, strict=True))))
    assert codes(verdict) == ["trove-shrank"]
    assert text(verdict.problems[0].where) == "round 2, treasure"


def test_a_trove_may_lose_a_type_by_shared_beer() -> None:
    before = [trove(tunnel=["beer"] * 8, tool=["chest"] * 2), trove(tunnel=["beer"] * 10)]
    after = [
        trove(tunnel=["beer"] * 20, tool=["chest"]),
        trove(tunnel=["beer"] * 7, tool=["chest"] * 6, hazard=["beer"] * 6),
    ]
    players = [{"rounds": list(pair)} for pair in zip(before, after, strict=True)]
    verdict = judge(table(*players))
    assert codes(verdict) == []
    assert "shared-beer" in notes(verdict, 0) and "shared-beer" in notes(verdict, 1)


def test_a_whole_trove_never_shrinks() -> None:
    alone = judge(table({"rounds": [trove(tunnel=[1, 2, 3]), trove(tunnel=[1], tool=["chest"])]}))
    assert codes(alone) == ["trove-shrank"] and text(alone.sheets[0].problems[0].where) == "round 2"
    assert codes(judge(table({"rounds": [trove(tunnel=[1, 2, 3]), trove(tunnel=[1, 2], tool=["chest"])]}))) == []


def test_hero_taken() -> None:
    verdict = judge(table({"hero": "engineer"}, {"hero": "surveyor"}, {"hero": "Engineer"}))
    assert codes(verdict) == ["hero-taken"]
    assert "Ana and Cy share 'engineer'" in text(verdict.problems[0])


def test_wrong_sum_says_why() -> None:
    first, second = trove(treasure=[1, 1]), trove(treasure=[2, 2])
    written = {"treasure": 8, "rounds": [{"treasure": 2}, {"treasure": 8, "total": 8}]}
    verdict = judge(table({"rounds": [first, second], "written": written}, {"rounds": [first, trove(treasure=[3, 1])]}))
    assert [message for message in messages(verdict) if "written" in message] == [
        "treasure: 8 written, 6 by the rules: 2 + 4",
        "treasure round 2: 8 written, 4 by the rules: Bo has as many gems, so nobody doubles",
        "total round 2: 8 written, 4 by the rules",
    ]


@pytest.mark.parametrize(
    ("dice", "line", "why"),
    [
        (trove(tunnel=[1, 2, 1, 4]), 0, "1+2, 1"),
        (trove(tunnel=[2, 3]), 0, "no sequence starts with 1"),
        (trove(treasure=[3]), 1, "3 gems, and Bo has more, 5"),
        (trove(treasure=[3, 3]), 1, "the most gems, 6, count times 2"),
        (trove(), 1, "0 gems can't lead"),
        (
            trove(hazard=["dragon x3", "cave-in"], tool=["pickaxe", "pickaxe"]),
            2,
            "1 cave-in times 2 pickaxes, 3 dragons without a shield",
        ),
        (trove(), 2, "no hazards"),
    ],
)
def test_lines_say_why(dice: dict[str, Any], line: int, why: str) -> None:
    verdict = judge(one_round(dice, trove(treasure=[3, 2])))
    assert text(verdict.sheets[0].score.rounds[0][line].why) == why


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (4, []),
        (8, []),
        (6, ["wrong-sum"]),
        ({"treasure": 8, "total": 8}, []),
        ({"treasure": 8, "total": 4}, ["wrong-sum"]),
        ({"rounds": [{"treasure": 8}]}, []),
    ],
)
def test_a_sheet_alone_can_not_know_whether_it_doubles(written: Any, found: list[str]) -> None:
    verdict = judge(table({"rounds": [trove(treasure=[3, 1])], "written": written}))
    assert codes(verdict) == found
    assert "most-gems-unknown" in notes(verdict)
    assert verdict.sheets[0].score.total == 4


def test_what_is_certain_of_an_incomplete_table_is_not_doubted() -> None:
    verdict = judge(one_round(trove(treasure=[3]), trove(treasure=[2]), players=3))
    assert ["most-gems-unknown" in notes(verdict, sheet) for sheet in (0, 1)] == [True, False]
    tied = judge(one_round(trove(treasure=[3]), trove(treasure=[1, 2]), players=3))
    assert not any("most-gems-unknown" in notes(tied, sheet) for sheet in (0, 1))


def test_rounds_missing_on_one_sheet() -> None:
    both, more = trove(treasure=[2]), trove(treasure=[3])
    verdict = judge(table({"rounds": [both, more]}, {"rounds": [both]}))
    assert "rounds-missing" in notes(verdict, 1) and "most-gems-unknown" in notes(verdict, 0)
    assert lines(verdict, 0, 1)["treasure"] == 3


def test_next_starting_player() -> None:
    assert next_starters([21, 17, 17]) == [1, 2]
    verdict = judge(legal_table(3, 2, 1))
    fewest = min(sheet.score.total for sheet in verdict.sheets)
    for sheet in verdict.sheets:
        assert ("starts-next" in [note.code for note in sheet.notes]) == (sheet.score.total == fewest)
    assert "starts-next" not in notes(judge(legal_table(3, 2, 3))) + notes(judge(legal_table(3, 2, 3)), 1)
    tie = judge(one_round(trove(), trove()))
    assert text(tie.sheets[1].notes[-1]) == ("round 2 is started by Ana or Bo: equally few points, so chance decides")


# Ties.


def tied_game(*tiebreaks: list[dict[str, Any]]) -> dict[str, Any]:
    """Players with the same legal-enough trove for three rounds, and then their tiebreaks."""
    dice = trove(tunnel=[1, 2], treasure=[2])
    return table(*({"rounds": [dice] * 3, "tiebreak": each} for each in tiebreaks))


def ranks(verdict: Verdict) -> dict[str, int]:
    return {row.player: row.rank for row in verdict.ranking}


def test_a_tie_is_broken_among_the_tied_alone() -> None:
    high, low = trove(tunnel=[1, 2], treasure=[1]), trove(tunnel=[1, 3], treasure=[2])
    verdict = judge(tied_game([low], [high]))
    assert ranks(verdict) == {"Ana": 1, "Bo": 2}  # 1 + 2 doubled against 3 + 1
    assert text(verdict.ranking[0].why) == "tiebreak 1"
    assert [sheet.score.facts for sheet in verdict.sheets] == [{"tiebreak-1": 5}, {"tiebreak-1": 4}]
    assert verdict.sheets[0].score.total == 15
    assert "wrong-tiebreak" not in codes(verdict)


def test_those_still_tied_go_on() -> None:
    same, less = trove(tunnel=[1, 2], treasure=[1]), trove(tunnel=[2, 2], treasure=["beer"])
    verdict = judge(tied_game([same, less], [same, same], [less]))
    assert ranks(verdict) == {"Bo": 1, "Ana": 2, "Cy": 3}
    assert "wrong-tiebreak" not in codes(verdict)


def test_an_open_tie_is_shared_and_noted() -> None:
    same = trove(tunnel=[1, 2], treasure=[1])
    for document in (tied_game([], []), tied_game([same], []), tied_game([same], [same])):
        verdict = judge(document)
        assert ranks(verdict) == {"Ana": 1, "Bo": 1}
        assert "tiebreak-due" in notes(verdict, 0) and "tiebreak-due" in notes(verdict, 1)
        assert "wrong-tiebreak" not in codes(verdict)


def test_wrong_tiebreaks() -> None:
    same, other = trove(tunnel=[1, 2], treasure=[1]), trove(tunnel=[1, 2, 3], treasure=[1])
    assert "wrong-tiebreak" in codes(judge(tied_game([other], [same])))
    low = trove(tunnel=[1, 3], treasure=[1])
    assert "wrong-tiebreak" in codes(judge(tied_game([same, same], [low])))
    untied = legal_table(5)
    assert judge(untied).legal
    untied["sheets"][0]["tiebreak"] = [untied["sheets"][0]["rounds"][2]]
    verdict = judge(untied)
    assert codes(verdict) == ["wrong-tiebreak"] and "nobody is tied with Ana" in messages(verdict)[0]


# Documents that can't be understood.


@pytest.mark.parametrize(
    ("sheet", "fault"),
    [
        ({"hero": "enginer"}, "sheets 1, hero: 'enginer' is not one of alchemist, dragon-slayer"),
        ({"hero": 3}, "hero: 3 is not a text"),
        ({"rounds": 3}, "rounds: 3 is not a list of tables"),
        ({"rounds": [{"tunnel": 3}]}, "rounds 1, tunnel: 3 is not a list"),
        ({"rounds": [{"tunnel": [{}]}]}, "rounds 1, tunnel 1: {} is not a face"),
        ({"rounds": [{"tunnel": [1.0]}]}, "tunnel 1: 1.0 is not a face"),
        ({"rounds": [{"tunnel": [True]}]}, "tunnel 1: True is not a face"),
        ({"rounds": [{"tunnel": [None]}]}, "tunnel 1: None is not a face"),
        ({"rounds": [{"tunnels": []}]}, "tunnels: unknown key; did you mean 'tunnel'?"),
        ({"rounds": [{}] * 4}, "rounds: 4 troves; at most 3 are allowed, and a tiebreak stands in [[sheets.tiebreak]]"),
        ({"rounds": [{}], "tiebreak": [{}]}, "tiebreak: a tiebreak after 1 round; it follows round 3"),
        (
            {"rounds": [{}], "written": {"rounds": [{}, {}]}},
            "written, rounds: 2 rounds of sums; there are dice for 1 round",
        ),
        ({"written": {"gems": 1}}, "written, gems: unknown key"),
        ({"house": ""}, "house: unknown key"),
    ],
)
def test_faults(sheet: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError) as raised:
        judge(table(sheet))
    assert fault in str(raised.value)


def test_number_of_players() -> None:
    with pytest.raises(InputError, match="players"):
        judge(one_round({}, players=5))
    with pytest.raises(InputError, match="sheets"):
        judge(one_round({}, {}, {}, players=2))


def test_one_sheet_at_the_top() -> None:
    verdict = judge({"game": "dice-miner", "player": "Ana", "rounds": [{"tunnel": [1]}]})
    assert verdict.sheets[0].score.total == 1


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 9)
    | st.floats(allow_nan=True)
    | st.text(max_size=6)
    | st.sampled_from(["beer", "dragon x4", "engineer"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*TYPES, "rounds", "written", "player", "total"]), inner, max_size=4)
    ),
    max_leaves=12,
)
sheet_junk = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("player", "hero", "rounds", "tiebreak", "written", "x"), junk)
)
dice_junk = st.dictionaries(
    st.sampled_from(TYPES),
    st.lists(st.integers(-1, 7) | st.sampled_from(["beer", "dragon x4", "chest", "?"]), max_size=30),
)
near_sheet = st.fixed_dictionaries(
    {"rounds": st.lists(dice_junk, max_size=3)},
    optional={
        "hero": st.sampled_from([*RULES.heroes, "x"]),
        "tiebreak": st.lists(dice_junk, max_size=2),
        "written": st.integers() | st.dictionaries(st.sampled_from(["tunnel", "total", "rounds"]), st.integers()),
    },
)
documents = st.fixed_dictionaries(
    {"game": st.just("dice-miner")},
    optional={
        "players": st.integers(1, 5) | junk,
        "sheets": st.lists(sheet_junk | near_sheet, max_size=5) | junk,
    },
)

shaped_sheet = st.fixed_dictionaries(
    {"rounds": st.lists(dice_junk, min_size=3, max_size=3)},
    optional={
        "hero": st.sampled_from([*RULES.heroes]),
        "tiebreak": st.lists(dice_junk, max_size=2),
        "written": st.integers(-9, 99) | st.fixed_dictionaries({"rounds": st.just([{"total": 3}])}),
    },
)
shaped = st.fixed_dictionaries(
    {"game": st.just("dice-miner"), "sheets": st.lists(shaped_sheet, min_size=1, max_size=4)}
)


@given(documents | shaped)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_document_breaks_the_rules(document: dict[str, Any]) -> None:
    before = copy.deepcopy(document)
    try:
        verdict = judge(document)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert json.loads(json.dumps(verdict.as_json()))["game"] == "dice-miner"
        assert all(problem.count("\n") == 0 for problem in messages(verdict))
    assert repr(document) == repr(before)


# The edition is data.


def other(**values: Any) -> Edition:
    entries = {name.replace("_", "-"): value for name, value in values.items()}
    return EDITION.overridden(Edition("dice-miner", {n: Entry(n, "fact", "", v) for n, v in entries.items()}))


def test_the_edition_decides() -> None:
    high = one_round(trove(tunnel=[6]))
    assert (
        codes(judge(high)) == ["no-such-face"]
        and codes(judge(high, edition=other(tunnel_split=[1, 2, 3, 4, 5, 6]))) == []
    )
    gems = one_round(trove(treasure=[3]), trove(treasure=[1]))
    assert lines(judge(gems, edition=other(treasure_double=3)))["treasure"] == 9
    assert lines(judge(gems, edition=other(double_from=4)))["treasure"] == 3
    hazards = one_round(trove(hazard=["dragon x2"], tool=["pickaxe"]))
    assert lines(judge(hazards, edition=other(counters={"dragon": "pickaxe"})))["hazard"] == 2
    assert lines(judge(hazards, edition=other(hazard_points=-2)))["hazard"] == -4
    assert lines(judge(one_round(trove(tunnel=[2, 3])), edition=other(tunnel_start=2)))["tunnel"] == 5
    assert codes(judge(legal_table(1), edition=other(mountain=19))) == ["wrong-mountain"] * 3
    assert codes(judge(legal_table(1), edition=other(dice={**EDITION["dice"], "tool": 6}))) == ["too-many-dice"]
    assert codes(judge(table({"hero": "engineer"}, {"hero": "engineer"}), edition=other(hero_once=2))) == []
    shrinking = table({"rounds": [trove(tunnel=[1, 2]), trove(tunnel=[1])]})
    assert codes(judge(shrinking, edition=other(shared_beer=False))) == []
    with pytest.raises(InputError, match="at most 2"):
        judge(legal_table(1), edition=other(rounds=2))
    with pytest.raises(InputError, match="not one of smith"):
        judge(legal_table(1), edition=other(heroes={"smith": {"tool": ["shield"]}}))


def test_a_known_split_replaces_the_stand_in() -> None:
    hazard = one_round(trove(hazard=["dragon x4"]))
    split = ["beer", "dragon", "dragon x2", "cave-in", "cave-in x2", "cave-in x3"]
    assert judge(hazard).legal
    assert codes(judge(hazard, edition=other(hazard_split=split))) == ["no-such-face"]
    assert rolled_faces(other(hazard_split=split), "hazard") == tuple(plain(parse_face(face)) for face in split)


@pytest.mark.parametrize("kind", TYPES)
def test_virtual_dice_have_six_possible_faces(kind: str) -> None:
    faces = rolled_faces(EDITION, kind)
    assert len(faces) == 6
    assert set(faces) <= set(map(plain, dice_of(EDITION).faces[kind]))


def test_an_edition_of_another_shape_is_one_line() -> None:
    shapes: list[dict[str, Any]] = [
        {"dice": 3},
        {"heroes": {"x": {"anvil": [1]}}},
        {"rounds": "many"},
        {"hazard_faces": [None]},
        {"counters": []},
    ]
    for values in shapes:
        with pytest.raises(InputError, match="edition data"):
            judge(one_round(trove()), edition=other(**values))


def test_unknown_splits_are_named_as_such() -> None:
    for kind in ("magic", "hazard", "tool"):
        assert not EDITION.known(f"{kind}-split")
        assert EDITION.entries[f"{kind}-stand-in"].kind == "ruling"


# The score pad.


def test_fields() -> None:
    fields = GAME.fields(EDITION)
    assert set(fields) == {"score", "summary"} and fields["summary"] == {}
    pad = fields["score"]
    assert len(pad) == 4 * (2 + 3 * 4 + 1 + 2) + 3
    assert {"p1.name", "p4.r3.hazard", "p2.r1.total", "p3.tiebreak", "p4.total", "start.r3"} <= set(pad)
    assert pad["start.r1"].choices == ("1", "2", "3", "4")
    assert "p1.r4.tunnel" in GAME.fields(other(rounds=4))["score"]


@given(tables)
@settings(max_examples=25, deadline=None)
def test_marks_are_fields_of_the_pad(document: dict[str, Any]) -> None:
    game, value, edition = understand(document, "table")
    ((sheet, marks),) = game.marks(value, edition)
    rules = game.fields(edition)[sheet]
    kinds = {"text": str, "choice": str, "number": int}
    assert all(isinstance(mark, kinds[rules[field].kind]) for field, mark in marks.items())
    for seat, answer in enumerate(judge(document).sheets, 1):
        assert marks[f"p{seat}.total"] == answer.score.total
        assert marks[f"p{seat}.r1.total"] == sum(line.points for line in answer.score.rounds[0])


def test_marks_of_a_tie_and_the_starting_player() -> None:
    low, high = trove(tunnel=[1, 3], treasure=[1]), trove(tunnel=[1, 2], treasure=[1])
    game, value, edition = understand(tied_game([low], [high]), "table")
    marks = dict(game.marks(value, edition)[0][1])
    assert marks["p1.tiebreak"] == 2 and marks["p2.tiebreak"] == 4
    assert not any(field.startswith("start") for field in marks)
    example = tomllib.loads((EXAMPLES / "miner-table.toml").read_text(encoding="utf-8"))
    game, value, edition = understand(example, "table")
    marks = dict(game.marks(value, edition)[0][1])
    assert marks["start.r2"] == "2" and marks["p1.hero"] == "Dragon Slayer"


def test_the_game_is_found() -> None:
    assert {"dice-miner", "dice-miner-solo"} <= set(games.names())
    assert not any(name.startswith(("-", "_")) for name in games.names())
    assert games.load("dice-miner").PLAYERS == (2, 4)


def test_pure_functions_for_a_table_that_plays() -> None:
    mine = Trove(tool=(Face("chest", 2), Face("chest"), Face("shield")), treasure=(Face("", 3), Face("beer")))
    assert (chests(mine), gems(mine), mine.size) == (3, 3, 5)
    assert leader([2, 2, 1]) is None and leader([1, 2]) == 1
    assert [row.total for row in score_phase([("A", mine), ("B", Trove())], RULES)] == [6, 0]
