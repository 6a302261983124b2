"""The games as parallel environments, through PettingZoo's conversion of turn-based ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

_MASK = "action_mask"


class ParallelGame(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """PettingZoo's conversion, with masks to sample from for every seat, and `state()`.

    Every step takes a dict of actions, and makes that of the seat to act: the seat whose
    `info["to_act"]` is True. The actions of the other seats are ignored, and so their masks are all
    ones: libraries choose an action for every seat, and fail at a mask of zeros.
    """

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a match; arguments as for `raw_env.reset` of the game."""
        observations, infos = super().reset(seed=seed, options=options)
        return self._with_masks(observations), self._with_masks(self._told(infos))

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Make the move of the seat to act; observations, rewards, …, one of each a seat."""
        observations, rewards, terminated, truncated, infos = super().step(actions)
        given = self._with_masks(observations), rewards, terminated, truncated
        return *given, self._with_masks(self._told(infos))

    def _to_act(self) -> str | None:
        return self.aec_env.agent_selection if self.agents else None

    def _told(self, infos: dict[str, Any]) -> dict[str, Any]:
        """Infos that tell each seat whether it is to act, and no more.

        PettingZoo's conversion tells every seat which one is, and so who holds a queen asked for.
        """
        for info in infos.values():
            info.pop("active_agent", None)
        to_act = self._to_act()
        return {
            agent: {**info, "to_act": np.bool_(agent == to_act)} for agent, info in infos.items()
        }

    def _with_masks(self, given: dict[str, Any]) -> dict[str, Any]:
        """Observations or infos, with a mask of ones where a seat is not to act."""
        to_act = self._to_act()
        return {
            agent: {**entry, _MASK: np.ones_like(entry[_MASK])}
            if agent != to_act and isinstance(entry, dict) and _MASK in entry
            else entry
            for agent, entry in given.items()
        }

    def state(self) -> NDArray[Any]:
        """The whole game, as `raw_env.state()` of the game gives it: never for a seat's policy."""
        state: NDArray[Any] = self.aec_env.state()
        return state

    def close(self) -> None:
        """Close the game."""
        self.aec_env.close()
