"""The verdict: what decided a tie, and what is still open is not called wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.errors import InputError
from pnp.games.verdict import Line, Score, ranking, wrong_sums
from pnp.sheets import documents
from pnp.words import english

HOUSE = "......\n......\n......\n......\n..W...\n......"


def reasons(*keys: tuple[int, ...]) -> list[tuple[int, str, str]]:
    rows = [(chr(65 + n), 9) for n in range(len(keys))]
    return [(row.rank, row.player, english(row.why)) for row in ranking(rows, keys, lambda step: f"step {step + 1}")]


def test_each_place_has_its_own_reason() -> None:
    assert reasons((1, 0, 0), (2, 0, 0), (0, 9, 0), (0, 0, 3)) == [
        (1, "B", "step 1"),
        (2, "A", "step 1"),
        (3, "C", "step 1"),
        (4, "D", "step 2"),
    ]


def test_a_shared_place_says_so() -> None:
    assert [why for *_, why in reasons((1,), (1,), (0,))] == ["step 1, shared", "step 1, shared", "step 1"]
    assert [why for *_, why in reasons((1,), (1,))] == ["still tied: shared"] * 2
    assert ranking([("A", 1), ("B", 2)], [(0,), (0,)], str)[0].why == ""


@pytest.mark.parametrize(
    ("written", "doubts", "wrong"),
    [
        ({"a": 5}, {}, ["a"]),
        ({"a": 5}, {"a": [5]}, []),
        ({"a": 6}, {"a": [5]}, ["a"]),
        ({"a": 6}, {"a": None}, []),
        (10, {}, ["total"]),
        (8, {"a": [5]}, []),
        (9, {"a": [5]}, ["total"]),
        (99, {"a": None}, []),
    ],
)
def test_only_what_can_not_be_is_wrong(written: Any, doubts: Any, wrong: list[str]) -> None:
    score = Score((Line("a", 2), Line("b", 3)))
    assert [english(problem.where) for problem in wrong_sums(written, score, doubts)] == wrong


def codes(**document: Any) -> list[str]:
    return [problem.code for problem in documents.judge(document).sheets[0].problems]


@pytest.mark.parametrize(("bonuses", "wrong"), [(0, False), (3, False), (5, True)])
def test_a_lone_house_may_have_the_most_windows(bonuses: int, wrong: bool) -> None:
    sheet = {"game": "house-of-dice", "players": 3, "house": HOUSE, "bonuses": ["most-windows"]}
    assert codes(**sheet, written={"bonuses": bonuses}) == (["wrong-sum"] if wrong else [])


@pytest.mark.parametrize(("majority", "wrong"), [(0, False), (12, False), (8, False), (5, True)])
def test_a_lone_manor_may_have_a_majority(majority: int, wrong: bool) -> None:
    sheet = {"game": "dice-manor", "players": 3, "rooms": [{"type": "office", "color": "red"}]}
    assert codes(**sheet, written={"majority": majority}) == (["wrong-sum"] if wrong else [])


def test_a_manor_without_a_list_of_rooms_may_have_any() -> None:
    verdict = documents.judge({"game": "dice-manor", "diversity": 4}).sheets[0]
    assert verdict.legal
    assert verdict.score.as_json()["diversity"] == 4


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"gam": "house-of-dice"}, "gam: unknown key; did you mean 'game'?"),
        ({"game": "house-of-dice", "hous": HOUSE}, "hous: unknown key; did you mean 'house'?"),
        ({"game": "house-of-dice", "house": HOUSE, "cost": "x", "furnitur": 3}, "furnitur: unknown key; did you mean"),
        ({"game": "house-of-dice", "house": HOUSE, "xyz": 3}, "xyz: unknown key; the nearest known one is '"),
    ],
)
def test_an_unknown_key_is_named_first(document: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        documents.judge(document, "a.toml")
    assert str(error.value).startswith(f"a.toml: {said}")


def test_an_edition_entry_that_is_almost_one_is_refused(tmp_path: Path) -> None:
    from pnp.cli.documents import own_edition
    from pnp.games.library import SHIPPED

    path = tmp_path / "mine.edition.toml"
    entry = 'game = "dice-manor"\n[entries.{}]\nkind = "fact"\ntext = "x"\nvalue = {{ 4 = 5 }}\n'
    path.write_text(entry.format("diversty"))
    with pytest.raises(InputError, match="dice-manor has no such entry; did you mean 'diversity'"):
        own_edition(path, SHIPPED)
    path.write_text(entry.format("diversity"))
    own = own_edition(path, SHIPPED)
    assert own is not None and own["diversity"] == {"4": 5}
