"""What an agent is: anything with a name that chooses actions for a batch of views."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


class Unloadable(ValueError):
    """The spec is well formed, but its agent cannot be made: a factory or a file fails."""


@runtime_checkable
class Agent(Protocol):
    """A player of any number of games at once.

    `act` takes views, (B,) VIEW records of the seats to act; masks, (B, actions of the game) int8
    of their legal actions; and the generator that is the only source of randomness. It returns (B,)
    int64 actions. An agent gets views, never states, and keeps nothing between calls.
    """

    name: str

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        ...


@runtime_checkable
class Stochastic(Protocol):
    """An agent that can tell how probable its choices are."""

    def distribution(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8]
    ) -> NDArray[np.float64]:
        """The exact probabilities with which `act` chooses, (B, actions)."""
        ...


@runtime_checkable
class Valuer(Protocol):
    """An agent that searches, and can tell the values of actions that it finds."""

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the seat to act at the end of the deal, (B, actions); -inf if illegal."""
        ...
