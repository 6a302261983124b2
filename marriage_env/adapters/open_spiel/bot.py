"""Agents as bots and policies of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.policy import Policy

from marriage_env.core.arguments import as_generator


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays as an agent: anything with `act(views, masks, rng)` for a batch of views.

    Args:
        agent: gets (1,) VIEW records and (1, actions) int8 masks; returns one legal action.
        rng: the source of chance of the agent.
    """

    def __init__(self, agent: Any, rng: np.random.Generator) -> None:
        super().__init__()
        self._agent, self._rng = agent, as_generator("rng", rng)

    def step(self, state: Any) -> int:
        """The agent's action for the player to act."""
        view, mask = _asked(state, state.current_player())
        return int(self._agent.act(view, mask, self._rng)[0])

    def restart(self) -> None:
        """Nothing is kept from one match to the next."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Agents read everything from the view."""


class AgentPolicy(Policy):  # type: ignore[misc]
    """A policy of an agent that tells its probabilities: `distribution(views, masks)`."""

    def __init__(self, game: Any, agent: Any) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._agent = agent

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The probability of every legal action."""
        player = state.current_player() if player_id is None else player_id
        view, mask = _asked(state, player)
        chances: NDArray[np.float64] = self._agent.distribution(view, mask)[0]
        return {action: float(chances[action]) for action in state.legal_actions(player)}


def _asked(state: Any, player: int) -> tuple[Any, NDArray[np.int8]]:
    """The view and the mask of a player."""
    mask = np.zeros((1, state.num_distinct_actions()), np.int8)
    mask[0, state.legal_actions(player)] = 1
    return state.view(player), mask
