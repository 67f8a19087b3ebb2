"""How long a QR symbol takes: by `qrcode` one at a time, and by a plan for many codes."""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from pnp.render.qr import runs, symbol, symbols

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PREFIX, SUFFIX = "HTTP://192.168.1.23:8000/S/", "/HOUSE-OF-DICE/PLAY/1"
SINGLE = 100


def measure(count: int = 2000) -> dict[str, float]:
    """Microseconds a symbol by `qrcode` and by a plan with all that the plan costs, and their ratio."""
    chance = random.Random(1)
    codes = ["".join(chance.choices(ALPHABET, k=9)) for _ in range(count)]
    singles = [symbol(PREFIX + code + SUFFIX) for code in codes[:2]]

    def planned() -> None:
        for _ in symbols(PREFIX, codes, SUFFIX):
            pass

    def single() -> None:
        for code in codes[:SINGLE]:
            symbol(PREFIX + code + SUFFIX)

    def covered() -> None:
        for one in singles * (count // 2):
            runs(one)

    plan = _seconds(planned) / count * 1e6
    qrcode = _seconds(single) / len(codes[:SINGLE]) * 1e6
    rectangles = _seconds(covered) / count * 1e6
    return {"qrcode_us": qrcode, "plan_us": plan, "ratio": qrcode / plan, "runs_us": rectangles}


def _seconds(work: Callable[[], None]) -> float:
    """The seconds of processor time that some work takes, which other programs disturb least."""
    start = process_time()
    work()
    return process_time() - start


def report() -> list[str]:
    found = measure()
    return [
        f"a code by qrcode: {found['qrcode_us']:,.0f} µs, by the plan: {found['plan_us']:.0f} µs, {found['ratio']:.0f} times as fast",
        f"its path of merged runs: {found['runs_us']:.0f} µs",
    ]


if __name__ == "__main__":
    print("\n".join(report()))
