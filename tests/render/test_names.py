"""Names of players in any script: they are printed as they are written, or the character that can't be is named."""

from __future__ import annotations

import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
import pytest

from pnp.errors import InputError
from pnp.geometry import Rect
from pnp.sheets.layout import names as layouts
from pnp.words import english

Press = Callable[..., Any]
PLAIN = {
    "English": "Ana",
    "Polish": "Łucja Wójcik",
    "Czech": "Žofie Řehořová",
    "Vietnamese": "Nguyễn Thị Ế",
    "Greek": "Νίκη Ωραία",
    "Cyrillic": "Юлия Щёкина",
    "Chinese": "王小明",
    "Japanese": "さくら 桜",
    "Korean": "김민준",
}
SHAPED = {
    "Hebrew": "דנה לוי",
    "Hebrew with points": "שָׁלוֹם",
    "Arabic": "محمد علي",
    "Persian": "نیک\u200cپی",
    "Devanagari": "प्रिया शर्मा",
    "Latin and Hebrew": "Dana דנה Levi",
}
GAME = "house-of-dice"


def line_of(made: Any) -> Rect:
    """The name line of the first page, without the rule below it."""
    (field,) = [one for one in made.job.copies[0].sheet.fields if one.id == "name"]
    room = field.rect
    return (
        made.job.page_plan(made.job.copies[0].sheet)
        .slots[0]
        .placement.rect(Rect(room.x, room.y - 2, room.w, room.h + 1.2))
    )


@pytest.fixture
def written(printed: Press) -> Callable[[str], np.ndarray]:
    """The ink of a name on its line as dark and light, cut close."""

    def cut(name: str, dpi: float = 300) -> np.ndarray:
        made = printed(GAME, players=name)
        dark = made.picture(dpi).at(line_of(made)) < 128
        rows, columns = np.nonzero(dark.any(axis=1))[0], np.nonzero(dark.any(axis=0))[0]
        return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if len(rows) else dark[:0, :0]

    return cut


def letters(dark: np.ndarray) -> list[np.ndarray]:
    """The pieces of a line that have white between them, from left to right."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], dark.any(axis=0).astype(int), [0]))))
    return [dark[:, start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


def alike(first: np.ndarray, second: np.ndarray) -> float:
    """How much of the ink of two pictures is the same, from 0 to 1, laid top left on top left."""
    shape = np.maximum(first.shape, second.shape)
    one, other = (
        np.pad(each, [(0, n - m) for n, m in zip(shape, each.shape, strict=True)]) for each in (first, second)
    )
    return float((one & other).sum() / (one | other).sum())


# --- every script ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", (PLAIN | SHAPED).values(), ids=(PLAIN | SHAPED).keys())
def test_a_name_is_ink_on_its_line(printed: Press, name: str) -> None:
    blank, made = printed(GAME, count=1), printed(GAME, players=name)
    assert blank.picture(150).ink(line_of(blank)) is None
    found = made.picture(150).ink(line_of(made))
    assert found.w > 5
    assert found.h > 2.5
    assert line_of(made).holds(found)
    assert len(made.job.pages) == 1
    assert made.shortened == []


@pytest.mark.parametrize("name", PLAIN.values(), ids=PLAIN.keys())
def test_a_plain_name_is_found_as_text(printed: Press, name: str) -> None:
    assert name in printed(GAME, players=name).reader.pages[0].extract_text()


@pytest.mark.parametrize("name", (PLAIN | SHAPED).values(), ids=(PLAIN | SHAPED).keys())
def test_a_name_is_found_and_copied_in_two_viewers(printed: Press, name: str, tmp_path: Path) -> None:
    """Points above and below Hebrew letters are drawn, and not asked for by those who search."""
    bare = "".join(c for c in name if not unicodedata.combining(c)) if "\u05b0" <= name[1] <= "\u05ea" else name
    content = printed(GAME, players=name).pdf
    page = pypdfium2.PdfDocument(content)[0].get_textpage()
    assert page.search(bare.replace("\u200c", "")).get_next() is not None
    (tmp_path / "name.pdf").write_bytes(content)
    order = ["-raw"] if "Dana" in name else []
    copied = subprocess.run(["pdftotext", *order, tmp_path / "name.pdf", "-"], capture_output=True, text=True).stdout
    assert bare.replace("\u200c", "") in "".join(c for c in copied if unicodedata.category(c) != "Cf")


def test_letters_that_join_bring_their_text_along(printed: Press, operations: Press) -> None:
    """All of the line lies in one span: what were outside of it would be read twice."""
    (page,) = operations(printed(GAME, players="Ana प्रिया").reader)
    shown = [operator for _, operator in page]
    spans = [operands[1]["/ActualText"] for operands, operator in page if operator == "BDC" and operands[0] == "/Span"]
    assert spans == ["Ana प्रिया"]
    start = next(i for i, (operands, operator) in enumerate(page) if operator == "BDC" and operands[0] == "/Span")
    assert shown[start : shown.index("EMC", start)].count("Tj") == 3


def test_every_layout_prints_every_script(printed: Press) -> None:
    names = list((PLAIN | SHAPED).values())
    for game in layouts():
        made = printed(game, players=",".join(names))
        assert made.shortened == []
        assert made.reader.page_labels[: len(names)] in (names, [copy.label for copy in made.job.copies])


# --- shapes and order ------------------------------------------------------------------------------


def test_a_name_composed_or_decomposed_is_the_same(written: Press) -> None:
    for name in ("Łucja Wójcik", "Žofie Řehořová", "Nguyễn Thị Ế", "김민준", "Νίκη"):
        apart = unicodedata.normalize("NFD", name)
        assert apart != name
        assert alike(written(apart), written(name)) == 1.0


def test_a_mark_stands_above_its_letter(written: Press) -> None:
    """A letter and a mark that have no common character, as in Yoruba names, are one letter with a mark."""
    for letter, mark in (("x", "\u0302"), ("ọ", "\u0300")):
        bare, marked = written(letter), written(letter + mark)
        assert marked.shape[1] == pytest.approx(bare.shape[1], abs=2)
        assert marked.shape[0] > 1.2 * bare.shape[0]
        above = np.flatnonzero(marked[: marked.shape[0] - bare.shape[0]].any(axis=0))
        assert (above[0] + above[-1]) / 2 == pytest.approx(bare.shape[1] / 2, abs=0.2 * bare.shape[1])


def test_arabic_letters_join(written: Press) -> None:
    joined, apart = written("ببب"), written("ب\u200cب\u200cب")
    assert len(letters(joined)) == 1
    assert len(letters(apart)) == 3
    assert joined.shape[1] < apart.shape[1]


def test_devanagari_vowels_go_before_their_consonant(written: Press) -> None:
    """कि is written with its vowel on the left although it is spoken after."""
    alone, short = written("क"), written("कि")
    right = short[:, -alone.shape[1] :]
    assert alike(right[-alone.shape[0] :], alone) > 0.8


@pytest.mark.parametrize(("name", "first"), [("דגש", "ד"), ("אבג", "א"), ("دبا", "د")], ids=["dalet", "alef", "dal"])
def test_right_to_left_names_begin_on_the_right(written: Press, name: str, first: str) -> None:
    found, letter = letters(written(name)), letters(written(first))[0]
    tail = [each[np.flatnonzero(each.any(axis=1))[0] :] for each in (found[-1], found[0], letter)]
    assert alike(tail[0], tail[2]) > 0.8
    assert alike(tail[1], tail[2]) < 0.6


def test_a_name_backwards_is_another_picture(written: Press) -> None:
    for name in ("דנה", "محمد", "Ana"):
        assert alike(written(name), written(name[::-1])) < 0.6


def test_latin_and_hebrew_each_keep_their_order(written: Press) -> None:
    """In "Bo גד" the Latin word comes first and the Hebrew one is read from the right."""
    mixed, latin, hebrew = written("Bo גד"), written("Bo"), written("גד")
    parts = letters(mixed)
    assert [part.shape[1] for part in parts] == pytest.approx(
        [part.shape[1] for part in (*letters(latin), *letters(hebrew))], abs=1
    )


def test_numbers_stand_to_the_left_in_a_hebrew_name(written: Press) -> None:
    widths = [part.shape[1] for part in letters(written("גד 1"))]
    assert widths == pytest.approx([part.shape[1] for word in ("1", "גד") for part in letters(written(word))], abs=1)


def test_brackets_hold_what_is_between_them(written: Press) -> None:
    """Read from the right, a bracket opens to the left: its bow is on the outer side."""
    found = letters(written("גד (שי)"))
    opening, closing = letters(written("(I)"))[0], letters(written("(I)"))[-1]
    assert alike(found[0], opening) > 0.8 > alike(found[0], closing)


@pytest.mark.parametrize(
    "control", ["\u202b", "\u2067", "\u200f", "\u200b", "\u200d"], ids=["RLE", "RLI", "RLM", "ZWSP", "ZWJ"]
)
def test_characters_without_ink_leave_none(written: Press, control: str) -> None:
    for name in ("דנה", "Ana"):
        assert alike(written(name + control), written(name)) > 0.98
        assert alike(written(control + name), written(name)) > 0.98


# --- what can't be printed -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("char", "said"),
    [("🎲", "🎲 (U+1F3B2)"), ("\U00013000", "U+13000"), ("ა", "ა (U+10D0)"), ("\ue000", "a character (U+E000)")],
    ids=["emoji", "hieroglyph", "Georgian", "private"],
)
def test_a_missing_character_is_named(printed: Press, char: str, said: str) -> None:
    with pytest.raises(InputError) as refusal:
        printed(GAME, players=char).pdf  # noqa: B018
    assert said in str(refusal.value)
    assert "Latin, Greek, Cyrillic" in str(refusal.value)


@pytest.mark.parametrize(
    "extra",
    ["🎲", "👩🏽\u200d🚀", "🇵🇱", "\U0001f3f4\U000e0067\U000e0062\U000e007f", "1\ufe0f\u20e3", "\U00013000"],
    ids=["emoji", "joined", "flag of letters", "flag of tags", "key", "hieroglyph"],
)
def test_a_name_is_printed_without_what_no_font_has(written: Press, extra: str) -> None:
    for name in (f"Ana {extra}", f"{extra}Ana"):
        assert alike(written(name), written("Ana")) == 1.0


def test_what_chooses_the_look_of_a_character_needs_no_font(written: Press) -> None:
    assert alike(written("A\ufe0fna 桜\U000e0100"), written("Ana 桜")) == 1.0


@pytest.mark.parametrize("char", ["\x07", "\n", "\x7f"], ids=["bell", "new line", "delete"])
def test_control_characters_are_refused(printed: Press, char: str) -> None:
    with pytest.raises(InputError, match="control characters are not allowed"):
        printed(GAME, players=f"Ana{char}Bo")


# --- long names ------------------------------------------------------------------------------------

MIDDLING = "Bartholomew Featherstonehaugh de la Cruz"
LONG = "Maximiliane Wolfeschlegelsteinhausenbergerdorff of Lower and Upper Saxony"


def test_a_longer_name_is_smaller(printed: Press) -> None:
    made = printed(GAME, players=MIDDLING)
    found, short = made.picture(150).ink(line_of(made)), printed(GAME, players="Bart")
    assert line_of(made).holds(found)
    assert found.h < short.picture(150).ink(line_of(short)).h
    assert made.shortened == []
    assert MIDDLING in made.reader.pages[0].extract_text()


@pytest.mark.parametrize("name", [LONG, "דנה לוי " * 12, "王小明" * 20], ids=["Latin", "Hebrew", "Chinese"])
def test_too_long_a_name_is_shortened_and_said(printed: Press, name: str) -> None:
    made = printed(GAME, players=name)
    assert made.shortened == [name.strip()]
    assert len(made.reader.pages) == 1
    assert line_of(made).holds(made.picture(150).ink(line_of(made)))


def test_a_shortened_name_ends_in_dots(printed: Press) -> None:
    said = printed(GAME, players=LONG).reader.pages[0].extract_text()
    assert LONG not in said
    assert "Maximiliane Wolfeschlegelstein" in said
    assert "…" in said


def test_the_program_warns_of_a_shortened_name(tmp_path: Any) -> None:
    import subprocess
    import sys

    run = subprocess.run(
        [sys.executable, "-m", "pnp.cli", "print", GAME, "--players", LONG, "--seed", "x", "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0
    assert run.stderr == f"pnp: {LONG!r} is too long and was shortened\n"
    assert run.stdout == f"{tmp_path}/{GAME}.pdf\n"


# --- names on a pad --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "lines", "shortened"),
    [
        ("Anna Maria Kowalska", 2, False), ("Bartholomew", 1, False), (LONG, 2, True), ("X" * 40, 1, True),
        ("דנה לוי בן דוד המלך", 2, False),
    ],
)  # fmt: skip
def test_a_long_name_on_a_pad_has_two_lines_and_makes_no_other_smaller(
    printed: Press, name: str, lines: int, shortened: bool
) -> None:
    short, made = (printed("dice-miner", "score", players=f"Ana,{last}") for last in ("Bo", name))
    assert [english(warning) for warning in made.warnings] == [f"{name!r} is too long and was shortened"] * shortened
    sheet = made.job.copies[0].sheet
    place = made.job.page_plan(sheet).slots[0].placement
    ana, field = (place.rect(sheet.places[f"p{seat}.name"]).inset(0.8) for seat in (1, 2))
    assert made.picture(200).ink(ana, 128) == short.picture(200).ink(ana, 128)
    rows = (made.picture(200).at(field) < 128).any(axis=1).astype(int)
    assert (np.diff(rows) == 1).sum() >= lines
    assert shortened or (made.picture(200).ink(field, 128).h > 0.45 * field.h) == (lines == 2)
