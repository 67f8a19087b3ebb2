"""Training: the same examples give the same networks, and what is shipped is what was trained."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import examples
import numpy as np
import pytest

from pnp.errors import InputError
from pnp.read import models, network, weights


def test_retraining_on_a_small_set_gives_the_same() -> None:
    plan = next(examples.plans(1, seed=77))
    made = [one for one in examples.examples(plan, None, long=1800) if one.model == "strokes"]
    names = tuple(sorted({one.name for one in made}))
    features = np.stack([one.features for one in made]).astype(np.float32)
    labels = np.array([names.index(one.name) for one in made])
    first, again = (network.trained(features, labels, names, 8, seed=3, rounds=250) for _ in range(2))
    assert all(np.array_equal(one, other) for one, other in zip(first[1:5], again[1:5], strict=True))
    assert (names, len(labels)) == (("cross", "empty", "other", "stroke"), 24 + 18)
    assert (first.scores(features).argmax(1) == labels).mean() > 0.9


def test_weights_are_small_plain_and_whole(tmp_path: Path) -> None:
    total = 0
    for path in models.shipped().values():
        data = path.read_bytes()
        total += len(data)
        assert sha256(data).hexdigest() in path.with_suffix(".sha256").read_text()
    assert 100_000 < total < 400_000
    broken = tmp_path / "weights.npz"
    broken.write_bytes(weights.SHARED.read_bytes()[:-1] + b"x")
    broken.with_suffix(".sha256").write_text(weights.SHARED.with_suffix(".sha256").read_text())
    with pytest.raises(InputError, match="not the file that was shipped"):
        weights.load(broken)


def test_a_network_is_the_same_after_it_was_kept(tmp_path: Path) -> None:
    shipped = weights.load(weights.SHARED)["digits"]
    weights.write(tmp_path / "a.npz", {"digits": shipped})
    kept = weights.load(tmp_path / "a.npz")["digits"]
    features = np.random.default_rng(1).random((5, shipped.into.shape[0]), np.float32)
    assert kept.names == shipped.names
    assert np.allclose(kept.shares(features), shipped.shares(features))
