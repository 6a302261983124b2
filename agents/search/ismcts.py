"""`ismcts`: information-set tree search, against the strategy fusion of plain averaging.

Plain averaging chooses as if the player could act differently in each sampled world later on. Here
all worlds share one tree of public histories, so that a later choice of the player is the same
wherever they cannot tell the worlds apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of, required
from agents.search.parallel import decide_in_parallel
from agents.search.tree import compiled_for, new_tree
from agents.search.without_search import choose_unsearched
from agents.search_workspace import workspace_for
from agents.views_and_masks import check_inputs
from marriage_env.core.arguments import as_int


class ISMCTSAgent:
    """Tree search with `sims` descents a decision.

    Args:
        game: which one is played; ValueError for one without a tree search.
        sims: descents, each in a world of its own, at least 1.
        exact: cards a hand has left when exact play with open hands takes over, 0 to 4.
        explore: weight of UCB1's exploration, in tenths of a chip.
        threads: how many threads share the decisions of a batch; they do not change any result.
    """

    def __init__(
        self, game: str, sims: int = 256, exact: int = 1, explore: int = 20, threads: int = 1
    ) -> None:
        playout = playout_of(game)
        required(playout.is_exact, "tree search", game)
        self._game = game
        self._sims = as_int("sims", sims, 1, 1_000_000)
        self._exact = as_int("exact", exact, 0, playout.most_exact)
        self._explore = as_int("explore", explore, 0, 1000) / 10
        self._threads = as_int("threads", threads, 1, 1024)
        self.name = f"ismcts:sims={self._sims}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; every decision has its own random stream."""
        views, masks = check_inputs(self._game, views, masks, rng)
        actions = choose_unsearched(self._game, views, masks)
        choose = compiled_for(self._game).choose_by_trees

        def work(streams: NDArray[np.uint32], low: int, high: int) -> None:
            tree = new_tree(self._sims, masks.shape[1], self._explore)
            space = workspace_for(self._game, self._exact, False)
            choose(views, masks, streams, low, high, tree, space, actions)

        decide_in_parallel(len(masks), rng, self._threads, work)
        if (actions < 0).any():
            raise ValueError("views: no game of the engine has such a view")
        return actions
