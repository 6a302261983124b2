"""What distilling remembers: the newest decisions, and what the teacher found them worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Memory:
    """A ring of the newest `size` decisions: features, masks and targets.

    Features and targets are kept at half precision to save room: at 5 players 1.9 kB a decision.
    """

    def __init__(self, size: int) -> None:
        self._size, self._next, self.filled = size, 0, 0
        self._columns: tuple[NDArray[Any], ...] = ()

    def add(
        self,
        features: NDArray[np.float32],
        masks: NDArray[np.int8],
        targets: NDArray[np.float32],
    ) -> None:
        """Remember decisions, (D, …) each, in the place of the oldest ones."""
        given = (features.astype(np.float16), masks, targets.astype(np.float16))
        rows = [array[-self._size :] for array in given]
        if not self._columns:
            self._columns = tuple(np.zeros((self._size, *r.shape[1:]), r.dtype) for r in rows)
        places = (self._next + np.arange(len(rows[0]))) % self._size
        for column, row in zip(self._columns, rows, strict=True):
            column[places] = row
        self._next = int(places[-1] + 1) % self._size
        self.filled = min(self.filled + len(places), self._size)

    def take(self, places: NDArray[np.int64]) -> tuple[NDArray[Any], ...]:
        """Features, masks and targets of the decisions at some places below `filled`."""
        return tuple(column[places] for column in self._columns)

    def state(self) -> dict[str, Any]:
        """All that is remembered, without the zeros of which it mostly consists."""
        packed = [_pack(column[: self.filled]) for column in self._columns]
        return {"next": self._next, "columns": packed}

    def restore(self, state: dict[str, Any]) -> None:
        """Remember what `state` says, at the same places."""
        if state["columns"]:
            self.add(*(_unpack(*packed) for packed in state["columns"]))
            self._next = state["next"]


def _pack(array: NDArray[Any]) -> tuple[tuple[int, ...], NDArray[np.uint8], NDArray[Any]]:
    """Shape, which values are not zero (a bit each), and these values."""
    there = array != 0
    return array.shape, np.packbits(there), array[there]


def _unpack(shape: tuple[int, ...], there: NDArray[np.uint8], values: NDArray[Any]) -> NDArray[Any]:
    """The array that `_pack` took apart."""
    size = int(np.prod(shape))
    array = np.zeros(size, values.dtype)
    array[np.unpackbits(there, count=size).astype(bool)] = values
    return array.reshape(shape)
