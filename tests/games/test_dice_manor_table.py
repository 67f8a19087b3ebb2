"""Dice Manor at the table: turns, phases, what is refused, whole games, and a recorded one."""

from __future__ import annotations

import hashlib
import json
import os
import random
from collections.abc import Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from dumps_dice_manor import dump
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, shipped
from pnp.games.dice_manor import game
from pnp.games.dice_manor.bidding import Bid, Track
from pnp.games.dice_manor.document import read
from pnp.games.dice_manor.moves import (
    REST,
    Build,
    Done,
    Leave,
    Nudge,
    Place,
    Reroll,
    Tell,
    Touch,
    parse,
    text,
)
from pnp.games.dice_manor.rules import rules_of
from pnp.games.dice_manor.sheet import RoomTile, Round
from pnp.games.dice_manor.state import State
from pnp.games.dice_manor.tiles import Placed
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.strict import Table, said_by
from pnp.web.options import spread
from pnp.words import Words

play = game.play
EDITION = shipped("dice-manor")
WORDS = Words("en", ())
PLAN = {"tiles": "stand-in", "track": "stand-in"}
NAMES = ("Teal", "Orange", "Beige", "Black")
RECORD = Path(__file__).parent / "plays" / "dice-manor.jsonl"


def table(count: int = 2, options: dict[str, str] | None = None) -> State:
    return play.open(NAMES[:count], options or {}, EDITION)


def do(state: State, *actions: tuple[int | None, str] | tuple[int, ...]) -> State:
    """The table after actions: (seat, words), or a tuple of dice."""
    for action in actions:
        said = len(action) == 2 and isinstance(action[1], str)
        one = Action(action[0], action[1]) if said else Action(None, "", tuple(action))  # type: ignore[arg-type]
        before = dump(state)
        after = play.act(state, one)
        assert not isinstance(after, Refusal), (one, after)
        assert dump(state) == before
        state = after
    return state


def refused(state: State, seat: int | None, words: str = "", dice: tuple[Any, ...] = ()) -> str:
    answer = play.act(state, Action(seat, words, dice))
    assert isinstance(answer, Refusal), words
    for language in ("en", "pl"):
        message = game.words(language).of(play.players(state)).text(answer)
        assert message == message.strip() != answer.key and "…" not in message, message
    return answer.code


def holding(state: State, seat: int, faces: str) -> State:
    """The table with a player's turn and dice that lie."""
    for other in range(len(state.players)):
        state = state.with_player(other, rolling=0, faces=())
    dice = tuple(sorted(map(int, faces)))
    return state._replace(turn=seat).with_player(seat, faces=dice, unplaced=len(dice))


def with_rooms(state: State, seat: int, *rooms: str) -> State:
    return state.with_player(seat, rooms=tuple(RoomTile(*room.split()) for room in rooms))


def said_in(state: State) -> list[str]:
    words = game.words().of(play.players(state))
    return [words.text(line) for line in play.view(state, None).lines]


def bids(state: State, number: int) -> list[tuple[str, int]]:
    return [(state.players[bid.seat].name, bid.dice) for bid in state.blueprints[number - 1]]


def verdict(state: State, edition: Edition = EDITION) -> Any:
    faults: list[Any] = []
    found = game.judge(game.read(Table(play.document(state), faults), edition), edition)
    assert not faults
    return found


def assert_legal(state: State) -> None:
    found = verdict(state)
    assert found.legal, [sheet.problems for sheet in found.sheets]
    assert [row[:3] for row in play.standings(state)] == by_the_rulebook(state)
    assert tuple(sheet.score for sheet in found.sheets) == play.scores(state)
    assert read(Table(play.document(state), []), rules_of(EDITION)) == state.sheets


TOUR = (0, 2, 5, 9, 11, 13, 15, 17, 19)
"""Prestige of a tour with one die, with two and so on."""


def by_the_rulebook(state: State) -> list[tuple[int, str, int]]:
    """Rank, name and Prestige of everybody, added up here from what stands on the sheets."""
    sheets = play.document(state)["sheets"]
    pad = next(marks for sheet, _, marks in play.marks(state, None) if sheet == "score")
    rooms = {
        kind: [pad[f"p{seat}.rooms.{kind}"] for seat in range(1, 1 + len(sheets))]
        for kind in ("red", "green", "blue", "all")
    }
    most = [majority(counts) for counts in rooms.values()]
    rows = []
    for seat, sheet in enumerate(sheets):
        total = own_prestige(sheet) + sum(points[seat] for points in most)
        rows.append((total, rooms["all"][seat], -sheet.get("unhappy", 0)))
    order = sorted(range(len(rows)), key=lambda seat: rows[seat], reverse=True)
    return [(1 + sum(other > rows[seat] for other in rows), sheets[seat]["player"], rows[seat][0]) for seat in order]


def own_prestige(sheet: dict[str, Any]) -> int:
    """What a sheet is worth whatever others have: tours, dice, spaces, the opening, tokens, room types."""
    kinds = {room["type"] for room in sheet.get("rooms", ())}
    kinds |= {placed["tile"].rpartition("-")[0] for placed in sheet.get("manor", ())}
    if len(kinds) in (0, 4):
        assert sheet["diversity"] == len(kinds)
    total = sheet["inspiration"] // 2 + sheet.get("diversity", 0)
    for row in sheet["rounds"]:
        total += sum(TOUR[dice - 1] + dice for dice in row["tours"]) + sum(row["advertising"])
    return int(total + sum(TOUR[dice - 1] + 3 * dice for dice in sheet.get("opening", {"tours": ()})["tours"]))


def majority(counts: list[int]) -> list[int]:
    """12 for the most rooms and 6 for the second most; 8 each for a shared first and no second, 4 each for a second."""
    first = max(counts)
    if not first:
        return [0] * len(counts)
    if counts.count(first) > 1:
        return [8 * (count == first) for count in counts]
    second = max(count for count in counts if count != first)
    shared = 4 if counts.count(second) > 1 else 6
    return [12 if count == first else shared * (count == second > 0) for count in counts]


# The words


@pytest.mark.parametrize(
    ("said", "value"),
    {
        "token 3>4": Nudge(3, 4),
        " Token 6 -> 1": Nudge(6, 1),
        "3 to 2": Nudge(3, 2),
        "token reroll 5 3 3": Reroll((3, 3, 5)),
        "REROLL all": Reroll(),
        "4 b2 t1 a1": Place(4, 2, (1,), 1),
        "place 4: blueprint 2, tour 1, advertise 1": Place(4, 2, (1,), 1),
        "4b2t1a1": Place(4, 2, (1,), 1),
        "4 b": Place(4, REST),
        "4 t3+2 u1": Place(4, 0, (3, 2), 0, 1),
        "4 t0,0>0,1+-1,0 a": Place(4, 0, (((0, 0), (0, 1)), ((-1, 0),)), REST),
        "build Office RED": Build("office", "red"),
        "build library magic red + green": Build("library", "magic", (frozenset({"red", "green"}),)),
        "build 5 magic red/-": Build("5", "magic", (frozenset({"red"}), frozenset())),
        "build office-3 at 0, 1 turned 90": Build("office-3", at=(0, 1), turned=90),
        "touch 2 -": Touch(2, (frozenset(),)),
        "leave office": Leave("office"),
        "done": Done(),
        "spaces 1 4 5": Tell("spaces", (1, 4, 5)),
    }.items(),
)
def test_words_are_read_forgivingly_and_written_one_way(said: str, value: Any) -> None:
    assert parse(said) == value
    assert type(parse(said)) is type(value)
    assert parse(text(value)) == value


@pytest.mark.parametrize(
    "said",
    ["", "7 b1", "4", "4 x", "4 bt", "4 b a", "4 b1 b1", "4 b1+1", "4 t3+0", "4 a0,0", "token 3>7", "build", "build a 0,0 45",
     "build a b c d", "touch x red", "leave", "spaces x", "4 b1" + " " * 300],
)  # fmt: skip
def test_other_words_are_not_read(said: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse(said)
    assert refused(table(), 0, said) == "unclear"


counts = st.integers(0, 9)
cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
paths = st.one_of(st.integers(1, 9), st.lists(cells, min_size=1, max_size=4).map(tuple))
places = st.builds(Place, st.integers(1, 6), counts, st.lists(paths, max_size=3).map(tuple), counts, counts)
colors = st.frozensets(st.sampled_from(["red", "green", "blue"]))
builds = st.one_of(
    st.builds(
        Build, st.just("library"), st.just("magic"), st.lists(colors, max_size=2).map(tuple), st.none(), st.just(0)
    ),
    st.builds(Build, st.just("office-3"), st.just(""), st.just(()), cells, st.sampled_from([0, 90, 180, 270])),
)


@given(st.one_of(places, builds, st.builds(Reroll, st.lists(st.integers(1, 6)).map(lambda dice: tuple(sorted(dice))))))
@settings(max_examples=150, deadline=None)
def test_words_written_and_read_again_are_the_same(words: Any) -> None:
    assert parse(text(words)) == words


# The bidding


def test_a_player_chooses_among_the_numbers_rolled() -> None:
    state = do(table(), (1, 1, 4, 4, 4, 5, 6))
    assert {option.notation[0] for option in play.options(state, 0) if option.notation[0] != "t"} == {
        "1",
        "4",
        "5",
        "6",
    }
    assert refused(state, 0, "2 b1") == "not-rolled"


def test_all_dice_of_the_number_are_placed() -> None:
    state = holding(table(), 0, "222")
    assert refused(state, 0, "2 b2") == "not-all-dice"
    assert refused(state, 0, "2 b2 a2") == "not-all-dice"
    assert refused(state, 0, "2 b4 a") == "not-all-dice"
    assert dump(do(state, (0, "2 b a1"))) == dump(do(state, (0, "2 b2 a1")))
    assert dump(do(state, (0, "2 b2 t a1"))) == dump(do(state, (0, "2 b2 a1")))


def test_a_bid_on_a_blueprint_passes_only_fewer_dice() -> None:
    state = do(holding(table(), 0, "3331"), (0, "3 b2 a1"))
    state = do(holding(state, 1, "3361"), (1, "3 b2"))
    assert bids(state, 3) == [("Teal", 2), ("Orange", 2)]
    state = do(holding(state, 1, "31"), (1, "3 b1"))
    assert bids(state, 3) == [("Orange", 3), ("Teal", 2)]


def test_advertising_counts_dice_then_value_then_who_was_first() -> None:
    state = do(holding(table(4), 2, "221"), (2, "2 a2"))
    state = do(holding(state, 3, "331"), (3, "3 a2"))
    assert [bid.seat for bid in state.advertising] == [3, 2]
    state = do(holding(state, 2, "221"), (2, "2 a2"))
    assert state.advertising == (Bid(2, 4, 2), Bid(3, 2, 3))
    state = do(holding(state, 0, "331"), (0, "3 a2"))
    assert [bid.seat for bid in state.advertising] == [2, 3, 0]


def test_advertising_takes_one_number_of_a_player_in_a_round() -> None:
    state = do(holding(table(), 0, "225"), (0, "2 a2"))
    state = holding(state, 0, "5")
    assert refused(state, 0, "5 a1") == "advertising-number"
    assert [option.notation for option in play.options(state, 0)][:2] == ["5 b1", "5 t1"]


def test_turns_go_clockwise_and_skip_who_has_no_dice() -> None:
    state = do(table(3, {"first": "2"}), (1, 1, 1, 1, 1, 1, 1))
    assert state.turn == 1
    state = do(state, (1, "1 b"), (1, 1, 1, 1, 1, 1, 2), (2, "2 b"), (1, 1, 1, 1, 1, 1, 2), (0, "2 b"))
    assert (state.turn, len(play.dice(state))) == (2, 6)
    assert [die.name for die in play.dice(state)][:2] == ["Beige 1", "Beige 2"]
    assert refused(state, 0, "1 b") == "not-your-turn"
    assert refused(state, 2, "1 b") == "dice-first"


def test_tokens_turn_and_reroll_dice() -> None:
    state = do(table(), (6, 6, 3, 3, 5, 1, 2), (0, "token 6>1"))
    assert state.players[0].faces == (1, 1, 2, 3, 3, 5, 6)
    assert refused(state, 0, "token 3>5") == "not-a-neighbour"
    assert refused(state, 0, "token 4>5") == "no-such-die"
    assert refused(state, 0, "token reroll 3 3 3") == "no-such-die"
    state = do(state, (0, "token reroll 3 3 5"))
    assert [die.faces for die in play.dice(state)] == [(1, 2, 3, 4, 5, 6)] * 3
    state = do(state, (4, 4, 4))
    assert (state.players[0].faces, state.players[0].tokens) == ((1, 1, 2, 4, 4, 4, 6), 0)
    assert refused(state, 0, "token 1>2") == "no-token"
    assert not [option for option in play.options(state, 0) if option.notation.startswith("token")]


# Tours


@pytest.mark.parametrize(("words", "prestige", "tokens"), [("4 t5", 11, 0), ("4 t3+2", 7, 0), ("4 t4+1", 9, 1)])
def test_each_path_is_rewarded_on_its_own(words: str, prestige: int, tokens: int) -> None:
    state = with_rooms(table(), 0, *["office red"] * 4, "library blue")
    after = do(holding(state, 0, "44444"), (0, words))
    assert after.players[0].tokens == state.players[0].tokens + tokens
    assert {line.name: line.points for line in verdict(after).sheets[0].score.lines}["tours"] == prestige


def test_without_a_plan_more_dice_than_slots_are_refused() -> None:
    state = holding(table(), 0, "444")
    assert refused(state, 0, "4 t2 b1") == "tour-slots"  # only the entrance stands
    state = with_rooms(state, 0, "office red")
    assert refused(state, 0, "4 t3") == "tour-length"
    assert refused(state, 0, "4 t0,0 b2") == "no-plan"
    after = do(state, (0, "4 t2+1"))
    assert refused(holding(after, 0, "5"), 0, "5 t1") == "tour-slots"
    after = do(state, (0, "4 t1 b2"))  # the entrance is taken: what is left is one room with two slots
    assert refused(holding(after, 0, "55"), 0, "5 t2") == "tour-length"
    assert do(holding(after, 0, "55"), (0, "5 t1+1")).players[0].rounds[0].tours == (1, 1, 1)


TILES = ("office-1", (0, 1), 0), ("bathroom-3", (0, 2), 0), ("library-1", (1, 2), 0), ("office-4", (-1, 2), 0)


def planned(*tiles: tuple[str, tuple[int, int], int]) -> State:
    """A table with a plan, whose first player built tiles in an earlier round."""
    state = play.open(NAMES[:2], PLAN, EDITION)
    state = do(state, tuple(die.faces[-1] for die in play.dice(state)))  # type: ignore[arg-type]
    manor = tuple(Placed(state.setting.tiles[name], at, turned, name, 1) for name, at, turned in tiles)
    players = tuple(player._replace(rounds=(Round(), Round())) for player in state.players)
    return state._replace(number=2, players=players).with_player(0, manor=manor)


@pytest.mark.parametrize(
    ("faces", "words", "code"),
    [
        ("11", "1 t0,0>0,1", ""),
        ("11", "1 t0,0+0,1", ""),
        ("11", "1 t0,1>0,0", "tour-start"),
        ("111", "1 t0,0>0,1>0,2", "tour-slot"),
        ("44", "4 t0,0>0,2", "tour-no-door"),
        ("11", "1 t0,0>5,5", "tour-no-room"),
        ("111", "1 t0,0>0,1>0,0", "tour-repeats"),
        ("11", "1 t2", "path-needed"),
    ],
)
def test_with_a_plan_paths_are_checked(faces: str, words: str, code: str) -> None:
    state = holding(planned(*TILES), 0, faces)
    if code:
        assert refused(state, 0, words) == code
    else:
        assert_legal(do(state, (0, words)))


def test_a_later_tour_starts_beside_a_die() -> None:
    state = do(holding(planned(*TILES), 0, "1144"), (0, "1 t0,0>0,1"))
    state = holding(state, 0, "4444")
    assert refused(state, 0, "4 t1,2 b3") == "tour-start"
    state = do(state, (0, "4 t0,2>1,2 b2"))
    assert state.players[0].rounds[-1].tours == (2, 2)


def brute_paths(rooms: list[tuple[int, int]], dice: int) -> Iterator[str]:
    """Every list of paths of distinct rooms with so many dice."""
    if dice == 0:
        yield ""
    for length in range(1, dice + 1):
        for path in permutations(rooms, length):
            for rest in brute_paths(rooms, dice - length):
                yield "+".join(filter(None, [">".join(f"{x},{y}" for x, y in path), rest]))


@pytest.mark.parametrize("number", [1, 4])
def test_options_with_a_plan_are_all_that_is_legal(number: int) -> None:
    state = holding(planned(*TILES), 0, str(number) * 3)
    rooms = [(0, 0), (0, 1), (0, 2), (1, 2), (-1, 2)]
    legal = set()
    for dice in range(4):
        for tour in brute_paths(rooms, dice):
            for ads in range(4 - dice):
                words = text(parse(f"{number} b{3 - dice - ads} t{tour or 0} a{ads}"))
                if not isinstance(play.act(state, Action(0, words)), Refusal):
                    legal.add(words)
    listed = [option.notation for option in play.options(state, 0, 2000) if not option.notation.startswith("token")]
    assert len(listed) == len(set(listed)) and set(listed) == legal
    most = max(3 - sum(int(part[1:]) for part in words.split()[1:] if part[0] in "ba") for words in legal)
    assert state.tours_at(0).room_for(number, 3) == most


@pytest.mark.parametrize(
    ("rooms", "before", "faces"), [(0, (), "4445"), (1, (), "4444"), (2, (2,), "444"), (2, (), "55555")]
)
def test_options_without_a_plan_are_all_that_is_legal(rooms: int, before: tuple[int, ...], faces: str) -> None:
    state = holding(with_rooms(table(), 0, *["office red"] * rooms), 0, faces)
    state = state.with_player(0, tokens=0, rounds=(Round(before),))
    legal = set()
    for number in set(faces):
        have = faces.count(number)
        for blueprint, ads in product(range(have + 1), repeat=2):
            for tours in product(range(have + 1), repeat=have):
                if blueprint + ads + sum(tours) == have:
                    paths = "+".join(str(dice) for dice in sorted(tours, reverse=True) if dice) or "0"
                    words = text(parse(f"{number} b{blueprint} t{paths} a{ads}"))
                    if not isinstance(play.act(state, Action(0, words)), Refusal):
                        legal.add(words)
    listed = [option.notation for option in play.options(state, 0, 2000)]
    assert sorted(listed) == sorted(legal)
    assert len(play.options(state, 0, 3)) == 3


# Collecting


def last_die(state: State, seat: int, face: int) -> State:
    """The table when only one player has a last die, which lies."""
    for other in range(len(state.players)):
        state = state.with_player(other, unplaced=0, rolling=0, faces=())
    return holding(state, seat, str(face))


def test_blueprints_are_collected() -> None:
    state = table(3)._replace(blueprints=((), (), (Bid(1, 3, 3), Bid(0, 2, 3), Bid(2, 2, 3)), (), (), ()))
    state = do(last_die(state, 0, 1), (0, "1 t1"))
    assert [player.won for player in state.players] == [(), ("small-bedroom",), ()]
    assert [player.tokens for player in state.players] == [2 + 1 + 1, 2, 3]
    assert play.round(state) == (1, 4) and state.phase == "build"
    assert "blueprint 3: Orange takes small-bedroom, Teal a token, Beige a token" in said_in(state)


def test_advertising_is_collected_from_a_known_track() -> None:
    state = table(4, {"track": "1 2 3 4 5 6 7 8"})
    for seat, (marker, die) in enumerate([(2, 4), (2, 4), (3, 5), (2, 4)]):
        state = state.with_player(seat, track=state.players[seat].track._replace(marker=marker, dice=(die, 8)))
    bid = (Bid(2, 2, 5), Bid(3, 2, 3), Bid(1, 1, 6), Bid(0, 1, 5))
    after = do(last_die(state._replace(advertising=bid), 0, 1), (0, "1 b1"), (0, "build office red"))
    assert [player.rounds[0].advertising for player in after.players] == [(), (), (4, 5), (3,)]
    assert [player.tokens for player in after.players] == [3, 3, 2, 2]
    assert [player.track.claimed for player in after.players] == [0, 0, 1, 1]
    assert [player.track.dice for player in after.players] == [(3, 8), (3, 8), (6,), (7,)]
    assert [player.unplaced for player in after.players] == [7, 7, 8, 8]
    assert (after.number, after.first, after.turn) == (2, 1, 1)


def test_the_table_reads_spaces_where_the_track_is_unknown() -> None:
    state = table()._replace(advertising=(Bid(1, 3, 2), Bid(0, 1, 6)))
    state = do(last_die(state, 0, 1), (0, "1 t1"))
    assert state.phase == "collect"
    assert [(wanted.seat, wanted.example) for wanted in play.wanted(state)] == [
        (None, "spaces 1 4"),
        (None, "spaces 2 4 5"),
    ]
    asks = next(one.asks for one in play.options(state, 1) if one.asks)
    assert asks.template == "spaces {n0} {n1}" and do(state, (1, asks.template.format(n0=4, n1=9)))
    assert refused(state, None, "spaces 2 4") == "how-many"
    assert refused(state, None, "spaces 3 4") == "no-such-seat"
    state = do(state, (None, "spaces 2 4 5"))
    assert refused(state, 1, "spaces 4 5") == "no-spaces"
    assert refused(state, 0, "4 b1") == "not-now"
    state = do(state, (0, "spaces 3"))
    assert [player.rounds[0].advertising for player in state.players] == [(3,), (4, 5)]
    assert refused(state, 0, "spaces 3") == "not-now"
    assert state.number == 2
    assert_legal(state)


def test_the_length_of_the_track_is_asked_once_and_never_invented() -> None:
    state = table(2, {"length": "ask"})
    assert state.asks and state.players[0].track.dice == ()
    told = [game.words().text(line) for line in play.view(state, None).sheets[0][2]]
    assert "advertising: nobody has said how long the track is; 0 bonus dice claimed" in told
    # Without a bid for advertising nobody needs to know.
    quiet = do(last_die(state, 0, 1), (0, "1 t1"))
    assert quiet.number == 2 and quiet.asks and [player.unplaced for player in quiet.players] == [7, 7]
    asked = do(last_die(state._replace(advertising=(Bid(1, 3, 2), Bid(0, 1, 6))), 0, 1), (0, "1 t1"))
    assert [(one.seat, one.example) for one in play.wanted(asked)] == [(None, "length 8")]
    assert "length 10" in [option.notation for option in play.options(asked, None)]
    assert refused(asked, None, "spaces 2 4 5") == "no-spaces" and refused(asked, None, "length 2") == "how-many"
    after = do(asked, (None, "length 10"))
    assert [player.track for player in after.players] == [Track(10, 1, (8, 10)), Track(10, 2, (6, 10))]
    assert [one.example for one in play.wanted(after)] == ["spaces 1 4", "spaces 2 4 5"] and not after.asks
    # A shorter one, told at once: the die comes to the marker.
    assert do(asked, (1, "length 5")).players[1].track == Track(5, 2, (4,), 1)
    # Told wrongly, and told again.
    assert do(after, (None, "length 12")).players[0].track == Track(12, 1, (10, 12))


def test_how_long_the_track_is_can_be_known_before() -> None:
    assert table(2, {"length": "10"}).players[0].track == Track(10, 0, (9, 10))
    assert not table(2, {**PLAN, "length": "ask"}).asks and refused(table(2, PLAN), None, "length 9") == "track-known"
    assert table().players[0].track == Track(8, 0, (7, 8))  # a log from before it could be said
    assert play.usual_options("physical") == {"length": "ask"}
    with pytest.raises(ValueError) as wrong:
        table(2, {"length": "2"})
    assert "length" in game.words().text(said_by(wrong.value))


def test_bonus_dice_are_corrected_at_once_by_whoever_says_it() -> None:
    state = do(table(2, {"length": "3"}), (None, "bonus 1 2"))
    state = holding(state, 0, "112345666").with_player(1, unplaced=2)
    state = do(state, (0, "6 b"), (0, "bonus 2 1"))
    assert state.turn == 1 and (state.players[1].unplaced, len(play.dice(state))) == (3, 3)
    state = do(state, (1, "bonus 2 0"))
    assert (state.players[1].unplaced, len(play.dice(state))) == (2, 2)
    # The same at a table from before: from the next round on.
    old = holding(table(), 0, "1123456").with_player(1, unplaced=2)
    old = do(old, (0, "6 b"), (None, "bonus 2 1"))
    assert old.players[1].unplaced == 2


def test_fewer_spaces_than_were_counted_are_only_in_doubt() -> None:
    state = table()._replace(advertising=(Bid(1, 3, 2), Bid(0, 1, 6)))
    state = do(last_die(state, 0, 1), (0, "1 t1"))
    assert play.act(state, Action(None, "spaces 2 4")).in_doubt
    assert not play.act(state, Action(None, "spaces 2 4 5 6")).in_doubt
    assert do(state, (None, "anyway spaces 2 4")).players[1].rounds[0].advertising == (4,)


def test_bonus_dice_by_the_board() -> None:
    state = do(table(), (None, "bonus 2 1"), (0, "bonus 2"))
    assert [player.unplaced for player in state.players] == [9, 8]
    assert len(play.dice(state)) == 9
    state = do(state, (0, "bonus 0"))
    assert state.players[0].track == table().players[0].track
    assert refused(state, 0, "bonus 3") == "how-many"
    assert refused(table(2, PLAN), 0, "bonus 1") == "track-known"
    rolled = do(state, (1, 1, 1, 1, 1, 1, 1), (None, "bonus 1 1"))
    assert len(rolled.players[0].faces) == rolled.players[0].unplaced == 7  # it counts from the next round on


# Building


def building(*won: str) -> State:
    state = table()._replace(phase="build")
    return state.with_player(0, won=won, rolling=0).with_player(1, done=True)


def test_tiles_are_built_in_any_order_and_the_round_goes_on() -> None:
    state = building("office", "dining-kitchen")
    assert refused(state, 0, "build library red") == "not-won"
    assert refused(state, 0, "build office") == "no-such-color"
    assert refused(state, 0, "build office reed") == "no-such-color"
    assert refused(state, 0, "build office x") == "no-such-color"
    assert refused(state, 0, "build office red green") == "not-magic"
    assert refused(state, 0, "build office magic bleu") == "no-such-color"
    assert refused(state, 0, "build office magic red/blue") == "too-many-rooms"
    assert refused(state, 0, "build office 0,1") == "no-plan"
    assert refused(state, 0, "done") == "tiles-left"
    assert refused(state, 1, "build office red") == "nothing-to-build"
    assert refused(state, 0, "4 b1") == "not-now"
    state = do(state, (0, "build 5 b"), (0, "build off red"))
    assert state.players[0].rooms == (RoomTile("dining-kitchen", "blue"), RoomTile("office", "red"))
    assert (state.phase, state.number, state.first) == ("bid", 2, 1)
    assert refused(state, 0, "done") == "not-now"


def test_a_magic_room_waits_until_it_is_said_what_it_touches() -> None:
    state = do(
        building("library", "dining-kitchen"), (0, "build library magic red"), (0, "build dining magic red/green+blue")
    )
    assert state.phase == "build"
    assert refused(state, 0, "touch 3 red") == "no-such-room"
    assert "touch 1 blue+red" in {option.notation for option in play.options(state, 0)}
    state = do(state, (0, "touch 1 red+blue"))
    rooms = play.document(state)["sheets"][0]["rooms"]
    assert [room["touches"] for room in rooms] == [["blue", "red"], [["red"], ["blue", "green"]]]
    assert verdict(state).sheets[0].score.as_json()["majority"] == 3 * 12
    assert do(state, (0, "done")).number == 2
    assert refused(with_rooms(state, 0, "office red"), 0, "touch 1 red") == "not-magic"


def test_a_box_may_have_colors_that_nobody_has_listed() -> None:
    state = do(building("office", "library"), (0, "build office yellow"), (0, "build library purple yellow+red"))
    assert state.players[0].rooms[1] == RoomTile("library", "magic", (frozenset({"yellow", "red"}),))
    assert verdict(state).sheets[0].score.as_json()["majority"] == 2 * 12
    later = do(state, (0, "done"))
    assert verdict(later).legal
    assert [row[:3] for row in play.standings(later)] == [(1, "Teal", 3 * 12 + 1), (2, "Orange", 1)]


def test_the_entrance_is_no_color_that_magic_touches() -> None:
    state = planned(("office-10", (0, 1), 0))
    assert verdict(state).sheets[0].score.as_json()["majority"] == 0
    state = planned(("office-10", (0, 1), 0), ("library-1", (0, 2), 0))
    assert verdict(state).sheets[0].score.as_json()["majority"] == 12


def test_a_tile_that_fits_nowhere_is_left() -> None:
    assert do(building("office"), (0, "leave office")).players[0].rooms == ()


def plan_building(tile: str) -> State:
    return planned(*TILES[:2])._replace(phase="build").with_player(0, won=(tile,), rolling=0).with_player(1, done=True)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("build office-10 0,1", "overlap"),
        ("build office-10 0,-1", "front-door-blocked"),
        ("build office-10 1,1", "door-meets-wall"),
        ("build office-10 5,5", "not-connected"),
        ("build office-10 red", "place-needed"),
        ("touch 1 red", "by-the-plan"),
        ("leave office", "still-fits"),
        ("leave library", "not-won"),
    ],
)
def test_with_a_plan_building_is_checked(words: str, code: str) -> None:
    assert refused(plan_building("office-10"), 0, words) == code


@pytest.mark.parametrize("tile", ["office-10", "small-bedroom-4", "large-bedroom-1", "dining-kitchen-3"])
def test_places_for_a_tile_are_all_that_is_legal(tile: str) -> None:
    state = plan_building(tile)
    tried = (f"build {tile} {x},{y} {turn}" for x in range(-4, 5) for y in range(-4, 7) for turn in (0, 90, 180, 270))
    legal = {words for words in tried if not isinstance(play.act(state, Action(0, words)), Refusal)}
    listed = [option.notation for option in play.options(state, 0, 2000)]
    assert len(listed) == len(set(listed)) and set(listed) == legal


# The Grand Opening and the end


def opening(state: State) -> State:
    players = tuple(player._replace(rounds=(Round(),) * 4, unplaced=7, rolling=7) for player in state.players)
    return state._replace(phase="opening", number=5, players=players)


def test_in_the_opening_everybody_has_dice_of_their_own_to_tap() -> None:
    state = do(opening(table()), (1, 1, 1, 2, 2, 2, 2), (3, 3, 4, 4, 5, 5, 6))
    rows = [spread(play, state, seat, WORDS) for seat in (0, 1)]
    assert [[die["face"] for die in row] for row in rows] == [[1, 1, 1, 2, 2, 2, 2], [3, 3, 4, 4, 5, 5, 6]]
    assert spread(play, do(state, (0, "1 t1 u2")), 1, WORDS) == rows[1]


def test_the_opening_is_played_by_all_at_once() -> None:
    state = opening(table())
    state = do(with_rooms(state, 0, "office red", "bathroom green"), (1, 1, 1, 1, 2, 3, 4))
    state = do(state, (0, "1 t3 u1"))
    assert play.act(state, Action(1, "", (6,) * 7)).players[1].faces == (6,) * 7  # type: ignore[union-attr]
    assert [die.name for die in play.dice(state)] == ["Teal 1", "Teal 2", "Teal 3"]
    state = do(state, (5, 5, 5))
    assert refused(state, 0, "5 b3") == "only-tours"
    assert "opening" not in play.document(state)["sheets"][0]
    state = do(state, (0, "5 t1+1 u"))
    assert refused(state, 0, "5 t1") == "no-dice-left"
    assert play.document(state)["sheets"][0]["opening"] == {"tours": [3, 1, 1]}
    assert state.players[0].unhappy == 2
    lines = verdict(state).sheets[0].score.as_json()
    assert lines["opening"] == 5 + 5 * 3
    state = do(state, (6, 6, 6, 6, 6, 6, 6), (1, "6 t1 u"))
    assert (state.players[1].tokens, state.phase) == (3, "end")
    assert_legal(state)


def test_unhappy_guests_only_where_no_slot_is_left() -> None:
    state = opening(planned(*TILES)).with_player(0, rolling=0, faces=(1, 1, 1, 1, 1, 2, 3))
    assert state.tours_at(0).room_for(1, 5) == 3  # the entrance and both slots of the office
    assert refused(state, 0, "1 t0,0>0,1 u3") == "still-room"
    assert refused(state, 0, "1 u5") == "still-room"
    after = do(state, (0, "1 t0,0>0,1+0,1 u2"))
    assert (after.players[0].opening, after.players[0].unhappy) == ((2, 1), 2)


def test_unhappy_guests_come_to_the_opening_only() -> None:
    assert refused(holding(table(), 0, "44"), 0, "4 b1 u1") == "no-guests-yet"


def test_diversity_is_asked_once_for_each_number_of_types() -> None:
    state = with_rooms(table(3), 0, "office red")._replace(phase="end", number=5)
    state = with_rooms(
        with_rooms(state, 1, "library red"), 2, "office red", "bathroom red", "library red", "large-bedroom red"
    )
    state = state._replace(players=tuple(player._replace(done=True) for player in state.players))
    assert [wanted.seat for wanted in play.wanted(state)] == [0, 1]
    assert refused(state, 2, "diversity 4") == "diversity-known"
    assert refused(state, 0, "diversity") == "how-many"
    assert refused(table(), 0, "diversity 1") == "not-now"
    state = do(state, (0, "diversity 1"))
    assert play.over(state) and play.wanted(state) == () and play.options(state, 0) == ()
    assert [sheet["diversity"] for sheet in play.document(state)["sheets"]] == [1, 1, 4]
    assert (
        refused(state, 0, "diversity 1")
        == refused(state, None, "absent 1")
        == refused(state, None, "", (1,))
        == "game-over"
    )


def test_the_player_aid_may_be_copied_before_the_game() -> None:
    state = with_rooms(table(2, {"diversity": "0 1 2 4 6 9"}), 0, "office red", "library red")
    assert [sheet["diversity"] for sheet in play.document(state)["sheets"]] == [1, 0]


@pytest.mark.parametrize(
    ("count", "options", "said"),
    [
        (1, {}, "1 player; 2 to 4"),
        (5, {}, "5 players; 2 to 4"),
        (2, {"tile": "stand-in"}, "did you mean 'tiles'"),
        (2, {"tiles": "mine"}, "tiles: 'mine'"),
        (2, {"track": "3 4"}, "2 numbers; at least 8"),
        (2, {"track": "some"}, "track: 'some'"),
        (2, {"first": "3"}, "first: '3'"),
        (2, {"rolls": "late"}, "rolls: 'late' is not one of start, end"),
        (2, {"diversity": "1 2"}, "2 numbers; 6"),
        (2, {"diversity": "0 1 2 5 6 9"}, "by the rules it is 4"),
    ],
)
def test_wrong_options_are_named(count: int, options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        play.open(["A", "B", "C", "D", "E"][:count], options, EDITION)
    assert said in game.words().text(said_by(wrong.value))


def test_a_track_in_the_edition_is_used_without_being_chosen() -> None:
    known = EDITION.overridden(
        Edition(
            "dice-manor", {"advertising-track": Entry("advertising-track", "rule", "", [1, 1, 2, 3, 5, 8, 9, 9, 9])}
        )
    )
    state = play.open(NAMES[:2], {}, known)
    assert state.setting.track == (1, 1, 2, 3, 5, 8, 9, 9, 9)
    assert state.players[0].track.dice == (8, 9)
    with pytest.raises(ValueError, match="wrong-option") as wrong:
        play.open(NAMES[:2], {"track": "1 2 3 4 5 6 7 8"}, known)
    assert "edition" in game.words().text(said_by(wrong.value))


# Dice and seats


def test_dice_that_are_not_wanted_are_refused() -> None:
    state = table()
    assert refused(state, None, "", (1, 2)) == "wrong-dice"
    assert refused(state, None, "", (1, 2, 3, 4, 5, 6, 7)) == "wrong-face"
    assert refused(state, None, "", (1, 2, 3, 4, 5, 6, True)) == "wrong-face"
    assert refused(state, 1, "", (1, 2, 3, 4, 5, 6, 6)) == "no-roll-now"
    assert refused(state, None, "done", (1, 2, 3, 4, 5, 6, 6)) == "unclear"
    state = do(state, (1, 2, 3, 4, 5, 6, 6))
    assert refused(state, None, "", (1,)) == "no-roll-now"
    assert refused(state, None, "1 b1") == "player-only"
    assert refused(state, 4, "1 b1") == "no-such-seat"


def test_tiles_are_drawn_like_dice() -> None:
    state = play.open(NAMES[:2], PLAN, EDITION)
    asked = play.dice(state)
    assert [len(die.faces) for die in asked] == [10, 10, 5, 4, 4, 4]
    names = ("office-3", "bathroom-1", "small-bedroom-1", "large-bedroom-1", "dining-kitchen-1", "library-1")
    assert refused(state, None, "", (*names[:5], "office-3")) == "wrong-face"
    assert do(state, names).offer == names  # type: ignore[arg-type]


def test_a_tile_nobody_bid_for_comes_again_only_after_all_others() -> None:
    longer = EDITION.overridden(Edition("dice-manor", {"rounds": Entry("rounds", "rule", "", 6)}))
    state, seen = play.open(NAMES[:2], PLAN, longer), []
    for _ in range(5):
        faces = tuple(die.faces[0] for die in play.dice(state))
        state = play.act(state, Action(None, "", faces))
        seen.append(state.offer[5])
        for seat in (0, 1):
            state = state.with_player(seat, unplaced=0, rolling=0)
        state = do(holding(state, 0, "1"), (0, "1 t0,0"))
    assert sorted(seen[:4]) == ["library-1", "library-2", "library-3", "library-4"]
    assert seen[4] == seen[0]
    assert state.bottoms[5] == tuple(seen[1:])


def test_an_absent_player_rolls_nothing_and_comes_back() -> None:
    state = do(table(3), (1, 1, 1, 1, 1, 1, 1), (None, "absent 1"))
    assert (state.turn, state.players[0].unplaced) == (1, 0)
    assert refused(state, None, "absent 1") == refused(state, 0, "absent") == "no-change"
    assert [option.notation for option in play.options(state, None)] == ["back 1", "absent 2", "absent 3"]
    assert refused(state, None, "back 2") == "no-change"
    assert refused(state, None, "absent") == refused(state, None, "absent 9") == "no-such-player"
    assert refused(state, None, "absent 2 3") == "no-such-player"
    assert refused(state, 1, "absent 3") == "table-only"
    state = do(state, (2, 2, 2, 2, 2, 2, 2), (1, "2 b"), (3, 3, 3, 3, 3, 3, 3), (2, "3 b"))
    state = do(state, (1, "build 2 red"), (2, "absent"))
    assert (state.number, state.players[2].rooms, [player.unplaced for player in state.players]) == (2, (), [0, 7, 0])
    state = do(state, (None, "back 1"), (2, 2, 2, 2, 2, 2, 2), (1, "2 b"), (1, "leave bathroom"))
    assert [player.unplaced for player in state.players] == [7, 7, 0]
    assert_legal(state)


def test_when_everybody_is_away_the_game_ends() -> None:
    state = do(table(), (None, "absent 1"), (None, "absent 2"))
    assert play.over(state)
    assert [player.unhappy for player in state.players] == [7, 7]
    assert_legal(state)


def test_who_leaves_the_opening_leaves_unhappy_guests() -> None:
    state = do(opening(table()), (1, 1, 1, 2, 2, 2, 2), (0, "1 t1 u2"), (None, "absent 1"))
    assert (state.players[0].opening, state.players[0].unhappy, state.players[0].done) == ((1,), 6, True)
    assert_legal(state)


# Whole games


def random_game(count: int, options: dict[str, str], seed: int) -> Iterator[tuple[Action | None, State]]:
    """A game in which everybody does anything that is listed."""
    rng = random.Random(seed)
    state = play.open(NAMES[:count], options, EDITION)
    yield None, state
    while not play.over(state):
        dice = play.dice(state)
        if dice:
            action = Action(None, "", tuple(rng.choice(die.faces) for die in dice))
        else:
            seat = rng.choice(play.wanted(state)).seat
            words = [
                option.notation for option in play.options(state, seat) if not option.notation.startswith("absent")
            ]
            action = Action(seat, rng.choice(words))
        after = play.act(state, action)
        assert not isinstance(after, Refusal), (action, after)
        state = after
        yield action, state


@pytest.mark.parametrize(
    "options",
    [
        {},
        PLAN,
        {"track": "1 2 2 3 3 4 5 6 7", "diversity": "1 2 3 4 6 9", "first": "2"},
        {"rolls": "end", "length": "8"},
    ],
    ids=["table", "plan", "known", "rolls at the end"],
)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_random_games_run_through(count: int, options: dict[str, str]) -> None:
    steps = list(random_game(count, options, count))
    again = steps[0][1]
    for number, (action, state) in enumerate(steps):
        if action is not None:
            again = play.act(again, action)
        assert again == state and dump(again) == dump(state)
        if number % 6 == 0 or play.over(state):
            assert_legal(state)
            assert json.loads(json.dumps(dump(state))) == dump(state)
            assert play.view(state, 0) == play.view(state, None)
        if not play.over(state):
            assert play.wanted(state)
            for wanted in play.wanted(state):
                if not play.dice(state):
                    assert not isinstance(play.act(state, Action(wanted.seat, wanted.example)), Refusal), wanted
    last = steps[-1][1]
    assert (play.round(last), play.stage(last).key) == ((5, 4), "stage.opening")
    for player in last.players:
        assert sum(player.opening) + player.unhappy == 7 + player.track.claimed


def test_different_states_have_different_dumps() -> None:
    states = [state for _, state in random_game(2, {}, 3)]
    texts = {json.dumps(dump(state), sort_keys=True) for state in states}
    assert len(texts) == sum(one not in states[:place] for place, one in enumerate(states)) > 100


# What is told


def told(state: State, language: str) -> Iterator[str]:
    """Every sentence that a table tells anybody at a point of the game."""
    text = game.words(language).of(play.players(state)).text
    view = play.view(state, None)
    yield from map(text, (view.headline, *view.lines, *(one.what for one in play.wanted(state))))
    for _, picture, lines in view.sheets:
        yield from map(text, (*lines, *(picture.below if picture else ())))
    for seat in (None, *range(len(state.players))):
        yield from (text(option.means) for option in play.options(state, seat, 60))
    for score in play.scores(state):
        yield from (text(line.why) for lines in (score.lines, *score.rounds) for line in lines)
    yield from (text(row.why) for row in play.standings(state))


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("options", [{}, PLAN], ids=["table", "plan"])
def test_everything_is_told_in_every_language(language: str, options: dict[str, str]) -> None:
    catalogue = game.words(language).catalogues[0]
    for _, state in list(random_game(3, options, 5))[::7]:
        for sentence in told(state, language):
            assert not any(sign in sentence for sign in "…{}") and sentence not in catalogue, sentence
            assert language == "en" or not {"the", "tours", "token", "blueprint"} & {*sentence.split()}, sentence


def test_whoever_rolls_at_the_end_of_a_turn_sees_the_dice_before_the_next_one() -> None:
    state = do(table(2, {"rolls": "end"}), (1, 1, 1, 4, 4, 4, 6))
    assert [wanted.seat for wanted in play.wanted(state)] == [0, 1] and len(play.dice(state)) == 7
    state = do(state, (2, 2, 3, 3, 3, 5, 5), (0, "4 b2 t1"))
    assert [(one.faces, one.rolling, one.unplaced) for one in state.players] == [
        ((), 4, 4),
        ((2, 2, 3, 3, 3, 5, 5), 0, 7),
    ]
    assert state.turn == 1 and play.status(state, 0) == "idle"
    early = do(state, (1, "3 b"), (1, 1, 1, 6))  # nobody waits for dice of the turn after
    state = do(state, (1, 1, 1, 6))
    assert [play.lying_for(state, seat) for seat in (0, 1)] == [
        tuple(("", face) for face in faces) for faces in ((1, 1, 1, 6), (2, 2, 3, 3, 3, 5, 5))
    ]
    assert refused(state, 0, "1 b") == "not-your-turn" and play.options(state, 0) == ()
    state = do(state, (1, "3 b"))
    assert state.turn == 0 and state.players[0].faces == (1, 1, 1, 6) and early.players[0] == state.players[0]
    assert len(play.dice(do(state, (0, "token 6>1"), (0, "1 b")))) == 4  # of the other player, who rolls meanwhile


def test_a_bonus_die_that_is_told_late_is_rolled_too() -> None:
    state = do(table(2, {"rolls": "end"}), (1, 1, 1, 4, 4, 4, 6), (2, 2, 3, 3, 3, 5, 5), (None, "bonus 2 1"))
    assert (state.players[1].unplaced, state.players[1].rolling, len(play.dice(state))) == (8, 1, 1)


def test_the_round_is_told_one_way() -> None:
    text = game.words().of(NAMES).text
    for _, state in random_game(2, {}, 4):
        number, rounds = play.round(state)
        headline, place = (
            text(play.view(state, None).headline),
            text(play.stage(state)) or f"round {number} of {rounds}",
        )
        assert rounds == 4 and (place == "Grand Opening") == (number == 5)
        assert play.over(state) or state.phase == "end" or headline.startswith(place), headline
    assert headline == f"The game is over: {play.standings(state)[0].player} wins"


def test_options_are_data() -> None:
    kinds = set()
    for _, state in (*random_game(2, {}, 6), *random_game(2, PLAN, 6)):
        for seat in (None, 0, 1):
            for option in play.options(state, seat, 60):
                kinds.add(option.kind)
                if option.kind in ("absent", "back"):
                    continue
                move = parse(option.notation)
                if option.kind == "place":
                    assert isinstance(move, Place) and set(option.dice.values()) == {move.number}
                    used = {"blueprint": move.blueprint, "tour": move.tours, "advertising": move.advertising}
                    assert set(option.dice) == {job for job, dice in {**used, "unhappy": move.unhappy}.items() if dice}
                elif option.kind == "token":
                    assert seat is not None
                    assert (option.price, option.left) == (1, state.players[seat].tokens - 1)
                    assert option.turned == (tuple(move) if isinstance(move, Nudge) else None)
                elif option.kind == "build":
                    assert option.mark in ("red", "green", "blue", "magic")
                elif option.field:
                    assert option.field in game.fields(EDITION)["score"] and isinstance(option.mark, int)
    assert kinds == {"place", "token", "build", "touch", "leave", "done", "tell", "absent"}
    for language in ("en", "pl"):
        assert all(game.words(language).sentence(f"kind.{kind}") for kind in kinds)


def test_options_are_a_sequence_like_any_other() -> None:
    state = holding(table(), 0, "4445")
    found = play.options(state, 0)
    assert found == tuple(found) == play.options(state, 0) and found[:3] == tuple(found)[:3] != found
    assert found[-1] == tuple(found)[-1] and len(found[2:5]) == 3


# The recorded games


def digest(state: State) -> str:
    return hashlib.sha256(json.dumps(dump(state), sort_keys=True).encode()).hexdigest()


def recorded() -> list[str]:
    lines = []
    for count, options, seed in ((3, {"diversity": "1 2 3 4 6 9"}, 7), (2, PLAN, 8)):
        lines.append(json.dumps({"open": NAMES[:count], "options": options}))
        for number, (action, state) in enumerate(random_game(count, options, seed)):
            if action is not None:
                row: dict[str, Any] = {"seat": action.seat, "words": action.words, "dice": action.dice}
                lines.append(json.dumps({key: value for key, value in row.items() if value not in ("", ())}))
            if number % 5 == 0 or play.over(state):
                totals = {rank.player: rank.total for rank in play.standings(state)}
                lines.append(
                    json.dumps(
                        {"round": state.number, "phase": state.phase, "totals": totals, "dump_sha256": digest(state)}
                    )
                )
    return lines


def test_the_recorded_games_replay() -> None:
    if os.environ.get("PNP_BLESS"):
        RECORD.parent.mkdir(exist_ok=True)
        RECORD.write_text("\n".join(recorded()) + "\n", encoding="utf-8")
    state: Any = None
    checked = 0
    for number, line in enumerate(RECORD.read_text(encoding="utf-8").splitlines(), 1):
        row = json.loads(line)
        if "open" in row:
            assert state is None or play.over(state)
            state = play.open(row["open"], row["options"], EDITION)
        elif "dump_sha256" in row:
            totals = {rank.player: rank.total for rank in play.standings(state)}
            assert (state.number, state.phase, totals) == (row["round"], row["phase"], row["totals"]), number
            assert digest(state) == row["dump_sha256"], number
            checked += 1
        else:
            state = play.act(state, Action(row["seat"], row.get("words", ""), tuple(row.get("dice", ()))))
            assert not isinstance(state, Refusal), (number, state)
    assert play.over(state) and checked > 50


def test_playing_is_loaded_only_when_somebody_plays() -> None:
    import subprocess
    import sys

    table = "'pnp.games.dice_manor.table' in sys.modules"
    code = f"import sys; from pnp.games.dice_manor import game as g; a = {table}; g.play; print(a, {table})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
