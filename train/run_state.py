"""The file from which a training run resumes: JSON values and safetensors, never code.

Values are checked when they are read: shapes and dtypes must be those of the run that resumes, and
no array is larger than the file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from agents.learned.archive import blamed, check_file
from marriage_env.core.arguments import as_float, as_int, is_integer, shown
from marriage_env.files.json_text import check_object, parse_json
from marriage_env.files.storage import writing

_FORMAT, _VERSION = "marriage-env training state", "1"
_MAX_HEADER = 16 * 1024**2  # bytes: the list of tensors and the numbers
_MAX_BYTES = 2**40


@dataclass(frozen=True)
class RunState:
    """The state of a run: plain JSON values and arrays, by name."""

    values: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)

    def with_more(self, values: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> RunState:
        """This state with further values and arrays."""
        return RunState({**self.values, **values}, {**self.arrays, **arrays})

    def integer(self, name: str, low: int, high: int) -> int:
        """An integer of the state; ValueError if it is not one from `low` to `high`."""
        return as_int(name, self.values.get(name), low, high)

    def seconds(self, name: str) -> float:
        """A number of seconds of the state."""
        return as_float(name, self.values.get(name), 0, 1e12, besides=" (seconds)")

    def array(self, name: str, kind: Any, shape: tuple[int, ...] | None) -> NDArray[Any]:
        """A copy of an array of finite numbers, of this dtype and shape (None: one axis).

        ValueError names an array that is missing or different.
        """
        if name not in self.arrays:
            raise ValueError(f"{name}: there is no such array")
        array: NDArray[Any] = self.arrays[name]
        fits = array.ndim == 1 if shape is None else array.shape == shape
        if array.dtype != np.dtype(kind) or not fits:
            wanted = f"{np.dtype(kind)} of shape {'(N,)' if shape is None else shape}"
            raise ValueError(f"{name}: expected {wanted}, got {array.dtype} of {array.shape}")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ValueError(f"{name}: expected finite numbers alone")
        copied: NDArray[Any] = array.copy()
        return copied

    def set_generator(self, name: str, generator: np.random.Generator) -> None:
        """Set a generator to its saved state."""
        saved: Any = self.values.get(name)
        kind = generator.bit_generator.state["bit_generator"]
        if not _is_generator_state(saved, kind):
            raise ValueError(f"{name}: expected the state of a {kind}, got {shown(saved)}")
        generator.bit_generator.state = saved


def save_state(state: RunState, path: Path) -> None:
    """Write a state atomically."""
    about = {"format": _FORMAT, "version": _VERSION, "values": json.dumps(state.values)}
    with writing(path) as file:
        file.write(save(state.arrays, about))


def read_state(path: Path) -> RunState:
    """Read a state; ValueError names the file and what is wrong with it."""
    with blamed(f"training state {path}"):
        check_file(path, _MAX_BYTES)
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
        if not 2 <= length <= min(_MAX_HEADER, path.stat().st_size - 8):
            raise ValueError("no safetensors, or cut short")
        try:
            with safe_open(path, "numpy") as file:
                about = file.metadata() or {}
                arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        except (SafetensorError, TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"no safetensors, or cut short ({error})") from error
        if about.get("format") != _FORMAT or about.get("version") != _VERSION:
            raise ValueError(f"expected the format {_FORMAT!r}, version {_VERSION}")
        values: dict[str, Any] = parse_json(about.get("values", "").encode())
        check_object(values, {}, "its numbers")
        return RunState(values, arrays)


def _is_generator_state(saved: Any, kind: str) -> bool:
    """Whether this is a valid state of numpy's PCG64."""
    if not isinstance(saved, dict) or saved.keys() != {
        "bit_generator", "state", "has_uint32", "uinteger",
    }:  # fmt: skip
        return False
    inner = saved["state"]
    if saved["bit_generator"] != kind or not isinstance(inner, dict):
        return False
    bits = {"state": (inner, 128), "inc": (inner, 128), "has_uint32": (saved, 1),
            "uinteger": (saved, 32)}  # fmt: skip
    return inner.keys() == {"state", "inc"} and all(
        is_integer(where[name]) and 0 <= where[name] < 2**size
        for name, (where, size) in bits.items()
    )
