"""The scripts of the pages know no game: no game's name, no game's word, no sentence or notation taken apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp import games
from pnp.web.pages import HERE
from pnp.words import LANGUAGE, SHARED, catalogue

OWN = sorted((HERE / "static").glob("*.js"))
ALL = [*OWN, *sorted(SHARED.glob("*/page/*.js"))]
TOLD = r"(?:means|message|headline|what|why|notation|words)"
READING = [
    rf"\b{TOLD}\.(?:match|matchAll|split|startsWith|endsWith|slice|substring|replace|indexOf)\(",
    rf"\.(?:exec|test)\([^)]*\b{TOLD}\)",
    rf"\b{TOLD} [!=]== '",
    r"/[^/\n]*for \(\\d",
]
"""Ways to take apart what was worded for people or written for the log."""


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_a_script_reads_no_sentence_and_no_notation(path: Path) -> None:
    assert [found for way in READING for found in re.findall(way, text_of(path))] == []


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_script_of_the_party_names_no_game(path: Path) -> None:
    titles = [re.escape(games.load(name).TITLE) for name in games.names()]
    named = "|".join([*games.names(), *titles, *(name.replace("-", "_") for name in games.names())])
    assert re.findall(named, text_of(path)) == []


GAME_WORDS = r"\b(?:houses?|furniture|balcony|roof|chimney|garage|reroll|nudge|trove|blueprint)\b"


@pytest.mark.parametrize("path", [*OWN, *sorted(HERE.glob("words.*.json"))], ids=lambda path: path.name)
def test_nothing_of_the_party_knows_a_word_of_a_game(path: Path) -> None:
    assert re.findall(GAME_WORDS, text_of(path), re.IGNORECASE) == []


def test_ways_of_reading_are_seen() -> None:
    old = ["option.means.matchAll(/for (\\d+)/g)", "means === 'missed the round'", "/^ranking:/.test(one.words)"]
    assert all(any(re.search(way, line) for way in READING) for line in old)


def test_a_page_of_a_game_has_its_words() -> None:
    for folder in {path.parent for path in ALL} - {HERE / "static"}:
        assert all(key.startswith("page.") for key in catalogue(folder, LANGUAGE))


IMPORT = re.compile(r"import \{([^}]*)\} from '([^']*)';")
EXPORT = re.compile(r"export (?:async )?(?:const|function|class) (\w+)")


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_what_a_script_imports_is_there_and_used(path: Path) -> None:
    text = text_of(path)
    body = IMPORT.sub("", text)
    for names, source in IMPORT.findall(text):
        folder = HERE / "static" if source.startswith("/static/") else path.parent
        there = set(EXPORT.findall(text_of(folder / source.rpartition("/")[2])))
        for name in re.findall(r"\w+", names):
            assert name in there, f"{name} of {source}"
            assert re.search(rf"\b{name}\b", body), f"{name} of {source} is not used"


ELEMENTS = set(EXPORT.findall(text_of(HERE / "static" / "elements.js")))


@pytest.mark.parametrize("path", [one for one in ALL if one.name != "elements.js"], ids=lambda path: path.name)
def test_what_a_script_makes_its_page_of_is_imported(path: Path) -> None:
    """A name that is missing is found by whoever comes to that line: a scene that is on rarely is not there then."""
    text = re.sub(r"^\s*//.*", "", text_of(path), flags=re.MULTILINE)
    imported = {name for names, _ in IMPORT.findall(text) for name in re.findall(r"\w+", names)}
    own = set(re.findall(r"(?:const|let|function|\bimport\().*?\b(\w+)\b(?= = |\(| \})", text))
    called = set(re.findall(r"(?<![\w.$'`-])(\w+)\(", text))
    assert called & ELEMENTS <= imported | own
