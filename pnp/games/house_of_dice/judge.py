"""What the rules say of a whole table: each sheet with its moves, and the sheets together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.errors import Problem, problem
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import Move, text
from pnp.games.house_of_dice.parts import BONUSES, MOST_OF
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet, empty, picture, place, ranked, score, sheet_problems
from pnp.games.verdict import Score, SheetVerdict, Verdict, wrong_sums
from pnp.words import Said, say

_ONLY_DRAWN = ("too-many-turns", "too-many-parts")
"""What moves can't do wrong: it is told of the sheet that they lead to."""


def judge(document: Document, rules: Rules, game: str) -> Verdict:
    """Problems, scores as drawn, the ranking."""
    sheets = [seat.sheet for seat in document.seats]
    whole_table = sheets if len(sheets) == document.players else ()
    verdicts = tuple(
        _judge_seat(document, index, score(seat.sheet, rules, whole_table), rules)
        for index, seat in enumerate(document.seats)
    )
    ranking = ranked([seat.player for seat in document.seats], sheets, [verdict.score for verdict in verdicts])
    return Verdict(game, verdicts, tuple(_table_problems(document, rules)), ranking)


def _judge_seat(document: Document, index: int, scored: Score, rules: Rules) -> SheetVerdict:
    seat = document.seats[index]
    problems: list[Problem] = []
    notes = [*_most_notes(document, seat, rules)]
    found = sheet_problems(seat.sheet, document.players, rules)
    if seat.moves is not None and seat.moved is not None:
        problems += _move_problems(document, index, seat.moves, rules)
        # What the moves did wrong is said once, at its round, and not again for the drawing they lead to.
        moved = sheet_problems(seat.moved, document.players, rules)
        told = {(one.code, one.where) for one in moved if one.code not in _ONLY_DRAWN}
        found = [one for one in found if (one.code, one.where) not in told]
        found += [*_differences(seat.sheet, seat.moved, rules), *_not_absent(seat.moves, seat)]
        if (unknown := len(seat.moves) - len(document.rolls)) > 0:
            notes.append(say("dice-unknown", unknown=unknown, rounds=len(seat.moves)))
    problems += [*found, *wrong_sums(seat.written, scored, _doubts(document, seat, scored, rules))]
    drawing = picture(seat.sheet, rules.rounds(document.players), rules)
    return SheetVerdict(seat.player, tuple(problems), tuple(notes), scored, drawing)


def _move_problems(document: Document, index: int, moves: Sequence[Move], rules: Rules) -> Iterator[Problem]:
    """What is wrong with each round of a seat, played on as it was drawn."""
    sheet = empty(rules)
    joined = tuple(seat.joined for seat in document.seats)
    for number, move in enumerate(moves, 1):
        roll = document.rolls[number - 1] if number <= len(document.rolls) else None
        is_active = active(number, document.players, joined) == index
        away = number in document.seats[index].absent or number < joined[index]
        for one in judge_move(sheet, move, rules, roll, is_active, say("place.of-round", round=number)):
            if not (away and one.code == "must-not-pass"):
                yield one
        sheet = apply(sheet, move, rules)


def _not_absent(moves: Sequence[Move], seat: Seat) -> Iterator[Problem]:
    """Each round that a player is said to have missed, and has not."""
    where = say("place.line", line="joined")
    for number, move in enumerate(moves[: seat.joined - 1], 1):
        if move.actions:
            yield problem("moves-differ.joined", where, first=seat.joined, round=number, move=text(move))
    where = say("place.line", line="absent")
    for number in sorted(set(seat.absent)):
        if number > len(moves):
            yield problem("moves-differ.no-move", where, round=number, n=len(moves))
        elif moves[number - 1].actions:
            yield problem("moves-differ.absent", where, round=number, move=text(moves[number - 1]))


def _differences(drawn: Sheet, moved: Sheet, rules: Rules) -> Iterator[Problem]:
    """What a sheet says otherwise than its moves."""
    cells = [cell for cell, part in enumerate(drawn.house) if part != moved.house[cell]]
    if cells:
        first = cells[0]
        here, there, more = drawn.house[first], moved.house[first], len(cells) - 1
        facts = {"here": repr(here), "there": repr(there), "cell": place(first, rules), "more": more or None}
        yield problem("moves-differ.house", _line("house"), **facts)
    for name in ("cost", "furniture"):
        on_sheet, by_moves = getattr(drawn, name), getattr(moved, name)
        if on_sheet != by_moves:
            yield problem("moves-differ.count", _line(name), here=on_sheet, there=by_moves)
    if Counter(drawn.bonuses) != Counter(moved.bonuses):
        claims = [say("claims", bonuses=one.bonuses) if one.bonuses else say("claims.none") for one in (drawn, moved)]
        yield problem("moves-differ.bonuses", _line("bonuses"), here=claims[0], there=claims[1])


def _line(name: str) -> Said:
    return say("place.line", line=name)


def _undecided(document: Document, seat: Seat, rules: Rules) -> list[str]:
    """Each `most-…` claimed that sheets which are not here could decide."""
    if document.players == len(document.seats):
        return []
    house = seat.sheet.house
    return [
        bonus
        for bonus, part in MOST_OF.items()
        if bonus in seat.sheet.bonuses
        and house.count(part) >= rules.awards[bonus].parts
        and not any(other.sheet.house.count(part) > house.count(part) for other in document.seats)
    ]


def _doubts(document: Document, seat: Seat, scored: Score, rules: Rules) -> dict[str, list[int]]:
    """What the bonuses may come to when all sheets are there."""
    found = {next(line.points for line in scored.lines if line.name == "bonuses")}
    for bonus in _undecided(document, seat, rules):
        found |= {points + rules.awards[bonus].points for points in found}
    return {"bonuses": sorted(found)}


def _most_notes(document: Document, seat: Seat, rules: Rules) -> Iterator[Said]:
    missing = document.players - len(document.seats)
    for bonus in _undecided(document, seat, rules):
        count = seat.sheet.house.count(MOST_OF[bonus])
        yield say("most-unknown", bonus=bonus, one=missing == 1, several=missing if missing > 1 else None, count=count)


def _table_problems(document: Document, rules: Rules) -> Iterator[Problem]:
    """What is wrong between the sheets: more claims of a bonus than circles, more rolls than rounds."""
    rounds = rules.rounds(document.players)
    if len(document.rolls) > rounds:
        yield problem("too-many-turns.rolls", _line("rolls"), rolls=len(document.rolls), rounds=rounds)
    # A lone sheet that claims a bonus twice has its own problem, bonus-repeated.
    if len(document.seats) < 2:
        return
    circles = rules.circles(document.players)
    claims = Counter(bonus for seat in document.seats for bonus in seat.sheet.bonuses)
    for bonus in BONUSES:
        if claims[bonus] > circles:
            facts = {"claims": claims[bonus], "circles": circles, "players": document.players}
            where = say("place.bonus", bonus=bonus)
            yield problem("bonus-taken", where, who=_claimers(document, bonus), **facts)


def _claimers(document: Document, bonus: str) -> tuple[Said | str, ...]:
    """Who claimed a bonus, in the order of rounds as far as moves tell it."""
    claims: list[tuple[int, Said | str]] = []
    for seat in document.seats:
        rounds = [number for number, move in enumerate(seat.moves or (), 1) if move.bonus == bonus]
        known = [(number, say("claimer", player=seat.player, round=number)) for number in rounds]
        claims += [(0, seat.player)] * (seat.sheet.bonuses.count(bonus) - len(known))
        claims += known
    return tuple(who for _, who in sorted(claims, key=lambda claim: claim[0]))
