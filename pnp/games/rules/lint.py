"""What is wrong with the rules of a game: names that nothing has, formulas in circles, and what nobody reads or fills.

No formula is run here but the `may` of areas, a few times on an empty sheet.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from pnp.games.rules.boxes import BOX_NAMES, Area, plain
from pnp.games.rules.declaration import EVERYWHERE, Declaration, Source
from pnp.games.rules.formula import FormulaError
from pnp.games.rules.legal_marks import candidates, refused_by_area
from pnp.games.rules.scope import Scope
from pnp.strict import Fault, Path, near, shown
from pnp.words import say

OF_THE_SHEET = frozenset({"total", "lines", "complete", "players"})
OF_MARKS = ("count", "pairs", "without", "groups")
"""Functions of an area and a sort of marks."""
MOST_TRIES = 300
"""How many marks are tried before a `may` is let be."""


class Lint:
    """The rules of a game with what each formula reads."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        self.areas = {area.name: area for area in declaration.areas.values() if area.shape != "text"}
        self.known = {*EVERYWHERE, *declaration.follows, *declaration.names, *declaration.entries, *self.areas}

    def faults(self, wrong: Collection[Path] = ()) -> list[Fault]:
        """Everything that is wrong, formulas left out that can't be read."""
        found = [fault for source in self.declaration.sources if source.path not in wrong for fault in self._of(source)]
        if found or wrong:
            return found
        return [*self._circles(), *self._unused(), *self._never_marked(), *self._not_printed()]

    def notes(self) -> Iterator[Fault]:
        """What may be meant so: lines without a box though others have one, boxes that no formula reads or fills."""
        lines = self.declaration.lines
        printed = {id for paper in self.declaration.papers.values() for id in paper.follows}
        for id in lines if printed & lines.keys() else ():
            if id not in printed and plain(id) not in self.areas:
                yield Fault(self._source_of(id).path, say("rules.no-box-of-line", line=repr(id)))
        for name, area in self.areas.items() if lines else ():
            own = area.may or area.dice or area.values or area.order
            if area.kind == "number" and not own and name not in self._read:
                yield Fault(("rules", "areas", area.id), say("rules.idle", area=repr(area.id)))

    def unread_entries(self) -> list[str]:
        """The entries of the edition that have a value which no formula asks for, as formulas call them."""
        entries = self.declaration.entries
        return [] if "edition" in self._read else [name for name in entries if name not in self._read]

    # ------------------------------------------------------------------ names

    def _of(self, source: Source) -> Iterator[Fault]:
        known = self.known | source.names
        reading = _Reading(source.formula.tree)
        for node in reading.names:
            if node.id not in known:
                error = say("formula.name", name=shown(node.id), near=near(node.id, known))
                yield source.fault(FormulaError(error, node.col_offset))
        for part, loop in reading.parts:
            parts = self._parts_of(part.value, loop)
            if parts is not None and part.attr not in {*parts, *self._parts_by_text.get(source.written, ())}:
                error = say("formula.name", name=shown(f".{part.attr}"), near=near(part.attr, parts))
                column = (part.end_col_offset or 0) - len(part.attr)
                yield source.fault(FormulaError(error, column))
        for call in reading.calls:
            yield from (source.fault(error) for error in self._wrong_texts(call))

    @cached_property
    def _parts_by_text(self) -> dict[str, set[str]]:
        """By the text of a formula with braces: the parts that are there for any of the names put into them."""
        found: dict[str, set[str]] = {}
        for source in self.declaration.sources:
            for part, loop in _Reading(source.formula.tree).parts if "{}" in source.written else ():
                if part.attr in (self._parts_of(part.value, loop) or ()):
                    found.setdefault(source.written, set()).add(part.attr)
        return found

    def _parts_of(self, node: ast.expr, loop: ast.expr | None) -> Collection[str] | None:
        """What may stand behind the dot of something; None where nobody can tell."""
        if isinstance(loop, ast.Call) and isinstance(loop.func, ast.Name):
            return BOX_NAMES if loop.func.id == "each" else None
        value: Any = None
        if isinstance(node, ast.Name) and node.id in self.areas:
            area = self.areas[node.id]
            return {plain(box) for box in area.boxes} if area.shape == "boxes" else None
        if isinstance(node, ast.Name):
            given = {"edition": self.declaration.entries, "lines": self.declaration.follows}
            value = {**self.declaration.entries, **self.declaration.names, **given}.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "edition":
            value = self.declaration.entries.get(node.attr)
        return {plain(str(key)) for key in value} if isinstance(value, Mapping) else None

    def _wrong_texts(self, call: ast.Call) -> Iterator[FormulaError]:
        """Texts that name boxes, rows or regions which an area doesn't have, or marks that can't stand there."""
        assert isinstance(call.func, ast.Name)
        first, *others = call.args or [ast.Constant(None)]
        area = self.areas.get(first.id) if isinstance(first, ast.Name) else None
        for node in others if area is not None else ():
            assert area is not None
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str | int):
                continue
            word, known = str(node.value), [*area.boxes, *area.regions, *area.cell_lines]
            if call.func.id in OF_MARKS:
                known = [mark for marks in area.choices.values() for mark in marks]
                if not known or area.kind != "choice":
                    continue
            elif call.func.id != "whole":
                continue
            if word not in known:
                yield FormulaError(say("formula.name", name=shown(word), near=near(word, known)), node.col_offset)

    # ------------------------------------------------------------------ circles, and what nobody reads

    @cached_property
    def _read(self) -> set[str]:
        """Every name that a formula reads, entries of the edition and lines by their own names."""
        return {name for source in self.declaration.sources for name in _Reading(source.formula.tree).read}

    @cached_property
    def _needed(self) -> Mapping[str, dict[str, int]]:
        """What each line, box and let needs of the others, and where its formula says so."""
        follows = self.declaration.follows
        return {name: self._needs(_Reading(line.formula.tree)) for name, line in follows.items()}

    def _needs(self, reading: _Reading) -> dict[str, int]:
        needs = {node.id: node.col_offset for node in reading.names if node.id not in self.areas}
        if "total" in needs:
            needs |= dict.fromkeys(map(plain, self.declaration.lines), needs["total"])
        needs |= {
            part.attr: part.col_offset
            for part, _ in reading.parts
            if isinstance(part.value, ast.Name) and part.value.id == "lines"
        }
        return {name: column for name, column in needs.items() if name in self.declaration.follows}

    def _circles(self) -> Iterator[Fault]:
        done: set[str] = set()
        for first in self._needed:
            way, ways = [first], [iter(self._needed[first])] if first not in done else []
            while ways:
                name = next(ways[-1], None)
                if name is None:
                    ways.pop()
                    done.add(way.pop())
                elif name in way:
                    circle = way[way.index(name) :]
                    column = self._needed[name][circle[1] if len(circle) > 1 else name]
                    error = say("formula.circle", name=name, through=tuple(circle[1:]))
                    yield self._source_of(self.declaration.follows[name].id).fault(FormulaError(error, column))
                elif name not in done:
                    way.append(name)
                    ways.append(iter(self._needed[name]))

    def _source_of(self, id: str) -> Source:
        """Where the formula of a line, box or let was written."""
        formula = self.declaration.follows[plain(id)].formula
        return next(source for source in self.declaration.sources if source.formula is formula)

    def _unused(self) -> Iterator[Fault]:
        for name in self.declaration.names:
            if name not in self._read:
                yield Fault(("rules", "names", name), say("rules.unread", name=repr(name)))
        for id in self.declaration.lets:
            if plain(id) not in self._read:
                yield Fault(self._source_of(id).path, say("rules.unread", name=repr(id)))
        lines = {**self.declaration.lines, **self.declaration.boxes}
        for id in self.declaration.why:
            if id not in lines:
                yield Fault(("rules", "why", id), say("rules.no-line", line=repr(id), near=near(id, lines)))

    # ------------------------------------------------------------------ boxes

    def _not_printed(self) -> Iterator[Fault]:
        printed = [id for paper in self.declaration.papers.values() for id in paper.follows]
        for id in self.declaration.boxes:
            if id not in printed:
                known = [area.id for area in self.areas.values()]
                yield Fault(self._source_of(id).path, say("rules.no-such-box", box=repr(id), near=near(id, known)))

    def _never_marked(self) -> Iterator[Fault]:
        for source in self.declaration.sources:
            if source.path[-1:] != ("may",):
                continue
            for area in self.declaration.areas.values():
                if area.may == source.formula.text and area.shape == "boxes" and self._by_itself(area, source):
                    error = self._refused(area)
                    if error is not None:
                        yield source.fault(error)

    def _by_itself(self, area: Area, source: Source) -> bool:
        """Whether a `may` looks at its own area alone, so that nothing else can open it."""
        names = set(source.formula.names)
        left = [*names]
        while left:
            more = self._needed.get(left.pop(), {}).keys() - names
            names |= more
            left += more
        names |= {name for need in names & self._needed.keys() for name in self.declaration.follows[need].formula.names}
        return not names & OF_THE_SHEET and not names & (self.areas.keys() - {area.name})

    def _refused(self, area: Area) -> FormulaError | None:
        """What is wrong with the `may` of an area if it lets nothing be marked on an empty sheet."""
        blank = {name: each.empty for name, each in self.areas.items()}
        scope = Scope(self.declaration, {**blank, "players": self.declaration.players[0], "player": "", "seat": 0})
        tries = 0
        try:
            for box, mark in islice(candidates(scope, area), MOST_TRIES):
                tries += 1
                if refused_by_area(scope, area, scope[area.name], box, mark) is None:
                    return None
        except FormulaError as error:
            return error
        return FormulaError(say("rules.never", area=repr(area.id))) if 0 < tries < MOST_TRIES else None


class _Reading(ast.NodeVisitor):
    """What a formula asks for: names, parts behind dots with the list that their loop goes over, calls."""

    def __init__(self, tree: ast.AST) -> None:
        self.names: list[ast.Name] = []
        self.parts: list[tuple[ast.Attribute, ast.expr | None]] = []
        self.calls: list[ast.Call] = []
        self._loops: dict[str, ast.expr] = {}
        self.visit(tree)

    @property
    def read(self) -> set[str]:
        """The names, and what is asked of the edition or the lines by name in their place."""
        of_tables = {}
        for part, _ in self.parts:
            if isinstance(part.value, ast.Name) and part.value.id in ("edition", "lines"):
                of_tables[part.value] = part.attr
        return {of_tables.get(node, node.id) for node in self.names} | {part.attr for part, _ in self.parts}

    def visit_Name(self, node: ast.Name) -> None:
        if node.id not in self._loops:
            self.names.append(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        loop = self._loops.get(node.value.id) if isinstance(node.value, ast.Name) else None
        self.parts.append((node, loop))
        self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self.calls.append(node)
        for argument in node.args:
            self.visit(argument)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        (loop,) = node.generators
        assert isinstance(loop.target, ast.Name)
        self.visit(loop.iter)
        outer, self._loops = self._loops, {**self._loops, loop.target.id: loop.iter}
        for part in (node.elt, *loop.ifs):
            self.visit(part)
        self._loops = outer
