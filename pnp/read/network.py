"""A small network of plain arrays: one hidden layer, and how sure it is of each of its classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]


class Network(NamedTuple):
    """Weights, the names of the classes, and the temperature that makes its shares honest."""

    names: tuple[str, ...]
    into: Array
    bias: Array
    out: Array
    last: Array
    heat: float

    def shares(self, features: Array) -> Array:
        """How likely each class is, a row for each row of features."""
        return softmax(self.scores(features) / self.heat)

    def scores(self, features: Array) -> Array:
        hidden = np.maximum(features @ self.into + self.bias, 0)
        return np.asarray(hidden @ self.out + self.last)


def softmax(scores: Array) -> Array:
    high = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(high / high.sum(1, keepdims=True))


def trained(
    features: Array, labels: Array, names: tuple[str, ...], hidden: int, seed: int, rounds: int = 12
) -> Network:
    """A network trained by Adam on shuffled parts, the last tenth of the examples kept back to make it honest."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(features))
    kept, used = order[: len(order) // 10], order[len(order) // 10 :]
    size, count = features.shape[1], len(names)
    weights = [
        rng.normal(0, np.sqrt(2 / size), (size, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        rng.normal(0, np.sqrt(2 / hidden), (hidden, count)).astype(np.float32),
        np.zeros(count, np.float32),
    ]
    state = [(np.zeros_like(one), np.zeros_like(one)) for one in weights]
    step = 0
    for turn in range(rounds):
        rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * turn / rounds)) + 2e-5
        rng.shuffle(used)
        for start in range(0, len(used), 128):
            rows = used[start : start + 128]
            step += 1
            slopes = _slopes(weights, features[rows].astype(np.float32), labels[rows], rng)
            for at, slope in enumerate(slopes):
                first, second = state[at]
                first += 0.1 * (slope - first)
                second += 0.001 * (slope * slope - second)
                lift = first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-7)
                weights[at] -= rate * (lift + (1e-2 * weights[at] if at in (0, 2) else 0))
    into, bias, out, last = (one.astype(np.float16).astype(np.float32) for one in weights)
    made = Network(names, into, bias, out, last, 1.0)
    return made._replace(heat=_heat(made, features[kept], labels[kept])) if len(kept) > 50 else made


def _slopes(weights: list[Array], features: Array, labels: Array, rng: np.random.Generator) -> list[Array]:
    """The slopes of the loss, with a part of the hidden layer left out and labels a little soft."""
    into, bias, out, last = weights
    raw = features @ into + bias
    mask = (rng.random(raw.shape, np.float32) > 0.2) / np.float32(0.8)
    hidden = np.maximum(raw, 0) * mask
    shares = softmax(hidden @ out + last)
    wanted = np.full_like(shares, 0.02 / shares.shape[1])
    wanted[np.arange(len(labels)), labels] += 0.98
    off = (shares - wanted) / len(labels)
    back = (off @ out.T) * mask * (raw > 0)
    return [features.T @ back, back.sum(0), hidden.T @ off, off.sum(0)]


def _heat(made: Network, features: Array, labels: Array) -> float:
    """The temperature at which the examples that were kept back are least surprising."""
    scores = made.scores(features.astype(np.float32))
    best = min(
        np.geomspace(0.25, 4, 41),
        key=lambda heat: -np.log(softmax(scores / heat)[np.arange(len(labels)), labels] + 1e-9).mean(),
    )
    return float(best)


def arrays(name: str, made: Network) -> dict[str, Array]:
    """A network as arrays to be kept, half as precise."""
    kept = {part: getattr(made, part).astype(np.float16) for part in ("into", "bias", "out", "last")}
    kept.update(names=np.array(made.names), heat=np.array(made.heat))
    return {f"{name}.{part}": one for part, one in kept.items()}


def network(name: str, kept: Mapping[str, Array]) -> Network:
    """A network from the arrays that were kept."""
    into, bias, out, last = (kept[f"{name}.{part}"].astype(np.float32) for part in ("into", "bias", "out", "last"))
    names = tuple(str(one) for one in kept[f"{name}.names"])
    return Network(names, into, bias, out, last, float(kept[f"{name}.heat"]))
