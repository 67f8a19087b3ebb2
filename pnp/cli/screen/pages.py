"""Whole pages of the screen: a round that was revealed, the end of the game, and what somebody asked to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.cli import table_text
from pnp.cli.options_list import OptionsList
from pnp.cli.screen.cells import Line, column, line, size, wrapped
from pnp.cli.screen.panels import Look, headline_fits, picture, points_text, sheet
from pnp.cli.terminal import width
from pnp.games.coaching import Hint
from pnp.games.verdict import Score
from pnp.play import history
from pnp.words import Words, say

# ---------------------------------------------------------------------- the reveal


def reveal(look: Look, cells: int) -> list[Line]:
    """The round that was revealed last: what everybody did, and what it brought."""
    play, words, players = look.table.play, look.words, look.table.players
    last = play.last(look.table.state)
    if last is None:
        return []
    before, now = _scores_before(look), play.scores(look.table.state)
    name_cells = min(max(map(width, players)), max(10, cells // 4))
    made = [line(f" {words.text(say('revealed', round=last.round, dice=last.dice))}", "bold"), []]
    for seat, move in last.moves:
        brought = _brought(before[seat] if seat < len(before) else None, now[seat], words)
        head = f" {column(players[seat], name_cells)}  "
        text = words.text(say("drawn", words=move.notation, means=words.text(move.means)))
        rows = wrapped(text, cells - width(head) - 1)
        made += [[("bold", head), *rows[0]], *([("", " " * width(head)), *row] for row in rows[1:])]
        made += [[("", " " * width(head)), *row] for row in wrapped(brought, cells - width(head) - 1, "fg:ansigreen")]
    return made


def _scores_before(look: Look) -> Sequence[Score]:
    """The scores before the round was revealed."""
    table, play = look.table, look.table.play
    now = play.last(table.state)
    for seq in reversed(table.path()[1:]):
        before: Any = table.before(seq).state
        if play.round(before) != play.round(table.state) or play.last(before) != now:
            return play.scores(before)
    return ()


def _brought(before: Score | None, now: Score, words: Words) -> str:
    """What a round brought: each line of the score that changed, and the total."""
    old = {one.name: one.points for one in before.lines} if before else {}
    lines = tuple(
        say("brought.line", line=one.name, points=f"{gained:+}")
        for one in now.lines
        if (gained := one.points - old.get(one.name, 0))
    )
    return words.text(say("brought", lines=lines, total=now.total))


# ---------------------------------------------------------------------- the end


def final(look: Look, cells: int, result: bool) -> list[Line]:
    """Sheets and score lines side by side; once nothing more is waited for, the result and the vote before them."""
    said = [one for text in map(look.words.text, look.view.lines) for one in wrapped(f" {text}", cells)]
    headline = wrapped(f" {look.words.text(look.view.headline)}", cells, "bold")
    above = [] if headline_fits(look, cells) else headline
    if result:
        ranked = _result(look, cells)
        return [*above, *ranked, *said, [], *_score_table(look, cells), [], *sheets(look, cells)]
    return [*above, *sheets(look, cells), *_score_table(look, cells), *said]


def sheets(look: Look, cells: int, but: int | None = None) -> list[Line]:
    """The pictures of all sheets but one, as many beside each other as there is room for."""
    drawn = [(name, shown) for seat, (name, shown, _) in enumerate(look.view.sheets) if shown and seat != but]
    blocks = [[line(name, "bold"), *picture(shown, look.words, cells // 2, 0)] for name, shown in drawn]
    wide = max((size(one) for block in blocks for one in block), default=0)
    per_row = max(1, (cells - 1) // (wide + 3)) if wide else 1
    made: list[Line] = []
    for at in range(0, len(blocks), per_row):
        group = blocks[at : at + per_row]
        for row in range(max(map(len, group))):
            one: Line = [("", " ")]
            for block in group:
                cell = block[row] if row < len(block) else []
                one += [*cell, ("", " " * (wide + 3 - size(cell)))]
            made.append(one)
        made.append([])
    return made


def _score_table(look: Look, cells: int) -> list[Line]:
    """The lines of the score, a column a player, and the total above them, where it is seen first."""
    scores, words, players = look.table.play.scores(look.table.state), look.words, look.table.players
    names = list(dict.fromkeys(one.name for score in scores for one in score.lines))
    if not names or len(scores) != len(players):
        return []
    label = max(width(words.term("line", name)) for name in (*names, "total"))
    label = min(label, cells // 3)
    each = max(4, min(12, (cells - label - 2) // len(players) - 2))
    heads = "".join(f"  {column(name, each, right=True)}" for name in players)
    totals = "".join(f"  {column(str(score.total), each, right=True)}" for score in scores)
    total = f" {column(words.term('line', 'total'), label)}{totals}"
    made = [line(f" {' ' * label}{heads}", "bold"), line(total, "bold")]
    for name in names:
        points = [next((points_text(one) for one in score.lines if one.name == name), "") for score in scores]
        row = "".join(f"  {column(text, each, right=True)}" for text in points)
        made.append(line(f" {column(words.term('line', name), label)}{row}"))
    return made


def _result(look: Look, cells: int) -> list[Line]:
    """The ranking, and how everybody voted."""
    table, words = look.table, look.words
    made = [line(f" {text}") for text in table_text.ranking(table, words)]
    vote = table.play.vote(table.state)
    if vote and not vote.open and any(other is not None for other in vote.given):
        said = [say("voted", who=seat, whom=other) for seat, other in enumerate(vote.given) if other is not None]
        if silent := tuple(seat for seat, other in enumerate(vote.given) if other is None):
            said.append(say("voted.not", who=silent))
        made += [row for one in said for row in wrapped(f"   {words.text(one)}", cells)]
    return made


# ---------------------------------------------------------------------- what somebody asked to see


def options(look: Look, found: OptionsList, cells: int) -> list[Line]:
    """What may be said, with numbers, in groups."""
    texts = table_text.options(look.table, look.words, found, everything=True)
    headings = {f" {group.heading}" for group in found.groups}
    return [
        row
        for text in texts
        for row in wrapped(text if text.startswith(" ") else f" {text}", cells, "bold" if text in headings else "")
    ]


def choices(look: Look, cells: int, rows: int) -> list[Line]:
    """The first options with their numbers, as many as there is room for, so that a number is enough."""
    from pnp.cli.options_list import listed

    if look.step.kind != "words" or rows < 1:
        return []
    found = listed(look.table, look.step.seat, look.words)
    texts = [f"{number} {one.notation}" for number, one in enumerate(found.options, 1)]
    if len(texts) < 2:
        return []
    wide = min(max(map(width, texts[:60])) + 2, cells)
    across = max(1, (cells - 2) // wide)
    shown = texts[: across * rows]
    if len(shown) < len(texts):
        shown = [*shown[:-1], "? …"]
    return [
        line(" " + "".join(column(text, wide) for text in shown[at : at + across]), "fg:ansicyan")
        for at in range(0, len(shown), across)
    ]


def hints(look: Look, found: Sequence[Hint], cells: int) -> list[Line]:
    """What could be done, the best first."""
    return [row for text in table_text.hint_lines(found, look.words) for row in wrapped(f" {text}", cells)]


def asked(look: Look, shows: str, seat: int | None, cells: int) -> list[Line]:
    """The log, the help, the ranking, a sheet or all of them, or the seal."""
    words, table = look.words, look.table
    match shows:
        case "log":
            texts = [f"{row.seq:>4}  {words.text(row.what)}" for row in history.rows(table)]
        case "help":
            texts = table_text.help_lines(table, words)
        case "score":
            texts = table_text.ranking(table, words)
        case "seal":
            texts = table_text.seal_lines(table, words)
        case _:
            seats = range(len(table.players)) if seat is None else [seat]
            pages = [sheet(look, one, cells - 2) for one in seats]
            return [[("", " "), *one] for page in pages for one in (*page, [])]
    return [row for text in texts for row in wrapped(text if text.startswith(" ") else f" {text}", cells)]
