"""A pad on a terminal: numbers fill the boxes one after the other, Enter walks, everything stands on the screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from memory_store import MemoryStore
from terminal_screen import TerminalScreen

from pnp import games
from pnp.cli.screen.pad_screen import PadScreen
from pnp.play.tables import Tables

KEPT = [name for name in games.names() if games.load(name).PAD]


def pad(game: str, players: list[str]) -> PadScreen:
    tables = Tables(MemoryStore(), lambda: "2026-01-01T00:00:00+00:00")
    return PadScreen(tables, tables.open(game, players, pad=True))


def text(screen: PadScreen, columns: int = 80, rows: int = 24) -> str:
    lines = ["".join(piece for _, piece in line).rstrip() for line in screen.lines(columns, rows)]
    return "\n".join([*lines, screen.prompt()])


def test_a_pad_on_a_terminal(tmp_path: Path) -> None:
    screen = TerminalScreen(tmp_path, "play", "dice-manor", "--players", "Ana,Bo")
    try:
        assert re.search("Ana +Bo", screen.until("Ana, round 1, Tours >"))
        screen.type("5", "", "7", "bo adv 3")
        shown = screen.until("37 boxes are still empty")
        assert re.search(r"round 1, Tours +5 +·", shown) and re.search(r"round 1, Dice inside +7 +\?", shown)
        assert re.search(r"round 1, Advertising +· +3", shown) and re.search(r"total +12 +3", shown)
        screen.type("undo", "quit")
        assert screen.end() == 0
    finally:
        screen.stop()


def test_enter_walks_through_the_empty_boxes_and_round_again() -> None:
    screen = pad("dice-manor", ["Ana", "Bo"])
    seen = []
    for _ in range(len(screen.table.play.due(screen.table.state))):  # type: ignore[attr-defined]
        seen.append(screen.prompt())
        screen.enter("")
    assert len(set(seen)) == len(seen) > 20 and screen.prompt() == seen[0] and screen.table.seq == 1
    screen.enter("")
    screen.enter("4")
    (event,) = screen.table.events[1:]
    assert screen.good and list(event.data["marks"].values()) == [4] and seen[1].startswith("Bo, round 1, Tours")
    assert text(screen).count("?") == 1


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("game", KEPT)
def test_every_pad_is_filled_with_a_number_and_enter_a_box(game: str, size: tuple[int, int]) -> None:
    """The box that is due is on the screen wherever it is; in the end the totals are."""
    screen = pad(game, ["Ana", "Bo", "Cy"][: games.load(game).PLAYERS[1]])
    boxes = len(screen.table.play.due(screen.table.state))  # type: ignore[attr-defined]
    for number in range(boxes):
        assert "?" in text(screen, *size)
        screen.enter(str(number % 7))
        assert screen.good and screen.table.seq == number + 2
    assert screen.table.over and screen.due is None
    assert all(str(row.total) in text(screen, *size) for row in screen.table.standings())


def test_what_can_be_typed_is_told() -> None:
    screen = pad("dice-manor", ["Ana", "Bo"])
    screen.enter("?")
    assert "goes into the box that is due" in text(screen) and "Ana tours 5" in text(screen)
    screen.enter("")
    screen.enter("nonsense")
    assert not screen.good and "✗" in text(screen) and screen.table.seq == 1
