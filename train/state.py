"""The state of a training run in a file: numbers as JSON, arrays as safetensors; data, never code.

What a file says is checked when it is taken out: shapes and kinds are those of the run that goes
on, and no array is larger than the file.
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
_MOST_HEADER = 16 * 1024**2  # bytes: the list of tensors and the numbers
_MOST_BYTES = 2**40


@dataclass(frozen=True)
class State:
    """What a run goes on from: plain JSON values and arrays, by name."""

    values: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)

    def with_more(self, values: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> State:
        """With some more of both."""
        return State({**self.values, **values}, {**self.arrays, **arrays})

    def integer(self, name: str, low: int, high: int) -> int:
        """A number of the state; ValueError if it is none between these."""
        return as_int(name, self.values.get(name), low, high)

    def seconds(self, name: str) -> float:
        """A time of the state."""
        return as_float(name, self.values.get(name), 0, 1e12, besides=" (seconds)")

    def array(self, name: str, kind: Any, shape: tuple[int, ...] | None) -> NDArray[Any]:
        """A copy of an array of this dtype and shape (None: of any length), finite throughout."""
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
        """Let a generator go on where the state says."""
        saved: Any = self.values.get(name)
        kind = generator.bit_generator.state["bit_generator"]
        if not _is_generator_state(saved, kind):
            raise ValueError(f"{name}: expected the state of a {kind}, got {shown(saved)}")
        generator.bit_generator.state = saved


def save_state(state: State, path: Path) -> None:
    """Write a state, whole or not at all."""
    about = {"format": _FORMAT, "version": _VERSION, "values": json.dumps(state.values)}
    with writing(path) as file:
        file.write(save(state.arrays, about))


def read_state(path: Path) -> State:
    """The state in a file; ValueError naming the file and what is wrong with it."""
    with blamed(f"training state {path}"):
        check_file(path, _MOST_BYTES)
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
        if not 2 <= length <= min(_MOST_HEADER, path.stat().st_size - 8):
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
        return State(values, arrays)


def _is_generator_state(saved: Any, kind: str) -> bool:
    """Whether numpy's PCG64 can have been in such a state."""
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
