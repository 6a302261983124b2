"""What an agent is: anything with a name that chooses actions for a batch of views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class Agent(Protocol):
    """A player of any number of games at once.

    `act` takes views, (B,) VIEW records of the seats asked; masks, (B, actions of the game) int8 of
    their legal actions; and the generator that is the only source of chance. It returns (B,) int64
    actions. An agent sees views, never states, and keeps nothing between calls.
    """

    name: str

    def act(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """One legal action for each view."""
        ...


def choose_where_open(
    masks: NDArray[np.int8], choose: Callable[[NDArray[np.int64]], NDArray[np.int64]]
) -> NDArray[np.int64]:
    """The only legal action of each row of `masks`; where there are more, what `choose` gives.

    `choose` is asked once, for the rows with a choice, if there are any.
    """
    actions: NDArray[np.int64] = masks.argmax(axis=1)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    if rows.size:
        actions[rows] = choose(rows)
    return actions


@runtime_checkable
class Valuer(Protocol):
    """An agent that searches, and can say what it finds."""

    def values(
        self, views: np.ndarray[Any, Any], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Mean chips of the asked seat at the end of the deal, (B, actions); -inf where illegal."""
        ...
