"""What a game offers to the table that plays it: from a state and an action to the next state.

States are frozen values; nothing here rolls dice, knows the time or stores anything; what is told is a code with facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import CallError
from pnp.games import forgiving, rolls, seats
from pnp.games.asks import Asks
from pnp.games.codec import Mark, Marks
from pnp.games.seats import Refusal, deny
from pnp.games.table_dice import DiceOfTheTable, Die, Face  # noqa: F401 - rules of earlier versions find Die here
from pnp.games.verdict import Picture, Rank, Score
from pnp.strict import WrongError, shown
from pnp.words import NOTHING, Said, Words, say


class Action(NamedTuple):
    """What somebody does: words from a seat or, with None, from the table; or dice as they lie."""

    seat: int | None
    words: str = ""
    dice: tuple[Face, ...] = ()


class Wanted(NamedTuple):
    """Something that may be done now: by which seat (None: anybody at the table), what, how it is written.

    `must` tells that the game waits for it; `secret` that others don't see it until it is revealed; `only` that the
    example is the one way to say it.
    """

    seat: int | None
    what: Said | str
    example: str
    must: bool = True
    secret: bool = False
    only: bool = False


NO_DICE: Mapping[str, Face] = NOTHING


class Option(NamedTuple):
    """A legal action: how it is written and what it does, as data for pages, bots and tests.

    `kind` says what sort of action it is; `field` and `mark` what it writes on the seat's main sheet; `dice` which face
    has which job; `price` what it costs, `left` what is left then; `bonus` what is claimed with it, `turned` the die
    that then counts as another; `first` is the notation of what is done before it in the same action; `picks` are the
    dice that it takes of those that are spread out, by their places there; `asks` are numbers that only people can see.
    """

    notation: str
    means: Said | str
    kind: str = "say"
    field: str = ""
    mark: Mark = ""
    dice: Mapping[str, Face] = NO_DICE
    price: int | None = None
    left: int | None = None
    bonus: str = ""
    turned: tuple[Face, Face] | None = None
    first: str = ""
    picks: tuple[int, ...] | None = None
    asks: Asks | None = None


class View(NamedTuple):
    """What a seat, or with None everybody, may see: headline, pictures of sheets by player, lines below."""

    headline: Said | str
    sheets: tuple[tuple[str, Picture | None, tuple[Said | str, ...]], ...] = ()
    lines: tuple[Said | str, ...] = ()


class Vote(NamedTuple):
    """A vote at the end: for which seat each one voted, None where not yet; once closed, the best and their votes."""

    open: bool
    given: tuple[int | None, ...]
    best: tuple[int, ...] = ()
    votes: int = 0


class Last(NamedTuple):
    """The round that was revealed last: its dice, and of each seat that played the move as an option."""

    round: int
    dice: tuple[Face, ...]
    moves: tuple[tuple[int, Option], ...]


STATUS = ("in", "drawing", "away", "idle")
"""A seat has entered or is done for now; the game waits for it; its player is away; it has nothing to do."""

SheetMarks = tuple[str, int | None, Marks]
"""A sheet by its name, the seat that it belongs to or None for a pad of the whole table, and what is on it."""


class Play(DiceOfTheTable):
    """The playing of a game, with plain answers: no dice, nothing secret, no vote, nobody joins once it has begun.

    A game overrides `open`, `rolled` and `said` (which refuse with `deny`), and whatever else it has an answer to.
    """

    TIMED = False
    """Whether a round can have a time limit: `time_out` says what happens when it has passed."""
    TABLE_TELLS_ABSENCE = False
    """Whether only the table says that somebody is absent, and no player of themselves."""

    # ------------------------------------------------------------------ what happens

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> Any:
        """The state before the first action; a ValueError says what about players or options is not allowed."""
        del players, options
        raise CallError(say("not-played", game=repr(edition.game)))

    def usual_options(self, dice: str) -> Mapping[str, str]:
        """The options of a new table where nobody names others, by whether its dice are `virtual` or `physical`."""
        del dice
        return {}

    def rolled(self, state: Any, faces: tuple[Face, ...]) -> Any:
        """The state after a roll of exactly the dice that `dice` asks for."""
        del faces
        return state

    def said(self, state: Any, seat: int | None, words: str) -> Any:
        """The state after words of a seat that is there, or of the table."""
        del state, seat
        deny("unclear", words=shown(words))

    def entries(self, state: Any, seat: int | None, words: str) -> Sequence[Mapping[str, Any]]:
        """What words write on the sheets of a table that is kept by pad; elsewhere, and for other words, nothing."""
        del state, seat, words
        return ()

    def refusal_of_marks(self, state: Any, data: Mapping[str, Any]) -> Refusal | None:
        """Why marks can't be written on the sheets of a table that is kept by pad; None where they can."""
        del state, data
        return None

    def act(self, state: Any, action: Action) -> Any:
        """The next state, or a Refusal; the state that was given is unchanged."""
        return self.weighed(state, action)[0]

    def weighed(self, state: Any, action: Action) -> tuple[Any, tuple[Refusal, ...]]:
        """The next state, or a Refusal; and what is in doubt of it and was taken, because `anyway` stood in front."""
        words = seats.insisted(action.words) if action.words else None
        if words is None:
            return self.judged(state, action), ()
        with seats.taking_anyway() as taken:
            after = self.judged(state, action._replace(words=words))
        return after, () if isinstance(after, Refusal) else tuple(taken)

    def judged(self, state: Any, action: Action) -> Any:
        """The next state, or a Refusal, for an action without `anyway` in front."""
        try:
            return self._acted(state, action)
        except WrongError as wrong:
            return Refusal(*wrong.said)

    def _acted(self, state: Any, action: Action) -> Any:
        if action.seat is not None:
            seats.check_seat(action.seat, self.players(state))
        if not action.dice:
            absence = seats.ABSENCE.fullmatch(action.words)
            if absence:
                return self._absence(state, action.seat, absence[1].lower(), absence[2])
            return self.said(state, action.seat, action.words)
        if action.words.strip():
            deny("unclear.dice-and-words")
        self._check_roll(state, action.dice)
        return self.rolled(state, action.dice)

    def _absence(self, state: Any, seat: int | None, verb: str, who: str) -> Any:
        """Somebody goes or comes back: without a name the seat that says it; of others only the table says it."""
        if self.over(state):
            deny("game-over")
        whom = self.seat_meant(who, self.players(state)) if who or seat is None else seat
        if seat is not None and (seat != whom or self.TABLE_TELLS_ABSENCE):
            deny("table-only.absence", verb=verb, seat=whom)
        goes = verb == "absent"
        if (self.status(state, whom) == "away") == goes:
            deny("no-change", seat=whom, away=goes)
        return self.gone(state, whom) if goes else self.returned(state, whom)

    seat_meant = staticmethod(seats.seat_of)
    """The seat that a name or a number means; a game may look for the number first."""

    def gone(self, state: Any, seat: int) -> Any:
        """The table once a seat's player is away."""
        del state
        deny("no-absence", seat=seat)

    def returned(self, state: Any, seat: int) -> Any:
        """The table once a seat's player is back."""
        del seat
        return state

    def _check_roll(self, state: Any, faces: tuple[Face, ...]) -> None:
        """Whether these can be the dice that were to be rolled."""
        dice = self.dice(state)
        if not dice:
            deny("game-over.no-roll") if self.over(state) else deny("no-roll-now")
        rolls.check(dice, faces)

    def time_out(self, state: Any) -> str:
        """What the table says when the time of the round has passed; nothing where that changes nothing."""
        del state
        return ""

    def last_words(self, state: Any) -> str:
        """What the table says as it is closed, so that nothing stays hidden; nothing where nothing is."""
        return self.time_out(state)

    # ------------------------------------------------------------------ where the game is

    def wanted(self, state: Any) -> tuple[Wanted, ...]:
        """What may be done now and by whom; empty when the game is over and nothing is left to do."""
        del state
        return ()

    def options(self, state: Any, seat: int | None, most: int = 200) -> Sequence[Option]:
        """Legal actions of a seat, as far as they can be listed."""
        return ()

    def options_with(self, state: Any, seat: int, bonus: str) -> Sequence[Option]:
        """Legal actions of a seat with a bonus claimed, all of them; without one those that claim none beside them."""
        return [one for one in self.options(state, seat, 10**6) if one.bonus in (bonus, bonus or one.kind)]

    def notation(self, state: Any, seat: int, wish: Mapping[str, Any]) -> str:
        """How a wish of a page (kind, field, dice by their jobs, bonus) would be written, legal or not."""
        return ""

    def option_said(self, state: Any, seat: int | None, words: str) -> Option | None:
        """The option that words stand for which were taken, however they were written; None where there is none."""
        words = seats.insisted(words) or words
        with suppress(ValueError):
            if found := self.as_option(state, seat, words):
                return found
        return forgiving.same(words, self.options(state, seat, forgiving.MOST))

    def as_option(self, state: Any, seat: int | None, words: str) -> Option | None:
        """The option that legal words are, told without looking through all of them; None where a game can't."""
        return None

    def bonuses(self, state: Any, seat: int) -> tuple[str, ...]:
        """The bonuses that a seat may claim with its action now."""
        return tuple(dict.fromkeys(one.bonus for one in self.options(state, seat, 10**6) if one.bonus))

    def bonuses_left(self, state: Any) -> tuple[tuple[str, int], ...]:
        """Every bonus in the order in which they are numbered on paper, and how often it can still be claimed."""
        del state
        return ()

    def meant(self, state: Any, seat: int | None, typed: str, words: Words) -> Sequence[Option]:
        """The options that somebody may mean by words that the rules don't take as they stand."""
        return forgiving.begun(typed, self.options(state, seat, 2000))

    def view(self, state: Any, seat: int | None) -> View:
        """What a seat may see; None sees what lies open."""
        del state, seat
        return View("")

    def seen_by(self, state: Any, seat: int) -> Any:
        """What all that a seat is told of its own follows from: as long as it is equal, nothing is told anew."""
        return state

    def brief(self, state: Any, seat: int) -> Said | str:
        """A few words for a line that tells others how a seat stands."""
        return ""

    def round(self, state: Any) -> tuple[int, int]:
        """The round that is played, and how many there are (0 where nobody knows)."""
        del state
        return 0, 0

    def stage(self, state: Any) -> Said | str:
        """What is played before the first round or after the last one, such as a Grand Opening; nothing in a round."""
        del state
        return ""

    def over(self, state: Any) -> bool:
        """Whether the game has ended."""
        del state
        return False

    def on_paper(self, state: Any) -> bool:
        """Whether the table said that it plays on paper, so that only the sheets count."""
        return False

    def last(self, state: Any) -> Last | None:
        """The round that was revealed last, for games that reveal."""
        return None

    def vote(self, state: Any) -> Vote | None:
        """The vote at the end, for games that have one."""
        return None

    # ------------------------------------------------------------------ who sits there

    def players(self, state: Any) -> tuple[str, ...]:
        """The names of the seats."""
        names: tuple[str, ...] = state.players
        return names

    def with_names(self, state: Any, names: tuple[str, ...]) -> Any:
        """The same table with other names; everything that shows or compares names follows, nothing else changes."""
        del state, names
        deny("names-stay")

    def renamed(self, state: Any, players: Sequence[str]) -> Any:
        """The same table with other names for its seats, as many as before; or a Refusal that says what is wrong."""
        try:
            return self.with_names(state, seats.proper_names(players, len(self.players(state))))
        except WrongError as wrong:
            return Refusal(*wrong.said)

    def seated(self, state: Any, name: str) -> Any:
        """The state of a game that has begun with one more player after the last seat."""
        del state
        deny("too-late", name=name)

    def join(self, state: Any, name: str) -> Any:
        """The state of a game that has begun with one more player, or a Refusal."""
        try:
            seats.proper_names((*self.players(state), name), len(self.players(state)) + 1)
            return self.seated(state, name)
        except WrongError as wrong:
            return Refusal(*wrong.said)

    def active(self, state: Any) -> int | None:
        """The seat whose turn it is, or whose round; None where there is none, and in the end."""
        return next((one.seat for one in self.wanted(state) if one.must and one.seat is not None), None)

    def status(self, state: Any, seat: int) -> str:
        """One of STATUS."""
        waits = not self.dice(state) and any(one.must and one.seat == seat for one in self.wanted(state))
        return "drawing" if waits else "idle"

    def entry(self, state: Any, seat: int) -> Option | None:
        """What a seat has entered in secret and is not revealed."""
        del state, seat
        return None

    def rolls_again(self, state: Any) -> bool:
        """Whether the dice that are to be rolled now were rolled before in the same round."""
        del state
        return False

    def voided(self, state: Any) -> tuple[int, ...]:
        """The seats whose secret entry became void as the dice were rolled again, and that have made none since."""
        del state
        return ()

    # ------------------------------------------------------------------ what stands on the sheets, and what it is worth

    def marks(self, state: Any, seat: int | None) -> tuple[SheetMarks, ...]:
        """What is on the sheets as far as it is revealed; with a seat, on its own and the pads as it may see them."""
        del state, seat
        return ()

    def pending(self, state: Any, seat: int) -> Marks:
        """What the secret entry of a seat would add to its main sheet."""
        del state, seat
        return {}

    def scores(self, state: Any) -> tuple[Score, ...]:
        """The score of each seat as it stands, by what has been revealed."""
        del state
        return ()

    def standings(self, state: Any) -> tuple[Rank, ...]:
        """The ranking as it stands, or the final one."""
        del state
        return ()

    def document(self, state: Any) -> dict[str, Any]:
        """The table as a sheet document that the rules judge: everything that has been revealed."""
        del state
        return {}


def placed(sheets: Iterable[tuple[str, Marks]], players: int, seat: int | None) -> tuple[SheetMarks, ...]:
    """Filled-in sheets with their seats: a sheet of which there is one for each player, or else a pad of the table.

    >>> placed([("score", {}), ("city", {"name": "Ana"}), ("city", {"name": "Bo"})], 2, 1)
    (('score', None, {}), ('city', 1, {'name': 'Bo'}))
    """
    found, counts, next_seat = list(sheets), Counter[str](), Counter[str]()
    counts.update(name for name, _ in found)
    answer: list[SheetMarks] = []
    for name, marks in found:
        owner = next_seat[name] if counts[name] == players else None
        next_seat[name] += 1
        if seat is None or owner in (None, seat):
            answer.append((name, owner, marks))
    return tuple(answer)
