"""A pad on a terminal: Enter walks through the empty boxes, a number goes into the one that is due."""

from __future__ import annotations

from pnp.cli.screen import pad_panel
from pnp.cli.screen.drawing import Shown
from pnp.cli.screen.steps import Step
from pnp.cli.screen.table_screen import Screen
from pnp.play.pad import PadPlay
from pnp.play.pad_words import is_number
from pnp.sheets.pads import Box
from pnp.words import say


class PadScreen(Screen):
    """The screen of a table that is kept by pad."""

    walked = 0
    """How many empty boxes were passed over."""

    @property
    def due(self) -> Box | None:
        """The box that the next number goes into."""
        play = self.table.play
        if not isinstance(play, PadPlay) or self.table.over or self.table.position.closed:
            return None
        empty = play.due(self.table.state)
        return empty[self.walked % len(empty)] if empty else None

    def shown(self) -> Shown:
        due = self.due
        made = super().shown()
        asks = say("prompt-line.pad") if due else None
        return made._replace(body=lambda look, cells, rows: pad_panel.body(look, cells, rows, due), asks=asks)

    def prompt(self) -> str:
        due = self.due
        if due is None or self.page:
            return super().prompt()
        name = self.words.text(say("pad.box", box=due.name))
        return f"{name} > " if due.seat is None else f"{self.table.players[due.seat]}, {name} > "

    def enter(self, typed: str) -> None:
        due, numbers = self.due, typed.split()
        if due is not None and self.walked and len(numbers) == 1 and is_number(numbers[0]):
            whose = "" if due.seat is None else f"{self.table.players[due.seat]} "
            which = f"r{due.number} " if due.number else ""
            typed = f"{whose}{which}{' '.join(due.stem)} {numbers[0]}"
        super().enter("help" if numbers == ["?"] else typed)

    def _go_on(self, step: Step) -> None:
        if self.page is None and self.due is not None:
            self.walked += 1
        else:
            super()._go_on(step)
