"""What all searching agents share: options, a random stream a decision, and threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from marriage_env.mariage.rules import is_integer

# Works on rows low to high: (streams, low, high).
Work = Callable[[NDArray[np.uint32], int, int], None]


def check_option(name: str, value: object, low: int, high: int) -> int:
    """An option that is a whole number; ValueError says what is allowed."""
    if not is_integer(value) or not low <= value <= high:  # type: ignore[operator]
        raise ValueError(f"{name}={value!r}: expected an integer from {low} to {high}")
    return int(value)  # type: ignore[call-overload,no-any-return]


def share_out(size: int, rng: np.random.Generator, threads: int, work: Work) -> None:
    """Share `size` decisions out among threads, which change nothing else.

    Every decision has a random stream of its own.
    """
    streams = rng.integers(1, 2**32, (size, 4), dtype=np.uint32)
    cuts = [int(cut) for cut in np.linspace(0, size, threads + 1)]
    if threads == 1:
        work(streams, 0, size)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: work(streams, *part), pairwise(cuts)))
