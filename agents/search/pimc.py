"""`pimc`: perfect-information Monte Carlo search that respects hidden cards.

For each decision some full games are drawn uniformly from those that the view allows. In each one
every legal action is tried and the deal is played out: by the playout policy while a hand has more
than `exact` cards, then by exact open-hand play. The action with the best mean is taken, the lowest
action number among equals. Declarations are made as `expert` makes them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.mariage.expert import WEIGHTS, ExpertAgent
from agents.mariage.open_hand import DEPTH
from agents.mariage.playout import TRIALS
from agents.protocol import check_asked
from agents.search.common import check_option, check_playout, mean_values
from marriage_env.compiler.jit import records
from marriage_env.mariage.events import NO_LOG
from marriage_env.mariage.evidence import EVIDENCE
from marriage_env.mariage.rules import MAX_PLAYERS
from marriage_env.mariage.state import NO_CHANCE, STATE, Phase
from marriage_env.mariage.view import VIEW


class PIMCAgent:
    """Search over `worlds` drawn games a decision.

    Args:
        worlds: games drawn for each decision, at least 1.
        exact: cards a hand has left when open-hand play takes over from the playout, 0 to 4.
        playout: "expert" or "random", who plays until then.
        threads: how many threads share the decisions of a batch; they change nothing else.
    """

    def __init__(
        self, worlds: int = 64, exact: int = 1, playout: str = "expert", threads: int = 1
    ) -> None:
        self._worlds = check_option("worlds", worlds, 1, 100_000)
        self._exact = check_option("exact", exact, 0, 4)
        self._threads = check_option("threads", threads, 1, 1024)
        self._at_random = check_playout(playout) == "random"
        self._declarer = ExpertAgent()
        self.name = f"pimc:worlds={self._worlds}"

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view; every decision has a random stream of its own."""
        views, masks = check_asked("mariage", views, masks, rng)
        actions = self._declarer.act(views, masks, rng)
        open_ones = np.flatnonzero((masks.sum(axis=1) > 1) & (views["asked"] != Phase.DECLARE))
        if open_ones.size:
            values = self.values(views[open_ones], masks[open_ones], rng)
            actions[open_ones] = values.argmax(axis=1)
        return actions

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the asked seat at the end of the deal, (B, 62); -inf where illegal."""
        views, masks = check_asked("mariage", views, masks, rng)
        return mean_values(TRIALS, views, masks, rng, self._worlds, self._threads, self._room)

    def _room(self) -> tuple[Any, ...]:
        """How the playout plays, and what a thread works in."""
        values = np.zeros((DEPTH, MAX_PLAYERS), np.int32)
        playing = (self._exact, self._at_random, WEIGHTS, values)
        room = (records(DEPTH, STATE), records(1, VIEW), records(1, EVIDENCE))
        return playing, *room, NO_CHANCE, NO_LOG
