"""The engine: a table is the fold of its log, and every write is judged, stored, then told."""

from __future__ import annotations

import json

import pytest

from pnp.errors import CallError, InputError
from pnp.games.library import Library
from pnp.play import dice, engine, events
from pnp.play.engine import Table, Write
from pnp.play.room import Room
from pnp.play.store import MemoryStore
from pnp.play.verify import verify

SIX = dice.Die("die", (1, 2, 3, 4, 5, 6))


def played(room: Room, *words: str, **keys: str) -> Table:
    """A table of Ana and Bo at which some words were said; `roll` rolls, a number is a die as it lies."""
    table = room.open("higher", ["Ana", "Bo"], **keys)  # type: ignore[arg-type]
    for word in words:
        name, _, rest = word.partition(":")
        if word == "roll":
            answer = room.roll(table)
        elif word.isdecimal():
            answer = room.roll(table, [int(word)])
        else:
            answer = room.say(table, table.seat_of(name), rest)
        assert answer.ok, answer
    return table


def lines(table: Table) -> list[str]:
    return [events.line(event) for event in table.events]


def test_a_game_is_played_to_its_end(room: Room) -> None:
    table = played(room, "4", "Ana:high", "Bo:low", "2", "Ana:high", "Bo:low", dice="physical")
    assert table.over
    assert [(row.player, row.total) for row in table.play.standings(table.state)] == [("Ana", 1), ("Bo", 1)]
    assert table.seq == 7


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
def test_a_refused_write_changes_nothing(room: Room, said: tuple[str, dict[str, object]], code: str) -> None:
    table = room.open("higher", ["Ana", "Bo"], dice="physical")
    before = table.play.dump(table.state), table.seq, room.store.last(table.id)
    answer = room.write(table, *said)
    assert (answer.ok, answer.code) == (False, code)
    assert answer.message
    assert (table.play.dump(table.state), table.seq, room.store.last(table.id)) == before


def test_a_write_that_saw_something_else_is_refused(room: Room) -> None:
    table = played(room, "4", dice="physical")
    late = Write(1, "k", "said", {"seat": 0, "words": "high"})
    assert table.submit(late, room.store, "now").code == "stale"
    assert room.store.last(table.id) == 2


def test_the_same_write_counts_once(room: Room) -> None:
    table = played(room, "4", dice="physical")
    write = Write(2, "my-key", "said", {"seat": 0, "words": "high"})
    first, again = table.submit(write, room.store, "now"), table.submit(write, room.store, "later")
    assert (first.ok, first.seq, again.ok, again.seq, again.code) == (True, 3, True, 3, "repeated")
    assert room.store.last(table.id) == 3


def test_two_programs_on_one_table(room: Room) -> None:
    mine = played(room, "4", dice="physical")
    theirs = room.load(mine.id)
    assert room.say(theirs, 0, "high").ok
    answer = room.say(mine, 0, "low")
    assert (answer.ok, answer.code) == (False, "stale")
    assert mine.play.dump(mine.state) == theirs.play.dump(theirs.state)
    assert room.say(mine, 1, "low").ok


def test_undo_and_redo_are_events(room: Room) -> None:
    table = played(room, "4", "Ana:high", "Bo:low", dice="physical")
    dumps = {seq: table._positions[seq].state for seq in table.path()}
    assert room.undo(table, 2, "wrong").ok
    assert (table.state, table.seq) == (dumps[2], 5)
    assert table.events[-1].data == {"to": 2, "reason": "wrong"}
    assert room.redo(table).ok and table.state == dumps[3]
    assert room.redo(table).ok and table.state == dumps[4]
    assert room.redo(table).code == "nothing-to-redo"
    assert room.undo(table, 9).code == "nothing-to-undo"
    assert room.load(table.id).state == table.state


def test_after_an_undo_the_dice_fall_as_they_fell(room: Room) -> None:
    table = played(room, "roll")
    first = table.events[-1].data["dice"]
    room.undo(table)
    room.roll(table)
    assert table.events[-1].data["dice"] == first


def test_a_correction_plays_on_as_it_was_played(room: Room) -> None:
    table = played(room, "4", "Ana:low", "Bo:low", "2", "Ana:high", dice="physical")
    assert room.correct(table, 3, "high", "misheard").ok
    assert table.state.right == (1, 0)
    assert table.state.said == ("high", None)
    moved = table.events[6]
    assert (moved.kind, moved.data["corrects"], moved.data["reason"]) == ("moved", 3, "misheard")
    before = table.seq, table.play.dump(table.state)
    answer = room.correct(table, table.path()[2], "sideways")
    assert (answer.ok, answer.code) == (False, "no-such-word")
    assert "could not go on" in answer.message
    assert (table.seq, table.play.dump(table.state), room.store.last(table.id)) == (*before, table.seq)
    assert room.correct(table, 1, "high").code == "no-such-event"


def test_a_correction_rolls_virtual_dice_as_they_were_promised(room: Room, library: Library) -> None:
    table = played(room, "roll", "Ana:low", "Bo:low", "roll", "Ana:high", "Bo:high")
    faces = [table.events[n].data["dice"] for n in (1, 4)]
    assert room.correct(table, 3, "high").ok
    path = [table.events[seq - 1] for seq in table.path()]
    assert [event.data["dice"] for event in path if event.kind == "rolled"] == faces
    room.close(table)
    assert verify(lines(table), "log", library).problems == ()


def test_a_table_remembers_its_own_edition() -> None:
    from pnp import edition
    from pnp.edition import Edition, Entry

    base = edition.shipped("house-of-dice")
    own = base.overridden(Edition(base.game, {"budget": Entry("budget", "ruling", "Poorer.", 5)}))
    room = Room(MemoryStore(), lambda: "now", edition=own)
    table = room.open("house-of-dice", ["Ana", "Bo"], dice="physical")
    assert set(table.events[0].data["edition"]) == {"budget"}
    again = Room(room.store, lambda: "later").load(table.id)
    assert again.edition["budget"] == 5
    assert again.play.dump(again.state) == table.play.dump(table.state)
    assert "edition" not in Room(MemoryStore(), lambda: "now").open("house-of-dice", ["Ana", "Bo"]).events[0].data


def test_a_closed_table_takes_no_more_words(room: Room) -> None:
    table = played(room, "roll")
    assert room.close(table).ok
    assert room.say(table, 0, "high").code == "closed"
    assert room.undo(table).code == "closed"
    assert table.events[-1].data["secret"] == room.store.secret(table.id)


def test_the_secret_is_not_in_the_log_before_the_end(room: Room) -> None:
    table = played(room, "roll", "Ana:high")
    secret = room.store.secret(table.id)
    assert secret and secret not in "".join(lines(table))
    assert dice.commitment(bytes.fromhex(secret)) == table.opening.commitment


def test_the_same_dice_for_another_table(room: Room) -> None:
    first = played(room, "roll", "Ana:high", "Bo:low", "roll")
    second = played(room, "roll", "Ana:low", "Bo:low", "roll", same_dice_as=first.id)
    faces = [[e.data["dice"] for e in table.events if e.kind == "rolled"] for table in (first, second)]
    assert faces[0] == faces[1]
    assert first.opening.commitment == second.opening.commitment
    with pytest.raises(CallError, match="no table of that name with virtual dice"):
        room.open("higher", ["Ana", "Bo"], same_dice_as="NOWHERE")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"players": ["Ana"]}, "is for 2 to 4 players; 1 were named"),
        ({"players": ["Ana", "ana"]}, "two players have the same name"),
        ({"players": ["Ana", " "]}, "a player's name is empty"),
        ({"players": ["Ana", "Bo"], "dice": "loaded"}, "'loaded' is not one of virtual, physical"),
        ({"players": ["Ana", "Bo"], "options": {"speed": "9"}}, "'speed' is no option"),
        ({"game": "yacht", "players": ["Ana", "Bo"]}, "is no game that has rules"),
    ],
)
def test_a_table_that_can_not_be_opened(room: Room, keys: dict[str, object], said: str) -> None:
    with pytest.raises(CallError, match=said):
        room.open(**{"game": "higher", **keys})  # type: ignore[arg-type]
    assert room.store.tables() == []


@pytest.mark.parametrize(
    ("text", "seat"), [("Ana", 0), ("bo", 1), ("2", 1), ("B", 1), ("3", None), ("x", None), ("", None)]
)
def test_a_seat_by_its_name_or_number(room: Room, text: str, seat: int | None) -> None:
    assert room.open("higher", ["Ana", "Bo"]).seat_of(text) == seat


# ---------------------------------------------------------------------------------------- verifying


def test_an_honest_log_is_found_honest(room: Room, library: Library) -> None:
    table = played(room, "roll", "Ana:high", "Bo:low", "roll", "Ana:low", "Bo:low")
    report = verify(lines(table), "log", library)
    assert (report.problems, report.rolls, report.events) == ((), 2, 7)
    assert [note for note in report.notes if "can't be checked yet" in note]
    room.close(table)
    report = verify(lines(table), "log", library)
    assert (report.problems, report.notes, report.table is not None and report.table.over) == ((), (), True)


def forged(table: Table, change: dict[int, tuple[str, dict[str, object]]]) -> list[str]:
    """The log of a cheat who knows how to seal: some events say something else."""
    seal, made = events.FIRST_SEAL, []
    for event in table.events:
        kind, data = change.get(event.seq, (event.kind, dict(event.data)))
        event = events.sealed(seal, event.seq, kind, data, event.key, event.at)
        seal = event.seal
        made.append(events.line(event))
    return made


def test_a_forged_log_is_found_out(room: Room, library: Library) -> None:
    table = played(room, "roll", "Ana:high", "Bo:low")
    room.close(table)
    face = table.events[1].data["dice"][0]
    other = {"dice": [face % 6 + 1], "source": "virtual"}
    (said,) = verify(forged(table, {2: ("rolled", other)}), "log", library).problems
    assert said.startswith("log:2: roll 1 says ")
    (said,) = verify(forged(table, {5: ("closed", {"secret": "00" * 32})}), "log", library).problems
    assert said == "log:1: the secret that was shown is not the one that was promised"
    (said,) = verify(forged(table, {3: ("said", {"seat": 0, "words": "sideways"})}), "log", library).problems
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
def test_a_broken_log_is_told_by_its_line(room: Room, library: Library, name: str) -> None:
    spoil, said = BROKEN[name]
    text = lines(played(room, "roll", "Ana:high", "Bo:low"))
    (problem,) = verify(spoil(text), "log", library).problems
    assert problem.startswith(said), problem


def test_a_line_and_its_event_invert_each_other(room: Room) -> None:
    for event in played(room, "roll", "Ana:high").events:
        assert events.parse(events.line(event), "x") == event
        assert json.loads(events.line(event))["v"] == events.VERSION


def test_a_log_that_breaks_the_rules_is_no_table(room: Room, library: Library) -> None:
    table = played(room, "roll", "Ana:high")
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
