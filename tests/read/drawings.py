"""The parts of a house as people draw them: several styles a part, some of which nobody trains on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from hands import Stroke, circle

Style = Callable[[np.random.Generator], list[Stroke]]


def _box(x: float, y: float, w: float, h: float) -> Stroke:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]


def _fence(rng: np.random.Generator) -> list[Stroke]:
    count = int(rng.integers(3, 7))
    top = rng.uniform(25, 40)
    posts = [[(x, 95), (x, top)] for x in np.linspace(10, 90, count)]
    rails = [[(4, y), (96, y)] for y in ((58, 80) if rng.random() < 0.75 else (66,))]
    return [*posts, *rails]


def _fence_pointed(rng: np.random.Generator) -> list[Stroke]:
    count = int(rng.integers(3, 6))
    half = 40 / count
    posts = [
        [(x - half, 96), (x - half, 45), (x, 30), (x + half, 45), (x + half, 96)]
        for x in np.linspace(half + 6, 94 - half, count)
    ]
    return [*posts, [(2, 62), (98, 62)], [(2, 82), (98, 82)]]


def _fence_hatched(rng: np.random.Generator) -> list[Stroke]:
    del rng
    slant = [[(x, 92), (x + 22, 45)] for x in range(4, 80, 14)] + [[(x, 45), (x + 22, 92)] for x in range(4, 80, 14)]
    return [*slant, [(2, 45), (98, 45)], [(2, 92), (98, 92)]]


def _door(rng: np.random.Generator) -> list[Stroke]:
    w = rng.uniform(34, 46)
    frame = [(50 - w / 2, 96), (50 - w / 2, 14), (50 + w / 2, 14), (50 + w / 2, 96)]
    knob = circle(50 + w / 2 - 9, 58, 3, 3)
    return [frame, knob] if rng.random() < 0.85 else [frame]


def _door_closed(rng: np.random.Generator) -> list[Stroke]:
    w = rng.uniform(36, 50)
    return [_box(50 - w / 2, 16, w, 78), circle(50 - w / 2 + 8, 56, 2.5, 3)]


def _door_arched(rng: np.random.Generator) -> list[Stroke]:
    w = rng.uniform(36, 46)
    arch = circle(50, 32, w / 2, 20, np.pi, np.pi)
    return [[(50 - w / 2, 95), *arch, (50 + w / 2, 95), (50 - w / 2, 95)], circle(58, 60, 3, 3)]


def _garage(rng: np.random.Generator) -> list[Stroke]:
    lines = [[(9, y), (91, y)] for y in np.linspace(34, 96, int(rng.integers(4, 6)))[1:-1]]
    return [[(8, 96), (8, 34), (92, 34), (92, 96)], *lines]


def _garage_closed(rng: np.random.Generator) -> list[Stroke]:
    lines = [[(9, y), (91, y)] for y in np.linspace(30, 92, int(rng.integers(5, 7)))[1:-1]]
    return [_box(8, 30, 84, 62), *lines]


def _garage_car(rng: np.random.Generator) -> list[Stroke]:
    del rng
    return [[(8, 96), (8, 28), (92, 28), (92, 96)], [(24, 90), (24, 74), (34, 62), (66, 62), (76, 74), (76, 90), (24, 90)], circle(34, 90, 5, 5), circle(66, 90, 5, 5)]  # fmt: skip


def _window(rng: np.random.Generator) -> list[Stroke]:
    a = rng.uniform(16, 24)
    return [_box(a, a, 100 - 2 * a, 98 - 2 * a), [(50, a), (50, 98 - a)], [(a, 49), (100 - a, 49)]]


def _window_sill(rng: np.random.Generator) -> list[Stroke]:
    del rng
    return [_box(22, 18, 56, 60), [(50, 18), (50, 78)], [(22, 46), (78, 46)], [(12, 80), (88, 80)]]


def _window_round(rng: np.random.Generator) -> list[Stroke]:
    del rng
    return [circle(50, 50, 32, 34), [(50, 16), (50, 84)], [(18, 50), (82, 50)]]


def _balcony(rng: np.random.Generator) -> list[Stroke]:
    bars = [[(x, 58), (x, 92)] for x in np.linspace(6, 94, int(rng.integers(5, 8)))[1:-1]]
    return [_box(6, 58, 88, 34), *bars]


def _balcony_door(rng: np.random.Generator) -> list[Stroke]:
    return [*_balcony(rng), [(30, 58), (30, 12), (70, 12), (70, 58)]]


def _balcony_round(rng: np.random.Generator) -> list[Stroke]:
    bars = [[(x, 55), (x, 88 - abs(x - 50) / 6)] for x in np.linspace(16, 84, int(rng.integers(4, 7)))]
    return [[(6, 55), (94, 55)], circle(50, 55, 44, 38, 0, np.pi), *bars]


def _roof(rng: np.random.Generator) -> list[Stroke]:
    top = rng.uniform(10, 24)
    return [[(4, 96), (50 + rng.normal(0, 3), top), (96, 96), (4, 96)]]


def _roof_open(rng: np.random.Generator) -> list[Stroke]:
    return [[(3, 95), (50, rng.uniform(12, 26)), (97, 95)]]


def _roof_tiled(rng: np.random.Generator) -> list[Stroke]:
    rows = [
        [(50 - (y - 14) * 0.56, y), (50 + (y - 14) * 0.56, y)] for y in np.linspace(38, 80, int(rng.integers(2, 4)))
    ]
    return [[(3, 96), (50, 12), (97, 96), (3, 96)], *rows]


def _roof_flat(rng: np.random.Generator) -> list[Stroke]:
    del rng
    return [[(4, 94), (24, 40), (76, 40), (96, 94), (4, 94)]]


def _chimney(rng: np.random.Generator) -> list[Stroke]:
    w = rng.uniform(26, 36)
    return [
        [(50 - w / 2, 96), (50 - w / 2, 38), (50 + w / 2, 38), (50 + w / 2, 96)],
        [(50 - w / 2 - 8, 38), (50 + w / 2 + 8, 38)],
    ]


def _chimney_smoke(rng: np.random.Generator) -> list[Stroke]:
    smoke = [(50, 34), (44, 26), (54, 20), (48, 12), (56, 5)]
    return [_box(34, 42, 32, 54), [*smoke]] if rng.random() < 0.5 else [*_chimney(rng), smoke]


def _chimney_bricks(rng: np.random.Generator) -> list[Stroke]:
    del rng
    bricks = [[(34, y), (66, y)] for y in (56, 70, 84)] + [
        [(50, 42), (50, 56)],
        [(42, 56), (42, 70)],
        [(58, 70), (58, 84)],
    ]
    return [_box(34, 42, 32, 54), *bricks]


def _chimney_pot(rng: np.random.Generator) -> list[Stroke]:
    del rng
    return [_box(30, 50, 40, 46), _box(40, 32, 20, 18), circle(54, 18, 8, 6)]


SEEN: Mapping[str, Sequence[Style]] = {
    "F": (_fence, _fence, _fence_pointed),
    "D": (_door, _door_closed, _door),
    "G": (_garage, _garage_closed),
    "W": (_window, _window, _window_sill),
    "B": (_balcony, _balcony, _balcony_door),
    "R": (_roof, _roof_open, _roof_tiled),
    "C": (_chimney, _chimney, _chimney_smoke),
}
UNSEEN: Mapping[str, Sequence[Style]] = {
    "F": (_fence_hatched,),
    "D": (_door_arched,),
    "G": (_garage_car,),
    "W": (_window_round,),
    "B": (_balcony_round,),
    "R": (_roof_flat,),
    "C": (_chimney_bricks, _chimney_pot),
}
"""Styles for judging only."""
