"""The engine: a table is the fold of its log; every write is judged by the rules, stored, and only then told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.games.library import SHIPPED, Library
from pnp.games.play import Action
from pnp.games.seats import ANYWAY, Refusal, RefusedError, doubted, refuse
from pnp.play import correcting, events, people
from pnp.play import dice as virtual
from pnp.play.events import Event
from pnp.play.lobby import START
from pnp.play.replay import PAUSES, Replay
from pnp.play.stores.kept_results import kept
from pnp.play.stores.store import Record, Repeated, Stale, Store
from pnp.words import Said, say


class Write(NamedTuple):
    """Something that somebody wants to happen: what they last saw, a key of their own, and the event."""

    expected: int
    key: str
    kind: str
    data: Mapping[str, Any]


class Answer(NamedTuple):
    """What became of a write; whatever it is, the table's state is there to be seen."""

    ok: bool
    seq: int
    said: Said | None = None
    because: str = ""

    @property
    def code(self) -> str:
        """Why not, for programs; `repeated` where it had been written before."""
        return self.because or (self.said.code if self.said else "")


INTENTION = ("words", "sheet", "marks", "name", "hash", "number")
"""What somebody wants by a write; the rest may have moved on between two tries of it."""


class Table(Replay):
    """A table that is written to."""

    def submit(self, write: Write, store: Store, at: str) -> Answer:
        """Judge a write, store it, take it into the state. A key that was used already changes nothing and is fine."""
        return self.submit_all((write,), store, at)

    def submit_all(self, writes: Sequence[Write], store: Store, at: str) -> Answer:
        """Several writes that happen together or not at all; the first one's key and expectation count for all."""
        first = writes[0]
        if first.key in self._keys:
            return self._repeated(first)
        if first.expected != (seq := self.seq):
            return Answer(False, seq, say("stale", at=seq, expected=first.expected))
        mark = len(self.events), self.head
        records: list[Record] = []
        try:
            for write in self._as_entered(writes):
                if refusal := self._refusal_of_marks(write):
                    self._forget(*mark)
                    return Answer(False, self.seq, refusal)
                if _is_to_be_rolled(write):
                    write = write._replace(data={**write.data, "dice": self.roll(store)})
                record = self._write(write, at)
                if isinstance(record, Refusal):
                    self._forget(*mark)
                    return Answer(False, self.seq, record)
                records.append(record)
            store.append(self.id, first.expected, records, at, partial(kept, self))
        except (Stale, Repeated):
            self._forget(*mark)
            self.catch_up(store)
            return self._repeated(first) if first.key in self._keys else Answer(False, self.seq, say("stale.other"))
        except RefusedError as refused:
            return Answer(False, self.seq, refused.refusal)
        except BaseException:  # whatever it was: what is not stored has not happened
            self._forget(*mark)
            raise
        return Answer(True, self.seq)

    def _repeated(self, write: Write) -> Answer:
        """What a key that was used already gets: the same once more is fine, something else is not."""
        before = self.events[self._keys[write.key] - 1]
        same = before.kind == write.kind and all(before.data.get(name) == write.data.get(name) for name in INTENTION)
        return Answer(same, before.seq if same else self.seq, say("repeated") if same else say("key-used"))

    def _as_entered(self, writes: Sequence[Write]) -> Sequence[Write]:
        """Words that write on a pad as the marks that they make: a log does not depend on what a box is called."""
        first = writes[0]
        words = first.data.get("words") if first.kind == "said" and len(writes) == 1 else None
        if not self.opening.pad or not isinstance(words, str) or not self._is_seat(self.position, first.data["seat"]):
            return writes
        made = self.play.entries(self.state, first.data["seat"], words)
        keys = [first.key, *(f"{first.key}.{n}" for n in range(1, len(made)))]
        return [
            first._replace(kind="entered", data=data, key=key) for data, key in zip(made, keys, strict=False)
        ] or writes

    def _refusal_of_marks(self, write: Write) -> Refusal | None:
        """Why marks on a pad are against the rules, unless somebody says that they stand there anyway."""
        marks = write.data.get("marks")
        if write.kind != "entered" or write.data.get(ANYWAY) is True or not isinstance(marks, Mapping):
            return None
        refusal = self.play.refusal_of_marks(self.state, write.data)
        return refusal and doubted(refuse("pad.may-not", why=refusal))

    def written(self, key: str) -> Event | None:
        """The event that was written with a key, if there is one."""
        return self.events[self._keys[key] - 1] if key in self._keys else None

    def up_to_date(self, seat: int | None, expected: int) -> int:
        """The event that somebody at a seat may take for the last one.

        What others entered meanwhile in the same round is nothing that a seat has to look at before it writes.
        """
        if not 0 < expected < self.seq:
            return expected
        for event in self.events[expected:]:
            if event.kind in ("rolled", "moved", "corrected", "closed", "left"):
                return expected
            if event.kind == "said" and event.data["seat"] in (seat, None):
                return expected
        seen = next(event for event in reversed(self.events[:expected]) if event.kind not in PAUSES)
        before = self.at(seen.data["to"] if seen.kind == "moved" else seen.seq)
        return self.seq if self.play.round(before.state) == self.play.round(self.state) else expected

    def undone(self, steps: int, reason: str) -> list[tuple[str, dict[str, Any]]] | Refusal:
        """The events that go back by so many steps of the game; people stay as they are now."""
        path = self.path()
        said = [seq for seq in path[1:] if self.events[seq - 1].kind not in people.BESIDE]
        if not 1 <= steps <= len(said):
            return refuse("nothing-to-undo", n=len(said))
        at = path.index(said[-steps])
        changes: list[tuple[str, dict[str, Any]]] = [("moved", {"to": path[at - 1], "reason": reason})]
        later = (self.events[seq - 1] for seq in path[at:])
        return changes + [(event.kind, dict(event.data)) for event in later if event.kind in people.KINDS]

    def revocable_event(self, seat: int) -> int | None:
        """Return the number of what a seat has said if nothing of the game has happened since, or else None.

        Words that may have revealed what others had hidden can't be taken back, and neither can a game's last ones.
        """
        seq = self.head
        while seq > 1 and self.events[seq - 1].kind in people.BESIDE:
            seq = self._positions.parent(seq)
        event = self.events[seq - 1]
        if event.kind != "said" or event.data["seat"] != seat or "by" in event.data:
            return None
        if self.over or self.position.closed:
            return None
        before, others = self.before(seq).state, (other for other in range(len(self.people)) if other != seat)
        return None if any(self.play.entry(before, other) for other in others) else seq

    def take_back(self, seat: int, seq: int) -> list[tuple[str, dict[str, Any]]] | Refusal:
        """Return the events that take back what a seat has said in an event, or why it can't be taken back."""
        return self.undone(1, "") if self.revocable_event(seat) == seq else refuse("not-revocable")

    def next_id(self) -> int:
        """A number that nobody at this table has had."""
        joined = [int(event.data["id"]) for event in self.events if event.kind == "joined"]
        return 1 + max([*joined, len(self.opening.players) - 1])

    def _write(self, write: Write, at: str) -> Record | Refusal:
        if unfit := people.unfit(write.kind, write.data, self.people):
            return unfit
        before = self.events[-1]
        try:
            event, line = events.written(before.seal, before.seq + 1, write.kind, write.data, write.key, at)
        except UnicodeEncodeError:
            return refuse("no-text.half")
        return self.follow(event) or Record(event.seq, event.key, line)

    def _forget(self, count: int, head: int) -> None:
        """Go back to where the log was before a write that did not happen."""
        for event in self.events[count:]:
            self._keys.pop(event.key, None)
        self._positions.cut(count)
        del self.events[count:]
        self.head = head
        last = next((event for event in reversed(self.events) if event.kind in PAUSES), None)
        self.pause = last if last and last.kind == "paused" else None

    def corrected(self, seq: int, words: str, reason: str, anyway: bool = False) -> Mapping[str, Any] | Refusal:
        """The event that corrects an earlier one in place; one that makes later ones unfit is taken anyway only."""
        data = correcting.data_of(self, seq, words)
        found = data if isinstance(data, Refusal) else correcting.corrected(self, seq, data)
        if isinstance(found, Refusal) or isinstance(data, Refusal):
            return found if isinstance(found, Refusal) else refuse("no-such-event", seq=seq)
        if found.left and not anyway:
            return refuse("corrected.left", events=found.left, anyway=True)
        return {"seq": seq, "data": dict(data), "left": list(found.left), "reason": reason}

    def as_corrected(self, seq: int, data: Mapping[str, Any]) -> Self:
        """This table as it would be after a correction, to look at."""
        made, found = self.snapshot(), correcting.corrected(self, seq, data)
        if not isinstance(found, Refusal):
            made._positions.at_hand[made.head] = found.position
        return made

    def catch_up(self, store: Store) -> None:
        """Take in what another program wrote."""
        bodies = [record.body for record in store.read(self.id, self.seq)]
        for _, event in events.read(bodies, f"table {self.id}", self.events[-1]):
            if refusal := self.follow(event):
                raise impossible(self, event, refusal)

    def roll(self, store: Store) -> list[Any]:
        """The faces that virtual dice show next; rolling again after an undo shows the same."""
        secret = store.secret(self.id)
        if secret is None:
            raise CallError(say("dice-gone", table=self.id))
        key = virtual.mixed(bytes.fromhex(secret), self.numbers.added)
        return list(virtual.roll(key, self.position.rolls + 1, self.play.dice(self.state)))

    def to_paper(self) -> tuple[str, ...]:
        """What the table says, from here, to have played on paper; nothing where that can't be said."""
        state, begin = self.state, (START,) if self.waiting else ()
        for words in begin:
            state = self.play.act(state, Action(None, words))
        if isinstance(state, Refusal) or self.position.closed:
            return ()
        found = [one.notation for one in self.play.options(state, None) if one.kind == "paper"]
        return (*begin, found[0]) if found else ()


def impossible(table: Replay, event: Event, refusal: Refusal) -> InputError:
    """An event that can't have happened, in the words of the table's game."""
    return InputError(say("impossible-event", table=table.id, seq=event.seq, why=refusal), table.words)


def _is_to_be_rolled(write: Write) -> bool:
    return write.kind == "rolled" and write.data.get("source") == "virtual" and write.data.get("dice", 0) is None


def load(id: str, store: Store, library: Library = SHIPPED, edition: Edition | None = None) -> Table:
    """A table from its store."""
    records = store.read(id)
    if not records:
        raise CallError(say("no-such-table.listed", table=repr(id)))
    log = (event for _, event in events.read((record.body for record in records), f"table {id}"))
    return replay(log, id, library, edition)


def replay(log: Iterable[Event], id: str, library: Library = SHIPPED, edition: Edition | None = None) -> Table:
    """The table that a log makes; an event that can't have happened is an error that names it."""
    table: Table | None = None
    for event in log:
        if table is None:
            table = Table(id, event, library, edition)
        elif refusal := table.follow(event):
            raise impossible(table, event, refusal)
    if table is None:
        raise InputError(say("empty-log.table", table=id))
    return table
