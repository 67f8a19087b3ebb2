"""A table on a terminal: a screen that is drawn in place, a line to type in, a curtain between secrets."""

from __future__ import annotations

from typing import Any

from pnp.cli import table_text
from pnp.cli.screen import pages
from pnp.cli.screen.cells import Line
from pnp.cli.screen.drawing import Page, Shown, drawn
from pnp.cli.screen.panels import Look
from pnp.cli.screen.steps import Keyboard, Step, next_step, passed_over
from pnp.cli.terminal import show
from pnp.cli.typed_lines import Heard, TypedLines
from pnp.play.engine import Table
from pnp.play.tables import Tables
from pnp.words import say


class Screen(TypedLines):
    """What is shown of one table, and what becomes of each line that is typed."""

    def __init__(self, tables: Tables, table: Table, language: str = "", again: str = "") -> None:
        super().__init__(tables, table, language)
        self.again = again
        self.page: Page | None = None
        self.message, self.good = self._greeting(), True
        self.scroll = 0
        self.left = False
        self._alone: tuple[int, int] | None = None
        self._skipped: set[tuple[int | None, str]] = set()
        self._peek: tuple[int, bool] | None = None
        self._seen_round = self._revealed()
        self._app: Any = None

    def _greeting(self) -> str:
        """The promise of the dice, before the first of them is rolled, and how to ask."""
        promise = self.table.opening.commitment if self.table.seq == 1 else ""
        said = [say("promised", promise=promise), say("how-to-ask")] if promise else [say("how-to-ask")]
        return "\n".join(map(self.words.text, said))

    # ------------------------------------------------------------------ what is shown

    @property
    def step(self) -> Step:
        """What is asked for now."""
        if self._peek and not self._peek[1]:
            return Step("curtain", self._peek[0])
        alone = self._alone[0] if self._alone and self._alone[1] == self.table.seq else None
        shared = len(self.table.players) - len(self.tables.bot_seats) > 1
        keyboard = Keyboard(shared, alone, self._skipped, self.tables.bot_seats)
        return next_step(self.table, keyboard, self._revealed() > self._seen_round)

    def _revealed(self) -> int:
        last = self.table.play.last(self.table.state)
        return last.round if last else 0

    def shown(self) -> Shown:
        step = self.step
        seat = self._peek[0] if self._peek and self._peek[1] else step.seat if step.secret else None
        look = Look(self.table, self.words, step, seat)
        return Shown(look, self.page, self.message, self.good, self.scroll)

    def lines(self, cells: int, rows: int) -> list[Line]:
        """The screen above the prompt, for a size."""
        return drawn(self.shown(), cells, rows)

    def prompt(self) -> str:
        """What stands before the line that is typed."""
        step = self.step
        if self.page or step.kind in ("curtain", "pause"):
            return self.words.text(say("prompt.enter")) + " > "
        if step.kind == "roll":
            virtual = self.table.opening.dice == "virtual"
            return self.words.text(say("prompt.roll") if virtual else say("prompt.dice")) + " > "
        name = self.words.text(say("the-table.short")) if step.seat is None else self.table.players[step.seat]
        return f"{name} > "

    # ------------------------------------------------------------------ what is typed

    def enter(self, typed: str) -> None:
        """Take a line: an empty one goes on, any other is heard."""
        before, step = self.table.seq, self.step
        self.message, self.good, self.scroll = "", True, 0
        if step.kind in ("roll", "pause"):
            self._seen_round = self._revealed()
        if not typed.strip():
            self._go_on(step)
        else:
            self._leave_page()
            self._take(self.hear(typed, step.seat if step.kind in ("words", "curtain") else self.turn()))
        self._seen_round = min(self._seen_round, self._revealed())
        if self.table.seq != before:
            self._after_writing()

    def _go_on(self, step: Step) -> None:
        """What Enter alone does: it closes a page, comes to the keyboard, rolls, says the one thing, or passes over."""
        if self.page is not None:
            self._leave_page()
        elif self._peek:
            self._peek = self._peek[0], True
            self.page = self._page_of("sheet", self._peek[0])
        elif step.kind == "curtain" and step.seat is not None:
            self._alone = step.seat, self.table.seq
            self._forget()
        elif step.kind == "roll" and self.table.opening.dice == "virtual":
            self._take(Heard(self.tables.roll(self.table)))
        elif step.kind == "words" and step.wanted and step.wanted.only:
            self._take(self.say(step.seat, step.wanted.example))
        elif step.kind == "words" and step.wanted and not step.wanted.must:
            self._skipped.add(passed_over(step.wanted))
            self._forget()

    def _leave_page(self) -> None:
        """Back to the table; what only one player may see is not seen any more."""
        self.page = None
        if self._peek:
            self._peek = None
            self._forget()

    def _take(self, heard: Heard) -> None:
        """Show what became of a line."""
        self.good = heard.answer.ok
        told = not heard.answer.ok or heard.shows == "preview"
        self.message = self.words.text(heard.answer.said or "") if told else ""
        match heard.shows:
            case "quit":
                self.left = True
            case "options" if heard.options:
                found = heard.options
                self.page = lambda look, cells: pages.options(look, found, cells)
            case "peek" if heard.seat is not None:
                self._peek = heard.seat, False
                self._forget()
            case "hint":
                hints = heard.hints
                self.page = lambda look, cells: pages.hints(look, hints, cells)
            case "log" | "help" | "score" | "sheet" | "seal":
                self.page = self._page_of(heard.shows, heard.seat)

    def _page_of(self, shows: str, seat: int | None) -> Page:
        return lambda look, cells: pages.asked(look, shows, seat, cells)

    def _after_writing(self) -> None:
        """Something happened: nobody sits at the keyboard alone any more, and what was passed over may come again."""
        if self._alone:
            self._alone = None
            self._forget()
        if not self.table.over:
            self._skipped.clear()
        play, state = self.table.play, self.table.state
        if play.rolls_again(state) and (voided := play.voided(state)):
            self.message = self.words.text(say("entries-void", seats=voided))

    def _forget(self) -> None:
        """Nothing that was typed can be had back: not by the arrows, not by undoing, not from the clipboard."""
        if self._app is not None:
            forget(self._app)

    # ------------------------------------------------------------------ the terminal

    def run(self) -> int:
        """Show the screen until somebody leaves."""
        self._app = application(self)
        try:
            self._app.run()
        except EOFError:
            pass  # the terminal has gone
        finally:
            for line in table_text.seal_lines(self.table, self.words) if self.table.position.closed else ():
                show(line)
            show(self.words.text(say("saved", table=self.table.id, again=self.again)))
        return 0

    def accept(self, buffer: Any) -> bool:
        """A line was typed; an error that ends the program ends the screen first."""
        try:
            self.enter(buffer.text)
        except BaseException as error:  # whatever it is, the terminal is given back before it is told
            self._app.exit(exception=error)
            return False
        if self.left:
            self._app.exit()
        return False


def application(screen: Screen) -> Any:
    """The screen and the line to type in, with its keys."""
    from prompt_toolkit.application import Application, get_app
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.history import InMemoryHistory
    from prompt_toolkit.layout import BufferControl, FormattedTextControl, HSplit, Layout, Window
    from prompt_toolkit.layout.processors import BeforeInput

    def content() -> Any:
        size = get_app().output.get_size()
        return [piece for one in screen.lines(size.columns, size.rows) for piece in (*one, ("", "\n"))][:-1]

    buffer = Buffer(accept_handler=screen.accept, history=InMemoryHistory(), multiline=False)
    typing = BufferControl(buffer, input_processors=[BeforeInput(screen.prompt, style="bold")])
    picture = Window(FormattedTextControl(content, show_cursor=False), wrap_lines=False, always_hide_cursor=True)
    return Application(
        layout=Layout(HSplit([picture, Window(typing, height=1)]), focused_element=typing),
        key_bindings=_keys(screen),
        full_screen=True,
        mouse_support=False,
    )


def _keys(screen: Screen) -> Any:
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("c-c")
    @keys.add("<sigint>")
    def _(event: Any) -> None:
        event.app.exit(exception=KeyboardInterrupt())

    @keys.add("c-d")
    def _(event: Any) -> None:
        if not event.current_buffer.text:
            event.app.exit()

    @keys.add("pagedown")
    def _(event: Any) -> None:
        screen.scroll += max(1, event.app.output.get_size().rows - 6)

    @keys.add("pageup")
    def _(event: Any) -> None:
        screen.scroll = max(0, screen.scroll - (event.app.output.get_size().rows - 6))

    @keys.add("escape", eager=True)
    def _(event: Any) -> None:
        del event
        if screen.page is not None:
            screen.enter("")

    return keys


def forget(app: Any) -> None:
    """Clear the history of the line, what it can undo, and the clipboard."""
    from prompt_toolkit.clipboard import InMemoryClipboard
    from prompt_toolkit.history import InMemoryHistory

    app.clipboard = InMemoryClipboard()
    buffer = app.current_buffer
    buffer.history = InMemoryHistory()
    buffer.reset()
