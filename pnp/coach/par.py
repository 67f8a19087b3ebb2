"""The best result for the dice that fell, with its proof: asked in a quick form, in a stricter one where need be."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.coach.solver import SECONDS, Solution, solve
from pnp.edition import Edition, told
from pnp.errors import CallError
from pnp.games.coaching import Answer, Coaching, Question
from pnp.games.game import Game
from pnp.words import LANGUAGE, say


class Best(NamedTuple):
    """The best result, whether it is proven, and one way to it."""

    par: int
    proven: bool
    moves: tuple[str, ...]
    house: str


def best(question: Question, seconds: float = SECONDS, most: int | None = None) -> Best | None:
    """The best that a question allows, which is known to be no more than `most`; None where nothing does."""
    for form in range(len(question.FORMS)):
        solution = solve(question.program(form), seconds, most)
        if solution is None:
            return None
        answer = question.answer(solution.values)
        if answer is not None:
            return _found(answer, solution)
        most = solution.bound  # the next form allows no more
    return None


def _found(answer: Answer, solution: Solution) -> Best:
    # What was played is what counts; a proof that another number is the best would be none.
    proven = solution.proven and answer.total == solution.value
    return Best(answer.total, proven, answer.moves, answer.house)


def coaching_of(game: Game) -> Coaching:
    """What a game offers to the coach; one that offers nothing has no best result."""
    if not isinstance(game.coaching, Coaching) or not game.coaching.PAR:
        raise CallError(say("no-par", game=game.TITLE))
    return game.coaching


def par(game: Game, document: Any, edition: Edition, seat: int | None, bonuses: bool) -> Best:
    """The best result of a table's dice, or of one seat with or without its bonuses."""
    question = coaching_of(game).par(document, edition, seat, bonuses)
    if question is None:
        raise CallError(say("no-rolls", game=game.TITLE))
    found = best(question)
    if found is None:
        raise CallError(say("no-way", game=game.TITLE))
    return found


def rulings(game: Game, edition: Edition, language: str = LANGUAGE) -> list[dict[str, Any]]:
    """The entries of an edition that a best result rests on, with their texts in a language."""
    known = [edition.entries[name] for name in coaching_of(game).RULINGS if name in edition.entries]
    texts = (told(one, language, edition.game) for one in known)
    return [
        {"name": one.name, "kind": one.kind, "text": text, "value": one.value}
        for one, text in zip(known, texts, strict=True)
    ]
