"""Planned symbols are `qrcode`'s symbols, module for module."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice

import numpy as np
import pytest
import qrcode
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from qrcode import util
from qrcode.constants import ERROR_CORRECT_M

from pnp.errors import CallError
from pnp.render.qr import PLAN_WORTH, Symbol, runs, symbol, symbols, version_of
from pnp.render.qr_code import alphanumeric
from pnp.render.qr_plan import Grid, Plan, block_points, finder_points, run_points

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX, SUFFIX = "HTTP://192.168.1.23:8000/S/", "/HOUSE-OF-DICE/PLAY/1"


def codes_of(length: int, count: int, seed: int = 1) -> list[str]:
    """Random codes."""
    chance = random.Random(seed)
    return ["".join(chance.choices(ALPHABET, k=length)) for _ in range(count)]


def reference(payload: str) -> Symbol:
    """The symbol as a plain call of `qrcode` gives it."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(payload)
    code.make(fit=True)
    lines = ["".join("01"[bool(module)] for module in line) for line in code.modules]
    return Symbol(len(lines), tuple(int(line, 2) for line in lines))


def mask_of(made: Symbol) -> int:
    """The number of the mask, which the format information in the ninth row says."""
    return made.rows[8] >> (made.size - 5) & 0b111 ^ 0b101


def modules_of(made: Symbol) -> list[list[bool]]:
    """The modules of a symbol, row by row."""
    return [[bool(row >> at & 1) for at in range(made.size - 1, -1, -1)] for row in made.rows]


@pytest.mark.parametrize(
    ("prefix", "length", "suffix", "count", "version"),
    [
        (PREFIX, 9, SUFFIX, 300, 3),
        ("HTTP://10.0.0.7:8000/S", 9, "/MANOR/PLAY/10", 150, 3),
        (PREFIX, 8, "/X", 150, 2),
        ("HTTP://10.0.0.7/S/", 8, "", 120, 2),
        ("HTTP://10.0.0.7/S/", 9, "", 120, 2),
        ("S/X", 9, "", 120, 1),
        ("", 10, "/PLAY/1", 100, 1),
        ("HTTP://GAMES.EXAMPLE.ORG/" * 3, 9, SUFFIX, 100, 5),
        ("HTTP://GAMES.EXAMPLE.ORG/" * 5, 12, SUFFIX, 80, 7),
        ("HTTP://GAMES.EXAMPLE.ORG/" * 9, 9, "/HOUSE-OF-DICE/PLAY/1" * 3, 25, 10),
    ],
)
def test_planned_symbols_are_those_of_qrcode(prefix: str, length: int, suffix: str, count: int, version: int) -> None:
    codes = codes_of(length, count)
    made = list(symbols(prefix, codes, suffix))
    assert alphanumeric(prefix + codes[0] + suffix)
    assert {one.size for one in made} == {4 * version + 17}
    for code, one in zip(codes, made, strict=True):
        assert one == reference(prefix + code + suffix), code


def test_a_plan_is_used_for_many_codes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    rows = Plan.rows
    monkeypatch.setattr(Plan, "rows", lambda self, code: asked.append(code) or rows(self, code))
    codes = codes_of(9, PLAN_WORTH)
    few = list(symbols(PREFIX, codes[1:], SUFFIX))
    assert asked == []
    assert list(symbols(PREFIX, codes, SUFFIX))[1:] == few
    assert asked == codes


def test_all_eight_masks_occur() -> None:
    assert {mask_of(one) for one in symbols(PREFIX, codes_of(9, 400), SUFFIX)} == set(range(8))


def test_symbols_are_made_as_they_are_asked_for() -> None:
    assert len(list(islice(symbols(PREFIX, codes_of(9, 100_000), SUFFIX), 3))) == 3
    assert list(symbols(PREFIX, [], SUFFIX)) == []


def matrices() -> list[list[list[bool]]]:
    """Random matrices, dark and light ones, striped ones and ones full of finder patterns."""
    chance = random.Random(7)
    found = []
    for size in (21, 25, 29, 33, 45):
        for share in (0.03, 0.2, 0.5, 0.5, 0.5, 0.8, 1.0):
            found.append([[chance.random() < share for _ in range(size)] for _ in range(size)])
        for text in ("10111010000", "00001011101", "1011101", "1100", "000001011101"):
            strip = [digit == "1" for digit in text * size]
            lines = [strip[(start := chance.randrange(len(text))) : start + size] for _ in range(size)]
            found += [lines, [list(line) for line in zip(*lines, strict=True)]]
    return found


@pytest.mark.parametrize("lines", matrices())
def test_every_penalty_is_that_of_qrcode(lines: Sequence[Sequence[bool]]) -> None:
    size = len(lines)
    grid = Grid(size)
    matrix = grid.matrix(lines)
    edges, level = grid.edges(matrix), grid.stacks ^ grid.steps(matrix)
    equal = grid.pairs ^ edges
    twins = equal & equal >> 1
    assert run_points(twins) == util._lost_point_level1(lines, size)
    assert block_points(equal, level, level >> 1) == util._lost_point_level2(lines, size)
    assert finder_points(matrix, edges, twins) == util._lost_point_level3(lines, size)
    assert grid.balance_points(matrix) == util._lost_point_level4(lines, size)


@pytest.mark.parametrize(
    ("prefix", "suffix"),
    [
        ("http://192.168.1.23:8000/s/", "/house-of-dice/play/1"),
        ("HTTP://10.0.0.7/S/", "/MÜHLE/1"),
        ("HTTP://GAMES.EXAMPLE.ORG/12345678901234567890/", "/PLAY"),
        ("1234567", ""),
    ],
)
def test_other_payloads_are_left_to_qrcode(prefix: str, suffix: str) -> None:
    codes = codes_of(9, PLAN_WORTH + 2)
    assert list(symbols(prefix, codes, suffix)) == [reference(prefix + code + suffix) for code in codes]


def test_codes_that_do_not_fit_the_plan_are_left_to_qrcode() -> None:
    prefix, suffix = "HTTP://10.0.0.7/S/12345678", "1234/PLAY"
    codes = [*codes_of(9, PLAN_WORTH), "123456789", "K7Q", "K7Q3MX5T4K", "k7q3mx5t4", "K7Q3MX5TÄ", ""]
    assert not alphanumeric(prefix + "123456789" + suffix)
    assert list(symbols(prefix, codes, suffix)) == [reference(prefix + code + suffix) for code in codes]


@pytest.mark.parametrize("payload", [PREFIX + "K7Q3MX5T4" + SUFFIX, "http://localhost:8000/s/K7Q3MX5T4", "42"])
def test_a_single_symbol_and_its_size(payload: str) -> None:
    assert symbol(payload) == reference(payload)
    assert version_of(payload) == reference(payload).size


def test_a_size_by_the_number_of_characters() -> None:
    assert [version_of(length) for length in (20, 21, 38, 39, 61, 62, 311, 312)] == [
        *(21, 25, 25, 29, 29, 33),
        *(57, 61),
    ]


def test_too_long_a_payload_is_said() -> None:
    assert version_of(3391) == 177
    with pytest.raises(CallError, match="3392 characters are too long"):
        version_of(3392)


def test_import_does_not_load_qrcode() -> None:
    check = "import sys, pnp.render.qr; sys.exit('qrcode' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


@st.composite
def any_symbol(draw: st.DrawFn) -> Symbol:
    """Any square of modules, with rows that come twice more often than by chance."""
    size = draw(st.integers(1, 40))
    lines = draw(st.lists(st.integers(0, (1 << size) - 1), min_size=1, max_size=4))
    return Symbol(size, tuple(draw(st.sampled_from(lines)) for _ in range(size)))


@given(any_symbol())
def test_runs_cover_the_dark_modules_once(made: Symbol) -> None:
    covered = np.zeros((made.size, made.size), dtype=int)
    rectangles = runs(made)
    for x, y, w, h in rectangles:
        assert min(x, y) >= 0 < min(w, h)
        assert max(x + w, y + h) <= made.size
        covered[y : y + h, x : x + w] += 1
    assert (covered == np.array(modules_of(made), dtype=int)).all()
    below = {(x, y, w) for x, y, w, _ in rectangles}
    assert not any((x, y + h, w) in below for x, y, w, h in rectangles)


def test_runs_are_few() -> None:
    assert runs(Symbol(3, (7, 7, 7))) == [(0, 0, 3, 3)]
    made = list(symbols(PREFIX, codes_of(9, 50), SUFFIX))
    assert sum(len(runs(one)) for one in made) / len(made) < 180


def test_a_scanner_reads_the_payload() -> None:
    codes = codes_of(9, 40)
    for code, one in zip(codes, symbols(PREFIX, codes, SUFFIX), strict=True):
        image = np.full((one.size + 8, one.size + 8), 255, dtype=np.uint8)
        for x, y, w, h in runs(one):
            image[y + 4 : y + 4 + h, x + 4 : x + 4 + w] = 0
        read = zxingcpp.read_barcodes(image.repeat(4, axis=0).repeat(4, axis=1))
        assert [found.text for found in read] == [PREFIX + code + SUFFIX]
