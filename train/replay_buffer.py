"""What distilling remembers: the newest decisions, and what the teacher found them worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from train.state import State

_NAMES, _KINDS = ("features", "masks", "targets"), ("f2", "i1", "f2")


class Memory:
    """A ring of the newest `size` decisions: features, masks and targets.

    Features and targets are kept at half precision to save room: at 5 players 1.9 kB a decision.

    Args:
        size: decisions remembered.
        width: of a row of features.
        actions: of a mask and of targets.
    """

    def __init__(self, size: int, width: int, actions: int) -> None:
        self._size, self._next, self.filled = size, 0, 0
        # The system gives zeros room when they are first written to.
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
        """Remember decisions, (D, …) each, in the place of the oldest ones."""
        rows = [array[-self._size :] for array in (features, masks, targets)]
        places = (self._next + np.arange(len(rows[0]))) % self._size
        for column, row in zip(self._columns, rows, strict=True):
            column[places] = row
        self._next = int(places[-1] + 1) % self._size
        self.filled = min(self.filled + len(places), self._size)

    def take(self, places: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
        """Features, masks and targets of the decisions at some places below `filled`."""
        return tuple(column[places] for column in self._columns)

    def state(self) -> State:
        """All that is remembered, without the zeros of which it mostly consists."""
        arrays: dict[str, NDArray[Any]] = {}
        for name, column in zip(_NAMES, self._columns, strict=True):
            there = column[: self.filled] != 0
            arrays[f"memory.{name}.there"] = np.packbits(there)
            arrays[f"memory.{name}.values"] = column[: self.filled][there]
        return State({"remembered": self.filled, "next": self._next}, arrays)

    def restore(self, saved: State) -> None:
        """Remember what `saved` says, at the same places; ValueError names what does not fit."""
        filled = saved.integer("remembered", 0, self._size)
        following = saved.integer("next", 0, self._size - 1)
        for name, column in zip(_NAMES, self._columns, strict=True):
            _unpack(saved, f"memory.{name}", column[:filled])
        self._next, self.filled = following, filled


def _unpack(saved: State, name: str, column: NDArray[Any]) -> None:
    """Fill a column with what `Memory.state` took apart."""
    there = saved.array(f"{name}.there", "u1", (-(-column.size // 8),))
    values = saved.array(f"{name}.values", column.dtype, None)
    places = np.unpackbits(there, count=column.size).astype(bool).reshape(column.shape)
    if places.sum() != len(values):
        raise ValueError(f"{name}.values: expected {places.sum()} of them, got {len(values)}")
    column[:] = 0
    column[places] = values
