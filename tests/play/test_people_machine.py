"""People who come, go and change their names while others play, undo and correct: the log tells it all again."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from memory_store import MemoryStore
from whole_table import told

from pnp.play import engine, events, history
from pnp.play.engine import Answer, Table, Write
from pnp.play.tables import Tables, new_key

HOUSE = "house-of-dice"
NAMES = st.sampled_from(
    ["Ana", "ana", "Bo", "Cy", "1", "2", "start", "A  B", "O'Neil", "\u0628\u0648", "Zo\u0308", "x" * 200]
)
SEATS = st.integers(0, 4)


class Evening(RuleBasedStateMachine):
    """A table, and what must be true of it whatever people do."""

    @initialize(players=st.lists(st.sampled_from(["Ana", "Bo", "Cy"]), unique=True), lobby=st.booleans())
    def opened(self, players: list[str], lobby: bool) -> None:
        self.store = MemoryStore()
        self.tables = Tables(self.store, lambda: "2026-01-01T00:00:00+00:00")
        self.table = self.tables.open(HOUSE, players if lobby else ["Ana", "Bo", "Cy"], lobby=lobby)
        self.numbers: dict[int, int] = {}

    def write(self, kind: str, **data: object) -> Answer:
        """A write: what was refused leaves no trace."""
        before = self.picture(self.table)
        answer = self.tables.write(self.table, kind, data)
        assert answer.ok or self.picture(self.table) == before
        return answer

    @rule(name=NAMES)
    def join(self, name: str) -> None:
        number = self.table.next_id()
        if self.write("joined", name=name, id=number).ok:
            assert number not in self.numbers, "a number is somebody's for good"
            self.numbers[number] = self.table.seq

    @rule(seat=SEATS, name=NAMES)
    def rename(self, seat: int, name: str) -> None:
        before = [person.id for person in self.table.people]
        self.write("renamed", seat=seat, name=name)
        assert [person.id for person in self.table.people] == before

    @rule(seat=SEATS)
    def leave(self, seat: int) -> None:
        before = list(self.table.people)
        if self.write("left", seat=seat).ok:
            assert list(self.table.people) == before[:seat] + before[seat + 1 :]

    @rule(words=st.sampled_from(["start", "start", "reveal", "paper", "absent 1", "back 1"]))
    def table_says(self, words: str) -> None:
        self.write("said", seat=None, words=words)

    @rule()
    def roll(self) -> None:
        self.tables.roll(self.table)

    @rule(seat=SEATS, choice=st.integers(0, 50))
    def enter(self, seat: int, choice: int) -> None:
        if seat < len(self.table.people) and (found := self.table.play.options(self.table.state, seat, 30)):
            self.write("said", seat=seat, words=found[choice % len(found)].notation)

    @rule(seat=SEATS, drawn=st.sampled_from(["F", "W", None]))
    def paper(self, seat: int, drawn: str | None) -> None:
        """Whoever enters their paper writes their number on it."""
        if seat < len(self.table.people):
            marks = {"name": f"number {self.table.people[seat].id}", "house.c1r1": drawn}
            if self.write("entered", seat=seat, sheet="play", marks=marks).ok:
                assert self.table.papers.own[seat]["play"]["name"] == marks["name"]

    @rule()
    def undo(self) -> None:
        before = self.table.people
        self.tables.undo(self.table)
        assert self.table.people == before, "going back in the game unseats nobody"

    @rule()
    def redo(self) -> None:
        self.tables.redo(self.table)

    @rule(back=st.integers(0, 12), choice=st.integers(0, 5))
    def correct(self, back: int, choice: int) -> None:
        before, path = self.picture(self.table), self.table.path()
        seq = path[max(0, len(path) - 1 - back)]
        words = ["-", "start", "reveal", "withdraw", "W11$1", "vote Bo"][choice]
        people = self.table.people
        if not self.tables.correct(self.table, seq, words).ok:
            assert self.picture(self.table) == before
        assert self.table.people == people, "a correction is of words"

    @rule(behind=st.integers(1, 6), seat=SEATS)
    def stale(self, behind: int, seat: int) -> None:
        seen = self.table.seq - behind
        answer = self.table.submit(Write(seen, new_key(), "said", {"seat": seat, "words": "-"}), self.store, "")
        assert answer.code == "stale" or seen < 0

    @rule()
    def somebody_elses_program(self) -> None:
        other = self.tables.load(self.table.id)
        written = self.tables.write(other, "noted", {"what": "from elsewhere"})
        assert not written.ok or not self.tables.write(self.table, "noted", {"what": "here"}).ok
        assert self.picture(self.table) == self.picture(other)

    @precondition(lambda self: self.table.seq > 25)
    @rule()
    def close(self) -> None:
        self.tables.close(self.table)

    def picture(self, table: Table) -> object:
        here = table.position
        papers = sorted((sheet, str(id), sorted(marks.items())) for (sheet, id), marks in here.papers.items())
        state = told(table)
        flags = here.begun, here.on_paper, here.closed, here.rolls
        return table.seq, table.head, table.path(), table.people, papers, state, flags

    @invariant()
    def the_log_tells_it_all(self) -> None:
        log = [events.parse(record.body, "log") for record in self.store.read(self.table.id)]
        assert log == self.table.events
        assert self.picture(engine.replay(log, self.table.id)) == self.picture(self.table)

    @invariant()
    def seats_and_names_fit(self) -> None:
        table = self.table
        ids = [person.id for person in table.people]
        assert len(set(ids)) == len(ids)
        assert len({name.casefold() for name in table.players}) == len(ids)
        assert table.players == table.play.players(table.state)

    @invariant()
    def paper_stays_with_its_writer(self) -> None:
        for person, own in zip(self.table.people, self.table.papers.own, strict=True):
            assert own.get("play", {}).get("name", f"number {person.id}") == f"number {person.id}"

    @invariant()
    def it_can_be_told(self) -> None:
        table = self.table
        history.rows(table)
        assert len(table.standings()) == len(table.people) or table.position.on_paper
        for seat in range(len(table.people)):
            table.play.status(table.state, seat)
            table.play.marks(table.state, seat)
            table.play.pending(table.state, seat)


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
