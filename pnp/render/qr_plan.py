"""Thousands of QR symbols that differ in a code only, each module as `qrcode` would set it.

Data bits, error correction and the places of both are linear over GF(2). A symbol is therefore one base
symbol, exclusive-or what the code's characters change, exclusive-or a mask. A matrix is one integer that
holds its modules twice, row after row in the low half and column after column in the high half, so that a
shift and an `and` look at every neighbour in both directions at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import product
from operator import xor

from pnp.render.qr_code import alphanumeric, fitted, number

ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
"""The characters of QR's alphanumeric mode, each at its value."""

_CHARACTERS = frozenset(ALPHANUMERIC)
_MODE_BITS, _PAIR_BITS, _LOW_BITS = 4, 11, 6
_WORST = 1 << 40


@dataclass(frozen=True, slots=True)
class Grid:
    """The places of a square matrix of `size` modules a side."""

    size: int
    rows: int = field(init=False)
    pairs: int = field(init=False)
    """The modules whose next more significant neighbour lies in the same line."""
    stacks: int = field(init=False)
    """The modules, row after row, that have another row above."""
    ratings: tuple[int, ...] = field(init=False)
    """The points of every number of dark modules."""

    def __post_init__(self) -> None:
        size, area = self.size, self.size * self.size
        line = (1 << (size - 1)) - 1
        object.__setattr__(self, "rows", (1 << area) - 1)
        object.__setattr__(self, "pairs", line * (((1 << 2 * area) - 1) // ((1 << size) - 1)))
        object.__setattr__(self, "stacks", (1 << (area - size)) - 1)
        ratings = tuple(int(abs(dark / area * 100 - 50) / 5) * 10 for dark in range(area + 1))
        object.__setattr__(self, "ratings", ratings)

    def matrix(self, lines: Sequence[Sequence[object]]) -> int:
        """Rows of modules as a matrix."""
        return number(zip(*lines, strict=True)) << (self.size * self.size) | number(lines)

    def cell(self, row: int, column: int) -> int:
        """The matrix that is dark in one module only."""
        last = self.size * self.size - 1
        return 1 << (last - row * self.size - column) | 1 << (2 * last + 1 - column * self.size - row)

    def edges(self, matrix: int) -> int:
        """Where a module differs from the next one of its line, in both directions."""
        return (matrix ^ matrix >> 1) & self.pairs

    def steps(self, matrix: int) -> int:
        """Where a module differs from the one above it, row after row."""
        return (matrix ^ matrix >> self.size) & self.stacks

    def balance_points(self, matrix: int) -> int:
        """Ten points for every whole 5 % that the dark modules are away from half."""
        return self.ratings[(matrix & self.rows).bit_count()]


def run_points(twins: int) -> int:
    """Length less two for every run of five or more equal modules.

    A run of n modules has n - 2 twins, which are two equal pairs in a row. What is left of them where the
    twin two further on is there too is n - 4 bits, none in a run below five, and two more each make n - 2.
    """
    fives = twins & twins >> 2
    wider = fives | fives << 1
    return (wider | wider << 1).bit_count()


def block_points(equal: int, level: int, level_next: int) -> int:
    """Three points for every two by two modules of one colour."""
    return 3 * (equal & level & level_next).bit_count()


def finder_points(matrix: int, edges: int, twins: int) -> int:
    """Forty points for every 1:1:3:1:1 pattern that has four light modules before or after it.

    What has them after is counted at a dark module and what has them before at a light one, so one
    count holds both.
    """
    flips = edges & edges >> 1
    cores = matrix & flips & twins >> 2 & flips >> 4
    fours = twins & twins >> 1
    after = cores & (edges & fours >> 1) >> 6
    before = cores >> 4 & edges >> 3 & fours
    return 40 * (after | before).bit_count()


@dataclass(frozen=True, slots=True)
class Mask:
    """One of the eight masks with all the modules that no payload changes, and what scoring needs of it."""

    scored: int
    """The matrix as it is scored: the format and version modules are light."""
    final: int
    """The rows as they are printed."""
    edges: int
    equal: int
    equal_next: int
    level: int
    level_next: int


@dataclass(frozen=True, slots=True)
class Frame:
    """Everything about one version that no payload changes."""

    grid: Grid
    cells: tuple[int, ...]
    """The module of every bit of the codewords, in their order."""
    masks: tuple[Mask, ...]

    def placed(self, codewords: Sequence[int]) -> int:
        """The matrix with the bits of the codewords in their places, unmasked."""
        bits = f"{int.from_bytes(bytes(codewords)):0{8 * len(codewords)}b}"
        return reduce(xor, (cell for cell, bit in zip(self.cells, bits, strict=True) if bit == "1"), 0)

    def best(self, matrix: int) -> Mask:
        """The mask of the fewest points, the first one of equals."""
        grid = self.grid
        edges, steps = grid.edges(matrix), grid.steps(matrix)
        edges_next, steps_next = edges >> 1, steps >> 1
        lowest, best = _WORST, self.masks[0]
        for mask in self.masks:
            equal = edges ^ mask.equal
            twins = equal & (edges_next ^ mask.equal_next)
            points = run_points(twins)
            points += block_points(equal, steps ^ mask.level, steps_next ^ mask.level_next)
            if points >= lowest:
                continue
            masked = matrix ^ mask.scored
            points += finder_points(masked, edges ^ mask.edges, twins) + grid.balance_points(masked)
            if points < lowest:
                lowest, best = points, mask
        return best


def _zigzag(size: int) -> Iterable[tuple[int, int]]:
    """All modules but the upright timing line in the order in which a symbol takes its bits."""
    rows = range(size - 1, -1, -1)
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        yield from ((row, column) for row in rows for column in (right, right - 1))
        rows = rows[::-1]


@lru_cache(maxsize=8)
def frame(version: int) -> Frame:
    """The frame of a version, taken from symbols that `qrcode` makes of empty data."""
    from qrcode.base import rs_blocks
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.main import QRCode

    code = QRCode(version=version, error_correction=ERROR_CORRECT_M)
    grid = Grid(4 * version + 17)
    length = sum(block.total_count for block in rs_blocks(version, ERROR_CORRECT_M))

    def made(filler: int, pattern: int, test: bool) -> int:
        code.data_cache = [filler] * length
        code.makeImpl(test, pattern)
        return grid.matrix(code.modules)

    data = made(0, 0, True) ^ made(0xFF, 0, True)
    cells = tuple(cell for place in _zigzag(grid.size) if (cell := grid.cell(*place)) & data)
    masks = tuple(_mask(grid, made(0, pattern, True), made(0, pattern, False)) for pattern in range(8))
    return Frame(grid, cells, masks)


def _mask(grid: Grid, scored: int, final: int) -> Mask:
    """A mask from its symbol of empty data, as scored and as printed."""
    edges = grid.edges(scored)
    equal, level = grid.pairs ^ edges, grid.stacks ^ grid.steps(scored)
    return Mask(scored, final & grid.rows, edges, equal, equal >> 1, level, level >> 1)


def _pair_changes(version: int, at: int, characters: int) -> tuple[list[int], list[int]]:
    """What the low six and the high five bits of a pair of characters change, for all their values."""
    from qrcode.util import MODE_ALPHA_NUM, length_in_bits

    start = _MODE_BITS + length_in_bits(MODE_ALPHA_NUM, version) + at // 2 * _PAIR_BITS
    bits = range(start, start + (_PAIR_BITS if characters == 2 else _LOW_BITS))
    changes = [frame(version).placed(_multiplied(_unit(version, bit // 8), 7 - bit % 8)) for bit in reversed(bits)]
    return _sums(changes[:_LOW_BITS]), _sums(changes[_LOW_BITS:])


def _unit(version: int, at: int) -> list[int]:
    """The codewords of data that is 1 in one byte and 0 in all others.

    `qrcode` can't divide a block of zeros, so the difference of two other data stands for it.
    """
    return list(map(xor, _codewords(version, None), _codewords(version, at)))


@lru_cache(maxsize=64)
def _codewords(version: int, zero: int | None) -> tuple[int, ...]:
    """The codewords of data that is 1 in every byte, or in every byte but one."""
    from qrcode.base import rs_blocks
    from qrcode.constants import ERROR_CORRECT_M
    from qrcode.util import BitBuffer, create_bytes

    blocks = rs_blocks(version, ERROR_CORRECT_M)
    buffer = BitBuffer()
    buffer.buffer = [int(at != zero) for at in range(sum(block.data_count for block in blocks))]
    return tuple(create_bytes(buffer, blocks))


def _multiplied(codewords: list[int], power: int) -> list[int]:
    """Codewords times a power of two in the field of 256: error correction is linear there too.

    >>> _multiplied([1, 128], 1)
    [2, 29]
    """
    for _ in range(power):
        codewords = [word << 1 if word < 128 else word << 1 ^ 0x11D for word in codewords]
    return codewords


def _sums(changes: list[int]) -> list[int]:
    """The sum of changes for every number whose ones choose among them.

    >>> _sums([0b001, 0b011])
    [0, 1, 3, 2]
    """
    sums = [0]
    for change in changes:
        sums += [change ^ other for other in sums]
    return sums


@lru_cache(maxsize=1)
def values() -> dict[str, int]:
    """The number that alphanumeric mode writes for every one or two characters.

    >>> values()["AB"], values()["7"]
    (461, 7)
    """
    pairs = ["".join(pair) for pair in product(ALPHANUMERIC, repeat=2)]
    return {text: at for texts in (ALPHANUMERIC, pairs) for at, text in enumerate(texts)}


class Plan:
    """All symbols of a prefix, a code of one length and a suffix, as one alphanumeric segment."""

    def __init__(self, prefix: str, length: int, suffix: str) -> None:
        from qrcode.constants import ERROR_CORRECT_M
        from qrcode.util import create_data

        self.length = length
        self._prefix, self._suffix = prefix, suffix
        self._always = alphanumeric(prefix + "0" * length + suffix)
        payload = prefix + "A" * length + suffix
        first, last = len(prefix) & ~1, (len(prefix) + length + 1) & ~1
        self._head, self._tail = payload[first : len(prefix)], payload[len(prefix) + length : last]
        code = fitted(payload)
        self._frame = frame(code.version)
        self._values = values()
        self._changes = [
            (at - first, *_pair_changes(code.version, at, len(payload[at : at + 2])))
            for at in range(first, min(last, len(payload)), 2)
        ]
        self._base = self._frame.placed(create_data(code.version, ERROR_CORRECT_M, code.data_list))
        # The pairs of the base itself come off, so that what is left takes those of any code.
        self._base = self._matrix("A" * length)
        self._line = (1 << self.size) - 1
        self._shifts = range(self.size * (self.size - 1), -1, -self.size)

    @property
    def size(self) -> int:
        """The modules a side."""
        return self._frame.grid.size

    def holds(self, code: str) -> bool:
        """Whether a code's symbol is one of this plan's; many digits in a row are a segment of their own."""
        if len(code) != self.length or not _CHARACTERS.issuperset(code):
            return False
        return self._always or alphanumeric(self._prefix + code + self._suffix)

    def rows(self, code: str) -> tuple[int, ...]:
        """The rows of a code's symbol."""
        matrix = self._matrix(code)
        final, line = (matrix & self._frame.grid.rows) ^ self._frame.best(matrix).final, self._line
        return tuple([final >> shift & line for shift in self._shifts])

    def _matrix(self, code: str) -> int:
        """A code's matrix, unmasked: the base and what each pair of characters changes in it."""
        text, numbers = self._head + code + self._tail, self._values
        matrix = self._base
        for at, low, high in self._changes:
            value = numbers[text[at : at + 2]]
            matrix ^= low[value & 63] ^ high[value >> 6]
        return matrix
