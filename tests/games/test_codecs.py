"""One codec a sheet, for every sheet of every game: what stands there becomes a value, and the value stands there again."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp import games
from pnp.edition import shipped
from pnp.games.codec import (
    Choice,
    Codec,
    Columns,
    Crosses,
    FieldRule,
    Flags,
    Mark,
    Number,
    Numbers,
    Text,
    Texts,
)

SHEETS = {
    f"{name}/{sheet}": codec
    for name in games.names()
    for sheet, codec in games.load(name).sheets(shipped(name)).items()
}


def some_mark(rule: FieldRule, rng: random.Random) -> Mark:
    match rule.kind:
        case "choice":
            return rng.choice(rule.choices)
        case "cross":
            return True
        case "tally":
            return rng.randint(1, rule.most)
        case "number":
            return rng.randint(-20, 99)
        case _:
            return rng.choice(("Ana", "Łucja", "דנה", "a b", "7"))


def some_marks(codec: Codec, seed: int) -> dict[str, Mark]:
    """Marks as people make them: anything in any box, as full as it comes."""
    rng = random.Random(seed)
    share = rng.choice((0.0, 0.1, 0.5, 1.0))
    return {id: some_mark(rule, rng) for id, rule in codec.fields.items() if rng.random() < share}


def test_every_game_declares_its_sheets() -> None:
    for name in games.names():
        game, edition = games.load(name), shipped(name)
        declared = {sheet: codec.fields for sheet, codec in game.sheets(edition).items()}
        assert game.fields(edition) == declared or (not declared and game.fields(edition)), name


@pytest.mark.parametrize("sheet", SHEETS)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_value_stands_on_the_sheet_as_it_was_read(sheet: str, seed: int) -> None:
    codec = SHEETS[sheet]
    value = codec.value(some_marks(codec, seed))
    written = codec.marks(value)
    assert written.keys() <= codec.fields.keys()
    assert codec.value(written) == value
    assert codec.marks(codec.value(written)) == written


@pytest.mark.parametrize("sheet", SHEETS)
def test_nothing_stands_on_an_empty_sheet(sheet: str) -> None:
    assert SHEETS[sheet].marks(SHEETS[sheet].value({})) == {}


@pytest.mark.parametrize(
    ("part", "value", "marks"),
    [
        (Text("name"), "Ana", {"name": "Ana"}),
        (Text("name"), "", {}),
        (Choice("hero", ["a", "b"]), "b", {"hero": "b"}),
        (Number("total"), 0, {"total": 0}),
        (Number("total"), None, {}),
        (Numbers({"score.door": "door", "score.roof": "roof"}), {"roof": -1}, {"score.roof": -1}),
        (Texts({"city.red.1": ("red", 1)}), {("red", 1): "Mine"}, {"city.red.1": "Mine"}),
        (Crosses(["f.1", "f.2", "f.3"]), 2, {"f.1": True, "f.2": True}),
        (Flags({"off.1": 1, "off.2": 2}), frozenset({2}), {"off.2": True}),
        (Columns(["p1", "p2"], Codec(total=Number("total"))), ({"total": None}, {"total": 3}), {"p2.total": 3}),
    ],
    ids=lambda part: type(part).__name__,
)
def test_a_part_writes_and_reads(part: object, value: object, marks: dict[str, Mark]) -> None:
    assert part.marks(value) == marks
    assert part.value(marks) == value


def test_what_does_not_fit_on_the_sheet_is_not_written() -> None:
    assert Crosses(["a"]).marks(3) == {"a": True}
