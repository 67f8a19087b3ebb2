"""Strict reading: every reader takes what it should, refuses the rest, and says where and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import strict
from pnp.strict import Fault, Table, as_choice, as_flag, as_number, as_text, as_whole, near, place_of, shown
from pnp.words import english

READERS = {
    "text": lambda table: table.text("key"),
    "pattern": lambda table: table.text("key", pattern="[a-z]+", allowed="a word in small letters"),
    "whole": lambda table: table.whole("key", low=0, high=9),
    "number": lambda table: table.number("key", low=0, high=9),
    "flag": lambda table: table.flag("key"),
    "choice": lambda table: table.choice("key", ("red", "green")),
    "items": lambda table: table.items("key", as_whole),
    "table": lambda table: table.table("key").data,
    "tables": lambda table: [row.data for row in table.tables("key")],
}
TAKEN = [
    ("text", "Ana", "Ana"),
    ("text", "", ""),
    ("pattern", "ana", "ana"),
    ("whole", 0, 0),
    ("whole", 9, 9),
    ("number", 9, 9.0),
    ("number", 0.5, 0.5),
    ("flag", True, True),
    ("flag", False, False),
    ("choice", "green", "green"),
    ("items", [], []),
    ("items", [1, 2], [1, 2]),
    ("table", {"a": 1}, {"a": 1}),
    ("tables", [{"a": 1}, {}], [{"a": 1}, {}]),
]
REFUSED = [
    ("text", 3, "3 is not a text"),
    ("text", None, "None is not a text"),
    ("text", ["Ana"], "['Ana'] is not a text"),
    ("pattern", "Ana", "'Ana' is not a word in small letters"),
    ("pattern", "ana\n", "'ana\\n' is not a word in small letters"),
    ("whole", 1.0, "1.0 is not a whole number"),
    ("whole", True, "True is not a whole number"),
    ("whole", "1", "'1' is not a whole number"),
    ("whole", None, "None is not a whole number"),
    ("whole", -1, "-1 is too small; at least 0 is allowed"),
    ("whole", 10, "10 is too large; at most 9 is allowed"),
    pytest.param("whole", 10**5000, "a number too large to show is too large; at most 9 is allowed", id="huge"),
    ("number", "1", "'1' is not a number"),
    ("number", False, "False is not a number"),
    ("number", float("nan"), "nan is not a number"),
    ("number", float("inf"), "inf is too large; at most 9 is allowed"),
    ("number", -0.5, "-0.5 is too small; at least 0 is allowed"),
    ("flag", 1, "1 is neither true nor false"),
    ("flag", "true", "'true' is neither true nor false"),
    ("choice", "gren", "'gren' is not one of red, green; did you mean 'green'?"),
    ("choice", 7, "7 is not one of red, green"),
    ("choice", ["red"], "['red'] is not one of red, green"),
    ("items", "1, 2", "'1, 2' is not a list"),
    ("items", None, "None is not a list"),
    ("items", {"a": 1}, "{'a': 1} is not a list"),
    ("tables", {"a": 1}, "{'a': 1} is not a list of tables"),
    ("tables", None, "None is not a list of tables"),
]


def read(reader: str, data: dict[str, Any]) -> tuple[Any, list[str]]:
    faults: list[Fault] = []
    return READERS[reader](Table(data, faults)), [str(fault) for fault in faults]


@pytest.mark.parametrize(("reader", "value", "got"), TAKEN)
def test_a_reader_takes_what_it_should(reader: str, value: Any, got: Any) -> None:
    found, faults = read(reader, {"key": value})
    assert (found, faults) == (got, [])
    assert type(found) is type(got)


@pytest.mark.parametrize(("reader", "value", "message"), REFUSED)
def test_a_reader_refuses_the_rest(reader: str, value: Any, message: str) -> None:
    assert read(reader, {"key": value})[1] == [f"key: {message}"]


@pytest.mark.parametrize("reader", ["text", "pattern", "whole", "number", "choice", "items"])
def test_a_key_that_is_needed_may_not_be_missing(reader: str) -> None:
    assert read(reader, {})[1] == ["'key' is missing"]


@pytest.mark.parametrize("value", [None, 3, "a", [1]])
def test_a_table_is_a_table(value: Any) -> None:
    faults: list[Fault] = []
    assert Table({"key": value}, faults).table("key") is None
    assert [str(fault) for fault in faults] == [f"key: {value!r} is not a table"]


def test_what_has_a_default_may_be_missing() -> None:
    faults: list[Fault] = []
    table = Table({}, faults)
    got = (table.text("a", "x"), table.whole("b", 3), table.number("c", 0.5), table.flag("d"))
    assert got == ("x", 3, 0.5, False)
    assert (table.choice("e", ("red",), "red"), table.items("f", as_whole, [1])) == ("red", [1])
    assert (table.table("g"), table.tables("h"), table.raw("i", 9), "j" in table) == (None, [], 9, False)
    assert faults == []


def test_bad_items_are_left_out_and_each_has_its_place() -> None:
    faults: list[Fault] = []
    table = Table({"dice": [1, "two", 3, None, True]}, faults)
    assert table.items("dice", as_whole) == [1, 3]
    assert [place_of(fault.path) for fault in faults] == ["dice 2", "dice 4", "dice 5"]


def test_lists_have_an_end() -> None:
    faults: list[Fault] = []
    table = Table({"dice": [1] * 11, "rows": [{}] * 11}, faults)
    assert (table.items("dice", as_whole, most=10), table.tables("rows", most=10)) == ([], [])
    assert [str(fault) for fault in faults] == [
        "dice: 11 items; at most 10 are allowed",
        "rows: 11 tables; at most 10 are allowed",
    ]


def test_every_fault_is_collected_with_its_place() -> None:
    faults: list[Fault] = []
    top = Table({"sheets": [{"rounds": [{}, 5, {"tunnel": "deep"}]}], "plyer": 1}, faults)
    for sheet in top.tables("sheets"):
        for row in sheet.tables("rounds"):
            row.whole("tunnel", 0)
            row.close()
        sheet.close()
    top.text("player", "")
    top.close()
    assert [str(fault) for fault in faults] == [
        "sheets 1, rounds 2: 5 is not a table",
        "sheets 1, rounds 3, tunnel: 'deep' is not a whole number",
        "plyer: unknown key; did you mean 'player'?",
    ]


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("hose", ["house", "cost"], "'house'"),
        ("House", ["house", "cost"], "'house'"),
        ("xyz", ["house", "cost"], ""),
        ("", ["house"], ""),
        ("house", [], ""),
    ],
)
def test_the_nearest_word_is_named_where_one_is_near(word: str, known: list[str], hint: str) -> None:
    assert near(word, known) == hint


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), ""),
        (("cost",), "cost"),
        (("sheets", 0), "sheets 1"),
        (("sheets", 2, "rounds", 9, "tunnel", 0), "sheets 3, rounds 10, tunnel 1"),
        (("side", 1, 0), "side 2 1"),
    ],
)
def test_places_count_from_one(path: strict.Path, place: str) -> None:
    assert place_of(path) == place


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


QUOTED = {
    "long": "x" * 1000,
    "huge": 10**5000,
    "far below": -(10**5000),
    "deep": deep(100_000),
    "a table": {"a": "b" * 1000},
    "lines": "a\nb\x1b",
}


@pytest.mark.parametrize("value", QUOTED.values(), ids=QUOTED)
def test_a_value_is_quoted_shortly_and_on_one_line(value: Any) -> None:
    assert shown(value).isprintable()
    assert 0 < len(shown(value)) <= 40


def test_a_key_of_very_many_parts_is_refused_at_once() -> None:
    assert strict.toml("a" + ".b" * 40 + " = 1")["a"]["b"]
    for key in ("a" + ".b" * 100_000, '"a"' + ' . "b"' * 60, "[a" + ".b" * 60 + "]"):
        with pytest.raises(ValueError, match="more than 50 parts"):
            strict.toml(f"{key} = 1" if key[0] != "[" else key)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["key", "kez", "other"]), json_values), st.sampled_from(sorted(READERS)))
def test_whatever_stands_there_is_read_or_a_fault(data: dict[str, Any], reader: str) -> None:
    faults: list[Fault] = []
    table = Table(data, faults)
    if reader == "table":
        table.table("key")
    else:
        READERS[reader](table)
    table.close()
    unknown = {fault.path for fault in faults if english(fault.message).startswith("unknown key")}
    assert unknown == {(key,) for key in data if key != "key"}
    assert all(str(fault) for fault in faults)


@given(json_values)
def test_single_values_are_read_or_raise_a_value_error(value: Any) -> None:
    for one in (as_text, as_whole, as_number, as_flag, lambda v: as_choice(v, ("a", "b"))):
        try:
            got = one(value)
        except ValueError as wrong:
            assert str(wrong)
        else:
            assert got == value
