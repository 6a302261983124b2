"""Sharing the decisions of a batch among threads, each decision with its own random stream."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.threads import Team

# Decides rows low to high: (streams, low, high), streams (B, 4) uint32.
Work = Callable[[NDArray[np.uint32], int, int], None]


def decide_in_parallel(size: int, rng: np.random.Generator, threads: int, work: Work) -> None:
    """Let threads decide `size` rows; the number of threads does not change any result."""
    streams = rng.integers(1, 2**32, (size, 4), dtype=np.uint32)
    cuts = [int(cut) for cut in np.linspace(0, size, threads + 1)]
    if threads == 1:
        work(streams, 0, size)
    else:
        _team(threads).share(lambda part: work(streams, *part), pairwise(cuts))


@cache
def _team(threads: int) -> Team:
    """The same threads for all searches."""
    return Team(threads)
