"""Ink as a photo shows it: soft, shaken, grainy, fainter or darker than it is."""

from __future__ import annotations

import cv2
import numpy as np

DOTS = 8.0
"""Dots a millimetre of a sheet laid flat."""


def seen(ink: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Ink from 0 to 1 as the cut of a field has it."""
    hard = rng.random() < 0.3
    ink = cv2.GaussianBlur(ink, (0, 0), rng.uniform(0.4, 2.0 if hard else 1.1))
    length = int(rng.integers(1, 8 if hard else 3))
    if length > 1:
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        spin = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
        kernel = cv2.warpAffine(kernel, spin, (length, length))
        ink = cv2.filter2D(ink, -1, kernel / max(float(kernel.sum()), 1e-6))
    noise = cv2.GaussianBlur(rng.standard_normal(ink.shape).astype(np.float32), (0, 0), 0.8)
    ink = ink * rng.uniform(0.75, 1.3) + noise * rng.uniform(0, 0.2 if hard else 0.08)
    return np.clip(ink, 0, 1.4).astype(np.float32)
