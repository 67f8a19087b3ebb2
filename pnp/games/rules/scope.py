"""What the names of a formula mean: on one sheet, in one of its rounds, or for one thing of a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pnp.games.rules.boxes import plain
from pnp.games.rules.comparing import Outcome, Outcomes
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.formula import Formula, FormulaError, Steps, check_value
from pnp.games.rules.unknown import UNKNOWN, UnknownError
from pnp.strict import near, shown
from pnp.words import Said, say

MOST_OUTCOMES = 1000
"""How many outcomes of comparisons are tried while sheets are missing."""
_MISSING = object()


class Scope:
    """A sheet, or a round of it, as formulas see it."""

    def __init__(
        self, declaration: Declaration, values: Mapping[str, Any], written: Mapping[str, int] | None = None
    ) -> None:
        self.declaration = declaration
        self.values = values
        self.written = written
        """On paper: the numbers that stand in the boxes of lines; None for a document."""
        self.table: Sequence[Scope] = (self,)
        self.seat, self.complete = 0, True
        self.outcome: Outcome | None = None
        self.problems: set[tuple[str, Said | str]] | None = None
        """What is wrong on it by code and place, once somebody has asked."""
        self._known: dict[str, Any] = {}
        self._follows, self._constants = declaration.follows, declaration.constants

    def __getitem__(self, name: str) -> Any:
        value = self.values.get(name, _MISSING)
        if value is _MISSING:
            if name in self._follows:
                return self.worth(name)
            value = self._constants.get(name, _MISSING)
            return self._given(name) if value is _MISSING else value
        if value is UNKNOWN:
            raise UnknownError
        return value

    def _given(self, name: str) -> Any:
        declaration = self.declaration
        match name:
            case "complete":
                return self.complete
            case "missing":
                return self["players"] - len(self.table)
            case "lines":
                return _Lines(self)
            case "total":
                return self.total
            case "edition":
                return declaration.entries
        known = (*self.values, *self._follows, *declaration.names, *declaration.entries)
        raise FormulaError(say("formula.name", name=shown(name), near=near(name, known)))

    # ------------------------------------------------------------------ what follows

    def worth(self, name: str) -> Any:
        """What a line, box or named formula comes to; as it was written where the formula needs what is not here."""
        found = self._known.get(name, _MISSING)
        if found is _MISSING:
            line = self._follows[name]
            self._known[name] = _PENDING
            try:
                found = check_value(line.formula(self))
            except UnknownError:
                found = UNKNOWN if self.written is None else self.written.get(line.id, UNKNOWN)
            except BaseException:
                del self._known[name]
                raise
            self._known[name] = found
        if found is UNKNOWN:
            raise UnknownError
        if found is _PENDING:
            raise FormulaError(say("formula.circle", name=self._follows[name].id))
        return found

    def has_followed(self, name: str) -> bool:
        """Whether a line follows from what is here, so that nobody had to write it."""
        try:
            self._follows[name].formula(self)
        except UnknownError:
            return False
        return True

    @property
    def total(self) -> int:
        """The sum of the lines; one that nobody knows adds nothing."""
        return sum(self.points(line) for line in self.declaration.lines)

    def points(self, line: str) -> int:
        """What a line of the score comes to, 0 where nobody knows."""
        name = line.replace("-", "_")
        try:
            # An area hides a line of its name from formulas, and the line is asked for by itself.
            return int(self.worth(name))
        except UnknownError:
            return 0

    def choose(self, outcomes: Outcomes) -> Any:
        """The outcome of a comparison: the first one, or the one that is tried now."""
        return outcomes[0] if len(outcomes) == 1 or self.outcome is None else self.outcome.choose(outcomes)

    def possible(self, line: str) -> list[int]:
        """Everything that a line may come to while sheets are missing; the first one counts."""
        found: dict[int, None] = {}
        outcome, tries = Outcome(), Steps(MOST_OUTCOMES)
        while outcome.left:
            tries.take(1)
            with self.trying(outcome):
                found[self.points(line)] = None
            outcome.turn()
        return list(found)

    @contextmanager
    def trying(self, outcome: Outcome) -> Iterator[None]:
        """Let comparisons come out as an outcome says; what was worked out before counts for nothing meanwhile."""
        before = self.outcome, self._known
        self.outcome = outcome
        self._known = {name: value for name, value in self._known.items() if value is _PENDING}
        try:
            yield
        finally:
            self.outcome, self._known = before

    # ------------------------------------------------------------------ other scopes

    def within(self, more: Mapping[str, Any]) -> Inner:
        """The same with more names, such as that of a loop."""
        return Inner(self, more)

    def blank(self) -> Scope:
        """The same sheet with nothing on it."""
        areas = (area for area in self.declaration.areas.values() if area.name in self.values)
        return Scope(self.declaration, {**self.values, **{area.name: area.empty for area in areas}}, self.written)

    def marked(self, name: str, value: Any) -> Scope:
        """The same sheet with another value of an area."""
        other = Scope(self.declaration, {**self.values, name: value}, self.written)
        other.seat, other.complete = self.seat, self.complete
        other.table = [other if scope is self else scope for scope in self.table]
        return other


_PENDING = object()


class Inner:
    """A scope with more names."""

    def __init__(self, outer: Scope | Inner, more: Mapping[str, Any]) -> None:
        self._outer, self._more = outer, more

    def __getitem__(self, name: str) -> Any:
        return self._more[name] if name in self._more else self._outer[name]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._outer, name)

    def within(self, more: Mapping[str, Any]) -> Inner:
        """The same with still more names."""
        return Inner(self, more)


class _Lines:
    """The lines of a sheet's score by name: `lines.red` is the line where `red` is the area."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def get_named(self, name: str) -> int:
        """The points of a line."""
        if name not in self._scope._follows:
            raise FormulaError(say("formula.name", name=shown(name), near=near(name, self._scope._follows)))
        return int(self._scope.worth(name))

    def __getitem__(self, id: str) -> int:
        return self.get_named(plain(id))


def ask(formula: Formula, scope: Scope | Inner, unknown: Any = 0) -> Any:
    """What a formula comes to, something else where it needs what is not here."""
    try:
        return formula(scope)
    except UnknownError:
        return unknown
