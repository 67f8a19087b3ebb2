"""Sheet codes: nobody can guess them, everybody can type them, and a slip of the pen is seen."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import CallError
from pnp.sheets import codes
from pnp.sheets.codes import ALPHABET, LENGTH, address, make, modules, parse, shown

keys = st.binary(min_size=1, max_size=40)
parts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), min_size=1, max_size=4)
bodies = st.text(ALPHABET, min_size=8, max_size=8)
SAMPLES = [make(b"key", str(n)) for n in range(25)]


def good(code: str) -> bool:
    try:
        return parse(code) == code
    except CallError:
        return False


def test_the_alphabet_has_no_letters_that_are_misread() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert set("ILOU").isdisjoint(ALPHABET)
    assert ALPHABET.upper() == ALPHABET


@given(keys, parts)
def test_a_code_is_forty_bits_and_a_check(key: bytes, named: list[str]) -> None:
    code = make(key, *named)
    assert len(code) == LENGTH == 40 // 5 + 1
    assert set(code) <= set(ALPHABET)
    assert good(code)
    assert make(key, *named) == code


def test_all_forty_bits_are_used() -> None:
    made = [make(b"key", str(n)) for n in range(2000)]
    assert len(set(made)) == 2000
    for place in range(LENGTH):
        assert {code[place] for code in made} == set(ALPHABET)


def test_another_key_another_name_or_another_split_is_another_code() -> None:
    made = [make(b"a", "x", "y"), make(b"b", "x", "y"), make(b"a", "x", "z"), make(b"a", "xy"), make(b"a", "y", "x")]
    assert len(set(made)) == len(made)


def test_a_name_that_comes_again_gets_another_code() -> None:
    given_codes = list(codes.codes(b"k", ("game", "play", ""), ["Ana", "Bo", "Ana", "", ""]))
    assert len(set(given_codes)) == 5
    assert list(codes.codes(b"k", ("game", "play", ""), ["Bo", "Ana"])) == [given_codes[1], given_codes[0]]


@given(bodies)
def test_what_is_shown_is_read_back(body: str) -> None:
    code = body + codes.check_character(body)
    assert parse(shown(code)) == code
    assert parse(f" {shown(code).lower()} ".replace("-", " ")) == code
    for digit, letters in {"0": "Oo", "1": "IiLl", "V": "Uu"}.items():
        for letter in letters:
            assert parse(code.replace(digit, letter)) == code


@pytest.mark.parametrize("code", SAMPLES)
def test_every_wrong_character_is_seen(code: str) -> None:
    wrong = [code[:n] + char + code[n + 1 :] for n in range(LENGTH) for char in ALPHABET if char != code[n]]
    assert len(wrong) == LENGTH * 31
    assert not any(map(good, wrong))


def swapped(code: str, a: int, b: int) -> str:
    letters = list(code)
    letters[a], letters[b] = letters[b], letters[a]
    return "".join(letters)


@pytest.mark.parametrize("code", SAMPLES)
def test_every_swap_of_different_characters_is_seen(code: str) -> None:
    wrong = [swapped(code, a, b) for a, b in combinations(range(LENGTH), 2) if code[a] != code[b]]
    assert wrong
    assert not any(map(good, wrong))


@given(bodies, st.integers(0, LENGTH - 1), st.integers(0, LENGTH - 1))
def test_no_swap_goes_unseen(body: str, a: int, b: int) -> None:
    code = body + codes.check_character(body)
    assert good(swapped(code, a, b)) == (code[a] == code[b])


@pytest.mark.parametrize("text", ["", "K7Q3", "K7Q3MX5T66", "K7Q3MX5T*", "K7Q3MX5TÄ", "K7Q3_MX5T_6", "٣" * 9])
def test_what_has_no_nine_letters_is_no_code(text: str) -> None:
    with pytest.raises(CallError, match="is no sheet code; a code has 9 letters and digits such as"):
        parse(text)


def test_the_code_that_messages_show_is_one() -> None:
    assert parse("K7Q3-MX5T-6") == "K7Q3MX5T6"


@pytest.mark.parametrize(
    ("url", "payload"),
    [
        ("", "PNP:CODE/YACHT/SCORE/1"),
        ("http://192.168.1.23:8000", "HTTP://192.168.1.23:8000/S/CODE/YACHT/SCORE/1"),
        ("http://192.168.1.23:8000/", "HTTP://192.168.1.23:8000/S/CODE/YACHT/SCORE/1"),
        ("party.local", "HTTP://PARTY.LOCAL/S/CODE/YACHT/SCORE/1"),
        ("https://example.org/Dice/", "https://example.org/Dice/s/CODE/yacht/score/1"),
        ("http://[::1]:80", "HTTP://[::1]:80/S/CODE/YACHT/SCORE/1"),
    ],
)
def test_what_the_qr_code_says(url: str, payload: str) -> None:
    assert address("yacht/score/1", url).payload("CODE") == payload


@pytest.mark.parametrize(
    "url",
    ["ftp://a", "http://", "http://a:b", "http://a:0", "http://a:99999", "http://a b", "http://a?x=1", "http://a/#x",
     "http://ä.de", "javascript:alert(1)", "http://user@host", "http://[::1", "://"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(CallError, match="is no address; one such as http:"):
        address("yacht/score/1", url)


def test_a_symbol_grows_with_its_text_and_capitals_keep_it_small() -> None:
    sizes = [modules("A" * n) for n in range(1, 312)]
    assert sizes == sorted(sizes) and sizes[0] == 21 and sizes[-1] == 57
    assert all(modules("a" * n) >= modules("A" * n) for n in range(1, 214))
    for too_long in ("A" * 312, "a" * 214):
        with pytest.raises(CallError, match="too long; a shorter address is needed"):
            modules(too_long)
