"""The one store of results: a file that is written atomically and checked before it is used.

A file holds one JSON object: all settings that the result depends on, the result as far as it is
known, and a checksum. A command given the same settings continues from it. Without arrays the
object is indented, for people to read; with arrays it is one line, followed by their bytes.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from eval.store.array_bytes import Arrays, arrays_of, described
from eval.store.provenance import START_OVER, check_same, note_unknown
from marriage_env.files.json_text import check_object, parse_json
from marriage_env.files.storage import writing

SECONDS_BETWEEN_SAVES = 20.0
_ARRAYS, _CHECKSUM = "arrays", "sha256"
_MOST_BYTES_OF_JSON = 256 * 1024 * 1024


@dataclass(frozen=True)
class Stored:
    """What a file holds: a JSON object with the settings, and arrays by name (read-only)."""

    content: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


@dataclass
class ResultFile:
    """The stored result of one command with given settings; with `path` None nothing is stored."""

    path: Path | None
    settings: dict[str, Any]  # all that the result depends on; agents as `provenance_of` has them
    what: str = "result"  # in messages
    _saved: float = field(default_factory=time.perf_counter)

    def load(self, fresh: bool = False) -> Stored | None:
        """What to continue from: None if nothing is stored, or to start over (`fresh`).

        Raises ValueError naming what differs if the file holds a result of other settings, or what
        is wrong with the file.
        """
        if self.path is None or fresh or not self.path.exists():
            return None
        try:
            stored = _read(self.path)
        except ValueError as error:
            raise ValueError(
                f"{self.path}: damaged, or no stored result ({error}); {START_OVER}"
            ) from error
        check_same(stored.content, self.settings, f"{self.path} holds a {self.what}")
        note_unknown(list(self.settings["made_of"]), self.settings["game"], self.path)
        return stored

    def save(self, content: Mapping[str, Any], arrays: Arrays | None = None) -> None:
        """Write the result, settings included, atomically."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        whole, payload = dict(content), b""
        if arrays is not None:
            whole[_ARRAYS], payload = described(arrays)
        whole[_CHECKSUM] = _checksum(whole, payload)
        indent = None if _ARRAYS in whole else 1
        with writing(self.path) as file:
            file.write(json.dumps(whole, indent=indent).encode() + b"\n" + payload)
        self._saved = time.perf_counter()

    @property
    def due(self) -> bool:
        """Whether a result that grows should be saved again: not for a while after each time."""
        waited = time.perf_counter() - self._saved
        return self.path is not None and waited > SECONDS_BETWEEN_SAVES


def _read(path: Path) -> Stored:
    """A file whose checksum is right; ValueError for any other."""
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
