"""`make train`: simulate photos, learn from them, and write the weights into the package.

python tests/read/training/run.py [--photos 400] [--loose 48000] [--seed 1] [--processes 2] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent))

import cv2
import digits
import examples
import numpy as np
from hands import Scans
from loose_digits import loose_digits
from loose_strokes import loose_strokes

ROOT = Path(__file__).parents[3]
HIDDEN = {"strokes": 32, "digits": 224, "drawings": 64}
ROUNDS = {"strokes": 12, "digits": 16, "drawings": 12}
PARTS = 24
"""Loose ink is made in so many parts, whatever the number of processes: each has a seed of its own."""
_scans: list[Scans] = []

Job = Callable[[], Iterable[examples.Example]]
Taught = dict[str, tuple[np.ndarray, np.ndarray, tuple[str, ...]]]
"""What each model learns from: features, classes, and the names of the classes."""


def jobs(photos: int, loose: int, seed: int) -> list[Job]:
    """What examples are made of: photos, numbers, and boxes with strokes in them."""
    found: list[Job] = [partial(_of_photo, plan) for plan in examples.plans(photos, seed)]
    for part in range(PARTS):
        found.append(partial(_of_digits, loose // PARTS, 1000 * seed + part))
        found.append(partial(loose_strokes, loose // PARTS // 4, 1000 * seed + part))
    return found


def _of_photo(plan: examples.Plan) -> list[examples.Example]:
    return examples.examples(plan, _scans[0])


def _of_digits(count: int, seed: int) -> Iterable[examples.Example]:
    return loose_digits(_scans[0], count, seed)


def _done(job: Job) -> list[tuple[str, str, np.ndarray]]:
    cv2.setNumThreads(1)
    return [(one.model, one.name, one.features.astype(np.float16)) for one in job()]


def collected(asked: list[Job], processes: int) -> Taught:
    """What the examples teach, in an order that does not depend on who made them."""
    found: dict[str, list] = {}
    start = time.monotonic()
    with get_context("fork").Pool(processes) as pool:
        for number, rows in enumerate(pool.imap(_done, asked), 1):
            for model, name, features in rows:
                found.setdefault(model, []).append((name, features))
            if number % 40 == 0:
                print(f"{number} of {len(asked)} parts, {time.monotonic() - start:.0f} s", flush=True)
    return {model: arrays(rows) for model, rows in sorted(found.items())}


def arrays(rows: list) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Examples as arrays, with the names of their classes."""
    names = tuple(sorted({name for name, _ in rows}))
    numbers = np.array([names.index(name) for name, _ in rows])
    return np.stack([one for _, one in rows]), numbers, names


def learnt(taught: Taught, seed: int) -> dict:
    """The networks that come of it."""
    from pnp.read.network import trained

    made = {}
    for model, (features, labels, names) in taught.items():
        made[model] = trained(features, labels, names, HIDDEN[model], seed, ROUNDS[model])
        right = np.mean(made[model].scores(features[:20_000].astype(np.float32)).argmax(1) == labels[:20_000])
        told = f"{len(labels)} examples of {len(names)} classes, {100 * right:.2f} %, heat {made[model].heat:.2f}"
        print(f"{model}: {told}", flush=True)
    return made


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--photos", type=int, default=400)
    asked.add_argument(
        "--loose", type=int, default=48_000, help="numbers besides those in photos; a fourth as many strokes"
    )
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--out", type=Path, default=ROOT, help="where pnp/read and layouts are written")
    given = asked.parse_args()
    from pnp.read import weights

    start = time.monotonic()
    _scans[:] = [Scans(digits.scans("train"))]
    made = learnt(collected(jobs(given.photos, given.loose, given.seed), given.processes), given.seed)
    for path, names in (
        (weights.SHARED, ("digits", "strokes")),
        (ROOT / "layouts" / "house-of-dice.drawings.npz", ("drawings",)),
    ):
        print(weights.write(given.out / path.relative_to(ROOT), {name: made[name] for name in names}))
    used = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f"{time.monotonic() - start:.0f} s by the clock, {used:.0f} s of one core")


if __name__ == "__main__":
    main()
