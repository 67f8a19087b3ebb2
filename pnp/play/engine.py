"""The engine: a table is the fold of its log; every write is judged by the rules, stored, and only then told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import CallError, InputError, PnpError
from pnp.games.game import Game
from pnp.games.library import SHIPPED, Library
from pnp.games.play import Action, Play, Refusal
from pnp.play import dice as virtual
from pnp.play import events, opening
from pnp.play.events import Event
from pnp.play.opening import DICE
from pnp.play.store import Record, Repeated, Stale, Store

LONGEST_WORDS = 2000


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
    code: str = ""
    message: str = ""


class Position(NamedTuple):
    """A point in the game: the event before it, the state, how many rolls led to it."""

    parent: int
    state: Any
    rolls: int
    closed: bool = False


def playable(library: Library, name: str) -> tuple[Game, Play]:
    """A game that can be played, and its playing."""
    game = library.load(name)
    play: Play | None = getattr(game, "play", None)
    if play is None:
        raise CallError(f"{name!r} can't be played, only printed and checked; pnp games lists what can")
    return game, play


class Table:
    """A table: its log, and the state that the log makes of it."""

    def __init__(self, id: str, first: Event, library: Library = SHIPPED, edition: Edition | None = None) -> None:
        self.id = id
        self.opening = opening.read(first)
        self.game, self.play = playable(library, self.opening.game)
        self.edition = edition or library.edition(self.opening.game).overridden(opening.own_edition(first))
        try:
            state = self.play.open(self.opening.players, self.opening.options, self.edition)
        except ValueError as wrong:
            raise CallError(f"{self.opening.game}: {wrong}") from None
        self.events = [first]
        self.head = 1
        self._positions = {1: Position(0, state, 0)}
        self._keys = {first.key: 1}

    # ------------------------------------------------------------------ what is to be seen

    @property
    def seq(self) -> int:
        return self.events[-1].seq

    @property
    def position(self) -> Position:
        return self._positions[self.head]

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def over(self) -> bool:
        return self.play.over(self.state)

    def seat_of(self, text: str) -> int | None:
        """The seat that somebody means by a name or a number from 1; None where there is none."""
        words = text.strip().casefold()
        names = [name.casefold() for name in self.opening.players]
        if words in names:
            return names.index(words)
        if words.isdecimal() and len(words) < 4 and 1 <= int(words) <= len(names):
            return int(words) - 1
        near = [seat for seat, name in enumerate(names) if words and name.startswith(words)]
        return near[0] if len(near) == 1 else None

    def path(self) -> list[int]:
        """The events that led to where the table is, from its opening."""
        found, at = [], self.head
        while at:
            found.append(at)
            at = self._positions[at].parent
        return found[::-1]

    def later(self) -> list[int]:
        """The events that can be moved forward to: those that follow this point and were left."""
        return [seq for seq, position in self._positions.items() if position.parent == self.head]

    # ------------------------------------------------------------------ the fold

    def follow(self, event: Event) -> Refusal | None:
        """Take an event of the log into the state, or say why it can't have happened."""
        after = self._after(event.kind, event.data)
        if isinstance(after, Refusal):
            return after
        self._take(event, after)
        return None

    def _take(self, event: Event, after: Position | int) -> None:
        self.events.append(event)
        self._keys[event.key] = event.seq
        if isinstance(after, Position):
            self._positions[event.seq] = after
            self.head = event.seq
        else:
            self.head = after

    def _after(self, kind: str, data: Mapping[str, Any]) -> Position | int | Refusal:
        """Where an event leads: a new position, an old one that is moved to, or a refusal."""
        here = self.position
        if here.closed:
            # Its dice are known to everybody now: nobody may go back and play on with them.
            return Refusal("closed", "the table is closed for good")
        if kind == "moved":
            return self._move(data)
        if kind == "said":
            return self._said(here, data)
        if kind == "rolled":
            return self._rolled(here, data)
        if kind == "closed":
            return here._replace(parent=self.head, closed=True)
        return Refusal("no-such-event", f"{kind!r} can't happen at an open table")

    def _move(self, data: Mapping[str, Any]) -> int | Refusal:
        to = data.get("to")
        if isinstance(to, int) and to in self._positions:
            return to
        return Refusal("no-such-event", f"there is no event {to!r} to move to; the log has {self.seq}")

    def _said(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        seat, words = data.get("seat"), data.get("words")
        if seat is not None and (not isinstance(seat, int) or not 0 <= seat < len(self.opening.players)):
            return Refusal("no-such-seat", f"there is no seat {seat!r}; there are {len(self.opening.players)}")
        if not isinstance(words, str) or len(words) > LONGEST_WORDS:
            return Refusal("no-words", f"words are a text of at most {LONGEST_WORDS} characters")
        return self._act(here, Action(seat, words), here.rolls)

    def _rolled(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        faces, source = data.get("dice"), data.get("source")
        if source not in DICE or source != self.opening.dice:
            return Refusal("wrong-source", f"this table's dice are {self.opening.dice}")
        if not self.play.dice(here.state):
            return Refusal("no-roll-now", "no dice are to be rolled now")
        if not isinstance(faces, list | tuple) or not all(isinstance(face, int | str) for face in faces):
            return Refusal("no-dice", "a roll is a list of faces")
        return self._act(here, Action(None, "", tuple(faces)), here.rolls + 1)

    def _act(self, here: Position, action: Action, rolls: int) -> Position | Refusal:
        state = self.play.act(here.state, action)
        return state if isinstance(state, Refusal) else Position(self.head, state, rolls)

    # ------------------------------------------------------------------ writing

    def submit(self, write: Write, store: Store, at: str) -> Answer:
        """Judge a write, store it, take it into the state. A key that was used already changes nothing and is fine."""
        return self.submit_all([write], store, at)

    def submit_all(self, writes: Sequence[Write], store: Store, at: str) -> Answer:
        """Several writes that happen together or not at all; the first one's key and expectation count for all."""
        first = writes[0]
        if first.key in self._keys:
            return Answer(True, self._keys[first.key], "repeated", "this was written already")
        if first.expected != self.seq:
            said = f"the table is at event {self.seq}, not {first.expected}; look again"
            return Answer(False, self.seq, "stale", said)
        mark = len(self.events), self.head
        try:
            for write in writes:
                rolled = {**write.data, "dice": self.roll(store)} if _is_to_be_rolled(write) else write.data
                if refusal := self._write(write._replace(data=rolled), at):
                    self._forget(*mark)
                    return Answer(False, self.seq, refusal.code, refusal.message)
            made = self.events[mark[0] :]
            store.append(self.id, first.expected, [Record(e.seq, e.key, events.line(e)) for e in made], at)
        except (Stale, Repeated):
            self._forget(*mark)
            self.catch_up(store)
            if first.key in self._keys:
                return Answer(True, self._keys[first.key], "repeated", "this was written already")
            return Answer(False, self.seq, "stale", "another program wrote to this table; look again")
        except PnpError:
            self._forget(*mark)
            raise
        return Answer(True, self.seq)

    def _write(self, write: Write, at: str) -> Refusal | None:
        before = self.events[-1]
        try:
            event = events.sealed(before.seal, before.seq + 1, write.kind, write.data, write.key, at)
        except UnicodeEncodeError:
            return Refusal("no-text", "there is half a character in it; whole ones are allowed")
        return self.follow(event)

    def _forget(self, count: int, head: int) -> None:
        """Go back to where the log was before a write that did not happen."""
        for event in self.events[count:]:
            self._positions.pop(event.seq, None)
            self._keys.pop(event.key, None)
        del self.events[count:]
        self.head = head

    def corrected(self, seq: int, words: str, reason: str) -> list[tuple[str, dict[str, Any]]] | Refusal:
        """The events that put other words in place of an earlier event's, and play on as it was played."""
        path = self.path()
        if seq not in path or self.events[seq - 1].kind != "said":
            return Refusal("no-such-event", f"event {seq} is no words of this game; the log lists them")
        at = path.index(seq)
        wrong = self.events[seq - 1].data
        changes: list[tuple[str, dict[str, Any]]] = [("moved", {"to": path[at - 1], "reason": reason, "corrects": seq})]
        changes.append(("said", {"seat": wrong["seat"], "words": words}))
        for later in (self.events[n - 1] for n in path[at + 1 :]):
            virtual_roll = later.kind == "rolled" and self.opening.dice == "virtual"
            # The promised dice are rolled again: they fall the same where the same dice are wanted.
            changes.append((later.kind, {**later.data, "dice": None} if virtual_roll else dict(later.data)))
        return changes

    def catch_up(self, store: Store) -> None:
        """Take in what another program wrote."""
        for record in store.read(self.id, self.seq):
            event = events.parse(record.body, f"table {self.id}")
            if refusal := self.follow(event):
                raise InputError(f"table {self.id}, event {event.seq}: {refusal.message}")

    def roll(self, store: Store) -> list[Any]:
        """The faces that virtual dice show next; rolling again after an undo shows the same."""
        secret = store.secret(self.id)
        if secret is None:
            raise CallError(f"table {self.id}: its dice are gone; they can't be rolled any more")
        return list(virtual.roll(bytes.fromhex(secret), self.position.rolls + 1, self.play.dice(self.state)))


def _is_to_be_rolled(write: Write) -> bool:
    return write.kind == "rolled" and write.data.get("source") == "virtual" and write.data.get("dice", 0) is None


def load(id: str, store: Store, library: Library = SHIPPED, edition: Edition | None = None) -> Table:
    """A table from its store."""
    records = store.read(id)
    if not records:
        raise CallError(f"there is no table {id!r}; pnp results lists them")
    return replay((events.parse(record.body, f"table {id}") for record in records), id, library, edition)


def replay(log: Iterable[Event], id: str, library: Library = SHIPPED, edition: Edition | None = None) -> Table:
    """The table that a log makes; an event that can't have happened is an error that names it."""
    table: Table | None = None
    for event in log:
        if table is None:
            table = Table(id, event, library, edition)
        elif refusal := table.follow(event):
            raise InputError(f"table {id}, event {event.seq}: {refusal.message}")
    if table is None:
        raise InputError(f"table {id}: its log is empty")
    return table
