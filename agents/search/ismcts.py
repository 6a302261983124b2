"""`ismcts`: information-set tree search, against the strategy fusion of plain averaging.

Plain averaging chooses as if the player could act differently in each drawn game later on. Here all
drawn games share one tree of public histories, so that a later choice of the player is the same
wherever he cannot tell the games apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.mariage.expert import WEIGHTS
from agents.mariage.open_hand import DEPTH
from agents.protocol import check_asked
from agents.search.common import check_option, share_out
from agents.search.tree import grow_many
from marriage_env.compiler.jit import records
from marriage_env.mariage.actions import NUM_ACTIONS
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.evidence import EVIDENCE
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NO_CHANCE, STATE
from marriage_env.mariage.view import VIEW


class ISMCTSAgent:
    """Tree search with `sims` descents a decision.

    Args:
        sims: descents, each in a game of its own, at least 1.
        exact: cards a hand has left when open-hand play takes over, 0 to 4.
        explore: weight of UCB1's exploration, in tenths of a chip.
        threads: how many threads share the decisions of a batch; they change nothing else.
    """

    def __init__(
        self, sims: int = 256, exact: int = 1, explore: int = 20, threads: int = 1
    ) -> None:
        self._sims = check_option("sims", sims, 1, 1_000_000)
        self._exact = check_option("exact", exact, 0, 4)
        self._explore = check_option("explore", explore, 0, 1000) / 10
        self._threads = check_option("threads", threads, 1, 1024)
        self.name = f"ismcts:sims={self._sims}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; every decision has a random stream of its own."""
        views, masks = check_asked("mariage", views, masks, rng)
        actions = np.full(len(masks), -1, np.int64)

        def work(streams: NDArray[np.uint32], low: int, high: int) -> None:
            room = self._sims + 1
            grow_many(
                views,
                masks,
                streams,
                actions,
                low,
                high,
                self._sims,
                self._exact,
                self._explore,
                WEIGHTS,
                records(DEPTH, STATE),
                records(1, VIEW),
                records(1, EVIDENCE),
                np.zeros((DEPTH, MAX_PLAYERS), np.int32),
                np.zeros((room, NUM_ACTIONS), np.int32),
                np.zeros(room, np.int32),
                np.zeros(room, np.int32),
                np.zeros(room),
                np.zeros(room, np.int32),
                NO_CHANCE,
                NO_LOG,
            )

        share_out(len(masks), rng, self._threads, work)
        if (actions < 0).any():
            raise ValueError("views: no game of the engine has such a view")
        return actions
