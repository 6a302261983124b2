"""Arrays and what they are about in one file, which is checked whole before any of it is believed.

The file has a line of JSON, then the bytes of the arrays, one after the other. Nothing is unpickled
or unpacked, so that reading never takes more memory than the file has bytes, twice over.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marriage_env.files.json_text import check_object, parse_json
from marriage_env.files.storage import writing

_FORMAT = "marriage-env arrays 1"
_LONGEST_LINE = 16 * 1024 * 1024
_TYPES = ("|i1", "<i4", "<i8", "<f8")
_HEAD = {"format": str, "about": dict, "arrays": list, "sha256": str}


def save_arrays(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays by name, and JSON about them, atomically."""
    parts = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listed = [[name, part.dtype.str, list(part.shape)] for name, part in parts.items()]
    head = {"format": _FORMAT, "about": about, "arrays": listed}
    payload = [part.tobytes() for part in parts.values()]
    with writing(path) as file:
        file.write(json.dumps({**head, "sha256": _digest(head, payload)}).encode() + b"\n")
        for part in payload:
            file.write(part)


def load_arrays(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What `save_arrays` wrote: the JSON, and the arrays by name, read-only.

    Raises ValueError naming the file and what is wrong with it, OSError.
    """
    with open(path, "rb") as file:
        line, rest = file.readline(_LONGEST_LINE), file.read()
    try:
        head = parse_json(line)
        check_object(head, _HEAD, "its first line")
        if head["format"] != _FORMAT:
            raise ValueError(f"format {head['format'][:40]!r}: expected {_FORMAT!r}")
        arrays, payload = _split(head["arrays"], rest)
        said = head.pop("sha256")
        if said != _digest(head, payload):
            raise ValueError("its checksum is not that of its contents")
    except ValueError as error:
        raise ValueError(f"{path}: damaged ({error})") from error
    return head["about"], arrays


def _split(listed: list[Any], rest: bytes) -> tuple[dict[str, NDArray[Any]], list[bytes]]:
    """The arrays that a file lists, and the bytes of each."""
    arrays, payload, at = {}, [], 0
    for one in listed:
        name, kind, shape = _checked(one)
        size = math.prod(shape) * np.dtype(kind).itemsize
        if at + size > len(rest):
            raise ValueError("cut short")
        part = rest[at : at + size]
        arrays[name] = np.frombuffer(part, kind).reshape(shape)
        payload.append(part)
        at += size
    if at != len(rest):
        raise ValueError("more bytes than its arrays have")
    return arrays, payload


def _checked(one: Any) -> tuple[str, str, list[int]]:
    """Name, type and shape of an array as a file lists it."""
    if isinstance(one, list) and len(one) == 3:
        name, kind, shape = one
        sizes = isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
        if isinstance(name, str) and kind in _TYPES and sizes and len(shape) <= 4:
            return name, kind, shape
    raise ValueError(f"array {str(one)[:60]}: expected a name, one of {', '.join(_TYPES)}, a shape")


def _digest(head: Mapping[str, Any], payload: list[bytes]) -> str:
    """SHA-256 of everything that a file says."""
    found = hashlib.sha256(json.dumps(head, sort_keys=True).encode())
    for part in payload:
        found.update(part)
    return found.hexdigest()
