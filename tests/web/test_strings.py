"""What the pages say: every language whole, the same facts, every sentence used, every word on a page from a catalogue."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pnp.web.pages import HERE, LANGUAGES
from pnp.words import SHARED, catalogue, slots

PAGES = [HERE, *sorted(SHARED.glob("*/page"))]
SCRIPTS = {path: path.read_text(encoding="utf-8") for folder in PAGES for path in sorted(folder.rglob("*.js"))}
SECTIONS = ("common", "join", "sheet", "paper", "table", "host", "screen", "results", "evening", "desk", "reading")
ASKED = re.compile(rf"""['"]((?:{"|".join((*SECTIONS, "page"))})\.(?!js\b)[\w-]+)['"]""")
PLURAL = re.compile(r"\{\w+:([^?{}][^{}]*)\}")
FORMS = {"en": 2, "pl": 3}


def sentences(folder: Path, language: str = "en") -> Mapping[str, str]:
    return catalogue(folder, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", PAGES, ids=lambda path: path.parent.name)
def test_every_sentence_is_in_every_language_with_the_same_facts(folder: Path, language: str) -> None:
    english, other = sentences(folder), sentences(folder, language)
    assert set(english) == set(other)
    for key, text in other.items():
        assert text.strip(), key
        assert set(slots(text)) == set(slots(english[key])), key
        for forms in PLURAL.findall(text):
            assert len(forms.split("|")) == FORMS[language], key


def test_every_sentence_that_a_script_asks_for_is_there() -> None:
    known = {key for folder in PAGES for key in sentences(folder)}
    asked = {(path.name, key) for path, text in SCRIPTS.items() for key in ASKED.findall(text)}
    assert len(asked) > 100
    assert sorted(f"{file}: {key}" for file, key in asked if key not in known) == []


def test_every_sentence_is_used() -> None:
    scripts = "\n".join(SCRIPTS.values())
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.py")))
    begun = tuple({*re.findall(r"`([a-z]+\.[\w-]*)\$\{", scripts), *re.findall(r'f"([a-z]+\.[\w-]*)\{', code)})
    terms = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.parent.rglob("*.py")))
    named = {*re.findall(r"@([a-z-]+)\}", " ".join(sentences(HERE).values())), *re.findall(r'term\("([a-z-]+)"', terms)}
    begun += tuple(f"{name}." for name in named)
    keys = [key for folder in PAGES for key in sentences(folder)]
    unused = [key for key in keys if f"'{key}'" not in scripts and f'"{key}"' not in code and f"'{key}'" not in code]
    assert [key for key in unused if not key.startswith(begun)] == []


def test_every_key_that_the_code_says_is_there() -> None:
    known = {**sentences(SHARED), **sentences(HERE)}
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("*.py")))
    said = re.findall(r'(?:RequestError\(\d+|malformed\(|wrong\(request|say\(|refuse\()(?:, )?"([\w.\'-]+)"', code)
    assert len(said) > 40
    assert sorted(key for key in said if key not in known) == []
