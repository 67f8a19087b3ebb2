"""The table drawn with characters: dice, sheets, what is wanted, who leads."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.cli.check import picture_lines
from pnp.cli.terminal import columns, painted
from pnp.play import story
from pnp.play.engine import Table

_PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}


def dice_lines(faces: Sequence[int | str]) -> list[str]:
    """Dice side by side; faces that are no pips are written.

    >>> for line in dice_lines([1, 4]): print(line)
    ┌───────┐ ┌───────┐
    │       │ │ ●   ● │
    │   ●   │ │       │
    │       │ │ ●   ● │
    └───────┘ └───────┘
    """
    if not faces:
        return []
    if not all(face in _PIPS for face in faces):
        return [" ".join(f"[{face}]" for face in faces)]
    rows = [" ".join(f"│ {_PIPS[int(face)][row]} │" for face in faces) for row in range(3)]
    return [" ".join("┌───────┐" for _ in faces), *rows, " ".join("└───────┘" for _ in faces)]


def lines(table: Table, seat: int | None, sheets: bool, only: str = "") -> list[str]:
    """What a seat sees of its table, or with None what lies open; with the sheets, one player's only, or without."""
    view = table.play.view(table.state, seat)
    drawn = ["", painted(view.headline, "bold")]
    if not table.play.dice(table.state) and not table.over:
        drawn += dice_lines(story.last_roll(table))
    if sheets:
        for player, picture, below in (one for one in view.sheets if only in ("", one[0])):
            drawn += ["", painted(player, "bold")]
            drawn += [f"  {line}" for line in (picture_lines(picture) if picture else [])]
            drawn += [f"  {line}" for line in below]
    drawn += list(view.lines)
    if table.over:
        drawn += ["", *ranking(table)]
    return drawn + _wanted(table)


def _wanted(table: Table) -> list[str]:
    if table.position.closed:
        return ["  the table is closed"]
    if rolled := table.play.dice(table.state):
        names = ", ".join(dict.fromkeys(die.name for die in rolled))
        return [f"  to roll: {len(rolled)} ({names})"]
    rows = []
    for one in table.play.wanted(table.state):
        who = "table" if one.seat is None else table.players[one.seat]
        rows.append([f"  {who}:", one.what, f"e.g. {one.example}" if one.example else "", "" if one.must else "may"])
    return columns(rows)


def ranking(table: Table) -> list[str]:
    """Who stands where."""
    rows = [[f"{row.rank}.", row.player, str(row.total), row.why] for row in table.standings()]
    return [f"  {line}" for line in columns(rows, right=[0, 2])]


A_SCREEN = 24


def options(table: Table, seat: int | None, everything: bool = False) -> list[str]:
    """What a seat may say now, and what it does: a screenful, or everything."""
    who = "the table" if seat is None else table.players[seat]
    found = table.play.options(table.state, seat, 2000)
    shown = found if everything else found[:A_SCREEN]
    rows = [[f"  {option.words}", option.means] for option in shown]
    more = [f"  and {len(found) - len(shown)} more: ?? lists them"] if len(found) > len(shown) else []
    return [f"{who} may say:", *columns(rows), *more] if rows else [f"nothing for {who} to say now"]
