"""The Wi-Fi code: what a phone makes of it is what was put in."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.errors import CallError
from pnp.web.network.wifi import payload


def read(text: str) -> dict[str, str]:
    """The fields of a code as a phone takes them apart: at semicolons that no backslash hides."""
    assert text.startswith("WIFI:") and text.endswith(";;")
    fields = re.findall(r"([A-Z]):((?:\\.|[^\\;])*);", text[5:-1])
    assert "".join(f"{key}:{value};" for key, value in fields) == text[5:-1]
    return {key: re.sub(r"\\(.)", r"\1", value) for key, value in fields}


@pytest.mark.parametrize(
    ("name", "password", "expected"),
    [
        ("Casa Ana", "dicedice", "WIFI:T:WPA;S:Casa Ana;P:dicedice;;"),
        (r'"foo;bar\baz"', "dicedice", r"WIFI:T:WPA;S:\"foo\;bar\\baz\";P:dicedice;;"),
        ("a:b,c", r";;;;\\\\", r"WIFI:T:WPA;S:a\:b\,c;P:\;\;\;\;\\\\\\\\;;"),
        ("Zażółć 桜", "pässwörter", "WIFI:T:WPA;S:Zażółć 桜;P:pässwörter;;"),
        ("cafe", "12345678", "WIFI:T:WPA;S:cafe;P:12345678;;"),
    ],
)
def test_what_the_code_says(name: str, password: str, expected: str) -> None:
    assert payload(name, password) == expected


def test_hidden_open_and_quoted() -> None:
    assert payload("x", "dicedice", hidden=True) == "WIFI:T:WPA;S:x;P:dicedice;H:true;;"
    assert payload("x", kind="open") == "WIFI:T:nopass;S:x;;"
    assert payload("BEEF", "dicedice", quoted=True) == 'WIFI:T:WPA;S:"BEEF";P:dicedice;;'
    assert payload("BEEFY", "0123456789", quoted=True) == 'WIFI:T:WPA;S:BEEFY;P:"0123456789";;'


PRINTABLE = st.characters(codec="ascii", min_codepoint=32, max_codepoint=126)


@given(st.text(PRINTABLE, min_size=1, max_size=32), st.text(PRINTABLE, min_size=8, max_size=63), st.booleans())
def test_a_phone_reads_what_was_put_in(name: str, password: str, hidden: bool) -> None:
    expected = {"T": "WPA", "S": name, "P": password} | ({"H": "true"} if hidden else {})
    assert read(payload(name, password, hidden=hidden)) == expected


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("x", "short"), "the Wi-Fi password has 5 characters; a WPA password has 8 to 63"),
        (("x", "p" * 64), "the Wi-Fi password has 64 characters; a WPA password has 8 to 63"),
        (("x", ""), "the Wi-Fi password has 0 characters; a WPA password has 8 to 63"),
        (("x", "dicedice", "open"), "an open Wi-Fi has no password; leave it out, or say that it is WPA"),
        (("x", "dicedice", "WEP"), "Wi-Fi of the kind 'WEP' is unknown; WPA and open are allowed"),
        (("", "dicedice"), "the Wi-Fi name takes 0 bytes; 1 to 32 are allowed"),
        (("桜" * 11, "dicedice"), "the Wi-Fi name takes 33 bytes; 1 to 32 are allowed"),
        (
            ("a\nb", "dicedice"),
            "the Wi-Fi name has a character that can't be printed; letters, digits and signs are allowed",
        ),
        (
            ("x", "dice\x00dice"),
            "the Wi-Fi password has a character that can't be printed; letters, digits and signs are allowed",
        ),
    ],
)
def test_what_no_network_has_is_refused_in_one_line(call: tuple[str, ...], said: str) -> None:
    with pytest.raises(CallError) as refused:
        payload(*call)
    assert str(refused.value) == said


def test_the_limits_are_allowed() -> None:
    assert read(payload("n" * 32, "p" * 8))["P"] == "p" * 8
    assert read(payload("桜" * 10, "p" * 63))["P"] == "p" * 63
