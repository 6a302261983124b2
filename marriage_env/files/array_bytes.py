"""Named numpy arrays as a list in JSON and the bytes that it describes, one array after the other.

Nothing is unpickled or decompressed, so reading never takes more memory than twice the file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = ("|i1", "<i4", "<i8", "<f8")
_MOST_DIMENSIONS = 4

Arrays = Mapping[str, NDArray[Any]]


def described(arrays: Arrays) -> tuple[list[list[Any]], bytes]:
    """Arrays as a list of `[name, dtype, shape]`, and their bytes in this order."""
    parts = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listed = [[name, part.dtype.str, list(part.shape)] for name, part in parts.items()]
    return listed, b"".join(part.tobytes() for part in parts.values())


def arrays_of(listed: Any, payload: bytes) -> dict[str, NDArray[Any]]:
    """The arrays that `described` gave, read-only. ValueError where list and bytes do not fit."""
    if not isinstance(listed, list):
        raise ValueError("arrays: expected a list")
    arrays, at = {}, 0
    for one in listed:
        name, kind, shape = _checked(one)
        size = math.prod(shape) * np.dtype(kind).itemsize
        if at + size > len(payload):
            raise ValueError("cut short")
        arrays[name] = np.frombuffer(payload[at : at + size], kind).reshape(shape)
        at += size
    if at != len(payload):
        raise ValueError("more bytes than its arrays have")
    return arrays


def _checked(one: Any) -> tuple[str, str, list[int]]:
    """Name, dtype and shape of an array as a file lists it."""
    if isinstance(one, list) and len(one) == 3:
        name, kind, shape = one
        sizes = isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
        if isinstance(name, str) and kind in _TYPES and sizes and len(shape) <= _MOST_DIMENSIONS:
            return name, kind, shape
    raise ValueError(f"array {str(one)[:60]}: expected a name, one of {', '.join(_TYPES)}, a shape")
