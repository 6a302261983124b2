"""Checking arguments of public functions, and converting them to plain values and arrays.

Every public function converts its arguments here, once, before it changes anything, so that nothing
unchecked reaches compiled code. All errors are ValueErrors that name the argument, its value and
what was expected.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from math import inf
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LONGEST_REPR = 200
_INT64 = np.iinfo(np.int64)


def shown(value: object) -> str:
    """`repr` of a wrong value for an error message, shortened if it is long."""
    try:
        text = repr(value)
    except ValueError:  # an integer with more digits than Python prints
        text = f"a {type(value).__name__} too long to print"
    return text if len(text) <= _LONGEST_REPR else text[:_LONGEST_REPR] + " ..."


def _range_text(low: float, high: float) -> str:
    if high < inf:
        return f" from {low} to {high}" if low > -inf else f" of at most {high}"
    return f" of at least {low}" if low > -inf else ""


def is_integer(value: object) -> bool:
    """Whether `value` is an integer of Python or numpy (0-d arrays included), and no bool."""
    if isinstance(value, (bool, np.bool_)):
        return False
    try:
        operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def as_int(
    name: str,
    value: object,
    low: float = -inf,
    high: float = inf,
    besides: str = "",
    kind: str = "an integer",
) -> int:
    """An integer of Python or numpy (0-d arrays included) within the bounds, as a plain int.

    In the error message `kind` says what is expected, and `besides` what else is allowed
    (", or None") or its unit (" (chips)").
    """
    if is_integer(value):
        number = operator.index(value)  # type: ignore[arg-type]
        if low <= number <= high:
            return number
    expected = f"expected {kind}{_range_text(low, high)}{besides}"
    raise ValueError(f"{name}={shown(value)}: {expected}")


def as_float(
    name: str,
    value: object,
    low: float = -inf,
    high: float = inf,
    besides: str = "",
    kind: str = "a number",
) -> float:
    """A real number of Python or numpy (0-d arrays included) within the bounds, as a float."""
    plain = value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
    if isinstance(plain, Real) and not isinstance(plain, (bool, np.bool_)):
        try:
            number = float(plain)
        except OverflowError:
            number = inf
        if low <= number <= high:
            return number
    expected = f"expected {kind}{_range_text(low, high)}{besides}"
    raise ValueError(f"{name}={shown(value)}: {expected}")


def as_bool(name: str, value: object) -> bool:
    """True or False, of Python or numpy, as a plain bool."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ValueError(f"{name}={shown(value)}: expected True or False")


def as_options(options: object) -> Mapping[str, Any]:
    """The `options` of a reset, a mapping or None, as a mapping."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ValueError(f"options={shown(options)}: expected a mapping, or None")
    return options


def as_generator(name: str, rng: object) -> np.random.Generator:
    """A numpy Generator, the only source of randomness that this package's functions take."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"{name}={shown(rng)}: expected a numpy.random.Generator")
    return rng


def as_integers(
    name: str,
    values: object,
    shape: tuple[int | None, ...],
    low: int = _INT64.min,
    high: int = _INT64.max,
) -> NDArray[np.int64]:
    """An array (or nested sequence) of integers of any width as a new int64 array.

    `shape` has None where any length is allowed. The result is C-contiguous and shares no memory.
    """
    try:
        given = np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        given = np.empty(0, np.object_)
    fits = len(given.shape) == len(shape) and all(
        length in (None, found) for length, found in zip(shape, given.shape, strict=True)
    )
    empty = given.size == 0 and given.dtype == np.float64  # how numpy reads []
    if not fits or not (given.dtype.kind in "iu" or empty):
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise ValueError(
            f"{name}: {given.dtype} of shape {given.shape}: expected "
            f"({wanted}{',' * (len(shape) == 1)}) integers"
        )
    bounded = (low, high) != (_INT64.min, _INT64.max) or given.dtype == np.uint64
    if bounded and given.size:
        least, most = int(given.min()), int(given.max())
        if least < low or most > high:
            raise ValueError(
                f"{name}: from {least} to {most}: expected integers from {low} to {high}"
            )
    return np.array(given, np.int64, order="C")


def as_records(
    name: str, array: object, dtype: np.dtype[Any], size: int | None = None
) -> np.ndarray[Any, Any]:
    """A one-dimensional array of records for compiled code to read, copied if need be."""
    made = _records_of(name, array, dtype, size)
    flags = made.flags
    return made if flags.c_contiguous and flags.writeable and flags.aligned else made.copy()


def check_records(
    name: str, array: object, dtype: np.dtype[Any], size: int | None = None
) -> np.ndarray[Any, Any]:
    """A one-dimensional array of records for compiled code to write into."""
    return check_writable(name, _records_of(name, array, dtype, size))


def _records_of(
    name: str, array: object, dtype: np.dtype[Any], size: int | None
) -> np.ndarray[Any, Any]:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != 1:
        found = f"{type(array).__name__}"
        if isinstance(array, np.ndarray):
            found = f"shape {array.shape}, another dtype" if array.ndim == 1 else str(array.shape)
        raise ValueError(f"{name}: {found}: expected a (B,) array of the game's records")
    if size is not None and len(array) != size:
        raise ValueError(f"{name}: {len(array)} records, expected {size}")
    return array


def check_values(name: str, values: NDArray[Any], low: int, high: int) -> None:
    """Raise ValueError unless all numbers of an array lie within the bounds."""
    if values.size and not (values.min() >= low and values.max() <= high):
        least, most = values.min(), values.max()
        raise ValueError(f"{name}: from {least} to {most}: expected {low} to {high}")


def check_writable(name: str, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """An array that compiled code can write into: writable, contiguous and aligned."""
    flags = array.flags
    if not (flags.c_contiguous and flags.writeable and flags.aligned):
        raise ValueError(f"{name}: expected a writable, C-contiguous, aligned array")
    return array


def check_array(
    name: str, array: object, shape: tuple[int | None, ...], dtype: Any
) -> np.ndarray[Any, Any]:
    """An array of exactly this dtype and shape (None: any length) for compiled code to write."""
    wanted = ", ".join("any" if length is None else str(length) for length in shape)
    expected = f"expected a ({wanted}) array of {np.dtype(dtype)}"
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name}={shown(array)}: {expected}")
    fits = len(array.shape) == len(shape) and all(
        length in (None, found) for length, found in zip(shape, array.shape, strict=True)
    )
    if not fits or array.dtype != dtype:
        raise ValueError(f"{name}: {array.dtype} of shape {array.shape}: {expected}")
    return check_writable(name, array)
