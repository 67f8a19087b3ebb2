"""What a layout says under `[rules]`: areas, lines of the score, checks, turns; read strictly, faults with places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

from pnp.games.rules.boxes import NOTHING, Area, plain
from pnp.games.rules.formula import Formula, FormulaError, errors_of
from pnp.strict import Fault, Path, Table, as_text, as_whole, near, shown
from pnp.words import say

WINS = ("highest", "lowest")
TURNS = ("one mark", "each one mark")
ORDERS = ("right",)
MOST_PLAYERS = 12
"""How many may play where the rules don't say and the sheet has no column for each."""
MOST_DICE, MOST_FACES, MOST_ROLLS = 10, 20, 10
MOST_KINDS_OF_ROLLS = 10_000
"""How many different rolls dice may have: a check goes through all of them."""
NONE = Formula("0")
EVERYWHERE = ("players", "player", "missing", "complete", "lines", "total", "edition")
"""Names that every formula has."""
IN_MAY = ("at", "here", "value", "die", "dice", "last", "before", "beside")
"""Names that only a `may` has."""


Functions = Mapping[str, Callable[..., Any]]


class Sentence(NamedTuple):
    """Words for people: a key of the catalogue or a sentence of the layout, and facts that are formulas.

    With `each` there is one sentence for each thing of a list, which its facts know by `name`. Where `when` does not
    hold, the next one of several is told.
    """

    key: str
    facts: Mapping[str, Formula | Sentence]
    name: str = ""
    each: Formula | None = None
    when: Formula | None = None
    otherwise: Sentence | None = None


class Line(NamedTuple):
    """A number that follows by a formula: a line of the score, a box beside it, or a formula with a name."""

    id: str
    formula: Formula
    can: tuple[int, int | None, int] | None = None
    """The lowest and highest number that can stand there, and the step between them."""
    choices: int = 0
    """How many numbers from 1 there are to choose from, where its box is a choice."""


class Check(NamedTuple):
    """Something that is wrong, or good to know, whenever a formula holds: for each thing of a list, if there is one."""

    key: str
    when: Formula
    at: Sentence | str = ""
    name: str = ""
    each: Formula | None = None
    facts: Mapping[str, Formula | Sentence] = NOTHING

    @property
    def names(self) -> frozenset[str]:
        """What it looks at."""
        return self.when.names | (self.each.names if self.each else frozenset())


class Dice(NamedTuple):
    """The dice of a turn: how many, with how many faces, how often they are rolled, and whether some may be kept."""

    number: int
    faces: int
    rolls: int
    keep: bool


class Rounds(NamedTuple):
    """The same boxes several times: how the fields of each begin, and how often at the most."""

    prefix: str
    most: int


class Paper(NamedTuple):
    """A sheet: whose it is, its columns for the seats of a pad, and the boxes of lines on it."""

    name: str
    own: bool = True
    columns: int = 0
    follows: Mapping[str, str] = NOTHING
    """The field of each line, box and total on it."""
    named: bool = True
    """Whether the player's name stands on it."""


class Source(NamedTuple):
    """A formula where it was written, and the names that only it has."""

    path: Path
    formula: Formula
    names: frozenset[str]
    written: str
    """The text in which it stands, before names were put into its braces; `filled` is that with them."""
    filled: str
    start: int
    """Where in the text it begins."""

    def fault(self, error: FormulaError) -> Fault:
        """What is wrong with it, at the character that was written."""
        return Fault(self.path, error.said, column_written(self.written, self.filled, self.start + error.column))


def column_written(written: str, filled: str, at: int) -> int:
    """The character of a text, from 1, for one of the same text with names in its braces, from 0.

    >>> column_written("1 + {} + x", "1 + red + x", 10), column_written("1 + {} + x", "1 + red + x", 5)
    (10, 5)
    """
    wide = (len(filled) - len(written)) // max(written.count("{}"), 1) + 2
    start = 0
    while 0 <= (brace := written.find("{}", start)) < at:
        at = max(at - wide + 2, brace)
        start = brace + 2
    return at + 1


@dataclass(frozen=True, eq=False)
class Declaration:
    """A game as its layout declares it."""

    game: str
    players: tuple[int, int]
    areas: Mapping[str, Area]
    lines: Mapping[str, Line]
    boxes: Mapping[str, Line]
    lets: Mapping[str, Line]
    wrong: Sequence[Check] = ()
    notes: Sequence[Check] = ()
    together: Sequence[Check] = ()
    """What is wrong between the sheets of a table."""
    rank: Sequence[tuple[Formula, Sentence | None]] = ()
    highest: bool = True
    names: Mapping[str, Any] = field(default_factory=dict)
    entries: Mapping[str, Any] = field(default_factory=dict)
    why: Mapping[str, Sentence] = field(default_factory=dict)
    facts: Mapping[str, Formula] = field(default_factory=dict)
    papers: Mapping[str, Paper] = field(default_factory=dict)
    dice: Dice | None = None
    turn: str = TURNS[0]
    ends: Formula | None = None
    may_pass: bool = False
    rounds: Rounds | None = None
    optional: tuple[str, ...] = ()
    sign: bool = True
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Sentences of the layout's own, by language."""
    functions: Functions = field(default_factory=dict)
    """Functions of the game's own, for what no formula can say."""
    sources: Sequence[Source] = ()
    """Every formula where it was written."""

    def formula(self, text: str) -> Formula:
        """The formula of a text, read once."""
        if text not in self._texts:
            self._texts[text] = Formula(text, self.functions)
        return self._texts[text]

    @cached_property
    def _texts(self) -> dict[str, Formula]:
        return {}

    @cached_property
    def constants(self) -> Mapping[str, Any]:
        """The constants and the entries of the edition by name."""
        return {**self.entries, **self.names}

    @cached_property
    def follows(self) -> Mapping[str, Line]:
        """Everything that follows by a formula, as formulas call it; what adds to nothing by itself too."""
        every = (*self.lines.values(), *self.boxes.values(), *self.lets.values())
        return {plain(line.id): line for line in every}

    @cached_property
    def comparing(self) -> tuple[str, ...]:
        """The lines of the score that a comparison of players decides."""
        return tuple(id for id, line in self.lines.items() if self._compares(line.formula, frozenset()))

    def _compares(self, formula: Formula, seen: frozenset[str]) -> bool:
        inner = (formula.names & self.follows.keys()) - seen
        return formula.compares or any(self._compares(self.follows[name].formula, seen | inner) for name in inner)


# ---------------------------------------------------------------------- reading


class Reader:
    """Reads the table `rules` of a layout; what is wrong goes to the table's faults."""

    def __init__(
        self, table: Table, entries: Mapping[str, Any] = NOTHING, functions: Functions = NOTHING, checked: bool = True
    ) -> None:
        self.table = table
        self.functions, self.checked = functions, checked
        self.entries = {plain(name): value for name, value in entries.items()}
        self.words: dict[str, dict[str, str]] = {}
        self.sources: list[Source] = []
        self._names: frozenset[str] = frozenset()
        """What the formulas of a check may ask for besides."""
        own = table.table("names")
        self.names = {plain(name): _frozen(value) for name, value in own.data.items()} if own else {}

    def number(self, table: Table, key: str, default: int, low: int, high: int) -> int:
        """A number, or what a formula of the edition's entries comes to."""
        value = table.raw(key, default)
        if isinstance(value, str):
            value = self.constant(table, value, key)
        return table.item(value, default, lambda found: as_whole(found, low, high), key)

    def constant(self, table: Table, value: Any, *keys: str | int) -> Any:
        if not isinstance(value, str):
            return _frozen(value)
        made = self.formula(table, value, *keys)
        names = {"edition": self.entries, **self.entries, **self.names}
        return table.item(made, None, lambda formula: formula(names), *keys)

    def formula(
        self, table: Table, value: Any, *keys: str | int, names: Iterable[str] = (), text: str = "", start: int = 0
    ) -> Formula:
        """A formula; a fault with its column where it can't be read. `text` is what it stands in, from `start` on."""
        own = table.item(value, "0", _as_formula, *keys)
        path = (*table.path, *keys)
        source = Source(path, NONE, frozenset(names), self._written(path, text or own), text or own, start)
        try:
            source = source._replace(formula=Formula(own, self.functions, self.checked))
        except FormulaError as error:
            table.faults += [source.fault(each) for each in errors_of(own, self.functions) or [error]]
        self.sources.append(source)
        return source.formula

    def _written(self, path: Path, text: str) -> str:
        """A text as it stands in the file, before names were put into its braces."""
        value: Any = self.table.data
        try:
            for key in path[len(self.table.path) :]:
                value = value[key]
        except (KeyError, TypeError):
            return text
        return value if isinstance(value, str) else text

    def formulas(self, key: str) -> dict[str, Formula]:
        """A table of formulas by name; `"red,blue"` is one for each, with its name in the braces."""
        table = self.table.table(key)
        return {name: self.formula(row, row.data[at], at) for name, row, at in self._spread(table)} if table else {}

    def _spread(self, table: Table | None) -> Iterator[tuple[str, Table, str]]:
        """The rows of a table whose keys may name several things, each with the thing's name put in."""
        for key, value in table.data.items() if table is not None else ():
            assert table is not None
            own_names = isinstance(value, dict) and "for" in value
            for name in key.split(","):
                filled = value if own_names else _filled(value, plain(name.strip()))
                yield name.strip(), Table({key: filled}, table.faults, table.path), key

    def lines(self, key: str) -> dict[str, Line]:
        """Lines of the score, or boxes that follow: a formula, or a table with `is` and what `can` stand there."""
        found = {}
        for name, row, at in self._spread(self.table.table(key)):
            inner = row.table(at) if isinstance(row.data[at], dict) else None
            if inner is None:
                found[name] = Line(name, self.formula(row, row.data[at], at))
                continue
            can = inner.raw("can", None)
            limits = [self.constant(inner, value, "can", n) for n, value in enumerate(can)] if can else []
            low, high, step = (*limits, 1)[:3] if len(limits) > 1 else (None, None, 1)
            bounds = (low, high, step) if type(low) is type(high) is type(step) is int else None
            choices = self.number(inner, "choices", 0, 0, 99)
            found[name] = Line(name, self.formula(inner, inner.raw("is", "0"), "is"), bounds, choices)
            inner.close()
        return found

    def checks(self, key: str) -> tuple[Check, ...]:
        """Problems or notes: a table each, with `when`, and `for` a list of names that are put into the braces."""
        found = []
        self._names = frozenset({"sheets"} if key == "together" else ())
        for code, row, at in self._spread(self.table.table(key)):
            outer = row.table(at)
            if outer is None:
                continue
            for name in outer.items("for", as_text, [""], most=50):
                data = {k: v for k, v in outer.data.items() if k != "for"}
                data = {k: _filled(v, plain(name)) for k, v in data.items()} if name else data
                found.append(self._check(code, Table(data, outer.faults, outer.path)))
        self._names = frozenset()
        return tuple(found)

    def _check(self, code: str, table: Table) -> Check:
        outer = self._names
        name, each = self._each(table, table.text("each", ""), "each")
        self._names = outer | ({name, "number"} if each else set())
        made = Check(
            table.text("code", code),
            self.formula(table, table.raw("when", "1"), "when", names=self._names),
            self._at(table),
            name,
            each,
            self._facts(table, table.data.get("facts", {}), "facts"),
        )
        self._names = outer
        table.raw("facts", None)
        self._sentences(table, made.key)
        table.close()
        return made

    def _at(self, table: Table) -> Sentence | str:
        value = table.raw("at", "")
        return self._said(table, value, "at") if isinstance(value, dict) else str(value)

    def _each(self, table: Table, text: str, *keys: str | int) -> tuple[str, Formula | None]:
        """`name in things`: the name of each thing, and the formula of all."""
        name, _, things = text.partition(" in ")
        if not things:
            return name.strip(), None
        start = len(text) - len(things)
        return name.strip(), self.formula(table, things, *keys, names=self._names, text=text, start=start)

    def _said(self, table: Table, value: Mapping[str, Any], *keys: str | int) -> Sentence:
        outer, facts = self._names, {key: fact for key, fact in value.items() if key not in ("say", "each", "when")}
        when = self.formula(table, value["when"], *keys, "when", names=outer) if "when" in value else None
        name, each = self._each(table, str(value.get("each", "")), *keys, "each")
        self._names = outer | ({name} if each else set())
        made = Sentence(str(value.get("say", "")), self._facts(table, facts, *keys), name, each, when)
        self._names = outer
        return made

    def _facts(self, table: Table, value: Any, *keys: str | int) -> dict[str, Formula | Sentence]:
        if not isinstance(value, dict):
            table.fault(say("no-table", value=shown(value)), *keys)
            return {}
        return {
            name: self._said(table, fact, *keys, name)
            if isinstance(fact, dict)
            else self.formula(table, fact, *keys, name, names=self._names)
            for name, fact in value.items()
        }

    def _sentences(self, table: Table, key: str) -> None:
        """`say.en = "…"`: what a problem or note is called in the languages of the layout."""
        own = table.table("say")
        for language in own.data if own else ():
            assert own is not None
            self.words.setdefault(language, {})[key] = own.text(language, "")

    def why(self) -> dict[str, Sentence]:
        """Reasons of lines: a sentence with formulas in its braces, by language if need be; or a key with facts."""
        found = {}
        for id, row, at in self._spread(self.table.table("why")):
            value = row.data[at]
            if isinstance(value, list):
                made: Sentence | None = None
                for number, one in reversed(list(enumerate(row.tables(at)))):
                    made = self._said(row, one.data, at, number)._replace(otherwise=made)
                found[id] = made or Sentence("", {})
                continue
            if isinstance(value, dict) and "say" in value:
                found[id] = self._said(row, value, at)
                continue
            facts: dict[str, Formula | Sentence] = {}
            for language, text in (value if isinstance(value, dict) else {"en": value}).items():
                self.words.setdefault(language, {})[f"why.{id}"] = self._sentence(row, text, facts, at)
            found[id] = Sentence(f"why.{id}", facts)
        return found

    def _sentence(self, table: Table, text: Any, facts: dict[str, Formula | Sentence], key: str) -> str:
        """A sentence with a name for each formula in its braces; `{count(red):box|boxes}` has the forms of a word."""
        pieces = str(text).replace("}", "{").split("{")
        starts = [0, *accumulate(len(piece) + 1 for piece in pieces)]
        for at in range(1, len(pieces), 2):
            asked, colon, forms = pieces[at].partition(":")
            name = next((n for n, fact in facts.items() if isinstance(fact, Formula) and fact.text == asked), "")
            if not name:
                name = asked if asked.isidentifier() else f"n{len(facts) + 1}"
                facts[name] = self.formula(table, asked, key, text=str(text), start=starts[at])
            pieces[at] = "{" + name + colon + forms + "}"
        return "".join(pieces)

    def dice(self) -> Dice | None:
        """The dice of a turn, None where the game is kept by pad."""
        table = self.table.table("dice")
        if table is None:
            return None
        number = self.number(table, "number", 1, 1, MOST_DICE)
        faces = self.number(table, "faces", 6, 2, MOST_FACES)
        made = Dice(number, faces, self.number(table, "rolls", 1, 1, MOST_ROLLS), table.flag("keep"))
        if (rolls := comb(number + faces - 1, number)) > MOST_KINDS_OF_ROLLS:
            table.fault(say("rules.many-rolls", n=rolls, most=MOST_KINDS_OF_ROLLS))
        table.close()
        return made

    def rounds(self) -> Rounds | None:
        """How often the boxes stand side by side on a sheet."""
        table = self.table.table("rounds")
        if table is None:
            return None
        made = Rounds(table.text("prefix", "r", "[a-z]"), self.number(table, "most", 1, 1, 40))
        table.close()
        return made

    def area_rows(self) -> dict[str, Table]:
        """What is said of areas under `[rules.areas]`, by the area's id; each is closed by whoever reads it."""
        found = {}
        for id, row, at in self._spread(self.table.table("areas")):
            if (inner := row.table(at)) is not None:
                found[id] = inner
        return found

    def area_words(self, row: Table, id: str, boxes: Sequence[str]) -> dict[str, Any]:
        """What may be said of any area: order, legal marks, values, printed numbers, regions, dice."""
        own: dict[str, Any] = {}
        if "say" in row:
            own["say"] = Sentence(f"may-not.{id}", NOTHING)
            self._sentences(row, own["say"].key)
        if "order" in row:
            own["order"] = row.choice("order", ORDERS)
            if len(boxes) < 2:
                row.fault(say("rules.order"), "order")
        for key, names in (("may", IN_MAY), ("full", ())):
            if key in row:
                own[key] = self.formula(row, row.raw(key), key, names=names).text
        if "values" in row:
            values = row.items("values", as_whole, most=2)
            own["values"] = (values[0], values[-1]) if values else None
        if "here" in row:
            own["here"] = _printed_values(row, boxes)
        if (regions := row.table("regions")) is not None:
            own["regions"] = {name: tuple(regions.items(name, as_text)) for name in regions.data}
            for name, named in own["regions"].items():
                _check_boxes(regions, named, boxes, name)
        if (dice := row.table("dice")) is not None:
            own["dice"] = self._dice_formulas(dice, boxes)
        own["bare"] = row.flag("bare")
        own["unknown"] = row.flag("unknown")
        return own

    def _dice_formulas(self, table: Table, boxes: Sequence[str]) -> dict[str, str]:
        """What dice give in each box of an area."""
        found = {}
        for name, row, at in self._spread(table):
            _check_boxes(row, [name], boxes, at)
            found[name] = self.formula(row, row.data[at], at, names=("dice",)).text
        if missing := [box for box in boxes if box not in found]:
            table.fault(say("rules.no-dice-in", boxes=tuple(missing)))
        if "dice" not in self.table.data:
            table.fault(say("rules.no-dice"))
        return found

    def close(self) -> None:
        """Report the keys under `rules` that nobody asked for."""
        self.table.close()


def _printed_values(row: Table, boxes: Sequence[str]) -> Mapping[str, Any]:
    """What is printed `here` in each box: a list for all of them, or a table by their names."""
    here = row.raw("here")
    if not isinstance(here, list):
        table = row.table("here") or Table({}, [])
        _check_boxes(table, table.data, boxes)
        return table.data
    if len(here) != len(boxes):
        row.fault(say("rules.here", n=len(here), boxes=len(boxes)), "here")
    return dict(zip(boxes, here, strict=False))


def _check_boxes(table: Table, named: Iterable[str], boxes: Sequence[str], *keys: str) -> None:
    """Report the names that no box of an area has."""
    for name in named:
        if name not in boxes:
            table.fault(say("rules.no-such-box", box=repr(name), near=near(name, boxes)), *(keys or (name,)))


def _as_formula(value: Any) -> str:
    return str(value) if type(value) is int else as_text(value)


def _filled(value: Any, name: str) -> Any:
    """A value with a name in its braces, in all of its texts."""
    if isinstance(value, dict):
        return {key: _filled(inner, name) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, name) for inner in value]
    return value.replace("{}", name) if isinstance(value, str) else value


def _frozen(value: Any) -> Any:
    """A constant as formulas take it: lists are tuples."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {key: _frozen(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def frozen_entries(entries: Iterable[Any]) -> dict[str, Any]:
    """The entries of an edition by the names that formulas have for them."""
    return {
        plain(entry.name): _frozen(entry.value)
        for entry in entries
        if entry.value is not None or entry.kind == "unknown"
    }


def text_of_rules(text: str) -> str:
    """What a layout file says besides its looks, whose many tables take long to read: its head, and its rules."""
    head, *tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    return head + "".join(table for table in tables if table.lstrip("[").startswith(("rules]", "rules.")))
