"""What a typed line does at a table: words for a seat or the table, dice, or a command that every game has."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.cli.language import spoken
from pnp.cli.options_list import OptionsList, listed, of_ways
from pnp.games.coaching import Hint
from pnp.games.forgiving import bonus_in, plain
from pnp.games.play import Wanted
from pnp.games.seats import ANYWAY, insisted, seats_meant
from pnp.games.table_dice import Face
from pnp.play import understanding
from pnp.play.engine import Answer, Table
from pnp.play.tables import Tables
from pnp.words import LANGUAGE, Words, say

NEXT = -1
"""Whoever the game waits for first."""
QUIT = ("quit", "exit", "q")
TABLE = ("", "table")
"""How the whole table is named before a colon."""


class Heard(NamedTuple):
    """What became of a line, and what it asks to see: options, log, help, score, sheet, peek, hint, seal; or quit."""

    answer: Answer
    shows: str = ""
    seat: int | None = None
    options: OptionsList | None = None
    everything: bool = False
    hints: tuple[Hint, ...] = ()


class TypedLines:
    """The lines that are typed at one table."""

    def __init__(self, tables: Tables, table: Table, language: str = "") -> None:
        self.tables = tables
        self.table = table
        self.language = language or LANGUAGE
        self._asked: int | None = None
        self._listed: tuple[int, OptionsList] | None = None

    @property
    def words(self) -> Words:
        """The words for what is said at this table."""
        return spoken(self.language, self.table.words(self.language))

    def turn(self) -> int | None:
        """The seat that the game waits for first; at a pad it is the table, and words begin with whose box it is."""
        if self.table.opening.pad:
            return None
        wanted = sorted(self.wanted(), key=lambda one: not one.must)
        return wanted[0].seat if wanted else None

    def wanted(self) -> tuple[Wanted, ...]:
        """What the game waits for, without what bots may do and need not."""
        wanted = self.table.play.wanted(self.table.state)
        return tuple(one for one in wanted if one.must or one.seat not in self.tables.bot_seats)

    def hear(self, line: str, asked: int | None = NEXT) -> Heard:
        """Do what a line says; without a name it is for the seat that was asked, or else for the next one."""
        words = line.strip()
        turn = self._asked = self.turn() if asked == NEXT or self.table.opening.pad else asked
        verb, _, rest = words.partition(" ")
        command = getattr(self, f"_do_{verb.casefold()}", None) if verb.isalpha() else None
        name, mark, question = words.partition(":")
        if mark and question.strip() in ("?", "??"):
            words = f"{question.strip()} {name}"
        if mark and question.strip().casefold() == "hint":
            return self._do_hint(name.strip())
        if words.startswith("?"):
            return self._options(words.lstrip("?").strip(), turn, words.startswith("??"))
        if words.casefold() in QUIT:
            return self._seen("quit")
        if command is not None:
            found: Heard = command(rest.strip())
            return found
        return self._enter(words, turn) if words else self._seen("")

    def _seen(self, shows: str, seat: int | None = None) -> Heard:
        return Heard(Answer(True, self.table.seq), shows, seat)

    # ------------------------------------------------------------------ words and dice

    def _enter(self, words: str, turn: int | None) -> Heard:
        """Words for a seat, for the table, or dice as they lie."""
        behind = insisted(words)
        name, mark, rest = (words if behind is None else behind).partition(":")
        rest = rest.strip() if behind is None else f"{ANYWAY} {rest.strip()}"
        if mark and name.strip().casefold() in TABLE:
            return self.say(None, rest)
        if mark and (seat := self.table.seat_of(name)) is not None:
            return self.say(seat, rest)
        dice = self.table.play.dice(self.table.state)
        if dice and (faces := faces_in(words, [die.faces for die in dice])) is not None:
            return Heard(self.tables.roll(self.table, faces))
        heard = self.say(turn, words)
        if heard.answer.ok or heard.options:
            return heard
        for seat in self._others(words, turn):
            return Heard(self.tables.say(self.table, seat, words))
        if mark and heard.answer.code == "unclear" and not self._is_known(name):
            return Heard(self._nobody(name))
        return heard

    def _others(self, words: str, turn: int | None) -> list[int | None]:
        """Whoever else can have meant words that nobody else may say now: the table, or a seat that is waited for."""
        if self.table.play.dice(self.table.state):
            return []
        said = plain(words)
        seats = [one.seat for one in self.wanted() if one.only and one.seat != turn and plain(one.example) == said]
        of_table = self.table.play.options(self.table.state, None) if turn is not None else ()
        table = any(plain(one.notation) == said for one in of_table)
        return [*seats, *([None] if table else [])]

    def _is_known(self, name: str) -> bool:
        """Whether words before a colon may be the game's own."""
        first = plain(name).split()[:1]
        examples = [one.example for one in self.wanted()]
        offered = [one.notation for one in self.table.play.options(self.table.state, self.turn(), 200)]
        return any(plain(text).split()[:1] == first for text in (*examples, *offered))

    def say(self, seat: int | None, words: str) -> Heard:
        """Words of a seat or the table, the number of an option in the list, or what can be meant by them."""
        if number := re.fullmatch("[0-9]{1,4}", words):
            answer = self.tables.say(self.table, seat, words)
            return Heard(answer) if answer.ok else self._chosen(seat, int(number[0]), answer)
        if self.table.opening.pad:
            return Heard(self.tables.say(self.table, seat, words))
        write = lambda text: self.tables.say(self.table, seat, text)  # noqa: E731
        done = understanding.said(self.table, seat, words, write, self.language)
        if not done.ways:
            return Heard(done.answer)
        return Heard(done.answer, "options", seat, self._remember(of_ways(seat, done.ways, self.words)))

    def _chosen(self, seat: int | None, number: int, refused: Answer) -> Heard:
        """An option by its number in the list that was shown last or would be shown now."""
        if self.table.position.closed or self.table.play.dice(self.table.state):
            return Heard(refused)
        shown = self._listed[1] if self._listed and self._listed[0] == self.table.seq else None
        known = shown if shown and shown.seat == seat else listed(self.table, seat, self.words)
        found = known.options
        if not found:
            return Heard(refused)
        if not 1 <= number <= len(found):
            return Heard(Answer(False, self.table.seq, say("no-such-number", number=number, most=len(found))))
        option = found[number - 1]
        if understanding.leaves_open(option):
            return Heard(Answer(False, self.table.seq, say("say-open", number=number, example=option.notation)))
        return Heard(self.tables.say(self.table, seat, option.notation))

    def _remember(self, found: OptionsList) -> OptionsList:
        self._listed = self.table.seq, found
        return found

    def _nobody(self, name: str) -> Answer:
        found = seats_meant(name, self.table.players)
        if len(found) > 1:
            names = tuple(self.table.players[seat] for seat in found)
            return Answer(False, self.table.seq, say("no-such-seat.several", who=repr(name.strip()), names=names))
        said = say("no-such-seat.name", who=repr(name.strip()), players=self.table.players)
        return Answer(False, self.table.seq, said)

    def _options(self, asked: str, turn: int | None, everything: bool) -> Heard:
        """What may be said: by a seat, with a bonus, or both."""
        seat, bonus, words = turn, "", self.words
        bonuses = [bonus for bonus, _ in self.table.play.bonuses_left(self.table.state)]
        found, rest = bonus_in(f"!{asked}", bonuses, words) if asked else ("", "")
        if found and not rest:
            bonus = found
        elif asked.casefold() == "table":
            seat = None
        elif asked:
            name, _, last = asked.rpartition(" ")
            claimed = bonus_in(f"!{last}", bonuses, words)[0] if name else ""
            named = self.table.seat_of(name if claimed else asked)
            if named is None:
                return Heard(self._nobody(name if claimed else asked))
            seat, bonus = named, claimed
        made = self._remember(listed(self.table, seat, words, bonus, everything))
        return Heard(Answer(True, self.table.seq), "options", seat, made, everything)

    # ------------------------------------------------------------------ commands

    def _do_roll(self, rest: str) -> Heard:
        return self._enter(rest, self._asked) if rest else Heard(self.tables.roll(self.table))

    def _do_undo(self, rest: str) -> Heard:
        number, _, reason = rest.partition(" ")
        if rest and not (number.isdecimal() and len(number) < 6):
            return Heard(Answer(False, self.table.seq, say("no-steps", words=repr(number))))
        return Heard(self.tables.undo(self.table, int(number) if number else 1, reason.strip()))

    def _do_redo(self, rest: str) -> Heard:
        del rest
        return Heard(self.tables.redo(self.table))

    def _do_correct(self, rest: str) -> Heard:
        """Something else in place of an event; with a question mark behind it only what that would change."""
        behind = insisted(rest)
        number, _, words = (rest if behind is None else behind).partition(" ")
        words, _, reason = words.partition("#")
        if not number.isdecimal() or len(number) > 6:
            return Heard(Answer(False, self.table.seq, say("no-such-event.typed")))
        if words.strip().endswith("?"):
            return Heard(self.tables.preview(self.table, int(number), words.strip().rstrip("? ")), "preview")
        anyway = behind is not None
        return Heard(self.tables.correct(self.table, int(number), words.strip(), reason.strip(), anyway))

    def _do_log(self, rest: str) -> Heard:
        del rest
        return self._seen("log")

    def _do_help(self, rest: str) -> Heard:
        del rest
        return self._seen("help")

    def _do_score(self, rest: str) -> Heard:
        del rest
        return self._seen("score")

    def _do_sheet(self, rest: str) -> Heard:
        seat = self.table.seat_of(rest) if rest else None
        return Heard(self._nobody(rest)) if rest and seat is None else self._seen("sheet", seat)

    def _do_hint(self, rest: str) -> Heard:
        from pnp.coach.seated import hints

        seat = self.table.seat_of(rest) if rest else self._asked
        if rest and seat is None:
            return Heard(self._nobody(rest))
        found = () if seat is None else hints(self.table.game, self.table.edition, self.table.state, seat)
        return Heard(Answer(True, self.table.seq), "hint", seat, hints=tuple(found))

    def _do_peek(self, rest: str) -> Heard:
        seat = self.table.seat_of(rest)
        return Heard(self._nobody(rest)) if seat is None else self._seen("peek", seat)

    def _do_pause(self, rest: str) -> Heard:
        del rest
        return Heard(self.tables.write(self.table, "paused", {}))

    def _do_resume(self, rest: str) -> Heard:
        del rest
        return Heard(self.tables.write(self.table, "resumed", {}))

    def _do_close(self, rest: str) -> Heard:
        winner = plain(rest) == "winner"
        if rest and not winner:
            return self.say(None, f"close {rest}")
        answer = self.tables.close(self.table, winner)
        return Heard(answer, "seal" if answer.ok else "")

    def _do_seal(self, rest: str) -> Heard:
        del rest
        return self._seen("seal")


def faces_in(words: str, wanted: list[tuple[Face, ...]]) -> list[Face] | None:
    """The faces that somebody typed, if the line is nothing else than dice; wrong ones are for the rules to refuse.

    >>> faces_in("2 4,6", [(1, 2, 3, 4, 5, 6)] * 3), faces_in("711", [(1, 2, 3)] * 3), faces_in("?", [(1, 2)])
    ([2, 4, 6], [7, 1, 1], None)
    """
    parts = [part.strip() for part in re.split(r"[,;]|\s{2,}", words) if part.strip()]
    if len(parts) != len(wanted):
        parts = re.split(r"[\s,;]+", words.strip())
    if len(parts) == 1 and len(wanted) > 1 and words.isdecimal() and len(words) == len(wanted):
        parts = list(words)
    faces: list[Face] = []
    for part, known in zip(parts, [*wanted, *[wanted[-1]] * len(parts)], strict=False):
        match = [face for face in known if str(face).casefold() == part.casefold()]
        if not match and not (part.isascii() and part.isdecimal() and len(part) < 10):
            return None
        faces.append(match[0] if match else int(part))
    return faces
