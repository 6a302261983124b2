"""Values that are wrong for most arguments, or right ones in an unusual form."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

SCALARS: tuple[Any, ...] = (
    *(None, True, False, np.True_, "", "3", "QH", b"3", (), [], {}, object(), 1j, Ellipsis),
    *(0, 1, 2, 7, -1, 99, 2**31, 2**63, 2**64, 10**30, -(10**30)),
    *(0.0, 0.5, 1.0, -2.0, float("nan"), float("inf"), float("-inf"), 1e300),
    *(Fraction(1, 2), Decimal(3), np.float16(0.5), np.float32("nan"), np.datetime64("2026-01-01")),
    *(np.int8(-1), np.int8(5), np.uint8(7), np.uint8(200), np.uint16(10), np.int64(1)),
    *(np.uint64(2**64 - 1), np.array(3), np.array(3.0), np.array([3]), np.array(True)),
)

ARRAYS: tuple[np.ndarray[Any, Any], ...] = (
    *(np.zeros(0), np.zeros(3), np.zeros((2, 3), np.int64), np.ones(4, np.bool_)),
    *(np.array(["a", "b"]), np.array([None, 1], object), np.array([2**70], object)),
    *(np.full(3, np.nan), np.arange(4, dtype=np.uint8), np.arange(4, dtype=">i8")),
    *(np.full(2, 2**64 - 1, np.uint64), np.zeros(2, [("a", "i4")]), np.zeros((1, 62), np.int8)),
)


def like(valid: Any) -> list[Any]:
    """Arrays that have something of a valid one, each with one thing changed."""
    if not isinstance(valid, np.ndarray):
        return []
    fixed = valid.copy()
    fixed.flags.writeable = False
    twice = np.concatenate([valid, valid])
    made = [fixed, twice, twice[::2], valid[:0], valid[:-1], valid[None], valid.tolist()]
    if valid.dtype.names:  # records
        return [*made, np.zeros_like(valid), valid.view(np.uint8), np.zeros(len(valid), "i4, i8")]
    for kind in ("i1", "u1", ">i8", "f8", "?", "O", "u8"):
        made.append(valid.astype(kind))
    return [*made, valid.astype(np.int64) + 99, valid.astype(np.int64) - 99, valid * 0.5]


def candidates(valid: Any) -> list[Any]:
    """Everything to try in place of a valid value, which comes first."""
    return [valid, *like(valid), *SCALARS, *ARRAYS]
