"""One declaration a sheet: which field holds which part of its value; fields, marks and the way back follow from it.

A codec is a row of named parts. Each part knows its fields by id, writes its piece of the value into them, and reads it
from them again:

>>> codec = Codec(name=Text("name"), hits=Crosses(["hit.1", "hit.2", "hit.3"]), total=Number("total"))
>>> codec.marks({"name": "Ana", "hits": 2, "total": None})
{'name': 'Ana', 'hit.1': True, 'hit.2': True}
>>> codec.value({"name": "Ana", "hit.1": True, "hit.2": True})
{'name': 'Ana', 'hits': 2, 'total': None}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

Mark = str | int | bool
Marks = Mapping[str, Mark]
"""What a player has written, by field id: a choice's value, a number, a cross, a tally's count, a text."""

FIELD_KINDS = ("choice", "number", "cross", "tally", "text")


class FieldRule(NamedTuple):
    """What may be written in a field: its kind, the values of a choice, the highest count of a tally."""

    kind: str
    choices: tuple[str, ...] = ()
    most: int = 0


class Part:
    """A part of a sheet: its fields by id, from a piece of the value to marks and back.

    `empty` is the value of a part on which nothing stands; a mark that is no value of its field reads as nothing.
    """

    fields: Mapping[str, FieldRule] = {}
    empty: Any = None

    def marks(self, value: Any) -> dict[str, Mark]:
        """What stands in the fields for a piece of the value."""
        del value
        return {}

    def value(self, marks: Marks) -> Any:
        """The piece of the value that stands in the fields."""
        del marks
        return self.empty


class Text(Part):
    """One text, such as a name; nothing where it is empty."""

    empty = ""

    def __init__(self, id: str) -> None:
        self.id = id
        self.fields = {id: FieldRule("text")}

    def marks(self, value: str) -> dict[str, Mark]:
        return {self.id: value} if value else {}

    def value(self, marks: Marks) -> str:
        return str(marks.get(self.id, ""))


class Choice(Part):
    """One choice; nothing where none is made."""

    empty = ""

    def __init__(self, id: str, choices: Sequence[str]) -> None:
        self.id = id
        self.fields = {id: FieldRule("choice", tuple(choices))}

    def marks(self, value: str) -> dict[str, Mark]:
        return {self.id: value} if value else {}

    def value(self, marks: Marks) -> str:
        return str(marks.get(self.id, ""))


class Number(Part):
    """One number, None where nothing stands."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.fields = {id: FieldRule("number")}

    def marks(self, value: int | None) -> dict[str, Mark]:
        return {} if value is None else {self.id: value}

    def value(self, marks: Marks) -> int | None:
        found = marks.get(self.id)
        return found if type(found) is int else None


class Numbers(Part):
    """Numbers by name, such as the lines of a score; those that are not written are not there.

    >>> Numbers({"score.door": "door", "score.total": "total"}).value({"score.door": 2, "name": "Ana"})
    {'door': 2}
    """

    def __init__(self, ids: Mapping[str, str] | Iterable[str]) -> None:
        self.ids = dict(ids) if isinstance(ids, Mapping) else {id: id for id in ids}
        self.fields = dict.fromkeys(self.ids, FieldRule("number"))

    empty: Mapping[str, int] = {}

    def marks(self, value: Mapping[str, int]) -> dict[str, Mark]:
        return {id: value[name] for id, name in self.ids.items() if name in value}

    def value(self, marks: Marks) -> dict[str, int]:
        return {name: mark for id, name in self.ids.items() if type(mark := marks.get(id)) is int}


class Texts(Part):
    """Texts by name; those that are not written are not there."""

    empty: Mapping[str, str] = {}

    def __init__(self, ids: Mapping[str, Any]) -> None:
        self.ids = dict(ids)
        self.fields = dict.fromkeys(self.ids, FieldRule("text"))

    def marks(self, value: Mapping[Any, str]) -> dict[str, Mark]:
        return {id: value[name] for id, name in self.ids.items() if value.get(name)}

    def value(self, marks: Marks) -> dict[Any, str]:
        return {name: str(marks[id]) for id, name in self.ids.items() if marks.get(id)}


class Crosses(Part):
    """A count of crosses, made one after the other; more than there are boxes is not written."""

    empty = 0

    def __init__(self, ids: Iterable[str]) -> None:
        self.fields = dict.fromkeys(ids, FieldRule("cross"))

    def marks(self, value: int) -> dict[str, Mark]:
        return dict.fromkeys(list(self.fields)[: max(value, 0)], True)

    def value(self, marks: Marks) -> int:
        return sum(marks.get(id) is True for id in self.fields)


class Flags(Part):
    """Boxes that are crossed or not, by name; the value is the set of those that are."""

    empty: frozenset[Any] = frozenset()

    def __init__(self, ids: Mapping[str, Any]) -> None:
        self.ids = dict(ids)
        self.fields = dict.fromkeys(self.ids, FieldRule("cross"))

    def marks(self, value: Iterable[Any]) -> dict[str, Mark]:
        crossed = set(value)
        return {id: True for id, name in self.ids.items() if name in crossed}

    def value(self, marks: Marks) -> frozenset[Any]:
        return frozenset(name for id, name in self.ids.items() if marks.get(id) is True)


class Columns(Part):
    """The same codec once for each column of a pad, with the column's name before each id: `p1.total`, `p2.total`.

    >>> pad = Columns(["p1", "p2"], Codec(total=Number("total")))
    >>> pad.marks([{"total": 7}, {"total": None}]), pad.value({"p2.total": 3})
    ({'p1.total': 7}, ({'total': None}, {'total': 3}))
    """

    def __init__(self, names: Iterable[str], codec: Codec) -> None:
        self.names, self.codec = tuple(names), codec
        self.fields = {f"{name}.{id}": rule for name in self.names for id, rule in codec.fields.items()}
        self.empty = (codec.empty,) * len(self.names)

    def marks(self, value: Sequence[Mapping[str, Any]]) -> dict[str, Mark]:
        columns = zip(self.names, value, strict=False)
        return {f"{name}.{id}": mark for name, column in columns for id, mark in self.codec.marks(column).items()}

    def value(self, marks: Marks) -> tuple[dict[str, Any], ...]:
        by_name: dict[str, dict[str, Mark]] = {name: {} for name in self.names}
        for id, mark in marks.items():
            name, _, rest = id.partition(".")
            if name in by_name:
                by_name[name][rest] = mark
        return tuple(self.codec.value(column) for column in by_name.values())


class Codec:
    """The parts of a sheet by name. A value is a mapping of these names; `into` makes a game's own value of it."""

    def __init__(self, into: Callable[..., Any] | None = None, **parts: Part) -> None:
        self.parts = parts
        self.into = into

    @cached_property
    def fields(self) -> dict[str, FieldRule]:
        """The fields of the sheet by id."""
        return {id: rule for part in self.parts.values() for id, rule in part.fields.items()}

    @property
    def empty(self) -> dict[str, Any]:
        """The value of a sheet on which nothing stands."""
        return {name: part.empty for name, part in self.parts.items()}

    def marks(self, value: Any) -> dict[str, Mark]:
        """What stands on the sheet for a value; a part that the value does not have stays empty."""
        found: dict[str, Mark] = {}
        for name, part in self.parts.items():
            piece = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
            if piece is not None:
                found |= part.marks(piece)
        return found

    def value(self, marks: Marks) -> Any:
        """The value of what stands on the sheet."""
        pieces = {name: part.value(marks) for name, part in self.parts.items()}
        return pieces if self.into is None else self.into(**pieces)
