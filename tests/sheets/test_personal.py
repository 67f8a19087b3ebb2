"""What is somebody's own on a sheet: the name, the code in letters, the QR code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pnp.sheets import codes, layout, personal
from pnp.sheets.ink import Code, Text
from pnp.sheets.layout import Layout
from pnp.sheets.personal import Person


def own_ink(paper: Layout, person: Person) -> tuple[list[str], list[str]]:
    sheet = layout.ready(paper, "play")
    drawn = list(personal.ink_of(sheet, person, codes.address(sheet.key)))
    texts = [one.text for one in drawn if isinstance(one, Text)]
    return texts, [one.payload for one in drawn if isinstance(one, Code)]


@pytest.mark.parametrize("name", ["Ana", "דנה", "{code}", "{name}", "{payload}", "\\1", "A{B"])
def test_name_and_code_stand_on_the_sheet(good: str, parsed: Callable[[str], Layout], name: str) -> None:
    texts, payloads = own_ink(parsed(good), Person(name, "K7Q3MX5T6"))
    assert texts == [name, "K7Q3-MX5T-6"]
    assert payloads == ["PNP:K7Q3MX5T6/TINY/PLAY/1"]


def test_a_sheet_without_a_name_has_its_code_all_the_same(good: str, parsed: Callable[[str], Layout]) -> None:
    assert own_ink(parsed(good), Person("", "K7Q3MX5T6"))[0] == ["K7Q3-MX5T-6"]


def test_nobody_elses_ink_is_changed(good: str, parsed: Callable[[str], Layout]) -> None:
    sheet = layout.ready(parsed(good), "play")
    before = sheet.personal
    list(personal.ink_of(sheet, Person("Ana", "K7Q3MX5T6"), codes.address(sheet.key)))
    assert sheet.personal == before
