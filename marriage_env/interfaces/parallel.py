"""The games as parallel environments, through PettingZoo's conversion of turn-based ones."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper


class ParallelGame(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """PettingZoo's conversion, with the `state()` of the game.

    Every step takes a dict of actions, of which it reads that of the one seat to act: the seat
    whose mask is not all zero. The others' may be anything, or left out.
    """

    def state(self) -> NDArray[Any]:
        """The whole game, as `raw_env.state()` of the game gives it: never for a seat's policy."""
        state: NDArray[Any] = self.aec_env.state()
        return state

    def close(self) -> None:
        """Close the game."""
        self.aec_env.close()
