"""The mountain of Dice Miner that is rolled here: what may be taken, shared, rerolled and cached, and whole games of it."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from dumps_dice_miner import dump
from dumps_dice_miner_solo import dump as solo_dump
from games_of_chance import driven, recorded, replayed

from pnp import games
from pnp.edition import shipped
from pnp.games.dice_miner import excavation
from pnp.games.dice_miner.dice import BEER, TYPES, Face, Trove
from pnp.games.dice_miner.mountain import Columns, MinedDie, Mountain, Place, gaps, sides, takeable, tops
from pnp.games.dice_miner.rolled_table import choices
from pnp.games.dice_miner.state import State
from pnp.games.play import Action
from pnp.games.seats import Refusal
from pnp.play.tables import Tables
from pnp.sheets.documents import judge

PLAYS = Path(__file__).parent / "plays"
ROLLED = {"mountain": "rolled"}
NAMES = ("Ana", "Bo", "Cy", "Di")
miner, solo = games.load("dice-miner"), games.load("dice-miner-solo")
play: Any = miner.play
alone: Any = solo.play
SHAPE = (1, 2, 3, 4, 4, 3, 2, 1)
ONE = MinedDie("tunnel", Face("", 1))


def text(refusal: Any) -> str:
    return miner.words().of(NAMES).text(refusal)


def table(columns: Columns, *troves: Trove, hero: str = "") -> State:
    """A table in the first round, Ana's turn, with these dice."""
    state = play.open(NAMES[: len(troves)], {**ROLLED, "starts": "1"}, shipped("dice-miner"))
    for _ in troves:
        seat = play.wanted(state)[0].seat
        state = act(state, seat, f"hero {hero if seat == 0 and hero else play.options(state, seat)[2].notation[5:]}")
    mining = excavation.mining_of(state)
    return state._replace(mining=mining._replace(mountain=Mountain(columns), troves=troves))  # type: ignore[no-any-return]


def act(state: Any, seat: int | None, words: str, *dice: Any) -> Any:
    after = play.act(state, Action(seat, words, dice))
    assert not isinstance(after, Refusal), (words, text(after))
    return after


def refused(state: Any, seat: int | None, words: str) -> str:
    after = play.act(state, Action(seat, words))
    assert isinstance(after, Refusal), words
    return after.key


def of(kind: str, *faces: int | str) -> list[MinedDie]:
    return [MinedDie(kind, Face("", face) if isinstance(face, int) else Face(face)) for face in faces]


# ---------------------------------------------------------------------- the mountain


def test_a_full_mountain_has_twenty_dice_on_four_levels() -> None:
    columns = tuple((ONE,) * height for height in SHAPE)
    assert Counter(gaps((), SHAPE, 20)) == dict(enumerate(SHAPE)) and gaps(columns, SHAPE, 20) == []
    assert [str(place) for place in tops(columns)] == ["a1", "b2", "c3", "d4", "e4", "f3", "g2", "h1"]
    assert sorted(map(str, sides(columns))) == ["a1", "b2", "c3", "d4", "e4", "f3", "g2", "h1"]


def test_what_may_be_taken_by_brute_force() -> None:
    """Against dice on a grid, whatever was taken before: nothing above; or nothing beside on one side."""
    rng, looked = random.Random(1), 0
    for _ in range(60):
        mountain = Mountain(tuple((ONE,) * height for height in SHAPE))
        while mountain.dice:
            grid = {(column, level) for column, dice in enumerate(mountain.columns) for level in range(len(dice))}
            top = {(c, n) for c, n in grid if not any((c, above) in grid for above in range(n + 1, 9))}
            left = {(c, n) for c, n in grid if not any((other, n) in grid for other in range(c))}
            right = {(c, n) for c, n in grid if not any((other, n) in grid for other in range(c + 1, 9))}
            assert set(takeable(mountain.columns, False)) == top
            assert set(takeable(mountain.columns, True)) == top | left | right
            looked += 1
            mountain = mountain.without(rng.choice(takeable(mountain.columns, rng.random() < 0.5)))
    assert looked == 1200


def test_the_ways_to_empty_a_small_mountain_are_as_many_as_orders_of_its_columns() -> None:
    def ways(columns: Columns) -> int:
        left = Mountain(columns)
        return sum(ways(left.without(place).columns) for place in takeable(columns, False)) if left.dice else 1

    shape = (1, 2, 3, 1)
    orders = set(permutations([n for n, height in enumerate(shape) for _ in range(height)]))
    assert ways(tuple((ONE,) * height for height in shape)) == len(orders) == 420


def test_dice_above_slide_down() -> None:
    below, mid, top = of("tunnel", 1, 2, 3)
    mountain = Mountain(((below, mid, top),))
    assert (
        mountain.without(Place(0, 0)).columns == ((mid, top),) and mountain.without(Place(0, 2)).at(Place(0, 1)) == mid
    )


def test_choices_of_dice_by_brute_force() -> None:
    rng = random.Random(2)
    for _ in range(50):
        dice = [MinedDie(rng.choice(TYPES), Face("", rng.randint(1, 3))) for _ in range(rng.randint(1, 8))]
        for count in range(4):
            every = {tuple(sorted(row)) for row in permutations(dice, count)}
            found = list(choices(dice, count))
            assert len(found) == len(set(found)) and {tuple(sorted(row)) for row in found} == every


def test_the_bag_gives_every_die_once() -> None:
    rng = random.Random(3)
    state = play.open(NAMES[:2], {**ROLLED, "starts": "1"}, shipped("dice-miner"))
    for seat, hero in ((1, "engineer"), (0, "surveyor")):
        state = act(state, seat, f"hero {hero}")
    counts = state.rules.dice.counts
    assert [len(die.faces) for die in play.dice(state)] == list(range(60, 40, -1))
    assert Counter(excavation.bag(state)) == counts
    # The last die of what is left each time: all magic dice, then the tools, then hazards.
    drawn = act(state, None, "", *range(60, 40, -1))
    assert Counter(excavation.mining_of(drawn).mountain.cup) == {"magic": 8, "tool": 7, "hazard": 5}
    for _ in range(20):
        drawn = act(state, None, "", *(rng.choice(die.faces) for die in play.dice(state)))
        cup = Counter(excavation.mining_of(drawn).mountain.cup)
        assert cup.total() == 20 and cup <= Counter(counts)
        assert Counter(excavation.bag(drawn)) + cup == counts


# ---------------------------------------------------------------------- a turn


def test_a_die_is_taken_from_the_top_as_it_lies() -> None:
    low, high, other = of("tunnel", 1, 4, 5)
    state = table(((low, high), (other,)), Trove(), Trove())
    assert [option.notation for option in play.options(state, 0)] == ["take a2", "take b1"]
    assert play.options(state, 1) == () and play.active(state) == 0 and play.status(state, 1) == "idle"
    assert refused(state, 0, "take a1") == "not-on-top" and refused(state, 1, "take a2") == "not-your-turn.mining"
    assert refused(state, 0, "take c1") == refused(state, 0, "take x") == "no-such-place"
    after = act(state, 0, "take A")
    assert excavation.mining_of(after).troves[0] == Trove(tunnel=(Face("", 4),)) and play.active(after) == 1
    assert act(state, 0, "take tunnel 5") == act(state, 0, "take b1")
    assert refused(state, 0, "take tunnel 1") == "which-place"
    assert refused(state, 0, "tunnel 4") == "rolled-here" and refused(state, 0, "xyzzy") == "unclear.verb"


def test_who_shares_a_beer_takes_two_dice_from_top_or_sides() -> None:
    low, high, other = of("tunnel", 1, 4, 5)
    state = table(((low, high), (other, other), (low,)), Trove(tool=(BEER,), magic=(BEER,)), Trove(magic=(BEER,)))
    assert (
        refused(state, 0, "share tunnel Bo") == "no-beer" and refused(state, 0, "share tool Ana") == "beer-for-others"
    )
    assert refused(state, 1, "share magic Ana") == "not-your-turn.mining"
    shared = act(state, 0, "share tool Bo")
    (die,) = play.dice(shared)
    assert text(die.name) == "tool die of Bo" and refused(shared, 0, "take a2") == "dice-first"
    shared = act(shared, None, "", "shield")
    assert excavation.mining_of(shared).troves == (Trove(magic=(BEER,)), Trove(tool=(Face("shield"),), magic=(BEER,)))
    assert refused(shared, 0, "share magic Bo") == "beer-once"
    assert [option.notation for option in play.options(shared, 0)] == ["take a1", "take a2", "take b2", "take c1"]
    shared = act(act(shared, 0, "take a1"), 0, "take a1")
    assert excavation.mining_of(shared).troves[0].tunnel == (Face("", 1), Face("", 4)) and play.active(shared) == 1


def test_who_is_absent_takes_nothing() -> None:
    state = table(((ONE,), (ONE,)), Trove(), Trove())
    assert play.active(act(state, None, "absent 1")) == 1 and refused(state, None, "absent 2") == "not-your-turn.mining"


# ---------------------------------------------------------------------- magic, chests, the next round


def magic(trove: Trove, other: Trove | None = None, hero: str = "prospector") -> State:
    """A table that comes to the Magic Phase with Bo's last die; he would be followed by Ana."""
    state = table(((ONE,),), trove, other or Trove(), hero=hero)
    mining = excavation.mining_of(state)
    return act(state._replace(mining=mining._replace(turn=1)), 1, "take a")  # type: ignore[no-any-return]


def test_magic_rolls_as_many_dice_again_as_it_shows() -> None:
    state = magic(Trove(tunnel=(Face("", 4), BEER), hazard=(Face("dragon"),), magic=(Face("", 2), Face("", 1))))
    assert play.active(state) == 0 and [face for _, face in play.lying(state)] == [1, 2]
    assert (
        refused(state, 0, "spend 3: tunnel 4") == "no-such-die.magic"
        and refused(state, 0, "spend 2: tunnel 4") == "must-reroll"
    )
    assert refused(state, 0, "spend 1: hazard dragon") == refused(state, 0, "spend 1: magic 1") == "not-rerollable"
    assert (
        refused(state, 1, "spend 1: tunnel 1") == "not-your-turn.magic"
        and refused(state, 0, "spend 2") == "unclear.spend"
    )
    after = act(state, 0, "spend 2: tunnel beer, magic 1")
    assert [text(die.name) for die in play.dice(after)] == ["tunnel die of Ana", "magic die of Ana"]
    after = act(after, None, "", 5, 3)
    assert excavation.mining_of(after).troves[0].tunnel == (Face("", 4), Face("", 5))
    assert [face for _, face in play.lying(after)] == [3]  # rolled again and not spent
    assert refused(after, 0, "spend 3: tunnel 4, tunnel 5, magic 2") == "not-rerollable"  # that one is spent
    # Where fewer dice can be rolled again than it shows, it is all of them.
    last = act(after, 0, "spend magic 3: tunnel 4, tunnel 5")
    last = act(last, None, "", 1, 2)
    assert [want.example for want in play.wanted(last)] == ["count"] and refused(last, 0, "done") == "not-now.magic"


def test_a_heros_magic_is_used_every_round_and_never_rolled() -> None:
    state = magic(Trove(tunnel=(Face("", 4),)), hero="alchemist")
    for _ in range(3):
        state = act(act(state, 0, "spend 1: tunnel 4"), None, "", 4)
    assert play.wanted(state)[0].example == "count"
    assert act(magic(Trove(tunnel=(Face("", 4),)), hero="alchemist"), 0, "done") == state._replace(
        mining=excavation.mining_of(state)._replace(called=((), ()))
    )


def test_chosen_dice_stay_in_chests_and_all_others_are_rolled() -> None:
    ana = Trove(tunnel=(Face("", 5), Face("", 5), Face("", 1)), tool=(Face("chest"),))
    # Twenty dice in all: what is missing lies with Bo.
    state = magic(ana, Trove(tunnel=(Face("", 2),) * 15))
    state = act(state, None, "count")
    assert refused(state, 0, "cache tunnel 5, tunnel 5") == "too-many-cached"
    assert refused(state, 0, "cache tunnel 4") == "not-in-trove" and refused(state, 0, "cache 1") == "unclear.type"
    kept = act(act(state, 0, "cache tunnel 5"), None, "next")
    assert Counter(text(die.name) for die in play.dice(kept)) == {
        "tunnel die of Ana": 2,
        "tool die of Ana": 1,
        "tunnel die of Bo": 16,
    }
    rolled = act(kept, None, "", *(die.faces[0] for die in play.dice(kept)))
    assert excavation.mining_of(rolled).troves[0].tunnel == (Face("", 5), Face("", 1), Face("", 1))
    started = act(rolled, None, "", 2, "beer")  # both have as many points: chance decides
    assert len(play.dice(started)) == 20 and started.starters[-1] == 1


def test_the_made_up_faces_are_named_as_such() -> None:
    told = [text(line) for line in play.view(table(((ONE,),), Trove(), Trove()), None).lines]
    assert told[0] == "level 1: a1 tunnel 1"
    assert told[-1].startswith("made up by us") and told[-1].endswith("the faces of hazard, tool and magic dice")


def test_virtual_dice_roll_the_mountain_and_old_tables_go_on_without() -> None:
    from memory_store import MemoryStore

    tables = Tables(MemoryStore(), lambda: "")
    for game in ("dice-miner", "dice-miner-solo"):
        names = NAMES[: games.load(game).PLAYERS[0]]
        assert tables.open(game, names).opening.options == ROLLED
        assert tables.open(game, names, {"mountain": "table"}).opening.options == {"mountain": "table"}
        assert tables.open(game, names, dice="physical").opening.options == {}
        state: Any = games.load(game).play.open(names, {}, shipped(game))  # type: ignore[union-attr]
        assert getattr(state, "mining", None) is None and getattr(state, "lies", None) is None


# ---------------------------------------------------------------------- alone


def dug(columns: Columns, *words: str, **piles: Any) -> Any:
    state = alone.open(["Ana"], {**ROLLED, "magic": "0"}, shipped("dice-miner-solo"))
    state = state._replace(lies=Mountain(columns), mountain=sum(map(len, columns)), trove=state.trove._replace(**piles))
    for each in words:
        state = alone.act(state, Action(0, each))
        assert not isinstance(state, Refusal), (each, state)
    return state


def no(state: Any, words: str) -> str:
    after = alone.act(state, Action(0, words))
    assert isinstance(after, Refusal), words
    return after.key


def test_alone_only_what_lies_on_top_is_offered_and_taken() -> None:
    one, three = of("tunnel", 1, 3)
    (beer,), (gem,) = of("tunnel", "beer"), of("treasure", 2)
    state = dug(((one, three), (one,), (beer,), (gem,)))
    drafts = [option.notation for option in alone.options(state, 0) if option.kind == "draft"]
    assert drafts == ["draft b1", "draft c1 as 1", "draft d1"]
    assert no(state, "draft a2") == "tunnel-without-straight" and no(state, "draft a1") == "not-on-top"
    assert no(state, "draft treasure 3") == "which-place" and no(state, "draft c1 as 2") == "tunnel-without-straight"
    assert dug(state.lies.columns, "draft tunnel 1") == dug(state.lies.columns, "draft b1")
    after = dug(state.lies.columns, "draft b", "draft c as 2", "draft a2", "draft a1")
    assert [face.number for face in after.trove.tunnel] == [1, 2, 3, 1] and after.mountain == 1


def test_alone_magic_recycles_dice_from_the_top_into_the_bag() -> None:
    columns = ((*of("hazard", "dragon"), *of("tunnel", 5)), tuple(of("tunnel", 3)))
    state = dug(columns, "spend magic 2", magic=(Face("", 2),))
    assert [option.notation for option in alone.options(state, 0)] == ["recycle 0", "recycle a2", "recycle b1", "end"]
    assert no(state, "recycle 1") == "which-die" and no(state, "recycle a1") == "not-on-top"
    after = alone.act(alone.act(state, Action(0, "recycle a2")), Action(0, "recycle hazard dragon"))
    assert after.mountain == 1 and after.owed == 0 and after.bag == state.bag + 2
    # The magic die is out of the game; everything else is on the mountain or in the bag.
    full = alone.act(after, Action(0, "refill"))
    assert [len(die.faces) for die in alone.dice(full)] == list(range(58, 39, -1)) and no(full, "end") == "dice-first"


# ---------------------------------------------------------------------- whole games


def whole(state: Any) -> dict[str, Any]:
    return {**(dump(state) if hasattr(state, "mining") else solo_dump(state)), "here": repr(state[-1])}


def facts(state: Any) -> dict[str, Any]:
    of_all = play if hasattr(state, "mining") else alone
    return {
        "round": list(of_all.round(state)),
        "dice": len(of_all.dice(state)),
        "standings": [[row.player, row.total] for row in of_all.standings(state)],
    }


def unhurried(_: Any, offers: list[tuple[int | None, str]], rng: random.Random) -> tuple[int | None, str]:
    """Nobody stops, leaves or refills the mountain while there is something else to do."""
    idle = ("end", "refill", "absent")
    return rng.choice(
        [one for one in offers if not one[1].startswith(idle)] or [one for one in offers if one[1] != "end"] or offers
    )


def opened(players: int) -> tuple[Any, Any]:
    if players == 1:
        return alone, alone.open(NAMES[:1], ROLLED, shipped("dice-miner-solo"))
    return play, play.open(NAMES[:players], ROLLED, shipped("dice-miner"))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_of_chance_are_legal_and_lose_no_die(players: int) -> None:
    mode, state = opened(players)
    for seed in range(4):
        _, states = driven(mode, state, seed, 600, unhurried)
        verdict = judge(json.loads(json.dumps(mode.document(states[-1]))))
        assert verdict.legal, [sheet.problems for sheet in verdict.sheets]
        if players > 1:
            assert all(sum(trove.size for trove in row) == 20 * n for n, row in enumerate(states[-1].rounds, 1))
            assert all(excavation.bag(one) is not None for one in states) and excavation.bag(states[-1]) == []


@pytest.mark.parametrize("players", [1, 2, 3])
def test_what_is_offered_is_all_that_can_be_taken(players: int) -> None:
    mode, state = opened(players)
    verb, looked = "draft" if players == 1 else "take", 0
    _, states = driven(mode, state, 7, 600, unhurried)
    for one in states[3::9]:
        if mode.dice(one) or mode.over(one):
            continue
        seat = mode.active(one)
        offered = {option.notation for option in mode.options(one, seat, 10**6) if option.notation.startswith(verb)}
        tried = {f"{verb} {letter}{level}" for letter in "abcdefgh" for level in range(1, 6)}
        taken = {words for words in tried if not isinstance(mode.act(one, Action(seat, words)), Refusal)}
        assert taken == {words for words in offered if " as " not in words and "cached" not in words}
        looked += bool(taken)
    assert looked > 3


@pytest.mark.parametrize(("name", "players"), [("dice-miner-mountain", 3), ("dice-miner-solo-mountain", 1)])
def test_recorded_games_hold(name: str, players: int) -> None:
    mode, state = opened(players)
    path = PLAYS / f"{name}.jsonl"
    if os.environ.get("PNP_BLESS"):
        game = driven(mode, state, 11, 600, unhurried)
        path.write_text(recorded(mode, game, Action(0, "take z9"), 9, whole, facts), encoding="utf-8")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert mode.over(replayed(mode, state, lines, whole, facts))
    assert any(line.get("refused") for line in lines) and len(lines) > 60
