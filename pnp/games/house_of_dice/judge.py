"""What the rules say of a whole table: each sheet with its moves, and the sheets together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pnp.errors import Problem, problem
from pnp.games.house_of_dice.document import Document, Seat
from pnp.games.house_of_dice.move_problems import judge_move
from pnp.games.house_of_dice.moves import apply
from pnp.games.house_of_dice.notation import Move, text
from pnp.games.house_of_dice.rules import Rules, active
from pnp.games.house_of_dice.sheet import Sheet, empty, picture, sheet_problems, values_of
from pnp.games.rules import document as declared
from pnp.games.rules import verdict as by_declaration
from pnp.games.verdict import SheetVerdict, Verdict
from pnp.words import Said, say

_ONLY_DRAWN = ("too-many-turns", "too-many-parts")
"""What moves can't do wrong: it is told of the sheet that they lead to."""
_BY_TURNS = ("over-budget.turns", "too-many-bonuses.turns")
"""What follows from turns and players alone, unless moves say more, or there were fewer players for a time."""


def judge(document: Document, rules: Rules) -> Verdict:
    """Problems, scores as drawn, the ranking: what the layout says of sheets, and what is wrong with moves."""
    rows = tuple(declared.Sheet(seat.player, (values_of(seat.sheet, rules),), seat.written) for seat in document.seats)
    verdict = by_declaration.judge(rules.declaration, declared.Document(document.players, rows))
    sheets = tuple(_with_moves(document, index, sheet, rules) for index, sheet in enumerate(verdict.sheets))
    problems = (*_too_many_rolls(document, rules), *_with_claimers(document, verdict.problems))
    return verdict._replace(sheets=sheets, problems=problems)


def _with_moves(document: Document, index: int, verdict: SheetVerdict, rules: Rules) -> SheetVerdict:
    """What is wrong with a sheet and with the moves that led to it."""
    seat, notes = document.seats[index], [*verdict.notes]
    sums = [one for one in verdict.problems if one.code == "wrong-sum"]
    found = [one for one in verdict.problems if one.code != "wrong-sum"]
    if seat.moves is not None or any(other.joined > 1 for other in document.seats):
        found = [one for one in found if one.key not in _BY_TURNS]
    problems: list[Problem] = []
    if seat.moves is not None and seat.moved is not None:
        problems += _move_problems(document, index, seat.moves, rules)
        # What the moves did wrong is said once, at its round, and not again for the drawing they lead to.
        moved = sheet_problems(seat.moved, document.players, rules)
        told = {(one.code, one.where) for one in moved if one.code not in _ONLY_DRAWN}
        found = [one for one in found if (one.code, one.where) not in told]
        found += [*_differences(seat.sheet, seat.moved, rules), *_not_absent(seat.moves, seat)]
        if (unknown := len(seat.moves) - len(document.rolls)) > 0:
            notes.append(say("dice-unknown", unknown=unknown, rounds=len(seat.moves)))
    drawing = picture(seat.sheet, rules.rounds(document.players), rules)
    score = verdict.score._replace(cost=seat.sheet.cost)
    return SheetVerdict(seat.player, (*problems, *found, *sums), tuple(notes), score, drawing)


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
        cell = say("place.cell", row=first // rules.columns + 1, column=first % rules.columns + 1)
        facts = {"here": repr(here), "there": repr(there), "cell": cell, "more": more or None}
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


def _too_many_rolls(document: Document, rules: Rules) -> Iterator[Problem]:
    rounds = rules.rounds(document.players)
    if len(document.rolls) > rounds:
        yield problem("too-many-turns.rolls", _line("rolls"), rolls=len(document.rolls), rounds=rounds)


def _with_claimers(document: Document, problems: Sequence[Problem]) -> Iterator[Problem]:
    """What is wrong between the sheets, told with the rounds of the claims."""
    for one in problems:
        assert isinstance(one.where, Said) and not isinstance(one.facts, str) and not isinstance(one.where.facts, str)
        yield one._replace(facts={**one.facts, "who": _claimers(document, one.where.facts["bonus"])})


def _claimers(document: Document, bonus: str) -> tuple[Said | str, ...]:
    """Who claimed a bonus, in the order of rounds as far as moves tell it."""
    claims: list[tuple[int, Said | str]] = []
    for seat in document.seats:
        rounds = [number for number, move in enumerate(seat.moves or (), 1) if move.bonus == bonus]
        known = [(number, say("claimer", player=seat.player, round=number)) for number in rounds]
        claims += [(0, seat.player)] * (seat.sheet.bonuses.count(bonus) - len(known))
        claims += known
    return tuple(who for _, who in sorted(claims, key=lambda claim: claim[0]))
