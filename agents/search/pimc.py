"""`pimc`: perfect-information Monte Carlo search that respects hidden cards.

For each decision some worlds are sampled uniformly from those that the view allows. In each one
every legal action is tried and the deal is played out by the playout policy, then, where the game
has exact play, exactly with open hands once a hand has no more than `exact` cards. The action with
the best mean is taken, the lowest action number among equals. Decisions that the game's playout
leaves to its heuristics, such as declarations, are not searched.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.game_agents import playout_of
from agents.search.action_values import mean_values
from agents.search.without_search import choose_unsearched
from agents.views_and_masks import check_inputs
from marriage_env.core.arguments import as_int, shown

PLAYOUTS = ("expert", "random")


class PIMCAgent:
    """Search over `worlds` sampled worlds a decision.

    Args:
        game: which one is played.
        worlds: worlds sampled for each decision, at least 1.
        exact: cards a hand has left when exact play takes over from the playout; 0 in a game
            without.
        playout: "expert" or "random", who plays until then.
        threads: how many threads share the decisions of a batch; they do not change any result.
    """

    def __init__(
        self,
        game: str,
        worlds: int = 64,
        exact: int = 1,
        playout: str = "expert",
        threads: int = 1,
    ) -> None:
        self._game = game
        self._worlds = as_int("worlds", worlds, 1, 100_000)
        self._exact = as_int("exact", exact, 0, playout_of(game).most_exact)
        self._threads = as_int("threads", threads, 1, 1024)
        if not isinstance(playout, str) or playout not in PLAYOUTS:
            expected = ", ".join(PLAYOUTS)
            raise ValueError(f"playout={shown(playout)}: expected one of {expected}")
        self._at_random = playout == "random"
        self.name = f"pimc:worlds={self._worlds}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; every decision has its own random stream."""
        views, masks = check_inputs(self._game, views, masks, rng)
        actions = choose_unsearched(self._game, views, masks)
        rows = np.flatnonzero(actions < 0)
        if rows.size:
            actions[rows] = self.values(views[rows], masks[rows], rng).argmax(axis=1)
        return actions

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the seat to act at the end of the deal, (B, actions); -inf if illegal."""
        inputs = check_inputs(self._game, views, masks, rng)
        return mean_values(
            self._game, inputs, rng, self._worlds, self._threads, self._exact, self._at_random
        )
