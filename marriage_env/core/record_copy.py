"""Copying records byte by byte: numpy copies them field by field, a hundred times as slowly."""

from __future__ import annotations

from typing import Any

import numpy as np

from marriage_env.compiler.jit import JITTED


def copy_records(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An independent copy of a (B,) array of records, byte by byte."""
    made: np.ndarray[Any, Any] = np.frombuffer(bytearray(array.tobytes()), array.dtype)
    return made if JITTED else made.view(np.recarray)
