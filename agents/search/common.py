"""What all searching agents share: options, a random stream a decision, and threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.core.arguments import as_int, shown
from marriage_env.core.threads import Team

# Works on rows low to high: (streams, low, high).
Work = Callable[[NDArray[np.uint32], int, int], None]
# What a thread works with: (playing, stack, scratch, evidence, chance, log) of `trials.add_values`.
Room = Callable[[], tuple[Any, ...]]
PLAYOUTS = ("expert", "random")


def check_option(name: str, value: object, low: int, high: int) -> int:
    """An option that is a whole number, as a plain int; ValueError says what is allowed."""
    return as_int(name, value, low, high)


def check_playout(playout: object) -> str:
    """The name of who plays drawn games out; ValueError says who can."""
    if not isinstance(playout, str) or playout not in PLAYOUTS:
        raise ValueError(f"playout={shown(playout)}: expected one of {', '.join(PLAYOUTS)}")
    return str(playout)


def share_out(size: int, rng: np.random.Generator, threads: int, work: Work) -> None:
    """Share `size` decisions out among threads, which change nothing else.

    Every decision has a random stream of its own.
    """
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


def mean_values(
    trials: SimpleNamespace,
    views: np.ndarray[Any, Any],
    masks: NDArray[np.int8],
    rng: np.random.Generator,
    worlds: int,
    threads: int,
    room: Room,
) -> NDArray[np.float64]:
    """Mean chips of the asked seat at the end of the deal, as the mask; -inf where illegal.

    `trials` are a game's (agents.search.action_values); raises ValueError for a view of no game.
    """
    sums = np.where(masks, 0.0, -np.inf)

    def work(streams: NDArray[np.uint32], low: int, high: int) -> None:
        if trials.add_values_of(views, masks, streams, sums, low, high, worlds, *room()) >= 0:
            raise ValueError("views: no game of the engine has such a view")

    share_out(len(masks), rng, threads, work)
    return sums / worlds
