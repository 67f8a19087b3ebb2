"""Dice Miner alone: what can be drafted, the points and their bands."""

from __future__ import annotations

import json
import random
import tomllib
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.errors import InputError
from pnp.games.dice_miner.dice import Face, parse_face, plain
from pnp.games.dice_miner.solo_sheet import sides, unmatched, unsupported
from pnp.games.game import Papers
from pnp.games.verdict import Verdict
from pnp.sheets.documents import judge, understand

EXAMPLES = Path(__file__).parents[1] / "examples"
EDITION = shipped("dice-miner-solo")
GAME = games.load("dice-miner-solo")
text = GAME.words().text
PILES = ("tunnel", "hazard", "tool", "treasure", "cached")


def solo(**keys: Any) -> dict[str, Any]:
    return {"game": "dice-miner-solo", "player": "Ana", **keys}


def codes(verdict: Verdict) -> list[str]:
    assert not verdict.problems
    return [problem.code for problem in verdict.sheets[0].problems]


def lines(verdict: Verdict) -> dict[str, int]:
    return {line.name: line.points for line in verdict.sheets[0].score.lines}


def test_example() -> None:
    document = tomllib.loads((EXAMPLES / "miner-solo.toml").read_text(encoding="utf-8"))
    expected = json.loads((EXAMPLES / "miner-solo.expected.json").read_text(encoding="utf-8"))
    answer = judge(document).as_json()
    assert (answer["game"], answer["legal"]) == (expected["game"], expected["legal"])
    (sheet,), (wanted,) = answer["sheets"], expected["sheets"]
    assert {key: sheet[key] for key in wanted if key != "score"} == {k: v for k, v in wanted.items() if k != "score"}
    assert sheet["score"] == {**wanted["score"], "band": 2}


@pytest.mark.parametrize(
    ("tunnel", "bad"),
    [
        ([1, 2, 3, 4], []),
        ([1, 2, 3, 5], [3]),
        ([1, 1, 1], []),
        ([1, 2, 2], [2]),
        ([1, 1, 2, 2], []),
        ([2, 1], []),
        ([2], [0]),
        ([1, 3, 4], [1, 2]),
        ([5, 4, 3, 2, 1], []),
        ([1, 2, 1, 3, 3, 2], []),
        ([1, 2, 1, 3, 3], [4]),
        ([], []),
    ],
)
def test_tunnels_follow_a_straight(tunnel: list[int], bad: list[int]) -> None:
    verdict = judge(solo(tunnel=tunnel))
    assert codes(verdict) == ["tunnel-without-straight"] * len(bad)
    assert [text(p.where) for p in verdict.sheets[0].problems] == [f"tunnel, die {index + 1}" for index in bad]
    picture = verdict.sheets[0].picture
    assert picture is not None
    assert [n for _, row in picture.rows for n, cell in enumerate(row) if cell.bad] == bad


@pytest.mark.parametrize(
    ("hazard", "tool", "bad"),
    [
        (["dragon x4"], ["shield"], []),
        (["dragon"], ["pickaxe"], [0]),
        (["cave-in x4"], ["pickaxe"], []),
        (["cave-in", "cave-in"], ["pickaxe"], [1]),
        (["cave-in", "dragon", "cave-in x2"], ["pickaxe", "shield", "pickaxe"], []),
        (["dragon", "dragon x2", "dragon x3"], ["shield", "chest", "chest x2"], [1, 2]),
    ],
)
def test_hazards_need_a_tool_each(hazard: list[str], tool: list[str], bad: list[int]) -> None:
    verdict = judge(solo(hazard=hazard, tool=tool))
    assert codes(verdict) == ["hazard-not-neutralized"] * len(bad)
    assert [text(p.where) for p in verdict.sheets[0].problems] == [f"hazard, die {index + 1}" for index in bad]


@pytest.mark.parametrize(
    ("tool", "cached", "room"),
    [
        (["chest"], 1, 1),
        (["chest x2"], 2, 2),
        (["chest", "chest x2"], 3, 3),
        ([], 1, 0),
        (["shield"], 1, 0),
        (["chest x2"], 3, 2),
    ],
)
def test_chests(tool: list[str], cached: int, room: int) -> None:
    verdict = judge(solo(tool=tool, cached=[1] * cached))
    assert codes(verdict) == (["chest-overfull"] if cached > room else [])
    if cached > room:
        assert text(verdict.sheets[0].problems[0]).endswith(f"the chests have room for {room}")


@pytest.mark.parametrize(
    ("trove", "line", "points"),
    [
        ({"tunnel": [1, 2, 3, 4, 5]}, "tunnel", 5),
        ({"tunnel": [1, 2, 3, 4]}, "tunnel", 0),
        ({"tunnel": [1, 2, 3, 4, 5] * 2 + [1, 2, 3]}, "tunnel", 10),
        ({"hazard": ["dragon x4", "cave-in"], "tool": ["shield", "pickaxe"]}, "hazard", 5),
        ({"treasure": [3, 1]}, "treasure", 4),
        ({"cached": [3, 1], "tool": ["chest x2"]}, "cached", 8),
    ],
)
def test_points(trove: dict[str, Any], line: str, points: int) -> None:
    verdict = judge(solo(**trove))
    assert verdict.legal
    assert lines(verdict) == {"tunnel": 0, "hazard": 0, "treasure": 0, "cached": 0} | {line: points}


BANDS = {1: (0, 14), 2: (15, 30), 3: (31, 45), 4: (46, 60), 5: (61, 70), 6: (71, 200)}


@pytest.mark.parametrize(("number", "ends"), BANDS.items())
def test_bands(number: int, ends: tuple[int, int]) -> None:
    for total in ends:
        paper = {"score": {"tunnel": total, "total": total}}
        counted = GAME.count(Papers(("Ana",), {}, (paper,)), EDITION)
        assert counted.own == ({"score": {"total": total, "band": str(number)}},)
        assert counted.verdict.sheets[0].score.facts == {"band": number}


def test_the_band_is_named() -> None:
    verdict = judge(solo(tunnel=[1, 2, 3, 4, 5] * 3))
    assert verdict.sheets[0].score.as_json()["band"] == 2
    (note,) = verdict.sheets[0].notes
    assert (note.code, text(note)) == ("band", "band 2 of 6: a first step; 31 points reach the next one")
    top = judge(solo(tunnel=[1, 2, 3, 4, 5] * 15))
    assert text(top.sheets[0].notes[0]) == "band 6 of 6: legendary"


@pytest.mark.parametrize(
    ("pile", "face"),
    [
        ("tunnel", 6),
        ("tunnel", "beer"),
        ("hazard", "beer"),
        ("tool", "beer"),
        ("treasure", "Beer"),
        ("cached", "beer"),
        ("cached", 4),
        ("treasure", "shield"),
        ("magic", 4),
        ("hazard", "goblin"),
    ],
)
def test_no_such_face(pile: str, face: Any) -> None:
    verdict = judge(solo(**{"tool": ["chest x2"], pile: ["chest x2", face] if pile == "tool" else [face]}))
    assert codes(verdict) == ["no-such-face"]
    assert text(verdict.sheets[0].problems[0].where) == f"{pile}, die {2 if pile == 'tool' else 1}"


def test_magic_may_still_show_beer() -> None:
    assert judge(solo(magic=["beer", 3])).legal


@pytest.mark.parametrize(
    ("trove", "exist"),
    [
        ({"tunnel": [1]}, 27),
        ({"tool": ["shield"]}, 7),
        ({"treasure": [1]}, 8),
        ({"magic": [1]}, 8),
    ],
)
def test_too_many_dice(trove: dict[str, Any], exist: int) -> None:
    ((pile, dice),) = trove.items()
    assert codes(judge(solo(**{pile: dice * exist}))) == []
    assert codes(judge(solo(**{pile: dice * (exist + 1)}))) == ["too-many-dice"]


def test_cached_dice_are_treasure_dice() -> None:
    tool = ["chest x2"] * 2
    assert codes(judge(solo(treasure=[1] * 5, cached=[1] * 3, tool=tool))) == []
    assert codes(judge(solo(treasure=[1] * 5, cached=[1] * 4, tool=tool))) == ["too-many-dice"]
    hazards = solo(hazard=["dragon"] * 11, tool=["shield"] * 7)
    assert codes(judge(hazards)) == [*["hazard-not-neutralized"] * 4, "too-many-dice"]


def test_a_mountain_has_so_many_dice() -> None:
    assert codes(judge(solo(tunnel=[1] * 21))) == []
    assert codes(judge(solo(tunnel=[1] * 21, refills=0))) == ["too-many-dice"]
    assert codes(judge(solo(tunnel=[1] * 20, magic=[1, 1, 1], refills=0))) == []
    short = {"tunnel": [1] * 20, "magic": [1, 1, 1], "refills": 0, "starting-magic": 2}
    assert codes(judge(solo(**short))) == ["too-many-dice"]
    assert codes(judge(solo(**{**short, "refills": 1}))) == []


def test_refills() -> None:
    assert codes(judge(solo(refills=2))) == []
    assert codes(judge(solo(refills=3))) == ["too-many-refills"]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (22, []),
        (23, ["total: 23 written, 22 by the rules"]),
        ({"cached": 5}, ["cached: 5 written, 10 by the rules: 5 cached gems times 2"]),
        ({"tunnel": 10, "total": 27}, 2),
        ({"tunnel": 5, "hazard": 6, "treasure": 1, "cached": 10, "total": 22}, []),
    ],
)
def test_wrong_sum(written: Any, found: Any) -> None:
    document = tomllib.loads((EXAMPLES / "miner-solo.toml").read_text(encoding="utf-8"))
    verdict = judge({**document, "written": written})
    assert set(codes(verdict)) <= {"wrong-sum"}
    texts = [text(problem) for problem in verdict.sheets[0].problems]
    assert texts == found if isinstance(found, list) else len(texts) == found


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"tunel": []}, "tunel: unknown key; did you mean 'tunnel'?"),
        ({"tunnel": 1}, "tunnel: 1 is not a list"),
        ({"tunnel": [[]]}, "tunnel 1: [] is not a face"),
        ({"players": 2}, "players: 2 is too large"),
        ({"refills": -1}, "refills: -1 is too small"),
        ({"starting-magic": 4}, "starting-magic: 4 is not one of 0, 1, 2, 3"),
        ({"starting-magic": True}, "starting-magic: True is not a whole number"),
        ({"hero": "engineer"}, "hero: unknown key"),
        ({"written": {"rounds": []}}, "written, rounds: unknown key"),
        ({"player": 1}, "player: 1 is not a text"),
        ({"sheets": []}, "sheets"),
    ],
)
def test_faults(keys: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError) as raised:
        judge({"game": "dice-miner-solo", **keys})
    assert fault in str(raised.value)


def test_one_sheet_in_a_list() -> None:
    assert judge({"game": "dice-miner-solo", "sheets": [{"treasure": [2]}]}).sheets[0].score.total == 2
    with pytest.raises(InputError, match="2 sheets"):
        judge({"game": "dice-miner-solo", "sheets": [{}, {}]})


# An oracle that drafts one die after the other instead of counting.


def can_draft_tunnels(dice: tuple[int, ...]) -> bool:
    """Whether some order of drafting, with some choice of the straight each die goes on, takes all dice."""
    return any(_drafts(order, ()) for order in set(permutations(dice)))


def _drafts(dice: tuple[int, ...], tops: tuple[int, ...]) -> bool:
    if not dice:
        return True
    first, rest = dice[0], dice[1:]
    if first == 1:
        return _drafts(rest, (*tops, 1))
    places = [n for n, top in enumerate(tops) if top == first - 1]
    return any(_drafts(rest, (*tops[:n], first, *tops[n + 1 :])) for n in places)


@given(st.lists(st.integers(1, 5), max_size=6))
@settings(max_examples=150, deadline=None)
def test_straights_against_drafting(dice: list[int]) -> None:
    alone = unsupported([Face("", number) for number in dice])
    assert (not alone) == can_draft_tunnels(tuple(dice))
    assert can_draft_tunnels(tuple(number for n, number in enumerate(dice) if n not in alone))


def test_hazards_against_every_pairing() -> None:
    matching = {"dragon": "shield", "cave-in": "pickaxe"}
    for hazard, tool in product(
        product(("dragon", "cave-in"), repeat=3), product(("shield", "pickaxe", "chest"), repeat=3)
    ):
        pairs = any(
            all(matching[symbol] == each for symbol, each in zip(hazard, order, strict=True))
            for order in permutations(tool)
        )
        assert pairs == (not unmatched([Face(h, 2) for h in hazard], [Face(t) for t in tool], matching))


# Properties.


def drafted(seed: int) -> dict[str, Any]:
    """A trove drafted die by die from a shuffled bag, by the rules of drafting."""
    rng = random.Random(seed)
    bag = [kind for kind, count in EDITION["dice"].items() if kind != "magic" for _ in range(count)]
    entries = GAME.declare(EDITION).entries
    rng.shuffle(bag)
    trove: dict[str, list[Any]] = {pile: [] for pile in PILES}
    tops: list[int] = []
    free: list[str] = []
    room = 0
    for kind in bag:
        face = parse_face(rng.choice(sides(kind, entries)))
        needed = {"dragon": "shield", "cave-in": "pickaxe"}.get(face.symbol)
        if kind == "tunnel" and face.number != 1:
            if face.number - 1 not in tops:
                continue
            tops.remove(face.number - 1)
        if needed and needed not in free:
            continue
        free = free[:]
        if needed:
            free.remove(needed)
        tops += [face.number] if kind == "tunnel" else []
        free += [face.symbol] if kind == "tool" else []
        room += face.number if face.symbol == "chest" else 0
        cache = kind == "treasure" and room > 0 and rng.random() < 0.6
        room -= cache
        trove["cached" if cache else kind].append(plain(face))
    return solo(**trove)


troves = st.builds(drafted, st.integers(0, 10**6))


@given(troves, st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_what_can_be_drafted_is_legal_in_any_order(document: dict[str, Any], rng: random.Random) -> None:
    before = judge(document).as_json()
    assert before["legal"], before
    score = before["sheets"][0]["score"]
    assert score["total"] == sum(score[line] for line in ("tunnel", "hazard", "treasure", "cached"))
    low, high = BANDS[score["band"]]
    assert low <= score["total"] <= high
    for pile in PILES:
        rng.shuffle(document[pile])
    assert judge(document).as_json() == before


@given(troves)
@settings(max_examples=60, deadline=None)
def test_spoiling_a_legal_trove_is_noticed(document: dict[str, Any]) -> None:
    ones = document["tunnel"].count(1)
    spoiled = {
        "tunnel-without-straight": {**document, "tunnel": [*document["tunnel"], *[2] * (ones + 1)]},
        "hazard-not-neutralized": {**document, "hazard": [*document["hazard"], *["dragon"] * 8]},
        "chest-overfull": {
            **document,
            "tool": [t for t in document["tool"] if "chest" not in t],
            "cached": [1],
        },
        "no-such-face": {**document, "treasure": [*document["treasure"], 7]},
        "too-many-dice": {**document, "tool": [*document["tool"], *["shield"] * 8]},
        "wrong-sum": {**document, "written": judge(document).sheets[0].score.total + 1},
    }
    for code, each in spoiled.items():
        assert code in codes(judge(each))


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)
faces = st.lists(st.integers(-1, 7) | st.sampled_from(["beer", "dragon x4", "chest", "shield", "?", ""]), max_size=30)
documents = st.fixed_dictionaries(
    {"game": st.just("dice-miner-solo")},
    optional={
        **dict.fromkeys((*PILES, "magic"), faces | junk),
        **dict.fromkeys(("refills", "starting-magic", "players"), st.integers(-1, 5) | junk),
        "written": st.integers() | junk,
        "sheets": junk,
        "player": st.text(max_size=5) | junk,
    },
)
shaped = st.fixed_dictionaries(
    {"game": st.just("dice-miner-solo")},
    optional={**dict.fromkeys((*PILES, "magic"), faces), "refills": st.integers(0, 9)},
)


@given(documents | shaped)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_document_breaks_the_rules(document: dict[str, Any]) -> None:
    try:
        verdict = judge(document)
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert json.loads(json.dumps(verdict.as_json()))["sheets"][0]["score"]["band"] >= 1


# The edition is data.


def other(**values: Any) -> Edition:
    entries = {name.replace("_", "-"): value for name, value in values.items()}
    return EDITION.overridden(Edition("dice-miner-solo", {n: Entry(n, "fact", "", v) for n, v in entries.items()}))


def test_the_edition_decides() -> None:
    full = solo(tunnel=[1, 2, 3, 4, 5], hazard=["dragon x2"], tool=["shield", "chest"], treasure=[3], cached=[2])
    assert lines(judge(full)) == {"tunnel": 5, "hazard": 2, "treasure": 3, "cached": 4}
    dear = other(straight_points=9, hazard_points=2, treasure_points=3, cached_points=5)
    assert lines(judge(full, edition=dear)) == {"tunnel": 9, "hazard": 4, "treasure": 9, "cached": 10}
    assert lines(judge(solo(tunnel=[1, 2, 3]), edition=other(straight_end=3)))["tunnel"] == 5
    assert codes(judge(solo(tunnel=[2, 3]), edition=other(straight_start=2))) == []
    assert codes(judge(full, edition=other(neutralizes={"dragon": "pickaxe"}))) == ["hazard-not-neutralized"]
    assert codes(judge(solo(tool=["chest"], cached=[1, 1]), edition=other(chests=2))) == []
    assert codes(judge(solo(refills=3), edition=other(refills=3))) == []
    assert codes(judge(solo(tunnel=["beer"]), edition=other(beer_in_trove=["tunnel"]))) == []
    assert codes(judge(full, edition=other(dice={**EDITION["dice"], "tool": 1}))) == ["too-many-dice"]
    assert codes(judge(solo(tunnel=[1] * 7), edition=other(mountain=2))) == ["too-many-dice"]
    better = other(bands=[{"from": 0, "name": "poor"}, {"from": 10, "name": "rich"}])
    assert text(judge(full, edition=better).sheets[0].notes[0]) == "band 2 of 2: rich"
    with pytest.raises(InputError, match="not one of 9"):
        judge(solo(**{"starting-magic": 3}), edition=other(starting_magic=[9]))


def test_an_edition_of_another_shape_is_one_line() -> None:
    shapes: list[dict[str, Any]] = [{"bands": []}, {"bands": [1]}, {"neutralizes": 1}]
    for values in shapes:
        with pytest.raises(InputError, match="dice-miner-solo.toml: .*can't be worked out"):
            judge(solo(), edition=other(**values))
    with pytest.raises(InputError, match="edition data"):
        GAME.play.open(["Ana"], {}, other(starting_magic=[]))


# The score pad.


def test_fields() -> None:
    fields = GAME.fields(EDITION)
    assert set(fields) == {"score", "summary"} and fields["summary"] == {}
    pad = fields["score"]
    assert set(pad) == {
        *(
            "name",
            "tunnel",
            "hazard",
            "treasure",
            "cached",
            "total",
            "refills.1",
            "refills.2",
            "magic",
            "band",
        ),
        *(f"best.{number}" for number in range(1, 6)),
    }
    assert pad["magic"].choices == ("0", "1", "2", "3") and pad["band"].choices == tuple("123456")
    assert "refills.3" in GAME.fields(other(refills=3))["score"]


def test_marks() -> None:
    document = tomllib.loads((EXAMPLES / "miner-solo.toml").read_text(encoding="utf-8"))
    game, value, edition = understand({**document, "refills": 1, "starting-magic": 2}, "solo")
    ((sheet, marks),) = game.marks(value, edition)
    assert sheet == "score"
    assert marks == {
        "name": "Ana",
        "tunnel": 5,
        "hazard": 6,
        "treasure": 1,
        "cached": 10,
        "total": 22,
        "band": "2",
        "refills.1": True,
        "magic": "2",
    }
    assert set(marks) <= set(game.fields(edition)["score"])


def test_faces_are_read_as_at_a_table() -> None:
    assert parse_face("Dragon X4") == parse_face("dragon x4")
    assert judge(solo(hazard=["Dragon X4"], tool=["SHIELD"])).sheets[0].score.total == 4
