"""What the checks of a declaration find on a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Problem
from pnp.games.rules.declaration import Check
from pnp.games.rules.reasons import fact_of, words_of
from pnp.games.rules.scope import Inner, Scope
from pnp.games.rules.unknown import UnknownError


def problems_of(check: Check, scope: Scope | Inner) -> Iterator[Problem]:
    """What a check finds; one that needs what is not on this paper finds nothing."""
    try:
        for inner in _each(check, scope):
            if check.when(inner):
                facts = {name: fact_of(fact, inner) for name, fact in check.facts.items()}
                yield Problem(check.key, words_of(check.at, inner), facts)
    except UnknownError:
        return


def _each(check: Check, scope: Scope | Inner) -> Iterator[Scope | Inner]:
    if check.each is None:
        yield scope
        return
    for number, thing in enumerate(check.each(scope), 1):
        yield scope.within({check.name: thing, "number": number})
