"""House of Dice: sheets and whole tables read, judged, scored and ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import NamedTuple

from pnp.edition import Edition
from pnp.errors import Note, Problem
from pnp.games._house_marks import play_marks
from pnp.games._house_moves import apply, judge_move, legal_moves, nudged, price
from pnp.games._house_notation import PASS, Action, Draw, Furnish, Move, Roll, parse_move, parse_roll, text
from pnp.games._house_rules import BONUSES, EMPTY, MOST, PARTS, PLAYERS, Rules, active, rules_of
from pnp.games._house_sheet import (
    LINES,
    Sheet,
    empty,
    house_text,
    misplaced,
    parse_house,
    picture,
    place,
    ranked,
    score,
    sheet_problems,
)
from pnp.games.document import player_of, players_of, sheets_of, written_of
from pnp.games.game import Counted, FieldRule, Marks, Papers
from pnp.games.verdict import Score, SheetVerdict, Verdict, wrong_sums
from pnp.strict import Table, as_choice, as_whole

__all__ = [
    "BONUSES",
    "EMPTY",
    "LINES",
    "PARTS",
    "PASS",
    "PLAYERS",
    "TITLE",
    "Action",
    "Document",
    "Draw",
    "Furnish",
    "Move",
    "Roll",
    "Rules",
    "Seat",
    "Sheet",
    "active",
    "apply",
    "count",
    "empty",
    "fields",
    "house_text",
    "judge",
    "judge_move",
    "legal_moves",
    "marks",
    "misplaced",
    "nudged",
    "parse_house",
    "parse_move",
    "parse_roll",
    "place",
    "price",
    "read",
    "rules_of",
    "score",
    "sheet_problems",
    "text",
]

TITLE = "House of Dice"
GAME = "house-of-dice"
_MOST_MOVES = 200


class Seat(NamedTuple):
    """One player's part of a document: the sheet as drawn, the moves if known and the sheet they lead to.

    In a round of `absent` the player was away, so that it is a pass whatever the dice allow; so are those before the
    player `joined`.
    """

    player: str
    sheet: Sheet
    written: int | Mapping[str, int] | None = None
    moves: tuple[Move, ...] | None = None
    moved: Sheet | None = None
    absent: tuple[int, ...] = ()
    joined: int = 1


class Document(NamedTuple):
    """A table: how many play, their seats in turn order, the dice of each round."""

    players: int
    seats: tuple[Seat, ...]
    rolls: tuple[Roll, ...] = ()


def fields(edition: Edition) -> dict[str, dict[str, FieldRule]]:
    """The fields of the play sheet and of the bonus sheet; the summary has nothing to fill in."""
    rules = rules_of(edition)
    play = {"name": FieldRule("text")}
    for row, letters in enumerate(rules.rows, 1):
        for column in range(1, rules.columns + 1):
            play[f"house.c{column}r{row}"] = FieldRule("choice", tuple(letters))
    for track in ("turns", "cost"):
        play |= {f"{track}.{box}": FieldRule("tally", most=rules.strokes) for box in range(1, rules.boxes + 1)}
    play |= {f"furniture.{space}": FieldRule("cross") for space in range(1, rules.spaces + 1)}
    play |= {f"bonuses.{claim}": FieldRule("choice", BONUSES) for claim in range(1, rules.bonuses + 1)}
    play |= {f"score.{line}": FieldRule("number") for line in (*LINES, "total")}
    bonus = {
        f"{group.name}.{name}.{circle}": FieldRule("cross")
        for group in rules.circle_groups
        for name in BONUSES
        for circle in range(1, group.circles + 1)
    }
    return {"play": play, "bonus": bonus, "summary": {}}


def read(table: Table, edition: Edition) -> Document:
    """A table from its document; what is wrong goes to the table's faults."""
    rules = rules_of(edition)
    sheets = sheets_of(table)
    players = players_of(table, len(sheets), *PLAYERS)
    rolls = table.items("rolls", lambda value: parse_roll(value, rules), (), _MOST_MOVES)
    seats = []
    for number, sheet in enumerate(sheets, 1):
        seats.append(_read_seat(sheet, number, rules.rounds(players), rules))
        if sheet is not table:
            sheet.close()
    if len(seats) == players and all(seat.joined > 1 for seat in seats):
        table.fault("everybody joined late; somebody has played from round 1", "sheets")
    return Document(players, tuple(seats), tuple(rolls))


def _read_seat(table: Table, number: int, rounds: int, rules: Rules) -> Seat:
    """One seat; where there are moves, they give whatever the document leaves out."""
    player, written = player_of(table, number), written_of(table, LINES)
    moves, moved, start = None, None, empty(rules)
    if "moves" in table:
        moves = tuple(table.items("moves", parse_move, (), _MOST_MOVES))
        for move in moves:
            start = apply(start, move, rules)
        moved = start
    house = start.house
    if moved is None or "house" in table:
        drawing = table.raw("house")
        if drawing is not None:
            house = table.item(drawing, house, lambda value: parse_house(value, rules), "house")
    turns = table.whole("turns", rounds if moved is None else start.turns, 0)
    if moved is not None and turns <= rounds:
        turns = start.turns
    sheet = Sheet(
        house,
        table.whole("cost", start.cost, 0),
        turns,
        table.whole("furniture", start.furniture, 0),
        tuple(table.items("bonuses", lambda value: as_choice(value, BONUSES), start.bonuses, _MOST_MOVES)),
    )
    absent = tuple(table.items("absent", lambda value: as_whole(value, 1, rounds), (), _MOST_MOVES))
    return Seat(player, sheet, written, moves, moved, absent, table.whole("joined", 1, 2, max(2, rounds)))


def judge(document: Document, edition: Edition) -> Verdict:
    """What the rules say of a table: problems, scores as drawn, the ranking."""
    rules = rules_of(edition)
    sheets = [seat.sheet for seat in document.seats]
    whole_table = sheets if len(sheets) == document.players else ()
    verdicts = tuple(
        _judge_seat(document, index, score(seat.sheet, rules, whole_table), rules)
        for index, seat in enumerate(document.seats)
    )
    return Verdict(
        GAME,
        verdicts,
        tuple(_table_problems(document, rules)),
        ranked([seat.player for seat in document.seats], sheets, [verdict.score for verdict in verdicts]),
    )


def _judge_seat(document: Document, index: int, scored: Score, rules: Rules) -> SheetVerdict:
    seat = document.seats[index]
    problems: list[Problem] = []
    notes = [*_most_notes(document, seat)]
    drawn = sheet_problems(seat.sheet, document.players, rules)
    if seat.moves is not None and seat.moved is not None:
        problems += _move_problems(document, index, seat.moves, rules)
        # What the moves did wrong is said once, at its round, and not again for the drawing they lead to.
        told = {(p.code, p.where) for p in sheet_problems(seat.moved, document.players, rules)} - _ONLY_DRAWN
        drawn = [problem for problem in drawn if (problem.code, problem.where) not in told]
        drawn += [*_differences(seat.sheet, seat.moved, rules), *_not_absent(seat.moves, seat)]
        if (unknown := len(seat.moves) - len(document.rolls)) > 0:
            message = f"moves: {unknown} of {len(seat.moves)} rounds have no roll, so their dice are not checked"
            notes.append(Note("dice-unknown", message))
    problems += [*drawn, *wrong_sums(seat.written, scored, _doubts(document, seat, scored, rules))]
    drawing = picture(seat.sheet, rules.rounds(document.players), rules)
    return SheetVerdict(seat.player, tuple(problems), tuple(notes), scored, drawing)


_ONLY_DRAWN = {("too-many-turns", "turns"), ("too-many-parts", "house")}


def _move_problems(document: Document, index: int, moves: Sequence[Move], rules: Rules) -> Iterator[Problem]:
    """What is wrong with each round of a seat, played on as it was drawn."""
    sheet = empty(rules)
    joined = [seat.joined for seat in document.seats]
    for number, move in enumerate(moves, 1):
        roll = document.rolls[number - 1] if number <= len(document.rolls) else None
        is_active = active(number, document.players, joined) == index
        away = number in document.seats[index].absent or number < joined[index]
        for problem in judge_move(sheet, move, rules, roll, is_active, f"round {number}"):
            if not (away and problem.code == "must-not-pass"):
                yield problem
        sheet = apply(sheet, move, rules)


def _not_absent(moves: Sequence[Move], seat: Seat) -> Iterator[Problem]:
    """Each round that a player is said to have missed, and has not."""
    for number, move in enumerate(moves[: seat.joined - 1], 1):
        if move.actions:
            message = f"joined: round {seat.joined} is the first, but in round {number} the move is {text(move)}"
            yield Problem("moves-differ", "joined", f"{message}; a round before it is a pass")
    for number in sorted(set(seat.absent)):
        if number > len(moves):
            message = f"absent: round {number} was missed, but there are {len(moves)} moves; a missed round has one, -"
        elif moves[number - 1].actions:
            played = text(moves[number - 1])
            message = f"absent: round {number} was missed, but its move is {played}; a missed round is a pass"
        else:
            continue
        yield Problem("moves-differ", "absent", message)


def _differences(drawn: Sheet, moved: Sheet, rules: Rules) -> Iterator[Problem]:
    """What a sheet says otherwise than its moves."""
    cells = [cell for cell, part in enumerate(drawn.house) if part != moved.house[cell]]
    if cells:
        more = f" (and {len(cells) - 1} more)" if len(cells) > 1 else ""
        here, there = drawn.house[cells[0]], moved.house[cells[0]]
        both = f"{here!r} is drawn in {place(cells[0], rules)}, {there!r} by the moves"
        yield Problem("moves-differ", "house", f"house: {both}{more}; sheet and moves must be the same")
    for name in ("cost", "furniture"):
        here, there = getattr(drawn, name), getattr(moved, name)
        if here != there:
            message = f"{name}: {here} on the sheet, {there} by the moves; both must be the same"
            yield Problem("moves-differ", name, message)
    if Counter(drawn.bonuses) != Counter(moved.bonuses):
        here, there = (", ".join(sheet.bonuses) or "none" for sheet in (drawn, moved))
        message = f"bonuses: {here} on the sheet, {there} by the moves; both must be the same"
        yield Problem("moves-differ", "bonuses", message)


def _undecided(document: Document, seat: Seat) -> list[str]:
    """Each `most-…` claimed that sheets which are not here could decide."""
    if document.players == len(document.seats):
        return []
    house = seat.sheet.house
    return [
        bonus
        for bonus, part in MOST.items()
        if bonus in seat.sheet.bonuses
        and not any(other.sheet.house.count(part) > house.count(part) for other in document.seats)
    ]


def _doubts(document: Document, seat: Seat, scored: Score, rules: Rules) -> dict[str, list[int]]:
    """What the bonuses may come to when all sheets are there."""
    found = {next(line.points for line in scored.lines if line.name == "bonuses")}
    for bonus in _undecided(document, seat):
        found |= {points + rules.awards[bonus].points for points in found}
    return {"bonuses": sorted(found)}


def _most_notes(document: Document, seat: Seat) -> Iterator[Note]:
    missing = document.players - len(document.seats)
    for bonus in _undecided(document, seat):
        count = seat.sheet.house.count(MOST[bonus])
        sheets = "a sheet is" if missing == 1 else f"{missing} sheets are"
        yield Note("most-unknown", f"{bonus}: scored as 0, as {sheets} missing and may have more than {count}")


def _table_problems(document: Document, rules: Rules) -> Iterator[Problem]:
    """What is wrong between the sheets: more claims of a bonus than circles, more rolls than rounds."""
    rounds = rules.rounds(document.players)
    if len(document.rolls) > rounds:
        message = f"rolls: {len(document.rolls)} rounds were rolled; this game has {rounds}"
        yield Problem("too-many-turns", "rolls", message)
    # A lone sheet that claims a bonus twice has its own problem, bonus-repeated.
    if len(document.seats) < 2:
        return
    circles = rules.circles(document.players)
    claims = Counter(bonus for seat in document.seats for bonus in seat.sheet.bonuses)
    for bonus in BONUSES:
        if claims[bonus] > circles:
            who = ", ".join(_claimers(document, bonus))
            room = f"{circles} circle{'' if circles == 1 else 's'} for {document.players} players"
            message = f"{bonus}: claimed {claims[bonus]} times, by {who}; it has {room}"
            yield Problem("bonus-taken", bonus, message)


def _claimers(document: Document, bonus: str) -> list[str]:
    """Who claimed a bonus, in the order of rounds as far as moves tell it."""
    claims: list[tuple[int, str]] = []
    for seat in document.seats:
        rounds = [number for number, move in enumerate(seat.moves or (), 1) if move.bonus == bonus]
        known = [(number, f"{seat.player} in round {number}") for number in rounds]
        unknown = [(0, seat.player)] * (seat.sheet.bonuses.count(bonus) - len(known))
        claims += [*unknown, *known]
    return [who for _, who in sorted(claims, key=lambda claim: claim[0])]


def marks(document: Document, edition: Edition) -> list[tuple[str, Marks]]:
    """A play sheet for each seat, filled in and scored, with every part as it was drawn, legal or not."""
    rules = rules_of(edition)
    verdict = judge(document, edition)
    return [
        ("play", play_marks(seat.sheet, scored.player, scored.score, rules))
        for seat, scored in zip(document.seats, verdict.sheets, strict=True)
    ]


def count(papers: Papers, edition: Edition) -> Counted:
    """What the sheets of a table come to as they are filled in on paper."""
    from pnp.games import _house_paper

    return _house_paper.count(papers, edition)


def __getattr__(name: str) -> ModuleType:
    """`play`, the playing of the game, imported when somebody asks for it: checking a sheet does without."""
    if name == "play":
        from pnp.games import _house_play

        return _house_play
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
