"""The replay buffer of distillation: decisions, and the values that the teacher estimated."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from train.run_state import RunState

_NAMES, _KINDS = ("features", "masks", "targets"), ("f2", "i1", "f2")


class ReplayBuffer:
    """A ring buffer of the newest `size` decisions: features, masks and targets.

    Features and targets are stored at half precision: 1.9 kB per decision with 5 players.

    Args:
        size: number of decisions.
        width: length of a row of features.
        actions: length of a mask and of a row of targets.
    """

    def __init__(self, size: int, width: int, actions: int) -> None:
        self._size, self._next, self.filled = size, 0, 0
        # The system allocates pages of zeros when they are first written to.
        self._columns = tuple(
            np.zeros((size, places), kind)
            for places, kind in zip((width, actions, actions), _KINDS, strict=True)
        )

    def add(
        self,
        features: NDArray[np.floating[Any]],
        masks: NDArray[np.int8],
        targets: NDArray[np.floating[Any]],
    ) -> None:
        """Store decisions, (D, …) each, in place of the oldest ones."""
        rows = [array[-self._size :] for array in (features, masks, targets)]
        places = (self._next + np.arange(len(rows[0]))) % self._size
        for column, row in zip(self._columns, rows, strict=True):
            column[places] = row
        self._next = int(places[-1] + 1) % self._size
        self.filled = min(self.filled + len(places), self._size)

    def take(self, places: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
        """Features, masks and targets of the decisions at some indices below `filled`."""
        return tuple(column[places] for column in self._columns)

    def state(self) -> RunState:
        """The stored decisions, sparse: most of their numbers are zeros."""
        arrays: dict[str, NDArray[Any]] = {}
        for name, column in zip(_NAMES, self._columns, strict=True):
            there = column[: self.filled] != 0
            arrays[f"memory.{name}.there"] = np.packbits(there)
            arrays[f"memory.{name}.values"] = column[: self.filled][there]
        return RunState({"remembered": self.filled, "next": self._next}, arrays)

    def restore(self, saved: RunState) -> None:
        """Restore the decisions at the same places; ValueError names what does not fit."""
        filled = saved.integer("remembered", 0, self._size)
        following = saved.integer("next", 0, self._size - 1)
        for name, column in zip(_NAMES, self._columns, strict=True):
            _unpack(saved, f"memory.{name}", column[:filled])
        self._next, self.filled = following, filled


def _unpack(saved: RunState, name: str, column: NDArray[Any]) -> None:
    """Fill a column from the sparse form of `ReplayBuffer.state`."""
    there = saved.array(f"{name}.there", "u1", (-(-column.size // 8),))
    values = saved.array(f"{name}.values", column.dtype, None)
    places = np.unpackbits(there, count=column.size).astype(bool).reshape(column.shape)
    if places.sum() != len(values):
        raise ValueError(f"{name}.values: expected {places.sum()} of them, got {len(values)}")
    column[:] = 0
    column[places] = values
