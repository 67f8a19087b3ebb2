"""Talking with a table: a line goes in, what became of it comes out, for people or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, TextIO

from pnp.cli import table_text
from pnp.cli.language import spoken
from pnp.cli.options_list import listed
from pnp.cli.terminal import answer, columns, painted, show
from pnp.cli.typed_lines import faces_in
from pnp.games.play import Option, Wanted
from pnp.games.seats import ANYWAY, insisted
from pnp.play import history, results
from pnp.play.engine import Answer, Table
from pnp.play.result import result_of
from pnp.play.tables import Tables
from pnp.words import LANGUAGE, Said, Words, facts_of, say

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Nothing on the screen, and nothing above it to scroll back to."""


class Prompt:
    """A conversation with one table."""

    def __init__(self, tables: Tables, table: Table, as_json: bool, on_terminal: bool, language: str = "") -> None:
        self.tables = tables
        self.table = table
        self.as_json = as_json
        self.on_terminal = on_terminal
        self.language = language or LANGUAGE
        self.refused = False
        self._alone: tuple[int, int] | None = None

    def run(self, lines: TextIO) -> int:
        """Take lines until the lines end or somebody leaves; in a pipe a refused line makes the exit code 1."""
        self._greet()
        sys.stdout.flush()
        for line in self._lines(lines):
            if line.strip().casefold() in ("quit", "exit", "q"):
                break
            self.hear(line)
            sys.stdout.flush()  # whoever writes to the pipe may wait for the answer
        if not self.as_json:
            self._say(say("saved", table=self.table.id, again=f"pnp play --table {self.table.id}"))
        return int(self.refused and not self.on_terminal)

    def _lines(self, lines: TextIO) -> Iterable[str]:
        if not self.on_terminal:
            yield from lines
            return
        while True:
            try:
                self._curtain()
                yield input(self._prompt())
            except EOFError:
                show()
                return
            except KeyboardInterrupt:
                show()
                self._say(say("saved", table=self.table.id, again=f"pnp play --table {self.table.id}"))
                raise

    # ------------------------------------------------------------------ what is shown

    @property
    def words(self) -> Words:
        """The words for what is said at this table."""
        return spoken(self.language, self.table.words(self.language))

    def _say(self, said: Said) -> None:
        show(self.words.text(said))

    def _greet(self) -> None:
        if self.as_json:
            self._tell(Answer(True, self.table.seq))
            return
        opening = self.table.opening
        title = painted(self.table.game.TITLE, "bold")
        self._say(say("greeting", title=title, table=self.table.id, players=self.table.players))
        if opening.commitment:
            self._say(say("promised", promise=opening.commitment))
        if self.on_terminal:
            self._say(say("how-to-ask"))
        self._show()

    def _show(self) -> None:
        for line in table_text.lines(self.table, self.words, None, sheets=False):
            show(line)

    def _tell(self, result: Answer, **more: Any) -> None:
        """One JSON line: what became of the line that was read, and where the table is now."""
        table, words = self.table, self.words
        number, of = table.play.round(table.state)
        answer(
            {
                "ok": result.ok,
                "seq": table.seq,
                "code": result.code,
                "message": words.text(result.said or ""),
                "facts": facts_of(result.said) if result.said else {},
                "table": table.id,
                "game": table.opening.game,
                "round": number,
                "rounds": of,
                "over": table.over,
                "dice": [words.text(die.name) for die in table.play.dice(table.state)],
                "wanted": [self._wanted(one, words) for one in table.play.wanted(table.state)],
                "ranking": results.ranking(result_of(table), words),
                "notes": [words.as_json(note) for note in history.notes(table)],
                **({"commitment": table.opening.commitment} if table.seq == 1 else {}),
                **more,
            }
        )

    def _wanted(self, one: Wanted, words: Words) -> dict[str, Any]:
        player = None if one.seat is None else self.table.players[one.seat]
        return {
            "player": player,
            "what": words.text(one.what),
            "example": one.example,
            "must": one.must,
            "secret": one.secret,
        }

    # ------------------------------------------------------------------ what is heard

    def hear(self, line: str) -> None:
        """Do what a line says."""
        words = line.strip()
        verb, _, rest = words.partition(" ")
        command = getattr(self, f"_do_{verb.casefold()}", None) if verb.isalpha() else None
        name, mark, asked = words.partition(":")
        if mark and asked.strip() in ("?", "??"):
            words = f"{asked.strip()} {name}"
        if words.startswith("?"):
            self._options(words.lstrip("?").strip(), everything=words.startswith("??"))
        elif command is not None:
            command(rest.strip())
        elif words or (self.on_terminal and self.table.play.dice(self.table.state)):
            self._finish(self._enter(words))
        elif self.as_json:
            self._tell(Answer(True, self.table.seq))

    def _enter(self, words: str) -> Answer:
        """Words for a seat, for the table, or dice as they lie."""
        if not words:
            return self.tables.roll(self.table)
        behind = insisted(words)
        name, mark, rest = (words if behind is None else behind).partition(":")
        rest = rest if behind is None else f"{ANYWAY} {rest.strip()}"
        if mark and (name.strip().casefold() in ("", "table") or self.table.seat_of(name) is not None):
            seat = self.table.seat_of(name) if name.strip().casefold() not in ("", "table") else None
            return self.tables.say(self.table, seat, rest.strip())
        wanted = self.table.play.dice(self.table.state)
        if wanted and (faces := faces_in(words, [die.faces for die in wanted])) is not None:
            return self.tables.roll(self.table, faces)
        return self.tables.say(self.table, self._turn(), words)

    def _turn(self) -> int | None:
        """The seat that the game waits for first."""
        wanted = sorted(self.table.play.wanted(self.table.state), key=lambda one: not one.must)
        return wanted[0].seat if wanted else None

    def _finish(self, result: Answer, **more: Any) -> None:
        self.refused = self.refused or not result.ok
        if self.as_json:
            self._tell(result, **more)
        elif result.ok:
            self._show()
        else:
            show(f"{painted('✗', 'red')} {self.words.text(result.said or '')}")

    def _do_roll(self, rest: str) -> None:
        if rest:
            self._finish(self._enter(rest))
        else:
            self._finish(self.tables.roll(self.table))

    def _do_undo(self, rest: str) -> None:
        number, _, reason = rest.partition(" ")
        steps = int(number) if number.isdecimal() and len(number) < 6 else 1
        self._finish(self.tables.undo(self.table, steps, reason if number.isdecimal() else rest))

    def _do_redo(self, rest: str) -> None:
        del rest
        self._finish(self.tables.redo(self.table))

    def _do_correct(self, rest: str) -> None:
        number, _, words = rest.partition(" ")
        words, _, reason = words.partition("#")
        if not number.isdecimal() or len(number) > 6:
            self._finish(Answer(False, self.table.seq, say("no-such-event.typed")))
            return
        self._finish(self.tables.correct(self.table, int(number), words.strip(), reason.strip()))

    def _do_log(self, rest: str) -> None:
        del rest
        words = self.words
        rows = [(str(row.seq), words.text(row.what)) for row in history.rows(self.table)]
        if self.as_json:
            self._tell(Answer(True, self.table.seq), log=[{"seq": int(n), "what": what} for n, what in rows])
            return
        for line in columns([[f"  {n}", what] for n, what in rows]):
            show(line)

    def _do_close(self, rest: str) -> None:
        if rest:
            self._finish(self.tables.say(self.table, None, f"close {rest}"))
        else:
            result = self.tables.close(self.table)
            secret = self.table.events[-1].data.get("secret") if result.ok else None
            self._finish(result, **({"secret": secret} if secret else {}))
            if secret and not self.as_json:
                self._say(say("secret", secret=secret))

    def _do_help(self, rest: str) -> None:
        del rest
        if self.as_json:
            self._tell(Answer(True, self.table.seq), help=self.words.text(say("help")).splitlines())
        else:
            self._say(say("help"))

    def _do_score(self, rest: str) -> None:
        del rest
        if self.as_json:
            self._tell(Answer(True, self.table.seq))
        else:
            for line in table_text.ranking(self.table, self.words):
                show(line)

    def _do_sheet(self, rest: str) -> None:
        seat = self.table.seat_of(rest) if rest else None
        if rest and seat is None:
            self._finish(self._nobody(rest))
        elif self.as_json:
            self._tell(Answer(True, self.table.seq), document=self.table.play.document(self.table.state))
        else:
            only = "" if seat is None else self.table.players[seat]
            mine = seat is not None and self._alone == (seat, self.table.seq)
            for line in table_text.lines(self.table, self.words, seat if mine else None, sheets=True, only=only):
                show(line)

    def _do_peek(self, rest: str) -> None:
        """What only one player may see; on a terminal behind the curtain."""
        seat = self.table.seat_of(rest)
        if seat is None:
            self._finish(self._nobody(rest))
            return
        name = self.table.players[seat]
        lines = table_text.lines(self.table, self.words, seat, sheets=True, only=name)
        if self.as_json:
            self._tell(Answer(True, self.table.seq), view=lines)
            return
        if self.on_terminal:
            show(CLEAR)
            input(self.words.text(say("alone", name=name)))
        for line in lines:
            show(line)
        if self.on_terminal:
            input(self.words.text(say("seen")))
            show(CLEAR)
            self._show()

    def _nobody(self, name: str) -> Answer:
        return Answer(False, self.table.seq, say("no-such-seat.name", who=repr(name), players=self.table.players))

    def _options(self, name: str, everything: bool) -> None:
        seat = self.table.seat_of(name) if name else self._turn()
        if seat is None and name.casefold() not in ("", "table"):
            self._finish(self._nobody(name))
            return
        if self.as_json:
            found = self.table.play.options(self.table.state, seat, 2000 if everything else 200)
            words = self.words
            rows = [_option(option, words) for option in found]
            self._tell(Answer(True, self.table.seq), options=rows)
            return
        for line in table_text.options(self.table, self.words, listed(self.table, seat, self.words), everything):
            show(line)

    # ------------------------------------------------------------------ on a terminal

    def _curtain(self) -> None:
        """Hide what was shown before somebody enters in secret, and wait until they sit at the keyboard."""
        wanted = [one for one in self.table.play.wanted(self.table.state) if one.must]
        if not wanted or wanted[0].seat is None or not wanted[0].secret or self.table.play.dice(self.table.state):
            if self._alone:
                self._alone = None
                show(CLEAR)
                self._show()
            return
        seat = wanted[0].seat
        if self._alone == (seat, self.table.seq):
            return  # the same person still: what they asked for, or why it was refused, stays on the screen
        self._alone = seat, self.table.seq
        show(CLEAR)
        input(self.words.text(say("alone", name=self.table.players[seat])))
        for line in table_text.lines(self.table, self.words, seat, sheets=True):
            show(line)

    def _prompt(self) -> str:
        if self.table.play.dice(self.table.state):
            virtual = self.table.opening.dice == "virtual"
            asked = say("prompt.roll") if virtual else say("prompt.dice")
            return f"{self.words.text(asked)} > "
        seat = self._turn()
        return f"{self.words.text(say('the-table.short')) if seat is None else self.table.players[seat]} > "


def _option(option: Option, words: Words) -> dict[str, Any]:
    """An option for programs: how it is written, what it does in words, and everything it says as data."""
    data = {**option._asdict(), "dice": dict(option.dice), "means": words.text(option.means)}
    return {"words": option.notation, **data}
