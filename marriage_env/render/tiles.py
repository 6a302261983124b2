"""Several pictures in one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MOST_TILES = 16


def tiled(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Pictures of one size, each (height, width, 3) uint8, side by side in rows, made smaller.

    No more than the first 16 of them; one alone is returned as it is.
    """
    shown = list(pictures[:MOST_TILES])
    columns = math.ceil(math.sqrt(len(shown)))
    if columns == 1:
        return shown[0]
    missing = -len(shown) % columns
    shown += [np.zeros_like(shown[0])] * missing
    small = [_reduced(picture, columns) for picture in shown]
    rows = [np.hstack(small[k : k + columns]) for k in range(0, len(small), columns)]
    return np.vstack(rows)


def _reduced(picture: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """A picture of one so many times as high and wide: means of squares of pixels."""
    height, width = (size // times * times for size in picture.shape[:2])
    blocks = picture[:height, :width].reshape(height // times, times, width // times, times, 3)
    means: NDArray[np.uint8] = blocks.mean(axis=(1, 3)).astype(np.uint8)
    return means
