"""A game replayed from its log: each event is judged by the rules, with a position for each to go back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Self, cast

from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.games.game import Counted, Papers
from pnp.games.library import SHIPPED, Library
from pnp.games.play import Action, Play, View
from pnp.games.seats import ANYWAY, Refusal, insisted, refuse, seats_meant
from pnp.games.verdict import Rank, Score
from pnp.play import correcting, dice_numbers, opening, paper, people
from pnp.play.events import Event
from pnp.play.lobby import START, Lobby, Waiting
from pnp.play.opening import DICE
from pnp.play.pad import PadState
from pnp.play.people import Person
from pnp.play.playable import playable
from pnp.play.position import KEPT, Doubt, Position, Positions
from pnp.strict import said_by, shown
from pnp.words import LANGUAGE, Said, Words, say

LONGEST_WORDS = 2000
PAUSES = ("paused", "resumed")
"""The events that stop a game for a while and let it go on: they lead nowhere, and going back passes over them."""
STEPS = ("said", "rolled", "moved", "entered", "corrected")
"""The events that wait until a paused game goes on."""
_FACES = {int, str}


class Replay:
    """A game at a table, replayed from its log: the events, and the state that the log makes of it."""

    def __init__(self, id: str, first: Event, library: Library = SHIPPED, edition: Edition | None = None) -> None:
        self.id = id
        self.library = library
        self.opening = opening.read(first)
        self.game, play = playable(library, self.opening.game, self.opening.pad)
        self.rules = "" if edition else library.stamp(self.opening.game)
        """What tells the rules of this table from others; nothing where it is played by data that somebody brought."""
        self.play = cast(Play, Lobby(play)) if self.opening.lobby else play
        whole = edition or opening.edition_of(first, library.edition(self.opening.game))
        if self.opening.rulings > whole.latest:
            raise InputError(say("wrong-log.rulings", n=self.opening.rulings, known=whole.latest))
        self.edition = whole.as_of(self.opening.rulings)
        try:
            state = self._opened(self.opening.players)
        except ValueError as wrong:
            raise CallError(say("fault", place=self.opening.game, message=said_by(wrong)), self.game.words) from None
        self.events = [first]
        self.head = 1
        self.pause: Event | None = None
        here = people.seated(self.opening.players)
        self._positions = Positions(Position(0, state, 0, here, on_paper=self.play.on_paper(state)))
        self._keys = {first.key: 1}
        self._counted: tuple[Position | None, Counted | None] = (None, None)
        self._standings: tuple[Position | None, tuple[Rank, ...]] = (None, ())

    def _laid(self, here: Position, names: Sequence[str]) -> Any:
        """The table laid anew for other people: one that waits goes on waiting, one that was started stays so."""
        if isinstance(here.state, Waiting):
            return here.state._replace(players=tuple(names))
        return self.play.open(names, self.opening.options, self.edition)

    def _opened(self, names: Sequence[str]) -> Any:
        if self.opening.lobby:
            return Waiting(tuple(names), self.opening.options, self.edition)
        return self.play.open(names, self.opening.options, self.edition)

    # ------------------------------------------------------------------ what is to be seen

    @property
    def seq(self) -> int:
        return self.events[-1].seq

    @property
    def position(self) -> Position:
        return self._positions.at_hand.get(self.head) or self.at(self.head)

    @property
    def state(self) -> Any:
        return self.position.state

    def words(self, language: str = LANGUAGE) -> Words:
        """The words of a language for what is said at this table."""
        return self.game.words(language).of(self.players)

    def text(self, said: Said | str) -> str:
        """A sentence in English."""
        return self.words().text(said)

    @property
    def over(self) -> bool:
        return self.play.over(self.state)

    @property
    def in_play(self) -> bool:
        """Whether the game has started here and has not come to its end."""
        return not self.waiting and not self.over and (self.position.begun or not self.position.on_paper)

    @property
    def ended_early(self) -> bool:
        """Whether the game was closed before its end."""
        return self.position.closed and self.in_play

    @property
    def rounds_played(self) -> int:
        """How many rounds have been played to their end."""
        if last := self.play.last(self.state):
            return last.round
        number = self.play.round(self.state)[0]
        return number if self.over else max(0, number - 1)

    def view(self, seat: int | None) -> View:
        """What a seat, or with None everybody, may see; of a game that was stopped the headline says so."""
        view = self.play.view(self.state, seat)
        if self.ended_early:
            played, rounds = self.rounds_played, self.play.round(self.state)[1]
            lines = (line for line in view.lines if not (isinstance(line, Said) and line.key.endswith("ranking")))
            return view._replace(headline=ended_early(played, rounds), lines=tuple(lines))
        return view._replace(headline=say("headline.paused")) if self.pause else view

    @property
    def waiting(self) -> bool:
        """Whether the game has not been started."""
        return isinstance(self.state, Waiting)

    @property
    def people(self) -> tuple[Person, ...]:
        return self.position.people

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)

    @property
    def numbers(self) -> dice_numbers.Numbers:
        """What phones have added to the dice."""
        return dice_numbers.of(self.events) if self.opening.numbers else dice_numbers.Numbers()

    @property
    def takes_players(self) -> bool:
        """Whether somebody who comes now could sit down."""
        here = self.position
        newcomer = {"name": "the next one to come", "id": 2**31}
        return not here.closed and not isinstance(self._about_people(here, "joined", newcomer), Refusal)

    def at(self, seq: int) -> Position:
        """Where the table was after an event on its way here."""
        there = self._positions.at_hand
        if seq not in there:
            told = self._all_positions()
            there.update((near, told[near]) for near in self._positions.path(seq)[-KEPT:])
        return there[seq]

    def before(self, seq: int) -> Position:
        """Where the table was before an event on its way here."""
        return self.at(self._positions.parent(seq))

    def positions(self) -> dict[int, Position]:
        """Where the table was after each event on its way here."""
        path, there = self.path(), self._positions.at_hand
        if not there.keys() >= {*path}:
            there = self._all_positions()
        return {seq: there[seq] for seq in path}

    def _all_positions(self) -> dict[int, Position]:
        """Every position, as the log tells it once more."""
        again = self.snapshot()
        again.events, again.head, again._keys, again.pause = self.events[:1], 1, {}, None
        again._positions = Positions(self._positions.at_hand[1])
        for event in self.events[1:]:
            again.follow(event)
        return again._positions.at_hand

    def rest(self) -> None:
        """Let go of what the log can tell again: where the table was long ago."""
        self._positions.rest(self.head)

    @property
    def takes_paper(self) -> bool:
        """Whether sheets of paper can be entered: before anything was played here, or when it is over."""
        open_now = not self.waiting if self.opening.pad else not self.position.begun or self.over
        return open_now and not self.position.closed

    @property
    def papers(self) -> Papers:
        """What was entered from paper."""
        return paper.papers_of(self.position.papers, self.people)

    @property
    def counted(self) -> Counted | None:
        """What the paper comes to by the rules; None where none was entered, or the game can't count any."""
        if isinstance(self.state, PadState):
            return self.state.counted
        if self._counted[0] is not self.position:
            count = self.game.count
            made = count(self.papers, self.edition) if count and any(self.position.papers.values()) else None
            self._counted = self.position, made
        return self._counted[1]

    def standings(self) -> tuple[Rank, ...]:
        """The ranking: by the paper where the game was played on it, otherwise by what was played here."""
        if self._standings[0] is not self.position:
            counted = self.counted if self.position.on_paper else None
            made = counted.verdict.ranking if counted else self.play.standings(self.state)
            self._standings = self.position, made
        return self._standings[1]

    def scores(self) -> tuple[Score, ...]:
        """The score of each seat: of the paper where the game was played on it, or of a game that is over."""
        if self.position.on_paper:
            return tuple(sheet.score for sheet in self.counted.verdict.sheets) if self.counted else ()
        return self.play.scores(self.state) if self.over else ()

    def seat_of(self, text: str) -> int | None:
        """The seat that somebody means by a name, its beginning or a number from 1; None where there is not one."""
        found = seats_meant(text, self.players)
        return found[0] if len(found) == 1 else None

    def path(self) -> list[int]:
        """The events that led to where the table is, from its opening."""
        return self._positions.path(self.head)

    def later(self) -> list[int]:
        """The events that can be moved forward to: those that follow this point and were left."""
        return self._positions.following(self.head)

    def snapshot(self) -> Self:
        """This table as it is now, for somebody who looks at it while it goes on."""
        made = copy(self)
        made.events, made._positions, made._keys = list(self.events), self._positions.copy(), dict(self._keys)
        return made

    # ------------------------------------------------------------------ the fold

    def follow(self, event: Event) -> Refusal | None:
        """Take an event of the log into the state, or say why it can't have happened."""
        seq, kind, data, key, _, _ = event
        after = self.refusal(kind) or self._after(kind, data)
        if isinstance(after, Refusal):
            return after
        self.events.append(event)
        self._keys[key] = seq
        if kind in (*PAUSES, "closed"):
            self.pause = event if kind == "paused" else None
        if isinstance(after, Position):
            self._positions.add(after)
            self.head = seq
        else:
            self._positions.add(None)
            self._positions.at_hand[after] = self.at(after)
            self.head = after
        return None

    def refusal(self, kind: str) -> Refusal | None:
        """Why no event of a kind can happen now, whatever it says."""
        if self.position.closed:
            # Its dice are known to everybody now: nobody may go back and play on with them.
            return refuse("closed")
        if kind == "resumed":
            return None if self.pause else refuse("not-paused")
        if self.pause and kind in (*STEPS, "paused"):
            return refuse("paused")
        if kind == "paused" and not self.in_play:
            return refuse("no-pause")
        return None

    def _after(self, kind: str, data: Mapping[str, Any]) -> Position | int | Refusal:
        """Where an event leads: a new position, an old one that is moved to, or a refusal."""
        here = self.position
        if kind in PAUSES:
            return self.head
        if kind == "said":
            return self._said(here, data)
        if kind == "rolled":
            return self._rolled(here, data)
        if kind == "moved":
            return self._move(data)
        if kind == "closed":
            return self._closed(here, data)
        if kind in people.KINDS:
            return self._about_people(here, kind, data)
        if kind == "entered":
            return self._entered(here, data)
        if kind in dice_numbers.KINDS:
            return self._about_numbers(kind, data) or here._replace(parent=self.head)
        if kind == "corrected":
            return correcting.after(self, data)
        if kind == "noted":
            return here._replace(parent=self.head)
        return refuse("no-such-event.kind", kind=repr(kind))

    def _closed(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        """The table is closed, where something was hidden after words that reveal it.

        Logs of a pad that do not say whether there is a winner mean that the points decide.
        """
        words, winner = data.get("words"), data.get("winner", here.on_paper) is True
        after = self._said(here, {"seat": None, "words": words}) if words else here
        return after if isinstance(after, Refusal) else after._replace(parent=self.head, closed=True, winner=winner)

    def _move(self, data: Mapping[str, Any]) -> int | Refusal:
        to = data.get("to")
        if isinstance(to, int) and to in self._positions:
            return to
        return refuse("no-such-event.to", to=repr(to), events=self.seq)

    def _said(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        seat, words = data.get("seat"), data.get("words")
        if not self._is_seat(here, seat):
            return refuse("no-such-seat.event", seat=shown(seat), seats=len(here.people))
        if not isinstance(words, str) or len(words) > LONGEST_WORDS:
            return refuse("no-words", most=LONGEST_WORDS)
        if data.get("anyway") is True and insisted(words) is None:
            words = f"{ANYWAY} {words}"
        after = self._act(here, Action(seat, words), here.rolls)
        if isinstance(after, Position) and self.play.on_paper(after.state):
            return after._replace(on_paper=True)
        return after

    def _is_seat(self, here: Position, seat: Any) -> bool:
        return seat is None or (type(seat) is int and 0 <= seat < len(here.people))

    def _about_people(self, here: Position, kind: str, data: Mapping[str, Any]) -> Position | Refusal:
        """Somebody comes, leaves or takes another name; before the game the table is laid anew for them."""
        after = people.changed(here.people, kind, data)
        if isinstance(after, Refusal):
            return after
        names = [person.name for person in after]
        if kind == "renamed" and not isinstance(here.state, Waiting):
            state = self.play.renamed(here.state, names)
        elif not here.begun:
            most = self.game.PLAYERS[1]
            if len(names) > most:
                return refuse("table-full", game=self.game.TITLE, most=most)
            try:
                state = self._laid(here, names)
            except ValueError as wrong:
                return refuse("table-full.option", wrong=said_by(wrong))
        elif kind == "left":
            return refuse("begun.left")
        else:
            state = self.play.join(here.state, names[-1])
        return state if isinstance(state, Refusal) else here._replace(parent=self.head, state=state, people=after)

    def _about_numbers(self, kind: str, data: Mapping[str, Any]) -> Refusal | None:
        if not self.opening.numbers:
            return refuse("no-dice-number.unasked")
        return dice_numbers.judged(kind, data, self.numbers, self.people)

    def _entered(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        """Marks that stand on paper."""
        seat = data.get("seat")
        if not self._is_seat(here, seat):
            return refuse("no-such-seat.event", seat=shown(seat), seats=len(here.people))
        pad = here.state if isinstance(here.state, PadState) else None
        if self.opening.pad and pad is None:
            return refuse("not-started", start=START)
        if pad is None and here.begun and not self.play.over(here.state):
            return refuse("not-over.paper")
        whose = None if seat is None else here.people[seat].id
        papers = paper.entered(here.papers, self.game, self.edition, whose, data)
        if isinstance(papers, Refusal):
            return papers
        if pad is not None:
            doubt = self.play.refusal_of_marks(pad, data) if data.get(ANYWAY) is True else None
            doubts = (*here.doubts, Doubt(self.seq + 1, seat, doubt)) if doubt else here.doubts
            state = replace(pad, papers=paper.papers_of(papers, here.people))
            return here._replace(parent=self.head, papers=papers, state=state, begun=True, doubts=doubts)
        return here._replace(parent=self.head, papers=papers, on_paper=here.on_paper or not here.begun)

    def _rolled(self, here: Position, data: Mapping[str, Any]) -> Position | Refusal:
        faces, source = data.get("dice"), data.get("source")
        if source not in DICE or source != self.opening.dice:
            return refuse("wrong-source", dice=self.opening.dice)
        if not self.play.dice(here.state):
            return refuse("no-roll-now")
        if not isinstance(faces, list | tuple) or not {*map(type, faces)} <= _FACES:
            return refuse("no-dice.list")
        return self._act(here, Action(None, "", tuple(faces)), here.rolls + 1)

    def _act(self, here: Position, action: Action, rolls: int) -> Position | Refusal:
        state, taken = self.play.weighed(here.state, action)
        if isinstance(state, Refusal):
            return state
        begun = here.begun or not isinstance(here.state, Waiting)
        # Paper that was entered before counts no more once the game is played here.
        on_paper = here.on_paper and begun == here.begun
        doubts = (*here.doubts, *(Doubt(self.seq + 1, action.seat, why) for why in taken))
        return Position(
            self.head, state, rolls, here.people, here.papers, begun, on_paper, here.closed, doubts, here.late
        )


def ended_early(played: int, rounds: int) -> Said:
    """How far a game had come that was ended before its end."""
    if rounds < 2:
        return say("headline.ended-early")
    if not played:
        return say("headline.ended-early.first", rounds=rounds)
    return say("headline.ended-early.rounds", n=played, rounds=rounds)
