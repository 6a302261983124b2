"""How an interface gives observations: their dtype, and how the action mask comes with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from marriage_env.core.arguments import shown
from marriage_env.game import Game
from marriage_env.interfaces.spaces import mask_box, observation_box

_DTYPES = (np.int8, np.float32)
# What the vector is called in each format's Dict; a flat observation is the vector alone.
_VECTORS = {"flat": None, "dict": "observation", "rllib": "observations"}
_MASK = "action_mask"


@dataclass(frozen=True)
class ObservationFormat:
    """A format that has been checked. Masks are int8 in all of them, as `Space.sample` demands."""

    dtype: np.dtype[Any]
    vector: str | None  # its key beside "action_mask"; None: the observation is the vector

    def space(self, game: Game, num_players: int) -> Any:
        """What an observation can be: a Box of the vector, or a Dict with the mask."""
        box = observation_box(game, num_players, self.dtype)
        return (
            box if self.vector is None else spaces.Dict({self.vector: box, _MASK: mask_box(game)})
        )

    def observation(self, vectors: NDArray[np.int8], masks: Callable[[], NDArray[np.int8]]) -> Any:
        """Vectors (..., length) int8 as observations; `masks` is called only if they are in it."""
        given = vectors.astype(self.dtype, copy=False)
        return given if self.vector is None else {self.vector: given, _MASK: masks()}


def check_dtype(dtype: object) -> np.dtype[Any]:
    """int8 or float32, by name or as numpy has them; ValueError for anything else."""
    if isinstance(dtype, (str, type, np.dtype)):
        for kind in map(np.dtype, _DTYPES):
            if dtype in (kind.name, kind.type, kind):
                return kind
    raise ValueError(f"dtype={shown(dtype)}: expected 'int8' or 'float32'")


def check_format(dtype: object, observation_format: object) -> ObservationFormat:
    """The format that these arguments ask for; ValueError names a wrong one."""
    if not isinstance(observation_format, str) or observation_format not in _VECTORS:
        expected = " or ".join(map(repr, _VECTORS))
        raise ValueError(f"observation_format={shown(observation_format)}: expected {expected}")
    return ObservationFormat(check_dtype(dtype), _VECTORS[observation_format])
