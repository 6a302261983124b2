"""`pimc`: perfect-information Monte Carlo search that respects hidden cards.

For each decision some full games are drawn uniformly from those that the view allows. In each one
every legal action is tried and the deal is played out by the playout policy. The action with the
best mean is taken, the lowest action number among equals.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.protocol import check_asked, choose_where_open
from agents.search.common import check_option, check_playout, mean_values
from agents.trynka.expert import WEIGHTS
from agents.trynka.playout import TRIALS
from marriage_env.compiler.jit import records
from marriage_env.trynka.events import NO_LOG
from marriage_env.trynka.evidence import EVIDENCE
from marriage_env.trynka.state import NO_CHANCE, STATE
from marriage_env.trynka.view import VIEW


class PIMCAgent:
    """Search over `worlds` drawn games a decision.

    Args:
        worlds: games drawn for each decision, at least 1.
        playout: "expert" or "random", who plays them to the end.
        threads: how many threads share the decisions of a batch; they change nothing else.
    """

    def __init__(self, worlds: int = 64, playout: str = "expert", threads: int = 1) -> None:
        self._worlds = check_option("worlds", worlds, 1, 100_000)
        self._threads = check_option("threads", threads, 1, 1024)
        self._at_random = check_playout(playout) == "random"
        self.name = f"pimc:worlds={self._worlds}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; every decision has a random stream of its own."""
        views, masks = check_asked("trynka", views, masks, rng)
        return choose_where_open(
            masks, lambda rows: self.values(views[rows], masks[rows], rng).argmax(axis=1)
        )

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the asked seat at the end of the deal, (B, 54); -inf where illegal."""
        views, masks = check_asked("trynka", views, masks, rng)
        return mean_values(TRIALS, views, masks, rng, self._worlds, self._threads, self._room)

    def _room(self) -> tuple[Any, ...]:
        """How the playout plays, and what a thread works in."""
        room = (records(2, STATE), records(1, VIEW), records(1, EVIDENCE))
        return (self._at_random, WEIGHTS), *room, NO_CHANCE, NO_LOG
