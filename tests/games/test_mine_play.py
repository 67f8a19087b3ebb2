"""Playing Dice Miner for two to four: phases and turns by the rulebook, every refusal, whole games and a recorded one."""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.edition import Edition, Entry, shipped
from pnp.games import _mine_play, _mine_rounds, dice_miner
from pnp.games._mine import TYPES, dice_of, parse_face
from pnp.games._mine_rounds import State
from pnp.games._mine_score import Trove
from pnp.games._mine_words import die_text, parse_die, parse_trove, plain, trove_text
from pnp.games.play import Action, Refusal
from pnp.sheets.documents import judge

EDITION = shipped("dice-miner")
FACES = dice_of(EDITION).faces
NAMES = ("Ana", "Bo", "Cy", "Di")
RECORD = Path(__file__).parent / "plays" / "dice-miner.jsonl"
play: Any = dice_miner.play

Said = tuple[int | None, str]


def table(players: int = 2, starts: int = 1) -> State:
    return _mine_play.open(NAMES[:players], {"starts": str(starts)}, EDITION)


def say(state: State, *said: Said) -> State:
    for seat, words in said:
        following = play.act(state, Action(seat, words))
        assert not isinstance(following, Refusal), (words, following)
        state = following
    return state


def refused(state: State, seat: int | None, words: str) -> Refusal:
    answer = play.act(state, Action(seat, words))
    assert isinstance(answer, Refusal), words
    return answer


def roll(state: State, *faces: Any) -> State:
    following = play.act(state, Action(None, "", faces))
    assert not isinstance(following, Refusal), following
    return following  # type: ignore[no-any-return]


def beer(**counts: int) -> str:
    """A trove of nothing but beer, which scores nothing."""
    return "; ".join(f"{kind} {'beer ' * count}" for kind, count in counts.items() if count)


def sha(state: State) -> str:
    return hashlib.sha256(json.dumps(play.dump(state), sort_keys=True).encode()).hexdigest()


# Two miners with heroes that change no sum here: Bo has the surveyor's tunnel 1, Ana the engineer's tunnel 2.
HEROES: list[Said] = [(1, "hero treasurer"), (0, "hero engineer")]
ANA = "tunnel 1 1 3 3 beer; treasure 1 1 1; hazard cave-in x4; tool pickaxe"
BO = "tunnel 1 2 2 3; treasure 3; hazard cave-in, dragon x4; tool chest; magic 1 3"
ROUND: list[Said] = [(0, ANA), (1, BO)]
AFTER_ONE = [*HEROES, *ROUND, (None, "score")]
ANA2 = beer(tunnel=11, treasure=3, hazard=4, tool=2)
BO2 = beer(tunnel=11, treasure=2, hazard=4, tool=1, magic=2)
EMPTY3 = [
    beer(tunnel=12, treasure=4, hazard=5, tool=3, magic=6),
    beer(tunnel=15, treasure=4, hazard=5, tool=4, magic=2),
]


BEER_ROUNDS = {
    2: [[(10, 0, 0, 0, 0)] * 2, [(13, 4, 3, 0, 0)] * 2, [(13, 4, 5, 3, 4), (14, 4, 5, 4, 4)]],
    3: [
        [(7, 0, 0, 0, 0), (7, 0, 0, 0, 0), (6, 0, 0, 0, 0)],
        [(9, 2, 3, 0, 0), (9, 2, 2, 0, 0), (9, 2, 2, 0, 0)],
        [(9, 3, 4, 3, 3), (9, 3, 3, 2, 3), (9, 2, 3, 2, 2)],
    ],
}
"""How many dice of each type everybody has after each round."""


def tied_table(players: int = 2) -> State:
    """A table on which nobody has a hero or a point after the last round."""
    state = table(players)
    for _ in range(players):
        state = say(state, (None, f"absent {play.wanted(state)[0].seat + 1}"))
    for number, row in enumerate(BEER_ROUNDS[players]):
        for seat, counts in enumerate(row):
            state = say(state, (seat, beer(**dict(zip(TYPES, counts, strict=True)))))
        state = say(state, (None, "score"))
        if number < 2:
            state = roll(say(state, (None, "next")), *["beer", *[1] * (players - 1)])
    return state


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.parametrize(
    ("players", "starts", "order"),
    [(2, 1, [1, 0]), (2, 2, [0, 1]), (3, 1, [2, 1, 0]), (4, 1, [3, 2, 1, 0]), (4, 3, [1, 0, 3, 2])],
)
def test_heroes_are_chosen_counterclockwise_and_by_the_starting_player_last(
    players: int, starts: int, order: list[int]
) -> None:
    state, seen = table(players, starts), []
    for hero in list(EDITION["heroes"])[:players]:
        (want,) = play.wanted(state)
        seen.append(want.seat)
        state = say(state, (want.seat, f"hero {hero}"))
    assert seen == order
    assert state.phase == "round"
    assert play.round(state) == (1, 3)


@pytest.mark.parametrize(
    ("faces", "candidates", "starter"),
    [
        ((2, 5, 4), (), 1),
        (("beer", 5, 5), (), 0),
        ((3, 5, 5), (1, 2), None),
        (("beer", 1, "Beer"), (0, 2), None),
        (("1", "1", "1"), (0, 1, 2), None),
    ],
)
def test_the_highest_tunnel_die_starts_and_ties_roll_again(
    faces: tuple[Any, ...], candidates: tuple[int, ...], starter: int | None
) -> None:
    state = play.open(NAMES[:3], {}, EDITION)
    assert [die.name for die in play.dice(state)] == ["tunnel die of Ana", "tunnel die of Bo", "tunnel die of Cy"]
    assert play.dice(state)[0].faces == (1, 2, 3, 4, 5, "beer")
    after = roll(state, *faces)
    assert after.candidates == candidates
    assert after.starters == (() if starter is None else (starter,))
    assert len(play.dice(after)) == len(candidates)
    assert after != state
    assert (
        play.view(after, None).lines[-1].lower()
        == f"rolled for the start: ana {faces[0]}, bo {faces[1]} and cy {faces[2]}".lower()
    )


def test_the_table_may_say_who_starts() -> None:
    opened = play.open(NAMES, {}, EDITION)
    assert say(opened, (None, "starts 3")) == say(opened, (1, "STARTS  cy")) == table(4, 3)


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (("Ana",), {}, "1 player; 2 to 4 can play"),
        (("A", "B", "C", "D", "E"), {}, "5 players; 2 to 4 can play"),
        (NAMES, {"start": "1"}, "'start' is no option; there is 'starts', the seat that starts round 1"),
        (NAMES, {"starts": "5"}, "starts: '5' is no seat; there are 1 to 4"),
        (("Ana", "B\n"), {}, "control characters are not allowed"),
    ],
)
def test_a_table_that_cannot_be_opened(players: tuple[str, ...], options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        play.open(players, options, EDITION)


# ------------------------------------------------------------------------------------------------ rounds


def test_a_round_is_scored_as_the_rulebook_says() -> None:
    state = say(table(), *AFTER_ONE)
    ana, bo = judge(play.document(state)).sheets
    # Sequences 1-2-3 with the engineer's 2, and 1; three gems against four; two pickaxes times four cave-ins.
    assert [line.points for line in ana.score.rounds[0]] == [7, 3, 8]
    # 1-2-3, the second 2 forks; 3 gems and the treasurer's one, doubled; cave-in and dragons without tools.
    assert [line.points for line in bo.score.rounds[0]] == [6, 8, -5]
    assert [(rank.player, rank.total) for rank in play.standings(state)] == [("Ana", 18), ("Bo", 9)]
    assert state.phase == "replenish"


def test_a_trove_may_be_changed_until_it_is_scored() -> None:
    state = say(table(), *HEROES, (0, "tunnel 1"), (0, ANA), (1, BO))
    assert state == say(table(), *HEROES, *ROUND)
    assert say(state, (None, "score")) == say(state, (0, "Count"))
    changed = say(state, (1, BO.replace("treasure 3", "treasure 2")), (None, "score"))
    assert [rank.total for rank in play.standings(changed)] == [18, 4]


def test_a_table_that_falls_short_waits_for_a_correction() -> None:
    state = say(table(), *HEROES, (0, ANA), (1, "tunnel 1"))
    assert refused(state, None, "score") == Refusal(
        "wrong-mountain",
        "round 1: 11 dice in the troves together; 20 have been mined by then; entered: Ana 10 dice, Bo 1 die",
    )
    assert [(want.seat, want.must) for want in play.wanted(state)] == [(0, True), (1, True)]
    assert not any(option.words == "count" for option in play.options(state, None))
    assert say(state, play_option(state, 1), (None, "score")).phase == "replenish"


def play_option(state: State, seat: int) -> Said:
    return seat, play.options(state, seat)[0].words


def test_chests_of_trove_and_hero_cache_together() -> None:
    state = say(table(), *AFTER_ONE)
    assert [(w.seat, w.example, w.must) for w in play.wanted(state)] == [(1, "cache 3", False), (None, "next", True)]
    assert [o.words for o in play.options(state, 1)] == ["next", "cache 0", "cache 1", "cache 2", "cache 3"]
    state = say(state, (1, "cache 3"), (1, "cache 2"), (0, "cache 0"))
    assert state.cached == (0, 2)
    assert "caches 2 of 3" in play.view(state, 0).sheets[1][2]


def test_the_player_with_the_fewest_points_starts_the_next_round() -> None:
    state = say(table(), *AFTER_ONE, (None, "next"))
    assert (state.phase, state.starters) == ("round", (0, 1))
    assert "Bo starts" in play.view(state, None).headline


def test_equally_few_points_leave_the_start_to_chance() -> None:
    three = say(table(3), *[(2 - n, f"hero {hero}") for n, hero in enumerate(("alchemist", "treasurer", "prospector"))])
    three = say(three, (0, beer(tunnel=7)), (1, beer(tunnel=7)), (2, "tunnel 1 2 beer beer beer beer"), (None, "score"))
    assert [rank.total for rank in play.standings(three)] == [3, 1, 1]
    state = say(three, (None, "next"))
    assert (state.phase, state.candidates, play.round(state)) == ("start", (0, 1), (2, 3))
    assert refused(state, None, "starts 3").code == "not-tied"
    assert roll(roll(state, 2, 2), 2, "beer").starters == say(state, (2, "starts bo")).starters == (0, 1)
    assert roll(state, 2, 1).phase == "round"


def test_three_rounds_end_the_game() -> None:
    state = say(table(), *AFTER_ONE, (None, "next"), (0, ANA2), (1, BO2), (None, "score"), (None, "next"))
    assert state.starters == (0, 1, 1)
    state = say(state, (0, EMPTY3[0]), (1, EMPTY3[1]), (None, "score"))
    assert play.over(state)
    assert play.wanted(state) == play.options(state, 0) == play.dice(state) == ()
    assert play.view(state, 1).headline == "the game is over: Ana wins"
    assert play.round(state) == (3, 3)


# ------------------------------------------------------------------------------------------------ tiebreaks


def test_tied_players_roll_their_whole_troves_until_somebody_wins() -> None:
    state = tied_table(3)
    assert (state.phase, play.round(state)) == ("tiebreak", (4, 0))
    assert [want.seat for want in play.wanted(state)] == [0, 1, 2]
    dice = {seat: trove_text(state.rounds[-1][seat]) for seat in range(3)}
    two = {seat: words.replace("beer", "1", 1) for seat, words in dice.items()}
    state = say(state, (0, two[0]), (1, two[1]), (2, dice[2]), (None, "score"))
    assert [want.seat for want in play.wanted(state)] == [0, 1]
    assert refused(state, 2, dice[2]).code == "not-tied"
    assert refused(state, 0, "tunnel 1").code == "wrong-tiebreak"
    assert judge(play.document(state)).legal
    # Only the gems of those who roll again are compared: one gem leads now.
    state = say(state, (0, dice[0].replace("treasure beer", "treasure 1")), (1, two[1]), (None, "score"))
    assert play.over(state)
    assert [(r.rank, r.player, r.total) for r in play.standings(state)] == [(1, "Ana", 0), (2, "Bo", 0), (3, "Cy", 0)]
    assert judge(play.document(state)).ranking == play.standings(state)
    assert judge(play.document(state)).legal


def test_a_tie_behind_the_winner_is_shared() -> None:
    state = tied_table(3)
    dice = [trove_text(state.rounds[-1][seat]) for seat in range(3)]
    state = say(state, (0, dice[0]), (1, dice[1].replace("beer", "1", 1)), (2, dice[2]), (None, "score"))
    assert play.over(state)
    assert [(r.rank, r.player) for r in play.standings(state)] == [(1, "Bo"), (2, "Ana"), (2, "Cy")]


def test_a_tie_without_end_is_shared() -> None:
    state, steps = tied_table(), 0
    while not play.over(state):
        steps += 1
        state = say(state, (None, "absent 1"), (None, "absent 2"), (None, "score"))
    assert steps == dice_miner.MOST_TIEBREAKS
    assert play.view(state, None).headline == "the game is over: Ana and Bo share the win"
    assert judge(play.document(state)).legal


# ------------------------------------------------------------------------------------------------ refusals

START = play.open(NAMES[:3], {}, EDITION)
OPENED = table()
MINING = say(OPENED, *HEROES)
IN = say(MINING, (0, ANA))
FULL = say(MINING, (0, ANA), (1, BO))
SCORED = say(OPENED, *AFTER_ONE)
SECOND = say(SCORED, (None, "next"))
TIED = tied_table()
OVER = say(
    SECOND, (0, ANA2), (1, BO2), (None, "score"), (None, "next"), (0, EMPTY3[0]), (1, EMPTY3[1]), (None, "score")
)

REFUSALS: list[tuple[State, int | None, str, str, str]] = [
    (OPENED, 2, "hero engineer", "no-such-seat", "there is no seat 3; there are 2"),
    (START, None, "starts 4", "no-such-seat", "'4' is no seat; there are 1 to 3"),
    (START, None, "starts", "no-such-seat", "'' is no seat; there are 1 to 3"),
    (MINING, None, "9: tunnel 1", "no-such-seat", "'9' is no seat; there are 1 to 2"),
    (MINING, None, "absent Eve", "no-such-seat", "'Eve' is no seat; there are 1 to 2"),
    (
        say(START, (None, "absent 1")),
        None,
        "starts 1",
        "not-tied",
        "Ana can't start; among equals chance decides: Bo or Cy",
    ),
    (OPENED, 0, "hero engineer", "not-your-turn", "heroes are chosen counterclockwise; it is Bo's turn"),
    (
        OPENED,
        1,
        "hero wizard",
        "no-such-hero",
        "'wizard' is no hero; there are alchemist, dragon-slayer, engineer, prospector, surveyor, treasurer",
    ),
    (
        OPENED,
        1,
        "hero",
        "no-such-hero",
        "'' is no hero; there are alchemist, dragon-slayer, engineer, prospector, surveyor, treasurer",
    ),
    (
        say(OPENED, (1, "Hero Dragon slayer")),
        0,
        "hero dragon",
        "hero-taken",
        "'dragon-slayer' is taken, and each card is there once; free: alchemist, engineer, prospector, surveyor, treasurer",
    ),
    (OPENED, None, "hero engineer", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (MINING, None, "tunnel 1", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (SCORED, None, "cache 1", "which-seat", "nobody can tell whose this is; the table writes '1: …' for Ana"),
    (OPENED, 1, "tunnel 1", "not-now", "'trove' is not for now; Bo takes a hero (hero alchemist)"),
    (SCORED, 1, "score", "not-now", "'score' is not for now; roll all other dice again and fill the mountain (next)"),
    (
        say(START, (None, "absent 1")),
        None,
        "absent 1",
        "not-now",
        "Ana has nothing to roll for; only those who are tied roll",
    ),
    (OVER, 0, ANA, "game-over", "'trove' is not for now; the game is over and nothing is left to do"),
    (OVER, None, "absent 1", "game-over", "'absent' is not for now; the game is over and nothing is left to do"),
    (
        MINING,
        0,
        "",
        "not-understood",
        "'' begins with no word that is known; there are starts, hero, trove, count, score, cache, next, absent, tunnel, treasure, hazard, tool, magic",
    ),
    (
        MINING,
        0,
        "tunel 1",
        "not-understood",
        "'tunel 1' begins with no word that is known; there are starts, hero, trove, count, score, cache, next, absent, tunnel, treasure, hazard, tool, magic; did you mean 'tunnel'?",
    ),
    (
        MINING,
        0,
        "trove 1 2",
        "not-understood",
        "'1' is no type of dice; dice are written 'tunnel 1 2 beer; hazard dragon x4'",
    ),
    (
        MINING,
        0,
        "trove",
        "not-understood",
        "there are no dice; they are written 'tunnel 1 2 beer; hazard dragon x4', or 'nothing'",
    ),
    (MINING, 0, "tunnel " + "1 " * 1500, "not-understood", "a line of 3006 characters; at most 2000 are read"),
    (FULL, None, "score now", "not-understood", "'now' after 'count'; the word stands alone"),
    (SCORED, None, "next round", "not-understood", "'round' after 'next'; the word stands alone"),
    (SCORED, 1, "cache two", "not-understood", "'two' is no number of dice; write 'cache 2'"),
    (
        MINING,
        0,
        "tunnel 1 6",
        "no-such-face",
        "round 1, tunnel, die 2: shows '6'; a tunnel die shows 1, 2, 3, 4, 5 or beer",
    ),
    (
        MINING,
        0,
        "hazard dragon x5",
        "no-such-face",
        "round 1, hazard, die 1: shows 'dragon x5'; a hazard die shows beer, cave-in, cave-in x2, cave-in x3, cave-in x4, dragon, dragon x2, dragon x3 or dragon x4",
    ),
    (MINING, 0, beer(tool=8), "too-many-dice", "round 1, tool: 8 dice; there are 7 of this type in the game"),
    (
        IN,
        1,
        beer(tool=7),
        "too-many-dice",
        "round 1, tool: 8 dice; there are 7 of this type in the game; entered so far: Ana 10 dice, Bo 7 dice",
    ),
    (
        IN,
        1,
        beer(tunnel=11),
        "wrong-mountain",
        "round 1: 21 dice in the troves together; 20 have been mined by then; entered so far: Ana 10 dice, Bo 11 dice",
    ),
    (
        SECOND,
        0,
        "tunnel 1",
        "trove-shrank",
        "round 2: 1 die in the trove after 10; beer is given away only in a turn that takes a die too",
    ),
    (
        say(
            SECOND,
            (0, beer(tunnel=12, treasure=3, hazard=3, tool=2)),
            (1, beer(tunnel=14, treasure=1, hazard=3, tool=1, magic=1)),
        ),
        None,
        "score",
        "trove-shrank",
        "round 2, magic: 1 die in the troves together after 2; no die leaves the table; entered: Ana 20 dice, Bo 20 dice",
    ),
    (IN, None, "score", "troves-missing", "everybody's trove is scored together; missing: Bo"),
    (
        say(IN, (1, "nothing")),
        None,
        "score",
        "wrong-mountain",
        "round 1: 10 dice in the troves together; 20 have been mined by then; entered: Ana 10 dice, Bo 0 dice",
    ),
    (
        TIED,
        0,
        "tunnel 1",
        "wrong-tiebreak",
        "tiebreak 1, tunnel: 1 die; the whole trove is rolled again, 13 of this type",
    ),
    (SCORED, 0, "cache 1", "no-chest", "Ana shows no chest; without one every die is rolled again"),
    (SCORED, 1, "cache 4", "too-many-cached", "4 dice cached; the chests shown hold at most 3"),
    (MINING, 0, "absent 2", "table-only", "only the table says that somebody is absent"),
    (MINING, 0, "2: tunnel 1", "table-only", "only the table types for somebody else; without '2' it is your own"),
    (MINING, None, "1: absent 2", "table-only", "only the table says that somebody is absent"),
]


@pytest.mark.parametrize(("state", "seat", "words", "code", "message"), REFUSALS, ids=lambda value: str(value)[:30])
def test_what_is_refused(state: State, seat: int | None, words: str, code: str, message: str) -> None:
    before = sha(state)
    assert refused(state, seat, words) == Refusal(code, message)
    assert sha(state) == before


@pytest.mark.parametrize(
    ("state", "dice", "code", "message"),
    [
        (
            START,
            (1, 2),
            "wrong-dice",
            "2 dice given; what is wanted now: tunnel die of Ana, tunnel die of Bo, tunnel die of Cy",
        ),
        (MINING, (1,), "wrong-dice", "1 die given; what is wanted now: no dice, but words"),
        (START, (1, 2, 6), "no-such-face", "tunnel die of Cy: 6 is on no side; it shows 1, 2, 3, 4, 5, beer"),
        (START, (1, True, 5), "no-such-face", "tunnel die of Bo: True is on no side; it shows 1, 2, 3, 4, 5, beer"),
    ],
)
def test_dice_that_are_refused(state: State, dice: tuple[Any, ...], code: str, message: str) -> None:
    assert play.act(state, Action(None, "", dice)) == Refusal(code, message)


def test_every_refusal_is_in_the_table() -> None:
    folder = Path(_mine_play.__file__).parent
    source = "".join((folder / name).read_text() for name in ("_mine_play.py", "_mine_rounds.py", "_mine_words.py"))
    codes = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', source)) | {"not-now", "game-over"}
    seen = {code for *_, code, _ in REFUSALS} | {"wrong-dice", "not-tied"}
    assert codes <= seen
    # The codes of the check that an entry can meet.
    assert {"no-such-face", "too-many-dice", "wrong-mountain", "trove-shrank", "wrong-tiebreak"} <= seen


VOCABULARY = [
    "starts",
    "hero",
    "trove",
    "score",
    "cache",
    "next",
    "absent",
    "tunnel",
    "tool",
    "magic",
    "1",
    "2",
    "3",
    "engineer",
    "beer",
    "dragon",
    "x4",
    ":",
    ";",
    ",",
    "nothing",
    "1:",
    "×",
]
sentences = st.text(max_size=12) | st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" ".join)


@given(st.sampled_from([START, OPENED, MINING, FULL, SCORED, TIED, OVER]), st.sampled_from([None, 0, 1, 7]), sentences)
@settings(max_examples=300, deadline=None)
def test_any_words_are_answered(state: State, seat: int | None, words: str) -> None:
    answer = play.act(state, Action(seat, words))
    if isinstance(answer, Refusal):
        assert re.fullmatch("[a-z-]+", answer.code)
        assert answer.message
        assert "\n" not in answer.message
    else:
        assert judge(play.document(answer)).legal


# ------------------------------------------------------------------------------------------------ absence


def test_an_absent_player_has_no_roll_no_hero_no_new_dice_and_caches_nothing() -> None:
    assert say(START, (None, "absent 2")).candidates == (0, 2)
    assert say(START, (None, "absent 2"), (None, "absent 1")).starters == (2,)
    assert say(OPENED, (None, "absent 2"), (0, "hero engineer")).heroes == ("engineer", "")
    assert say(MINING, (None, "absent 2")).entries == (None, Trove())
    assert say(SCORED, (None, "absent Bo")).cached == (None, 0)
    second = say(SECOND, (None, "absent 2"))
    assert second.entries[1] == SCORED.rounds[0][1]
    scored = say(second, (0, beer(tunnel=19, treasure=3, hazard=4, tool=4)), (None, "score"))
    assert judge(play.document(scored)).legal


def test_the_table_may_type_for_a_player() -> None:
    assert say(MINING, (None, "2: " + BO)) == say(MINING, (1, BO))
    assert say(OPENED, (None, "2 : hero treasurer")) == say(OPENED, (1, "hero treasurer"))


# ------------------------------------------------------------------------------------------------ notation

troves = st.builds(Trove, **{kind: st.lists(st.sampled_from(FACES[kind]), max_size=9).map(tuple) for kind in TYPES})


@given(troves, st.randoms())
@settings(max_examples=60, deadline=None)
def test_troves_are_read_as_they_are_written(trove: Trove, rng: random.Random) -> None:
    text = trove_text(trove)
    assert parse_trove(text, FACES) == trove
    forgiving = "".join(rng.choice([char.upper(), char]) for char in text).replace(";", rng.choice([";", "", " ;"]))
    forgiving = forgiving.replace(" ", rng.choice(["  ", " "])).replace("-", rng.choice(["-", " "]))
    assert parse_trove(forgiving, FACES) == trove


@pytest.mark.parametrize(
    "words",
    ["hazard dragon x4", "Hazards: Dragons X 4", "hazard dragonx4", "hazard dragon×4", " hazard  dragon  x4 "],
)
def test_a_die_may_be_written_in_many_ways(words: str) -> None:
    assert parse_die(words, FACES) == ("hazard", parse_face("dragon x4"))


def test_every_die_is_read_as_it_is_written() -> None:
    for kind in TYPES:
        for face in FACES[kind]:
            assert parse_die(die_text(kind, face), FACES) == (kind, face)
            assert parse_face(plain(face)) == face


# ------------------------------------------------------------------------------------------------ what is shown


def test_nothing_is_hidden_and_only_what_is_scored_is_in_the_document() -> None:
    views = [play.view(IN, seat) for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2]
    assert f"entered: {trove_text(IN.entries[0] or Trove())}" in views[0].sheets[0][2]
    assert "trove to be entered" in views[0].sheets[1][2]
    assert views[0].sheets[0][1].rows[0][0] == "round 1 tunnel"
    assert play.document(IN) == play.document(MINING)
    assert not any(want.secret for want in play.wanted(IN))


def test_a_view_shows_points_by_round() -> None:
    shown = play.view(SCORED, 0)
    assert shown.sheets[0][2] == ("round 1: 18 points (tunnel 7, treasure 3, hazard 8)",)
    assert shown.lines == ("1. Ana: 18", "2. Bo: 9")


def test_the_playing_is_loaded_only_when_it_is_asked_for() -> None:
    program = "import sys\nfrom pnp.games import dice_miner as g, dice_miner_solo as s\n"
    program += "before = [n for n in sys.modules if n.endswith('_play')]\ng.play.open, s.play.open\nprint(before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    with pytest.raises(AttributeError, match="no attribute 'plays'"):
        _ = dice_miner.plays


# ------------------------------------------------------------------------------------------------ options


@pytest.mark.parametrize(
    "state", [START, OPENED, say(OPENED, (1, "hero engineer")), MINING, IN, FULL, SCORED, SECOND, TIED]
)
def test_options_are_exactly_what_is_accepted_where_it_can_be_counted(state: State) -> None:
    words = ["count", "next", *(f"starts {n}" for n in range(6)), *(f"cache {n}" for n in range(12))]
    words += [f"hero {hero}" for hero in EDITION["heroes"]]
    for seat in (None, *state.seats):
        accepted = {each for each in words if not isinstance(play.act(state, Action(seat, each)), Refusal)}
        listed = {option.words for option in play.options(state, seat)}
        assert accepted == listed & set(words)
        assert len(play.options(state, seat, 1)) == min(1, len(listed))
        for option in listed:
            say(state, (seat, option))


def test_sampled_troves_fit_what_the_others_have_entered() -> None:
    greedy = say(MINING, (0, beer(tunnel=19)))
    assert all(parse_trove(option.words, FACES) for option in play.options(greedy, 1))
    assert {len(parse_trove(option.words, FACES)) for option in play.options(greedy, 1)} == {1}
    assert play.options(say(SECOND, (0, beer(tunnel=15, treasure=7, hazard=9))), 1) == ()


# ------------------------------------------------------------------------------------------------ whole games


def driven(players: int, seed: int) -> tuple[list[Action], list[State]]:
    """A game in which chance picks among everything that is offered."""
    rng = random.Random(seed)
    states, actions = [play.open(NAMES[:players], {}, EDITION)], list[Action]()
    while not play.over(states[-1]):
        state = states[-1]
        if dice := play.dice(state):
            action = Action(None, "", tuple(rng.choice(die.faces) for die in dice))
        else:
            wanted = play.wanted(state)
            assert wanted
            offers = [(w.seat, option.words) for w in wanted for option in play.options(state, w.seat)]
            action = Action(*rng.choice(offers))
        following = play.act(state, action)
        assert not isinstance(following, Refusal), (action, following)
        actions.append(action)
        states.append(following)
        assert len(actions) < 300
    return actions, states


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_games_of_chance_end_and_are_legal_at_every_step(players: int, seed: int) -> None:
    actions, states = driven(players, seed)
    again = play.open(NAMES[:players], {}, EDITION)
    for action, before, after in zip(actions, states, states[1:], strict=False):
        digest = sha(before)
        again = play.act(again, action)
        assert again == after
        assert play.dump(again) == play.dump(after) == json.loads(json.dumps(play.dump(after)))
        assert sha(before) == digest != sha(after)
        verdict = judge(play.document(after))
        assert verdict.legal
        assert verdict.ranking == play.standings(after)
        assert play.view(after, None).headline
        number, most = play.round(after)
        assert 1 <= number <= (most or 53)
    assert len(states[-1].rounds) == 3
    for number, row in enumerate(states[-1].rounds, 1):
        assert sum(map(len, row)) == 20 * number
        held = Counter({kind: sum(len(trove.dice(kind)) for trove in row) for kind in TYPES})
        assert all(held[kind] <= EDITION["dice"][kind] for kind in TYPES)


def test_different_states_have_different_dumps() -> None:
    _, states = driven(3, 7)
    assert len({sha(state) for state in states}) == len(states) == len(set(states))


def test_rules_come_from_the_edition() -> None:
    heroes = {"miner": {"tool": ["chest"]}}
    own = EDITION.overridden(
        Edition(
            "dice-miner",
            {
                "rounds": Entry("rounds", "rule", "", 1),
                "mountain": Entry("mountain", "rule", "", 3),
                "heroes": Entry("heroes", "rule", "", heroes),
            },
        )
    )
    state = play.open(NAMES[:2], {"starts": "1"}, own)
    state = say(state, (1, "hero miner"))
    assert state.phase == "round"
    state = say(state, (0, "tunnel 1 2"), (1, "tunnel 5"), (None, "score"))
    assert play.over(state)
    assert play.round(state) == (1, 1)


# ------------------------------------------------------------------------------------------------ a recorded game


def replayed(lines: list[dict[str, Any]]) -> State:
    state: State = play.open(NAMES[:3], {}, EDITION)
    for line in lines:
        if "dump_sha256" in line:
            assert sha(state) == line["dump_sha256"]
        elif "phase" in line:
            assert state.phase == line["phase"]
            assert [[rank.player, rank.total] for rank in play.standings(state)] == line["standings"]
        else:
            following = play.act(state, Action(line["seat"], line["words"], tuple(line["dice"])))
            assert isinstance(following, Refusal) == bool(line.get("refused")), line
            if isinstance(following, Refusal):
                assert following.code == line["refused"]
            else:
                state = following
    return state


def test_a_recorded_game() -> None:
    if os.environ.get("PNP_BLESS"):
        RECORD.write_text(_recorded(), encoding="utf-8")
    state = replayed([json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()])
    assert play.over(state)


def _recorded() -> str:
    lines: list[dict[str, Any]] = []
    actions, states = driven(3, 11)
    for number, (action, before, after) in enumerate(zip(actions, states, states[1:], strict=False)):
        wrong = Action(0, "hero wizard")
        refusal = play.act(before, wrong)
        if number % 3 == 0 and isinstance(refusal, Refusal):
            lines.append({"seat": 0, "words": wrong.words, "dice": [], "refused": refusal.code})
        lines.append({"seat": action.seat, "words": action.words, "dice": list(action.dice)})
        if number % 2:
            lines.append({"dump_sha256": sha(after)})
        else:
            ranks = [[rank.player, rank.total] for rank in play.standings(after)]
            lines.append({"phase": after.phase, "standings": ranks})
    return "".join(json.dumps(line) + "\n" for line in lines)


def test_the_record_can_fail() -> None:
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    marked = next(n for n, line in enumerate(lines) if "dump_sha256" in line)
    lines[marked] = {"dump_sha256": "0" * 64}
    with pytest.raises(AssertionError):
        replayed(lines)


def test_the_state_is_frozen() -> None:
    with pytest.raises(AttributeError):
        MINING.phase = "over"  # type: ignore[misc]
    assert _mine_rounds.due(OVER) == []
