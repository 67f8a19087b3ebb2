"""Playing Dice Miner alone: the drafting rules action by action, every refusal, whole games and a recorded one."""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import games_of_chance
import pytest
from dumps_dice_miner_solo import dump
from games_of_chance import Offers
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import Edition, Entry, shipped
from pnp.games.dice_miner.dice import TYPES
from pnp.games.dice_miner.solo_moves import SoloState as State
from pnp.games.dice_miner.solo_moves import parse
from pnp.games.dice_miner.solo_moves import text as write
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.sheets.documents import judge

EDITION = shipped("dice-miner-solo")
RECORD = Path(__file__).parent / "plays" / "dice-miner-solo.jsonl"
play: Any = games.load("dice-miner-solo").play
text = games.load("dice-miner-solo").words().of(["Ana"]).text
ANYWAY = "; if it really was so, say it again with 'anyway' in front"


def opened(magic: int = 0) -> State:
    return play.open(["Ana"], {"magic": str(magic)}, EDITION)  # type: ignore[no-any-return]


def mining(*magic: Any) -> State:
    """A game in which some magic dice were rolled at the start."""
    return roll(opened(len(magic)), *magic) if magic else opened()


def roll(state: State, *faces: Any) -> State:
    following = play.act(state, Action(None, "", faces))
    assert not isinstance(following, Refusal), following
    return following  # type: ignore[no-any-return]


def say(state: State, *said: str) -> State:
    for words in said:
        following = play.act(state, Action(0, words))
        assert not isinstance(following, Refusal), (words, following)
        state = following
    return state


def drafted(*dice: str, state: State | None = None) -> State:
    return say(state or opened(), *(f"draft {die}" for die in dice))


def refused(state: State, words: str, seat: int | None = 0) -> Refusal:
    answer = play.act(state, Action(seat, words))
    assert isinstance(answer, Refusal), words
    return answer


def sha(state: State) -> str:
    return games_of_chance.sha(dump(state))


@pytest.mark.parametrize(("fewer", "after"), [(True, {"owed": 0}), (False, "must-recycle")])
@pytest.mark.parametrize("mountain", ["table", "rolled"])
def test_whether_fewer_dice_may_be_recycled_is_a_ruling(fewer: bool, after: Any, mountain: str) -> None:
    assert EDITION.entries["recycle-fewer"].kind == "ruling"
    own = Edition("dice-miner-solo", {"recycle-fewer": Entry("recycle-fewer", "ruling", "At our table.", fewer)})
    state = play.open(["Ana"], {"magic": "1", "mountain": mountain}, EDITION.overridden(own))
    state = roll(state, 2)
    while dice := play.dice(state):
        state = roll(state, *(die.faces[0] for die in dice))
    state = say(state, "spend magic 2")
    answer = play.act(state, Action(0, "recycle 0"))
    assert (answer.code if isinstance(answer, Refusal) else {"owed": answer.owed}) == after
    listed = [option.notation for option in play.options(state, 0)]
    assert ("recycle 0" in listed) == fewer
    (wanted,) = play.wanted(state)
    assert not isinstance(play.act(state, Action(0, wanted.example)), Refusal)


# ------------------------------------------------------------------------------------------------ setup


@pytest.mark.parametrize(
    ("options", "dice"), [({}, 3), ({"magic": "3"}, 3), ({"magic": "1"}, 1), ({"magic": " 0 "}, 0)]
)
def test_the_magic_dice_of_the_start_are_rolled(options: dict[str, str], dice: int) -> None:
    state = play.open(["Ana"], options, EDITION)
    assert len(play.dice(state)) == dice
    assert all(die.faces == (1, 1, 2, 2, 3, "beer") for die in play.dice(state))
    state = roll(state, *[2, "beer", 3][:dice]) if dice else state
    assert [str(face) for face in play.document(state).get("magic", [])] == ["2", "beer", "3"][:dice]
    assert (state.mountain, state.bag, play.dice(state)) == (20, 40 - dice, ())
    assert play.document(state)["starting-magic"] == dice


def test_a_known_split_replaces_the_stand_in() -> None:
    own = EDITION.overridden(
        Edition("dice-miner-solo", {"magic-split": Entry("magic-split", "fact", "", [1, 2, 3, 3, 3, "beer"])})
    )
    assert play.dice(play.open(["Ana"], {}, own))[0].faces == (1, 2, 3, 3, 3, "beer")


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["Ana", "Bo"], {}, "2 players; this game is for 1 player"),
        (["Ana"], {"magic": "4"}, "magic: '4' is not one of 3, 2, 1, 0"),
        (["Ana"], {"dice": "4"}, "'dice' is no option; the game has magic"),
        (["A\x00"], {}, "control characters are not allowed"),
    ],
)
def test_a_game_that_cannot_be_opened(players: list[str], options: dict[str, str], said: str) -> None:
    with pytest.raises(ValueError) as wrong:
        play.open(players, options, EDITION)
    assert said in text(wrong.value.said)  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ drafting


@pytest.mark.parametrize(
    ("trove", "die", "code"),
    [
        # "If you have 1, 2, and 3 already in your trove, you may draft a 4, but not a 5."
        (["tunnel 1", "tunnel 2", "tunnel 3"], "tunnel 4", ""),
        (["tunnel 1", "tunnel 2", "tunnel 3"], "tunnel 5", "tunnel-without-straight"),
        # "You can always draft a tunnel die showing 1."
        ([], "tunnel 1", ""),
        (["tunnel 1"], "tunnel 1", ""),
        ([], "tunnel 2", "tunnel-without-straight"),
        # "A single 1 in your trove cannot support multiple 2's following it."
        (["tunnel 1", "tunnel 2"], "tunnel 2", "tunnel-without-straight"),
        (["tunnel 1", "tunnel 2", "tunnel 1"], "tunnel 2", ""),
        # "You must have a corresponding tool die already in your trove"; "each tool die can only neutralize one hazard die".
        ([], "hazard dragon", "hazard-not-neutralized"),
        (["tool shield"], "hazard dragon x4", ""),
        (["tool pickaxe"], "hazard dragon", "hazard-not-neutralized"),
        (["tool shield", "hazard dragon"], "hazard dragon", "hazard-not-neutralized"),
        (["tool shield", "hazard dragon", "tool shield"], "hazard dragon", ""),
        (["tool pickaxe"], "hazard cave-in x3", ""),
        # "Each chest face can cache a number of treasure dice equal to the number of chests it shows."
        ([], "treasure 3", ""),
        ([], "treasure 3 cached", "chest-overfull"),
        (["tool chest"], "treasure 3 cached", ""),
        (["tool chest", "treasure 1 cached"], "treasure 3 cached", "chest-overfull"),
        (["tool chest x2", "treasure 1 cached"], "treasure 3 cached", ""),
        (["tool chest", "treasure 1 cached"], "treasure 3", ""),
        # "Magic dice, treasure dice, and tool dice: you can always draft these."
        ([], "magic 3", ""),
        ([], "tool chest x2", ""),
        # "Beer is wild": it is set to a face, by which the rules then judge it.
        (["tunnel 1"], "tunnel beer as 2", ""),
        (["tunnel 1"], "tunnel beer as 3", "tunnel-without-straight"),
        ([], "hazard beer as dragon x4", "hazard-not-neutralized"),
        (["tool beer as shield"], "hazard beer as dragon x4", ""),
        (["tool beer as chest x2"], "treasure beer as 3 cached", ""),
        ([], "magic beer as 3", ""),
        ([], "tunnel beer", "beer-is-wild"),
        ([], "magic beer as beer", "beer-is-wild"),
        ([], "tunnel beer as 6", "no-such-face"),
        (["tunnel 1"], "tunnel 1 as 2", "not-beer"),
    ],
)
def test_drafting(trove: list[str], die: str, code: str) -> None:
    state = drafted(*trove)
    answer = play.act(state, Action(0, f"draft {die}"))
    assert (answer.code if isinstance(answer, Refusal) else "") == code
    if not code:
        assert answer.mountain == 20 - len(trove) - 1
        assert judge(play.document(answer)).legal


def test_what_is_loose_stays_loose() -> None:
    state = drafted("treasure 3", "tool chest", "treasure 1 cached")
    assert play.document(state)["treasure"] == [3]
    assert play.document(state)["cached"] == [1]
    assert [rank.total for rank in play.standings(state)] == [5]


@pytest.mark.parametrize(
    "words", ["draft tunnel beer as 1", "DRAFT  Tunnel Beer as tunnel 1", "draft tunnels beer as 1"]
)
def test_words_are_read_forgivingly(words: str) -> None:
    assert say(opened(), words) == say(opened(), "draft tunnel 1")


def test_the_example_of_the_check_can_be_played() -> None:
    dice = ["tunnel 1", "tunnel 2", "tunnel 3", "tunnel 4", "tunnel beer as 5", "tunnel 1", "tunnel 2", "tool shield"]
    dice += ["tool pickaxe", "tool chest x2", "hazard dragon x4", "hazard cave-in x2", "treasure 1"]
    state = drafted(*dice, "treasure 3 cached", "treasure 2 cached")
    assert {line.name: line.points for line in judge(play.document(state)).sheets[0].score.lines} == {
        "tunnel": 5,
        "hazard": 6,
        "treasure": 1,
        "cached": 10,
    }
    shown = play.view(state, 0)
    assert text(shown.headline) == "mountain 1 of 3, 5 dice on it; 22 points"
    assert tuple(map(text, shown.lines)) == (
        "band 2 of 6: a first step; 31 points reach the next one",
        "tunnel dice that fit: 1 or 3",
        "refills left: 2; dice in the bag: 40",
    )
    assert text(shown.sheets[0][1].rows[0][0]) == "tunnel"
    ended = say(state, "end")
    assert play.over(ended)
    assert play.wanted(ended) == play.options(ended, 0) == ()
    assert text(play.view(ended, None).headline) == "the game is over; 22 points"


def test_a_view_says_what_fits() -> None:
    lines = play.view(
        drafted("tool shield", "tool pickaxe", "tool chest x2", "hazard dragon", state=mining(2)), 0
    ).lines
    assert tuple(map(text, lines[1:])) == (
        "tunnel dice that fit: 1",
        "1 pickaxe free for a cave-in die",
        "room in chests: 2 dice of treasure",
        "refills left: 2; dice in the bag: 39",
    )


# ------------------------------------------------------------------------------------------------ magic and refills


def test_spent_magic_recycles_as_many_dice_as_it_shows() -> None:
    state = say(mining(3, 1, "beer"), "spend magic 3")
    assert (state.owed, state.mountain, [face.number for face in state.box]) == (3, 20, [3])
    assert text(play.wanted(state)[0].what) == "recycle up to 3 dice from the top of the mountain"
    state = say(state, "recycle tunnel beer", "recycle")
    assert (state.owed, state.mountain) == (1, 18)
    assert state.bag == 60 - 2 - 1 - 18
    state = say(state, "recycle 0")
    assert (state.owed, state.mountain) == (0, 18)
    assert say(state, "spend 1").owed == 1
    assert say(state, "spend magic beer").owed == 0


def test_magic_from_the_mountain_may_be_spent_too() -> None:
    state = say(drafted("magic beer as 3"), "spend magic 3", "recycle 3")
    assert state.mountain == 16
    assert play.document(state).get("magic") is None


def test_a_refill_fills_the_mountain_and_leaves_what_lies_there() -> None:
    state = drafted("tunnel 1", "tunnel 2", "magic 1")
    state = say(state, "refill")
    assert (state.mountain, play.round(state), state.bag) == (20, (2, 3), 37)
    assert say(state, "refill").mountain == 20
    assert play.document(state)["refills"] == 1


def test_a_bag_may_run_out() -> None:
    own = EDITION.overridden(Edition("dice-miner-solo", {"mountain": Entry("mountain", "rule", "", 59)}))
    state = drafted("tunnel 1", "tunnel 1", "tunnel 1", state=play.open(["Ana"], {"magic": "0"}, own))
    assert say(state, "refill").mountain == 57
    assert say(state, "refill").bag == 0


# ------------------------------------------------------------------------------------------------ refusals

EMPTY = drafted(*["tunnel 1"] * 20)
LAST = say(EMPTY, "refill", "refill")
SPENT = say(mining(2, 1), "spend magic 2")
BOXED = drafted(*["magic 1"] * 8)
OVER = say(opened(), "end")
VERBS = "draft, spend, recycle, refill, end, absent"
REFUSALS: list[tuple[State, str, str, str]] = [
    (opened(2), "draft tunnel 1", "not-now", "'draft' is not for now; the magic dice of the start are rolled first"),
    (OVER, "draft tunnel 1", "game-over", "'draft' is not for now; the game has ended"),
    (
        opened(),
        "take tunnel 1",
        "unclear",
        f"'take tunnel 1' begins with no word that is known; there are {VERBS}",
    ),
    (opened(), "", "unclear", f"'' begins with no word that is known; there are {VERBS}"),
    (
        opened(),
        "drft tunnel 1",
        "unclear",
        f"'drft tunnel 1' begins with no word that is known; there are {VERBS}; did you mean 'draft'?",
    ),
    (
        opened(),
        "draft 3",
        "unclear",
        "'3' is no type of dice; dice are written 'tunnel 1 2 beer; hazard dragon x4'",
    ),
    (
        opened(),
        "draft tunnel 1 1",
        "unclear",
        "'tunnel 1 1' names 2 dice; one is written like 'hazard dragon x4'",
    ),
    (
        opened(),
        "draft",
        "unclear",
        "there are no dice; they are written 'tunnel 1 2 beer; hazard dragon x4', or 'nothing'",
    ),
    (
        opened(),
        "draft tunnel beer as 1 2",
        "unclear",
        "'tunnel 1 2' names 2 dice; one is written like 'hazard dragon x4'",
    ),
    (opened(), "refill 2", "unclear", "'2' after 'refill'; the word stands alone"),
    (opened(), "end it", "unclear", "'it' after 'end'; the word stands alone"),
    (
        opened(),
        "absent 1",
        "alone",
        "nobody waits in a game for one; it goes on when its player is back, or with 'end'",
    ),
    (opened(), "draft tunnel 6", "no-such-face", "tunnel, die 1: shows '6'; a tunnel die shows 1, 2, 3, 4, 5 or beer"),
    (
        opened(),
        "draft tool beer as hammer",
        "no-such-face",
        "beer as 'hammer'; a tool die can be set to pickaxe, shield, chest or chest x2",
    ),
    (
        opened(),
        "draft tool beer",
        "beer-is-wild",
        "beer is set to a face of your choice when it is drafted; write 'draft tool beer as pickaxe'",
    ),
    (opened(), "draft tunnel 3 as 1", "not-beer", "tunnel 3 stays as it lies; only beer is set to another face"),
    (
        opened(),
        "draft tunnel 1 cached",
        "not-treasure",
        "a tunnel die can't be cached; only treasure dice go into chests",
    ),
    (
        opened(),
        "draft tunnel 2",
        "tunnel-without-straight",
        "tunnel, die 1: the 2 has no straight below it; each 2 follows a 1 of its own straight",
    ),
    (
        opened(),
        "draft hazard dragon",
        "hazard-not-neutralized",
        "hazard, die 1: no shield is left for the dragon; each dragon die needs a tool die of its own that shows a shield",
    ),
    (opened(), "draft treasure 1 cached", "chest-overfull", "cached: 1 die; the chests have room for 0"),
    (EMPTY, "draft tunnel 1", "mountain-empty", "mountain: no die lies there; 2 refills left" + ANYWAY),
    (
        say(drafted(*["tool pickaxe"] * 7, *["hazard cave-in"] * 7, *["treasure 1"] * 6, state=LAST)),
        "draft tunnel 1",
        "mountain-empty",
        "mountain: no die lies there; and no refill is left: the game can only end" + ANYWAY,
    ),
    (
        drafted(*["tunnel 1"] * 7, state=say(EMPTY, "refill")),
        "draft tunnel 1",
        "too-many-dice",
        "tunnel in trove and box: 28 dice; there are 27 of this type in the game",
    ),
    (
        say(BOXED, "spend magic 1", "recycle"),
        "draft magic 1",
        "too-many-dice",
        "magic in trove and box: 9 dice; there are 8 of this type in the game",
    ),
    (
        say(BOXED, "spend magic 1"),
        "recycle magic 1",
        "too-many-dice",
        "magic in trove and box: 9 dice; there are 8 of this type in the game",
    ),
    (LAST, "refill", "too-many-refills", "refills: 3 of them; at most 2 are allowed"),
    (
        SPENT,
        "draft tunnel 1",
        "recycle-first",
        "2 dice may still be recycled, at once after magic was spent; 'recycle 0' leaves the rest on the mountain",
    ),
    (
        SPENT,
        "refill",
        "recycle-first",
        "2 dice may still be recycled, at once after magic was spent; 'recycle 0' leaves the rest on the mountain",
    ),
    (
        SPENT,
        "spend magic 1",
        "recycle-first",
        "2 dice may still be recycled, at once after magic was spent; 'recycle 0' leaves the rest on the mountain",
    ),
    (SPENT, "recycle 3", "too-many-recycled", "3 dice recycled; at most 2 may be"),
    (SPENT, "recycle tunnel 7", "no-such-face", "tunnel, die 1: shows '7'; a tunnel die shows 1, 2, 3, 4, 5 or beer"),
    (opened(), "recycle", "no-magic", "no magic is left to recycle with; a magic die is spent first: 'spend magic 2'"),
    (
        opened(),
        "recycle tunnel 1",
        "no-magic",
        "no magic is left to recycle with; a magic die is spent first: 'spend magic 2'",
    ),
    (mining(2, 1), "spend magic 3", "no-such-die", "no magic die shows '3'; in the trove: 2 and 1"),
    (opened(), "spend magic 3", "no-such-die", "no magic die shows '3'; in the trove: none"),
    (opened(), "draft c2", "not-rolled", "'c2' is for a mountain that is rolled here; yours is on the table"),
    (mining(2, 1), "spend tunnel 2", "not-magic", "'tunnel 2' can't be spent; only magic dice are: 'spend magic 2'"),
]


@pytest.mark.parametrize(("state", "words", "code", "message"), REFUSALS, ids=lambda value: str(value)[:30])
def test_what_is_refused(state: State, words: str, code: str, message: str) -> None:
    before = sha(state)
    refusal = refused(state, words)
    assert (refusal.code, text(refusal)) == (code, message)
    assert sha(state) == before


def test_others_and_wrong_dice_are_refused() -> None:
    assert text(refused(opened(), "end", seat=1)) == "there is no seat 2; seats are 1 to 1"
    assert play.act(opened(2), Action(None, "", (1,))).code == "wrong-dice"
    assert play.act(opened(), Action(None, "", (1,))).code == "no-roll-now"
    assert play.act(opened(1), Action(None, "", (4,))).code == "wrong-face"
    assert play.act(opened(1), Action(None, "", ([],))).code == "wrong-face"  # type: ignore[arg-type]
    assert say(opened(), "end") == play.act(opened(), Action(None, "end"))


def test_every_refusal_is_in_the_table() -> None:
    folder = games.load("dice-miner-solo").folder
    names = ("solo_table.py", "solo_moves.py", "both_modes.py", "dice.py")
    source = "".join((folder / name).read_text() for name in names)
    codes = set(re.findall(r'(?:deny|doubt|refuse|problem|wrong)\(\s*"([a-z-]+)', source))
    codes |= {check.key.partition(".")[0] for checks in SPENT.rules.checks.values() for check in checks}
    assert {"unclear", "recycle-first", "chest-overfull", "mountain-empty"} <= codes
    opening = {"wrong-option", "no-choice", "no-face"}
    codes.remove("must-recycle")  # where an edition says so
    assert codes - opening <= {code for *_, code, _ in REFUSALS} | {"too-late"}


VOCABULARY = [
    "draft",
    "spend",
    "recycle",
    "refill",
    "end",
    "absent",
    "tunnel",
    "tool",
    "hazard",
    "magic",
    "treasure",
    "cached",
    "as",
    "1",
    "2",
    "3",
    "shield",
    "beer",
    "dragon",
    "x4",
    "×",
]
sentences = st.text(max_size=12) | st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)


@given(st.sampled_from([opened(2), opened(), mining(1, "beer"), SPENT, EMPTY, OVER]), sentences)
@settings(max_examples=300, deadline=None)
def test_any_words_are_answered(state: State, words: str) -> None:
    answer = play.act(state, Action(0, words))
    if isinstance(answer, Refusal):
        assert re.fullmatch("[a-z-]+", answer.code)
        assert text(answer)
        assert "\n" not in text(answer)
    else:
        assert judge(play.document(answer)).legal


def test_an_empty_mountain_ends_the_magic() -> None:
    state = drafted(*["tunnel 1"] * 18, state=mining(3, 3))
    state = say(state, "spend magic 3")
    assert state.owed == 2
    state = say(state, "recycle 2")
    assert (state.owed, state.mountain) == (0, 0)
    assert say(state, "spend magic 3").owed == 0


# ------------------------------------------------------------------------------------------------ options


def legal_drafts(document: dict[str, Any], boxed: int, mountain: int) -> set[str]:
    """The drafts that the rulebook allows, worked out from the numbers in a trove."""
    faces: dict[str, list[Any]] = {
        "tunnel": [1, 2, 3, 4, 5],
        "treasure": [1, 2, 3],
        "magic": [1, 2, 3],
        "tool": ["pickaxe", "shield", "chest", "chest x2"],
        "hazard": [f"{kind}{times}" for kind in ("cave-in", "dragon") for times in ("", " x2", " x3", " x4")],
    }
    trove = {kind: Counter(map(str, document.get(kind, []))) for kind in (*faces, "cached")}
    sizes = {kind: trove[kind].total() for kind in trove}
    sizes["magic"] += boxed
    sizes["treasure"] += sizes["cached"]
    room = trove["tool"]["chest"] + 2 * trove["tool"]["chest x2"] - sizes["cached"]
    free = {
        hazard: trove["tool"][tool] - sum(n for face, n in trove["hazard"].items() if face.startswith(hazard))
        for hazard, tool in (("cave-in", "pickaxe"), ("dragon", "shield"))
    }
    found = set()
    for kind in faces if mountain else ():
        for face in map(str, faces[kind]):
            fits = sizes[kind] < {"tunnel": 27, "treasure": 8, "hazard": 10, "tool": 7, "magic": 8}[kind]
            if kind == "tunnel" and face != "1":
                fits &= trove[kind][str(int(face) - 1)] > trove[kind][face]
            if kind == "hazard":
                fits &= free[face.split()[0]] > 0
            if fits:
                found |= {f"draft {kind} {face}", f"draft {kind} beer as {face}"}
                if kind == "treasure" and room:
                    found |= {f"draft {kind} {face} cached", f"draft {kind} beer as {face} cached"}
    return found


def driven(seed: int, magic: int, patience: float = 0.0) -> tuple[list[Action], list[State]]:
    """A game that ends late."""

    def choose(state: State, offers: Offers, rng: random.Random) -> tuple[int | None, str]:
        late = [one for one in offers if one[1] != "end" and (one[1] != "refill" or state.mountain < 6)]
        return rng.choice(late if late and rng.random() >= patience else offers)

    return games_of_chance.driven(play, opened(magic), seed, 200, choose)


@pytest.mark.parametrize(("seed", "magic"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 3)])
def test_games_of_chance_end_and_are_legal_at_every_step(seed: int, magic: int) -> None:
    actions, states = driven(seed, magic)
    again = play.open(["Ana"], {"magic": str(magic)}, EDITION)
    for action, before, after in zip(actions, states, states[1:], strict=False):
        digest = sha(before)
        again = play.act(again, action)
        assert again == after
        assert dump(again) == dump(after) == json.loads(json.dumps(dump(after)))
        assert sha(before) == digest != sha(after)
        verdict = judge(play.document(after))
        assert verdict.legal
        assert verdict.ranking == play.standings(after)
        assert str(verdict.sheets[0].score.total) in text(play.view(after, 0).headline)
        assert sum(map(after.held, TYPES)) + after.bag + after.mountain == 60
        assert 0 <= after.mountain <= 20
        assert after.bag >= 0
    assert states[-1].refills == 2
    assert len({sha(state) for state in states}) == len(states) == len(set(states))


@pytest.mark.parametrize(("seed", "magic"), [(6, 3), (7, 2), (8, 0)])
def test_options_are_what_the_rulebook_allows(seed: int, magic: int) -> None:
    _, states = driven(seed, magic)
    for state in states[1::3]:
        if play.over(state) or play.dice(state):
            assert play.options(state, 0) == ()
            continue
        words = {option.notation for option in play.options(state, 0, 1000)}
        drafts = set() if state.owed else legal_drafts(play.document(state), len(state.box), state.mountain)
        assert {each for each in words if each.startswith("draft")} == drafts
        assert "end" in words
        assert ("refill" in words) == (state.refills < 2 and not state.owed)
        spends = {f"spend magic {face}" for face in play.document(state).get("magic", []) if not state.owed}
        assert {each for each in words if each.startswith("spend")} == spends
        numbers = {f"recycle {n}" for n in range(state.owed + 1) if state.owed}
        assert {each for each in words if re.fullmatch("recycle [0-9]+", each)} == numbers


def test_the_first_options_can_be_counted() -> None:
    # One tunnel face, three gems, four tools, three magic, each as it lies or as beer; three spends, end and refill.
    assert len(play.options(mining(1, 2, 3), 0)) == 2 * (1 + 3 + 4 + 3) + 3 + 2
    assert len(play.options(mining(1, 2, 3), None, 7)) == 7
    # All dice there are, some number of them, and the end.
    assert len(play.options(SPENT, 0)) == sum(len(SPENT.rules.dice.faces[kind]) for kind in TYPES) + 3 + 1
    assert play.options(opened(), 1) == ()


def test_options_are_data() -> None:
    found = {option.notation: option for option in play.options(drafted("tool chest", state=mining(2, 3)), 0)}
    plain, beer = found["draft treasure 2"], found["draft tunnel beer as 1"]
    assert (plain.kind, plain.dice, plain.turned, plain.left) == ("draft", {"treasure": 2}, None, 18)
    assert (beer.dice, beer.turned) == ({"tunnel": 1}, ("beer", 1))
    assert found["draft treasure 2 cached"].dice == {"cached": 2}
    assert (found["spend magic 3"].dice, found["spend magic 3"].left) == ({"magic": 3}, 1)
    assert (found["refill"].kind, found["refill"].left) == ("refill", 1)
    assert (found["end"].kind, found["end"].field, found["end"].mark) == ("end", "total", 0)
    assert [(o.price, o.left) for o in play.options(SPENT, 0, 3)] == [(0, 0), (1, 1), (2, 0)]
    assert play.options(SPENT, 0)[3].dice == {"tunnel": 1}


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_read_as_they_are_written(seed: int) -> None:
    for state in driven(seed, 2)[1][1:-1]:
        for option in play.options(state, 0):
            move = parse(option.notation, state.rules)
            assert (move.kind, write(move)) == (option.kind, option.notation)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_everything_that_is_said_has_words(language: str) -> None:
    words = games.load("dice-miner-solo").words(language).of(["Ana"])
    said: list[Any] = [play.act(state, Action(0, line)) for state, line, *_ in REFUSALS]
    for state in driven(2, 3)[1]:
        view = play.view(state, 0)
        said += [view.headline, *view.lines, *view.sheets[0][2], *(want.what for want in play.wanted(state))]
        said += [option.means for option in play.options(state, 0)] + [die.name for die in play.dice(state)]
    texts = {one.key: words.text(one) for one in said if isinstance(one, tuple)}
    assert len(texts) > 40
    assert not [key for key, told in texts.items() if told == key or re.search(r"[{}]|^…|… |\[\[", told)]


def test_a_game_may_end_at_any_time() -> None:
    lengths = {len(driven(seed, 1, patience=1.0)[0]) for seed in range(8)}
    assert len(lengths) > 3


# ------------------------------------------------------------------------------------------------ a recorded game


def facts(state: State) -> Mapping[str, Any]:
    return {"mountain": [state.mountain, state.owed, state.refills, play.standings(state)[0].total]}


def replayed(lines: list[dict[str, Any]]) -> State:
    opened = play.open(["Ana"], {}, EDITION)
    return games_of_chance.replayed(play, opened, lines, dump, facts)  # type: ignore[no-any-return]


def test_a_recorded_game() -> None:
    if os.environ.get("PNP_BLESS"):
        RECORD.write_text(_recorded(), encoding="utf-8")
    state = replayed([json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()])
    assert play.over(state)


def _recorded() -> str:
    return games_of_chance.recorded(play, driven(12, 3), Action(0, "draft tunnel 5"), 5, dump, facts)


def test_the_record_can_fail() -> None:
    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    marked = next(n for n, line in enumerate(lines) if "mountain" in line)
    lines[marked] = {"mountain": [0, 0, 0, 0]}
    with pytest.raises(AssertionError):
        replayed(lines)


# --- counted by brute force ------------------------------------------------------------------------

FACES: dict[str, list[str]] = {
    "tunnel": ["1", "2", "3", "4", "5"],
    "treasure": ["1", "2", "3"],
    "hazard": [f"{kind}{many}" for kind in ("cave-in", "dragon") for many in ("", " x2", " x3", " x4")],
    "tool": ["pickaxe", "shield", "chest", "chest x2"],
    "magic": ["1", "2", "3"],
}
WORDS = [
    (kind, face, bool(kept), f"draft {kind} {beer}{face}{kept}")
    for kind, faces in FACES.items()
    for face in faces
    for beer in ("", "beer as ")
    for kept in ("", " cached")
]


def allowed(taken: list[tuple[str, str, bool]], kind: str, face: str, kept: bool) -> bool:
    """The drafting rules once more, told from the dice that were taken."""
    have = Counter((k, f) for k, f, _ in taken)
    if kept and kind != "treasure":
        return False
    if kind == "tunnel":
        return face == "1" or have["tunnel", str(int(face) - 1)] > have["tunnel", face]
    if kind == "hazard":
        tool, hazard = ("shield", "dragon") if face.startswith("dragon") else ("pickaxe", "cave-in")
        return have["tool", tool] > sum(f.startswith(hazard) for k, f, _ in taken if k == "hazard")
    chests = have["tool", "chest"] + 2 * have["tool", "chest x2"]
    return not kept or sum(cached for _, _, cached in taken) < chests


@pytest.mark.parametrize("seed", range(6))
def test_what_may_be_drafted_is_what_the_rules_allow_word_by_word(seed: int) -> None:
    chance, state = random.Random(seed), mining()
    taken: list[tuple[str, str, bool]] = []
    for _ in range(6):
        legal = {words for kind, face, kept, words in WORDS if allowed(taken, kind, face, kept)}
        assert {
            option.notation for option in play.options(state, 0, 9999) if option.notation.startswith("draft")
        } == legal
        for *_, words in WORDS:
            assert isinstance(play.act(state, Action(0, words)), Refusal) is (words not in legal), words
        kind, face, kept, words = chance.choice([one for one in WORDS if one[3] in legal])
        state = play.act(state, Action(0, words))
        taken.append((kind, face, kept))
