"""Sheets in other languages: every word is there, everything fits, and no field moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.cli.print_call import Call
from pnp.cli.print_job import job_of
from pnp.edition import Edition
from pnp.errors import CallError, InputError
from pnp.sheets import layout, layout_files, translating
from pnp.sheets.filling import with_entries
from pnp.sheets.ink import Text
from pnp.sheets.layout import Layout
from pnp.words import english

LANGUAGES = sorted(path.stem for path in translating.SHARED.glob("*.json"))
OWN = """\
game = "trees"
title = "Trees"
version = 1
[strings.de]
"Rules" = "Regeln"
"{n} trees" = "{n} Bäume"
[sheets.play]
title = "Rules"
[[sheets.play.blocks]]
id = "it"
kind = "text"
text = "Rules"
left = 0
top = 0
[[sheets.play.blocks]]
kind = "track"
boxes = 3
label = "Coins"
left = 0
top = "it.bottom + 2"
"""
TIGHT = OWN.replace('text = "Rules"\n', 'text = "Rules"\nwidth = 9.6\n')


def said(made: Layout) -> list[str]:
    return [one.text for one in layout.expand(made, "play")[0].ink if isinstance(one, Text)]


def problems(text: str, source: str = "trees.toml") -> list[str]:
    return [english(problem) for problem in layout.problems(layout.parse(text.encode(), source))]


def views(made: Layout) -> list[tuple[str, layout.View]]:
    """Each sheet in each of its arrangements, and once in the dress for photos, which has words of its own."""
    kinds = [(name, kind) for name in made.sheets for kind in ("", *made.arrangements(name))]
    seen = [(name, layout.View(arrangement=kind)) for name, kind in kinds]
    return [*seen, *((name, layout.View(dress="photo")) for name in made.sheets)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", layout_files.names())
def test_every_sheet_has_all_its_words_in_every_language_at_the_same_places(game: str, language: str) -> None:
    plain, made = layout.load(layout.find(game)), layout.load(layout.find(game), language)
    assert made.language == language and made.faults == ()
    for name, view in views(made):
        (sheet, faults), (other, _) = layout.expand(made, name, view), layout.expand(plain, name, view)
        assert [english(fault.message) for fault in faults] == []
        assert [(one.id, one.rect) for one in sheet.fields] == [(one.id, one.rect) for one in other.fields]
    assert made.theme.strings.missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_shared_word_is_left_that_nobody_says(language: str) -> None:
    left = set(json.loads((translating.SHARED / f"{language}.json").read_text(encoding="utf-8")))
    for game in layout_files.names():
        made = layout.load(layout.find(game), language)
        for name, view in views(made):
            layout.expand(made, name, view)
        edition, asked = made.edition or Edition(game), made.theme.strings.asked
        left = {text for text in left if with_entries(text, edition, []) not in asked}
    assert left == set()


def test_a_table_in_the_layout_or_a_file_beside_it_gives_its_words(tmp_path: Path) -> None:
    assert said(layout.parse(OWN.encode(), "trees.toml", "de"))[0] == "Regeln"
    source = tmp_path / "trees.toml"
    source.write_text(OWN, encoding="utf-8")
    (tmp_path / "trees.fr.json").write_text('{"Rules": "Règles", "Coins": "Pièces"}', encoding="utf-8")
    made = layout.load(source, "fr")
    assert made.languages == ("en", "de", "fr") and made.language == "fr"
    assert said(made) == ["Règles", "Pièces"] and made.sheets["play"].heading == "Règles"
    (tmp_path / "trees.fr.json").write_text("[1]", encoding="utf-8")
    with pytest.raises(InputError, match="no table of strings"):
        layout.load(source, "fr")


def test_lint_tells_words_that_nobody_says_and_those_that_do_not_fit() -> None:
    assert problems(OWN) == ["in de: nobody says '{n} trees' on a sheet"]
    long = TIGHT.replace('"{n} trees" = "{n} Bäume"\n', "").replace('"Regeln"', '"Regelzusammenfassungsübersicht"')
    (found,) = problems(long)[:1]
    assert found.startswith("in de: 'Regelzusammenfassungsübersicht' is ")


def test_a_longer_word_is_set_smaller_in_the_same_room() -> None:
    text = TIGHT.replace('"Regeln"', '"Regelwerk"')
    plain, made = (layout.parse(text.encode(), "trees.toml", language) for language in ("", "de"))
    (small, _), (usual, _) = layout.expand(made, "play"), layout.expand(plain, "play")
    assert small.blocks == usual.blocks
    assert small.ink[0].size < usual.ink[0].size  # type: ignore[union-attr]


BESIDE = '[[sheets.play.blocks]]\nkind = "{}"\n{}left = {}\ntop = {}\n'


@pytest.mark.parametrize(
    ("beside", "same_size"),
    [
        ("", True),
        (BESIDE.format("text", 'text = "Coins"\n', '"it.right + 2"', 0), True),
        (BESIDE.format("text", 'text = "Coins"\n', 10, 0), False),
        (BESIDE.format("track", "boxes = 2\n", '"it.right + 2"', 40), False),
    ],
    ids=["alone", "a text leans on it", "a text is in its way", "a field leans on it"],
)
def test_a_heading_keeps_its_size_if_it_has_room_and_moves_no_field(beside: str, same_size: bool) -> None:
    text = OWN.replace('"{n} trees" = "{n} Bäume"\n', "") + beside
    plain, made = (layout.parse(text.encode(), "trees.toml", language) for language in ("", "de"))
    (german, faults), (usual, _) = layout.expand(made, "play"), layout.expand(plain, "play")
    assert not faults and not problems(text)
    assert german.places == usual.places
    assert (german.ink[0].size == usual.ink[0].size) is same_size  # type: ignore[union-attr]


def test_where_there_is_no_room_it_is_said_in_fewer_words() -> None:
    """A list has several ways to say it, the longest first; large sheets have the first one."""
    text = TIGHT.replace('"Regeln"', '["Regelzusammenfassung", "Regelwerk", "Regeln"]')
    assert said(layout.parse(text.encode(), "trees.toml", "de"))[0] == "Regeln"
    wide = text.replace("width = 9.6", "width = 60")
    assert said(layout.parse(wide.encode(), "trees.toml", "de"))[0] == "Regelzusammenfassung"
    assert problems(text.replace('"{n} trees" = "{n} Bäume"\n', "")) == []
    assert [one for one in problems(text.replace('"Regeln"]', "3]")) if "is not a text" in one]


def test_print_asks_for_a_language_that_the_layout_has(tmp_path: Path) -> None:
    job, _ = job_of(Call(game="yacht", language="de", seed="x"))
    assert job.language == "de" and job.title == "Yacht: Wertungsblatt"
    assert Call(game="yacht", language="de").stem == "yacht-de"
    with pytest.raises(CallError, match="'xx' is not one of|--language"):
        job_of(Call(game="yacht", language="xx", seed="x"))
    source = tmp_path / "trees.toml"
    source.write_text(OWN.replace('"{n} trees" = "{n} Bäume"\n', ""), encoding="utf-8")
    assert job_of(Call(game=str(source), language="pl", seed="x"))[0].language == "en"


def test_lines_of_a_translation_stand_where_those_of_the_original_do() -> None:
    """A list beside another one stays level with it, though its letters are smaller."""
    text = TIGHT.replace('"Rules" = "Regeln"', '"Rules\\nof it" = "Regelwerk\\ndazu"')
    text = text.replace('text = "Rules"', 'text = "Rules\\nof it"').replace("9.6", "12")
    plain, made = (layout.parse(text.encode(), "trees.toml", language) for language in ("", "de"))
    steps = []
    for one in (plain, made):
        first, second = layout.expand(one, "play")[0].ink[:2]
        steps.append((second.y - first.y, first.size))  # type: ignore[union-attr]
    (usual, large), (german, small) = steps
    assert small < large and german == pytest.approx(usual)
