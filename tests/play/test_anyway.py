"""What rests on a count or a guess is refused in these words, taken with `anyway` in front, and noted; a rule stays."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from memory_store import MemoryStore

from pnp import games
from pnp.cli.table_text import lines
from pnp.games.functions import as_play
from pnp.games.library import Library
from pnp.games.play import Action, Play
from pnp.games.seats import Refusal, doubt
from pnp.play import history, results
from pnp.play.engine import Table
from pnp.play.events import line
from pnp.play.result import result_of
from pnp.play.tables import Tables
from pnp.play.verify import verify

GAMES = [name for name in games.names() if games.load(name).play is not None]
NINETEEN = (
    "tunnel 1 2 3 beer; treasure 2 1; hazard dragon x2; tool chest shield; magic 1",
    "tunnel 1 2 2; treasure 3 3 3 1; tool pickaxe; magic 1",
)
JUNK = ("", "xyzzy", "-1", "anyway", "count", "next", "pass", "end", "absent 1", "1 b1", "red use")


def miners(*troves: str) -> tuple[Tables, Table]:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    table = tables.open("dice-miner", ["Ana", "Bo"], {"starts": "1"}, dice="physical")
    for seat, hero in ((1, "hero engineer"), (0, "hero dragon")):
        assert tables.say(table, seat, hero).ok
    for seat, trove in enumerate(troves):
        assert tables.say(table, seat, trove).ok
    return tables, table


def test_nineteen_dice_are_counted_anyway_and_noted_everywhere() -> None:
    tables, table = miners(*NINETEEN)
    refused = tables.say(table, None, "count")
    assert refused.code == "wrong-mountain" and isinstance(refused.said, Refusal) and refused.said.in_doubt
    assert table.text(refused.said).endswith("; if it really was so, say it again with 'anyway' in front")
    assert "'anyway'" in table.words("pl").text(refused.said)
    assert "anyway count" in [option.notation for option in table.play.options(table.state, None)]

    assert tables.say(table, None, "anyway count").ok
    (note,) = [table.text(note) for note in history.notes(table)]
    assert note == (
        f"event {table.seq}, taken anyway: round 1: 19 dice in the troves together; 20 have been mined by then"
        "; entered: Ana 10 dice, Bo 9 dice"
    )
    assert note in lines(table, table.words(), None, sheets=False)
    (told,) = results.summary(result_of(table), table.words())["notes"]
    assert (told["code"], told["message"], told["facts"]["seq"]) == ("taken-anyway", note, table.seq)
    report = verify(map(line, table.events), "log")
    assert not report.problems and note in [report.words("en").text(one) for one in report.notes]
    assert history.notes(tables.load(table.id)) == history.notes(table)
    assert tables.correct(table, table.seq - 1, NINETEEN[1].replace("1 2 2", "1 2 3")).ok
    assert [table.text(note) for note in history.notes(table)] == [note], "a correction does not number it anew"
    tables.undo(table, 2)
    assert history.notes(table) == []


def test_dice_that_were_missing_are_not_missed_again() -> None:
    tables, table = miners(*NINETEEN)
    assert tables.say(table, None, "anyway count").ok and tables.say(table, None, "next").ok
    more = (
        NINETEEN[0].replace("beer", "beer 1 1 1 1 1 1 1 1 1 1"),
        NINETEEN[1].replace("2 2;", "2 2 3 3 3 3 3 3 3 3 3 3;"),
    )
    for seat, trove in enumerate(more):
        assert tables.say(table, seat, trove).ok
    assert tables.say(table, None, "count").ok and len(history.notes(table)) == 1


def test_an_event_can_say_it_beside_its_words() -> None:
    tables, table = miners(*NINETEEN)
    assert not tables.write(table, "said", {"seat": 0, "words": "count", "anyway": False}).ok
    assert tables.write(table, "said", {"seat": 0, "words": "count", "anyway": True}).ok
    assert [table.text(note)[:40] for note in history.notes(table)] == ["event 6, taken anyway on the word of Ana"]


def test_a_rule_stays_a_rule() -> None:
    tables, table = miners()
    for words in ("tunnel 9", "hero engineer", "treasure 1 1 1 1 1 1 1 1 1", "tunnel 1; hazard shield"):
        plain, insisted = tables.say(table, 0, words), tables.say(table, 0, f"anyway {words}")
        assert not plain.ok and (plain.code, plain.said) == (insisted.code, insisted.said)
        assert isinstance(plain.said, Refusal) and not plain.said.in_doubt


@pytest.mark.parametrize("game", GAMES)
def test_anyway_changes_nothing_but_what_is_in_doubt(game: str) -> None:
    """Over a game that chance plays: words that are allowed do the same with it, those against a rule stay refused."""
    rng, loaded = random.Random(game), games.load(game)
    play: Play = as_play(loaded.play)
    state: Any = play.open(["Ana", "Bo", "Cy"][: min(3, loaded.PLAYERS[1])], {}, Library().edition(game))
    heard, refused = list(JUNK), 0
    for _ in range(60):
        seat = rng.choice([None, *range(len(play.players(state)))])
        for words in rng.sample(heard, min(6, len(heard))):
            plain = play.act(state, Action(seat, words))
            after, taken = play.weighed(state, Action(seat, f"Anyway {words}"))
            if not isinstance(plain, Refusal):
                assert (after, taken) == (plain, ())
            elif not plain.in_doubt:
                refused += 1
                assert isinstance(after, Refusal) and after.code == plain.code and not taken
            else:
                assert isinstance(after, Refusal) or plain.key in {why.key for why in taken}
                for language in ("en", "pl"):
                    assert "'anyway'" in loaded.words(language).of(play.players(state)).text(plain)
        if play.over(state):
            break
        if dice := play.dice(state):
            action = Action(None, "", tuple(rng.choice(die.faces) for die in dice))
        else:
            wanted = [one for one in play.wanted(state) if one.must] or list(play.wanted(state))
            one = rng.choice(wanted)
            found = play.options(state, one.seat)
            heard += [option.notation for option in found[:3]]
            action = Action(one.seat, rng.choice(found).notation if found else one.example)
        state = play.act(state, action)
        assert not isinstance(state, Refusal)
    assert refused > 20


class Counting(Play):
    """A game of one's own in which nobody can be sure how many coins there are."""

    def open(self, players: Any, options: Any, edition: Any) -> Any:
        del options, edition
        return SimpleNamespace(players=tuple(players), coins=0)

    def said(self, state: Any, seat: int | None, words: str) -> Any:
        del seat
        return SimpleNamespace(players=state.players, coins=self.counted(int(words)))

    @staticmethod
    def counted(coins: int) -> int:
        if coins > 9:
            doubt("too-many-coins", n=coins)
        return coins


def act(state: Any, action: Action) -> Any:
    """The same game as a function."""
    return Counting().judged(state, action)


@pytest.mark.parametrize("play", [Counting(), as_play(SimpleNamespace(act=act, open=Counting().open))])
def test_a_game_of_ones_own_has_it(play: Play) -> None:
    state = play.open(["Ana"], {}, None)  # type: ignore[arg-type]
    refused = play.act(state, Action(0, "12"))
    assert isinstance(refused, Refusal) and refused.in_doubt
    after, (note,) = play.weighed(state, Action(0, "anyway, 12"))
    assert after.coins == 12 and note.key == "too-many-coins" and not note.in_doubt
    assert play.act(state, Action(0, "anyway 12")).coins == 12 and play.weighed(state, Action(0, "3"))[1] == ()


def test_a_table_that_is_closed_shows_everything_in_every_game() -> None:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    city = tables.open("dice-city", ["Ana", "Bo"], dice="physical")
    for _ in range(2):
        assert tables.roll(city, [1, 2, 3, 4, 5]).ok
    assert tables.say(city, 0, "white use: vp 3").ok and city.standings()[0].total == 0
    house = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    assert tables.roll(house, [1, 4, 6]).ok and tables.say(house, 0, "F41$6").ok
    for table, total in ((city, 3), (house, None)):
        assert tables.close(table).ok and table.position.closed
        assert total is None or table.standings()[0].total == total
        assert not any(table.play.entry(table.state, seat) for seat in (0, 1))
        again = tables.load(table.id)
        assert again.state == table.state and not verify(map(line, table.events), "log").problems
    assert house.events[-1].data == {"words": "reveal", "winner": False} and house.play.last(house.state) is not None
    # A log in which it was closed without a word is as it was.
    old = tables.open("dice-city", ["Ana", "Bo"], dice="physical")
    assert tables.write(old, "closed", {}).ok and not old.state.is_open


def test_a_secret_is_not_told_by_its_note(tmp_path: Path) -> None:
    """Where others don't see an entry yet, they don't see what is in doubt of it either."""
    path = tmp_path / "hush.py"
    path.write_text(HUSH, encoding="utf-8")
    tables = Tables(MemoryStore(), lambda: "", Library(path))
    table = tables.open("hush", ["Ana", "Bo"], dice="physical")
    assert tables.say(table, 0, "anyway 12").ok and history.notes(table) == []
    assert tables.say(table, 1, "3").ok and len(history.notes(table)) == 1
    assert json.dumps(results.summary(result_of(table), table.words())["notes"]).count("12")


HUSH = """
from pnp.games.game import Game
from pnp.games.play import Play, Wanted
from pnp.games.seats import doubt
from typing import NamedTuple

class State(NamedTuple):
    players: tuple
    entries: tuple

class HushPlay(Play):
    def open(self, players, options, edition):
        return State(tuple(players), (None,) * len(players))
    def said(self, state, seat, words):
        if int(words) > 9:
            doubt("too-many-coins", n=int(words))
        return state._replace(entries=(*state.entries[:seat], int(words), *state.entries[seat + 1:]))
    def wanted(self, state):
        if None not in state.entries:
            return ()
        return tuple(Wanted(seat, "coins", "3", entry is None, True) for seat, entry in enumerate(state.entries))
    def over(self, state):
        return None not in state.entries

class Hush(Game):
    TITLE, PLAYERS = "Hush", (2, 2)
    WORDS = {"en": {"too-many-coins": "{n} coins[; {anyway}]"}}
    play = HushPlay()

game = Hush()
"""
