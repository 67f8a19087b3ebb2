"""A table in a pipe: a line goes in, what became of it comes out, for people or as JSON."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from pnp.cli import table_text
from pnp.cli.terminal import answer, columns, painted, show
from pnp.cli.typed_lines import Heard, TypedLines
from pnp.games.play import Option, Wanted
from pnp.play import history, results
from pnp.play.engine import Answer, Table
from pnp.play.result import result_of
from pnp.play.tables import Tables
from pnp.words import Said, Words, facts_of, say


class LineProtocol(TypedLines):
    """A conversation with one table, line by line."""

    def __init__(self, tables: Tables, table: Table, as_json: bool, language: str = "", again: str = "") -> None:
        super().__init__(tables, table, language)
        self.as_json = as_json
        self.again = again
        self.refused = False

    def run(self, lines: TextIO) -> int:
        """Take lines until they end or somebody leaves; a refused line makes the exit code 1."""
        self._greet()
        sys.stdout.flush()
        for line in lines:
            heard = self.hear(line)
            if heard.shows == "quit":
                break
            self.tell(heard, bool(line.strip()))
            sys.stdout.flush()  # whoever writes to the pipe may wait for the answer
        if not self.as_json:
            self._say(say("saved", table=self.table.id, again=self.again))
        return int(self.refused)

    def _say(self, said: Said) -> None:
        show(self.words.text(said))

    def _greet(self) -> None:
        if self.as_json:
            self._answer(Answer(True, self.table.seq))
            return
        title = painted(self.table.game.TITLE, "bold")
        self._say(say("greeting", title=title, table=self.table.id, players=self.table.players))
        if self.table.opening.commitment:
            self._say(say("promised", promise=self.table.opening.commitment))
        self._show()

    def tell(self, heard: Heard, asked: bool = True) -> None:
        """Show what became of a line; an empty one gets an answer for programs only."""
        self.refused = self.refused or not heard.answer.ok
        if self.as_json:
            self._answer(heard.answer, **self._more(heard))
            return
        if not heard.answer.ok:
            show(f"{painted('✗', 'red')} {self.words.text(heard.answer.said or '')}")
        lines = self._lines(heard)
        if lines is None and heard.answer.ok and asked:
            self._show()
        for line in lines or ():
            show(line)

    def _show(self) -> None:
        for line in table_text.lines(self.table, self.words, None, sheets=False, bots=self.tables.bot_seats):
            show(line)

    def _lines(self, heard: Heard) -> list[str] | None:
        """What somebody asked to see, for people; None where it is the table as it is now."""
        words, table = self.words, self.table
        match heard.shows:
            case "options" if heard.options:
                return table_text.options(table, words, heard.options, heard.everything)
            case "log":
                rows = [[f"  {row.seq}", words.text(row.what)] for row in history.rows(table)]
                return columns(rows)
            case "help":
                return table_text.help_lines(table, words)
            case "preview" if heard.answer.ok:
                return [words.text(heard.answer.said or "")]
            case "score":
                return table_text.ranking(table, words)
            case "sheet":
                only = "" if heard.seat is None else table.players[heard.seat]
                return table_text.lines(table, words, None, sheets=True, only=only, bots=self.tables.bot_seats)
            case "peek" if heard.seat is not None:
                only, bots = table.players[heard.seat], self.tables.bot_seats
                return table_text.lines(table, words, heard.seat, sheets=True, only=only, bots=bots)
            case "hint":
                return table_text.hint_lines(heard.hints, words)
            case "seal" if heard.answer.ok:
                if table.position.closed:
                    self._show()
                return table_text.seal_lines(table, words)
        return None

    # ------------------------------------------------------------------ JSON

    def _more(self, heard: Heard) -> dict[str, Any]:
        """What an answer for programs has beside where the table is."""
        words, table = self.words, self.table
        match heard.shows:
            case "options" if heard.answer.ok and heard.options and not heard.options.bonus:
                found = table.play.options(table.state, heard.seat, 2000 if heard.everything else 200)
                return {"options": [_option(option, words) for option in found]}
            case "options" if heard.options:
                return {"options": [_option(option, words) for option in heard.options.options]}
            case "log":
                return {"log": [{"seq": row.seq, "what": words.text(row.what)} for row in history.rows(table)]}
            case "help":
                return {"help": table_text.help_lines(table, words)}
            case "sheet":
                return {"document": table.play.document(table.state)}
            case "peek":
                only = table.players[heard.seat or 0]
                return {"view": table_text.lines(table, words, heard.seat, sheets=True, only=only)}
            case "hint":
                rows = [(one.notation, round(one.expected, 2), round(one.error, 2)) for one in heard.hints]
                return {"hints": [dict(zip(("words", "expected", "error"), row, strict=True)) for row in rows]}
            case "seal":
                secret = table_text.dice_secret(table)
                return {"commitment": table.opening.commitment, **({"secret": secret} if secret else {})}
        return {}

    def _answer(self, result: Answer, **more: Any) -> None:
        """One JSON line: what became of the line that was read, and where the table is now."""
        table, words = self.table, self.words
        number, of = table.play.round(table.state)
        answer(
            {
                "ok": result.ok,
                "seq": table.seq,
                "seal": table.events[-1].seal,
                "code": result.code,
                "message": words.text(result.said or ""),
                "facts": facts_of(result.said) if result.said else {},
                "table": table.id,
                "game": table.opening.game,
                "round": number,
                "rounds": of,
                "stage": words.text(table.play.stage(table.state)),
                "over": table.over,
                "dice": [words.text(die.name) for die in table.play.dice(table.state)],
                "rolled": table_text.last_roll(table),
                "lying": [{"name": words.text(name), "face": face} for name, face in table.play.lying(table.state)],
                "wanted": [self._wanted(one, words) for one in self.wanted()],
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


def _option(option: Option, words: Words) -> dict[str, Any]:
    """An option for programs: how it is written, what it does in words, and everything it says as data."""
    data = {**option._asdict(), "dice": dict(option.dice), "means": words.text(option.means), "asks": None}
    return {"words": option.notation, **data}
