"""The table drawn with characters: dice, sheets, what is wanted, who leads."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pnp.cli import result_text
from pnp.cli.check import picture_lines
from pnp.cli.options_list import OptionsList, bonus_name
from pnp.cli.terminal import columns, painted
from pnp.games.coaching import Hint
from pnp.games.table_dice import Face
from pnp.play import history
from pnp.play.engine import Table
from pnp.play.pad import PadPlay
from pnp.play.result import result_of
from pnp.words import Words, say

PIPS = {
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
    if not all(face in PIPS for face in faces):
        return [" ".join(f"[{face}]" for face in faces)]
    rows = [" ".join(f"│ {PIPS[int(face)][row]} │" for face in faces) for row in range(3)]
    return [" ".join("┌───────┐" for _ in faces), *rows, " ".join("└───────┘" for _ in faces)]


def lines(
    table: Table, words: Words, seat: int | None, sheets: bool, only: str = "", bots: Collection[int] = ()
) -> list[str]:
    """What a seat sees of its table, or with None what lies open; with the sheets, one player's only, or without.

    What bots may do, and need not, is asked of nobody.
    """
    view = table.view(seat)
    drawn = ["", painted(words.text(view.headline), "bold"), *_dice(table, words)]
    if sheets:
        for player, picture, below in (one for one in view.sheets if only in ("", one[0])):
            drawn += ["", painted(player, "bold")]
            drawn += [f"  {line}" for line in (picture_lines(picture, words) if picture else [])]
            drawn += [f"  {words.text(line)}" for line in below]
    drawn += map(words.text, (*view.lines, *history.notes(table)))
    if table.over or table.ended_early:
        drawn += ["", *ranking(table, words)]
    return drawn + _wanted(table, words, bots)


def dice_secret(table: Table) -> str:
    """Return the secret of the dice once the table is closed; nothing before, and where there is none."""
    return str(table.events[-1].data.get("secret", "")) if table.position.closed else ""


def seal_lines(table: Table, words: Words) -> list[str]:
    """Return what to keep of a table to check its log later: the promise of the dice, their secret, the last seal."""
    promise, secret = table.opening.commitment, dice_secret(table)
    texts = [say("promised", promise=promise)] if promise else []
    texts += [say("secret", secret=secret)] if secret else []
    texts += [say("seal", seal=table.events[-1].seal), say("seal.keep", closed=table.position.closed)]
    return [words.text(text) for text in texts]


def _dice(table: Table, words: Words) -> list[str]:
    """The dice that lie there, with what each is called; in a game that names none, what was rolled just now."""
    if table.over or table.ended_early:
        return []
    if not table.play.dice(table.state) and (lying := table.play.lying(table.state)):
        names = " ".join(words.text(name).center(9) for name, _ in lying).rstrip()
        return [*dice_lines([face for _, face in lying]), *([names] if names else [])]
    last = table.events[table.path()[-1] - 1]
    if last.kind != "rolled":
        return []
    rolled = tuple(last.data["dice"])
    return [f"  {words.text(say('rolled', dice=rolled))}"] if table.play.dice(table.state) else dice_lines(rolled)


def _wanted(table: Table, words: Words, bots: Collection[int]) -> list[str]:
    if table.position.closed:
        return [f"  {words.text(say('table-closed'))}"]
    if table.pause:
        return [f"  {words.text(say('prompt-line.stopped'))}"]
    if rolled := table.play.dice(table.state):
        if all(die.name == say("die") for die in rolled):
            return [f"  {words.text(say('to-roll', n=len(rolled)))}"]
        names = tuple(dict.fromkeys(words.text(die.name) for die in rolled))
        return [f"  {words.text(say('to-roll.named', n=len(rolled), names=names))}"]
    rows = []
    for one in table.play.wanted(table.state):
        if one.seat in bots and not one.must:
            continue
        who = words.text(say("the-table.short")) if one.seat is None else table.players[one.seat]
        example = words.text(say("example", words=one.example)) if one.example else ""
        rows.append([f"  {who}:", words.text(one.what), example, "" if one.must else words.text(say("may"))])
    return columns(rows)


def ranking(table: Table, words: Words) -> list[str]:
    """Who stands where."""
    return result_text.ranking(result_of(table), words)


A_SCREEN = 24


def options(table: Table, words: Words, found: OptionsList, everything: bool = False) -> list[str]:
    """What a seat may say now, and what it does, with numbers: a screenful, or everything."""
    who = say("the-table") if found.seat is None else table.players[found.seat]
    if not found.groups:
        return [words.text(say("silent", who=who))]
    number, lines = 0, [words.text(say("may-say", who=who))]
    most = 10**6 if everything else A_SCREEN
    for group in found.groups:
        shown = [] if number >= most else group.options[: most - number]
        rows = [[f"  {number + n}", one.notation, words.text(one.means)] for n, one in enumerate(shown, 1)]
        number += len(group.options)
        lines += [*([f" {group.heading}"] if group.heading and rows else []), *columns(rows, right=[0])]
    if number > most:
        lines.append(f"  {words.text(say('more-options', n=number - most))}")
    return lines + bonus_lines(found, words)


def bonus_lines(found: OptionsList, words: Words) -> list[str]:
    """The bonuses that could be claimed, each with how to see its moves."""
    rows = [
        [f"  ? {bonus}", words.text(say("bonus-moves", n=n, name=bonus_name(bonus, words)))]
        for bonus, n in found.bonuses
    ]
    return [words.text(say("bonuses-to-claim")), *columns(rows)] if rows else []


def help_lines(table: Table, words: Words) -> list[str]:
    """How moves of this game are written, as far as the game tells, and what can be typed in every game."""
    own = words.sentence(f"help.{table.opening.game}")
    if isinstance(table.play, PadPlay):
        example, (_, rounds) = table.play.example(table.state), table.play.round(table.state)
        round_example = f"{table.players[0]} round 1 \u2026".ljust(13) if rounds > 1 else None
        due = len(table.play.due(table.state)) or None
        own = words.text(say("help.pad", example=example.ljust(13), round=round_example, due=due))
    return [*(own.splitlines() if own else []), *([""] if own else []), *words.text(say("help")).splitlines()]


def last_roll(table: Table) -> list[Face]:
    """The dice that were rolled last on the way here."""
    rolled = (table.events[seq - 1] for seq in reversed(table.path()))
    return next((list(event.data["dice"]) for event in rolled if event.kind == "rolled"), [])


def hint_lines(hints: Sequence[Hint], words: Words) -> list[str]:
    """What could be done, the best first, and whether the first two can be told apart."""
    from pnp.coach.seated import is_tie

    if not hints:
        return [words.text(say("hint.none"))]
    numbers = [{"expected": round(one.expected, 1), "error": round(one.error, 1) or None} for one in hints]
    lines = [
        words.text(say("hint", n=n, words=one.notation, means=one.means, **facts))
        for n, (one, facts) in enumerate(zip(hints, numbers, strict=True), 1)
    ]
    tie = [words.text(say("hint.tie"))] if is_tie(hints) else []
    return [*lines, *tie, *([words.text(hints[0].note)] if hints[0].note else [])]
