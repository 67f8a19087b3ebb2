"""The engine: a table is the fold of its log, and every write is judged, stored, then told."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from memory_store import MemoryStore
from whole_table import told

from pnp.errors import CallError, InputError
from pnp.games.library import Library
from pnp.play import correcting, dice, engine, events, history
from pnp.play.engine import Table, Write
from pnp.play.tables import Tables
from pnp.play.verify import verify
from pnp.words import english

SIX = dice.Die("die", (1, 2, 3, 4, 5, 6))


def played(tables: Tables, *words: str, **keys: str) -> Table:
    """A table of Ana and Bo at which some words were said; `roll` rolls, a number is a die as it lies."""
    table = tables.open("higher", ["Ana", "Bo"], **keys)  # type: ignore[arg-type]
    for word in words:
        name, _, rest = word.partition(":")
        if word == "roll":
            answer = tables.roll(table)
        elif word.isdecimal():
            answer = tables.roll(table, [int(word)])
        else:
            answer = tables.say(table, table.seat_of(name), rest)
        assert answer.ok, answer
    return table


def lines(table: Table) -> list[str]:
    return [events.line(event) for event in table.events]


def test_a_game_is_played_to_its_end(tables: Tables) -> None:
    table = played(tables, "4", "Ana:high", "Bo:low", "2", "Ana:high", "Bo:low", dice="physical")
    assert table.over
    assert [(row.player, row.total) for row in table.play.standings(table.state)] == [("Ana", 1), ("Bo", 1)]
    assert table.seq == 7


def problems(log: Iterable[str], library: Library) -> list[str]:
    """What is wrong with a log, in English."""
    report = verify(log, "log", library)
    return [report.words("en").text(problem) for problem in report.problems]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (("said", {"seat": 0, "words": "high"}), "not-now"),
        (("said", {"seat": 7, "words": "high"}), "no-such-seat"),
        (("said", {"seat": "Ana", "words": "high"}), "no-such-seat"),
        (("said", {"seat": 0, "words": 5}), "no-words"),
        (("said", {"seat": 0, "words": "x" * 2001}), "no-words"),
        (("said", {}), "no-words"),
        (("rolled", {"dice": [7], "source": "physical"}), "no-such-die"),
        (("rolled", {"dice": "4", "source": "physical"}), "no-dice"),
        (("rolled", {"dice": [4], "source": "virtual"}), "wrong-source"),
        (("moved", {"to": 9}), "no-such-event"),
        (("moved", {}), "no-such-event"),
        (("opened", {}), "no-such-event"),
    ],
)
def test_a_refused_write_changes_nothing(tables: Tables, said: tuple[str, dict[str, object]], code: str) -> None:
    table = tables.open("higher", ["Ana", "Bo"], dice="physical")
    before = table.play.dump(table.state), table.seq, tables.store.last(table.id)
    answer = tables.write(table, *said)
    assert (answer.ok, answer.code) == (False, code)
    assert table.text(answer.said)
    assert (table.play.dump(table.state), table.seq, tables.store.last(table.id)) == before


def test_a_write_that_saw_something_else_is_refused(tables: Tables) -> None:
    table = played(tables, "4", dice="physical")
    late = Write(1, "k", "said", {"seat": 0, "words": "high"})
    assert table.submit(late, tables.store, "now").code == "stale"
    assert tables.store.last(table.id) == 2


def test_the_same_write_counts_once(tables: Tables) -> None:
    table = played(tables, "4", dice="physical")
    write = Write(2, "my-key", "said", {"seat": 0, "words": "high"})
    first, again = table.submit(write, tables.store, "now"), table.submit(write, tables.store, "later")
    assert (first.ok, first.seq, again.ok, again.seq, again.code) == (True, 3, True, 3, "repeated")
    assert tables.store.last(table.id) == 3


def test_two_programs_on_one_table(tables: Tables) -> None:
    mine = played(tables, "4", dice="physical")
    theirs = tables.load(mine.id)
    assert tables.say(theirs, 0, "high").ok
    answer = tables.say(mine, 0, "low")
    assert (answer.ok, answer.code) == (False, "stale")
    assert mine.play.dump(mine.state) == theirs.play.dump(theirs.state)
    assert tables.say(mine, 1, "low").ok


def test_undo_and_redo_are_events(tables: Tables) -> None:
    table = played(tables, "4", "Ana:high", "Bo:low", dice="physical")
    dumps = {seq: table.at(seq).state for seq in table.path()}
    assert tables.undo(table, 2, "wrong").ok
    assert (table.state, table.seq) == (dumps[2], 5)
    assert table.events[-1].data == {"to": 2, "reason": "wrong"}
    assert tables.redo(table).ok and table.state == dumps[3]
    assert tables.redo(table).ok and table.state == dumps[4]
    assert tables.redo(table).code == "nothing-to-redo"
    assert tables.undo(table, 9).code == "nothing-to-undo"
    assert tables.load(table.id).state == table.state


def test_after_an_undo_the_dice_fall_as_they_fell(tables: Tables) -> None:
    table = played(tables, "roll")
    first = table.events[-1].data["dice"]
    tables.undo(table)
    tables.roll(table)
    assert table.events[-1].data["dice"] == first


def test_a_correction_plays_on_as_it_was_played(tables: Tables) -> None:
    table = played(tables, "4", "Ana:low", "Bo:low", "2", "Ana:high", dice="physical")
    assert tables.correct(table, 3, "high", "misheard").ok
    assert table.state.right == (1, 0)
    assert table.state.said == ("high", None)
    event = table.events[6]
    assert (event.kind, event.data["seq"], event.data["reason"], event.data["left"]) == ("corrected", 3, "misheard", [])
    assert [row.seq for row in history.rows(table)] == [1, 2, 3, 4, 5, 6, 7]
    assert history.rows(table)[2].words == "high"
    told = [(here.state.right, now["words"]) for here, kind, now in correcting.counting(table) if kind == "said"]
    assert told == [((0, 0), "high"), ((0, 0), "low"), ((1, 0), "high")]
    before = table.seq, table.play.dump(table.state)
    answer = tables.correct(table, 3, "sideways")
    assert (answer.ok, answer.code) == (False, "no-such-word")
    assert (table.seq, table.play.dump(table.state), tables.store.last(table.id)) == (*before, table.seq)
    assert tables.correct(table, 1, "high").code == "no-such-event"
    assert tables.undo(table).ok and table.state.right == (0, 0)


def test_an_entry_that_is_corrected_after_the_reveal_is_told(tables: Tables, library: Library) -> None:
    table = played(tables, "4", "Ana:low", dice="physical")
    assert tables.correct(table, 3, "high").ok and tables.say(table, 1, "low").ok
    assert tables.correct(table, 5, "low").ok and history.notes(table) == [], "it was secret, or says the same"
    assert tables.correct(table, 3, "low").ok and tables.roll(table, [2]).ok and tables.say(table, 0, "high").ok
    assert tables.correct(table, 5, "high").ok and tables.correct(table, 2, "3").ok
    facts = [note.facts for note in history.notes(tables.load(table.id)) if note.code == "corrected-late"]
    assert facts == [
        {"seq": 7, "entry": 3, "who": 0, "round": 1},
        {"seq": 10, "entry": 5, "who": 1, "round": 1},
    ]
    tables.close(table)
    report = verify(lines(table), "log", library)
    assert report.problems == () and [note.facts for note in report.notes] == facts


def test_misread_dice_are_corrected_in_place(tables: Tables) -> None:
    table = played(tables, "4", "Ana:low", "Bo:high", "2", dice="physical")
    assert table.state.right == (0, 1)
    told = tables.preview(table, 2, "1")
    assert told.ok and table.seq == 5 and "Ana 0 → 1" in table.text(told.said or "")
    assert tables.correct(table, 2, "1").ok
    assert table.state.right == (1, 0) and tables.load(table.id).state == table.state
    assert tables.correct(table, 2, "9").code == "no-such-die"


def test_virtual_dice_are_not_misread(tables: Tables, library: Library) -> None:
    table = played(tables, "roll", "Ana:low", "Bo:low", "roll", "Ana:high", "Bo:high")
    faces = [table.events[n].data["dice"] for n in (1, 4)]
    assert tables.correct(table, 3, "high").ok and tables.correct(table, 2, "1").code == "virtual-dice"
    path = [table.events[seq - 1] for seq in table.path()]
    assert [event.data["dice"] for event in path if event.kind == "rolled"] == faces
    tables.close(table)
    assert verify(lines(table), "log", library).problems == ()


def test_a_correction_that_others_do_not_survive_is_taken_anyway(tables: Tables) -> None:
    house = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    for words in ("2 4 6", "0 D42$6", "1 +2$4", "1 1 5", "0 F11$5", "1 F11$5"):
        seat, _, said = words.partition(" ")
        answer = (
            tables.roll(house, [int(n) for n in words.split()])
            if "$" not in words
            else tables.say(house, int(seat), said)
        )
        assert answer.ok, house.text(answer.said or "")
    answer = tables.correct(house, 2, "6 6 6")
    assert (answer.ok, answer.code) == (False, "corrected") or answer.code == "corrected"
    assert "no longer fits" in house.text(answer.said or "") and house.seq == 7
    assert tables.correct(house, 2, "6 6 6", "misread", anyway=True).ok
    left = house.events[-1].data["left"]
    assert left and {3, 4} <= set(left)
    assert tables.load(house.id).state == house.state
    assert "left out" in house.text(history.rows(house)[2].what)
    assert tables.undo(house).ok and house.play.round(house.state)[0] == 3


def test_a_table_remembers_its_own_edition() -> None:
    from pnp import edition
    from pnp.edition import Edition, Entry

    base = edition.shipped("house-of-dice")
    own = base.overridden(Edition(base.game, {"budget": Entry("budget", "ruling", "Poorer.", 5)}))
    tables = Tables(MemoryStore(), lambda: "now", edition=own)
    table = tables.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    assert set(table.events[0].data["edition"]) == {"budget"}
    again = Tables(tables.store, lambda: "later").load(table.id)
    assert again.edition["budget"] == 5
    assert told(again) == told(table)
    assert "edition" not in Tables(MemoryStore(), lambda: "now").open("house-of-dice", ["Ana", "Bo"]).events[0].data


def test_a_closed_table_takes_no_more_words(tables: Tables) -> None:
    table = played(tables, "roll")
    assert tables.close(table).ok
    assert tables.say(table, 0, "high").code == "closed"
    assert tables.undo(table).code == "closed"
    assert table.events[-1].data["secret"] == tables.store.secret(table.id)


def test_the_secret_is_not_in_the_log_before_the_end(tables: Tables) -> None:
    table = played(tables, "roll", "Ana:high")
    secret = tables.store.secret(table.id)
    assert secret and secret not in "".join(lines(table))
    assert dice.commitment(bytes.fromhex(secret)) == table.opening.commitment


def test_the_same_dice_for_another_table(tables: Tables) -> None:
    first = played(tables, "roll", "Ana:high", "Bo:low", "roll")
    second = played(tables, "roll", "Ana:low", "Bo:low", "roll", same_dice_as=first.id)
    faces = [[e.data["dice"] for e in table.events if e.kind == "rolled"] for table in (first, second)]
    assert faces[0] == faces[1]
    assert first.opening.commitment == second.opening.commitment
    with pytest.raises(CallError, match="no table of that name with virtual dice"):
        tables.open("higher", ["Ana", "Bo"], same_dice_as="NOWHERE")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"players": ["Ana"]}, "is for 2 to 4 players; 1 were named"),
        ({"players": ["Ana", "ana"]}, "two players have the same name"),
        ({"players": ["Ana", " "]}, "a player's name is empty"),
        ({"players": ["Ana", "Bo"], "dice": "loaded"}, "'loaded' is not one of virtual, physical"),
        ({"players": ["Ana", "Bo"], "options": {"speed": "9"}}, "'speed' is no option"),
        ({"game": "chess", "players": ["Ana", "Bo"]}, "is no game that has rules"),
    ],
)
def test_a_table_that_can_not_be_opened(tables: Tables, keys: dict[str, object], said: str) -> None:
    with pytest.raises(CallError, match=said):
        tables.open(**{"game": "higher", **keys})  # type: ignore[arg-type]
    assert tables.store.tables() == []


@pytest.mark.parametrize(
    ("text", "seat"), [("Ana", 0), ("bo", 1), ("2", 1), ("B", 1), ("3", None), ("x", None), ("", None)]
)
def test_a_seat_by_its_name_or_number(tables: Tables, text: str, seat: int | None) -> None:
    assert tables.open("higher", ["Ana", "Bo"]).seat_of(text) == seat


# ---------------------------------------------------------------------------------------- verifying


def test_an_honest_log_is_found_honest(tables: Tables, library: Library) -> None:
    table = played(tables, "roll", "Ana:high", "Bo:low", "roll", "Ana:low", "Bo:low")
    report = verify(lines(table), "log", library)
    assert (report.problems, report.rolls, report.events) == ((), 2, 7)
    assert [note for note in report.notes if "can't be checked yet" in english(note)]
    tables.close(table)
    report = verify(lines(table), "log", library)
    assert (report.problems, report.table is not None and report.table.over) == ((), True)
    assert [note.code for note in report.notes] == ["one-hand"], "what no old log can prove is told"


def forged(table: Table, change: dict[int, tuple[str, dict[str, object]]]) -> list[str]:
    """The log of a cheat who knows how to seal: some events say something else."""
    seal, made = events.FIRST_SEAL, []
    for event in table.events:
        kind, data = change.get(event.seq, (event.kind, dict(event.data)))
        event = events.sealed(seal, event.seq, kind, data, event.key, event.at)
        seal = event.seal
        made.append(events.line(event))
    return made


def test_a_forged_log_is_found_out(tables: Tables, library: Library) -> None:
    table = played(tables, "roll", "Ana:high", "Bo:low")
    tables.close(table)
    face = table.events[1].data["dice"][0]
    other = {"dice": [face % 6 + 1], "source": "virtual"}
    (said,) = problems(forged(table, {2: ("rolled", other)}), library)
    assert said.startswith("log:2: roll 1 says ")
    (said,) = problems(forged(table, {5: ("closed", {"secret": "00" * 32})}), library)
    assert said == "log:1: the secret that was shown is not the one that was promised"
    (said,) = problems(forged(table, {3: ("said", {"seat": 0, "words": "sideways"})}), library)
    assert said == "log:3: event 3 is against the rules: 'sideways' is neither high nor low"


BROKEN = {
    "edited": (
        lambda text: [*text[:2], text[2].replace("high", "low"), *text[3:]],
        "log:3: event 3 is not as it was written",
    ),
    "a line missing": (lambda text: [*text[:2], *text[3:]], "log:3: event 4 follows event 2"),
    "lines swapped": (lambda text: [text[0], text[2], text[1]], "log:2: event 3 follows event 1"),
    "cut in a line": (lambda text: [*text[:2], text[2][:40]], "log:3: not readable as JSON"),
    "empty": (lambda _: [], "log: the log is empty"),
    "no first event": (lambda text: text[1:], "log:1: event 2 follows event 0"),
    "a newer version": (lambda text: [text[0].replace('"v":1', '"v":2')], "log:1: written by a newer version"),
    "no json": (lambda _: ["hello"], "log:1: not readable as JSON"),
    "a list": (lambda _: ["[1]"], "log:1: [1] is no event"),
    "an unknown key": (lambda text: [text[0].replace('"v":1', '"v":1,"x":1')], "log:1: x: unknown key"),
    "deep": (lambda _: ["[" * 100_000], "log:1: not readable as JSON"),
    "long": (lambda _: ["x" * 300_000], "log:1: a line of 300000 characters"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_log_is_told_by_its_line(tables: Tables, library: Library, name: str) -> None:
    spoil, said = BROKEN[name]
    text = lines(played(tables, "roll", "Ana:high", "Bo:low"))
    (problem,) = problems(spoil(text), library)
    assert problem.startswith(said), problem


def test_a_line_and_its_event_invert_each_other(tables: Tables) -> None:
    for event in played(tables, "roll", "Ana:high").events:
        assert events.parse(events.line(event), "x") == event
        assert json.loads(events.line(event))["v"] == events.VERSION


def test_a_log_that_breaks_the_rules_is_no_table(tables: Tables, library: Library) -> None:
    table = played(tables, "roll", "Ana:high")
    log = [events.parse(line, "x") for line in forged(table, {3: ("said", {"seat": 0, "words": "up"})})]
    with pytest.raises(InputError, match="event 3: 'up' is neither high nor low"):
        engine.replay(log, "T", library)


# ---------------------------------------------------------------------------------------- dice


def test_every_face_comes_equally_often() -> None:
    faces = [face for number in range(3000) for face in dice.roll(b"s" * 32, number, [SIX] * 4)]
    counts = [faces.count(face) for face in SIX.faces]
    assert max(counts) - min(counts) < 0.1 * len(faces) / 6


def test_dice_are_told_by_secret_and_number_alone() -> None:
    assert dice.roll(b"a" * 32, 5, [SIX] * 9) == dice.roll(b"a" * 32, 5, [SIX] * 9)
    rolls = {dice.roll(secret, number, [SIX] * 9) for secret in (b"a" * 32, b"b" * 32) for number in range(50)}
    assert len(rolls) == 100


def test_bytes_that_would_favour_low_faces_are_thrown_away() -> None:
    odd = dice.Die("odd", tuple(range(200)))
    faces = [face for number in range(400) for face in dice.roll(b"x" * 32, number, [odd] * 20)]
    low = sum(face < 56 for face in faces) / len(faces)
    assert abs(low - 56 / 200) < 0.03
