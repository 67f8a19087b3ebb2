"""Dice Manor: the rulebook's examples, every code, scores, bids and the advertising track."""

from __future__ import annotations

import json
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.errors import InputError
from pnp.games.dice_manor import bidding, game
from pnp.games.dice_manor.bidding import Bid, Track
from pnp.games.dice_manor.rounds import _collect_blueprint
from pnp.games.dice_manor.rules import LINES, ROUND_LINES, rules_of
from pnp.games.seats import RefusedError
from pnp.games.verdict import Verdict
from pnp.sheets import documents

text = game.words().text
EXAMPLES = Path(__file__).parents[1] / "examples"
EDITION = shipped("dice-manor")
RULES = rules_of(EDITION)
SEATS = ["Teal", "Orange", "Beige", "Black"]
TYPES = list(EDITION["room-types"])
COLORS = list(EDITION["colors"])


def edition_with(**values: Any) -> Edition:
    """The shipped edition with some entries known to be something else; `_` stands for `-`."""
    named = {name.replace("_", "-"): value for name, value in values.items()}
    entries = {name: Entry(name, "fact", "", value) for name, value in named.items()}
    return EDITION.overridden(Edition("dice-manor", entries))


def judge(*sheets: dict[str, Any], players: int | None = None, **values: Any) -> Verdict:
    document: dict[str, Any] = {"game": "dice-manor", "sheets": list(sheets)}
    if players:
        document["players"] = players
    return documents.judge(document, edition=edition_with(**values))


def codes(verdict: Verdict) -> set[str]:
    every = [*verdict.problems, *(problem for sheet in verdict.sheets for problem in sheet.problems)]
    return {problem.code for problem in every}


def notes(verdict: Verdict) -> set[str]:
    return {note.code for sheet in verdict.sheets for note in sheet.notes}


def score(verdict: Verdict, sheet: int = 0) -> dict[str, Any]:
    return verdict.sheets[sheet].score.as_json()


def rooms(words: str) -> list[dict[str, Any]]:
    """Rooms from words such as `office:red library:magic:red+green`."""
    found = []
    for word in words.split():
        kind, color, *touches = word.split(":")
        found.append({"type": kind, "color": color} | ({"touches": touches[0].split("+")} if touches else {}))
    return found


def example() -> dict[str, Any]:
    return tomllib.loads((EXAMPLES / "manor-table.toml").read_text())


def test_the_example_table() -> None:
    expected = json.loads((EXAMPLES / "manor-table.expected.json").read_text())
    answer = documents.judge(example()).as_json(game.words())
    for key in expected.keys() - {"sheets"}:
        assert answer[key] == expected[key]
    for sheet, right in zip(answer["sheets"], expected["sheets"], strict=True):
        assert {key: sheet[key] for key in right if key != "score"} == {k: v for k, v in right.items() if k != "score"}
        assert {line: sheet["score"][line] for line in right["score"]} == right["score"]
        assert list(sheet["score"]) == ["rounds", *LINES, "total"]
        assert [list(row) for row in sheet["score"]["rounds"]] == [[*ROUND_LINES, "total"]] * 4
    assert [(row["rank"], row["player"]) for row in answer["ranking"]] == [(1, "Teal"), (2, "Beige")]


# The rulebook's examples ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("dice", "prestige", "tokens"),
    [(1, 0, 1), (2, 2, 0), (3, 5, 0), (4, 9, 0), (5, 11, 0), (6, 13, 0), (7, 15, 0), (8, 17, 0), (9, 19, 0)],
)
def test_tour_rewards(dice: int, prestige: int, tokens: int) -> None:
    assert (RULES.tour_prestige(dice), RULES.tokens_of_tour(dice)) == (prestige, tokens)


@pytest.mark.parametrize(
    ("tours", "tour_points", "dice_points"),
    [([5], 11, 5), ([3, 2], 7, 5), ([3, 1], 5, 4), ([], 0, 0)],
    ids=["one path of five", "split three and two", "Teal's two tours, then 4 for the dice", "none"],
)
def test_tours_of_a_round(tours: list[int], tour_points: int, dice_points: int) -> None:
    found = score(judge({"rounds": [{"tours": tours}]}))
    assert (found["tours"], found["dice"]) == (tour_points, dice_points)
    assert found["rounds"] == [{"tours": tour_points, "dice": dice_points, "advertising": 0, "total": found["total"]}]


def bids(text: str) -> list[Bid]:
    """Bids from `Teal 33` for two dice that show 3, one after the other."""
    return [
        Bid(SEATS.index(name), len(dice), int(dice[0])) for name, dice in (word.split() for word in text.split(", "))
    ]


@pytest.mark.parametrize(
    ("placed", "order"),
    [
        ("Teal 33", "Teal"),
        ("Teal 33, Orange 33", "Teal Orange"),
        ("Teal 33, Orange 33, Orange 3", "Orange Teal"),
        ("Teal 33, Orange 33, Orange 3, Teal 3", "Orange Teal"),
        ("Teal 33, Orange 33, Orange 3, Teal 33", "Teal Orange"),
        ("Teal 3, Orange 33, Black 3, Black 3", "Orange Black Teal"),
    ],
)
def test_bids_under_a_blueprint(placed: str, order: str) -> None:
    there: tuple[Bid, ...] = ()
    for bid in bids(placed):
        there = bidding.place_bid(there, bid, RULES.blueprint_order)
    assert " ".join(SEATS[bid.seat] for bid in there) == order


def test_the_small_bedroom_goes_to_orange_and_teal_takes_a_token() -> None:
    there: tuple[Bid, ...] = ()
    for bid in bids("Teal 33, Orange 33, Orange 3"):
        there = bidding.place_bid(there, bid, RULES.blueprint_order)
    state = game.play.open(SEATS, {}, EDITION)._replace(blueprints=((), (), there, (), (), ()), phase="bid")
    after = _collect_blueprint(state, 3)
    assert there[0] == Bid(1, 3, 3)
    assert [player.won for player in after.players] == [(), ("small-bedroom",), (), ()]
    assert [player.tokens - RULES.inspiration for player in after.players] == [1, 0, 0, 0]


@pytest.mark.parametrize(
    ("placed", "order"),
    [
        ("Beige 22", "Beige"),
        ("Beige 2, Black 33", "Black Beige"),
        ("Beige 22, Black 33", "Black Beige"),
        ("Beige 22, Black 33, Beige 22", "Beige Black"),
        ("Black 66, Beige 111", "Beige Black"),
        ("Black 111, Beige 666", "Beige Black"),
        ("Black 666, Beige 111", "Black Beige"),
        ("Black 44, Beige 44", "Black Beige"),
        ("Black 44, Beige 4, Beige 4", "Black Beige"),
        ("Black 4, Beige 5, Teal 5, Orange 11", "Orange Beige Teal Black"),
    ],
)
def test_bids_on_advertising(placed: str, order: str) -> None:
    there: tuple[Bid, ...] = ()
    for bid in bids(placed):
        there = bidding.place_bid(there, bid, RULES.advertising_order)
    assert " ".join(SEATS[bid.seat] for bid in there) == order


def test_a_bid_grows_only_by_the_same_number() -> None:
    with pytest.raises(RefusedError) as refused:
        bidding.place_bid([Bid(2, 1, 2)], Bid(2, 1, 3), RULES.advertising_order)
    assert text(refused.value.refusal) == "3 added to advertising with 2; only more 2 may join them"
    with pytest.raises(RefusedError) as refused:
        bidding.place_bid([], Bid(2, 0, 2), ["dice"])
    assert "0 dice" in text(refused.value.refusal)


def test_advertising_of_four() -> None:
    ranked = bids("Beige 2222, Black 333, Orange 44, Teal 5")
    moves = {"Beige": (2, 0), "Black": (1, 0), "Orange": (0, 1), "Teal": (0, 1)}
    found = bidding.advertising_moves(ranked, RULES)
    assert {SEATS[seat]: move for seat, move in found.items()} == moves


@pytest.mark.parametrize(
    ("track", "spaces", "dice", "after", "entered"),
    [
        (Track(9, 2, (4, 9)), 2, 0, Track(9, 4, (9,), 1), (3, 4)),
        (Track(9, 2, (3, 9)), 2, 0, Track(9, 4, (9,), 1), (3, 4)),
        (Track(9, 1, (5, 9)), 1, 3, Track(9, 2, (9,), 1), (2,)),
        (Track(9, 1, (5, 9)), 0, 2, Track(9, 1, (3, 9)), ()),
        (Track(9, 4, (6, 9)), 0, 5, Track(9, 4, (6,), 1), ()),
        (Track(9, 4, (6, 7)), 0, 5, Track(9, 4, (), 2), ()),
        (Track(9, 6, (8, 9)), 2, 1, Track(9, 8, (), 2), (7, 8)),
        (Track(9, 7, (8, 9)), 2, 0, Track(9, 9, (), 2), (8, 9)),
        (Track(9, 3, (), 2), 2, 7, Track(9, 5, (), 2), (4, 5)),
        (Track(9, 8, (), 2), 2, 0, Track(9, 9, (), 2), (9,)),
    ],
    ids=[
        "Beige reaches the first die",
        "the marker passes over the die",
        "Black's die comes to the marker",
        "a die that comes closer",
        "what is left moves the second die",
        "both at once",
        "marker, then die",
        "a marker takes both",
        "no die left",
        "the end of the track",
    ],
)
def test_bonus_dice(track: Track, spaces: int, dice: int, after: Track, entered: tuple[int, ...]) -> None:
    assert bidding.collect_advertising(track, spaces, dice) == (after, entered)


def test_a_new_track_has_its_dice_on_the_last_spaces() -> None:
    assert bidding.new_track(RULES, 11) == Track(11, 0, (10, 11))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9)), max_size=12))
def test_dice_stay_ahead_of_the_marker_and_are_never_lost(turns: list[tuple[int, int]]) -> None:
    track = bidding.new_track(RULES, 8)
    moved = 0
    for spaces, dice in turns:
        track, entered = bidding.collect_advertising(track, spaces, dice)
        moved += len(entered)
        assert len(track.dice) + track.claimed == 2
        assert track.marker == moved <= track.spaces
        assert all(track.marker < die <= track.spaces for die in track.dice)


def test_beiges_end_game_bonuses_are_23() -> None:
    beige = {"player": "Beige", "inspiration": 3, "diversity": 4}
    beige["rooms"] = rooms("office:blue bathroom:blue small-bedroom:red library:magic:red+magic")
    rival = {
        "player": "Orange",
        "rooms": rooms("office:red bathroom:red library:red large-bedroom:green office:blue"),
    }
    third = {
        "player": "Teal",
        "rooms": rooms("office:green bathroom:green library:green dining-kitchen:green"),
    }
    verdict = judge(beige, rival, third)
    found = score(verdict)
    bonuses = [found[line] for line in ("majority", "diversity", "inspiration", "largest")]
    assert bonuses == [12 + 6, 4, 1, 0]
    assert found["total"] == 23


@pytest.mark.parametrize(
    ("tiles", "counts"),
    [
        ("library:magic:red+green", {"red": 1, "green": 1, "blue": 0}),
        ("library:magic:red+red", {"red": 1, "green": 0, "blue": 0}),
        ("library:magic:magic", {"red": 0, "green": 0, "blue": 0}),
        ("dining-kitchen:red", {"red": 2, "green": 0, "blue": 0}),
        ("dining-kitchen:magic:red+blue", {"red": 2, "green": 0, "blue": 2}),
    ],
)
def test_rooms_of_a_color(tiles: str, counts: dict[str, int]) -> None:
    pad = _pad({"rooms": rooms(tiles)})
    assert {color: pad[f"p1.rooms.{color}"] for color in counts} == counts


def test_a_magic_tile_of_two_rooms_may_say_what_each_touches() -> None:
    tile = {"type": "dining-kitchen", "color": "magic", "touches": [["red"], ["red", "green"]]}
    pad = _pad({"rooms": [tile]})
    assert (pad["p1.rooms.red"], pad["p1.rooms.green"], pad["p1.rooms.all"]) == (2, 1, 2)


def _pad(*sheets: dict[str, Any]) -> dict[str, Any]:
    data = {"game": "dice-manor", "sheets": list(sheets)}
    game, document, edition = documents.understand(data, "document")
    [(name, marks)] = game.marks(document, edition)
    assert name == "score"
    return dict(marks)


# Majorities -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([3, 2], [12, 6]),
        ([3, 0], [12, 0]),
        ([0, 0], [0, 0]),
        ([2, 2], [8, 8]),
        ([3, 3, 2], [8, 8, 0]),
        ([3, 2, 2], [12, 4, 4]),
        ([3, 2, 1], [12, 6, 0]),
        ([1, 1, 1, 1], [8, 8, 8, 8]),
        ([4, 3, 3, 3], [12, 4, 4, 4]),
        ([4, 3, 0, 0], [12, 6, 0, 0]),
    ],
)
def test_majorities(counts: list[int], points: list[int]) -> None:
    sheets = [{"rooms": rooms("office:red " * count)} for count in counts]
    verdict = judge(*sheets)
    assert [score(verdict, i)["majority"] for i in range(len(counts))] == points
    assert [score(verdict, i)["largest"] for i in range(len(counts))] == points


@pytest.mark.parametrize(("sheets", "players"), [(1, None), (1, 2), (2, 3), (3, 4)])
def test_an_incomplete_table_has_no_majority(sheets: int, players: int | None) -> None:
    verdict = judge(*[{"rooms": rooms("office:red")}] * sheets, players=players)
    assert score(verdict)["majority"] == score(verdict)["largest"] == 0
    assert "incomplete-table" in notes(verdict)
    assert "incomplete-table" not in notes(judge({}, {}))


def test_a_wrong_majority_is_explained() -> None:
    ana = {"player": "Ana", "rooms": rooms("office:red office:red office:blue"), "written": {"majority": 24}}
    teal = {"player": "Teal", "rooms": rooms("bathroom:blue bathroom:blue bathroom:blue")}
    [problem] = judge(ana, teal).sheets[0].problems
    assert text(problem) == (
        "majority: 24 written, 18 by the rules: red 12 (first alone), blue 6 (second alone, Teal has 3)"
    )
    third = {"player": "Bo", "rooms": rooms("library:blue library:blue library:blue")}
    [problem] = judge(ana, teal, third).sheets[0].problems
    assert text(problem).endswith("blue 0 (Teal and Bo have 3, a tie that leaves no second)")


# Every code -------------------------------------------------------------------------------------------------
MANY_TYPES = [{"type": kind, "color": "red"} for kind in TYPES[:4]]

BROKEN: list[tuple[str, str, str, list[dict[str, Any]]]] = [
    ("too-many-rounds", "rounds", "5 rounds; 4 are played", [{"rounds": [{}] * 5}]),
    ("too-many-dice", "round 2, tours", "10 dice", [{"rounds": [{}, {"tours": [4, 6]}]}]),
    ("opening-dice", "opening", "make 6", [{"opening": {"tours": [5]}, "unhappy": 1}]),
    ("opening-dice", "opening", "make 10", [{"opening": {"tours": [9]}, "unhappy": 1}]),
    ("opening-dice", "opening", "make 0", [{"opening": {}}]),
    ("opening-dice", "opening", "make 3", [{"unhappy": 3}]),
    ("advertising-spaces", "round 1, advertising", "3 spaces", [{"rounds": [{"advertising": [3, 4, 5]}]}]),
    ("advertising-rank", "round 1", "each gained 2", [{"rounds": [{"advertising": [3, 4]}]}] * 2),
    ("advertising-rank", "round 2", "each gained 1", [{"rounds": [{}, {"advertising": [3]}]}] * 2),
    ("too-many-tiles", "rooms", "5 library tiles", [{"rooms": rooms("library:red " * 5)}]),
    ("too-many-tiles", "table", "6 library tiles", [{"rooms": rooms("library:red " * 3)}] * 2),
    ("too-many-tiles", "table", "5 library tiles", [{"rooms": rooms("library:red " * n)} for n in (4, 1)]),
    ("too-many-tiles", "table", "7 tiles in 1 rounds", [{"rounds": [{}], "rooms": rooms("office:red " * 7)}]),
    ("wrong-diversity", "diversity", "4 room types give 4", [{"rooms": MANY_TYPES, "diversity": 5}]),
    ("no-such-room", "rooms 1", "did you mean 'office'", [{"rooms": rooms("ofice:red")}]),
    ("no-such-room", "rooms 2", "'bleu' is no color", [{"rooms": rooms("office:red office:bleu")}]),
    ("no-such-room", "rooms 1", "did you mean 'red'", [{"rooms": rooms("office:magic:reed")}]),
    ("wrong-sum", "total", "total: 9 written, 0 by the rules", [{"written": 9}]),
    ("wrong-sum", "tours round 1", "5 by the rules: 5 for 3",
     [{"rounds": [{"tours": [3]}], "written": {"rounds": [{"tours": 3}]}}]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "where", "says", "sheets"), BROKEN)
def test_codes(code: str, where: str, says: str, sheets: list[dict[str, Any]]) -> None:
    verdict = judge(*sheets)
    assert codes(verdict) == {code}
    every = [*verdict.problems, *(problem for sheet in verdict.sheets for problem in sheet.problems)]
    assert text(every[0].where) == where
    assert says in text(every[0])
    assert text(every[0]).startswith(f"{where}: ")
    assert "\n" not in text(every[0])


def test_a_round_too_many_builds_nothing_more() -> None:
    kinds = ["office"] * 10 + ["bathroom"] * 10 + ["small-bedroom"] * 5
    sheet: dict[str, Any] = {"rounds": [{}] * 5, "rooms": [{"type": kind, "color": "red"} for kind in kinds]}
    assert codes(judge(sheet)) == {"too-many-rounds", "too-many-tiles"}
    assert codes(judge({**sheet, "rooms": sheet["rooms"][1:]})) == {"too-many-rounds"}


@pytest.mark.parametrize(
    "sheets",
    [
        [{"rounds": [{}] * 4}],
        [{"rounds": [{"tours": [9]}]}],
        [{"opening": {"tours": [7]}}],
        [{"opening": {"tours": [4, 4]}, "unhappy": 1}],
        [{"unhappy": 7}],
        [{}],
        [{"rounds": [{"advertising": [3, 4]}]}, {"rounds": [{"advertising": [3]}]}, {"rounds": [{}]}],
        [{"rounds": [{"advertising": [3, 4]}]}, {"rounds": [{}, {"advertising": [3, 4]}]}],
        [{"rooms": rooms("library:red " * 4)}],
        [{"rooms": rooms("library:red " * 2)}] * 2,
        [{"rounds": [{}], "rooms": rooms("office:red " * 6)}],
        [{"rooms": MANY_TYPES, "diversity": 4}],
        [{"rooms": MANY_TYPES[:3], "diversity": 77}],
        [{"written": 0}],
        [{"rounds": [{"tours": [3, 2, 2]}], "written": {"dice": 7, "tours": 9, "rounds": [{"total": 16}]}}],
    ],
)  # fmt: skip
def test_what_is_at_the_edge_is_legal(sheets: list[dict[str, Any]]) -> None:
    assert judge(*sheets).legal


# What is unknown makes a note, what is filled in is checked -------------------------------------------------
def test_an_unknown_diversity_is_taken_as_written_with_a_note() -> None:
    sheet = {"rooms": MANY_TYPES[:3], "diversity": 2}
    verdict = judge(sheet)
    assert verdict.legal
    assert score(verdict)["diversity"] == 2
    assert "diversity-unknown" in notes(verdict)
    known = judge(sheet, diversity_rest={"3": 1})
    assert codes(known) == {"wrong-diversity"}
    assert score(known)["diversity"] == 1
    assert "diversity-unknown" not in notes(known)
    assert judge({**sheet, "diversity": 1}, diversity_rest={"3": 1}).legal
    assert score(judge({"rooms": MANY_TYPES}))["diversity"] == 4


def test_an_unknown_track_is_taken_as_written_with_a_note() -> None:
    sheet = {"rounds": [{"advertising": [4, 5]}, {"advertising": [3]}]}
    verdict = judge(sheet)
    assert verdict.legal
    assert "advertising-unknown" in notes(verdict)
    assert "advertising-unknown" not in notes(judge({"rounds": [{}]}))
    known = judge(sheet, advertising_track=[4, 5, 6, 7])
    [problem] = known.sheets[0].problems
    assert problem.code == "wrong-advertising"
    assert text(problem) == "round 2, advertising: 3 written; the track gives 6 there"
    assert score(known)["advertising"] == 15
    assert "advertising-unknown" not in notes(known)
    past_the_end = judge({"rounds": [{"advertising": [4, 5]}]}, advertising_track=[4])
    assert codes(past_the_end) == {"wrong-advertising"}


@pytest.mark.parametrize(
    ("code", "sheet"),
    [
        ("no-opening", {}),
        ("early-tour", {"rounds": [{"tours": [2]}]}),
        ("scarce-blueprint", {"rooms": rooms("office:red " * 5)}),
        ("touches-ignored", {"rooms": [{"type": "office", "color": "red", "touches": ["green"]}]}),
    ],
)
def test_notes(code: str, sheet: dict[str, Any]) -> None:
    verdict = judge(sheet)
    assert verdict.legal
    assert code in notes(verdict)
    quiet = {"opening": {"tours": [7]}, "rounds": [{"tours": [1]}] * 4, "rooms": rooms("office:red " * 4)}
    assert code not in notes(judge(quiet))


@pytest.mark.parametrize(
    ("values", "sheet", "found"),
    [
        ({"rounds": 5}, BROKEN[0][3][0], set()),
        ({"dice": {"start": 7, "bonus": 3}}, BROKEN[1][3][0], set()),
        ({"dice": {"start": 6, "bonus": 3}}, BROKEN[2][3][0], set()),
        ({"advertising_ranks": [3, 1]}, BROKEN[6][3][0], set()),
        ({"colors": ["red", "bleu"]}, BROKEN[15][3][0], set()),
        ({"diversity": {"4": 5}}, BROKEN[13][3][0], set()),
        ({"diversity": {"4": 6}}, {"rooms": MANY_TYPES, "diversity": 4}, {"wrong-diversity"}),
        (
            {"dice_prestige": {"round": 1, "opening": 2}},
            {"opening": {"tours": [7]}, "written": 15 + 14},
            set(),
        ),
        ({"tour_rewards": [4]}, {"rounds": [{"tours": [1, 1]}], "written": 10}, set()),
        ({"leftovers": {"tokens": 3, "prestige": 2}}, {"inspiration": 7, "written": 4}, set()),
    ],
)
def test_the_edition_decides(values: dict[str, Any], sheet: dict[str, Any], found: set[str]) -> None:
    assert codes(judge(sheet, **values)) == found
    assert codes(judge(sheet)) != found


def test_the_edition_decides_majorities_and_ties() -> None:
    prize = {"first": 7, "second": 3, "tied-first": 2, "tied-second": 1}
    verdict = judge({"rooms": rooms("office:red office:red")}, {"rooms": rooms("office:red")}, majority=prize)
    assert [score(verdict, i)["majority"] for i in (0, 1)] == [7, 3]
    assert score(judge({}, {}, majority_least=0))["largest"] == 8
    tied = [{"player": "A", "unhappy": 7}, {"player": "B", "rooms": [], "unhappy": 8}]
    assert [row.player for row in judge(*tied[::-1]).ranking] == ["A", "B"]
    assert [row.rank for row in judge(*tied, tiebreak=["rooms"]).ranking] == [1, 1]


@pytest.mark.parametrize("name", [entry.name for entry in EDITION if entry.kind != "unknown"])
def test_bad_edition_data_is_said_in_one_line(name: str) -> None:
    for value in (None, "x", -1, [None], {"x": "y"}):
        edition = edition_with(**{name.replace("-", "_"): value})
        try:
            documents.judge(example() | {"players": 2}, edition=edition)
        except InputError as error:
            assert "\n" not in str(error)


def test_a_wrong_number_of_the_edition_is_refused() -> None:
    with pytest.raises(InputError, match="edition data, rounds: 'four' is not a whole number"):
        rules_of(edition_with(rounds="four"))
    with pytest.raises(InputError, match="edition data, dice: 7 is not a table"):
        rules_of(edition_with(dice=7))


# Ranking ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sheets", "ranks"),
    [
        ([{"inspiration": 2}, {"inspiration": 4}], [(1, "B"), (2, "A")]),
        ([{"inspiration": 4}, {"inspiration": 4}], [(1, "A"), (1, "B")]),
        ([{"unhappy": 8}, {"unhappy": 7}], [(1, "B"), (2, "A")]),
        ([{"inspiration": 2}, {"inspiration": 2}, {"inspiration": 0}], [(1, "A"), (1, "B"), (3, "C")]),
    ],
)
def test_ranking(sheets: list[dict[str, Any]], ranks: list[tuple[int, str]]) -> None:
    verdict = judge(*({"player": "ABC"[i], **sheet} for i, sheet in enumerate(sheets)))
    assert [(row.rank, row.player) for row in verdict.ranking] == ranks


def test_more_rooms_win_a_tie_before_fewer_unhappy_guests() -> None:
    more = {"player": "More", "rooms": rooms("office:red"), "unhappy": 9}
    none = {"player": "None", "inspiration": 48, "unhappy": 7}
    verdict = judge(none, more)
    assert [row.total for row in verdict.ranking] == [24, 24]
    assert [(row.rank, row.player) for row in verdict.ranking] == [(1, "More"), (2, "None")]
    assert "most rooms" in text(verdict.ranking[0].why)


# Properties -------------------------------------------------------------------------------------------------
@st.composite
def legal_tables(draw: st.DrawFn) -> dict[str, Any]:
    """A table as it may come out of a game."""
    players = draw(st.integers(2, 4))
    sheets: list[dict[str, Any]] = [{"player": f"P{i}", "rooms": [], "rounds": []} for i in range(players)]
    for _ in range(4):
        for kind in TYPES:
            winner = draw(st.integers(-1, players - 1))
            if winner >= 0:
                sheets[winner]["rooms"].append(draw(_tile(kind)))
        ranked = draw(st.permutations(range(players)))[: draw(st.integers(0, 2))]
        for i, sheet in enumerate(sheets):
            spaces = 2 - ranked.index(i) if i in ranked else 0
            prestige = draw(st.lists(st.integers(0, 9), min_size=spaces, max_size=spaces))
            sheet["rounds"].append({"tours": draw(_tours(9)), "advertising": prestige})
    for sheet in sheets:
        opening = draw(_tours(9))
        sheet["opening"] = {"tours": opening}
        sheet["unhappy"] = draw(st.integers(max(0, 7 - sum(opening)), 9 - sum(opening)))
        sheet["inspiration"] = draw(st.integers(0, 12))
        types = len({room["type"] for room in sheet["rooms"]})
        sheet["diversity"] = {0: 0, 4: 4}.get(types) if types in (0, 4) else draw(st.integers(0, 12))
    return {"game": "dice-manor", "sheets": sheets}


def _tile(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    plain = st.fixed_dictionaries({"type": st.just(kind), "color": st.sampled_from(COLORS)})
    touches = st.lists(st.sampled_from([*COLORS, "magic"]), max_size=3)
    magic = st.fixed_dictionaries({"type": st.just(kind), "color": st.just("magic"), "touches": touches})
    return st.one_of(plain, magic)


@st.composite
def _tours(draw: st.DrawFn, most: int) -> list[int]:
    tours: list[int] = []
    while (left := most - sum(tours)) and draw(st.booleans()):
        tours.append(draw(st.integers(1, left)))
    return tours


def prestige_by_hand(data: dict[str, Any]) -> list[int]:
    """Totals of a legal table counted another way: token by token and player against player."""
    reward = [0, 0, 2, 5, 9, 11, 13, 15, 17, 19]
    totals = []
    size = [[1 + (room["type"] == "dining-kitchen") for room in sheet["rooms"]] for sheet in data["sheets"]]
    for sheet in data["sheets"]:
        paths = [path for row in sheet["rounds"] for path in row["tours"]]
        points = sum(reward[path] + path for path in paths)
        points += sum(prestige for row in sheet["rounds"] for prestige in row["advertising"])
        points += sum(reward[path] + 3 * path for path in sheet["opening"]["tours"])
        totals.append(points + sheet["diversity"] + sheet["inspiration"] // 2)
    contests = [[sum(each) for each in size]]
    for color in COLORS:
        have = []
        for sheet, each in zip(data["sheets"], size, strict=True):
            is_one = [color in {room["color"], *room.get("touches", [])} for room in sheet["rooms"]]
            have.append(sum(count for count, one in zip(each, is_one, strict=True) if one))
        contests.append(have)
    for have in contests:
        for i, mine in enumerate(have):
            above = sum(other > mine for other in have)
            level = have.count(mine) > 1
            if mine and above == 0:
                totals[i] += 8 if level else 12
            elif mine and above == 1:
                totals[i] += 4 if level else 6
    return totals


@settings(max_examples=70, deadline=None)
@given(legal_tables())
def test_legal_tables_are_legal_and_scored(data: dict[str, Any]) -> None:
    verdict = documents.judge(data)
    assert codes(verdict) == set()
    assert [sheet.score.total for sheet in verdict.sheets] == prestige_by_hand(data)
    for sheet in verdict.sheets:
        answer = sheet.score.as_json()
        assert answer["total"] == sum(answer[line] for line in LINES)
        for line in ROUND_LINES:
            assert answer[line] == sum(row[line] for row in answer["rounds"])
    ranks = {row.player: row.rank for row in verdict.ranking}
    assert len(ranks) == len(data["sheets"])
    for row in verdict.ranking:
        assert row.rank >= 1 + sum(other.total > row.total for other in verdict.ranking)
        assert row.rank == 1 + sum(other.rank < row.rank for other in verdict.ranking)


@settings(max_examples=30, deadline=None)
@given(legal_tables(), st.randoms(use_true_random=False))
def test_the_order_of_sheets_and_rooms_never_matters(data: dict[str, Any], random: Any) -> None:
    mixed = deepcopy(data)
    random.shuffle(mixed["sheets"])
    for sheet in mixed["sheets"]:
        random.shuffle(sheet["rooms"])
    here, there = documents.judge(data), documents.judge(mixed)
    assert {s.player: s.score.as_json() for s in here.sheets} == {s.player: s.score.as_json() for s in there.sheets}
    assert {r.player: (r.rank, r.why) for r in here.ranking} == {r.player: (r.rank, r.why) for r in there.ranking}


def _fifth_round(sheet: dict[str, Any]) -> None:
    sheet["rounds"].append({})


def _tenth_die(sheet: dict[str, Any]) -> None:
    tours = sheet["rounds"][2]["tours"]
    tours.append(10 - sum(tours))


def _lost_die(sheet: dict[str, Any]) -> None:
    sheet["unhappy"] += 10 - sheet["unhappy"] - sum(sheet["opening"]["tours"])


def _third_space(sheet: dict[str, Any]) -> None:
    sheet["rounds"][0]["advertising"] = [1, 1, 1]


def _more_libraries(sheet: dict[str, Any]) -> None:
    sheet["rooms"] += [{"type": "library", "color": "red"}] * 5


def _attic(sheet: dict[str, Any]) -> None:
    sheet["rooms"].append({"type": "attic", "color": "red"})


def _wrong_aid(sheet: dict[str, Any]) -> None:
    sheet["rooms"], sheet["diversity"] = MANY_TYPES, 5


def _wrong_total(sheet: dict[str, Any]) -> None:
    sheet["written"] = 10_000


@settings(max_examples=50, deadline=None)
@given(
    legal_tables(),
    st.sampled_from(
        [
            (_fifth_round, "too-many-rounds"),
            (_tenth_die, "too-many-dice"),
            (_lost_die, "opening-dice"),
            (_third_space, "advertising-spaces"),
            (_more_libraries, "too-many-tiles"),
            (_attic, "no-such-room"),
            (_wrong_aid, "wrong-diversity"),
            (_wrong_total, "wrong-sum"),
        ]
    ),
    st.integers(0, 3),
)
def test_a_broken_sheet_is_found(data: dict[str, Any], mutation: Any, number: int) -> None:
    change, code = mutation
    index = number % len(data["sheets"])
    change(data["sheets"][index])
    verdict = documents.judge(data)
    assert code in {problem.code for problem in verdict.sheets[index].problems}
    others = [sheet for i, sheet in enumerate(verdict.sheets) if i != index]
    assert all(sheet.legal for sheet in others)


@settings(max_examples=20, deadline=None)
@given(legal_tables(), st.integers(0, 3), st.sampled_from([1, 2]))
def test_two_of_one_rank_are_found(data: dict[str, Any], number: int, spaces: int) -> None:
    for sheet in data["sheets"][:2]:
        sheet["rounds"][number]["advertising"] = [3] * spaces
    found = [text(p.where) for p in documents.judge(data).problems if p.code == "advertising-rank"]
    assert f"round {number + 1}" in found


# Documents --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        ({"roms": []}, "roms: unknown key; did you mean 'rooms'?"),
        ({"rounds": [{"tours": [0]}]}, "rounds 1, tours 1: 0 is too small; at least 1 is allowed"),
        ({"rounds": [{"tour": []}]}, "rounds 1, tour: unknown key; did you mean 'tours'?"),
        ({"inspiration": -1}, "inspiration: -1 is too small; at least 0 is allowed"),
        ({"rooms": [{"type": "office"}]}, "rooms 1: 'color' is missing"),
        ({"rooms": [{"type": "office", "color": "magic", "touches": "red"}]}, "'red' is not a list"),
        ({"opening": 5}, "opening: 5 is not a table"),
        (
            {"walks": [{"round": 9, "die": 1, "path": ["0,0"]}]},
            "walks 1, round: 9 is not a round; 1 to 4 and",
        ),
        ({"walks": [{"round": 1, "die": 1, "path": []}]}, "walks 1, path: a path without a cell"),
    ],
)
def test_what_cannot_be_read_is_refused(sheet: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as refused:
        documents.judge({"game": "dice-manor", **sheet})
    assert says in str(refused.value)


KNOWN_WORDS = "office dining-kitchen red magic 0,0 0,1 1,0 N any 3/4 opening office-1 library-1"
KNOWN_KEYS = (
    "game sheets players player rooms rounds tours advertising opening manor walks written type color touches"
    " cells doors slots turned at tile round die path total diversity x"
)
WORDS = st.sampled_from([*KNOWN_WORDS.split(), "0,1 N", "", "\ud800", "\n"])
KEYS = st.sampled_from(KNOWN_KEYS.split())
SMALL = st.one_of(st.none(), st.booleans(), st.integers(-2, 10), st.integers(), st.floats(), WORDS)
NESTED = st.recursive(
    SMALL, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6), max_leaves=20
)
TABLE = st.dictionaries(KEYS, NESTED, max_size=8)
ROOM = st.fixed_dictionaries({"type": WORDS, "color": WORDS}, optional={"touches": NESTED})
TOURS = st.lists(st.integers(1, 12), max_size=3)
ROUND = st.fixed_dictionaries({}, optional={"tours": TOURS, "advertising": NESTED})
PLACED = st.fixed_dictionaries(
    {"at": st.lists(st.integers(-2, 2), min_size=2, max_size=2)},
    optional={"tile": WORDS, "type": WORDS, "color": WORDS, "cells": NESTED, "slots": NESTED}
    | {"doors": st.lists(WORDS, max_size=3), "turned": st.sampled_from([0, 90, 45])},
)
NAMED = st.fixed_dictionaries(
    {"tile": st.sampled_from(["office-1", "library-1", "dining-kitchen-4"])}
    | {"at": st.lists(st.integers(-2, 2), min_size=2, max_size=2)}
)
CELL = st.sampled_from(["0,0", "0,1", "1,0", "-1,0", "5,5"])
WALK = st.fixed_dictionaries(
    {"round": st.sampled_from([1, 2, "opening"]), "die": st.integers(1, 6)}
    | {"path": st.lists(CELL, min_size=1, max_size=4)}
)
SHAPED = st.fixed_dictionaries(
    {},
    optional={"rooms": st.lists(ROOM, max_size=4), "rounds": st.lists(ROUND, max_size=6), "written": NESTED}
    | {"opening": st.fixed_dictionaries({"tours": TOURS}), "walks": st.lists(WALK, max_size=3)}
    | {"manor": st.lists(NAMED, max_size=4) | st.lists(PLACED | NAMED, max_size=3)},
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(TABLE, SHAPED, st.lists(SHAPED, max_size=3).map(lambda sheets: {"sheets": sheets})))
def test_no_document_breaks_the_reader(data: dict[str, Any]) -> None:
    try:
        verdict = documents.judge({**data, "game": "dice-manor"})
    except InputError as error:
        assert "\n" not in str(error)
    else:
        json.dumps(verdict.as_json())
        assert all("\n" not in text(problem) for sheet in verdict.sheets for problem in sheet.problems)


# Sheets of paper --------------------------------------------------------------------------------------------
def test_fields() -> None:
    found = game.fields(EDITION)
    assert list(found) == ["score", "tracker", "plan", "summary"]
    pad, tracker = found["score"], found["tracker"]
    assert {
        "p1.name",
        "p4.r4.advertising",
        "p2.opening",
        "p3.rooms.red",
        "p1.rooms.all",
        "p4.unhappy",
    } <= pad.keys()
    assert len(pad) == 4 * (1 + 4 * 3 + 6 + len(COLORS) + 2)
    assert {"p1.r5.tours", "p5.name", "p1.r0.tours"}.isdisjoint(pad)
    assert {rule.kind for rule in tracker.values()} == {"text", "tally", "cross", "number"}
    assert {
        "inspiration.24",
        "advertising.8",
        "bonus-dice.2",
        "tours.r4.6",
        "tours.opening.6",
    } <= tracker.keys()
    assert {"inspiration.25", "advertising.9", "bonus-dice.3", "tours.r5.1", "tours.r4.7"}.isdisjoint(tracker)
    assert (dict(found["summary"]), list(found["plan"])) == ({}, ["name"])
    more = game.fields(edition_with(colors=["red", "gold"], advertising_track=[1] * 20, rounds=5))
    assert {"p1.rooms.gold", "p1.r5.dice"} <= more["score"].keys()
    assert "advertising.20" in more["tracker"]


def test_marks_fill_the_pad_of_the_table() -> None:
    game, document, edition = documents.understand(example(), "example")
    [(name, marks)] = game.marks(document, edition)
    assert name == "score"
    pad = game.fields(edition)[name]
    assert marks.keys() <= pad.keys()
    assert all(isinstance(marks[field], str if pad[field].kind == "text" else int) for field in marks)
    assert marks.keys() == {field for field in pad if field.startswith(("p1.", "p2."))}
    assert (marks["p1.name"], marks["p1.total"], marks["p1.r4.tours"], marks["p1.unhappy"]) == (
        "Beige",
        118,
        11,
        1,
    )
    assert (marks["p2.rooms.red"], marks["p2.rooms.green"], marks["p2.rooms.all"]) == (3, 3, 6)


def test_marks_of_too_many_rounds_stay_on_the_paper() -> None:
    assert _pad({"rounds": [{"tours": [1]}] * 6}).keys() <= game.fields(EDITION)["score"].keys()


def test_the_game_is_found() -> None:
    assert "dice-manor" in games.names()
    assert not [name for name in games.names() if name.startswith(("-", "_"))]
    game = games.load("dice-manor")
    assert (game.TITLE, game.PLAYERS) == ("Dice Manor", (2, 4))


def test_the_edition_is_whole() -> None:
    box = rules_of(EDITION)
    assert sum(kind.tiles for kind in box.types.values()) == 37
    assert sorted(kind.blueprint for kind in box.types.values()) == [1, 2, 3, 4, 5, 6]
    assert (box.inspiration, box.dice, box.bonus_dice) == (2, 7, 2)
    assert box.track is None
    assert {entry.kind for entry in EDITION} == {"rule", "ruling", "unknown"}
