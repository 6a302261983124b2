"""Files of one JSON object and named arrays, with a checksum of everything.

Without arrays the object is indented, for people to read; with arrays it is one line, followed by
their bytes. Reading runs no code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from marriage_env.files.array_bytes import Arrays, arrays_of, described
from marriage_env.files.json_text import check_object, parse_json

_ARRAYS, _CHECKSUM = "arrays", "sha256"
_MOST_BYTES_OF_JSON = 256 * 1024 * 1024


@dataclass(frozen=True)
class Stored:
    """What a file holds: a JSON object, and arrays by name (read-only)."""

    content: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


def file_bytes(content: Mapping[str, Any], arrays: Arrays | None = None) -> bytes:
    """The bytes of such a file."""
    whole, payload = dict(content), b""
    if arrays is not None:
        whole[_ARRAYS], payload = described(arrays)
    whole[_CHECKSUM] = _checksum(whole, payload)
    indent = None if _ARRAYS in whole else 1
    return json.dumps(whole, indent=indent).encode() + b"\n" + payload


def read_array_file(path: Path) -> Stored:
    """What `file_bytes` has put into a file; ValueError for any other."""
    with open(path, "rb") as file:
        line = file.readline(_MOST_BYTES_OF_JSON)
        if line == b"{\n":
            text, payload = line + file.read(_MOST_BYTES_OF_JSON), b""
        else:
            text, payload = line, file.read()
    if not text.strip():
        raise ValueError("an empty file: expected JSON")
    content = parse_json(text)
    check_object(content, {_CHECKSUM: str}, "its object")
    checksum = content.pop(_CHECKSUM)
    if checksum != _checksum(content, payload):
        raise ValueError("its checksum is not that of its contents")
    return Stored(content, arrays_of(content.pop(_ARRAYS, []), payload))


def _checksum(content: Mapping[str, Any], payload: bytes) -> str:
    """SHA-256 of everything that a file says."""
    plain = json.loads(json.dumps(content))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode() + payload).hexdigest()
